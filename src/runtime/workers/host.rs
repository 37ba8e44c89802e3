//! The host of the workers that an agent creates.

use std::cell::OnceCell;
use std::rc::Rc;

use boa_engine::Context;
use url::Url;

use super::family::Family;
use super::parent::Parent;
use super::worker_agent::WorkerAgent;
use crate::agents::AgentId;
use crate::event_loop::{EventLoop, Parker};
use crate::runtime::settings::Settings;
use crate::web::html::ErrorReporter;
use crate::web::workers::{TooManyWorkers, WorkerHost, WorkerRequest, set_worker_host};

/// What a program needs for its first worker.
pub(super) struct Host {
    agent: AgentId,
    errors: Rc<ErrorReporter>,
    settings: Settings,
    parker: Rc<dyn Parker>,
    /// Made for the first worker.
    family: OnceCell<Rc<Family>>,
}

/// Lets the program of a context create workers.
pub(in crate::runtime) fn set_up_workers(
    settings: Settings,
    errors: &Rc<ErrorReporter>,
    parker: Rc<dyn Parker>,
    context: &mut Context,
) {
    if settings.max_workers == 0 {
        return;
    }
    let (agent, errors, family) = (AgentId::MAIN, Rc::clone(errors), OnceCell::new());
    set_worker_host(Rc::new(Host { agent, errors, settings, parker, family }), context);
}

/// Lets a worker create workers.
pub(super) fn set_up_nested_workers(
    family: &Rc<Family>,
    agent: AgentId,
    errors: &Rc<ErrorReporter>,
    context: &mut Context,
) {
    let (settings, parker) = (family.settings.clone(), Rc::clone(&family.parker));
    let host = Host { agent, errors: Rc::clone(errors), settings, parker, family: OnceCell::from(Rc::clone(family)) };
    set_worker_host(Rc::new(host), context);
}

impl Host {
    fn family(&self, event_loop: &Rc<EventLoop>) -> &Rc<Family> {
        self.family.get_or_init(|| {
            let (settings, parker) = (self.settings.clone(), Rc::clone(&self.parker));
            let family = Rc::new(Family::new(settings, parker, Rc::clone(&self.errors), event_loop));
            event_loop.set_other_agents(Rc::clone(&family) as _);
            family
        })
    }
}

impl WorkerHost for Host {
    fn start(&self, request: WorkerRequest, context: &Context) -> Result<AgentId, TooManyWorkers> {
        let Some(event_loop) = EventLoop::of(context) else { return Err(TooManyWorkers(0)) };
        let family = self.family(&event_loop);
        let parent = Parent::new(self.agent, &event_loop, &self.errors, &request, family);
        family.add(|id| Rc::new(WorkerAgent::new(id, parent, request, family)))
    }

    fn terminate(&self, worker: AgentId) {
        if let Some(family) = self.family.get() {
            family.remove(worker);
        }
    }

    fn program_url(&self, context: &Context) -> Option<Url> {
        self.settings.module_source.program_url(context)
    }
}
