//! The agent of a worker.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::Context;
use boa_gc::Gc;

use super::in_program_time::InProgramTime;
use super::main_agent::MainAgent;
use super::parent::{Parent, script_name};
use super::script;
use super::turn_stack::{SuspendedTurn, Suspender, TurnProgress, TurnStacks};
use crate::agents::AgentId;
use crate::error::Error;
use crate::event_loop::{BlockedAgent, Deadline, EventLoop, LaterClock, NewWorker, Observer, Timestamp, Turn, WorkId};
use crate::profiles::HostPolicy;
use crate::runtime::Runtime;
use crate::runtime::settings::{Frames, Settings, StackChoice};
use crate::web::atomics::set_suspension;
use crate::web::html::{ErrorReporter, ErrorSink, PortEnd, Uncaught, UncaughtKind, set_is_worker};
use crate::web::workers::ending::goes_on_when_idle;
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
    /// Whether it was ended in the middle of a turn.
    is_cut_off: Rc<Cell<bool>>,
    /// Whether it keeps the program alive while it has work.
    is_referenced: Cell<bool>,
    /// The end of its implicit port.
    end: Gc<PortEnd>,
    shared: Shared,
    suspender: Rc<Suspender>,
    state: RefCell<State>,
    as_new: NewWorker,
    /// Who observes it.
    observer: RefCell<Option<Rc<dyn Observer>>>,
}

/// What a turn ends with: the runtime, if the worker goes on.
type TurnEnd = Option<Box<Runtime>>;

