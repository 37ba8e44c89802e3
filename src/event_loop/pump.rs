//! Driving the event loop: turning it, polling asynchronous jobs, and sleeping when there is nothing to do.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;

use boa_engine::{Context, JsResult, JsValue};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::event_loop::EventLoop;
use super::observer::Event;
use super::processing::Turn;
use super::time::Timestamp;
use super::work::{Ending, Work};

use crate::debug::debug;

/// Why [`Pump::run`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// There is no work left that could ever run.
    OutOfWork,
    /// The deadline has passed, and there is work left.
    TimedOut,
    /// [`Remote::stop`](super::Remote::stop) was called.
    Stopped,
}

/// The asynchronous jobs that are being polled. Each yields its work and its result.
type Jobs<'a> = FuturesUnordered<Pin<Box<dyn Future<Output = (Work, JsResult<JsValue>)> + 'a>>>;

/// Drives an [`EventLoop`].
///
/// Boa's asynchronous jobs borrow the cell that holds the context for as long as they live, so the pump borrows it too,
/// and borrows the context from it for only one turn at a time.
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

impl<'a, 'b> Pump<'a, 'b> {
    /// Creates a pump for the event loop of the context in the cell.
    #[must_use]
    pub fn new(event_loop: Rc<EventLoop>, context: &'a RefCell<&'b mut Context>) -> Self {
        Self { event_loop, context, jobs: Jobs::new(), finalization_jobs: FuturesUnordered::new(), finalized: false }
    }

    /// Runs at most one task, or one step of an asynchronous job. Never waits.
    pub fn turn(&mut self) -> Turn {
        if self.poll_async_jobs() {
            return Turn::Polled;
        }
        let turn = self.event_loop.turn(&mut self.context.borrow_mut());
        self.finalized &= turn != Turn::Idle;
        turn
    }

    /// Turns the loop until nothing is ready. Timers that are not due yet stay.
    pub fn run_until_idle(&mut self) {
        while self.turn() != Turn::Idle {}
    }

    /// Returns when [`Self::turn`] must be called again after it has returned [`Turn::Idle`], even if nothing else
    /// happens: when the first timer is due. `None` if only other threads can add work.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.event_loop.next_deadline()
    }

    /// Whether any work is waiting that will eventually run.
    #[must_use]
    pub fn has_work(&self) -> bool {
        !self.jobs.is_empty() || self.event_loop.has_work()
    }

    /// Turns the loop until nothing is left to do or its time reaches `deadline`. Sleeps while nothing is ready.
    pub fn run(&mut self, deadline: Option<Timestamp>) -> Outcome {
        loop {
            if self.event_loop.remote.take_stop() {
                return Outcome::Stopped;
            }
            if deadline.is_some_and(|deadline| self.event_loop.now() >= deadline) && self.has_work() {
                return Outcome::TimedOut;
            }
            if self.turn() == Turn::Idle {
                if !self.has_work() {
                    return Outcome::OutOfWork;
                }
                self.sleep(deadline);
            }
        }
    }

    fn sleep(&self, deadline: Option<Timestamp>) {
        let until = [self.event_loop.next_deadline(), deadline].into_iter().flatten().min();
        self.event_loop.sleep(until);
    }

    /// Advances asynchronous jobs by at most one step. Returns whether JavaScript may have run.
    fn poll_async_jobs(&mut self) -> bool {
        if !self.event_loop.has_new_jobs() && self.jobs.is_empty() && self.finalization_jobs.is_empty() {
            return false;
        }
        self.start_new_jobs();
        let waker = self.event_loop.time.waker();
        let mut polling = std::task::Context::from_waker(&waker);
        // The collections only poll jobs that were woken, so this is cheap if there are none.
        self.poll_finalization_jobs(&mut polling);
        let polled = self.jobs.poll_next_unpin(&mut polling);
        if let Poll::Ready(Some((work, result))) = &polled {
            let how = Ending::from_result(result);
            if let Err(error) = result {
                let _work = self.event_loop.current.enter_work(*work);
                self.event_loop.report_an_exception(error.clone(), &mut self.context.borrow_mut());
            }
            self.event_loop.notify(|| Event::Ended { work: work.id, how });
        }
        // A job that has not finished may have run JavaScript, too.
        let advanced = matches!(polled, Poll::Ready(Some(_))) || !self.event_loop.jobs.microtasks.is_empty();
        if advanced {
            self.event_loop.perform_a_microtask_checkpoint(&mut self.context.borrow_mut());
        }
        advanced
    }

    /// Polls the cleanup jobs of finalization registries, so that they detect collected objects. Their callbacks become
    /// tasks.
    fn poll_finalization_jobs(&mut self, polling: &mut std::task::Context<'_>) {
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
        for job in self.event_loop.jobs.finalization.take() {
            self.finalization_jobs.push(Box::pin(job.call(self.context)));
        }
        for (work, job) in self.event_loop.jobs.asynchronous.take() {
            let (event_loop, context) = (Rc::clone(&self.event_loop), self.context);
            self.jobs.push(Box::pin(async move {
                event_loop.notify(|| Event::Started { work: work.id });
                let mut job = job.call(context);
                // Each poll is a call from the host into JavaScript, with the job as the current work.
                let polled = std::future::poll_fn(|polling| {
                    let _call = event_loop.current.enter_javascript();
                    let _work = event_loop.current.enter_work(work);
                    Pin::new(&mut job).poll(polling)
                });
                (work, polled.await)
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

    /// Drops all waiting work.
    pub fn clear(&mut self) {
        self.jobs.clear();
        self.finalization_jobs.clear();
        self.event_loop.clear();
    }
}
