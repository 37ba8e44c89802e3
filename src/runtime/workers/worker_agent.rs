//! The agent of a worker.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::Context;
use boa_gc::Gc;

use super::main_agent::MainAgent;
use super::parent::Parent;
use super::script;
use crate::agents::AgentId;
use crate::error::Error;
use crate::event_loop::{
    ArrivalId, Deadline, Ending, EventLoop, LaterClock, QueuePosition, TaskSource, Timestamp, Turn, WorkKind,
    WorkRequest,
};
use crate::profiles::HostPolicy;
use crate::runtime::Runtime;
use crate::runtime::settings::{Settings, StackChoice};
use crate::web::html::{ErrorReporter, ErrorSink, PortEnd, Uncaught, UncaughtKind, set_is_worker};
use crate::web::workers::{Shared, WorkerEnvironment, WorkerRequest, create_worker_global_object};

/// A worker: a runtime of its own, once its script was run.
pub(super) struct WorkerAgent {
    id: AgentId,
    parent: Parent,
    program: Rc<MainAgent>,
    clock: Rc<LaterClock>,
    /// How often the loops of one call may run, as in the parent.
    loop_iterations: u64,
    /// The closing flag.
    closing: Rc<Cell<bool>>,
    /// The end of its implicit port.
    end: Gc<PortEnd>,
    shared: Shared,
    state: RefCell<State>,
    /// The task source of its turns, if the policy of the program chooses when it takes them.
    arrival: Cell<Option<ArrivalId>>,
    has_queued_turn: Rc<Cell<bool>>,
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
    pub(super) fn new(
        id: AgentId,
        parent: Parent,
        request: WorkerRequest,
        loop_iterations: u64,
        program: Rc<MainAgent>,
    ) -> Self {
        Self {
            id,
            parent,
            clock: Rc::new(LaterClock::new(Rc::clone(&program.settings.clock))),
            program,
            loop_iterations,
            closing: Rc::default(),
            end: request.end.clone(),
            shared: request.shared.clone(),
            state: RefCell::new(State::Starting(Box::new(request))),
            arrival: Cell::default(),
            has_queued_turn: Rc::default(),
        }
    }

    pub(super) fn id(&self) -> AgentId {
        self.id
    }

    /// The agent that has created it.
    pub(super) fn parent(&self) -> AgentId {
        self.parent.agent()
    }

    /// The worker in reports.
    pub(super) fn description(&self) -> &str {
        self.parent.description()
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

    /// Queues a task of the program that lets the worker take a turn, if it is ready and none is queued. `run` returns
    /// whether the worker has not ended before.
    pub(super) fn queue_a_turn(
        &self,
        event_loop: &EventLoop,
        context: &mut Context,
        run: impl FnOnce() -> bool + 'static,
    ) {
        if self.has_queued_turn.get() || !self.is_ready() {
            return;
        }
        self.has_queued_turn.set(true);
        let arrival = self.arrival.get().unwrap_or_else(|| event_loop.new_arrival_id());
        self.arrival.set(Some(arrival));
        let source = TaskSource::Worker(arrival);
        let request = WorkRequest { source: Some(source), ..WorkKind::WorkerTurn.into() };
        let work = event_loop.new_work_of(request, self.parent.origin(), context);
        let (queued, realm) = (Rc::clone(&self.has_queued_turn), context.realm().clone());
        event_loop.queue_a_global_task(source, work, QueuePosition::Last, realm, move |_, _| {
            queued.set(false);
            Ok(if run() { Ending::Returned } else { Ending::Removed })
        });
    }

    /// Takes one turn. Returns whether the worker goes on. `set_up` lets it create workers.
    pub(super) fn take_turn(&self, set_up: impl FnOnce(&Rc<ErrorReporter>, &mut Context)) -> bool {
        let runtime = match self.state.replace(State::Busy) {
            State::Starting(request) => self.run_a_worker(&request, set_up),
            State::Running(mut runtime) => {
                if runtime.turn() == Turn::LimitExceeded {
                    self.program.a_worker_has_exceeded(runtime.event_loop());
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
    fn run_a_worker(
        &self,
        request: &WorkerRequest,
        set_up: impl FnOnce(&Rc<ErrorReporter>, &mut Context),
    ) -> Option<Box<Runtime>> {
        let mut runtime = match self.build(request, set_up) {
            Ok(runtime) => Box::new(runtime),
            Err(error) => {
                self.parent.uncaught(&Uncaught::new(UncaughtKind::Exception, error.to_string()));
                return None;
            }
        };
        let program = script::load(request, &*self.program.settings.module_source, &mut runtime);
        let has_script = program.is_parsed();
        if has_script {
            // Enabled before the script runs, and not after it: the parent runs nothing meanwhile, and a message of the
            // script is older than the error that ends it.
            runtime.with_context(|context| PortEnd::enable(&request.outside, context));
        }
        runtime.start_program(program);
        if !has_script {
            self.end(&mut runtime);
            return None;
        }
        runtime.with_context(|context| PortEnd::enable(&self.end, context));
        Some(runtime)
    }

    fn build(
        &self,
        request: &WorkerRequest,
        set_up: impl FnOnce(&Rc<ErrorReporter>, &mut Context),
    ) -> Result<Runtime, Error> {
        let MainAgent { settings, parker, .. } = &*self.program;
        let waker = self.program.event_loop().map(|event_loop| event_loop.waker());
        let event_loop = EventLoop::with_parts(Rc::clone(&self.clock) as _, Rc::clone(parker), waker);
        if !settings.quirks.is_empty() {
            event_loop.set_boxed_policy(Box::new(HostPolicy::new(settings.quirks)));
        }
        let prepare = |settings: Settings, errors: &Rc<ErrorReporter>, context: &mut Context| {
            set_is_worker(context);
            self.shared.share_with(context);
            set_up(errors, context);
            context.runtime_limits_mut().set_loop_iteration_limit(self.loop_iterations);
            context.insert_data(WorkerEnvironment {
                url: request.url.clone(),
                name: request.name.clone(),
                is_module: request.is_module,
                closing: Rc::clone(&self.closing),
                source: settings.module_source,
                end: self.end.clone(),
            });
        };
        self.settings(request, settings).build(event_loop, prepare)
    }

    /// The settings of the program, with what is different for a worker.
    fn settings(&self, request: &WorkerRequest, program: &Settings) -> Settings {
        let (StackChoice::Own(bytes) | StackChoice::Thread(bytes)) = program.stack;
        Settings {
            clock: Rc::clone(&self.clock) as _,
            errors: Some(Rc::new(self.parent.clone())),
            // The program is not running: its stack is free.
            stack: StackChoice::Thread(bytes),
            seed: program.seed().map(|seed| seed ^ self.id.get() << 32),
            base_url: Some(request.url.clone()),
            limits: self.program.event_loop().map_or(program.limits, |event_loop| event_loop.limits()),
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
        self.shared.locks.an_agent_has_ended(&event_loop);
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
