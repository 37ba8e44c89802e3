//! Adding work: queue a task, queue a global task, queue a scheduler task, run steps after a timeout.

use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsResult};

use crate::event_loop::event_loop::{
    Cancelable, EventLoop, FiringTimer, MicrotaskSteps, SchedulerTask, Steps, TimerSteps,
};
use crate::event_loop::in_realm::in_realm;
use crate::event_loop::observing::Event;
use crate::event_loop::queues::{Candidates, IdleId, Microtask, SchedulerQueue, Selection, Timer, TimerId};
use crate::event_loop::quirks::Quirk;
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{Ending, QueuePosition, TaskSource, Work, WorkId, WorkKind};
use crate::scheduling::{EnqueueOrder, QueueId, TaskId, TaskPriority};

impl EventLoop {
    /// [Queues a global task](https://html.spec.whatwg.org/multipage/webappapis.html#queue-a-global-task): `steps` run
    /// with `realm` as the current realm, and the exception they throw, if any, is reported for that realm's global.
    /// Steps that report the exceptions of callbacks themselves return an [`Ending`].
    #[doc(hidden)]
    pub fn queue_a_global_task<E: Into<Ending>>(
        &self,
        source: TaskSource,
        work: Work,
        place: QueuePosition,
        realm: Realm,
        steps: impl FnOnce(&Self, &mut Context) -> JsResult<E> + 'static,
    ) {
        // Omitted: step 2, the document of a window: there are no documents.
        self.push_a_task(
            source,
            work,
            place,
            Box::new(move |event_loop: &Self, context: &mut Context| {
                event_loop.run_in_realm(&realm, context, |context| steps(event_loop, context))
            }),
        );
    }

    /// [Queues a global task](Self::queue_a_global_task) that the program can cancel while it waits: its steps check
    /// that, and `is_canceled` tells whether they will find that there is nothing to do.
    #[doc(hidden)]
    pub fn queue_a_cancelable_task<E: Into<Ending>>(
        &self,
        source: TaskSource,
        work: Work,
        place: QueuePosition,
        realm: Realm,
        is_canceled: impl Fn() -> bool + 'static,
        steps: impl FnOnce(&Self, &mut Context) -> JsResult<E> + 'static,
    ) {
        let steps = move |event_loop: &Self, context: &mut Context| {
            event_loop.run_in_realm(&realm, context, |context| steps(event_loop, context))
        };
        self.push_a_task(source, work, place, Box::new(Cancelable { is_canceled, steps }));
    }

    /// The work of the queued tasks that the program has canceled: they still run, but do nothing that it notices. O(n)
    /// in the number of tasks.
    #[doc(hidden)]
    pub fn canceled_tasks(&self) -> Vec<WorkId> {
        let sources = self.waiting.sources.borrow();
        sources.tasks().filter(|task| task.steps.is_canceled()).map(|task| task.work.id).collect()
    }

    /// Runs `steps` with `realm` as the current realm, and reports the exception they throw, if any, for that realm's
    /// global.
    pub(crate) fn run_in_realm<E: Into<Ending>>(
        &self,
        realm: &Realm,
        context: &mut Context,
        steps: impl FnOnce(&mut Context) -> JsResult<E>,
    ) -> Ending {
        in_realm(realm, context, |context| match steps(context) {
            Ok(ending) => ending.into(),
            Err(error) => {
                self.report_an_exception(error, context);
                Ending::Threw
            }
        })
    }

    /// [Queues a task](https://html.spec.whatwg.org/multipage/webappapis.html#queue-a-task) on a task source. Its steps
    /// run in the realm that is current when the loop is turned. Wakes the loop if nothing is running.
    pub fn queue_a_task(&self, source: TaskSource, steps: impl FnOnce(&Self, &mut Context) + 'static) {
        let work = self.numbers.work(&WorkKind::Host.into(), None);
        self.ambient.capture_for(work.id);
        self.queue_work(source, work, steps);
        self.wake_if_nothing_runs();
    }

    /// The host can add work while an executor waits for the loop. Work that runs is followed by another turn anyway.
    pub(super) fn wake_if_nothing_runs(&self) {
        if self.current.work().is_none() && !self.current.is_in_javascript() {
            self.connections.waker().wake_from_here();
        }
    }

    /// Like [`Self::queue_a_task`], for work that already has a number.
    pub(in crate::event_loop) fn queue_work(
        &self,
        source: TaskSource,
        work: Work,
        steps: impl FnOnce(&Self, &mut Context) + 'static,
    ) {
        let steps = move |event_loop: &Self, context: &mut Context| {
            steps(event_loop, context);
            Ending::Returned
        };
        self.push_a_task(source, work, QueuePosition::Last, Box::new(steps));
    }

    pub(super) fn push_a_task(
        &self,
        source: TaskSource,
        work: Work,
        place: QueuePosition,
        steps: Steps,
    ) -> EnqueueOrder {
        // Omitted: steps 2, 6 and 7, the document and settings objects of a task: there are no documents.
        let order = self.waiting.push_task(source, place, work, steps);
        self.notify(|| Event::Ready { work: work.id });
        order
    }

