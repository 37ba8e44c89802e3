//! A runtime that runs the work that a user chooses.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use super::chooser::Chooser;
use super::connection::Shared;
use super::rules::{Bounds, Level};
use super::schedule::Schedule;
use super::strategy::{Alternative, Pick, Point, Strategy};
use crate::debug::debug;
use crate::event_loop::{Observer, Quirks, VirtualTime, WorkId};
use crate::runtime::RuntimeBuilder;

/// How late timers may be, and how long tasks may take, if a user chooses what runs.
const ANY_DURATION: Duration = Duration::from_hours(1);

/// Makes a runtime run the work that a user chooses, and records the choices as a schedule.
pub struct Stepping {
    shared: Rc<Shared<Wanted>>,
    wanted: Rc<Cell<Option<WorkId>>>,
}

debug!(Stepping, "schedule" = |stepping| stepping.schedule());

impl Stepping {
    /// Starts with the default order. `main_file` is the name of the program's file, which names of work omit. Without
    /// a virtual clock, time passes by itself.
    #[must_use]
    pub fn new(clock: Option<Rc<VirtualTime>>, main_file: &Path) -> Self {
        let wanted = Rc::default();
        // The user may choose anything that the standards allow.
        let bounds = Bounds {
            level: Level::Standard,
            timer_lateness: ANY_DURATION,
            task_cost: ANY_DURATION,
            separate_ports: true,
        };
        let chooser = Chooser::new(bounds, &[], Some(Wanted(Rc::clone(&wanted))));
        let shared = Shared::new(chooser, clock, main_file);
        shared.tracker.borrow_mut().forget_ended_work();
        Self { shared, wanted }
    }

    /// Sets the policy of a runtime and, in virtual time, its clock.
    #[must_use]
    pub fn configure(&self, builder: RuntimeBuilder) -> RuntimeBuilder {
        self.shared.configure(builder, Quirks::default(), 0)
    }

    /// The observer that the event loop needs.
    #[must_use]
    pub fn observer(&self) -> Rc<dyn Observer> {
        self.shared.observer()
    }

    /// Sets the work that is to run next. It runs before the work that is next by default if the standards allow that,
    /// after the work that it has to wait for.
    pub fn want(&self, work: Option<WorkId>) {
        self.wanted.set(work);
    }

    /// The choices so far, for [`Following`](super::Following).
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        self.shared.chooser.borrow().schedule()
    }
}

/// Picks the work that the user wants.
struct Wanted(Rc<Cell<Option<WorkId>>>);

impl Strategy for Wanted {
    fn pick(&mut self, point: &Point<'_>) -> Pick {
        let wanted = self.0.get().map(Alternative::Before);
        let index = point.alternatives.iter().position(|&alternative| Some(alternative) == wanted);
        index.map_or(Pick::Default, Pick::Alternative)
    }

    fn has_plans(&self) -> bool {
        self.0.get().is_some()
    }
}
