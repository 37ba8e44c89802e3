//! Timers for something that the collector owns, such as the signal of `AbortSignal.timeout`.

use std::rc::{Rc, Weak};

use super::event_loop::{EventLoop, QueuePosition, TimerSteps};
use super::observer::Event;
use super::timers::TimerId;
use super::work::{Ending, Work};

/// A program has a few such timers that it needs. Only if there are more, it is worth looking for those that nothing
/// owns any more. Far below this, programs are the same whenever the collector runs.
const SWEPT_COUNT: usize = 1024;

/// The steps of a timer that are not needed if what they are for was collected.
pub(crate) trait OwnedTimer {
    /// Whether the steps are still needed.
    fn is_owned(&self) -> bool;

    /// Runs the steps, as those of [`EventLoop::run_steps_after_a_timeout`].
    fn fire(&self, event_loop: &EventLoop, place: QueuePosition);
}

/// A timer, and its steps until it has fired.
type Owned = (TimerId, Work, Weak<dyn OwnedTimer>);

/// The timers of this kind that were set, including some that have fired.
#[derive(Default)]
pub(super) struct OwnedTimers {
    list: Vec<Owned>,
    sweep_at: usize,
}

impl OwnedTimers {
    fn is_full(&self) -> bool {
        self.list.len() >= self.sweep_at.max(SWEPT_COUNT)
    }

    /// Keeps these timers. Before the next search, as many must be added: amortized, a search costs O(1) per timer.
    fn keep(&mut self, timers: Vec<Owned>) {
        self.sweep_at = timers.len() * 2;
        self.list = timers;
    }
}

impl EventLoop {
    /// Sets a timer for something that the collector owns. If that is collected, the timer ends: not at once, but
    /// before there are twice as many. If the policy compares runs, timers stay: runs must not depend on the collector.
    pub(crate) fn set_owned_timer(&self, delay: u64, work: Work, timer: Rc<dyn OwnedTimer>) -> TimerId {
        if self.waiting.owned_timers.borrow().is_full() && !self.with_policy(|policy| policy.compares_runs()) {
            self.end_timers_without_owner();
        }
        let steps = Rc::downgrade(&timer);
        let timer = self.set_timer(self.now().after_milliseconds(delay), delay, work, TimerSteps::Owned(timer));
        self.waiting.owned_timers.borrow_mut().list.push((timer, work, steps));
        timer
    }

    fn end_timers_without_owner(&self) {
        let mut timers = std::mem::take(&mut self.waiting.owned_timers.borrow_mut().list);
        timers.retain(|(timer, work, steps)| {
            // If the steps are gone, the timer has fired or was stopped.
            let Some(steps) = steps.upgrade() else { return false };
            let is_owned = steps.is_owned();
            if !is_owned && self.cancel_timer(*timer) {
                self.notify(|| Event::Ended { work: work.id, how: Ending::Removed });
            }
            is_owned
        });
        self.waiting.owned_timers.borrow_mut().keep(timers);
    }
}