    /// [Queues a microtask](https://html.spec.whatwg.org/multipage/webappapis.html#queue-a-microtask). It captures the
    /// current ambient values. Wakes the loop if nothing is running.
    pub fn queue_a_microtask(&self, steps: impl FnOnce(&Self, &mut Context) + 'static) {
        // Omitted: steps 3 and 6 to 8, document, source and settings objects: only spinning the event loop uses them.
        let mut values = self.capture();
        if self.has_quirk(Quirk::QueueMicrotaskCarriesNoState) {
            // QueuedMicrotask in dom/base/nsIGlobalObject.cpp.
            values = values.without_state();
        }
        // A microtask without values must not have those of the checkpoint.
        let steps: MicrotaskSteps = if values.is_empty() && !self.ambient.travels_with_work() {
            Box::new(steps)
        } else {
            Box::new(move |event_loop, context| {
                let _values = event_loop.enter_continuation(values);
                steps(event_loop, context);
            })
        };
        self.jobs.microtasks.push(Microtask::Steps(steps));
        self.wake_if_nothing_runs();
    }

    /// [Queues a scheduler task](https://wicg.github.io/scheduling-apis/#queue-a-scheduler-task). Creates its
    /// queue if there is none.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "otherwise, its arguments are passed through memory")]
    pub(crate) fn queue_a_scheduler_task(
        &self,
        queue: SchedulerQueue<'_>,
        place: QueuePosition,
        task: Rc<dyn SchedulerTask>,
    ) -> TaskId {
        // Omitted: steps 4 to 6, source, document and settings objects: there is one source, and no documents.
        let observed = self.is_observed().then(|| *task.work());
        if let Some(work) = observed {
            self.let_timers_fire_before(work);
        }
        let id = self.waiting.push_scheduler_task(queue, place, task);
        if let Some(work) = observed {
            self.notify(|| Event::Ready { work: work.id });
        }
        id
    }

    /// Fires the timers that the policy chooses before work of the running task enters its queue.
    #[cold]
    fn let_timers_fire_before(&self, queued: Work) {
        while self.current.work().is_some()
            && let Some(candidates) = Candidates::of(self).filter(|candidates| candidates.due_timer().is_some())
            && let Some(Selection::Timer(timer)) =
                self.policy.ask(|policy| Some(policy.fires_during_task(queued.id, &candidates)?.what))
        {
            self.fire(timer);
        }
    }

    /// The enqueue order of a scheduler task that has not run.
    pub(crate) fn enqueue_order(&self, task: TaskId) -> Option<EnqueueOrder> {
        self.waiting.scheduler_tasks.borrow().queues.enqueue_order(task)
    }

    /// Removes a scheduler task that has not run, and its queue if that becomes empty and its priority can change.
    pub(crate) fn remove_scheduler_task(&self, task: TaskId) {
        if let Some(removed) = self.take_scheduler_task(task) {
            self.drop_captured(removed.work().id);
        }
    }

    /// Like [`Self::remove_scheduler_task`], for a task that is queued again: it keeps its ambient values.
    pub(crate) fn take_scheduler_task(&self, task: TaskId) -> Option<Rc<dyn SchedulerTask>> {
        self.waiting.scheduler_tasks.borrow_mut().remove(task)
    }

    /// Changes the priority of a queue and of every task in it. O(log q) amortized, independent of the number of tasks.
    pub(crate) fn set_queue_priority(&self, queue: QueueId, priority: TaskPriority) {
        self.waiting.scheduler_tasks.borrow_mut().queues.set_priority(queue, priority);
    }

    /// [Runs steps after a timeout][timeout] of at least `delay` milliseconds. The steps run between tasks and must not
    /// run JavaScript; for that, they queue a task at the position they are given. O(1) if the timer is due after all
    /// others, O(log n) otherwise.
    ///
    /// A timer without a delay takes its place among the tasks immediately: it competes with the tasks that are posted
    /// before and after it.
    ///
    /// [timeout]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#run-steps-after-a-timeout
    #[doc(hidden)]
    pub fn run_steps_after_a_timeout(
        &self,
        delay: u64,
        work: Work,
        steps: impl FnOnce(&Self, QueuePosition) + 'static,
    ) -> TimerId {
        self.set_timer(self.now().after_milliseconds(delay), delay, work, TimerSteps::Run(Box::new(steps)))
    }

    /// Like [`Self::run_steps_after_a_timeout`], for a timer that is due at another time than after its delay, which
    /// only decides which timers it waits for.
    pub(crate) fn run_steps_at(
        &self,
        due: Timestamp,
        delay: u64,
        work: Work,
        steps: impl FnOnce(&Self, QueuePosition) + 'static,
    ) -> TimerId {
        self.set_timer(due, delay, work, TimerSteps::Run(Box::new(steps)))
    }

    /// Like [`Self::run_steps_at`], for steps that are in one allocation with what they need.
    pub(crate) fn fire_at(&self, due: Timestamp, delay: u64, work: Work, timer: Rc<dyn FiringTimer>) -> TimerId {
        self.set_timer(due, delay, work, TimerSteps::Fire(timer))
    }

