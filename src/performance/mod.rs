//! Performance: the clock, user timing and the performance timeline.
//!
//! Defined by <https://w3c.github.io/hr-time/>, <https://w3c.github.io/user-timing/> and
//! <https://w3c.github.io/performance-timeline/>.
//! Time is the event loop's, so it stands still under virtual time while anything runs.

mod entry_buffer;
mod entry_filter;
mod high_resolution_time;
mod performance_entry;
mod performance_interface;
mod performance_observer;
mod performance_observer_entry_list;
mod registered_observer;
mod timeline;
mod user_timing;

use boa_engine::{Context, JsResult};

use crate::webidl::Interface;

pub use performance_entry::{EntryType, PerformanceEntry};
pub use performance_interface::Performance;
pub use performance_observer::PerformanceObserver;
pub use performance_observer_entry_list::PerformanceObserverEntryList;
pub use user_timing::{PerformanceMark, PerformanceMeasure};

/// Declares this module's interfaces in the current realm, and `performance` on its global object.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub fn register(context: &mut Context) -> JsResult<()> {
    PerformanceEntry::register(context)?;
    PerformanceMark::register(context)?;
    PerformanceMeasure::register(context)?;
    PerformanceObserverEntryList::register(context)?;
    PerformanceObserver::register(context)?;
    performance_interface::register(context)
}
