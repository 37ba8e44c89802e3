//! The handle that another thread has of its job.

use std::fmt;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{self, Poll, Waker};
use std::time::Duration;

use boa_engine::{Context, JsResult};

use crate::event_loop::{Parcel, Remote};

/// Why a job has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The event loop was dropped before the job ended.
    #[error("the event loop no longer exists")]
    Closed,
    /// The job was aborted, by [`JobHandle::abort`] or by its signal.
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
    /// The thread of the event loop waits for a job that only it can run.
    #[error("the thread of the event loop cannot wait for a job that it must run itself")]
    OwnThread,
    /// The signal of the job belongs to another event loop.
    #[error("the signal of the job belongs to another event loop")]
    WrongLoop,
}

/// Aborts what waits on the loop: a future, or a task with a delay.
pub(super) type Abort = Rc<dyn Fn(&mut Context) -> JsResult<()>>;

enum Stage<R> {
    Waiting {
        waker: Option<Waker>,
        abort: Option<Parcel<Abort>>,
    },
    Done(Result<R, JobError>),
    /// The result was taken.
    Taken,
}

impl<R> Stage<R> {
    fn is_waiting(&self) -> bool {
        matches!(self, Self::Waiting { .. })
    }

    /// Takes the result, once. `None` if there is none yet.
    fn take(&mut self) -> Option<Result<R, JobError>> {
        match std::mem::replace(self, Self::Taken) {
            Self::Done(result) => Some(result),
            Self::Taken => Some(Err(JobError::Taken)),
            waiting @ Self::Waiting { .. } => {
                *self = waiting;
                None
            }
        }
    }
}

/// What a job and its handle share.
struct Slot<R> {
    stage: Mutex<Stage<R>>,
    changed: Condvar,
}

impl<R> Slot<R> {
    fn lock(&self) -> MutexGuard<'_, Stage<R>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_waiting(&self) -> bool {
        self.lock().is_waiting()
    }

    /// Sets the result, unless there is one. Returns what aborts the job.
    fn set(&self, result: Result<R, JobError>) -> Option<Parcel<Abort>> {
        let mut stage = self.lock();
        let Stage::Waiting { waker, abort } = &mut *stage else { return None };
        let (waker, abort) = (waker.take(), abort.take());
        *stage = Stage::Done(result);
        drop(stage);
        self.changed.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
        abort
    }
}

/// The job's side of a slot. If it is dropped without a result, the job has not ended, and never will.
pub(super) struct Reply<R> {
    slot: Arc<Slot<R>>,
    remote: Remote,
}

impl<R> Reply<R> {
    /// Whether somebody still waits for the job.
    pub(super) fn is_wanted(&self) -> bool {
        self.slot.is_waiting()
    }

    pub(super) fn set(&self, result: Result<R, JobError>) {
        drop(self.slot.set(result));
    }

    /// Another reference, for the loop. Nothing happens when it is dropped.
    pub(super) fn job(&self) -> Job<R> {
        Job(Arc::clone(&self.slot))
    }
}

impl<R> Drop for Reply<R> {
    fn drop(&mut self) {
        if !self.is_wanted() {
            return;
        }
        // The loop is closed before it drops what is left. A job that panics is dropped while the loop is open.
        self.set(Err(if self.remote.is_closed() {
            JobError::Closed
        } else if std::thread::panicking() {
            JobError::Panicked
        } else {
            JobError::Aborted
        }));
    }
}

/// A job, as the loop sees it that has started it.
pub(super) struct Job<R>(Arc<Slot<R>>);

impl<R> Job<R> {
    /// Keeps what aborts the job. If the job has ended, or was aborted before, it is called.
    pub(super) fn aborts_with(&self, abort: Parcel<Abort>) {
        let unwanted = match &mut *self.0.lock() {
            Stage::Waiting { abort: kept, .. } => {
                *kept = Some(abort);
                None
            }
            _ => Some(abort),
        };
        unwanted.iter().for_each(abort_on_the_loop);
    }
}

/// A job of another thread: what [`Remote::call`] and [`Remote::spawn`] return. It is a future of the result; without
/// an executor, call [`Self::wait`].
///
/// If the handle is dropped, the job is aborted, as by [`Self::abort`]: a request that nobody waits for need not be
/// answered. [`Self::detach`] lets it continue.
#[must_use = "if the handle is dropped, the job is aborted: wait for it, or call `detach`"]
pub struct JobHandle<R> {
    slot: Arc<Slot<R>>,
    remote: Remote,
    aborts_on_drop: bool,
}

