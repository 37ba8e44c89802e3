//! What a runtime is made from, and how. Workers are made from the settings of the program.

use std::num::NonZeroU32;
use std::rc::Rc;

use boa_engine::context::ContextBuilder;
use boa_engine::context::intrinsics::Intrinsics;
use boa_engine::{Context, JsError, JsObject, js_string};
use url::Url;

use super::Runtime;
use super::clock::EventLoopClock;
use super::realms::{Extension, Extensions, register_in_realm};
use super::stack::{Stack, limits_of_stack};
use crate::engine::{Files, Hooks, ModuleLoader, ModuleSource, set_nesting_limit, set_random_seed, set_shared_stack};
use crate::error::{Error, Exception};
use crate::event_loop::{Clock, EventLoop, FrameTranslator, Limits, Quirk, Quirks, RealTime, set_frame_translator};
use crate::web::fetch::{Network, set_network};
use crate::web::html::{
    ConsoleOutput, ErrorReporter, ErrorSink, LimitedOutput, StandardOutput, Uncaught, create_global_object,
    enable_user_input, set_base_url, set_cloned_levels, set_frames, set_frames_of_host,
};
use crate::web::performance::enable_long_tasks;
use crate::web::scheduler::{Proposal, enable_proposals};

/// The default size of a runtime's stack, in bytes of address space.
pub const STACK_SIZE: usize = if cfg!(target_pointer_width = "64") { 256 << 20 } else { 32 << 20 };

/// The seed under virtual time, if none is given.
const DEFAULT_SEED: u64 = 0;

/// The number of slots of the engine's value stack, which is on the heap: enough for 40,000 calls with a hundred local
/// variables each, and for what 8 million caught exceptions leave there in one call.
const STACK_SLOTS: usize = 64_000_000;

/// The stack that JavaScript runs on, and its size in bytes.
#[derive(Clone, Copy)]
pub(super) enum StackChoice {
    Own(usize),
    Thread(usize),
}

/// Who decides when there is a frame.
#[derive(Clone, Copy)]
pub(super) enum Frames {
    /// The runtime: this number per second.
    Own(NonZeroU32),
    OfHost,
}

/// The settings of a [`Runtime`].
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) clock: Rc<dyn Clock>,
    pub(super) quirks: Quirks,
    pub(super) output: Rc<dyn ConsoleOutput>,
    pub(super) errors: Option<Rc<dyn ErrorSink>>,
    pub(super) module_source: Rc<dyn ModuleSource>,
    pub(super) frame_translator: Option<Rc<dyn FrameTranslator>>,
    pub(super) seed: Option<u64>,
    pub(super) stack: StackChoice,
    pub(super) recursion_limit: Option<usize>,
    pub(super) release_memory: Option<fn()>,
    pub(super) large_allocations: Option<fn() -> usize>,
    pub(super) long_tasks: bool,
    pub(super) ignores_engine_faults: bool,
    pub(super) base_url: Option<Url>,
    pub(super) network: Option<Rc<dyn Network>>,
    pub(super) frames: Option<Frames>,
    pub(super) user_input: bool,
    pub(super) proposals: Vec<Proposal>,
    pub(super) extensions: Vec<Extension>,
    pub(super) worker_extensions: Vec<Extension>,
    pub(super) max_workers: usize,
    pub(super) limits: Limits,
    pub(super) create_global_object: fn(&Intrinsics) -> JsObject,
}

impl Default for Settings {
    /// Returns settings with real time and a console on the standard streams.
    fn default() -> Self {
        Self {
            clock: Rc::new(RealTime::new()),
            quirks: Quirks::NONE,
            output: Rc::new(StandardOutput),
            errors: None,
            module_source: Rc::new(Files),
            frame_translator: None,
            seed: None,
            long_tasks: false,
            ignores_engine_faults: false,
            base_url: None,
            network: None,
            frames: None,
            user_input: false,
            proposals: Vec::new(),
            extensions: Vec::new(),
            worker_extensions: Vec::new(),
            max_workers: 64,
            limits: Limits::none(),
            stack: StackChoice::Own(STACK_SIZE),
            recursion_limit: None,
            release_memory: None,
            large_allocations: None,
            create_global_object,
        }
    }
}

/// Writes uncaught errors to the console's error output.
struct ToConsole(Rc<dyn ConsoleOutput>);

impl ErrorSink for ToConsole {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.0.err(&uncaught.to_string());
    }
}

/// Returns the error for an engine that cannot be set up.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn setup_error(error: JsError) -> Error {
    Error::JavaScript(Box::new(Exception::new(error.to_string(), Vec::new(), Vec::new(), None)))
}

impl Settings {
    /// The seed of random values. `None` if they are those of the operating system.
    pub(super) fn seed(&self) -> Option<u64> {
        self.seed.or_else(|| self.clock.is_virtual().then_some(DEFAULT_SEED))
    }

