//! A function that source text calls to expose the names that it declares, as accessors of the global object.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, Finalize, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, Trace};

/// The name of the function, if nothing else has that name.
pub(crate) const DECLARE: &str = "$$declare";

#[derive(Trace, Finalize)]
struct Place {
    holder: JsObject,
    name: JsString,
}

/// Defines the function as a property of `holder`. Its arguments are `name, getter, setter` for each name. A call
/// deletes the property: source text calls the function first, so other code never sees it.
///
/// # Errors
///
/// Whatever the engine throws if the property cannot be defined.
pub(crate) fn provide_declare(holder: &JsObject, name: JsString, context: &mut Context) -> JsResult<()> {
    let place = Place { holder: holder.clone(), name: name.clone() };
    let declare = NativeFunction::from_copy_closure_with_captures(declare, place);
    let declare = FunctionObjectBuilder::new(context.realm(), declare).build();
    let property = PropertyDescriptor::builder().value(declare).configurable(true);
    holder.define_property_or_throw(name, property, context).map(drop)
}

fn declare(_: &JsValue, arguments: &[JsValue], place: &Place, context: &mut Context) -> JsResult<JsValue> {
    place.holder.delete_property_or_throw(place.name.clone(), context)?;
    let global = context.global_object();
    for declared in arguments.chunks(3) {
        let name = declared.get_or_undefined(0).to_string(context)?;
        let (get, set) = (declared.get_or_undefined(1).clone(), declared.get_or_undefined(2).clone());
        let accessor = PropertyDescriptor::builder().get(get).set(set).enumerable(true).configurable(true);
        global.define_property_or_throw(name, accessor, context)?;
    }
    Ok(JsValue::undefined())
}
