//! Turning the event loop again and again: polling asynchronous jobs, sleeping when there is nothing to do.

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

/// Why [`Pump::run`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is left that could ever run.
    RanDry,
    /// The deadline passed.
    TimedOut,
    /// [`Remote::stop`](super::Remote::stop) was called.
    Stopped,
}

/// The asynchronous jobs that are being polled. Each ends with its work and its result.
type Jobs<'a> = FuturesUnordered<Pin<Box<dyn Future<Output = (Work, JsResult<JsValue>)> + 'a>>>;

/// Drives an [`EventLoop`].
///
/// Boa's asynchronous jobs borrow the cell that holds the context for as long as they live, so the pump borrows it too,
/// and only ever takes the context out of it for one turn.
pub struct Pump<'a, 'b> {
    event_loop: Rc<EventLoop>,
    context: &'a RefCell<&'b mut Context>,
    jobs: Jobs<'a>,
    /// Whether callbacks of finalization registries were queued since the loop was last idle. More are queued only then:
    /// callbacks that make garbage all the time must not keep the loop from ending, or from sleeping.
    finalized: bool,
    finalization_jobs: FuturesUnordered<Pin<Box<dyn Future<Output = JsResult<JsValue>> + 'a>>>,
}

impl<'a, 'b> Pump<'a, 'b> {
    /// A pump for the event loop of the context in the cell.
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

    /// Turns until nothing is ready now. Timers that are not due yet stay.
    pub fn run_until_idle(&mut self) {
        while self.turn() != Turn::Idle {}
    }

    /// When [`Self::turn`] must be called although nothing happens. `None`: only another thread can bring work.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.event_loop.next_deadline()
    }

    /// Whether something waits that will run some day.
    #[must_use]
    pub fn has_work(&self) -> bool {
        !self.jobs.is_empty() || self.event_loop.has_work()
    }

    /// Turns until nothing is left to do, sleeping in between, or until the loop's time reaches `deadline`.
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
                    return Outcome::RanDry;
                }
                self.sleep(deadline);
            }
        }
    }

    fn sleep(&self, deadline: Option<Timestamp>) {
        let until = [self.event_loop.next_deadline(), deadline].into_iter().flatten().min();
        self.event_loop.sleep(until);
    }

    /// Moves asynchronous jobs on by one step at most. Returns whether JavaScript may have run.
    fn poll_async_jobs(&mut self) -> bool {
        if !self.event_loop.has_new_jobs() && self.jobs.is_empty() && self.finalization_jobs.is_empty() {
            return false;
        }
        self.start_new_jobs();
        let waker = self.event_loop.time.waker();
        let mut polling = std::task::Context::from_waker(&waker);
        // The collections poll only jobs that were woken, so this is cheap when none was.
        self.poll_finalization_jobs(&mut polling);
        let polled = self.jobs.poll_next_unpin(&mut polling);
        if let Poll::Ready(Some((work, result))) = &polled {
            let how = Ending::of(result);
            if let Err(error) = result {
                let _work = self.event_loop.current.enter_work(*work);
                self.event_loop.report_an_exception(error.clone(), &mut self.context.borrow_mut());
            }
            self.event_loop.tell(|| Event::Ended { work: work.id, how });
        }
        // A job that is not finished may have run JavaScript too.
        let advanced = matches!(polled, Poll::Ready(Some(_))) || !self.event_loop.jobs.microtasks.is_empty();
        if advanced {
            self.event_loop.perform_a_microtask_checkpoint(&mut self.context.borrow_mut());
        }
        advanced
    }

    /// Lets cleanup jobs of finalization registries find out what was collected. Their callbacks become tasks.
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

    /// Takes the jobs that the engine handed over since the last call.
    fn start_new_jobs(&self) {
        for job in self.event_loop.jobs.finalization.take() {
            self.finalization_jobs.push(Box::pin(job.call(self.context)));
        }
        for (work, job) in self.event_loop.jobs.asynchronous.take() {
            let (event_loop, context) = (Rc::clone(&self.event_loop), self.context);
            self.jobs.push(Box::pin(async move {
                event_loop.tell(|| Event::Started { work: work.id });
                let mut job = job.call(context);
                // Whenever the job is polled, the host calls into JavaScript and the job is the current work.
                let polled = std::future::poll_fn(|polling| {
                    let _call = event_loop.current.enter_javascript();
                    let _work = event_loop.current.enter_work(work);
                    Pin::new(&mut job).poll(polling)
                });
                (work, polled.await)
            }));
        }
    }

    /// The event loop that is driven.
    #[must_use]
    pub fn event_loop(&self) -> &Rc<EventLoop> {
        &self.event_loop
    }

    /// The context, for as long as no turn is taken.
    pub fn context(&self) -> std::cell::RefMut<'_, &'b mut Context> {
        self.context.borrow_mut()
    }

    /// Drops all that waits.
    pub fn clear(&mut self) {
        self.jobs.clear();
        self.finalization_jobs.clear();
        self.event_loop.clear();
    }
}
