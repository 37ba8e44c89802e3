//! Calls and futures from other threads, as tasks with a priority.

use std::panic::Location;
use std::rc::Rc;

use boa_engine::{Context, JsValue};

use super::async_task::AsyncTask;
use super::job_handle::{Abort, Job, JobError, JobHandle, Reply, new_job};
use super::job_options::JobOptions;
use super::rust_task::{current_scheduler, post_task_at};
use super::spawn::spawn_at;
use super::task_options::TaskOptions;
use crate::event_loop::{EventLoop, Remote};

impl Remote {
    /// Calls a function on the thread of the event loop, as a task with a priority, and wakes the loop. If the loop no
    /// longer exists, the result is [`JobError::Closed`].
    ///
    /// What the function returns is sent to the thread that waits, which `JsValue` and `JsError` cannot be: convert a
    /// value there, and an error with [`Error::from_js`](crate::Error::from_js).
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
        options: impl Into<JobOptions>,
        function: impl FnOnce(&mut Context) -> R + Send + 'static,
    ) -> JobHandle<R> {
        let place = Location::caller();
        self.start_a_job(options.into(), move |reply, options, context| {
            let shared = reply.job();
            let job = move |context: &mut Context| {
                if reply.is_wanted() {
                    let result = function(context);
                    reply.set(Ok(result));
                }
                Ok(JsValue::undefined())
            };
            let Ok(task) = post_task_at(place, options, job, context) else { return };
            if options.milliseconds() > 0 {
                // It may wait for long. A task that is queued soon runs, and then nothing is called.
                keep(&shared, Rc::new(move |context| task.abort(None, context)), context);
            } else if options.has_signal() {
                task.drop_unreported();
            }
        })
    }

    /// Runs a future on the thread of the event loop, as [`spawn`](super::spawn()) does, and wakes the loop. Only the
    /// function and the output are sent to another thread: the future may use values of the engine.
    ///
    /// If the job is aborted, or its handle is dropped, the loop drops the future, and aborts the signal of
    /// [`AsyncTask::signal`] with it.
    ///
    /// A panic of the future propagates to the code that runs the loop.
    ///
    /// ```
    /// use posttask::boa_engine::Source;
    /// use posttask::scheduling::TaskPriority;
    /// use posttask::{Error, Runtime};
    ///
    /// let thread = Runtime::spawn_thread("javascript", |builder| builder.build())?;
    /// let answer = thread.remote().spawn(TaskPriority::UserVisible, async |task| {
    ///     let source = Source::from_bytes("scheduler.postTask(() => 6 * 7, { delay: 1 })");
    ///     let promise = task.with(|context| context.eval(source)).await.ok()?.as_promise()?;
    ///     task.settled(&promise).await.ok()?.as_number()
    /// });
    /// assert_eq!(answer.wait(), Ok(Some(42.0)));
    /// # Ok::<(), Error>(())
    /// ```
    #[track_caller]
    pub fn spawn<R: Send + 'static, F: Future<Output = R> + 'static>(
        &self,
        options: impl Into<JobOptions>,
        future: impl FnOnce(AsyncTask) -> F + Send + 'static,
    ) -> JobHandle<R> {
        let place = Location::caller();
        self.start_a_job(options.into(), move |reply, options, context| {
            let job = reply.job();
            // The function of the embedder is called when the future is first polled.
            let running = async move |task| reply.set(Ok(future(task).await));
            let Ok(spawned) = spawn_at(place, options, running, context) else { return };
            keep(&job, Rc::new(move |context| spawned.abort(None, context)), context);
        })
    }

    /// Takes steps that start a job, on the thread of the loop, unless it cannot be started.
    fn start_a_job<R: Send + 'static>(
        &self,
        options: JobOptions,
        start: impl FnOnce(Reply<R>, &TaskOptions, &mut Context) + Send + 'static,
    ) -> JobHandle<R> {
        let (reply, handle) = new_job(self);
        // If the loop is gone, the reply is dropped.
        let _ = self.take_steps(move |event_loop, context| {
            if !reply.is_wanted() {
                return;
            }
            match checked(options, event_loop, context) {
                Ok(options) => start(reply, &options, context),
                Err(error) => reply.set(Err(error)),
            }
        });
        handle
    }
}

/// Keeps what aborts a job on its loop.
fn keep<R>(job: &Job<R>, abort: Abort, context: &Context) {
    if let Some(event_loop) = EventLoop::of(context) {
        job.aborts_with(event_loop.parcel(abort));
    }
}

/// The options of a job that can be started.
fn checked(options: JobOptions, event_loop: &EventLoop, context: &mut Context) -> Result<TaskOptions, JobError> {
    let options = options.for_task(event_loop)?;
    event_loop.check_tasks(options.milliseconds()).map_err(|_| JobError::Refused)?;
    current_scheduler(event_loop, context).map_err(|_| JobError::NotInstalled)?;
    Ok(options)
}
