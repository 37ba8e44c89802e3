//! Records what each piece of work of a run accesses.
//!
//! Work whose accesses are not known conflicts with all other work. That is so until the program announces its first
//! function, after the program has done something that is not known, and for all work that the event loop treats in a
//! special way, such as timers.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use boa_engine::JsObject;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::situation::Queue;
use super::super::wire::wire_fields;
use super::combinations::Combinations;
use super::effects::{OF_ANYTHING, OF_LISTENERS, field, shown};
use super::location::{Kind, Location};
use super::obstacle::Obstacle;
use super::uses::{FunctionId, Uses};
use crate::event_loop::{
    AccessObserver, AgentId, Ending, Event, PortId, Subject, TaskSource, Timestamp, WorkId, WorkKind,
};

/// More work than this is not compared: all of it conflicts.
const MOST_WORK: usize = 2_000;

/// Identifies work in all runs in which the same has happened before it: by what scheduled it, and the how manieth work
/// of that it is.
pub(in crate::exploration) type Key = u64;

/// What work accesses: hashes of locations. `None`: it may be anything.
pub(in crate::exploration) type Footprint = Option<Arc<Vec<(u64, Kind)>>>;

/// Whether the order of two pieces of work may matter.
fn conflict(one: &Footprint, other: &Footprint) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return true };
    one.iter().any(|(location, kind)| other.iter().any(|(it, other)| it == location && kind.conflicts(*other)))
}

/// Like [`conflict`], for work of different runs, in which a promise may have different numbers.
pub(in crate::exploration) fn conflict_across_runs(one: &Footprint, other: &Footprint) -> bool {
    conflict(one, other) || [one, other].iter().all(|footprint| has(footprint, Location::PromiseNumbers))
}

fn has(footprint: &Footprint, location: Location) -> bool {
    let location = hash(location);
    footprint.as_ref().is_some_and(|accesses| accesses.iter().any(|(it, _)| *it == location))
}

/// Whether work did nothing, so that it is not a part of an order.
pub(in crate::exploration) fn is_nothing(footprint: &Footprint) -> bool {
    has(footprint, Location::Nothing)
}

/// A piece of work that has run. The first one is the main script or module.
#[derive(Clone, Debug)]
pub(in crate::exploration) struct Recorded {
    pub(in crate::exploration) key: Key,
    /// The index of the work that scheduled it.
    pub(in crate::exploration) parent: Option<usize>,
    /// A hash of its agent and its queue.
    pub(in crate::exploration) queue: Option<u64>,
    pub(in crate::exploration) footprint: Footprint,
    /// How often all that was ready had run before, so that only time could pass, for longer than a task may take. What
    /// runs after that never runs before it.
    pub(in crate::exploration) period: u32,
}

wire_fields! {
    Recorded { key, parent, queue, footprint, period }
}

