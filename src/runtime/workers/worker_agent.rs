//! The agent of a worker.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::Context;
use boa_gc::Gc;

use super::family::Family;
use super::host::set_up_nested_workers;
use super::parent::Parent;
use super::script;
use crate::agents::AgentId;
use crate::error::Error;
use crate::event_loop::{Deadline, EventLoop, LaterClock, Timestamp, Turn};
use crate::profiles::HostPolicy;
use crate::runtime::Runtime;
use crate::runtime::settings::{Settings, StackChoice};
use crate::web::html::{ErrorReporter, ErrorSink, PortEnd, Uncaught, UncaughtKind, set_is_worker};
use crate::web::workers::{Shared, WorkerEnvironment, WorkerRequest, create_worker_global_object};

/// A worker: a runtime of its own, once its script was run.
pub(super) struct WorkerAgent {
    id: AgentId,
    parent: Parent,
    clock: Rc<LaterClock>,
    /// The closing flag.
    closing: Rc<Cell<bool>>,
    /// The end of its implicit port.
    end: Gc<PortEnd>,
    shared: Shared,
    state: RefCell<State>,
}

enum State {
    /// Its first turn fetches and runs the script.
    Starting(Box<WorkerRequest>),
    Running(Box<Runtime>),
    /// It takes its turn.
    Busy,
    Ended,
}

impl WorkerAgent {
    pub(super) fn new(id: AgentId, parent: Parent, request: WorkerRequest, family: &Family) -> Self {
        Self {
            id,
            parent,
            clock: Rc::new(LaterClock::new(Rc::clone(&family.settings.clock))),
            closing: Rc::default(),
            end: request.end.clone(),
            shared: request.shared.clone(),
            state: RefCell::new(State::Starting(Box::new(request))),
        }
    }

    pub(super) fn id(&self) -> AgentId {
        self.id
    }

    /// The agent that has created it.
    pub(super) fn parent(&self) -> AgentId {
        self.parent.agent()
    }

    pub(super) fn is_ready(&self) -> bool {
        match &*self.state.borrow() {
            State::Starting(_) => true,
            State::Running(runtime) => runtime.next_deadline() == Deadline::Now,
            State::Busy | State::Ended => false,
        }
    }

    /// When it must take a turn even if nothing else happens, by the clock of the program.
    pub(super) fn next_due(&self) -> Option<Timestamp> {
        match &*self.state.borrow() {
            State::Running(runtime) => runtime.event_loop().next_due().map(|due| self.clock.by_the_other(due)),
            _ => None,
        }
    }

    pub(super) fn has_work(&self) -> bool {
        match &*self.state.borrow() {
            State::Starting(_) | State::Busy => true,
            State::Running(runtime) => runtime.has_work(),
            State::Ended => false,
        }
    }

    /// Takes one turn. Returns whether the worker goes on.
    pub(super) fn take_turn(&self, family: &Rc<Family>) -> bool {
        let runtime = match self.state.replace(State::Busy) {
            State::Starting(request) => self.run_a_worker(&request, family),
            State::Running(mut runtime) => {
                if runtime.turn() == Turn::LimitExceeded {
                    family.a_worker_has_exceeded(runtime.event_loop());
                }
                Some(runtime)
            }
            State::Busy | State::Ended => None,
        };
        let Some(runtime) = runtime else {
            *self.state.borrow_mut() = State::Ended;
            return false;
        };
        *self.state.borrow_mut() = State::Running(runtime);
        !self.closing.get()
    }

    /// [Runs a worker](https://html.spec.whatwg.org/multipage/workers.html#run-a-worker). Returns `None` if it has no
    /// script that can run.
    fn run_a_worker(&self, request: &WorkerRequest, family: &Rc<Family>) -> Option<Box<Runtime>> {
        let mut runtime = match self.build(request, family) {
            Ok(runtime) => Box::new(runtime),
            Err(error) => {
                self.parent.uncaught(&Uncaught::new(UncaughtKind::Exception, error.to_string()));
                return None;
            }
        };
        let program = script::load(request, &*family.settings.module_source, &mut runtime);
        let has_script = program.is_parsed();
        runtime.start_program(program);
        if !has_script {
            self.end(&mut runtime);
            return None;
        }
        runtime.with_context(|context| {
            PortEnd::enable(request.worker.end(), context);
            PortEnd::enable(&self.end, context);
        });
        Some(runtime)
    }

    fn build(&self, request: &WorkerRequest, family: &Rc<Family>) -> Result<Runtime, Error> {
        let waker = family.event_loop().map(|event_loop| event_loop.waker());
        let event_loop = EventLoop::with_parts(Rc::clone(&self.clock) as _, Rc::clone(&family.parker), waker);
        if !family.settings.quirks.is_empty() {
            event_loop.set_boxed_policy(Box::new(HostPolicy::new(family.settings.quirks)));
        }
        let prepare = |settings: Settings, errors: &Rc<ErrorReporter>, context: &mut Context| {
            set_is_worker(context);
            self.shared.share_with(context);
            set_up_nested_workers(family, self.id, errors, context);
            context.insert_data(WorkerEnvironment {
                url: request.url.clone(),
                name: request.name.clone(),
                is_module: request.is_module,
                closing: Rc::clone(&self.closing),
                source: settings.module_source,
                end: self.end.clone(),
            });
        };
        self.settings(request, &family.settings).build(event_loop, prepare)
    }

    /// The settings of the program, with what is different for a worker.
    fn settings(&self, request: &WorkerRequest, program: &Settings) -> Settings {
        let (StackChoice::Own(bytes) | StackChoice::Thread(bytes)) = program.stack;
        Settings {
            clock: Rc::clone(&self.clock) as _,
            errors: Some(Rc::new(self.parent.clone())),
            // The program is not running: its stack is free.
            stack: StackChoice::Thread(bytes),
            seed: program
                .seed
                .or_else(|| program.clock_is_virtual().then_some(0))
                .map(|seed| seed ^ self.id.get() << 32),
            base_url: Some(request.url.clone()),
            frames: None,
            user_input: false,
            extensions: program.extensions.iter().chain(&program.worker_extensions).cloned().collect(),
            create_global_object: create_worker_global_object,
            ..program.clone()
        }
    }

    /// Ends the worker. Its runtime is dropped later, if JavaScript may be running.
    pub(super) fn stop(&self) {
        self.end.unlink();
        self.closing.set(true);
    }

    fn end(&self, runtime: &mut Runtime) {
        let event_loop = Rc::clone(runtime.event_loop());
        self.end.unlink();
        self.shared.channels.an_agent_has_ended(&event_loop);
        runtime.with_context(|context| self.shared.ports.an_agent_has_ended(&event_loop, context));
    }
}

impl Drop for WorkerAgent {
    fn drop(&mut self) {
        if let State::Running(mut runtime) = self.state.replace(State::Ended) {
            self.end(&mut runtime);
        }
    }
}
