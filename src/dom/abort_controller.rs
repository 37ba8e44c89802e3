//! `AbortController`: <https://dom.spec.whatwg.org/#interface-abortcontroller>.

use boa_engine::{Context, JsArgs, JsResult, JsValue};

use super::AbortSignal;
use crate::webidl::{
    Interface, InterfaceBuilder, Layers, event_loop, new_object, prototype_of_new_target, this_object,
};

/// `AbortController`. All there is to one is its signal.
pub struct AbortController;

impl Interface for AbortController {
    type State = AbortSignal;
    const NAME: &'static str = "AbortController";
    const DEPTH: usize = 0;
}

fn constructor(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let prototype = prototype_of_new_target::<AbortController>(new_target, context)?;
    let signal = AbortSignal::create(context)?;
    Ok(new_object(prototype, Layers::default().with::<AbortController>(&signal), context).into())
}

fn get_signal(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<AbortController>(this)?.object())
}

/// [`abort`](https://dom.spec.whatwg.org/#dom-abortcontroller-abort).
fn abort(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let signal = this_object::<AbortController>(this)?;
    let reason = arguments.get_or_undefined(0).clone();
    AbortSignal::signal_abort(&signal, Some(reason), &*event_loop(context)?, context)?;
    Ok(JsValue::undefined())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<AbortController>(context)
        .constructor(0, constructor)
        .attribute("signal", get_signal)
        .operation("abort", 0, abort)
        .build()
}
