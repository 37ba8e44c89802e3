//! `AbortController`: <https://dom.spec.whatwg.org/#interface-abortcontroller>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use boa_gc::Gc;

use super::AbortSignal;
use crate::web::webidl::{Layers, event_loop, interface, new_object, prototype_of_new_target};

/// The `AbortController` interface. The state of a controller is its signal.
pub(crate) struct AbortController;

interface! {
    AbortController, state = AbortSignal;
    constructor(0) = construct;
    get "signal" = |signal| signal.object();
    operation "abort"(0) = abort;
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<AbortController>(new_target, context)?;
    let signal = AbortSignal::create(context)?;
    Ok(new_object(prototype, Layers::default().with::<AbortController>(&signal), context))
}

/// [`abort`](https://dom.spec.whatwg.org/#dom-abortcontroller-abort).
fn abort(signal: &Gc<AbortSignal>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let reason = arguments.get_or_undefined(0).clone();
    AbortSignal::signal_abort(signal, Some(reason), &*event_loop(context)?, context)
}
