//! Implements Prioritized Task Scheduling outside the browser: `scheduler.postTask`, `scheduler.yield`,
//! `TaskController`, `TaskSignal` and `TaskPriorityChangeEvent` on the [Boa](https://boajs.dev) engine, with an
//! HTML-style event loop, timers, `EventTarget` and `AbortSignal`.
//!
//! # Run a script
//!
//! A [`Runtime`] is an engine with an event loop. [`Runtime::run_script`] evaluates a classic script, and
//! [`Runtime::run`] runs everything that it scheduled:
//!
//! ```
//! use posttask::Runtime;
//!
//! let mut runtime = Runtime::builder().virtual_time().build()?;
//! runtime.run_script(
//!     "globalThis.log = [];
//!      scheduler.postTask(async () => {
//!          log.push('first half');
//!          await scheduler.yield(); // keeps the priority of the task
//!          log.push('second half');
//!      }, { priority: 'user-blocking' });
//!      scheduler.postTask(() => log.push('something else'));",
//! )?;
//! runtime.run();
//! let log = runtime.run_script("log.join(', ')")?;
//! assert_eq!(log.as_string(), Some("first half, second half, something else".into()));
//! # Ok::<(), posttask::Error>(())
//! ```
//!
//! [`Runtime::start_file`] and [`Runtime::start_source`] start programs, which may be modules.
//!
//! # Handle output and errors
//!
//! `console` writes to a [`ConsoleOutput`]; uncaught exceptions and unhandled rejections go to an [`ErrorSink`]. By
//! default, both write to the standard streams. If a script throws an exception, [`Runtime::run_script`] returns it as
//! an [`Error`]:
//!
//! ```
//! use posttask::{Error, Runtime};
//!
//! let mut runtime = Runtime::builder().build()?;
//! let Err(Error::JavaScript(exception)) = runtime.run_script("let x = 1; x()") else { unreachable!() };
//! assert_eq!(exception.message(), "TypeError: not a callable function");
//! # Ok::<(), Error>(())
//! ```
//!
//! # Call between Rust and JavaScript
//!
//! [`Runtime::with_context`] gives access to the engine's `Context`, to define functions, read values and create
//! objects. The crates [`boa_engine`] and [`boa_gc`] are re-exported for this. Some of their macros, such as the
//! derive macros and `js_string!` with a literal, only work in crates that depend on `boa_engine` and `boa_gc`
//! directly. To use these macros, add `boa_engine = "0.22"` and `boa_gc = "0.22"` to your `Cargo.toml`.
//!
//! ```
//! use posttask::Runtime;
//! use posttask::boa_engine::builtins::promise::PromiseState;
//! use posttask::boa_engine::{JsString, JsValue, NativeFunction};
//!
//! let mut runtime = Runtime::builder().build()?;
//! let twice = NativeFunction::from_fn_ptr(|_, arguments, context| {
//!     let number = arguments.first().cloned().unwrap_or_default().to_number(context)?;
//!     Ok(JsValue::from(number * 2.0))
//! });
//! runtime.try_with_context(|context| context.register_global_callable(JsString::from("twice"), 1, twice))?;
//!
//! let function = runtime.run_script("(async number => { await scheduler.yield(); return twice(number) })")?;
//! let function = function.as_callable().expect("a function");
//! let called = runtime.try_with_context(|context| function.call(&JsValue::undefined(), &[21.into()], context))?;
//! let promise = called.as_promise().expect("a promise");
//! runtime.run();
//! assert_eq!(promise.state(), PromiseState::Fulfilled(42.into()));
//! # Ok::<(), posttask::Error>(())
//! ```
//!
//! [`Runtime::eval_async`] runs a script and then the loop, until the promise that is its value is settled, and
//! [`Runtime::import`] evaluates a module and returns its exports. Rust posts its own tasks and futures to the same
//! queues, with [`Runtime::post_task`] and [`Runtime::spawn`]:
//!
//! ```
//! use posttask::Runtime;
//! use posttask::boa_engine::{JsValue, Source};
//! use posttask::scheduling::TaskPriority;
//!
//! let mut runtime = Runtime::builder().build()?;
//! runtime.run_script("globalThis.log = []; scheduler.postTask(() => log.push('JavaScript'))")?;
//! runtime.post_task(TaskPriority::UserBlocking, |context| context.eval(Source::from_bytes("log.push('Rust')")))?;
//! runtime.run();
//! assert_eq!(runtime.run_script("log.join()")?.as_string(), Some("Rust,JavaScript".into()));
//! # Ok::<(), posttask::Error>(())
//! ```
//!
//! Rust can create an [`AbortSignal`](dom::AbortSignal), pass it to JavaScript, and abort it:
//!
//! ```
//! use posttask::Runtime;
//! use posttask::boa_engine::{JsString, property::Attribute};
//! use posttask::dom::AbortSignal;
//!
//! let mut runtime = Runtime::builder().virtual_time().build()?;
//! let signal = runtime.try_with_context(|context| {
//!     let signal = AbortSignal::create(context)?;
//!     context.register_global_property(JsString::from("signal"), signal.object(), Attribute::all())?;
//!     Ok(signal)
//! })?;
//! runtime.run_script("scheduler.postTask(() => { throw 'not reached' }, { signal }).catch(() => aborted = true)")?;
//! let event_loop = runtime.event_loop().clone();
//! runtime.try_with_context(|context| AbortSignal::signal_abort(&signal, None, &event_loop, context))?;
//! runtime.run();
//! assert!(runtime.run_script("aborted")?.to_boolean());
//! # Ok::<(), posttask::Error>(())
//! ```
//!
//! A `Runtime` and its values cannot leave the thread that created them. An [`Error`] can be sent to other threads.
//!
//! # Drive the runtime from your own event loop
//!
//! [`Runtime::run_async`] is a future for any executor. [`Runtime::run_for`] runs what is ready until a budget is
//! spent, and [`Runtime::turn`] runs one task. Neither waits: [`Runtime::next_deadline`] returns the time at which to
//! call them again. With a [`Remote`](event_loop::Remote), other threads can wake the loop and queue closures;
//! [`Runtime::spawn_thread`] starts a runtime on a thread of its own. [`RuntimeBuilder::limits`] limits what a program
//! may queue.
//!
//! ```
//! use posttask::Runtime;
//! use posttask::event_loop::{Deadline, Turn};
//!
//! let mut runtime = Runtime::builder().virtual_time().build()?;
//! runtime.run_script("scheduler.postTask(() => 1); setTimeout(() => 2, 50)")?;
//! while runtime.turn() != Turn::Idle {}
//! let Deadline::At(deadline) = runtime.next_deadline() else { unreachable!() };
//! assert_eq!(deadline.as_milliseconds(), 50.0); // sleep until then, then call `turn` again
//! # Ok::<(), posttask::Error>(())
//! ```
//!
//! A test that passes its own [`VirtualTime`](event_loop::VirtualTime) decides when time passes:
//!
//! ```
//! use std::rc::Rc;
//! use std::time::Duration;
//!
//! use posttask::Runtime;
//! use posttask::event_loop::VirtualTime;
//!
//! let clock = Rc::new(VirtualTime::new());
//! let mut runtime = Runtime::builder().time(clock.clone()).build()?;
//! runtime.run_script("var fired = 0; setInterval(() => fired++, 50)")?;
//! for _ in 0..3 {
//!     clock.advance(Duration::from_millis(50));
//!     runtime.run_until_idle();
//! }
//! assert_eq!(runtime.run_script("fired")?.as_number(), Some(3.0));
//! # Ok::<(), posttask::Error>(())
//! ```
//!
//! # Explore orders
//!
//! [`exploration::Explorer`] runs a program in the orders that the standards allow, and finds those in which it fails.
//!
//! # Decide what runs next, and observe what happens
//!
//! A [`Policy`](event_loop::Policy) chooses the next task, and an [`Observer`](event_loop::Observer) receives an event
//! for everything that the loop does: see [`event_loop`]. The module [`scheduling`] contains the priority queues, which
//! can be used without an engine.
//!
//! # Use your own context
//!
//! You can also create a context yourself, with the event loop as its job executor, and add the interfaces to it: all
//! of them, as here, or one area at a time with the functions of [`install`]. Then
//! JavaScript runs on the stack of the caller, and the recursion limit is that of the context. Modules, string
//! handlers, `eval` and `Function` only accept as many nested brackets as a stack of 2 MiB has room for: 30 in an
//! optimized build, 5 with debug assertions. [`engine::set_nesting_limit`] changes this limit.
//!
//! ```
//! use std::cell::RefCell;
//! use std::rc::Rc;
//!
//! use posttask::boa_engine::{Source, context::ContextBuilder};
//! use posttask::event_loop::{EventLoop, Pump, VirtualTime};
//! use posttask::engine::Hooks;
//! use posttask::{ConsoleOutput, ErrorSink, StandardOutput, Uncaught, register_interfaces};
//!
//! struct Stop;
//!
//! impl ErrorSink for Stop {
//!     fn uncaught(&self, uncaught: &Uncaught) {
//!         panic!("{uncaught}");
//!     }
//! }
//!
//! let event_loop = EventLoop::new(Rc::new(VirtualTime::new()));
//! let hooks = Hooks::new(Rc::clone(&event_loop), posttask::html::create_global_object);
//! let mut context =
//!     ContextBuilder::new().job_executor(Rc::clone(&event_loop)).host_hooks(Rc::new(hooks)).build()?;
//! let output: Rc<dyn ConsoleOutput> = Rc::new(StandardOutput);
//! register_interfaces(&output, Rc::new(Stop), &mut context)?;
//! context.eval(Source::from_bytes("scheduler.postTask(() => { globalThis.ran = true }, { delay: 1000 })"))?;
//! {
//!     let cell = RefCell::new(&mut context);
//!     Pump::new(event_loop, &cell).run(None);
//! }
//! assert!(context.eval(Source::from_bytes("ran"))?.to_boolean());
//! # Ok::<(), posttask::boa_engine::JsError>(())
//! ```
//!
//! # Features
//!
//! - `boa_runtime`: the areas of [`install`] as extensions of [boa_runtime](https://docs.rs/boa_runtime), in the module
//!   `extensions`.
//! - `serde`: conversion of values with [serde](https://serde.rs), in the module `serde`, and serialization of
//!   [`trace::Record`]s.

