//! The [`EventLoop`] type, its parts, and its accessors.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;

use boa_engine::builtins::promise::Promise;
use boa_engine::object::builtins::JsPromise;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsError, JsObject};
use boa_gc::{Gc, Trace};
use rustc_hash::FxHashSet;

use super::ambient::AmbientStore;
use super::block::Block;
use super::choosing::{Policy, PolicySlot};
use super::current::{Current, TimerNesting};
use super::engine_fault::EngineFault;
use super::last_scheduler::LastScheduler;
use super::observing::{AccessObserver, Event, Notifier, Observer, OpenWork, Subject};
use super::origins::{Location, Locations, Origin};
use super::queues::{AfterJavaScript, Batch, Exceeded, Jobs, Kinds, PendingWorker, RejectedPromises, WaitingWork};
use super::quirks::{HostQuirks, Quirk, Quirks, Registrations};
use super::running::{RunsWork, register};
use super::threads::{Connections, Remote};
use super::time::{Clock, HostTime, Parker, Timestamp};
use super::work::{
    ArrivalId, Ending, LoopId, Numbers, PortId, QueuePosition, SignalId, StreamId, Work, WorkId, WorkKind,
};
use crate::agents::AgentId;
use crate::scheduling::TaskPriority;

/// A task in a scheduler task queue.
pub(crate) trait SchedulerTask {
    /// Queues the task after its delay.
    fn enqueue(self: Rc<Self>, place: QueuePosition, event_loop: &EventLoop);

    /// The priority with which the task would be queued now.
    fn priority(&self) -> TaskPriority;

    /// Runs the task's steps. The task handles exceptions itself; the result only indicates whether there was one.
    fn run(self: Rc<Self>, event_loop: &EventLoop, context: &mut Context) -> Ending;

    /// Releases a task that will never run, because its event loop ends.
    fn discard(&self);

    /// The task's number, kind, priority and origin.
    fn work(&self) -> &Work;
}

/// The steps of a timer, in one allocation with what they need.
pub(crate) trait FiringTimer {
    /// Runs the steps, as those of [`EventLoop::run_steps_after_a_timeout`].
    fn fire(self: Rc<Self>, event_loop: &EventLoop, place: QueuePosition);
}

/// The steps of a timer that are not needed if what they are for was collected.
pub(crate) trait OwnedTimer: FiringTimer {
    /// Whether the steps are still needed.
    fn is_owned(&self) -> bool;
}

/// A future that the event loop polls. Implemented in a module above `event_loop`.
pub(crate) trait PolledFuture {
    /// Queues a task that polls the future, unless one is queued.
    fn woken(self: Rc<Self>, event_loop: &EventLoop, context: &mut Context);

    /// Releases a future that will never be polled again, because its event loop ends.
    fn discard(&self);
}

/// The other agents that the thread of an event loop runs: the workers of a program. Implemented in a module above
/// `event_loop`.
pub(crate) trait OtherAgents {
    /// Lets one of them take a turn, if it is its turn and not that of the program. Returns whether one did.
    fn take_turn(self: Rc<Self>) -> bool;

    /// Whether one of them could run now.
    fn is_one_ready(&self) -> bool;

    /// When one of them must run again even if nothing else happens, by the clock of this loop.
    fn next_due(&self) -> Option<Timestamp>;

    /// Whether one of them has work that will eventually run.
    fn has_work(&self) -> bool;

    /// Those that have work, oldest first.
    fn pending(&self) -> Vec<PendingWorker>;

    /// Ends all of them.
    fn end(&self);
}

/// Reports errors for the event loop. Implemented in a module above `event_loop`.
pub(crate) trait ErrorReporting {
    /// [Reports](https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception) an uncaught exception for
    /// the current realm's global.
    fn report_an_exception(&self, exception: JsError, event_loop: &EventLoop, context: &mut Context);

    /// Runs the task that [notifies about rejected promises][notify].
    ///
    /// [notify]: https://html.spec.whatwg.org/multipage/webappapis.html#notify-about-rejected-promises
    fn notify_about_rejected_promises(&self, batch: Batch, event_loop: &EventLoop, context: &mut Context);

    /// Reports a fault of the engine that a program has met. `what` describes it, without a full stop.
    fn report_an_engine_fault(&self, fault: EngineFault, what: &str, place: Option<&Location>);

