//! The host of the workers that an agent creates.

use std::cell::OnceCell;
use std::rc::Rc;

use boa_engine::Context;
use url::Url;

use super::family::Family;
use super::main_agent::MainAgent;
use super::parent::Parent;
use super::worker_agent::WorkerAgent;
use crate::agents::AgentId;
use crate::event_loop::{EventLoop, Parker};
use crate::runtime::settings::Settings;
use crate::web::html::ErrorReporter;
use crate::web::workers::{TooManyWorkers, WorkerHost, WorkerRequest, set_worker_host};

/// What an agent needs for its first worker.
struct Host {
    agent: AgentId,
    errors: Rc<ErrorReporter>,
    settings: Settings,
    parker: Rc<dyn Parker>,
    /// Made for the first worker of the program.
    family: OnceCell<Rc<Family>>,
}

/// Lets the program of a context create workers.
pub(in crate::runtime) fn set_up_workers(
    settings: Settings,
    errors: &Rc<ErrorReporter>,
    parker: Rc<dyn Parker>,
    context: &mut Context,
) {
    if settings.max_workers > 0 {
        let (agent, errors, family) = (AgentId::MAIN, Rc::clone(errors), OnceCell::new());
        set_worker_host(Rc::new(Host { agent, errors, settings, parker, family }), context);
    }
}

/// Lets a worker create workers.
fn set_up_nested_workers(family: &Rc<Family>, agent: AgentId, errors: &Rc<ErrorReporter>, context: &mut Context) {
    let MainAgent { settings, parker, .. } = &*family.program;
    let (settings, parker, errors) = (settings.clone(), Rc::clone(parker), Rc::clone(errors));
    let family = OnceCell::from(Rc::clone(family));
    set_worker_host(Rc::new(Host { agent, errors, settings, parker, family }), context);
}

impl Host {
    fn family(&self, event_loop: &Rc<EventLoop>) -> &Rc<Family> {
        self.family.get_or_init(|| {
            let (settings, parker) = (self.settings.clone(), Rc::clone(&self.parker));
            let (errors, weak) = (Rc::clone(&self.errors), Rc::downgrade(event_loop));
            let program = MainAgent { settings, parker, errors, event_loop: weak };
            let family = Rc::new(Family::new(program, set_up_nested_workers));
            event_loop.set_other_agents(Rc::clone(&family) as _);
            family
        })
    }
}

impl WorkerHost for Host {
    fn start(&self, request: WorkerRequest, context: &mut Context) -> Result<AgentId, TooManyWorkers> {
        let Some(event_loop) = EventLoop::of(context) else { return Err(TooManyWorkers(0)) };
        let family = self.family(&event_loop);
        let parent = Parent::new(self.agent, &event_loop, &self.errors, &request, &family.program);
        let loops = context.runtime_limits().loop_iteration_limit();
        let origin = request.origin;
        let worker = family.add(|id| WorkerAgent::new(id, parent, request, loops, Rc::clone(&family.program)))?;
        let new = worker.as_new_worker();
        worker.introduce();
        event_loop.worker_is_scheduled(new.start, origin, context);
        Ok(worker.id())
    }

    fn terminate(&self, worker: AgentId) {
        if let Some(family) = self.family.get() {
            family.remove(worker);
        }
    }

    fn set_referenced(&self, worker: AgentId, is_referenced: bool) {
        if let Some(family) = self.family.get() {
            family.set_referenced(worker, is_referenced);
        }
    }

    fn program_url(&self, context: &Context) -> Option<Url> {
        self.settings.module_source.program_url(context)
    }
}
