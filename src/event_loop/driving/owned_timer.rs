//! Timers for something that the collector owns, such as the signal of `AbortSignal.timeout`.

use std::rc::Rc;

use crate::event_loop::event_loop::{EventLoop, OwnedTimer, TimerSteps};
use crate::event_loop::observing::Event;
use crate::event_loop::queues::TimerId;
use crate::event_loop::work::{Ending, Work};

impl EventLoop {
    /// Sets a timer for something that the collector owns. If that is collected, the timer ends: not at once, but
    /// before there are twice as many. If the policy compares runs, timers stay: runs must not depend on the collector.
    pub(crate) fn set_owned_timer(&self, delay: u64, work: Work, timer: Rc<dyn OwnedTimer>) -> TimerId {
        if self.waiting.owned_timers.borrow().is_full() && !self.policy.ask(|policy| policy.compares_runs()) {
            self.end_timers_without_owner();
        }
        let steps = Rc::downgrade(&timer);
        let timer = self.set_timer(self.now().after_milliseconds(delay), delay, work, TimerSteps::Fire(timer));
        self.waiting.owned_timers.borrow_mut().push((timer, work, steps));
        timer
    }

    fn end_timers_without_owner(&self) {
        let mut timers = self.waiting.owned_timers.borrow_mut().take();
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