/// The two sides of a new job of this loop.
pub(super) fn new_job<R>(remote: &Remote) -> (Reply<R>, JobHandle<R>) {
    let stage = Mutex::new(Stage::Waiting { waker: None, abort: None });
    let slot = Arc::new(Slot { stage, changed: Condvar::new() });
    let reply = Reply { slot: Arc::clone(&slot), remote: remote.clone() };
    (reply, JobHandle { slot, remote: remote.clone(), aborts_on_drop: true })
}

impl<R> fmt::Debug for JobHandle<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JobHandle").field("is_finished", &self.is_finished()).finish_non_exhaustive()
    }
}

impl<R> JobHandle<R> {
    /// Blocks this thread until the job has ended.
    ///
    /// # Errors
    ///
    /// Returns why there is no result: [`JobError::OwnThread`] if this is the thread of the event loop and the job has
    /// not ended, because it would never end.
    pub fn wait(self) -> Result<R, JobError> {
        let stage = self.stage_to_wait_for()?;
        let changed = self.slot.changed.wait_while(stage, |stage| stage.is_waiting());
        changed.unwrap_or_else(PoisonError::into_inner).take().unwrap_or(Err(JobError::Closed))
    }

    /// Like [`Self::wait`], but returns `None` if the job has not ended after this time. The job continues.
    ///
    /// # Errors
    ///
    /// As for [`Self::wait`].
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use posttask::Runtime;
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let thread = Runtime::spawn_thread("javascript", |builder| builder.build())?;
    /// let never = thread.remote().spawn(TaskPriority::UserVisible, async |_| std::future::pending::<()>().await);
    /// assert_eq!(never.wait_timeout(Duration::from_millis(1)), None);
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn wait_timeout(&self, timeout: Duration) -> Option<Result<R, JobError>> {
        let stage = match self.stage_to_wait_for() {
            Ok(stage) => stage,
            Err(error) => return Some(Err(error)),
        };
        let changed = self.slot.changed.wait_timeout_while(stage, timeout, |stage| stage.is_waiting());
        changed.unwrap_or_else(PoisonError::into_inner).0.take()
    }

    /// The stage, unless it will never change while this thread waits.
    fn stage_to_wait_for(&self) -> Result<MutexGuard<'_, Stage<R>>, JobError> {
        let stage = self.slot.lock();
        if stage.is_waiting() && self.remote.is_own_thread() { Err(JobError::OwnThread) } else { Ok(stage) }
    }

    /// Returns whether there is a result.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        !self.slot.is_waiting()
    }

    /// Makes the result [`JobError::Aborted`], unless there is one. A function that has not started is not called. A
    /// future is dropped, in a task of the loop, and the signal of its [`AsyncTask`](super::AsyncTask::signal) is
    /// aborted.
    pub fn abort(&self) {
        self.slot.set(Err(JobError::Aborted)).iter().for_each(abort_on_the_loop);
    }

    /// Drops the handle, and lets the job continue. Its result is dropped.
    pub fn detach(mut self) {
        self.aborts_on_drop = false;
    }
}

/// Aborts what waits, in a task of its loop. If the loop is gone, so is what waited.
fn abort_on_the_loop(abort: &Parcel<Abort>) {
    let _ = abort.queue_a_task(|abort, event_loop, context| {
        if let Err(error) = abort(context) {
            event_loop.report_an_exception(error, context);
        }
    });
}

impl<R> Drop for JobHandle<R> {
    fn drop(&mut self) {
        if self.aborts_on_drop {
            self.abort();
        }
    }
}

impl<R> Future for JobHandle<R> {
    type Output = Result<R, JobError>;

    fn poll(self: Pin<&mut Self>, context: &mut task::Context<'_>) -> Poll<Self::Output> {
        // Neither cloning nor dropping a waker, which is code of the executor, happens under the lock.
        let new = context.waker().clone();
        let mut stage = self.slot.lock();
        if let Some(result) = stage.take() {
            return Poll::Ready(result);
        }
        let previous = match &mut *stage {
            Stage::Waiting { waker, .. } => waker.replace(new),
            _ => None,
        };
        drop(stage);
        drop(previous);
        Poll::Pending
    }
}
