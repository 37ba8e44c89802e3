//! [`SuppressedError`](https://tc39.es/proposal-explicit-resource-management/#sec-suppressederror-objects): an error
//! that was thrown while another one was on its way.

use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsArgs, JsData, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

/// The constructor of a realm.
#[derive(Clone, Trace, Finalize, JsData)]
struct Constructor(JsFunction);

/// Defines the class in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when the property is defined.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let name = js_string!("SuppressedError");
    let constructor = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(construct))
        .name(name.clone())
        .length(3)
        .constructor(true)
        .build();
    let error = context.intrinsics().constructors().error();
    constructor.set_prototype(Some(error.constructor()));
    let prototype = JsObject::from_proto_and_data(error.prototype(), boa_engine::builtins::object::OrdinaryObject);
    prototype.insert_property(js_string!("constructor"), hidden(constructor.clone().into()));
    prototype.insert_property(js_string!("name"), hidden(name.clone().into()));
    prototype.insert_property(js_string!("message"), hidden(js_string!().into()));
    let fixed = PropertyDescriptor::builder().value(prototype).writable(false).enumerable(false).configurable(false);
    constructor.insert_property(js_string!("prototype"), fixed);
    context.realm().host_defined_mut().insert(Constructor(constructor.clone()));
    context.register_global_property(name, constructor, Attribute::WRITABLE | Attribute::CONFIGURABLE)
}

/// Creates an error for one that was thrown after another.
///
/// # Errors
///
/// Whatever the engine throws if there is no memory for an error.
pub(super) fn suppressed_error(error: JsValue, suppressed: JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(constructor) = constructor(context) else { return Ok(error) };
    Ok(constructor.construct(&[error, suppressed], None, context)?.into())
}

fn constructor(context: &Context) -> Option<JsFunction> {
    context.realm().host_defined().get::<Constructor>().map(|Constructor(constructor)| constructor.clone())
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let new_target = new_target.as_object().or_else(|| constructor(context).map(JsObject::from));
    let message = arguments.get_or_undefined(2);
    let message = if message.is_undefined() { &[][..] } else { std::slice::from_ref(message) };
    // The class of errors reads the prototype of the new target, and remembers the stack.
    let base = context.intrinsics().constructors().error().constructor();
    let made = base.construct(message, new_target.as_ref(), context)?;
    for (name, value) in [(js_string!("error"), 0), (js_string!("suppressed"), 1)] {
        made.define_property_or_throw(name, hidden(arguments.get_or_undefined(value).clone()), context)?;
    }
    Ok(made.into())
}

fn hidden(value: JsValue) -> PropertyDescriptor {
    PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true).build()
}
