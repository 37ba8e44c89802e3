//! The `Performance` interface.

use std::time::UNIX_EPOCH;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::dom::EventTarget;
use crate::webidl::{Interface, InterfaceBuilder, Layers, event_loop, this_object};

/// The state of a `Performance` object: none of its own.
#[derive(Trace, Finalize)]
pub struct Performance;

impl Interface for Performance {
    const NAME: &'static str = "Performance";
    const DEPTH: usize = 1;
}

/// [`now`](https://w3c.github.io/hr-time/#dom-performance-now): milliseconds since the time origin.
fn now(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    this_object::<Performance>(this)?;
    Ok(event_loop(context)?.now().as_milliseconds().into())
}

/// [`timeOrigin`](https://w3c.github.io/hr-time/#dom-performance-timeorigin): milliseconds since 1970.
fn time_origin(context: &Context) -> JsResult<f64> {
    let origin = event_loop(context)?.time().origin();
    Ok(origin.duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64() * 1e3))
}

fn get_time_origin(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    this_object::<Performance>(this)?;
    Ok(time_origin(context)?.into())
}

/// [`toJSON`](https://w3c.github.io/hr-time/#dom-performance-tojson).
fn to_json(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    this_object::<Performance>(this)?;
    let origin = time_origin(context)?;
    let json = ObjectInitializer::new(context).property(js_string!("timeOrigin"), origin, Attribute::all()).build();
    Ok(json.into())
}

/// Declares the interface in the current realm, and `performance` on its global object.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<Performance>(context)
        .inherits::<EventTarget>()?
        .operation("now", 0, now)
        .attribute("timeOrigin", get_time_origin)
        .operation("toJSON", 0, to_json)
        .build()?;
    let target = Gc::new(EventTarget::default());
    let layers = Layers::root(&target).and(&Gc::new(Performance));
    let performance = EventTarget::create::<Performance>(&target, layers, context)?;
    context.register_global_property(js_string!("performance"), performance, Attribute::all())
}
