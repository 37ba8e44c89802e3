//! Driving the event loop: turning it, polling asynchronous jobs, and sleeping when there is nothing to do.

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{self, Poll};
use std::time::Duration;

use boa_engine::{Context, JsError, JsNativeError, JsResult, JsValue};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::processing::Turn;
use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::observing::Event;
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{Ending, Work};

use crate::debug::debug;

/// Why a function that drives the loop returned. [`EventLoop::pending`] lists the work that is left, with the places
/// that asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// There is no work left that could ever run.
    OutOfWork,
    /// Nothing is ready. Timers or other threads will make more work ready: see [`Pump::next_deadline`].
    Waiting,
    /// The budget is spent, and more work may be ready.
    BudgetSpent,
    /// The deadline has passed, and there is work left.
    TimedOut,
    /// [`Remote::stop`](crate::event_loop::Remote::stop) was called.
    Stopped,
    /// Work exceeded a [limit](crate::event_loop::Limits) and was ended: see [`EventLoop::exceeded_limit`]. The loop
    /// can be driven further.
    LimitExceeded,
}

/// How much [`Pump::run_for`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Budget {
    /// Tasks are started until this time has passed. This is also the deadline of idle callbacks. Virtual time stands
    /// still while tasks run, so with it, at most 256 tasks and steps of asynchronous jobs are run.
    Time(Duration),
    /// At most this number of tasks and of steps of asynchronous jobs, but at least one.
    Tasks(usize),
}

/// When the loop must be turned again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Deadline {
    /// Something is ready.
    Now,
    /// A timer becomes due at this time of the loop's clock.
    At(Timestamp),
    /// Only another thread can add work, and it wakes the loop.
    Never,
}

/// How long one call of [`Pump::poll`] runs tasks before it lets the executor run other things.
const POLL_SLICE: Duration = Duration::from_millis(1);

/// The number of turns of one call of [`Pump::poll`], and of [`Pump::run_for`] with a time, for clocks that stand still
/// while something runs.
const MOST_TURNS: usize = 256;

/// The asynchronous jobs that are being polled. Each yields its end and its result.
type Jobs<'a> = FuturesUnordered<Pin<Box<dyn Future<Output = (JobEnd, JsResult<JsValue>)> + 'a>>>;

/// Ends the wait for an asynchronous job when it is dropped: when the job has ended or panicked, or with the pump.
struct JobEnd {
    event_loop: Rc<EventLoop>,
    work: Work,
    how: Ending,
}

impl Drop for JobEnd {
    fn drop(&mut self) {
        self.event_loop.is_back(self.work);
        self.event_loop.notify(|| Event::Ended { work: self.work.id, how: self.how });
    }
}

/// Drives an [`EventLoop`].
///
/// Boa's asynchronous jobs borrow the cell that holds the context for as long as they live, so the pump borrows it too,
/// and borrows the context from it for only one turn at a time.
///
/// The pump polls those jobs, such as the loading of modules: one that has not finished is dropped with the pump. So
/// keep it as long as the loop is driven, or drop it when [`Self::has_work`] is false.
pub struct Pump<'a, 'b> {
    event_loop: Rc<EventLoop>,
    context: &'a RefCell<&'b mut Context>,
    jobs: Jobs<'a>,
    /// Whether callbacks of finalization registries have been queued since the loop was last idle. If so, no more
    /// are queued until it is idle again: callbacks that keep creating garbage must not keep the loop from ending or
    /// sleeping.
    finalized: bool,
    finalization_jobs: FuturesUnordered<Pin<Box<dyn Future<Output = JsResult<JsValue>> + 'a>>>,
}

debug!(Pump<'_, '_>, "event_loop" = |pump| pump.event_loop);

/// The error of a job that keeps the context over an `await`.
fn keeps_the_context() -> JsError {
    let message = "an asynchronous job kept the context borrowed across an await, so it was dropped";
    JsNativeError::error().with_message(message).into()
}

impl<'a, 'b> Pump<'a, 'b> {
    /// Creates a pump for the event loop of the context in the cell.
    #[must_use]
    pub fn new(event_loop: Rc<EventLoop>, context: &'a RefCell<&'b mut Context>) -> Self {
        let finalization_jobs = FuturesUnordered::new();
        Self { event_loop, context, jobs: Jobs::new(), finalization_jobs, finalized: false }
    }

    /// Runs at most one task, or one step of an asynchronous job, of this agent or of a worker. Never waits.
    pub fn turn(&mut self) -> Turn {
        // What wakes the loop from now on may not be seen by this turn.
        self.event_loop.connections.waker().clear_woken();
        if self.event_loop.connections.remote().take_stop() {
            return Turn::Stopped;
        }
        if self.event_loop.is_out_of_time() {
            self.event_loop.take_exceeded();
            return Turn::LimitExceeded;
        }
        let turn = if self.event_loop.another_agent_takes_a_turn() || self.poll_async_jobs() {
            Turn::Polled
        } else {
            let turn = self.event_loop.turn(&mut self.context.borrow_mut());
            self.finalized &= turn != Turn::Idle;
            // The others go on.
            if turn == Turn::Idle && self.event_loop.is_another_agent_ready() { Turn::Polled } else { turn }
        };
        if self.event_loop.take_exceeded() { Turn::LimitExceeded } else { turn }
    }