    /// Like [`Self::run_steps_after_a_timeout`], for a scheduler task with a delay in milliseconds.
    pub(crate) fn enqueue_after_a_timeout(&self, delay: u64, task: Rc<dyn SchedulerTask>) -> TimerId {
        let due = self.now().after_milliseconds(delay);
        self.set_timer(due, delay, *task.work(), TimerSteps::Enqueue(task))
    }

    pub(in crate::event_loop) fn set_timer(
        &self,
        due: Timestamp,
        delay: u64,
        work: Work,
        steps: TimerSteps,
    ) -> TimerId {
        // Omitted: in step 4.1, inactive documents and suspended workers: there are none.
        // Omitted: step 4.3, the longer wait: it is optional.
        // Firefox has one list for all timers, and one runnable for this list: dom/base/TimeoutManager.cpp.
        let is_immediate = delay == 0 && due <= self.now() && !self.has_quirk(Quirk::TimersRunInBatches);
        let takes_place = match steps {
            TimerSteps::Run(_) | TimerSteps::Fire(_) => is_immediate,
            // WebTaskScheduler::PostTask takes the order before the delay: dom/base/WebTaskScheduler.cpp.
            TimerSteps::Enqueue(_) => self.has_quirk(Quirk::DelayedTaskKeepsAge),
        };
        let place = takes_place.then(|| self.waiting.take_place());
        let leeway = if self.has_quirk(Quirk::DelayedTasksHaveLeeway) { leeway(work.kind, delay) } else { 0 };
        let keeps_alive = work.kind != WorkKind::AbortTimeout;
        let timer = Timer { work, delay, due, leeway, is_immediate, keeps_alive, place, steps };
        let id = self.waiting.timers.borrow_mut().insert(timer);
        self.notify(|| Event::TimerSet { work: work.id, due });
        id
    }

    /// Sets whether a timer keeps the program alive. Initially, all timers do except those of `AbortSignal.timeout`.
    pub(crate) fn set_timer_keeps_alive(&self, timer: TimerId, keeps_alive: bool) {
        self.waiting.timers.borrow_mut().set_keeps_alive(timer, keeps_alive);
    }

    /// Stops a timer and drops its steps. Does nothing and returns false if it has already fired or been stopped.
    #[doc(hidden)]
    pub fn cancel_timer(&self, timer: TimerId) -> bool {
        let Some(timer) = self.waiting.timers.borrow_mut().remove(timer) else { return false };
        self.drop_captured(timer.work.id);
        self.notify(|| Event::TimerCleared { work: timer.work.id });
        true
    }

    /// Keeps the program alive until another thread has made this work ready. Ends with [`Self::is_back`].
    pub(crate) fn waits_elsewhere(&self, work: Work) {
        self.connections.waits_elsewhere(work);
    }

    /// The work does not wait for another thread any more.
    pub(crate) fn is_back(&self, work: Work) {
        self.connections.is_back(work.id);
    }

    /// Runs the steps of a timer that is due.
    #[inline(never)]
    pub(in crate::event_loop) fn fire(&self, timer: TimerId) {
        let Some(timer) = self.waiting.timers.borrow_mut().remove(timer) else { return };
        self.notify(|| Event::TimerFired { work: timer.work.id });
        let place = timer.place.map_or(QueuePosition::Last, QueuePosition::Reserved);
        match timer.steps {
            TimerSteps::Run(steps) => steps(self, place),
            TimerSteps::Fire(timer) => timer.fire(self, place),
            TimerSteps::Enqueue(task) => task.enqueue(place, self),
        }
    }

    /// Runs `steps` in the next [idle period]. They receive the end of that period.
    ///
    /// [idle period]: https://w3c.github.io/requestidlecallback/#start-an-idle-period-algorithm
    pub(crate) fn request_idle(
        &self,
        work: Work,
        steps: impl FnOnce(Timestamp, &Self, &mut Context) -> Ending + 'static,
    ) -> IdleId {
        let id = self.waiting.idle.borrow_mut().request(work, Box::new(steps));
        self.notify(|| Event::Ready { work: work.id });
        id
    }

    /// Cancels idle steps. Returns false if they have already run or been cancelled. The ambient values of their work
    /// stay, because the work may run in a task instead.
    pub(crate) fn cancel_idle(&self, idle: IdleId) -> bool {
        let cancelled = self.waiting.idle.borrow_mut().cancel(idle);
        cancelled.is_some()
    }
}

/// How much later than its due time a timer may be in Chromium, in milliseconds. Timers are ordered by the latest time
/// (`TaskOrder` in `base/task/sequence_manager`), and only timers of less than 32 ms are precise (`DOMTimer` in Blink).
const fn leeway(kind: WorkKind, delay: u64) -> u8 {
    match kind {
        WorkKind::Task if delay > 0 => 8,
        WorkKind::Timeout | WorkKind::Interval if delay >= 32 => 8,
        _ => 0,
    }
}
