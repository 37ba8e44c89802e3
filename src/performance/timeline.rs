//! The performance timeline of a realm: its entries, and those who observe them.

use std::cell::Cell;

use boa_engine::{Context, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::entry_filter::Filter;
use super::performance_entry::{Entry, EntryType};
use super::registered_observer::RegisteredObserver;
use crate::event_loop::TaskSource;
use crate::webidl::event_loop;

/// The entries and the registered observers of a realm.
#[derive(Default, Trace, Finalize)]
pub(super) struct Timeline {
    entries: GcRefCell<Vec<Entry>>,
    observers: GcRefCell<Vec<Gc<RegisteredObserver>>>,
    task_queued: Cell<bool>,
}

impl Timeline {
    /// The entries that match, as a JavaScript array.
    pub(super) fn entries(&self, filter: &Filter, context: &mut Context) -> JsValue {
        filter.apply(&self.entries.borrow(), context)
    }

    /// Entries of a kind, for an observer that wants those from before.
    pub(super) fn entries_of_type(&self, entry_type: EntryType) -> Vec<Entry> {
        let entries = self.entries.borrow();
        entries.iter().filter(|entry| entry.state.entry_type == entry_type).cloned().collect()
    }

    /// When the most recent mark of this name began.
    pub(super) fn latest_mark(&self, name: &JsString) -> Option<f64> {
        let entries = self.entries.borrow();
        let is_it = |entry: &&Entry| entry.state.entry_type == EntryType::Mark && entry.state.name == *name;
        entries.iter().rev().find(is_it).map(|entry| entry.state.start_time)
    }

    /// Forgets the entries of a kind, and of a name if there is one.
    pub(super) fn clear(&self, entry_type: EntryType, name: Option<&JsString>) {
        self.entries
            .borrow_mut()
            .retain(|entry| entry.state.entry_type != entry_type || name.is_some_and(|name| entry.state.name != *name));
    }

    /// [Queues a PerformanceEntry](https://w3c.github.io/performance-timeline/#queue-a-performanceentry): to those who observe its kind, and to the
    /// buffer.
    pub(super) fn queue(this: &Gc<Self>, entry: Entry, context: &mut Context) -> JsResult<()> {
        let mut observed = false;
        for observer in this.observers.borrow().iter() {
            observed |= observer.receive(&entry);
        }
        this.entries.borrow_mut().push(entry);
        if observed { Self::queue_the_observer_task(this, context) } else { Ok(()) }
    }

    /// Adds an observer, unless it is registered already.
    pub(super) fn add_observer(&self, observer: &Gc<RegisteredObserver>) {
        let mut observers = self.observers.borrow_mut();
        if !observers.iter().any(|other| Gc::ptr_eq(other, observer)) {
            observers.push(observer.clone());
        }
    }

    /// Removes an observer.
    pub(super) fn remove_observer(&self, observer: &Gc<RegisteredObserver>) {
        self.observers.borrow_mut().retain(|other| !Gc::ptr_eq(other, observer));
    }

    /// [Queues the PerformanceObserver task](https://w3c.github.io/performance-timeline/#queue-the-performanceobserver-task), once.
    pub(super) fn queue_the_observer_task(this: &Gc<Self>, context: &mut Context) -> JsResult<()> {
        if this.task_queued.replace(true) {
            return Ok(());
        }
        let timeline = this.clone();
        event_loop(context)?.queue_a_task(TaskSource::PerformanceTimeline, move |context| {
            timeline.task_queued.set(false);
            let observers = timeline.observers.borrow().clone();
            for observer in observers {
                observer.notify(context);
            }
        });
        Ok(())
    }
}