    /// Reports that work was ended because it exceeded a limit.
    fn report_an_exceeded_limit(&self, exceeded: &Exceeded, event_loop: &EventLoop);

    /// Called when a rejected promise that has been reported gets its first handler.
    fn a_rejected_promise_was_handled(
        &self,
        promise: &JsObject<Promise>,
        event_loop: &EventLoop,
        context: &mut Context,
    );
}

/// Reports a task that has ended: its start, the end of the microtasks after it.
pub(crate) type LongTaskReport = fn(Timestamp, Timestamp, &EventLoop, &mut Context);

/// The steps of a plain task.
pub(crate) trait TaskSteps {
    /// Runs them.
    fn run(self: Box<Self>, event_loop: &EventLoop, context: &mut Context) -> Ending;

    /// Whether the program has canceled them, so that it will notice nothing of them.
    fn is_canceled(&self) -> bool {
        false
    }
}

impl<S: FnOnce(&EventLoop, &mut Context) -> Ending> TaskSteps for S {
    fn run(self: Box<Self>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        self(event_loop, context)
    }
}

/// Steps that the program can cancel while their task waits. They find out themselves that they have nothing to do.
pub(super) struct Cancelable<C, S> {
    pub(super) is_canceled: C,
    pub(super) steps: S,
}

impl<C: Fn() -> bool, S: FnOnce(&EventLoop, &mut Context) -> Ending> TaskSteps for Cancelable<C, S> {
    fn run(self: Box<Self>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        (self.steps)(event_loop, context)
    }

    fn is_canceled(&self) -> bool {
        (self.is_canceled)()
    }
}

pub(super) type Steps = Box<dyn TaskSteps>;

/// The steps of a microtask that is not a promise job.
pub(super) type MicrotaskSteps = Box<dyn FnOnce(&EventLoop, &mut Context)>;

/// Steps that queue a task at the given position.
pub(crate) type QueuingSteps = Box<dyn FnOnce(&EventLoop, QueuePosition)>;

/// The steps of a timer. They do not run JavaScript.
pub(crate) enum TimerSteps {
    Run(QueuingSteps),
    Fire(Rc<dyn FiringTimer>),
    Enqueue(Rc<dyn SchedulerTask>),
}

/// The steps of an idle callback.
pub(super) type IdleSteps = Box<dyn FnOnce(Timestamp, &EventLoop, &mut Context) -> Ending>;

impl Kinds for EventLoop {
    type SchedulerTask = Rc<dyn SchedulerTask>;
    type Unsettled = dyn SchedulerTask;
    type TaskSteps = Steps;
    type TimerSteps = TimerSteps;
    type OwnedTimer = dyn OwnedTimer;
    type IdleSteps = IdleSteps;

    fn work(task: &Rc<dyn SchedulerTask>) -> Work {
        *task.work()
    }

    fn delayed_priority(steps: &TimerSteps) -> Option<TaskPriority> {
        match steps {
            TimerSteps::Enqueue(task) => Some(task.priority()),
            TimerSteps::Run(_) | TimerSteps::Fire(_) => None,
        }
    }
}

/// Who receives reports, and the rejected promises to report.
#[derive(Default)]
pub(super) struct Reports {
    pub(super) errors: RefCell<Option<Rc<dyn ErrorReporting>>>,
    pub(super) rejected_promises: RejectedPromises,
    /// Whether faults of the engine are not reported.
    pub(super) ignores_engine_faults: Cell<bool>,
    /// The faults of the engine that have been reported, with their places.
    pub(super) engine_faults: RefCell<FxHashSet<(EngineFault, Option<Location>)>>,
    /// Called after each task, if set: with its start, and the end of the microtasks after it.
    pub(super) long_tasks: Cell<Option<LongTaskReport>>,
}