mod agents;
mod context_data;
mod debug;
pub mod engine;
mod error;
pub mod event_loop;
pub mod exploration;
#[cfg(feature = "boa_runtime")]
pub mod extensions;
mod for_node;
pub mod install;
#[doc(hidden)]
pub mod internal;
mod late_value;
mod node;
mod panic_message;
pub mod profiles;
mod runtime;
pub mod scheduling;
#[cfg(feature = "serde")]
pub mod serde;
mod stored_properties;
pub mod trace;
mod web;

pub use ::url::Url;
pub use boa_engine;
pub use boa_gc;
pub use error::{Error, Exception};
pub use runtime::{MainStatus, Program, Runtime, RuntimeBuilder, RuntimeThread, SourceKind, register_interfaces};
pub use web::html::{ConsoleOutput, ErrorSink, StandardOutput, Uncaught};
pub use web::scheduler::{Proposal, UnknownProposal, promise};
pub use web::streams::{
    byte_chunks, chunks, readable_byte_stream, readable_stream, writable_byte_stream, writable_stream,
};
pub use web::webidl::{RemoteResolver, function};
pub use web::{dom, fetch, html, scheduler, webidl};

/// The examples of `README.md`, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of `docs/embedding.md`, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
struct Embedding;

/// The examples of `docs/exploring.md`, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/exploring.md")]
struct Exploring;

/// The examples of `docs/seeing.md`, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/seeing.md")]
struct Seeing;
