//! Observers of workers receive times by the clock of the program.

use std::rc::Rc;

use crate::event_loop::{Event, LaterClock, Observer, Subject, Timestamp};

/// Passes the events of a worker to an observer, with times by the clock of the program.
pub(super) struct InProgramTime {
    observer: Rc<dyn Observer>,
    clock: Rc<LaterClock>,
}

impl InProgramTime {
    pub(super) fn new(observer: Rc<dyn Observer>, clock: Rc<LaterClock>) -> Self {
        Self { observer, clock }
    }

    /// The event, if it has a time.
    fn converted(&self, event: &Event) -> Option<Event> {
        let converted = |time: Timestamp| self.clock.by_the_other(time);
        Some(match *event {
            Event::TimerSet { work, due } => Event::TimerSet { work, due: converted(due) },
            Event::IdlePeriodStarted { deadline } => Event::IdlePeriodStarted { deadline: converted(deadline) },
            Event::Sleeping { until } => Event::Sleeping { until: until.map(converted) },
            Event::UserTiming { ref name, start, duration, ref detail } => {
                let start = start + self.clock.origin_by_the_other().as_milliseconds();
                Event::UserTiming { name: Rc::clone(name), start, duration, detail: detail.clone() }
            }
            _ => return None,
        })
    }
}

impl Observer for InProgramTime {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        let converted = self.converted(event);
        self.observer.observe(self.clock.by_the_other(now), converted.as_ref().unwrap_or(event), subject);
    }

    fn wants(&self, event: &Event) -> bool {
        self.observer.wants(event)
    }
}
