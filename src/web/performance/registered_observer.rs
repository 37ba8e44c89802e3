//! The registration of an observer with the timeline.

use std::cell::Cell;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, GcRefCell, Trace};

use super::entry_type::EntryType;
use super::performance_entry::Entry;
use super::performance_observer_entry_list::PerformanceObserverEntryList;
use crate::event_loop::EventLoop;
use crate::web::webidl::invoke_and_report;

/// A [registered performance observer][1] and its buffer.
///
/// [1]: https://w3c.github.io/performance-timeline/#dfn-registered-performance-observer
#[derive(Trace, Finalize)]
pub(super) struct RegisteredObserver {
    callback: JsObject,
    /// The `PerformanceObserver` object.
    pub(super) object: GcRefCell<Option<JsObject>>,
    #[unsafe_ignore_trace]
    pub(super) observed: GcRefCell<Vec<EntryType>>,
    pub(super) buffer: GcRefCell<Vec<Entry>>,
    pub(super) requires_dropped_entries: Cell<bool>,
}

impl RegisteredObserver {
    /// Creates an observer that does not observe any type yet.
    pub(super) fn new(callback: JsObject) -> Self {
        Self {
            callback,
            object: GcRefCell::default(),
            observed: GcRefCell::default(),
            buffer: GcRefCell::default(),
            requires_dropped_entries: Cell::new(false),
        }
    }

    /// Adds an entry to the buffer if its type is observed. Returns whether it is.
    pub(super) fn receive(&self, entry: &Entry) -> bool {
        let observed = self.observed.borrow().contains(&entry.state.entry_type);
        if observed {
            self.buffer.borrow_mut().push(entry.clone());
        }
        observed
    }

    /// Runs the part of the [PerformanceObserver task] for one observer: passes its entries to the callback, whose
    /// exceptions are reported. `dropped` counts the entries of a type that were not buffered.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    ///
    /// [PerformanceObserver task]: https://w3c.github.io/performance-timeline/#queue-the-performanceobserver-task
    pub(super) fn notify(
        &self,
        dropped: impl Fn(EntryType) -> u32,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> JsResult<()> {
        let entries = std::mem::take(&mut *self.buffer.borrow_mut());
        if entries.is_empty() {
            return Ok(());
        }
        let list = PerformanceObserverEntryList::create(entries, context)?;
        let mut options = ObjectInitializer::new(context);
        if self.requires_dropped_entries.replace(false) {
            let dropped: u32 = self.observed.borrow().iter().map(|&entry_type| dropped(entry_type)).sum();
            options.property(js_string!("droppedEntriesCount"), dropped, Attribute::all());
        }
        let options = options.build();
        let object = self.object.borrow().clone();
        let this = object.map_or_else(JsValue::undefined, JsValue::from);
        let arguments = [list.into(), this.clone(), options.into()];
        invoke_and_report(&self.callback, &this, &arguments, event_loop, context);
        Ok(())
    }
}
