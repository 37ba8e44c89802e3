//! The options of a job of another thread.

use std::any::Any;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use super::job_handle::JobError;
use super::task_options::TaskOptions;
use crate::event_loop::EventLoop;
use crate::scheduling::TaskPriority;
use crate::web::dom::AbortHandle;

/// The options of [`Remote::call`](crate::event_loop::Remote::call) and
/// [`Remote::spawn`](crate::event_loop::Remote::spawn): those of [`TaskOptions`], as values that can be sent to another
/// thread. By default, the priority is `user-visible`.
///
/// ```
/// use std::time::Duration;
///
/// use posttask::Runtime;
/// use posttask::scheduler::JobOptions;
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// let remote = runtime.event_loop().remote();
/// let options = JobOptions::new().priority(TaskPriority::Background).delay(Duration::from_millis(5)).host_value(7);
/// let job = remote.call(options, |context| {
///     let event_loop = posttask::event_loop::EventLoop::of(context)?;
///     event_loop.host_value::<i32>().map(|value| *value)
/// });
/// runtime.run();
/// assert_eq!(job.wait(), Ok(Some(7)));
/// # Ok::<(), posttask::Error>(())
/// ```
#[derive(Default)]
pub struct JobOptions {
    priority: Option<TaskPriority>,
    signal: Option<AbortHandle>,
    delay: Duration,
    host_value: Option<Box<dyn Any + Send>>,
}

impl fmt::Debug for JobOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { priority, delay, .. } = self;
        f.debug_struct("JobOptions").field("priority", priority).field("delay", delay).finish_non_exhaustive()
    }
}

impl JobOptions {
    /// Returns the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a priority that no signal changes.
    #[must_use]
    pub fn priority(mut self, priority: TaskPriority) -> Self {
        self.priority = Some(priority);
        self
    }

    /// Sets the signal that aborts the job. If it is a [`TaskSignal`](super::TaskSignal) and there is no priority, the
    /// job has the priority of the signal. It must be a signal of the loop that the job is for.
    #[must_use]
    pub fn signal(mut self, signal: &AbortHandle) -> Self {
        self.signal = Some(signal.clone());
        self
    }

    /// Sets how long the job waits before it is queued. Rounded up to whole milliseconds.
    #[must_use]
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Sets the value of the embedder that the job and all that it starts have: see
    /// [`EventLoop::host_value`](crate::event_loop::EventLoop::host_value). By default, there is none.
    #[must_use]
    pub fn host_value(mut self, value: impl Any + Send) -> Self {
        self.host_value = Some(Box::new(value));
        self
    }

    /// The options of the task, on the thread of the loop.
    ///
    /// # Errors
    ///
    /// [`JobError::WrongLoop`] if the signal belongs to another loop.
    pub(super) fn for_task(self, event_loop: &EventLoop) -> Result<TaskOptions, JobError> {
        let mut options = TaskOptions::new().delay(self.delay);
        if let Some(priority) = self.priority {
            options = options.priority(priority);
        }
        if let Some(handle) = &self.signal {
            options = options.signal(&handle.signal_of(event_loop).ok_or(JobError::WrongLoop)?);
        }
        Ok(match self.host_value {
            Some(value) => options.host_value(Rc::from(value as Box<dyn Any>)),
            None => options,
        })
    }
}

impl From<TaskPriority> for JobOptions {
    fn from(priority: TaskPriority) -> Self {
        Self::new().priority(priority)
    }
}
