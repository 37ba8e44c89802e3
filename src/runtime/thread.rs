//! A runtime with a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use super::{Runtime, RuntimeBuilder};
use crate::Error;
use crate::debug::debug;
use crate::event_loop::{KeepAlive, Outcome, Remote};

/// A runtime that runs on a thread of its own. Dropping it stops the runtime after the running task, without waiting
/// for the end of the thread: see [`Self::stop`] and [`Self::finish`].
///
/// A task that panics does not end the thread, unless JavaScript has called the code that panicked: then the engine
/// cannot be used any more. The handle of a job that panicked has [`JobError::Panicked`], and if the thread has ended,
/// the handles of all other jobs have [`JobError::Closed`].
///
/// [`JobError::Panicked`]: crate::scheduler::JobError::Panicked
/// [`JobError::Closed`]: crate::scheduler::JobError::Closed
pub struct RuntimeThread {
    remote: Remote,
    /// Until the runtime is to end by itself.
    alive: Option<KeepAlive>,
    /// Disconnected when the thread ends. Nothing is sent.
    ended: Receiver<()>,
    thread: Option<JoinHandle<Ended>>,
}

/// How a thread has ended.
struct Ended {
    outcome: Outcome,
    /// Whether a task has panicked.
    has_panicked: bool,
}

debug!(RuntimeThread, "remote" = |thread| thread.remote);

impl Runtime {
    /// Starts a thread that builds a runtime and runs it until it is stopped. A runtime cannot be sent to another
    /// thread, so `build`, which can, is called there.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Thread`] if the thread cannot be started, [`Error::Panicked`] if `build` panics, and the errors
    /// of `build` and of [`RuntimeBuilder::build`].
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::Source;
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let thread = Runtime::spawn_thread("javascript", |builder| {
    ///     let mut runtime = builder.build()?;
    ///     runtime.run_script("globalThis.twice = number => number * 2")?;
    ///     Ok(runtime)
    /// })?;
    /// let doubled = thread.remote().call(TaskPriority::UserBlocking, |context| {
    ///     context.eval(Source::from_bytes("twice(21)")).ok().and_then(|value| value.as_number())
    /// });
    /// assert_eq!(doubled.wait(), Ok(Some(42.0)));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn spawn_thread(
        name: &str,
        build: impl FnOnce(RuntimeBuilder) -> Result<Self, Error> + Send + 'static,
    ) -> Result<RuntimeThread, Error> {
        if name.contains('\0') {
            return Err(Error::Thread(std::io::Error::other("the name of a thread must not contain a null character")));
        }
        let (sender, receiver) = sync_channel(1);
        let (ends, ended) = sync_channel(0);
        let run = move || build_and_run(build, &sender, ends);
        let thread = Builder::new().name(name.to_owned()).spawn(run).map_err(Error::Thread)?;
        match receiver.recv() {
            Ok(started) => {
                let (remote, alive) = started?;
                Ok(RuntimeThread { remote, alive: Some(alive), ended, thread: Some(thread) })
            }
            Err(_) => Err(Error::Panicked),
        }
    }

    /// Runs until nothing is left to do, even if tasks panic or exceed a limit.
    fn run_despite_panics(&mut self) -> Ended {
        let mut has_panicked = false;
        let realm = self.with_context(|context| context.realm().clone());
        loop {
            match catch_unwind(AssertUnwindSafe(|| self.run())) {
                // The work was reported and ended. The rest is not to blame.
                Ok(Outcome::LimitExceeded) if !self.event_loop.is_out_of_time() => {}
                Ok(outcome) => return Ended { outcome, has_panicked },
                // The engine keeps the frames of the JavaScript that called the code.
                Err(panic) if self.with_context(|context| context.stack_trace().next().is_some()) => {
                    resume_unwind(panic);
                }
                Err(_) => {
                    has_panicked = true;
                    // The code may have been in another realm.
                    self.with_context(|context| drop(context.enter_realm(realm.clone())));
                }
            }
        }
    }
}

type Started = Result<(Remote, KeepAlive), Error>;

/// What the thread of a runtime does. `_ends` is dropped after the runtime.
fn build_and_run(
    build: impl FnOnce(RuntimeBuilder) -> Result<Runtime, Error>,
    started: &SyncSender<Started>,
    _ends: SyncSender<()>,
) -> Ended {
    let mut runtime = match build(Runtime::builder()) {
        Ok(runtime) => runtime,
        Err(error) => {
            // The receiver waits for this.
            let _ = started.send(Err(error));
            return Ended { outcome: Outcome::OutOfWork, has_panicked: false };
        }
    };
    let remote = runtime.event_loop().remote();
    let alive = remote.keep_alive();
    let _ = started.send(Ok((remote, alive)));
    runtime.run_despite_panics()
}

impl RuntimeThread {
    /// Returns a handle to the event loop of the thread.
    #[must_use]
    pub fn remote(&self) -> &Remote {
        &self.remote
    }

    /// Stops the runtime after the running task, and waits for the end of the thread. What has not run is dropped: the
    /// handles of jobs have [`JobError::Closed`](crate::scheduler::JobError::Closed).
    ///
    /// A running callback cannot be interrupted: with [`Limits`](crate::event_loop::Limits) on loops, it is ended, and
    /// then the thread ends.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Panicked`] if a task panicked.
    pub fn stop(mut self) -> Result<(), Error> {
        self.remote.stop();
        self.join().map(drop)
    }

    /// Lets the runtime run until nothing is left to do, but no longer than this time, and waits for the end of the
    /// thread. Jobs that are added meanwhile run, too. What is left after that time is dropped, as by [`Self::stop`].
    ///
    /// Returns [`Outcome::OutOfWork`] if nothing was left, [`Outcome::TimedOut`] after that time,
    /// [`Outcome::Stopped`] if [`Remote::stop`] was called, and [`Outcome::LimitExceeded`] if the program has run for
    /// as long as it may: see [`Limits::program_time`](crate::event_loop::Limits::program_time).
    ///
    /// # Errors
    ///
    /// Returns [`Error::Panicked`] if a task panicked.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use posttask::Runtime;
    /// use posttask::event_loop::Outcome;
    /// use posttask::scheduler::JobError;
    /// use posttask::scheduling::TaskPriority::UserVisible;
    ///
    /// let thread = Runtime::spawn_thread("javascript", |builder| builder.build())?;
    /// let short = thread.remote().spawn(UserVisible, async |task| task.sleep(Duration::from_millis(5)).await);
    /// assert_eq!(thread.finish(Duration::from_secs(60))?, Outcome::OutOfWork);
    /// assert_eq!(short.wait(), Ok(()));
    ///
    /// let thread = Runtime::spawn_thread("javascript", |builder| builder.build())?;
    /// let long = thread.remote().spawn(UserVisible, async |task| task.sleep(Duration::from_secs(3600)).await);
    /// assert_eq!(thread.finish(Duration::from_millis(5))?, Outcome::TimedOut);
    /// assert_eq!(long.wait(), Err(JobError::Closed));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn finish(mut self, timeout: Duration) -> Result<Outcome, Error> {
        drop(self.alive.take());
        let has_timed_out = self.ended.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout);
        self.remote.stop();
        let outcome = self.join()?;
        Ok(if has_timed_out { Outcome::TimedOut } else { outcome })
    }

    fn join(&mut self) -> Result<Outcome, Error> {
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(Ended { outcome, has_panicked: false })) => Ok(outcome),
            _ => Err(Error::Panicked),
        }
    }
}

impl Drop for RuntimeThread {
    fn drop(&mut self) {
        self.remote.stop();
    }
}