enum State {
    /// Its first turn fetches and runs the script.
    Starting(Box<WorkerRequest>),
    Running(Box<Runtime>),
    /// It takes its turn.
    Busy,
    /// It is suspended in the middle of its turn.
    Blocked(Rc<EventLoop>, SuspendedTurn<TurnEnd>),
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
        let clock = Rc::new(LaterClock::new(Rc::clone(&program.settings.clock)));
        let is_cut_off = parent.is_cut_off();
        let as_new = NewWorker {
            agent: id,
            parent: parent.agent(),
            name: request.name.to_std_string_lossy().into(),
            url: script_name(&request.url).into(),
            description: parent.description().into(),
            created_at: request.created_at.clone(),
            start: WorkId::start_of(id),
            origin: clock.origin_by_the_other(),
        };
        Self {
            id,
            parent,
            clock,
            program,
            loop_iterations,
            closing: Rc::default(),
            is_cut_off,
            is_referenced: Cell::new(true),
            end: request.end.clone(),
            shared: request.shared.clone(),
            suspender: Rc::default(),
            state: RefCell::new(State::Starting(Box::new(request))),
            as_new,
            observer: RefCell::default(),
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
            State::Blocked(event_loop, _) => event_loop.blocked_agent().is_some_and(|blocked| blocked.is_ready()),
            State::Busy | State::Ended => false,
        }
    }

    /// When it must take a turn even if nothing else happens, by the clock of the program.
    pub(super) fn next_due(&self) -> Option<Timestamp> {
        let due = match &*self.state.borrow() {
            State::Running(runtime) => runtime.event_loop().next_due(),
            State::Blocked(event_loop, _) => event_loop.blocked_agent().and_then(|blocked| blocked.next_due()),
            State::Starting(_) | State::Busy | State::Ended => None,
        };
        due.map(|due| self.clock.by_the_other(due))
    }

    /// Sets whether it keeps the program alive while it has work.
    pub(super) fn set_referenced(&self, is_referenced: bool) {
        self.is_referenced.set(is_referenced);
    }

    /// Whether it keeps the program alive.
    pub(super) fn has_work(&self) -> bool {
        if !self.is_referenced.get() {
            return false;
        }
        match &*self.state.borrow() {
            State::Starting(_) | State::Busy => true,
            State::Running(runtime) => runtime.has_work(),
            State::Blocked(event_loop, _) => event_loop.blocked_agent().is_some_and(|blocked| blocked.has_work()),
            State::Ended => false,
        }
    }

    /// The worker, as observers learn of it.
    pub(super) fn as_new_worker(&self) -> &NewWorker {
        &self.as_new
    }

    /// Lets the policy and the observer of the program know about the worker.
    pub(super) fn introduce(&self) {
        let Some(program) = self.program.event_loop() else { return };
        program.introduce(&self.as_new);
        *self.observer.borrow_mut() = program.observer_of_worker(&self.as_new);
    }

    /// Its event loop, while it waits for its turn.
    pub(super) fn event_loop(&self) -> Option<Rc<EventLoop>> {
        match &*self.state.borrow() {
            State::Running(runtime) => Some(Rc::clone(runtime.event_loop())),
            State::Blocked(event_loop, _) => Some(Rc::clone(event_loop)),
            State::Starting(_) | State::Busy | State::Ended => None,
        }
    }

    /// What suspends it; `None` if nothing does.
    pub(super) fn blocked(&self) -> Option<BlockedAgent> {
        match &*self.state.borrow() {
            State::Blocked(event_loop, _) => event_loop.blocked_agent(),
            _ => None,
        }
    }

    /// Whether its next turn does something that the policy does not choose.
    pub(super) fn has_ready_jobs(&self) -> bool {
        match &*self.state.borrow() {
            State::Running(runtime) => runtime.event_loop().has_ready_jobs(),
            _ => false,
        }
    }

    /// The start of a worker whose script has not run, as what it could do next.
    pub(super) fn start(&self) -> Option<WorkId> {
        matches!(&*self.state.borrow(), State::Starting(_)).then_some(self.as_new.start)
    }

    /// Takes one turn, or goes on with one that was suspended. Returns whether the worker goes on. `set_up` lets it
    /// create workers.
    pub(super) fn take_turn(
        self: &Rc<Self>,
        stacks: &TurnStacks,
        set_up: impl FnOnce(&Rc<ErrorReporter>, &mut Context),
    ) -> bool {
        match self.state.replace(State::Busy) {
            State::Starting(request) => match self.build(&request, set_up) {
                Ok(runtime) => {
                    let steps = move |agent: &Self, runtime| agent.run_a_worker(&request, runtime);
                    self.run_on_a_stack(Box::new(runtime), stacks, steps)
                }
                Err(error) => {
                    self.parent.uncaught(&Uncaught::new(UncaughtKind::Exception, error.to_string()));
                    false
                }
            },
            State::Running(runtime) => self.run_on_a_stack(runtime, stacks, Self::run_a_turn),
            State::Blocked(event_loop, turn) => {
                if let Some(blocked) = event_loop.blocked_agent() {
                    blocked.fire_due_timer();
                }
                let progress = turn.resume(stacks);
                self.after(progress, event_loop)
            }
            State::Busy | State::Ended => false,
        }
    }

    /// Returns whether the worker goes on.
    fn run_on_a_stack(
        self: &Rc<Self>,
        runtime: Box<Runtime>,
        stacks: &TurnStacks,
        steps: impl FnOnce(&Self, Box<Runtime>) -> TurnEnd + 'static,
    ) -> bool {
        let (agent, event_loop) = (Rc::clone(self), Rc::clone(runtime.event_loop()));
        let progress = stacks.run(&self.suspender, move || steps(&agent, runtime));
        self.after(progress, event_loop)
    }

    /// Returns whether the worker goes on.
    fn after(&self, progress: TurnProgress<TurnEnd>, event_loop: Rc<EventLoop>) -> bool {
        let (state, goes_on) = match progress {
            TurnProgress::Ended(Some(runtime)) => (State::Running(runtime), !self.closing.get()),
            TurnProgress::Ended(None) => (State::Ended, false),
            TurnProgress::Suspended(turn) => (State::Blocked(event_loop, turn), true),
        };
        *self.state.borrow_mut() = state;
        goes_on
    }

    /// A turn of a worker whose script has run.
    fn run_a_turn(&self, mut runtime: Box<Runtime>) -> TurnEnd {
        let turn = runtime.turn();
        if self.is_cut_off.get() {
            // Limits have ended it.
            return Some(runtime);
        }
        let is_out_of_time = runtime.event_loop().is_out_of_time();
        if turn == Turn::LimitExceeded || is_out_of_time {
            self.program.a_worker_has_exceeded(runtime.event_loop());
        }
        self.end_if_idle(&mut runtime);
        (!is_out_of_time).then_some(runtime)
    }

    /// [Runs a worker](https://html.spec.whatwg.org/multipage/workers.html#run-a-worker). Returns `None` if it has no
    /// script that can run.
    fn run_a_worker(&self, request: &WorkerRequest, mut runtime: Box<Runtime>) -> TurnEnd {
        let event_loop = Rc::clone(runtime.event_loop());
        let has_script = event_loop.run_start(self.as_new.start, || self.run_the_script(request, &mut runtime));
        if !has_script {
            self.end(&mut runtime);
            return None;
        }
        runtime.with_context(|context| PortEnd::enable(&self.end, context));
        self.end_if_idle(&mut runtime);
        Some(runtime)
    }

    /// Ends a worker that has nothing left to do, if its host ends such workers.
    fn end_if_idle(&self, runtime: &mut Runtime) {
        if !self.closing.get() && !runtime.has_work() && !runtime.with_context(goes_on_when_idle) {
            self.closing.set(true);
        }
    }

    /// Returns whether there is a script.
    fn run_the_script(&self, request: &WorkerRequest, runtime: &mut Runtime) -> bool {
        let program = script::load(request, &*self.program.settings.module_source, runtime);
        let has_script = program.is_parsed();
        // A host has told the worker what to do, and hears of what happens to it.
        if has_script || request.data.is_given() {
            // Enabled before the script runs, and not after it: the parent runs nothing meanwhile, and a message of the
            // script is older than the error that ends it.
            runtime.with_context(|context| PortEnd::enable(&request.outside, context));
        }
        runtime.start_program(program);
        has_script
    }

    fn build(
        &self,
        request: &WorkerRequest,
        set_up: impl FnOnce(&Rc<ErrorReporter>, &mut Context),
    ) -> Result<Runtime, Error> {
        let MainAgent { settings, parker, .. } = &*self.program;
        let waker = self.program.event_loop().map(|event_loop| event_loop.waker());
        let event_loop = EventLoop::of_agent(self.id, Rc::clone(&self.clock) as _, Rc::clone(parker), waker);
        if !settings.quirks.is_empty() {
            event_loop.set_boxed_policy(Box::new(HostPolicy::new(settings.quirks)));
        }
        if let Some(program) = self.program.event_loop() {
            program.set_policy_of_worker(&self.as_new, &event_loop);
            event_loop.set_access_observer(program.access_observer());
        }
        if let Some(observer) = self.observer.borrow().clone() {
            event_loop.set_observer(Some(Rc::new(InProgramTime::new(observer, Rc::clone(&self.clock)))));
        }
        let prepare = |settings: Settings, errors: &Rc<ErrorReporter>, context: &mut Context| {
            set_is_worker(request.is_secure, context);
            self.shared.share_with(context);
            set_up(errors, context);
            set_suspension(Rc::clone(&self.suspender) as _, context);
            context.runtime_limits_mut().set_loop_iteration_limit(self.loop_iterations);
            context.insert_data(WorkerEnvironment {
                url: request.url.clone(),
                name: request.name.clone(),
                is_module: request.is_module,
                closing: Rc::clone(&self.closing),
                source: settings.module_source,
                end: self.end.clone(),
                data: request.data.clone(),
                is_cut_off: Rc::clone(&self.is_cut_off),
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
            // Its turns run on stacks of this size or, without one, on that of the program, which is free then.
            stack: StackChoice::Thread(bytes),
            seed: program.seed().map(|seed| seed ^ self.id.get() << 32),
            base_url: Some(request.url.clone()),
            limits: self.program.event_loop().map_or(program.limits, |event_loop| event_loop.limits()),
            // A host draws frames of the program.
            frames: program.frames.filter(|frames| matches!(frames, Frames::Own(_))),
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

    /// Drops the runtime of a worker that was stopped. If it is suspended, its stack is emptied first.
    pub(super) fn finish(&self, stacks: &TurnStacks) {
        let runtime = match self.state.replace(State::Ended) {
            State::Running(runtime) => Some(runtime),
            State::Blocked(event_loop, turn) => {
                self.is_cut_off.set(true);
                event_loop.wake_to_terminate();
                match turn.resume(stacks) {
                    TurnProgress::Ended(runtime) => runtime,
                    TurnProgress::Suspended(_) => None,
                }
            }
            State::Starting(_) | State::Busy | State::Ended => None,
        };
        if let Some(mut runtime) = runtime {
            self.end(&mut runtime);
        }
    }

    fn end(&self, runtime: &mut Runtime) {
        let event_loop = Rc::clone(runtime.event_loop());
        self.end.unlink();
        self.shared.channels.an_agent_has_ended(&event_loop);
        self.shared.locks.an_agent_has_ended(&event_loop);
        self.shared.waiters.an_agent_has_ended(&event_loop);
        runtime.with_context(|context| self.shared.ports.an_agent_has_ended(&event_loop, context));
    }
}
