//! DOM: exceptions, events, event targets, and aborting.
//!
//! Defined by <https://dom.spec.whatwg.org/> and, for `DOMException`, by
//! <https://webidl.spec.whatwg.org/#idl-DOMException>.

#[expect(unsafe_code, reason = "the algorithms are trait objects, which cannot derive Trace")]
mod abort_algorithm;
mod abort_controller;
mod abort_handle;
mod abort_signal;
mod abort_signal_interface;
mod abort_timeout;
#[expect(unsafe_code, reason = "a slab does not implement Trace")]
mod algorithm_list;
mod custom_event;
mod dispatch;
mod dom_exception;
mod event;
mod event_handlers;
mod event_listener;
mod event_target;
mod event_target_interface;
mod is_error;
mod listener_list;
mod progress_event;
mod weak_list;

use boa_engine::{Context, JsResult};

pub(crate) use abort_algorithm::AbortAlgorithm;
pub(crate) use abort_controller::AbortController;
pub use abort_handle::AbortHandle;
pub use abort_signal::AbortSignal;
pub(crate) use abort_signal::abort_reason;
pub(crate) use abort_signal::create_a_dependent_signal;
pub use algorithm_list::AlgorithmId;
pub(crate) use custom_event::CustomEvent;
pub(crate) use dispatch::fire_an_event;
pub(crate) use dom_exception::limit_exceeded;
pub use dom_exception::{DomException, DomExceptionName};
pub use event::{Event, EventInit};
pub use event_handlers::{EventHandlerName, event_handler_attribute};
pub(crate) use event_handlers::{event_handler, event_handler_name};
pub(crate) use event_target::TargetHooks;
pub use event_target::{EventTarget, event_listeners};
pub(crate) use is_error::is_error;
pub(crate) use progress_event::ProgressEvent;
pub(crate) use weak_list::WeakList;

use crate::web::webidl::Interface;

/// Registers this module's interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    register_events(context)?;
    ProgressEvent::register(context)?;
    register_abort(context)
}

/// Registers `DOMException` and the interfaces of events.
pub(crate) fn register_events(context: &mut Context) -> JsResult<()> {
    dom_exception::register(context)?;
    is_error::register(context)?;
    Event::register(context)?;
    CustomEvent::register(context)?;
    EventTarget::register(context)
}

/// Registers the interfaces of aborting.
pub(crate) fn register_abort(context: &mut Context) -> JsResult<()> {
    AbortSignal::register(context)?;
    AbortController::register(context)
}
