//! Observes the event loop of a prompt: what ran last and why, since when work has been ready, and which task signals
//! exist.

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use boa_gc::{Gc, WeakGc};
use posttask::event_loop::{
    Choice, Ending, Event, Location, NewWorker, Observer, SignalId, Subject, Timestamp, WorkId, WorkKind,
};
use posttask::html::RequestSite;
use posttask::scheduler::TaskSignal;
use posttask::trace::QueueView;

use super::waiting::Waiting;

/// A description of work that ran.
pub(super) struct LastRun {
    work: Option<WorkId>,
    /// For example `user-visible task #4, posted at app.js:1:2`.
    pub(super) what: String,
    /// The policy's explanation.
    pub(super) why: String,
    /// Where the program asked for it.
    pub(super) location: Option<Location>,
    /// Whether it did nothing, because the program had cleared it after it was queued.
    pub(super) was_cleared: bool,
}

impl LastRun {
    fn new(choice: &Choice<'_>) -> Self {
        let chosen = &choice.chosen;
        let requested_at = chosen.kind().zip(chosen.location()).map(|(kind, location)| RequestSite { kind, location });
        let place = requested_at.map(|requested_at| format!(", {requested_at}")).unwrap_or_default();
        Self {
            work: chosen.id(),
            what: format!("{chosen}{place}"),
            why: choice.explain(),
            location: chosen.location(),
            was_cleared: false,
        }
    }
}

/// The event loop observer of a prompt.
#[derive(Default)]
pub(super) struct Watcher {
    last: RefCell<Option<LastRun>>,
    waiting: RefCell<QueueView<Waiting>>,
    signals: RefCell<Signals>,
    /// The number of errors that were reported.
    errors: Cell<usize>,
}

/// Weak references to task signals, in order of creation.
#[derive(Default)]
struct Signals {
    list: Vec<(SignalId, WeakGc<TaskSignal>)>,
    sweep_at: usize,
}

impl Signals {
    fn add(&mut self, id: SignalId, signal: &Gc<TaskSignal>) {
        if self.list.len() >= self.sweep_at {
            self.list.retain(|(_, signal)| signal.is_upgradable());
            self.sweep_at = (self.list.len() * 2).max(16);
        }
        self.list.push((id, WeakGc::new(signal)));
    }
}

impl Watcher {
    /// Returns the work that ran last.
    pub(super) fn last(&self) -> Ref<'_, Option<LastRun>> {
        self.last.borrow()
    }

    /// Returns the work that has not run.
    pub(super) fn waiting(&self) -> Ref<'_, QueueView<Waiting>> {
        self.waiting.borrow()
    }

    /// Returns the number of errors that have been reported.
    pub(super) fn errors(&self) -> usize {
        self.errors.get()
    }

    /// Returns the live task signals with their numbers.
    pub(super) fn signals(&self) -> Vec<(SignalId, Gc<TaskSignal>)> {
        let signals = self.signals.borrow();
        signals.list.iter().filter_map(|(id, signal)| Some((*id, signal.upgrade()?))).collect()
    }
}

impl Observer for Watcher {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        match (event, subject) {
            (Event::Scheduled(it), Subject::Call(call)) if it.kind != WorkKind::MicrotaskCheckpoint => {
                self.waiting.borrow_mut().schedule(it.work(), it.priority_signal, Waiting::new(it, call));
            }
            (Event::ErrorReported { .. }, _) => self.errors.set(self.errors.get() + 1),
            (Event::Started { work }, _) => drop(self.waiting.borrow_mut().remove(*work)),
            (Event::Ended { work, how }, _) => {
                self.waiting.borrow_mut().remove(*work);
                if let (Ending::Removed, Some(last)) = (how, &mut *self.last.borrow_mut()) {
                    last.was_cleared |= last.work == Some(*work);
                }
            }
            // A timer that fires only queues a task, which runs later.
            (Event::Chosen { .. }, Subject::Choice(choice)) if choice.chosen.due().is_none() => {
                *self.last.borrow_mut() = Some(LastRun::new(choice));
            }
            (Event::SignalCreated { signal }, Subject::Signal { state, .. }) => {
                if let Some(state) = state.downcast_ref::<Gc<TaskSignal>>() {
                    self.signals.borrow_mut().add(*signal, state);
                }
            }
            (Event::Ready { work }, _) => _ = self.waiting.borrow_mut().make_ready(*work, now),
            (Event::TimerSet { work, due }, _) => self.waiting.borrow_mut().set_timer(*work, *due, now),
            (Event::PriorityChanged { signal, priority, .. }, _) => {
                self.waiting.borrow_mut().set_priority(*signal, *priority);
            }
            _ => {}
        }
    }

    fn of_worker(self: Rc<Self>, _: &NewWorker) -> Option<Rc<dyn Observer>> {
        Some(self)
    }
}
