//! The runtime: a JavaScript engine with an event loop, for embedders and for the command.

mod builder;
mod calls;
mod clock;
#[cfg(test)]
mod driving_tests;
#[expect(unsafe_code, reason = "asynchronous jobs borrow the context for as long as they live")]
mod engine;
pub(crate) mod evaluation;
pub(crate) mod large_stack;
#[cfg(test)]
mod limits_tests;
mod program;
pub(crate) mod realms;
mod script_or_module;
pub(crate) mod settings;
pub(crate) mod stack;
pub(crate) mod supervisor;
mod test_host;
#[cfg(test)]
mod tests;
mod thread;
pub(crate) mod top_level_awaits;
mod workers;

use std::future::poll_fn;
use std::panic::Location;
use std::rc::Rc;
use std::task::{self, Poll};
use std::time::Duration;

use boa_engine::{Context, JsError, JsResult, JsString, JsValue};

use crate::debug::debug;
use crate::engine::ModuleLoader;
use crate::error::{Error, Exception};
use crate::event_loop::{Budget, Deadline, EventLoop, Outcome, Pump, Timestamp, Turn};
use crate::web::html::Uncaught;
use crate::web::html::{
    ConsoleOutput, ErrorReporter, describe, error_name, is_frame_of_host_wanted, run_a_frame_of_host, simulate_input,
};
use crate::web::scheduler::{AsyncTask, SpawnHandle, TaskHandle, TaskOptions, post_task_at, spawn_at};
use crate::web::webidl::exceeded_limit;
use engine::Engine;
use stack::Stack;

pub use builder::RuntimeBuilder;
pub(crate) use large_stack::{LARGE_STACK, on_a_large_stack, on_large_stacks};
pub use program::{MainStatus, Program, SourceKind};
pub use realms::register_interfaces;
pub(crate) use supervisor::{Idle, Supervisor};
pub use thread::RuntimeThread;

/// A JavaScript engine with an event loop.
///
/// [`Self::run`] runs everything and returns when nothing is left to do. [`Self::run_async`] does the same on an
/// executor. Embedders with a loop of their own call [`Self::run_for`] when the time of [`Self::next_deadline`] has
/// come or another thread wakes the loop. [`Self::spawn_thread`] starts a thread that runs a runtime.
///
/// JavaScript runs on a native stack that the runtime allocates, so the size of the calling thread's stack does not
/// matter: see [`RuntimeBuilder::stack_size`].
///
/// Drop a runtime before its thread ends: one in thread-local storage may be dropped after the collector.
///
/// ```
/// use posttask::Runtime;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// runtime.run_script(
///     "globalThis.order = [];
///      scheduler.postTask(() => order.push('later'), { priority: 'background' });
///      scheduler.postTask(() => order.push('now'), { priority: 'user-blocking' });",
/// )?;
/// runtime.run();
/// assert_eq!(runtime.run_script("order.join()")?.as_string(), Some("now,later".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
pub struct Runtime {
    event_loop: Rc<EventLoop>,
    modules: Rc<ModuleLoader>,
    errors: Rc<ErrorReporter>,
    output: Rc<dyn ConsoleOutput>,
    /// The last exception that was returned as an error, and the thrown value.
    thrown: Option<(u64, JsValue)>,
    engine: Engine,
}

debug!(Runtime, "event_loop" = |runtime| runtime.event_loop);

impl Runtime {
    fn new(
        context: Context,
        stack: Stack,
        event_loop: Rc<EventLoop>,
        modules: Rc<ModuleLoader>,
        errors: Rc<ErrorReporter>,
        output: Rc<dyn ConsoleOutput>,
    ) -> Self {
        let engine = Engine::new(context, stack, Rc::clone(&event_loop));
        Self { event_loop, modules, errors, output, thrown: None, engine }
    }

    /// Returns the event loop.
    #[must_use]
    pub fn event_loop(&self) -> &Rc<EventLoop> {
        &self.event_loop
    }