/// Records what each piece of work of a run accesses.
pub(in crate::exploration) struct Recorder {
    uses: Arc<Uses>,
    state: RefCell<State>,
}

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is independent of the others")]
struct State {
    /// Whether the program has announced its main function.
    has_started: bool,
    /// Whether all later work is unknown.
    gives_up: bool,
    /// Whether it is only known which agent work belongs to, and what agents send each other.
    is_by_agents: bool,
    /// The agents that have shared memory. Nothing tells when their work uses it.
    sharing: FxHashSet<AgentId>,
    recorded: Vec<Recorded>,
    current: Current,
    /// A hash of all work that has run, in order.
    sequence: u64,
    /// Whether the next work was chosen in a simple situation.
    is_next_simple: bool,
    /// Whether only time passes before the next work.
    is_waiting: bool,
    scheduled: FxHashMap<WorkId, Scheduled>,
    scopes: u64,
    promises: Promises,
    /// The first thing that may affect all other work, and the work that did it.
    obstacle: Option<(&'static str, Option<WorkId>)>,
}

/// Work that has been scheduled.
#[derive(Clone, Copy)]
struct Scheduled {
    /// The index of the work that scheduled it.
    by: usize,
    /// How much that had scheduled by then.
    number: u32,
    kind: WorkKind,
}

/// What the work that runs has accessed so far.
#[derive(Default)]
struct Current {
    accesses: FxHashMap<Location, Kind>,
    is_unknown: bool,
    scheduled: u32,
    /// The promises that it has rejected and that have no handler.
    rejected: Vec<JsObject>,
    /// `None` for the main script or module.
    work: Option<WorkId>,
}

#[derive(Default)]
struct Promises {
    /// The numbers of promises, by their addresses. The promises are kept, so that no other object gets the address.
    numbers: FxHashMap<usize, (u64, JsObject)>,
    last: u64,
    /// Those of which it is known what resolves them.
    known: FxHashSet<u64>,
    /// The promises whose executors run.
    executors: Vec<u64>,
    /// Those that `Promise.all()` and other functions of this kind have returned.
    combinations: Combinations,
    /// What job callbacks wait for, by their registrations.
    registrations: Vec<Registration>,
    /// The promise to which job callbacks are added, and how many of them.
    awaited: Option<(u64, usize)>,
    /// Whether the job that runs has announced itself.
    is_announced: bool,
    /// Whether callbacks without a promise are those of the main module.
    is_evaluating: bool,
}

/// What a job callback waits for.
#[derive(Clone, Copy)]
struct Registration {
    promise: u64,
    /// The promise that it is a part of, if it is one of `Promise.all()` or another function of this kind.
    combined: Option<u64>,
}

/// An `await` adds a reaction for a value and one for an error.
pub(super) const REACTIONS_OF_AWAIT: usize = 2;

/// The registration of a callback that only ends the evaluation of the main module.
const OF_MAIN: u64 = u64::MAX;

/// The registration of a callback of which it is not known what it waits for.
const UNKNOWN: u64 = 0;

fn hash(value: impl Hash) -> u64 {
    // Different work must not get the same key.
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The address of an object, which is kept.
fn address(object: &JsObject) -> usize {
    std::ptr::from_ref(object.as_ref()).cast::<()>() as usize
}

impl State {
    /// What the work of an agent accesses within the agent does not matter if all of it conflicts.
    fn access(&mut self, location: Location, kind: Kind) {
        if !self.is_by_agents {
            self.access_shared(location, kind);
        }
    }

    /// A promise is settled, or something waits for it.
    fn access_promise(&mut self, number: u64) {
        self.access(Location::Promise(number), Kind::Write);
        self.access(Location::Promises, Kind::Add);
    }

    /// Something is accessed that agents share.
    fn access_shared(&mut self, location: Location, kind: Kind) {
        if self.gives_up {
            return;
        }
        self.current.accesses.entry(location).and_modify(|known| *known = known.and(kind)).or_insert(kind);
    }

    /// The work that ran last has ended.
    fn finish(&mut self) {
        // The main script comes first anyway.
        let is_announced = self.has_started || self.is_by_agents && self.recorded.len() > 1;
        let is_unknown = self.current.is_unknown || self.gives_up || !is_announced;
        if !self.current.rejected.is_empty() {
            self.access(Location::Rejections, Kind::Add);
        }
        let accesses = std::mem::take(&mut self.current.accesses);
        if let Some(last) = self.recorded.last_mut() {
            let hashed = || accesses.into_iter().map(|(location, kind)| (hash(location), kind)).collect();
            last.footprint = (!is_unknown).then(|| Arc::new(hashed()));
        }
    }

    /// The work that begins dispatches an event.
    fn calls_listeners(&mut self) {
        self.access(Location::Listeners, Kind::Read);
        for name in OF_LISTENERS {
            self.access(field(name), Kind::Read);
        }
    }

    fn begin(&mut self, work: WorkId, queue: Queue) {
        self.finish();
        self.sequence = hash((self.sequence, self.key(work)));
        let scheduled = self.scheduled.get(&work).copied();
        let is_simple = std::mem::take(&mut self.is_next_simple);
        self.current =
            Current { is_unknown: scheduled.is_none() || !is_simple, work: Some(work), ..Current::default() };
        self.gives_up |= self.recorded.len() > MOST_WORK;
        self.promises.awaited = None;
        // The work that loads the main module evaluates it. Until then, no function has been announced.
        self.promises.is_evaluating = !self.has_started;
        let key = self.key(work);
        let parent = scheduled.map(|it| it.by);
        // A call of a test does not wait in a queue: it follows from the end of what ran before.
        let is_call = scheduled.is_some_and(|it| it.kind == WorkKind::Test);
        let hashed = (!is_call).then(|| hash((work.agent(), queue)));
        let is_later = std::mem::take(&mut self.is_waiting);
        let period = self.recorded.last().map_or(0, |last| last.period) + u32::from(is_later);
        self.recorded.push(Recorded { key, parent, queue: hashed, footprint: None, period });
        self.access_shared(Location::Tests, if is_call { Kind::Write } else { Kind::Add });
        if is_call {
            return;
        }
        if self.is_by_agents {
            // A message that is sent before the start of its receiver is queued by the start.
            if queue == Queue::Start {
                self.is_unknown("the start of a worker");
            }
            self.access_shared(Location::Agent(work.agent()), Kind::Write);
            if self.sharing.contains(&work.agent()) {
                self.access_shared(Location::SharedMemory, Kind::Write);
            }
            return;
        }
        match queue {
            Queue::UnshippedPort(Some(port)) | Queue::Source(TaskSource::MessagePort(port)) => {
                self.access(Location::Port(port), Kind::Read);
                self.calls_listeners();
            }
            Queue::Source(TaskSource::Timer) => self.access(Location::ClearedTimers, Kind::Read),
            Queue::Source(TaskSource::Arrival(_)) => {
                self.access(Location::Settled, Kind::Add);
                // What arrives may be a thenable.
                self.access(field("then"), Kind::Read);
            }
            Queue::Scheduler => {
                self.access(Location::Signals, Kind::Read);
                self.access(Location::Settled, Kind::Add);
            }
            Queue::Source(TaskSource::DomManipulation)
                if scheduled.is_some_and(|it| {
                    matches!(it.kind, WorkKind::UnhandledRejections | WorkKind::RejectionHandled)
                }) =>
            {
                self.access(Location::Rejections, Kind::Write);
                self.calls_listeners();
            }
            _ => self.is_unknown("a task of another kind"),
        }
    }

    /// The work that runs may affect all other work.
    fn is_unknown(&mut self, why: &'static str) {
        if !std::mem::replace(&mut self.current.is_unknown, true) {
            self.obstacle.get_or_insert((why, self.current.work));
        }
    }

    /// All work that follows may affect all other work.
    fn gives_up(&mut self, why: &'static str) {
        self.gives_up = true;
        self.obstacle.get_or_insert((why, self.current.work));
    }

    /// A promise was rejected, and has no handler. That matters only if it has none when the work ends: an `async`
    /// function that throws at once is handled by its caller.
    fn rejected(&mut self, promise: JsObject) {
        self.current.rejected.push(promise);
    }

    /// A promise that was rejected got its first handler.
    fn handled(&mut self, promise: &JsObject) {
        match self.current.rejected.iter().position(|rejected| JsObject::equals(rejected, promise)) {
            Some(index) => drop(self.current.rejected.swap_remove(index)),
            None => self.access(Location::Rejections, Kind::Write),
        }
    }

    /// Follows an event of a program with workers, if it has to be followed in another way. What happens within an
    /// agent does not matter.
    fn follows_between_agents(&mut self, event: &Event) -> bool {
        match event {
            // Nothing tells when a lock is requested or released that nobody waits for.
            Event::Scheduled(it) if matches!(it.kind, WorkKind::Lock | WorkKind::LockQuery | WorkKind::LockStolen) => {
                self.gives_up("a lock of `navigator.locks`");
            }
            Event::Scheduled(_) | Event::Started { .. } | Event::Ready { .. } | Event::ErrorReported { .. } => {
                return false;
            }
            // Messages may have come before.
            Event::PortOpened { port, .. } => self.access_shared(Location::Port(*port), Kind::Write),
            Event::PortShipped { .. }
            | Event::PortClosed { .. }
            | Event::WorkerCreated { .. }
            | Event::Delivered { .. } => self.is_unknown("a worker, or a port that is sent or closed,"),
            _ => {}
        }
        true
    }

    /// Whether work tells that a port is closed.
    fn is_port_close(&self, work: WorkId) -> bool {
        self.scheduled.get(&work).is_some_and(|it| it.kind == WorkKind::PortClose)
    }

    fn key(&self, work: WorkId) -> Key {
        self.scheduled.get(&work).map_or(work.get(), |it| hash((self.recorded[it.by].key, it.number)))
    }

    fn number_of(&mut self, promise: &JsObject) -> u64 {
        let address = address(promise);
        let promises = &mut self.promises;
        let next = promises.last + 1;
        let (number, _) = promises.numbers.entry(address).or_insert_with(|| (next, promise.clone()));
        let (number, is_new) = (*number, *number == next);
        promises.last = promises.last.max(number);
        if is_new {
            self.access(Location::PromiseNumbers, Kind::Add);
        }
        number
    }
}

impl Recorder {
    pub(in crate::exploration) fn new(uses: Arc<Uses>) -> Self {
        let main = Recorded { key: 0, parent: None, queue: None, footprint: None, period: 0 };
        let promises = Promises { is_evaluating: true, ..Promises::default() };
        let state = State { recorded: vec![main], promises, ..State::default() };
        Self { uses, state: RefCell::new(state) }
    }

    pub(super) fn uses(&self) -> &Uses {
        &self.uses
    }

    /// A function of the program is called, or goes on. `scopes` tells the instances of its variables apart.
    pub(super) fn entered(&self, function: FunctionId, scopes: &[u64]) {
        let mut state = self.state.borrow_mut();
        state.has_started = true;
        if state.promises.combinations.are_starting() {
            // What it adds to promises would seem to be a part.
            state.gives_up("a function that `Promise.all()`, or another function of this kind, calls");
        }
        if state.gives_up {
            return;
        }
        let Some(known) = self.uses.get(function).filter(|_| !self.uses.may_be_anything()) else {
            state.gives_up("a function of another file");
            return;
        };
        let Some(accesses) = self.uses.accesses(&known) else {
            state.gives_up = true;
            return;
        };
        for &(location, kind, scope) in accesses {
            let location = match (location, scope.and_then(|scope| scopes.get(scope))) {
                (Location::Variable(id, _), Some(&instance)) => Location::Variable(id, instance),
                (location, _) => location,
            };
            state.access(location, kind);
        }
    }

    /// Properties of an object may be written.
    pub(super) fn writes_any_field(&self) {
        let mut state = self.state.borrow_mut();
        for location in [Location::FieldsForReaders, Location::FieldsForWriters] {
            state.access(location, Kind::Write);
        }
    }

    /// A function that declares shared variables is called.
    pub(super) fn new_scope(&self) -> u64 {
        let mut state = self.state.borrow_mut();
        state.scopes += 1;
        state.scopes
    }

    /// All that follows may access anything.
    pub(super) fn give_up(&self) {
        self.state.borrow_mut().gives_up("a built-in function whose name is computed");
    }

    /// At most this many reactions are about to be added to a promise.
    pub(super) fn awaits(&self, promise: &JsPromise, reactions: usize) {
        let mut state = self.state.borrow_mut();
        let number = state.number_of(&JsObject::from(promise.clone()));
        state.access_promise(number);
        state.promises.awaited = Some((number, reactions));
        let is_settled = promise.state() != PromiseState::Pending && !state.is_by_agents;
        if is_settled && !state.promises.known.contains(&number) {
            state.access(Location::Settled, Kind::Read);
        }
    }

    /// A value is awaited that is not a promise.
    pub(super) fn awaits_value(&self) {
        let mut state = self.state.borrow_mut();
        state.promises.last += 1;
        state.promises.awaited = Some((state.promises.last, REACTIONS_OF_AWAIT));
    }

    /// Whether the main script or module, or a microtask after it, runs for the first time.
    pub(super) fn is_evaluating(&self) -> bool {
        self.state.borrow().promises.is_evaluating
    }

    /// No more reactions are added.
    pub(super) fn has_awaited(&self) {
        self.state.borrow_mut().promises.awaited = None;
    }

    /// A job goes on with a function of the program.
    pub(super) fn resumed(&self) {
        self.state.borrow_mut().promises.is_announced = true;
    }

    /// The executor of a promise is about to be called. Returns the number that the promise gets.
    pub(super) fn executor(&self) -> u64 {
        let mut state = self.state.borrow_mut();
        state.promises.last += 1;
        let number = state.promises.last;
        state.promises.known.insert(number);
        state.promises.executors.push(number);
        number
    }

    /// `Promise.all()`, or another function of this kind, is about to be called. Returns what ran before.
    pub(super) fn combines(&self) -> Option<u64> {
        let promises = &mut self.state.borrow_mut().promises;
        promises.last += 1;
        promises.known.insert(promises.last);
        promises.combinations.start(promises.last)
    }

    /// Such a function has returned.
    pub(super) fn has_combined(&self, promise: Option<JsObject>, outer: Option<u64>) {
        let promises = &mut self.state.borrow_mut().promises;
        let number = promises.combinations.have_started(promise.as_ref(), outer);
        if let (Some(number), Some(promise)) = (number, promise) {
            promises.numbers.insert(address(&promise), (number, promise));
        }
    }

    /// The promise of the last executor has been made.
    pub(super) fn executed(&self, promise: &JsObject) {
        let mut state = self.state.borrow_mut();
        let address = address(promise);
        if let Some(number) = state.promises.executors.pop() {
            state.promises.numbers.insert(address, (number, promise.clone()));
        }
    }

    /// A promise with this number is resolved.
    pub(super) fn resolves(&self, number: u64) {
        self.state.borrow_mut().access_promise(number);
    }

    /// Follows the events of the loop. `queue` is that of a piece of work.
    pub(in crate::exploration) fn observe(
        &self,
        now: Timestamp,
        event: &Event,
        subject: &Subject<'_>,
        queue: impl Fn(WorkId) -> Queue,
    ) {
        let mut state = self.state.borrow_mut();
        if state.gives_up {
            return;
        }
        state.is_by_agents = self.uses.are_of_agents();
        if state.is_by_agents && state.follows_between_agents(event) {
            return;
        }
        match event {
            Event::Scheduled(it) => {
                let scheduled =
                    Scheduled { by: state.recorded.len() - 1, number: state.current.scheduled, kind: it.kind };
                state.current.scheduled += 1;
                state.scheduled.insert(it.work, scheduled);
                // What is rejected now is reported, unless other work handles it before.
                if it.kind == WorkKind::UnhandledRejections && !std::mem::take(&mut state.current.rejected).is_empty() {
                    state.access(Location::Rejections, Kind::Add);
                }
            }
            // What a timer queues when only time has passed is behind nothing.
            Event::Ready { .. } if state.is_waiting => {}
            Event::Ready { work } => {
                state.access_shared(Location::Queue(work.agent(), queue(*work)), Kind::Write);
            }
            Event::Started { work } => {
                self.uses.have_loaded();
                state.begin(*work, queue(*work));
            }
            // Errors have an order, like what is printed. Their names and messages are read.
            Event::ErrorReported { .. } => {
                state.access_shared(Location::Console, Kind::Write);
                state.access(Location::Listeners, Kind::Read);
                for (location, kind) in OF_ANYTHING {
                    state.access(location, kind);
                }
            }
            Event::PromiseRejected { .. } if let Subject::Promise(promise) = subject => {
                state.rejected((*promise).clone().upcast());
            }
            Event::PromiseHandled if let Subject::Promise(promise) = subject => {
                state.handled(&(*promise).clone().upcast());
            }
            // One without a delay fires at once: its place in its queue is what counts.
            Event::TimerSet { due, .. } if *due <= now => {}
            Event::TimerSet { .. } => state.access(Location::Timers, Kind::Write),
            // The text of a timer. What it defines does not announce itself.
            Event::EvaluationStarted { .. } if state.recorded.len() > 1 => state.gives_up("the text of a timer"),
            Event::Ended { work, how: Ending::Removed } if state.current.work == Some(*work) => {
                // Nobody listens, and a test does not leave it behind.
                if state.is_port_close(*work) {
                    state.current.accesses.remove(&Location::Tests);
                }
                state.access_shared(Location::Nothing, Kind::Read);
            }
            Event::Ended { how: Ending::Returned | Ending::Threw | Ending::Removed | Ending::Aborted, .. }
            | Event::AbortedWhileRunning { .. }
            | Event::SignalCreated { .. }
            | Event::SignalAborted { .. }
            | Event::Chosen { .. }
            | Event::CheckpointStarted { .. }
            | Event::CheckpointEnded { .. }
            | Event::JobCallbackCreated
            | Event::JobCallbackCalled { .. }
            | Event::EvaluationStarted { .. }
            | Event::EvaluationEnded
            | Event::TimerFired { .. }
            | Event::TimerCleared { .. }
            | Event::Sleeping { .. }
            | Event::Woke
            | Event::PortOpened { .. }
            | Event::PortClosed { .. } => {}
            _ => state.is_unknown("something that is not a task, such as a change of a priority,"),
        }
    }

    /// The loop is about to choose. In a situation that is not simple, the work that led to it, and the work that runs
    /// next, conflict with everything.
    pub(in crate::exploration) fn decides(&self, is_simple: bool) {
        let mut state = self.state.borrow_mut();
        state.is_next_simple = is_simple;
        state.current.is_unknown |= !is_simple && !state.is_waiting;
    }

    /// Tells what may affect all other work, if something may and nothing has been told. `name` is that of a piece of
    /// work.
    pub(in crate::exploration) fn tell_obstacle(&self, name: impl FnOnce(Option<WorkId>) -> String) {
        if self.uses.obstacle().is_none()
            && let Some((what, work)) = self.state.borrow().obstacle
        {
            self.uses.meets(Obstacle::new(what, name(work)));
        }
    }

    /// The situation in which the loop chooses is not simple because of something. It is looked for if it is the first
    /// thing of its kind.
    pub(in crate::exploration) fn is_complicated_by(
        &self,
        complication: impl FnOnce() -> (&'static str, Option<WorkId>),
    ) {
        if self.is_recording() {
            self.state.borrow_mut().obstacle.get_or_insert_with(complication);
        }
    }

    /// Whether only time passes before the next work.
    pub(in crate::exploration) fn is_waiting(&self) -> bool {
        self.state.borrow().is_waiting
    }

    /// Nothing is ready, and a timer fires that no order could have let fire before.
    pub(in crate::exploration) fn waits(&self) {
        self.state.borrow_mut().is_waiting = true;
    }

    /// There is a choice that is not one between pieces of work.
    pub(in crate::exploration) fn is_not_simple(&self) {
        let mut state = self.state.borrow_mut();
        state.is_next_simple = false;
        state.current.is_unknown |= !state.is_waiting;
    }

    /// Whether the accesses of work are known.
    pub(in crate::exploration) fn is_recording(&self) -> bool {
        let state = self.state.borrow();
        (state.has_started || self.uses.are_of_agents()) && !state.gives_up
    }

    /// An agent prints, in a program with workers.
    pub(in crate::exploration) fn prints(&self) {
        let mut state = self.state.borrow_mut();
        if state.is_by_agents {
            state.access_shared(Location::Console, Kind::Write);
        }
    }

    /// A hash of all work that has run, in order, also of work that did nothing.
    pub(in crate::exploration) fn sequence(&self) -> u64 {
        self.state.borrow().sequence
    }

    /// Identifies work that has been scheduled.
    pub(in crate::exploration) fn key(&self, work: WorkId) -> Key {
        self.state.borrow().key(work)
    }

    /// The number of pieces of work that have run.
    pub(in crate::exploration) fn count(&self) -> usize {
        self.state.borrow().recorded.len()
    }

    /// Calls a function with all work that has run. The last one has ended.
    pub(in crate::exploration) fn with_recorded<R>(&self, steps: impl FnOnce(&[Recorded]) -> R) -> R {
        let mut state = self.state.borrow_mut();
        // It is finished again when the next work starts.
        let accesses = state.current.accesses.clone();
        state.finish();
        state.current.accesses = accesses;
        steps(&state.recorded)
    }
}

impl AccessObserver for Recorder {
    fn registered(&self) -> u64 {
        let promises = &mut self.state.borrow_mut().promises;
        let Some((number, left)) = promises.awaited else {
            return if promises.is_evaluating { OF_MAIN } else { UNKNOWN };
        };
        promises.awaited = left.checked_sub(1).filter(|&left| left > 0).map(|left| (number, left));
        let combined = promises.combinations.starting();
        promises.registrations.push(Registration { promise: number, combined });
        promises.registrations.len() as u64
    }

    fn job_started(&self, registration: u64, is_of_thenable: bool) {
        let mut state = self.state.borrow_mut();
        state.promises.is_announced = registration == OF_MAIN;
        state.promises.awaited = None;
        if is_of_thenable && !state.is_by_agents {
            // It gets functions that settle a promise, and do not announce themselves.
            state.gives_up("a thenable that is not a promise");
        }
        match registration {
            OF_MAIN => {}
            _ if state.is_by_agents => {}
            UNKNOWN => state.is_unknown("a microtask of which it is not known what it waited for,"),
            number => {
                let index = usize::try_from(number).unwrap_or_default().saturating_sub(1);
                let Some(&Registration { promise, combined }) = state.promises.registrations.get(index) else { return };
                state.access_promise(promise);
                state.access(Location::Settled, Kind::Add);
                if let Some(of) = combined {
                    state.access(Location::Promise(of), Kind::Add);
                    state.promises.combinations.part_starts(of);
                    state.promises.is_announced = true;
                }
            }
        }
    }

    fn job_ended(&self, is_native: bool) {
        let mut state = self.state.borrow_mut();
        // Only the order of those parts matters that may settle it: the last one, or the first with an error.
        if let Some(settled) = state.promises.combinations.settled() {
            state.access_promise(settled);
        }
        if is_native && !state.promises.is_announced && !state.is_by_agents {
            state.is_unknown("a microtask of a built-in function");
        }
    }

    fn port_used(&self, port: PortId, is_changed: bool) {
        self.state.borrow_mut().access_shared(Location::Port(port), if is_changed { Kind::Write } else { Kind::Read });
    }

    fn memory_shared(&self, agent: AgentId) {
        let mut state = self.state.borrow_mut();
        if state.is_by_agents {
            state.sharing.insert(agent);
            state.access_shared(Location::SharedMemory, Kind::Write);
        }
    }

    fn channels_used(&self, is_opened: bool) {
        let kind = if is_opened { Kind::Write } else { Kind::Read };
        self.state.borrow_mut().access_shared(Location::Channels, kind);
    }

    fn value_shown(&self) {
        let mut state = self.state.borrow_mut();
        shown().for_each(|(location, kind)| state.access(location, kind));
    }

    fn host_acts(&self) {
        let mut state = self.state.borrow_mut();
        state.access_shared(Location::Tests, Kind::Write);
        // A microtask of the host that has waited for a test.
        state.promises.is_announced = true;
    }

    fn host_awaits(&self, promise: &JsPromise) {
        self.awaits(promise, REACTIONS_OF_AWAIT);
    }

    fn blob_urls_used(&self) {
        self.state.borrow_mut().is_unknown("the URL of a blob");
    }
}