    /// Sets up an event loop.
    fn set_up_loop(&self, event_loop: &EventLoop) {
        event_loop.set_quirks(self.quirks);
        event_loop.set_limits(self.limits);
        if self.ignores_engine_faults {
            event_loop.ignore_engine_faults();
        }
        if let Some(allocated) = self.large_allocations {
            event_loop.set_large_allocations(allocated);
        }
        if let Some(how) = self.release_memory {
            event_loop.set_release_memory(how);
        }
    }

    /// Creates a context for an event loop, without interfaces.
    fn create_context(&self, event_loop: &Rc<EventLoop>, modules: &Rc<ModuleLoader>) -> Result<Context, Error> {
        ContextBuilder::new()
            .job_executor(Rc::clone(event_loop))
            .host_hooks(Rc::new(Hooks::new(Rc::clone(event_loop), self.create_global_object)))
            .module_loader(Rc::clone(modules))
            .clock(Rc::new(EventLoopClock::new(Rc::clone(&self.clock))))
            .build()
            .map_err(setup_error)
    }

    /// Creates the stack of a context, and sets the limits that follow from its size. Remembers how large it is.
    fn create_stack(&mut self, context: &mut Context) -> Result<Stack, Error> {
        let (stack, bytes) = match self.stack {
            StackChoice::Own(bytes) => Stack::allocate(bytes),
            StackChoice::Thread(bytes) => Stack::of_thread(bytes),
        }
        .map_err(Error::Stack)?;
        self.stack = match self.stack {
            StackChoice::Own(_) => StackChoice::Own(bytes),
            StackChoice::Thread(_) => StackChoice::Thread(bytes),
        };
        let limits = limits_of_stack(bytes);
        let lowered = [self.recursion_limit, self.limits.limit_of_calls()];
        let calls = lowered.into_iter().flatten().fold(limits.calls, usize::min);
        context.runtime_limits_mut().set_recursion_limit(calls);
        context.runtime_limits_mut().set_stack_size_limit(STACK_SLOTS);
        if let Some(iterations) = self.limits.limit_of_loop_iterations() {
            context.runtime_limits_mut().set_loop_iteration_limit(iterations);
        }
        set_nesting_limit(limits.brackets, context);
        limits.shared.into_iter().for_each(|stack| set_shared_stack(stack, context));
        set_cloned_levels(limits.cloned_levels, context);
        Ok(stack)
    }

    /// Sets what the interfaces of a context depend on.
    fn set_up_context(&self, context: &mut Context) {
        if let Some(translator) = &self.frame_translator {
            set_frame_translator(Rc::clone(translator), context);
        }
        if let Some(seed) = self.seed() {
            set_random_seed(seed, context);
        }
        if let Some(network) = &self.network {
            set_network(Rc::clone(network), context);
        }
        if let Some(url) = &self.base_url {
            set_base_url(url.clone(), context);
        }
        if self.long_tasks {
            enable_long_tasks(context);
        }
        match self.frames {
            Some(Frames::Own(hertz)) => set_frames(hertz, context),
            Some(Frames::OfHost) => set_frames_of_host(context),
            None => {}
        }
        if self.user_input {
            enable_user_input(context);
        }
        if !self.proposals.is_empty() {
            enable_proposals(&self.proposals, context);
        }
        context.insert_data(Extensions(self.extensions.clone()));
    }

    /// Returns the receiver of errors. How much the console may write is one limit for all agents.
    fn share_outputs(&mut self) -> Rc<dyn ErrorSink> {
        if let Some(bytes) = self.limits.take_limit_of_console_bytes() {
            self.output = Rc::new(LimitedOutput::new(Rc::clone(&self.output), bytes));
        }
        self.errors.clone().unwrap_or_else(|| Rc::new(ToConsole(Rc::clone(&self.output))))
    }

    /// Builds the runtime of an event loop. `prepare` is called with the final settings before the interfaces are
    /// registered.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Stack`] if the stack cannot be allocated or that of the caller is too small, and
    /// [`Error::JavaScript`] if the engine cannot be set up or an extension throws.
    pub(super) fn build(
        mut self,
        event_loop: Rc<EventLoop>,
        prepare: impl FnOnce(Self, &Rc<ErrorReporter>, &mut Context),
    ) -> Result<Runtime, Error> {
        let errors = Rc::new(ErrorReporter::new(self.share_outputs()));
        self.set_up_loop(&event_loop);
        event_loop.set_error_reporting(Rc::clone(&errors) as _);
        let modules = Rc::new(ModuleLoader::new(Rc::clone(&self.module_source)));
        let mut context = self.create_context(&event_loop, &modules)?;
        let mut stack = self.create_stack(&mut context)?;
        self.set_up_context(&mut context);
        let (output, quirks) = (Rc::clone(&self.output), self.quirks);
        prepare(self, &errors, &mut context);
        let registered = stack.run(|| register_in_realm(&output, &mut context));
        registered.map_err(|error| Error::from_js(error, &mut context))?;
        if quirks.has(Quirk::NoTaskSignal) {
            let global = context.global_object();
            global.delete_property_or_throw(js_string!("TaskSignal"), &mut context).map_err(setup_error)?;
        }
        Ok(Runtime::new(context, stack, event_loop, modules, errors, output))
    }
}
