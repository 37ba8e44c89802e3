//! HTML's part of the global scope: timers, microtasks, idle callbacks, error reporting and their relatives.
//!
//! Defined by <https://html.spec.whatwg.org/multipage/webappapis.html>.

mod active_timers;
mod base64;
mod console;
mod error_description;
mod error_event;
mod error_reporting;
mod global_scope;
mod idle_callbacks;
mod inspect;
pub mod messaging;
mod navigator;
mod promise_rejection_event;
mod stack_frames;
pub mod structured_clone;
mod timers;
mod uncaught;
mod waiting_idle_callbacks;

use std::rc::Rc;

use boa_engine::{Context, JsResult};

pub(crate) use console::draw as draw_table;
pub use console::{ConsoleOutput, StandardOutput};
pub use error_event::ErrorEvent;
pub use error_reporting::ErrorReporter;
pub(crate) use global_scope::define_replaceable;
pub use global_scope::{GlobalScope, create_global_object};
pub use idle_callbacks::IdleDeadline;
pub use inspect::{Inspection, inspect};
pub(crate) use inspect::{is_identifier, own_property, prototypes};
pub use promise_rejection_event::PromiseRejectionEvent;
pub use uncaught::{AskedFor, Cause, ErrorSink, Uncaught, UncaughtKind};

use crate::webidl::Interface;

/// Declares this module's interfaces in the current realm and fills its global object. `console` writes to `output`.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub fn register(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    ErrorEvent::register(context)?;
    PromiseRejectionEvent::register(context)?;
    idle_callbacks::register(context)?;
    global_scope::register(context)?;
    timers::register(context)?;
    navigator::register(context)?;
    base64::register(context)?;
    structured_clone::register(context)?;
    messaging::register(context)?;
    console::register(output, context)?;
    boa_runtime::register_extensions(
        (boa_runtime::extensions::EncodingExtension, boa_runtime::extensions::UrlExtension),
        None,
        context,
    )
}