/// An event loop. Each [`Context`] has its own, which is also its job executor.
pub struct EventLoop {
    pub(super) numbers: Numbers,
    pub(super) time: HostTime,
    pub(super) quirks: HostQuirks,
    pub(super) ambient: AmbientStore,
    pub(super) current: Current,
    pub(super) waiting: WaitingWork<Self>,
    pub(super) jobs: Jobs<MicrotaskSteps>,
    pub(super) policy: PolicySlot,
    pub(super) notifier: Notifier,
    pub(super) locations: Locations,
    pub(super) reports: Reports,
    pub(super) connections: Connections<Rc<dyn PolledFuture>>,
    pub(super) last_scheduler: LastScheduler,
    /// `None` until the program has its first worker, and in the loops of workers.
    pub(super) other_agents: RefCell<Option<Rc<dyn OtherAgents>>>,
    /// What suspends the agent in the middle of its JavaScript; `None` if nothing does.
    pub(super) block: Cell<Option<Block>>,
    /// What observers see of work that is suspended.
    pub(super) open_work: OpenWork,
    /// What waits for the end of the JavaScript that is on the stack.
    pub(super) after_javascript: AfterJavaScript,
    /// Who learns what work uses.
    access_observer: RefCell<Option<Rc<dyn AccessObserver>>>,
}

impl RunsWork for EventLoop {
    fn running_work(&self) -> Option<(WorkKind, Option<Location>)> {
        // An agent that waits does not run.
        let work = self.current.work().filter(|_| self.block.get().is_none())?;
        let (kind, origin) = self.current.origin(None).map_or((work.kind, work.origin), |(kind, at)| (kind, Some(at)));
        Some((kind, origin.and_then(|origin| self.locations.try_location(origin))))
    }
}