    /// Simulates input of a user: after this time, a task dispatches a trusted event of this type, such as `click`, at
    /// the global object. While the event is due, `navigator.scheduling.isInputPending()` is true. Has no effect
    /// without [`RuntimeBuilder::user_input`].
    ///
    /// # Errors
    ///
    /// None in practice: the runtime has an event loop.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// let mut runtime = posttask::Runtime::builder().virtual_time().user_input().build()?;
    /// runtime.simulate_input("click", Duration::from_millis(100))?;
    /// runtime.run_script(
    ///     "addEventListener('click', () => log.push('clicked at ' + performance.now()));
    ///      globalThis.log = [];
    ///      setTimeout(() => log.push(navigator.scheduling.isInputPending()), 99);",
    /// )?;
    /// runtime.run();
    /// assert_eq!(runtime.run_script("log.join()")?.as_string(), Some("false,clicked at 100".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn simulate_input(&mut self, event_type: &str, after: Duration) -> Result<(), Error> {
        self.try_with_context(|context| simulate_input(event_type, after, context))
    }

    /// Posts a task that calls a Rust function, in the main realm: see [`post_task`](crate::scheduler::post_task).
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if the task cannot be created.
    #[track_caller]
    pub fn post_task(
        &mut self,
        options: impl Into<TaskOptions>,
        callback: impl FnOnce(&mut Context) -> JsResult<JsValue> + 'static,
    ) -> Result<TaskHandle, Error> {
        let (place, options) = (Location::caller(), options.into());
        self.try_with_context(|context| post_task_at(place, &options, callback, context))
    }

    /// Runs a future on the event loop, in the main realm: see [`spawn`](crate::scheduler::spawn).
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if the task cannot be created.
    #[track_caller]
    pub fn spawn<T: 'static, F: Future<Output = T> + 'static>(
        &mut self,
        options: impl Into<TaskOptions>,
        future: impl FnOnce(AsyncTask) -> F,
    ) -> Result<SpawnHandle<T>, Error> {
        let (place, options) = (Location::caller(), options.into());
        self.try_with_context(|context| spawn_at(place, &options, future, context))
    }

    /// Calls `steps` with the context. Microtasks that `steps` queues run in the next turn. The nesting of source text
    /// that `steps` passes to the engine is not checked; [`Self::run_script`] and the other methods check it.
    ///
    /// If `steps` or a native function of the embedder panics, the panic propagates to the caller, and the engine keeps
    /// the call frames that were running. In that case, drop the runtime.
    pub fn with_context<R>(&mut self, steps: impl FnOnce(&mut Context) -> R) -> R {
        self.engine.with_context(steps)
    }

    /// Like [`Self::with_context`], for steps that can throw.
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if `steps` returns an error, as [`Self::describe_error`] describes it.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::Source;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let sum = runtime.try_with_context(|context| context.eval(Source::from_bytes("1 + 2")))?;
    /// assert_eq!(sum.as_number(), Some(3.0));
    /// let error = runtime.try_with_context(|context| context.eval(Source::from_bytes("throw new RangeError('x')")));
    /// assert!(error.unwrap_err().to_string().starts_with("RangeError: x"));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn try_with_context<R>(&mut self, steps: impl FnOnce(&mut Context) -> JsResult<R>) -> Result<R, Error> {
        self.with_context(steps).map_err(|error| self.describe_error(error))
    }

    /// Runs at most one task, with its microtasks. Never waits.
    pub fn turn(&mut self) -> Turn {
        self.engine.run(Pump::turn)
    }

    /// Runs everything that is ready now. Never waits, but does not return while tasks keep adding tasks: see
    /// [`Self::run_for`].
    pub fn run_until_idle(&mut self) -> Outcome {
        self.engine.run(Pump::run_until_idle)
    }

    /// Runs what is ready until the budget is spent, at least one task. Never waits. For a host with a loop of its own,
    /// such as one that draws frames:
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use posttask::Runtime;
    /// use posttask::event_loop::{Budget, Outcome};
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// runtime.run_script("globalThis.n = 0; for (let i = 0; i < 10; i++) scheduler.postTask(() => n++)")?;
    /// assert_eq!(runtime.run_for(Budget::Tasks(3)), Outcome::BudgetSpent);
    /// assert_eq!(runtime.run_script("n")?.as_number(), Some(3.0));
    /// while runtime.run_for(Budget::Time(Duration::from_millis(4))) != Outcome::OutOfWork {
    ///     // Draw a frame.
    /// }
    /// assert_eq!(runtime.run_script("n")?.as_number(), Some(10.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn run_for(&mut self, budget: Budget) -> Outcome {
        self.engine.run(|pump| pump.run_for(budget))
    }

    /// Runs the callbacks of `requestAnimationFrame` that wait for a frame, for a host that draws frames itself, such
    /// as a game: see [`RuntimeBuilder::host_frames`]. Their argument is `now`, in milliseconds since the time origin.
    /// Callbacks that they request run in the next frame. Runs no tasks; their microtasks run. Never waits.
    ///
    /// Returns [`Turn::Idle`] if no callback waits. [`Self::wants_frame`] tells that without running any.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::event_loop::{Budget, Turn};
    ///
    /// let mut runtime = Runtime::builder().virtual_time().host_frames().build()?;
    /// runtime.run_script(
    ///     "globalThis.log = [];
    ///      requestAnimationFrame(function draw() {
    ///          log.push('draw');
    ///          if (log.length < 3) requestAnimationFrame(draw);
    ///      });
    ///      scheduler.postTask(() => log.push('task'));",
    /// )?;
    /// while runtime.wants_frame() {
    ///     let now = runtime.event_loop().now();
    ///     assert!(matches!(runtime.frame(now), Turn::Ran(_)));
    ///     runtime.run_for(Budget::Tasks(1));
    /// }
    /// assert_eq!(runtime.run_script("log.join()")?.as_string(), Some("draw,task,draw".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn frame(&mut self, now: Timestamp) -> Turn {
        if self.event_loop.is_out_of_time() {
            return Turn::LimitExceeded;
        }
        let event_loop = Rc::clone(&self.event_loop);
        let ran = self.with_context(|context| run_a_frame_of_host(now, &event_loop, context));
        match ran {
            _ if self.event_loop.take_exceeded() => Turn::LimitExceeded,
            Ok(Some(work)) => Turn::Ran(work),
            // A global that has lost its realm has no callbacks.
            Ok(None) | Err(_) => Turn::Idle,
        }
    }

    /// Whether a callback of `requestAnimationFrame` waits for [`Self::frame`].
    #[must_use]
    pub fn wants_frame(&mut self) -> bool {
        self.with_context(|context| is_frame_of_host_wanted(context))
    }

    /// Runs what is ready, as a future would, for an executor: see [`Pump::poll`]. [`Self::run_async`] returns the
    /// future.
    ///
    /// ```
    /// use std::task::{Context, Poll, Waker};
    ///
    /// use posttask::Runtime;
    /// use posttask::event_loop::Outcome;
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// runtime.run_script("scheduler.postTask(() => globalThis.done = true, { delay: 1000 })")?;
    /// let mut executor = Context::from_waker(Waker::noop());
    /// assert_eq!(runtime.poll(&mut executor), Poll::Ready(Outcome::OutOfWork));
    /// assert!(runtime.run_script("done")?.to_boolean());
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn poll(&mut self, executor: &mut task::Context<'_>) -> Poll<Outcome> {
        self.engine.run(|pump| pump.poll(executor))
    }

    /// Runs until nothing is left to do, on any executor. If the future is dropped, the runtime can be driven again.
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().build()?;
    /// runtime.run_script("setTimeout(() => globalThis.done = true, 5)")?;
    /// futures_util::FutureExt::now_or_never(runtime.run_async()); // an executor would wait
    /// runtime.run();
    /// assert!(runtime.run_script("done")?.to_boolean());
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn run_async(&mut self) -> impl Future<Output = Outcome> + '_ {
        poll_fn(|executor| self.poll(executor))
    }

    /// Runs until nothing is left to do. Sleeps while nothing is ready.
    pub fn run(&mut self) -> Outcome {
        self.engine.run(|pump| pump.run(None))
    }

    /// Runs like [`Self::run`], but starts no task once the event loop's time has reached `deadline`. Virtual time
    /// stands still while tasks run, so with it, 100,000 tasks that keep adding tasks may run after that.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::event_loop::{Deadline, Outcome};
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// runtime.run_script("globalThis.n = 0; setInterval(() => n++, 10)")?;
    /// for _ in 0..3 {
    ///     let Deadline::At(next) = runtime.next_deadline() else { unreachable!() };
    ///     assert_eq!(runtime.run_until(next), Outcome::TimedOut); // the timer is due now
    ///     runtime.run_until_idle();
    /// }
    /// assert_eq!(runtime.run_script("n")?.as_number(), Some(3.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn run_until(&mut self, deadline: Timestamp) -> Outcome {
        self.engine.run(|pump| pump.run(Some(deadline)))
    }

    /// Returns when the runtime must be driven again, even if nothing else happens.
    #[must_use]
    pub fn next_deadline(&self) -> Deadline {
        self.engine.next_deadline()
    }

    /// Returns whether work is waiting that will eventually run.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.engine.has_work()
    }

    /// Passes an error to the error sink.
    #[doc(hidden)]
    pub fn report_uncaught(&self, uncaught: &Uncaught) {
        self.errors.report(uncaught, &self.event_loop);
    }

    /// Returns how many uncaught exceptions and unhandled rejections were reported. Errors whose event was canceled by
    /// a listener do not count.
    #[must_use]
    pub fn uncaught_count(&self) -> usize {
        self.errors.count()
    }

    /// Returns the thrown value of an exception that a method of this runtime returned. Only the last value is kept:
    /// `None` for older exceptions and for those of other runtimes.
    ///
    /// ```
    /// use posttask::{Error, Runtime};
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let Err(Error::JavaScript(exception)) = runtime.run_script("throw { code: 7 }") else { unreachable!() };
    /// let thrown = runtime.thrown_value(&exception).and_then(|value| value.as_object());
    /// assert!(thrown.is_some());
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn thrown_value(&self, exception: &Exception) -> Option<&JsValue> {
        self.thrown.as_ref().filter(|(id, _)| *id == exception.id).map(|(_, value)| value)
    }

    /// Converts the exception that a call threw to an [`Error`], and keeps the thrown value for
    /// [`Self::thrown_value`]. Runs no JavaScript.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::Source;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let result = runtime.with_context(|context| context.eval(Source::from_bytes("throw new RangeError('x')")));
    /// let error = result.map_err(|error| runtime.describe_error(error)).unwrap_err();
    /// assert!(error.to_string().starts_with("RangeError: x"));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn describe_error(&mut self, error: JsError) -> Error {
        if let Some(limit) = self.with_context(|context| exceeded_limit(&error, context)) {
            let exceeded = self.event_loop.exceed(limit);
            self.event_loop.take_exceeded();
            return Error::LimitExceeded(Box::new(exceeded));
        }
        let (exception, value) = self.with_context(|context| exception(error, context));
        self.thrown = Some((exception.id, value));
        Error::JavaScript(Box::new(exception))
    }

    /// The error of work that exceeded a limit while the runtime drove the loop.
    fn exceeded(&self) -> Error {
        self.event_loop.exceeded_limit().map_or(Error::Stopped, |exceeded| Error::LimitExceeded(Box::new(exceeded)))
    }
}

