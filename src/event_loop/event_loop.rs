//! The [`EventLoop`] type, its parts, and its accessors.

use std::cell::{Cell, RefCell};
use std::panic::Location as PanicLocation;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;

use boa_engine::builtins::promise::Promise;
use boa_engine::job::NativeAsyncJob;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsError, JsObject};
use boa_gc::{Gc, Trace};

use super::ambient::AmbientStore;
use super::choosing::{Policy, PolicySlot};
use super::current::Current;
use super::last_scheduler::LastScheduler;
use super::observing::{Event, Notifier, Observer, Scheduled};
use super::origins::{Location, Locations, Origin};
use super::queues::{
    Batch, BurstMonitor, IdlePeriods, Microtasks, OwnedTimers, Quotas, RejectedPromises, SchedulerTasks, TaskSources,
    Timers, Unsettled,
};
use super::quirks::{Departure, Departures, HostQuirks, Registrations};
use super::threads::{Connections, Remote};
use super::time::{Clock, HostTime, Parker, Timestamp};
use super::work::{
    Ending, LoopId, Numbers, PortId, QueuePosition, Request, SignalId, TaskSource, Work, WorkId, WorkKind,
};
use crate::debug::debug;
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

/// The steps of a timer that are not needed if what they are for was collected.
pub(crate) trait OwnedTimer {
    /// Whether the steps are still needed.
    fn is_owned(&self) -> bool;

    /// Runs the steps, as those of [`EventLoop::run_steps_after_a_timeout`].
    fn fire(&self, event_loop: &EventLoop, place: QueuePosition);
}

/// A future that the event loop polls. Implemented in a module above `event_loop`.
pub(crate) trait PolledFuture {
    /// Queues a task that polls the future, unless one is queued.
    fn woken(self: Rc<Self>, event_loop: &EventLoop, context: &mut Context);

