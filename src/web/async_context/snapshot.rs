//! `AsyncContext.Snapshot`: <https://tc39.es/proposal-async-context/#sec-asynccontext-snapshot-objects>.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsData, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::context_data::context_data;
use crate::event_loop::{AmbientValues, AsyncContextMapping, set_while};
use crate::web::webidl::{
    InterfaceBuilder, Layers, callback_function, event_loop, interface, new_object, prototype_of_new_target,
    range_error,
};

/// The state of a `Snapshot`: the values of all variables when it was made.
#[derive(Trace, Finalize)]
pub(super) struct Snapshot {
    mapping: Mapping,
}

type Mapping = Option<Gc<AsyncContextMapping>>;

interface! {
    Snapshot;
    constructor(0) = construct;
    operation "run"(1) = run;
    static "wrap"(1) = wrap;
    with = InterfaceBuilder::hidden;
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<Snapshot>(new_target, context)?;
    let state = Gc::new(Snapshot { mapping: event_loop(context)?.capture().mapping });
    Ok(new_object(prototype, Layers::root(&state), context))
}

/// Calls a function with the values of the snapshot.
fn run(snapshot: &Gc<Snapshot>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = callback_function(&arguments[0], "Snapshot.run: function")?;
    call(&snapshot.mapping, &function, &JsValue::undefined(), &arguments[1..], context)
}

fn call(
    mapping: &Mapping,
    function: &JsObject,
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let event_loop = event_loop(context)?;
    let _values = event_loop.enter(AmbientValues { mapping: mapping.clone(), ..event_loop.capture() });
    function.call(this, arguments, context)
}

/// The number of wrapped functions that are calling each other. The engine does not count calls of native functions.
#[derive(Clone, Default, Trace, Finalize, JsData)]
struct WrappedCalls(#[unsafe_ignore_trace] Rc<Cell<usize>>);

fn call_wrapped(
    mapping: &Mapping,
    function: &JsObject,
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let calls = &context_data::<WrappedCalls>(context).0;
    if calls.get() >= context.runtime_limits().recursion_limit() {
        return Err(range_error("too many nested calls of wrapped functions"));
    }
    let _call = set_while(calls, calls.get() + 1);
    call(mapping, function, this, arguments, context)
}

/// Returns a function that calls another one with the current values.
///
/// # Errors
///
/// `TypeError` if the first argument is not a function, and whatever its `name` and `length` throw.
pub fn wrap(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = callback_function(&arguments[0], "Snapshot.wrap: function")?;
    let mapping = event_loop(context)?.capture().mapping;
    let length = length_of(&function, context)?;
    let name = function.get(js_string!("name"), context)?.as_string().unwrap_or_default();
    let wrapped = NativeFunction::from_copy_closure_with_captures(
        |this, arguments, (mapping, function): &(Mapping, JsObject), context| {
            call_wrapped(mapping, function, this, arguments, context)
        },
        (mapping, function),
    );
    let name = js_string!(&js_string!("wrapped "), &name);
    let function = FunctionObjectBuilder::new(context.realm(), wrapped).name(name).build();
    let length = PropertyDescriptor::builder().value(length).writable(false).enumerable(false).configurable(true);
    function.define_property_or_throw(js_string!("length"), length, context)?;
    Ok(function.into())
}

/// The length that `CopyNameAndLength` copies, as `Function.prototype.bind` does.
fn length_of(function: &JsObject, context: &mut Context) -> JsResult<f64> {
    if !function.has_own_property(js_string!("length"), context)? {
        return Ok(0.0);
    }
    let length = function.get(js_string!("length"), context)?.as_number();
    // NaN becomes 0 too.
    Ok(length.map_or(0.0, |length| length.trunc().max(0.0)))
}
