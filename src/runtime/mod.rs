//! The runtime: a JavaScript engine with an event loop, for embedders and for the command.

mod builder;
mod clock;
mod engine;
#[cfg(feature = "cli")]
mod evaluation;
mod large_stack;
mod program;
mod realms;
mod script_or_module;
mod stack;
#[cfg(test)]
mod stack_tests;
mod supervisor;
#[cfg(any(test, feature = "cli"))]
mod test_host;
#[cfg(test)]
mod tests;
#[cfg(feature = "cli")]
mod top_level_awaits;

use std::rc::Rc;
use std::time::Duration;

use boa_engine::{Context, JsError, JsValue};

use crate::debug::debug;
use crate::error::{Error, Exception};
use crate::event_loop::{EventLoop, Outcome, Pump, Timestamp, Turn};
use crate::host::ModuleLoader;
#[cfg(feature = "cli")]
use crate::html::Uncaught;
use crate::html::{ConsoleOutput, ErrorReporter, describe, simulate_input};
use engine::Engine;
use stack::Stack;

pub use builder::RuntimeBuilder;
#[cfg(feature = "cli")]
pub(crate) use evaluation::{Completeness, Declarations, completeness};
#[cfg(feature = "cli")]
pub(crate) use large_stack::fits_a_large_stack;
pub(crate) use large_stack::{LARGE_STACK, on_a_large_stack};
#[cfg(feature = "cli")]
pub(crate) use program::when_settled;
pub use program::{MainStatus, Program, SourceKind};
pub use realms::register_interfaces;
pub(crate) use supervisor::{Idle, Supervisor};
#[cfg(feature = "cli")]
pub(crate) use top_level_awaits::top_level_awaits;

/// A JavaScript engine with an event loop.
///
/// There are two ways to drive it. [`Self::run`] runs everything and returns when nothing is left to do. Embedders
/// with their own event loop call [`Self::turn`] or [`Self::run_until_idle`] when the time of
/// [`Self::next_deadline`] has come or another thread wakes the loop.
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
    /// Starts configuring a runtime.
    #[must_use]
    pub fn builder() -> RuntimeBuilder {
        RuntimeBuilder::default()
    }

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
        self.with_context(|context| simulate_input(event_type, after, context))
            .map_err(|error| self.describe_error(error))
    }

    /// Calls `steps` with the context. Microtasks that `steps` queues run in the next turn. The nesting of source text
    /// that `steps` passes to the engine is not checked; [`Self::run_script`] and the other methods check it.
    ///
    /// If `steps` or a native function of the embedder panics, the panic propagates to the caller, and the engine keeps
    /// the call frames that were running. In that case, drop the runtime.
    pub fn with_context<R>(&mut self, steps: impl FnOnce(&mut Context) -> R) -> R {
        self.engine.with_context(steps)
    }

    /// Runs at most one task, with its microtasks. Never waits.
    pub fn turn(&mut self) -> Turn {
        self.engine.run(Pump::turn)
    }

    /// Runs everything that is ready now. Never waits.
    pub fn run_until_idle(&mut self) {
        self.engine.run(Pump::run_until_idle);
    }

    /// Runs until nothing is left to do. Sleeps while nothing is ready.
    pub fn run(&mut self) -> Outcome {
        self.engine.run(|pump| pump.run(None))
    }

    /// Runs like [`Self::run`], but returns at the latest when the event loop's time reaches `deadline`.
    pub fn run_until(&mut self, deadline: Timestamp) -> Outcome {
        self.engine.run(|pump| pump.run(Some(deadline)))
    }

    /// Returns the due time of the first timer. After [`Self::turn`] has returned [`Turn::Idle`], call it again at this
    /// time, even if nothing else happens. `None` if there are no timers: then only other threads can add work.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.engine.next_deadline()
    }

    /// Returns whether work is waiting that will eventually run.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.engine.has_work()
    }

    /// Passes an error to the error sink.
    #[cfg(feature = "cli")]
    pub(crate) fn report_uncaught(&self, uncaught: &Uncaught) {
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
        let (description, value) = self.with_context(|context| describe(error, context));
        let (location, details) = (description.location(), description.details());
        let exception = Exception::new(description.message, description.stack, details, location);
        self.thrown = Some((exception.id, value));
        Error::JavaScript(Box::new(exception))
    }
}