    /// Releases a future that will never be polled again, because its event loop ends.
    fn discard(&self);
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
pub(super) type Steps = Box<dyn FnOnce(&EventLoop, &mut Context) -> Ending>;

/// The steps of a microtask that is not a promise job.
pub(super) type MicrotaskSteps = Box<dyn FnOnce(&EventLoop, &mut Context)>;

/// Steps that queue a task at the given position.
type QueuingSteps = Box<dyn FnOnce(&EventLoop, QueuePosition)>;

/// The steps of a timer. They do not run JavaScript.
pub(super) enum TimerSteps {
    Run(QueuingSteps),
    Owned(Rc<dyn OwnedTimer>),
    Enqueue(Rc<dyn SchedulerTask>),
}

/// The steps of an idle callback.
pub(super) type IdleSteps = Box<dyn FnOnce(Timestamp, &EventLoop, &mut Context) -> Ending>;

/// Waiting work: the queues that the policy chooses from, and the timers.
#[derive(Default)]
pub(super) struct Waiting {
    pub(super) scheduler_tasks: RefCell<SchedulerTasks<Rc<dyn SchedulerTask>>>,
    pub(super) sources: RefCell<TaskSources<Steps>>,
    pub(super) timers: RefCell<Timers<TimerSteps>>,
    pub(super) owned_timers: RefCell<OwnedTimers<dyn OwnedTimer>>,
    pub(super) idle: RefCell<IdlePeriods<IdleSteps>>,
}

/// Microtasks, and the engine's jobs that the pump polls.
#[derive(Default)]
pub(super) struct Jobs {
    pub(super) microtasks: Microtasks<MicrotaskSteps>,
    pub(super) asynchronous: RefCell<Vec<(Work, NativeAsyncJob)>>,
    /// Cleanup jobs of finalization registries. They wait for the garbage collector and never keep a program alive.
    pub(super) finalization: RefCell<Vec<NativeAsyncJob>>,
}

/// Who receives reports, and the rejected promises to report.
#[derive(Default)]
pub(super) struct Reports {
    pub(super) errors: RefCell<Option<Rc<dyn ErrorReporting>>>,
    pub(super) rejected_promises: RejectedPromises,
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
    pub(super) waiting: Waiting,
    pub(super) jobs: Jobs,
    /// Tasks that have run, and whose results wait for promises.
    pub(super) unsettled: Unsettled<dyn SchedulerTask>,
    pub(super) memory: BurstMonitor,
    pub(super) quotas: Quotas,
    pub(super) policy: PolicySlot,
    pub(super) notifier: Notifier,
    pub(super) locations: Locations,
    pub(super) reports: Reports,
    pub(super) connections: Connections<Rc<dyn PolledFuture>>,
    pub(super) last_scheduler: LastScheduler,
    /// When the animation frame was due whose task waits.
    pub(super) frame_waits_since: Cell<Option<Timestamp>>,
}

impl Drop for EventLoop {
    fn drop(&mut self) {
        self.close();
        // Handles of tasks and futures get an error as their result.
        self.clear();
    }
}

debug!(EventLoop, "now" = |it| it.now(), "has_work" = |it| it.has_work());

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
        let time = HostTime::new(clock, parker);
        Rc::new(Self {
            connections: Connections::new(time.unparker(), waker),
            time,
            numbers: Numbers::default(),
            quirks: HostQuirks::default(),
            ambient: AmbientStore::default(),
            current: Current::default(),
            waiting: Waiting::default(),
            jobs: Jobs::default(),
            unsettled: Unsettled::default(),
            memory: BurstMonitor::default(),
            quotas: Quotas::default(),
            policy: PolicySlot::default(),
            notifier: Notifier::default(),
            locations: Locations::default(),
            reports: Reports::default(),
            last_scheduler: LastScheduler::default(),
            frame_waits_since: Cell::default(),
        })
    }

    /// The event loop of a context; `None` if the job executor of the context is not an event loop.
    #[must_use]
    #[inline]
    pub fn of(context: &Context) -> Option<Rc<Self>> {
        context.downcast_job_executor::<Self>()
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

    /// Notifies the observer, if there is one. Otherwise `event` is not called.
    #[inline]
    #[doc(hidden)]
    pub fn notify<'a>(&self, event: impl FnOnce() -> Event<'a>) {
        if self.notifier.is_observed() {
            self.send(&event());
        }
    }

    #[inline(never)]
    fn send(&self, event: &Event<'_>) {
        self.notifier.notify(&**self.time.clock(), event);
        if self.notifier.policy_observes() {
            self.policy.ask(|policy| policy.observe(self.now(), event));
        }
    }

    /// Whether there is an observer: if not, what events need is not prepared.
    #[inline]
    pub(crate) fn is_observed(&self) -> bool {
        self.notifier.is_observed()
    }

    /// Whether the loop departs from the standards in this way.
    #[inline]
    pub(crate) fn departs(&self, departure: Departure) -> bool {
        self.quirks.has(departure)
    }

    /// What is known about job callbacks, in hosts in which they may lose the continuation state.
    #[inline]
    pub(crate) fn registrations(&self) -> Option<&Registrations> {
        self.quirks.registrations()
    }

    /// How the loop departs from the standards.
    #[must_use]
    pub fn departures(&self) -> Departures {
        self.quirks.get()
    }

    /// Sets how the loop departs from the standards: not at all by default. To be called before anything is scheduled.
    pub fn set_departures(&self, departures: Departures) {
        self.quirks.set(departures);
    }

    /// Reports all tasks, so that the long ones can be found.
    pub(crate) fn report_long_tasks(&self, report: LongTaskReport) {
        self.reports.long_tasks.set(Some(report));
    }

    /// Runs a task with the microtasks after it, and [reports] it if somebody wants that.
    ///
    /// [reports]: https://html.spec.whatwg.org/multipage/webappapis.html#event-loop-processing-model
    pub(crate) fn timed<R>(&self, context: &mut Context, task: impl FnOnce(&mut Context) -> R) -> R {
        let start = self.start_of_a_task();
        let result = task(context);
        self.report_a_task(start, context);
        result
    }

    /// The time at which a task starts; `None` if nobody wants tasks to be reported.
    #[inline]
    pub(super) fn start_of_a_task(&self) -> Option<Timestamp> {
        self.reports.long_tasks.get().map(|_| self.now())
    }

    /// Reports a task that has ended, with the microtasks after it.
    #[inline]
    pub(super) fn report_a_task(&self, start: Option<Timestamp>, context: &mut Context) {
        if let (Some(start), Some(report)) = (start, self.reports.long_tasks.get()) {
            report(start, self.now(), self, context);
        }
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
        self.memory.set_release_memory(release_memory);
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
        self.frame_waits_since.set(due);
    }

    /// Runs `steps` as a part of the current work that was asked for elsewhere: exceptions name that place.
    pub(crate) fn with_origin<R>(&self, work: Work, origin: Option<Origin>, steps: impl FnOnce() -> R) -> R {
        let _current = self.current.enter_work(Work { origin, ..work });
        steps()
    }

    /// Returns the task source of something that arrives from outside.
    #[must_use]
    #[doc(hidden)]
    pub fn new_arrival(&self) -> TaskSource {
        TaskSource::Arrival(self.numbers.arrival())
    }

    /// Returns the number of a new signal. The caller must report the signal with [`Event::SignalCreated`].
    #[must_use]
    pub(crate) fn new_signal_id(&self) -> SignalId {
        self.numbers.signal()
    }

    /// Whether the job callback that is being called belongs to a finalization registry. Such a callback becomes a
    /// task: see [HostEnqueueFinalizationRegistryCleanupJob][cleanup].
    ///
    /// [cleanup]: https://html.spec.whatwg.org/multipage/webappapis.html#hostenqueuefinalizationregistrycleanupjob
    pub(crate) fn is_finalizing(&self) -> bool {
        self.current.is_finalizing()
    }

    /// The nesting level of the timer whose task is running; 0 in every other task.
    #[must_use]
    pub(crate) fn timer_nesting_level(&self) -> u32 {
        self.current.timer_nesting_level()
    }

    /// Sets the [timer nesting level] of the running task. It is reset when the task ends.
    ///
    /// [timer nesting level]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-nesting-level
    pub(crate) fn set_timer_nesting_level(&self, level: u32) {
        self.current.set_timer_nesting_level(level);
    }

    /// Creates the description of work that the current JavaScript call schedules: gives the work a number and records
    /// the location of the call. The caller then queues the work, at once or after a delay.
    #[doc(hidden)]
    pub fn new_work<'a>(&self, request: impl Into<Request<'a>>, context: &mut Context) -> Work {
        let origin = self.caller(context);
        self.new_work_from(&request.into(), origin, context)
    }

    /// The source location of the current JavaScript call; `None` if the call does not come from a source file.
    #[must_use]
    #[doc(hidden)]
    pub fn caller(&self, context: &mut Context) -> Option<Origin> {
        self.locations.caller(context)
    }

    /// The source location of work that Rust schedules. Whatever schedules work usually schedules more of it.
    #[must_use]
    #[inline]
    pub(crate) fn place_in_rust(&self, place: &'static PanicLocation<'static>) -> Option<Origin> {
        self.locations.place_in_rust(place)
    }

    /// Like [`Self::new_work`], for work that the host schedules. It has no origin.
    pub(crate) fn new_host_work(&self, kind: WorkKind, context: &mut Context) -> Work {
        self.new_work_from(&kind.into(), None, context)
    }

    /// Like [`Self::new_host_work`], for work that the program asked for at this location.
    #[doc(hidden)]
    pub fn new_work_of<'a>(
        &self,
        request: impl Into<Request<'a>>,
        origin: Option<Origin>,
        context: &mut Context,
    ) -> Work {
        self.new_work_from(&request.into(), origin, context)
    }

    /// Like [`Self::caller`], but `None` without an observer.
    pub(crate) fn observed_caller(&self, context: &mut Context) -> Option<Origin> {
        if self.notifier.is_observed() { self.caller(context) } else { None }
    }

    /// Like [`Self::new_work`], for the next repetition of `work`, with the same origin. The delay is in milliseconds.
    pub(crate) fn new_round(&self, work: Work, delay: u64, callback: Option<&JsObject>, context: &mut Context) -> Work {
        let request = Request { delay: Some(delay), callback, ..work.kind.into() };
        self.new_work_from(&request, work.origin, context)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a request that is only in registers saves several nanoseconds per task")]
    fn new_work_from(&self, request: &Request<'_>, origin: Option<Origin>, context: &mut Context) -> Work {
        let work = self.numbers.work(request, origin);
        self.ambient.capture_for(work.id);
        if self.notifier.is_observed() {
            // A copy of the request, and parts of the work: with references to them, they would be built in memory for
            // every task, also without an observer.
            self.notify_scheduled(&{ *request }, work.id, origin, context);
        }
        work
    }

    #[cold]
    fn notify_scheduled(&self, request: &Request<'_>, id: WorkId, origin: Option<Origin>, context: &mut Context) {
        let work = request.work(id, origin);
        let scheduled = Scheduled::new(work, request, self.current_work(), &self.locations, context);
        self.notify(|| Event::Scheduled(&scheduled));
    }

    /// The source location that an origin refers to.
    #[must_use]
    pub fn location(&self, origin: Origin) -> Option<Location> {
        self.locations.location(origin)
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

    /// Limits the number of microtasks of one checkpoint. A checkpoint that reaches the limit drops the remaining ones.
    #[doc(hidden)]
    pub fn limit_microtasks(&self, limit: usize) {
        self.jobs.microtasks.limit.set(limit);
    }

    /// Whether a checkpoint has reached the limit of microtasks.
    pub(crate) fn has_exceeded_microtasks(&self) -> bool {
        self.jobs.microtasks.is_limit_exceeded.get()
    }

    /// Like [`Self::has_exceeded_microtasks`], since the last call.
    #[doc(hidden)]
    pub fn take_exceeded_microtasks(&self) -> bool {
        self.jobs.microtasks.is_limit_exceeded.replace(false)
    }

    /// The time at which the loop must run again even if nothing else happens: the due time of the first timer, or the
    /// time at which the next idle callback may run. `None` if there is neither.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        let timer = self.waiting.timers.borrow().next_due();
        if self.departs(Departure::NewestIdleCallbackWaits) {
            let idle = self.waiting.idle.borrow().waits_until(self.now());
            return [timer, idle].into_iter().flatten().min();
        }
        timer
    }
}
