//! Performance: the clock, user timing and the performance timeline.
//!
//! Defined by <https://w3c.github.io/hr-time/>, <https://w3c.github.io/user-timing/> and
//! <https://w3c.github.io/performance-timeline/>. The time is that of the event loop, so virtual time does not advance
//! while a task runs.

mod entry_buffer;
mod entry_filter;
mod entry_type;
mod high_resolution_time;
mod long_tasks;
mod performance_entry;
mod performance_interface;
mod performance_mark;
mod performance_measure;
mod performance_observer;
mod performance_observer_entry_list;
mod registered_observer;
mod resource_buffer;
pub(crate) mod resource_timing;
mod timeline;
mod user_timing_event;

use boa_engine::{Context, JsResult};

use crate::web::webidl::Interface;

pub(crate) use entry_type::enable_long_tasks;
pub(crate) use performance_entry::PerformanceEntry;
pub(crate) use performance_mark::PerformanceMark;
pub(crate) use performance_measure::PerformanceMeasure;
pub(crate) use performance_observer::PerformanceObserver;
pub(crate) use performance_observer_entry_list::PerformanceObserverEntryList;
pub(crate) use resource_timing::{ResourceTiming, mark_resource_timing};

/// Registers this module's interfaces in the current realm, and defines `performance` on its global object.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    PerformanceEntry::register(context)?;
    PerformanceMark::register(context)?;
    PerformanceMeasure::register(context)?;
    ResourceTiming::register(context)?;
    PerformanceObserverEntryList::register(context)?;
    PerformanceObserver::register(context)?;
    long_tasks::register(context)?;
    performance_interface::register(context)
}
