//! Calls from other threads, as tasks with a priority.

use std::fmt;
use std::panic::Location;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{self, Poll, Waker};

use boa_engine::{Context, JsValue};

use super::rust_task::{current_scheduler, post_task_at};
use super::task_options::TaskOptions;
use crate::event_loop::Remote;
use crate::scheduling::TaskPriority;

/// Why a job has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The event loop was dropped before the job ran.
    #[error("the event loop no longer exists")]
    Closed,
    /// [`JobHandle::abort`] was called before the job ran.
    #[error("the job was aborted")]
    Aborted,
    /// The job panicked.
    #[error("the job panicked")]
    Panicked,
    /// The result was taken before, by polling the handle.
    #[error("the result of the job has already been taken")]
    Taken,
    /// The job would have exceeded a [limit](crate::event_loop::Limits) on tasks.
    #[error("too many tasks are waiting")]
    Refused,
    /// The scheduler is not installed in the context of the event loop: see [`install`](crate::install).
    #[error("the scheduler is not installed")]
    NotInstalled,
}

enum Stage<R> {
    Waiting(Option<Waker>),
    Done(Result<R, JobError>),
    /// The result was taken.
    Taken,
}

struct Slot<R> {
    stage: Mutex<Stage<R>>,
    changed: Condvar,
}

impl<R> Slot<R> {
    fn lock(&self) -> MutexGuard<'_, Stage<R>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the result, unless there is one.
    fn set(&self, result: Result<R, JobError>) {
        let mut stage = self.lock();
        let Stage::Waiting(waker) = &mut *stage else { return };
        let waker = waker.take();
        *stage = Stage::Done(result);
        drop(stage);
        self.changed.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn take(stage: &mut Stage<R>) -> Option<Result<R, JobError>> {
        match std::mem::replace(stage, Stage::Taken) {
            Stage::Done(result) => Some(result),
            Stage::Taken => Some(Err(JobError::Taken)),
            other @ Stage::Waiting(_) => {
                *stage = other;
                None
            }
        }
    }
}

/// The job's side of a slot. If it is dropped without a result, the job never ran or has panicked.
struct Reply<R> {
    slot: Arc<Slot<R>>,
    has_started: bool,
}

impl<R> Drop for Reply<R> {
    fn drop(&mut self) {
        self.slot.set(Err(if self.has_started { JobError::Panicked } else { JobError::Closed }));
    }
}

/// The result of [`Remote::call`], for the thread that called it: a future, or [`Self::wait`]. If the handle is
/// dropped, the job still runs.
pub struct JobHandle<R> {
    slot: Arc<Slot<R>>,
}

impl<R> fmt::Debug for JobHandle<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JobHandle").field("is_finished", &self.is_finished()).finish_non_exhaustive()
    }
}

impl<R> JobHandle<R> {
    /// Blocks this thread until the job has run. Do not call this on the thread of the event loop: the job could not
    /// run.
    ///
    /// # Errors
    ///
    /// Returns why there is no result.
    pub fn wait(self) -> Result<R, JobError> {
        let mut stage = self.slot.lock();
        loop {
            if let Some(result) = Slot::take(&mut stage) {
                return result;
            }
            stage = self.slot.changed.wait(stage).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns whether there is a result.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        !matches!(*self.slot.lock(), Stage::Waiting(_))
    }

    /// Makes the result [`JobError::Aborted`], unless there is one. The job does not run if it has not started.
    pub fn abort(&self) {
        self.slot.set(Err(JobError::Aborted));
    }
}

impl<R> Future for JobHandle<R> {
    type Output = Result<R, JobError>;

    fn poll(self: Pin<&mut Self>, context: &mut task::Context<'_>) -> Poll<Self::Output> {
        let mut stage = self.slot.lock();
        if let Some(result) = Slot::take(&mut stage) {
            return Poll::Ready(result);
        }
        if let Stage::Waiting(waker) = &mut *stage {
            *waker = Some(context.waker().clone());
        }
        Poll::Pending
    }
}

impl Remote {
    /// Calls a function on the thread of the event loop, as a task with a priority, and wakes the loop. If the loop no
    /// longer exists, the result is [`JobError::Closed`].
    ///
    /// What the function returns is sent to the thread that waits, which `JsValue` and `JsError` cannot be: convert a
    /// value there, and an error with [`Error::from_js`](crate::Error::from_js). The call has no value of the
    /// embedder ([`EventLoop::host_value`](crate::event_loop::EventLoop::host_value)).
    ///
    /// A panic of the function propagates to the code that runs the loop.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let remote = runtime.event_loop().remote();
    /// let thread = std::thread::spawn(move || {
    ///     let sum = remote.call(TaskPriority::UserBlocking, |context| {
    ///         context.eval(posttask::boa_engine::Source::from_bytes("6 * 7")).ok()?.as_number()
    ///     });
    ///     let result = sum.wait();
    ///     remote.stop();
    ///     result
    /// });
    /// let alive = runtime.event_loop().remote().keep_alive();
    /// runtime.run();
    /// assert_eq!(thread.join().expect("no panic"), Ok(Some(42.0)));
    /// # drop(alive);
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[track_caller]
    pub fn call<R: Send + 'static>(
        &self,
        priority: TaskPriority,
        function: impl FnOnce(&mut Context) -> R + Send + 'static,
    ) -> JobHandle<R> {
        let place = Location::caller();
        let slot = Arc::new(Slot { stage: Mutex::new(Stage::Waiting(None)), changed: Condvar::new() });
        let mut reply = Reply { slot: Arc::clone(&slot), has_started: false };
        let job = move |context: &mut Context| {
            if matches!(*reply.slot.lock(), Stage::Waiting(_)) {
                reply.has_started = true;
                let result = function(context);
                reply.slot.set(Ok(result));
            }
            Ok(JsValue::undefined())
        };
        let refused = Arc::clone(&slot);
        // If the loop is gone, the reply is dropped.
        let _ = self.take_steps(move |event_loop, context| {
            if event_loop.check_tasks(0).is_err() {
                refused.set(Err(JobError::Refused));
                return;
            }
            if current_scheduler(event_loop, context).is_err() {
                refused.set(Err(JobError::NotInstalled));
                return;
            }
            drop(post_task_at(place, &TaskOptions::from(priority), job, context));
        });
        JobHandle { slot }
    }
}