    /// Turns the loop until nothing is ready. Timers that are not due yet stay. Never waits, but does not return while
    /// tasks keep adding tasks: see [`Self::run_for`].
    pub fn run_until_idle(&mut self) -> Outcome {
        loop {
            match self.turn() {
                Turn::Stopped => return Outcome::Stopped,
                Turn::LimitExceeded => return Outcome::LimitExceeded,
                Turn::Idle => return self.nothing_is_ready(),
                Turn::Ran(_) | Turn::Polled => {}
            }
        }
    }

    /// Turns the loop until the budget is spent or nothing is ready, at least once. Never waits.
    pub fn run_for(&mut self, budget: Budget) -> Outcome {
        let event_loop = Rc::clone(&self.event_loop);
        let end = match budget {
            Budget::Time(time) => Some(event_loop.now().after(time)),
            Budget::Tasks(_) => None,
        };
        let _deadline = event_loop.time.enter_deadline(end);
        let mut turns = 0;
        loop {
            match self.turn() {
                Turn::Stopped => return Outcome::Stopped,
                Turn::LimitExceeded => return Outcome::LimitExceeded,
                Turn::Idle => return self.nothing_is_ready(),
                Turn::Ran(_) | Turn::Polled => turns += 1,
            }
            let is_spent = match budget {
                Budget::Time(_) => {
                    end.is_some_and(|end| event_loop.now() >= end)
                        || turns >= MOST_TURNS && event_loop.time.is_virtual()
                }
                Budget::Tasks(tasks) => turns >= tasks,
            };
            if is_spent {
                return Outcome::BudgetSpent;
            }
        }
    }

    fn nothing_is_ready(&self) -> Outcome {
        if self.has_work() { Outcome::Waiting } else { Outcome::OutOfWork }
    }

    /// Runs what is ready, as a future would: it is ready when no work is left or the loop is stopped. Never waits, and
    /// returns after about a millisecond at the latest, unless a task takes longer. The executor is woken when a timer
    /// is due, or when another thread has something for the loop. It needs no clock: a thread of this library waits for
    /// the timers. Virtual time jumps to the next timer when nothing is ready.
    pub fn poll(&mut self, executor: &mut task::Context<'_>) -> Poll<Outcome> {
        let event_loop = Rc::clone(&self.event_loop);
        // From now on, nothing that wakes the loop is missed.
        event_loop.connections.waker().register(executor.waker());
        let mut end = event_loop.now().after(POLL_SLICE);
        for _ in 0..MOST_TURNS {
            match self.turn() {
                Turn::Stopped => return Poll::Ready(Outcome::Stopped),
                Turn::LimitExceeded => return Poll::Ready(Outcome::LimitExceeded),
                Turn::Ran(_) | Turn::Polled if event_loop.now() >= end => break,
                Turn::Ran(_) | Turn::Polled => {}
                Turn::Idle if !self.has_work() => return Poll::Ready(Outcome::OutOfWork),
                Turn::Idle => match event_loop.next_due() {
                    Some(due) if event_loop.time.is_virtual() => {
                        event_loop.sleep(Some(due));
                        end = event_loop.now().after(POLL_SLICE);
                    }
                    due => {
                        if let Some(due) = due {
                            event_loop.time.wake_at(due, event_loop.waker());
                        }
                        return Poll::Pending;
                    }
                },
            }
        }
        executor.waker().wake_by_ref();
        Poll::Pending
    }

    /// Returns when [`Self::turn`] must be called again.
    #[must_use]
    pub fn next_deadline(&self) -> Deadline {
        let event_loop = &self.event_loop;
        if event_loop.connections.waker().is_woken()
            || event_loop.has_ready_work()
            || event_loop.is_another_agent_ready()
        {
            return Deadline::Now;
        }
        event_loop.next_due().map_or(Deadline::Never, Deadline::At)
    }

    /// Whether any work is waiting that will eventually run.
    #[must_use]
    pub fn has_work(&self) -> bool {
        !self.jobs.is_empty() || self.event_loop.has_work()
    }