impl EventLoop {
    /// Creates an event loop with the [`DefaultPolicy`](super::DefaultPolicy), and with [`RealTime`](super::RealTime),
    /// [`VirtualTime`](super::VirtualTime) or another type that is both clock and parker.
    #[must_use]
    pub fn new<T: Clock + Parker + 'static>(time: Rc<T>) -> Rc<Self> {
        Self::with_parts(Rc::clone(&time) as _, time, None)
    }

    /// Creates an event loop with the [`DefaultPolicy`](super::DefaultPolicy) from its three parts. `waker`, if given,
    /// is called whenever another thread has something for the loop, besides the waker of the parker: it is for a host
    /// that waits in a loop of its own.
    #[must_use]
    pub fn with_parts(clock: Rc<dyn Clock>, parker: Rc<dyn Parker>, waker: Option<Waker>) -> Rc<Self> {
        Self::of_agent(AgentId::MAIN, clock, parker, waker)
    }

    /// Like [`Self::with_parts`], for one of several agents.
    pub(crate) fn of_agent(
        agent: AgentId,
        clock: Rc<dyn Clock>,
        parker: Rc<dyn Parker>,
        waker: Option<Waker>,
    ) -> Rc<Self> {
        let time = HostTime::new(clock, parker);
        let event_loop = Rc::new(Self {
            connections: Connections::new(time.unparker(), waker),
            time,
            numbers: Numbers::of(agent),
            quirks: HostQuirks::default(),
            ambient: AmbientStore::default(),
            current: Current::default(),
            waiting: WaitingWork::default(),
            jobs: Jobs::default(),
            policy: PolicySlot::default(),
            notifier: Notifier::default(),
            locations: Locations::default(),
            reports: Reports::default(),
            last_scheduler: LastScheduler::default(),
            other_agents: RefCell::default(),
            block: Cell::default(),
            open_work: OpenWork::default(),
            after_javascript: AfterJavaScript::default(),
            access_observer: RefCell::default(),
        });
        register(Rc::downgrade(&event_loop) as _);
        event_loop
    }

    /// The event loop of a context; `None` if the job executor of the context is not an event loop.
    #[must_use]
    #[inline]
    pub fn of(context: &Context) -> Option<Rc<Self>> {
        context.downcast_job_executor::<Self>()
    }

    /// The agent of the event loop.
    pub(crate) fn agent(&self) -> AgentId {
        self.numbers.agent()
    }

    /// The identity of the event loop.
    pub(crate) fn id(&self) -> LoopId {
        self.numbers.loop_id()
    }

    /// The clock of the event loop.
    #[must_use]
    pub fn clock(&self) -> &Rc<dyn Clock> {
        self.time.clock()
    }

    /// Returns the waker of the loop: it ends a sleep of the loop, or makes its executor poll it again. It can be
    /// called from any thread, and may outlive the loop.
    #[must_use]
    pub fn waker(&self) -> Waker {
        Arc::clone(self.connections.waker()).into()
    }

    /// The current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.time.now()
    }

    /// Replaces the policy that chooses what runs next.
    pub fn set_policy(&self, policy: impl Policy + 'static) {
        self.set_boxed_policy(Box::new(policy));
    }

    pub(crate) fn set_boxed_policy(&self, policy: Box<dyn Policy>) {
        self.notifier.set_policy_observes(policy.wants_events());
        self.policy.set_policy(policy);
    }

    /// Sets the observer that receives the loop's events, and returns the previous one.
    pub fn set_observer(&self, observer: Option<Rc<dyn Observer>>) -> Option<Rc<dyn Observer>> {
        self.notifier.set_observer(observer)
    }

    /// Sets who learns which promises and ports work uses.
    pub(crate) fn set_access_observer(&self, observer: Option<Rc<dyn AccessObserver>>) {
        *self.access_observer.borrow_mut() = observer;
    }

    /// Who learns which promises and ports work uses.
    pub(crate) fn access_observer(&self) -> Option<Rc<dyn AccessObserver>> {
        self.access_observer.borrow().clone()
    }

    /// The host does something that depends on all work that has run, such as ending a test.
    #[doc(hidden)]
    pub fn host_acts(&self) {
        if let Some(observer) = self.access_observer() {
            observer.host_acts();
        }
    }

    /// A function of the host reads all that it gets, and may show it.
    #[doc(hidden)]
    pub fn host_shows(&self) {
        if let Some(observer) = self.access_observer() {
            observer.value_shown();
        }
    }

    /// The host is about to wait for a promise.
    #[doc(hidden)]
    pub fn host_awaits(&self, promise: &JsPromise) {
        if let Some(observer) = self.access_observer() {
            observer.host_awaits(promise);
        }
    }

    /// Notifies the observer, if there is one. Otherwise `event` is not called.
    #[inline]
    #[doc(hidden)]
    pub fn notify(&self, event: impl FnOnce() -> Event) {
        self.notify_about(Subject::None, event);
    }

    /// Like [`Self::notify`], for an event that has a subject.
    #[inline]
    pub(crate) fn notify_about(&self, subject: Subject<'_>, event: impl FnOnce() -> Event) {
        if self.notifier.is_observed() {
            self.send(event(), subject);
        }
    }

    #[inline(never)]
    fn send(&self, event: Event, subject: Subject<'_>) {
        let is_main = self.agent() == AgentId::MAIN;
        if let Some(event) = if is_main { Some(event) } else { self.open_work.as_seen(event) } {
            self.send_as_seen(event, subject);
        }
    }

    /// Sends an event that observers see as it is.
    #[expect(clippy::needless_pass_by_value, reason = "the event is dropped here, not in each of many callers")]
    pub(super) fn send_as_seen(&self, event: Event, subject: Subject<'_>) {
        self.notifier.notify(&**self.time.clock(), &event, &subject);
        if self.notifier.policy_observes() {
            self.policy.ask(|policy| policy.observe(self.now(), &event));
        }
    }

    /// Whether there is an observer: if not, what events need is not prepared.
    #[inline]
    pub(crate) fn is_observed(&self) -> bool {
        self.notifier.is_observed()
    }

    /// Whether the loop departs from the standards in this way.
    #[inline]
    pub(crate) fn has_quirk(&self, quirk: Quirk) -> bool {
        self.quirks.has(quirk)
    }

    /// What is known about job callbacks, in hosts in which they may lose the continuation state.
    #[inline]
    pub(crate) fn registrations(&self) -> Option<&Registrations> {
        self.quirks.registrations()
    }

    /// How the loop departs from the standards.
    #[must_use]
    pub fn quirks(&self) -> Quirks {
        self.quirks.get()
    }

    /// Sets how the loop departs from the standards: not at all by default. To be called before anything is scheduled.
    pub fn set_quirks(&self, quirks: Quirks) {
        self.quirks.set(quirks);
    }

    /// Sets the receiver of uncaught exceptions and rejected promises. Without one, they are dropped.
    pub(crate) fn set_error_reporting(&self, reporting: Rc<dyn ErrorReporting>) {
        let previous = self.reports.errors.replace(Some(reporting));
        drop(previous);
    }

    /// Returns a handle for other threads.
    #[must_use]
    pub fn remote(&self) -> Remote {
        self.connections.remote().clone()
    }

    /// The promises that were rejected without a handler.
    #[must_use]
    pub(crate) fn rejected_promises(&self) -> &RejectedPromises {
        &self.reports.rejected_promises
    }

    /// Sets the function that returns freed memory to the operating system, for allocators that keep it. It is called
    /// before a long sleep and after a large burst of tasks.
    pub fn set_release_memory(&self, release_memory: fn()) {
        self.waiting.bursts.set_release_memory(release_memory);
    }

    /// Sets the function that returns how many bytes the large allocations of the process have: the buffers, texts and
    /// bodies that the engine's collector does not count. Garbage is collected when they have doubled.
    pub fn set_large_allocations(&self, allocated: fn() -> usize) {
        self.waiting.large_memory.set_counter(allocated);
    }

    /// The scheduler of this realm, if it is the one that was remembered last.
    #[inline]
    pub(crate) fn remembered_scheduler<T: Trace>(&self, realm: &Realm) -> Option<Gc<T>> {
        self.last_scheduler.get(realm)
    }

    /// Remembers the scheduler of a realm.
    pub(crate) fn remember_scheduler<T: Trace>(&self, realm: &Realm, scheduler: Gc<T>) {
        self.last_scheduler.set(realm.clone(), scheduler);
    }

    /// Returns the id of a new end of a channel: its port message queue is a task source.
    #[must_use]
    pub(crate) fn new_port_id(&self) -> PortId {
        self.numbers.port()
    }

    /// Sets when the animation frame was due whose task waits.
    pub(crate) fn set_frame_waits_since(&self, due: Option<Timestamp>) {
        self.waiting.frame_waits_since.set(due);
    }

    /// Runs `steps` as a part of the current work that was asked for elsewhere: exceptions name that place.
    pub(crate) fn with_origin<R>(&self, work: Work, origin: Option<Origin>, steps: impl FnOnce() -> R) -> R {
        let _current = self.current.enter_work(Work { origin, ..work });
        steps()
    }

    /// Returns the id of an operation that runs in parallel, for its task source.
    #[must_use]
    #[doc(hidden)]
    pub fn new_arrival_id(&self) -> ArrivalId {
        self.numbers.arrival()
    }

    /// Returns the number of a new signal. The caller must report the signal with [`Event::SignalCreated`].
    #[must_use]
    pub(crate) fn new_signal_id(&self) -> SignalId {
        self.numbers.signal()
    }

    /// Returns the number of a stream that is observed from now on.
    #[must_use]
    pub(crate) fn new_stream_id(&self) -> StreamId {
        self.numbers.stream()
    }

    /// Whether the job callback that is being called belongs to a finalization registry. Such a callback becomes a
    /// task: see [HostEnqueueFinalizationRegistryCleanupJob][cleanup].
    ///
    /// [cleanup]: https://html.spec.whatwg.org/multipage/webappapis.html#hostenqueuefinalizationregistrycleanupjob
    pub(crate) fn is_finalizing(&self) -> bool {
        self.current.is_finalizing()
    }

    /// The nesting of the timer whose task is running; none in every other task.
    #[must_use]
    pub(crate) fn timer_nesting(&self) -> TimerNesting {
        self.current.timer_nesting()
    }

    /// Sets the [timer nesting level] of the running task. It is reset when the task ends.
    ///
    /// [timer nesting level]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-nesting-level
    pub(crate) fn set_timer_nesting(&self, nesting: TimerNesting) {
        self.current.set_timer_nesting(nesting);
    }

    /// The running work: a task, or a microtask checkpoint.
    #[must_use]
    pub(crate) fn current_work(&self) -> Option<WorkId> {
        self.current.work().map(|work| work.id)
    }

    /// The kind and the origin of the running work, or of the task whose continuation is running.
    #[must_use]
    #[doc(hidden)]
    pub fn current_origin(&self) -> Option<(WorkKind, Origin)> {
        self.current.origin(self.ambient.origin())
    }

    /// The number of scheduler task queues: six with fixed priorities, and one or two per signal with waiting tasks.
    #[must_use]
    pub(crate) fn scheduler_task_queue_count(&self) -> usize {
        self.waiting.scheduler_tasks.borrow().queues.queue_count()
    }

    /// The number of timers that have not fired.
    #[must_use]
    pub(crate) fn timer_count(&self) -> usize {
        self.waiting.timers.borrow().len()
    }

    /// The time at which the loop must run again even if nothing else happens: the due time of the first timer, or the
    /// time at which the next idle callback may run, of this agent or of a worker. `None` if there is neither.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        let own = self.waiting.next_due(self.quirks(), || self.now());
        [own, self.next_due_of_another_agent()].into_iter().flatten().min()
    }
}
