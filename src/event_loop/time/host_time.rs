//! The time of an event loop: its clock, and how its thread waits.

use std::cell::Cell;
use std::rc::Rc;
use std::task::Waker;

use super::alarm_clock::{AlarmClock, SetAlarm};
use super::clock::Clock;
use super::parker::Parker;
use super::timestamp::Timestamp;
use crate::event_loop::guard::{Restore, set_while};

/// The clock and the parker of an event loop.
pub(crate) struct HostTime {
    clock: Rc<dyn Clock>,
    parker: Rc<dyn Parker>,
    /// When the host wants to go on with other things.
    deadline: Cell<Option<Timestamp>>,
    alarms: AlarmClock,
}

impl HostTime {
    /// Combines a clock and a parker.
    pub(crate) fn new(clock: Rc<dyn Clock>, parker: Rc<dyn Parker>) -> Self {
        Self { clock, parker, deadline: Cell::default(), alarms: AlarmClock::default() }
    }

    /// Wakes executors with the alarm of the embedder.
    pub(crate) fn use_alarm(&self, alarm: SetAlarm) {
        self.alarms.use_own(alarm);
    }

    /// The clock.
    pub(crate) fn clock(&self) -> &Rc<dyn Clock> {
        &self.clock
    }

    /// The current time.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Whether time jumps instead of passing.
    pub(crate) fn is_virtual(&self) -> bool {
        self.clock.is_virtual()
    }

    /// The waker that ends [`Self::park`].
    pub(crate) fn unparker(&self) -> Waker {
        self.parker.unparker()
    }

    /// Waits until the given time, if there is one, or until the thread is woken.
    pub(crate) fn park(&self, until: Option<Timestamp>) {
        self.parker.park(until);
    }

    /// Calls the waker when the clock has reached this time.
    pub(crate) fn wake_at(&self, due: Timestamp, waker: Waker) {
        self.alarms.set(due, due.duration_since(self.now()), waker, &*self.clock);
    }

    /// When the host wants to go on with other things, if it has said so.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.deadline.get()
    }

    /// Sets the deadline of the host until the guard is dropped.
    pub(crate) fn enter_deadline(&self, deadline: Option<Timestamp>) -> Restore<'_, Option<Timestamp>> {
        set_while(&self.deadline, deadline)
    }
}
