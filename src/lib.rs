//! Prioritized Task Scheduling outside the browser: `scheduler.postTask`, `scheduler.yield`, `TaskController`, `TaskSignal`
//! and `TaskPriorityChangeEvent` on the [Boa](https://boajs.dev) engine, with an HTML-style event loop, timers,
//! `EventTarget` and `AbortSignal`.
//!
//! Start with [`Runtime`]:
//!
//! ```
//! use posttask::Runtime;
//!
//! let mut runtime = Runtime::builder().virtual_time().build()?;
//! runtime.eval(
//!     "globalThis.log = [];
//!      scheduler.postTask(async () => {
//!          log.push('first half');
//!          await scheduler.yield(); // keeps the priority of the task
//!          log.push('second half');
//!      }, { priority: 'user-blocking' });
//!      scheduler.postTask(() => log.push('something else'));",
//! )?;
//! runtime.run();
//! let log = runtime.eval("log.join(', ')")?;
//! assert_eq!(log.as_string(), Some("first half, second half, something else".into()));
//! # Ok::<(), posttask::Error>(())
//! ```
//!
//! The modules, from the top down; each uses only those after it: [`runtime`], [`performance`], [`html`], [`scheduler`],
//! [`dom`], [`host`], [`webidl`], [`event_loop`], [`scheduling`].

pub mod cli;
pub mod dom;
mod error;
pub mod event_loop;
pub mod host;
pub mod html;
pub mod performance;
pub mod runtime;
pub mod scheduler;
pub mod scheduling;
pub mod webidl;
pub mod wpt;

pub use boa_engine;
pub use error::Error;
pub use runtime::{Builder, Runtime};

/// The README's examples, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the page about the architecture, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/architecture.md")]
struct Architecture;
