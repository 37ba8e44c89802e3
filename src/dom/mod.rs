//! DOM: exceptions, events, event targets, and aborting.
//!
//! Defined by <https://dom.spec.whatwg.org/> and, for `DOMException`, <https://webidl.spec.whatwg.org/#idl-DOMException>.

mod abort_controller;
mod abort_signal;
mod custom_event;
mod dom_exception;
mod event;
mod event_handlers;
mod event_target;
mod weak_list;

use boa_engine::{Context, JsResult};

pub use abort_controller::AbortController;
pub use abort_signal::{AbortAlgorithm, AbortSignal, AlgorithmId, create_a_dependent_signal, signals_of};
pub use custom_event::CustomEvent;
pub use dom_exception::{DomException, DomExceptionName};
pub use event::{Event, EventInit};
pub(crate) use event_handlers::event_handler_attributes;
pub use event_target::{ErrorArguments, EventTarget, TargetHooks, fire_an_event};
pub use weak_list::WeakList;

/// Declares this module's interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub fn register(context: &mut Context) -> JsResult<()> {
    dom_exception::register(context)?;
    event::register(context)?;
    custom_event::register(context)?;
    event_target::register(context)?;
    abort_signal::register(context)?;
    abort_controller::register(context)
}
