//! Prioritized Task Scheduling outside the browser: `scheduler.postTask`, `scheduler.yield`, `TaskController`,
//! `TaskSignal` and `TaskPriorityChangeEvent` on the [Boa](https://boajs.dev) engine, with an HTML-style event loop,
//! timers, `EventTarget` and `AbortSignal`.
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
//! `console` writes to a [`ConsoleOutput`], uncaught errors and unhandled rejections go to an [`ErrorSink`]. Without
//! them, both go to the standard streams. An exception that a call into JavaScript throws is returned as an [`Error`]:
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
//! [`Runtime::with_context`] gives access to the engine's `Context`: define functions, read values, make objects. The
//! crates [`boa_engine`] and [`boa_gc`] are exported for that. Some of their macros, such as the derive macros and
//! `js_string!` with a literal, only work in crates that depend on them directly, so add the same versions to your
//! `Cargo.toml`.
//!
//! ```
//! use posttask::Runtime;
//! use posttask::boa_engine::{JsString, JsValue, NativeFunction};
//!
//! let mut runtime = Runtime::builder().build()?;
//! let twice = NativeFunction::from_fn_ptr(|_, arguments, context| {
//!     let number = arguments.first().cloned().unwrap_or_default().to_number(context)?;
//!     Ok(JsValue::from(number * 2.0))
//! });
//! let defined =
//!     runtime.with_context(|context| context.register_global_callable(JsString::from("twice"), 1, twice));
//! assert!(defined.is_ok());
//! assert_eq!(runtime.run_script("twice(21)")?.as_number(), Some(42.0));
//! # Ok::<(), posttask::Error>(())
//! ```
//!
//! # Drive it from an event loop of your own
//!
//! [`Runtime::turn`] runs one task, and [`Runtime::run_until_idle`] everything that is ready. Neither waits:
//! [`Runtime::next_deadline`] says when to call again. Other threads use a [`Remote`](event_loop::Remote) to wake the
//! loop and to queue closures.
//!
//! ```
//! use posttask::Runtime;
//! use posttask::event_loop::Turn;
//!
//! let mut runtime = Runtime::builder().virtual_time().build()?;
//! runtime.run_script("scheduler.postTask(() => 1); setTimeout(() => 2, 50)")?;
//! while runtime.turn() != Turn::Idle {}
//! let deadline = runtime.next_deadline().map(|deadline| deadline.as_milliseconds());
//! assert_eq!(deadline, Some(50.0)); // sleep until then, and turn again
//! # Ok::<(), posttask::Error>(())
//! ```
//!
//! # Decide what runs next, and observe what happens
//!
//! A [`Policy`](event_loop::Policy) picks the next task, and an [`Observer`](event_loop::Observer) gets an event for
//! everything that the loop does: see [`event_loop`]. [`scheduling`] has the priority queues alone, without an engine.
//!
//! # Features
//!
//! `cli` (default): the command `posttask`. Without it the library needs no C compiler.

#[cfg(feature = "cli")]
mod cli;
pub mod dom;
mod error;
pub mod event_loop;
pub mod host;
pub mod html;
mod performance;
mod runtime;
pub mod scheduler;
pub mod scheduling;
mod webidl;
#[cfg(feature = "cli")]
mod wpt;

pub use boa_engine;
pub use boa_gc;
pub use error::{Error, Exception};
pub use html::{ConsoleOutput, ErrorSink, StandardOutput, Uncaught};
pub use runtime::{MainStatus, OnSettled, Program, Runtime, RuntimeBuilder, SourceKind};

/// The entry point of the command, for its `main` function.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod command {
    pub use crate::cli::main;
}

/// The README's examples, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the page about the architecture, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/architecture.md")]
struct Architecture;