    /// Turns the loop until nothing is left to do or its time reaches `deadline`. Sleeps while nothing is ready. With
    /// virtual time, which stands still while tasks run, it may run 100,000 tasks after that which keep adding tasks.
    pub fn run(&mut self, deadline: Option<Timestamp>) -> Outcome {
        loop {
            if deadline.is_some_and(|deadline| self.event_loop.now() >= deadline) && self.has_work() {
                return if self.event_loop.connections.remote().take_stop() {
                    Outcome::Stopped
                } else {
                    Outcome::TimedOut
                };
            }
            match self.turn() {
                Turn::Stopped => return Outcome::Stopped,
                Turn::LimitExceeded => return Outcome::LimitExceeded,
                Turn::Idle if !self.has_work() => return Outcome::OutOfWork,
                Turn::Idle => self.sleep(deadline),
                Turn::Ran(_) | Turn::Polled => {}
            }
        }
    }

    fn sleep(&self, deadline: Option<Timestamp>) {
        let until = [self.event_loop.next_due(), deadline].into_iter().flatten().min();
        self.event_loop.sleep(until);
    }

    /// Advances asynchronous jobs by at most one step. Returns whether JavaScript may have run.
    fn poll_async_jobs(&mut self) -> bool {
        if !self.event_loop.has_new_jobs() && self.jobs.is_empty() && self.finalization_jobs.is_empty() {
            return false;
        }
        self.advance_async_jobs()
    }

    #[inline(never)]
    fn advance_async_jobs(&mut self) -> bool {
        self.start_new_jobs();
        let waker = self.event_loop.waker();
        let mut polling = task::Context::from_waker(&waker);
        // The collections only poll jobs that were woken, so this is cheap if there are none.
        self.poll_finalization_jobs(&mut polling);
        let polled = self.jobs.poll_next_unpin(&mut polling);
        let mut advanced = false;
        if let Poll::Ready(Some((mut end, result))) = polled {
            advanced = true;
            end.how = Ending::from_result(&result);
            if let Err(error) = result {
                let _work = self.event_loop.current.enter_work(end.work);
                self.event_loop.report_an_exception(error, &mut self.context.borrow_mut());
            }
        }
        // A job that has not finished may have run JavaScript, too.
        advanced |= !self.event_loop.jobs.microtasks.is_empty();
        if advanced {
            self.event_loop.perform_a_microtask_checkpoint(&mut self.context.borrow_mut());
        }
        advanced
    }

    /// Polls the cleanup jobs of finalization registries, so that they detect collected objects. Their callbacks become
    /// tasks.
    fn poll_finalization_jobs(&mut self, polling: &mut task::Context<'_>) {
        if self.finalization_jobs.is_empty() || self.finalized {
            return;
        }
        let _finalizing = self.event_loop.current.enter_finalization();
        // A callback that becomes a task cannot fail, so neither can its job.
        while let Poll::Ready(Some(_)) = self.finalization_jobs.poll_next_unpin(polling) {
            self.finalized = true;
        }
    }

    /// Takes the jobs that the engine has added since the last call.
    fn start_new_jobs(&self) {
        for job in self.event_loop.jobs.take_finalization() {
            self.finalization_jobs.push(Box::pin(job.call(self.context)));
        }
        for (work, job) in self.event_loop.jobs.take_asynchronous() {
            let (event_loop, context) = (Rc::clone(&self.event_loop), self.context);
            let end = JobEnd { event_loop: Rc::clone(&event_loop), work, how: Ending::Removed };
            self.jobs.push(Box::pin(async move {
                event_loop.notify(|| Event::Started { work: work.id });
                let values = event_loop.ambient.take_for(work.id);
                let mut job = Some(job.call(context));
                // Each poll is a call from the host into JavaScript, with the job as the current work.
                let polled = poll_fn(|polling| {
                    let Some(running) = &mut job else { return Poll::Pending };
                    let polled = {
                        let _call = event_loop.current.enter_javascript();
                        let _work = event_loop.current.enter_work(work);
                        let _values = event_loop.enter(values.clone());
                        Pin::new(running).poll(polling)
                    };
                    if let (Poll::Pending, Ok(mut context)) = (&polled, context.try_borrow_mut()) {
                        // Another job may follow in the same turn.
                        event_loop.perform_a_microtask_checkpoint(&mut context);
                    } else if polled.is_pending() {
                        // Nothing else could run while the job has the context, so it is dropped.
                        job = None;
                        return Poll::Ready(Err(keeps_the_context()));
                    }
                    polled
                });
                (end, polled.await)
            }));
        }
    }

    /// The event loop that the pump drives.
    #[must_use]
    pub fn event_loop(&self) -> &Rc<EventLoop> {
        &self.event_loop
    }

    /// Borrows the context. The borrow must end before the next turn.
    pub fn context(&self) -> std::cell::RefMut<'_, &'b mut Context> {
        self.context.borrow_mut()
    }

    /// Drops all waiting work. Handles of tasks and futures get an error as their result. The event loop itself does
    /// the same when it is dropped; but work that refers to the loop keeps it alive, so call this before.
    pub fn clear(&mut self) {
        self.jobs.clear();
        self.finalization_jobs.clear();
        self.event_loop.clear();
    }
}
