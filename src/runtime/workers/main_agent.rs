//! What workers need of the agent of the program.

use std::rc::{Rc, Weak};

use crate::event_loop::{EventLoop, Parker};
use crate::runtime::settings::Settings;
use crate::web::html::{ErrorReporter, Uncaught};

/// The agent of the program.
pub(super) struct MainAgent {
    pub(super) settings: Settings,
    pub(super) parker: Rc<dyn Parker>,
    pub(super) errors: Rc<ErrorReporter>,
    pub(super) event_loop: Weak<EventLoop>,
}

impl MainAgent {
    /// Its event loop, unless it has ended.
    pub(super) fn event_loop(&self) -> Option<Rc<EventLoop>> {
        self.event_loop.upgrade()
    }

    /// Reports an error of a worker that is nobody else's.
    pub(super) fn report(&self, uncaught: &Uncaught) {
        self.errors.report_for_a_worker(uncaught, self.event_loop().as_deref());
    }

    /// Lets whoever drives the program know that work of a worker exceeded a limit.
    pub(super) fn a_worker_has_exceeded(&self, worker: &EventLoop) {
        if let (Some(event_loop), Some(exceeded)) = (self.event_loop(), worker.exceeded_limit()) {
            event_loop.another_agent_has_exceeded(exceeded);
        }
    }
}