/// Describes an exception. Returns the thrown value, too.
fn exception(error: JsError, context: &mut Context) -> (Exception, JsValue) {
    let (description, value) = describe(error, context);
    let name = error_name(&value, context);
    (exception_of(&description, name), value)
}

/// The exception that is described, of an error with this name.
fn exception_of(description: &Uncaught, name: Option<JsString>) -> Exception {
    let (location, details) = (description.location(), description.details());
    let name = name.map(|name| name.to_std_string_escaped());
    Exception { name, ..Exception::new(description.message.clone(), description.stack.clone(), details, location) }
}

impl Error {
    /// Converts the exception that a call threw to an error that can be sent to other threads, such as the result of
    /// [`Remote::call`](crate::event_loop::Remote::call). Runs no JavaScript.
    ///
    /// ```
    /// use posttask::boa_engine::Source;
    /// use posttask::scheduling::TaskPriority;
    /// use posttask::{Error, Runtime};
    ///
    /// let thread = Runtime::spawn_thread("javascript", |builder| builder.build())?;
    /// let result = thread.remote().call(TaskPriority::UserBlocking, |context| {
    ///     let value = context.eval(Source::from_bytes("throw new RangeError('x')"));
    ///     value.map(drop).map_err(|error| Error::from_js(error, context))
    /// });
    /// let error = result.wait().expect("the job ran").unwrap_err();
    /// assert!(error.to_string().starts_with("RangeError: x"));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn from_js(error: JsError, context: &mut Context) -> Self {
        Self::JavaScript(Box::new(exception(error, context).0))
    }
}
