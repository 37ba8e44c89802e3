//! The alarms of one event loop, whose executor it wakes when a timer is due.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Wake, Waker};
use std::time::Duration;

use super::alarm::wake_after;
use super::clock::Clock;
use super::timestamp::Timestamp;

/// Steps that call a waker after a time of the loop's clock.
pub(crate) type SetAlarm = Box<dyn Fn(Duration, Waker)>;

/// Wakes an executor for the next timer.
#[derive(Default)]
pub(crate) struct AlarmClock {
    /// The alarm of the embedder, if there is one.
    own: RefCell<Option<Rc<SetAlarm>>>,
    /// What was set last, and for when.
    last: RefCell<Option<(Timestamp, Arc<Alarm>)>>,
}

/// Remembers that the alarm has gone off.
struct Alarm {
    waker: Waker,
    has_rung: AtomicBool,
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.has_rung.store(true, Ordering::Release);
        self.waker.wake_by_ref();
    }
}

impl AlarmClock {
    /// Uses the alarm of the embedder.
    pub(crate) fn use_own(&self, alarm: SetAlarm) {
        *self.own.borrow_mut() = Some(Rc::new(alarm));
    }

    /// Calls the waker at that time, which is `delay` from now. If that was too early, the loop asks again.
    pub(crate) fn set(&self, due: Timestamp, delay: Duration, waker: Waker, clock: &dyn Clock) {
        let is_set = |(last, alarm): &(Timestamp, Arc<Alarm>)| *last == due && !alarm.has_rung.load(Ordering::Acquire);
        if self.last.borrow().as_ref().is_some_and(is_set) {
            return;
        }
        let alarm = Arc::new(Alarm { waker, has_rung: AtomicBool::new(false) });
        *self.last.borrow_mut() = Some((due, Arc::clone(&alarm)));
        let own = self.own.borrow().clone();
        match own {
            Some(set) => set(delay, alarm.into()),
            None => wake_after(clock.machine_time(delay), alarm.into()),
        }
    }
}
