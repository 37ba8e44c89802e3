//! How many observers the signals of a program have.

use std::any::Any;

use boa_gc::{Gc, WeakGc};

use crate::event_loop::{Location, SignalId};
use crate::web::dom::AbortSignal;
use crate::web::scheduler::TaskSignal;

/// How many signals may be counted for each piece of work, on average. With more, the growth of a number is seen in
/// smaller steps.
const PARTS: usize = 4;

/// Weak references to the signals of a program, and the number of observers that each had when it was counted last.
///
/// Counting takes time in the number of signals. It happens so seldom that, on average, each piece of work costs O(1).
#[derive(Default)]
pub(super) struct SignalCounts {
    signals: Vec<Counted>,
    /// The number of pieces of work that end before the next count.
    wait: usize,
}

/// A signal.
struct Counted {
    id: SignalId,
    signal: WeakGc<AbortSignal>,
    /// Where it was created.
    created: Option<Location>,
    observers: usize,
}

impl SignalCounts {
    /// Adds a signal: the state of an `AbortSignal` or a `TaskSignal`.
    pub(super) fn add(&mut self, id: SignalId, state: &dyn Any, created: Option<&Location>) {
        let abort = state.downcast_ref::<Gc<AbortSignal>>();
        let task = || state.downcast_ref::<Gc<TaskSignal>>().map(|signal| signal.abort_signal());
        if let Some(signal) = abort.or_else(task) {
            let (signal, created) = (WeakGc::new(signal), created.cloned());
            self.signals.push(Counted { id, signal, created, observers: 0 });
        }
    }

    /// Counts again, if it is time, and returns the signals whose number has changed. Called when work has ended.
    pub(super) fn changed(&mut self) -> Vec<(SignalId, usize, Option<Location>)> {
        if self.signals.is_empty() || self.wait > 0 {
            self.wait = self.wait.saturating_sub(1);
            return Vec::new();
        }
        let mut changed = Vec::new();
        self.signals.retain_mut(|counted| {
            let Some(signal) = counted.signal.upgrade() else { return false };
            let observers = signal.observer_count();
            if std::mem::replace(&mut counted.observers, observers) != observers {
                changed.push((counted.id, observers, counted.created.clone()));
            }
            true
        });
        self.wait = self.signals.len() / PARTS;
        changed
    }
}
