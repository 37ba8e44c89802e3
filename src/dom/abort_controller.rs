//! `AbortController`: <https://dom.spec.whatwg.org/#interface-abortcontroller>.

use boa_engine::{Context, JsArgs, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::AbortSignal;
use crate::webidl::{Interface, InterfaceBuilder, Layers, new_object, prototype_of_new_target, this_object};

/// The state of an `AbortController`: its signal.
#[derive(Trace, Finalize)]
pub struct AbortController {
    signal: Gc<AbortSignal>,
}

impl Interface for AbortController {
    const NAME: &'static str = "AbortController";
    const DEPTH: usize = 0;
}

impl AbortController {
    /// The controller of a signal.
    #[must_use]
    pub fn new(signal: Gc<AbortSignal>) -> Gc<Self> {
        Gc::new(Self { signal })
    }
}

fn constructor(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let prototype = prototype_of_new_target::<AbortController>(new_target, context)?;
    let controller = AbortController::new(AbortSignal::create(context)?);
    Ok(new_object(prototype, Layers::root(&controller), context).into())
}

fn get_signal(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<AbortController>(this)?.signal.object())
}

/// [`abort`](https://dom.spec.whatwg.org/#dom-abortcontroller-abort).
fn abort(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let controller = this_object::<AbortController>(this)?;
    AbortSignal::signal_abort(&controller.signal, Some(arguments.get_or_undefined(0).clone()), context)?;
    Ok(JsValue::undefined())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<AbortController>(context)
        .constructor(0, constructor)
        .attribute("signal", get_signal)
        .operation("abort", 0, abort)
        .build()
}
