//! The performance timeline of a realm: its entries and their observers.

use std::cell::Cell;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsResult};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::entry_buffer::EntryBuffer;
use super::entry_type::EntryType;
use super::performance_entry::Entry;
use super::registered_observer::RegisteredObserver;
use super::resource_buffer::ResourceBuffer;
use crate::event_loop::{QueuePosition, TaskSource, WorkKind};
use crate::web::webidl::event_loop;

/// The maximum number of buffered long tasks: the [registry] of entry types.
///
/// [registry]: https://w3c.github.io/timing-entrytypes-registry/#registry
const MAX_LONG_TASKS: usize = 200;

/// The entries and the registered observers of a realm.
#[derive(Trace, Finalize)]
pub(super) struct Timeline {
    realm: Realm,
    pub(super) buffer: GcRefCell<EntryBuffer>,
    /// The long tasks for observers with the option `buffered`. They are not in the timeline.
    long_tasks: GcRefCell<Vec<Entry>>,
    /// The number of long tasks that were not buffered.
    dropped_long_tasks: Cell<u32>,
    pub(super) resources: ResourceBuffer,
    last_id: Cell<u32>,
    observers: GcRefCell<Vec<Gc<RegisteredObserver>>>,
    task_queued: Cell<bool>,
}

impl Timeline {
    pub(super) fn new(realm: Realm) -> Self {
        let (buffer, long_tasks, observers) = (GcRefCell::default(), GcRefCell::default(), GcRefCell::default());
        let (dropped_long_tasks, task_queued) = (Cell::new(0), Cell::new(false));
        let (resources, last_id) = (ResourceBuffer::default(), Cell::new(0));
        Self { realm, buffer, long_tasks, dropped_long_tasks, resources, last_id, observers, task_queued }
    }

    /// [Queues a PerformanceEntry](https://w3c.github.io/performance-timeline/#queue-a-performanceentry) for the
    /// observers of its type, and adds it to the buffer. Resources are added separately.
    pub(super) fn queue(this: &Gc<Self>, entry: Entry, context: &mut Context) -> JsResult<()> {
        // Omitted: steps 5 and 6, the navigation id: there are no navigations.
        // Omitted: steps 10 and 11, filters: no type has one.
        this.last_id.set(this.last_id.get().wrapping_add(1).max(1));
        entry.state.id.set(this.last_id.get());
        let mut observed = false;
        for observer in this.observers.borrow().iter() {
            observed |= observer.receive(&entry);
        }
        if entry.state.entry_type == EntryType::LongTask {
            let mut long_tasks = this.long_tasks.borrow_mut();
            if long_tasks.len() < MAX_LONG_TASKS {
                long_tasks.push(entry);
            } else {
                this.dropped_long_tasks.set(this.dropped_long_tasks.get().saturating_add(1));
            }
        } else if entry.state.entry_type != EntryType::Resource {
            this.buffer.borrow_mut().push(entry);
        }
        if observed { Self::queue_the_observer_task(this, context) } else { Ok(()) }
    }

    /// The entries of a type that were queued before, for the option `buffered`.
    pub(super) fn before(&self, entry_type: EntryType) -> Vec<Entry> {
        if entry_type == EntryType::LongTask {
            return self.long_tasks.borrow().clone();
        }
        self.buffer.borrow().of_type(entry_type)
    }

    /// The number of entries of a type that were not buffered, because the buffer was full.
    pub(super) fn dropped(&self, entry_type: EntryType) -> u32 {
        match entry_type {
            EntryType::LongTask => self.dropped_long_tasks.get(),
            EntryType::Resource => self.resources.dropped.get(),
            _ => 0,
        }
    }

    /// Adds an observer, unless it is already registered.
    pub(super) fn add_observer(&self, observer: &Gc<RegisteredObserver>) {
        let mut observers = self.observers.borrow_mut();
        if !observers.iter().any(|other| Gc::ptr_eq(other, observer)) {
            observers.push(observer.clone());
        }
    }

    pub(super) fn remove_observer(&self, observer: &Gc<RegisteredObserver>) {
        self.observers.borrow_mut().retain(|other| !Gc::ptr_eq(other, observer));
    }

    /// [Queues the PerformanceObserver task][1], unless it is already queued.
    ///
    /// [1]: https://w3c.github.io/performance-timeline/#queue-the-performanceobserver-task
    pub(super) fn queue_the_observer_task(this: &Gc<Self>, context: &mut Context) -> JsResult<()> {
        if this.task_queued.replace(true) {
            return Ok(());
        }
        let timeline = this.clone();
        let event_loop = event_loop(context)?;
        let work = event_loop.new_work(WorkKind::PerformanceEntries, context);
        // Entries of many origins may be in one task, so observers run without the values of any of them.
        event_loop.drop_captured(work.id);
        let realm = this.realm.clone();
        event_loop.queue_a_global_task(
            TaskSource::PerformanceTimeline,
            work,
            QueuePosition::Last,
            realm,
            move |event_loop, context| {
                timeline.task_queued.set(false);
                let observers = timeline.observers.borrow().clone();
                for observer in observers {
                    observer.notify(|entry_type| timeline.dropped(entry_type), event_loop, context)?;
                }
                Ok(())
            },
        );
        Ok(())
    }
}
