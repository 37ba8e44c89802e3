//! The global scope: timers, microtasks, idle callbacks, error reporting, messages, structured clones and the console.
//!
//! Mostly defined by <https://html.spec.whatwg.org/multipage/webappapis.html>.

mod active_timers;
mod animation_frame_callbacks;
mod animation_frames;
mod base64;
pub(crate) mod console;
pub(crate) mod environment;
pub(crate) mod error_description;
mod error_event;
mod error_reporting;
mod global_scope;
mod idle_callbacks;
mod idle_deadline;
pub(crate) mod inspect;
pub(crate) mod messaging;
mod navigator;
mod plain_json;
mod promise_rejection_event;
mod stack_frames;
pub(crate) mod structured_clone;
mod timers;
mod uncaught;
mod user_input;
mod waiting_idle_callbacks;

use std::rc::Rc;

use boa_engine::{Context, JsResult};

pub(crate) use animation_frames::{is_frame_of_host_wanted, run_a_frame_of_host, set_frames, set_frames_of_host};
pub(crate) use console::LimitedOutput;
pub(crate) use console::register as register_console;
pub use console::{ConsoleOutput, StandardOutput};
pub(crate) use environment::{base_url, is_secure_context, is_worker, serialized_origin, set_base_url, set_is_worker};
pub(crate) use error_description::{describe, error_name};
pub(crate) use error_event::ErrorEvent;
pub(crate) use error_reporting::ErrorReporter;
pub(crate) use error_reporting::fire_error_at;
pub use global_scope::create_global_object;
pub(crate) use global_scope::define_event_handler;
pub(crate) use global_scope::{GlobalScope, define_replaceable, define_scheduler, new_global_object};
pub(crate) use idle_callbacks::register as register_idle_callbacks;
pub(crate) use idle_deadline::IdleDeadline;
pub use inspect::{Inspection, inspect};
pub(crate) use inspect::{is_identifier, one_line};
pub(crate) use inspect::{own_keys, own_property};
pub use messaging::fire_message;
pub(crate) use messaging::is_port;
pub(crate) use messaging::register as register_messaging;
pub(crate) use messaging::{MessageChannel, MessagePort, PortEnd, SharedChannels, SharedPorts, post_message};
pub(crate) use plain_json::plain_json;
pub(crate) use promise_rejection_event::PromiseRejectionEvent;
pub use structured_clone::SerializedValue;
pub(crate) use structured_clone::{Serialized, SlotGetters, register as register_structured_clone, set_cloned_levels};
pub(crate) use timers::{Handler, NewTimer, clear_timer, set_keeps_alive, start_timer, timeout};
pub use uncaught::{Cause, ErrorSink, RequestSite, Uncaught, UncaughtKind};
pub(crate) use user_input::{enable_user_input, simulate_input};

use crate::web::webidl::Interface;

/// Makes the global object of the current realm an event target that receives errors.
pub(crate) fn register_global_scope(context: &mut Context) -> JsResult<()> {
    ErrorEvent::register(context)?;
    PromiseRejectionEvent::register(context)?;
    global_scope::register_scope(context)
}

/// Defines the functions of timers and microtasks.
pub(crate) fn register_timers(context: &mut Context) -> JsResult<()> {
    global_scope::register_operations(context)?;
    timers::register(context)
}

/// Registers this module's interfaces in the current realm, and adds the members of its global object. `console` writes
/// to `output`.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    ErrorEvent::register(context)?;
    PromiseRejectionEvent::register(context)?;
    global_scope::register(context)?;
    timers::register(context)?;
    navigator::register(context)?;
    if !is_worker(context) {
        idle_callbacks::register(context)?;
        user_input::register(context)?;
    }
    animation_frames::register(context)?;
    base64::register(context)?;
    structured_clone::register(context)?;
    messaging::register(context)?;
    console::register(Rc::clone(output), context)
}
