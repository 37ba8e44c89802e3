//! Configuring a runtime.

use std::rc::Rc;

use boa_engine::context::ContextBuilder;
use boa_engine::{Context, JsResult};

use super::Runtime;
use super::clock::EventLoopClock;
use super::realms::register_interfaces;
use crate::Error;
use crate::event_loop::{DefaultPolicy, EventLoop, Policy, RealTime, Time, VirtualTime};
use crate::host::{Hooks, ModuleLoader};
use crate::html::{ConsoleOutput, ErrorReporter, ErrorSink, StandardOutput, Uncaught, create_global_object};

/// How many calls may be nested before a `RangeError`. Boa's own limit is 512.
const RECURSION_LIMIT: usize = 40_000;

/// Slots of the engine's own stack: enough for that many calls with a hundred locals each.
const STACK_SLOTS: usize = 4_000_000;

/// Configures a [`Runtime`].
pub struct Builder {
    time: Rc<dyn Time>,
    policy: Box<dyn Policy>,
    output: Rc<dyn ConsoleOutput>,
    errors: Option<Rc<dyn ErrorSink>>,
    recursion_limit: usize,
    test_host: bool,
    give_memory_back: Option<fn()>,
}

impl Default for Builder {
    /// Real time, the default policy, standard output.
    fn default() -> Self {
        Self {
            time: Rc::new(RealTime::new()),
            policy: Box::new(DefaultPolicy),
            output: Rc::new(StandardOutput),
            errors: None,
            recursion_limit: RECURSION_LIMIT,
            test_host: false,
            give_memory_back: None,
        }
    }
}

/// Writes what is uncaught to the console's error output.
struct ToConsole(Rc<dyn ConsoleOutput>);

impl ErrorSink for ToConsole {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.0.err(&uncaught.to_string());
    }
}

impl Builder {
    /// Time that jumps to the next deadline whenever the loop would sleep, from 2000-01-01T00:00:00Z on.
    #[must_use]
    pub fn virtual_time(self) -> Self {
        self.time(Rc::new(VirtualTime::new()))
    }

    /// Another source of time.
    #[must_use]
    pub fn time(mut self, time: Rc<dyn Time>) -> Self {
        self.time = time;
        self
    }

    /// Another policy for what runs next.
    #[must_use]
    pub fn policy(mut self, policy: impl Policy + 'static) -> Self {
        self.policy = Box::new(policy);
        self
    }

    /// Where `console` writes.
    #[must_use]
    pub fn console(mut self, output: Rc<dyn ConsoleOutput>) -> Self {
        self.output = output;
        self
    }

    /// Who is told of uncaught exceptions and unhandled rejections. Without one, the console's error output is.
    #[must_use]
    pub fn error_sink(mut self, sink: Rc<dyn ErrorSink>) -> Self {
        self.errors = Some(sink);
        self
    }

    /// How many calls may be nested. Deep recursion through native functions needs about 4 KiB of native stack per call:
    /// see [`on_a_large_stack`](super::on_a_large_stack).
    #[must_use]
    pub fn recursion_limit(mut self, calls: usize) -> Self {
        self.recursion_limit = calls;
        self
    }

    /// Adds the global `testHost` for tests: `createRealm()`, `collectGarbage()` and counters.
    #[must_use]
    pub fn test_host(mut self, yes: bool) -> Self {
        self.test_host = yes;
        self
    }

    /// What returns freed memory to the operating system, for an allocator that keeps it. It is called before sleeps of 100 milliseconds and
    /// more, and when a wave of hundreds of thousands of tasks has passed. Nothing by default.
    #[must_use]
    pub fn give_memory_back(mut self, how: fn()) -> Self {
        self.give_memory_back = Some(how);
        self
    }

    /// Makes the runtime.
    ///
    /// # Errors
    ///
    /// [`Error::JavaScript`] if the engine cannot be set up.
    pub fn build(self) -> Result<Runtime, Error> {
        let event_loop = EventLoop::new(Rc::clone(&self.time));
        event_loop.set_boxed_policy(self.policy);
        if let Some(how) = self.give_memory_back {
            event_loop.set_give_memory_back(how);
        }
        let sink = self.errors.unwrap_or_else(|| Rc::new(ToConsole(Rc::clone(&self.output))));
        let errors = Rc::new(ErrorReporter::new(sink));
        event_loop.set_error_reporting(Rc::clone(&errors) as _);
        let modules = Rc::new(ModuleLoader::new());
        let mut context = ContextBuilder::new()
            .job_executor(Rc::clone(&event_loop))
            .host_hooks(Rc::new(Hooks::new(Rc::clone(&event_loop), create_global_object)))
            .module_loader(Rc::clone(&modules))
            .clock(Rc::new(EventLoopClock::new(Rc::clone(&self.time))))
            .build()?;
        context.runtime_limits_mut().set_recursion_limit(self.recursion_limit);
        context.runtime_limits_mut().set_stack_size_limit(STACK_SLOTS);
        Self::fill(&self.output, self.test_host, &mut context)?;
        Ok(Runtime::assemble(context, event_loop, modules, errors, self.output))
    }

    fn fill(output: &Rc<dyn ConsoleOutput>, test_host: bool, context: &mut Context) -> JsResult<()> {
        register_interfaces(output, context)?;
        if test_host { super::realms::register_test_host(output, context) } else { Ok(()) }
    }
}
