//! What is said if an object refuses a property or a prototype, in the words of V8. The engine does not say why.

use boa_engine::object::builtins::{JsFunction, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue};

use super::wrap;
use crate::stored_properties::{own_property, prototypes, shown_object};

/// Wraps the functions of `Object`.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let object = context.intrinsics().constructors().object().constructor();
    wrap(&object, "defineProperty", 3, define_property, context)?;
    wrap(&object, "setPrototypeOf", 2, set_prototype_of, context)
}

fn define_property(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    own.call(this, arguments, context).map_err(|error| {
        let key = arguments.get_or_undefined(1);
        let Some(object) = arguments.get_or_undefined(0).as_object().filter(|_| !key.is_object()) else { return error };
        let Ok(key) = key.to_property_key(context) else { return error };
        let has_other_properties = object.is::<JsString>() || JsTypedArray::from_object(object.clone()).is_ok();
        let is_new = !has_other_properties && own_property(&object, &key).is_none();
        if !is_new || !says(&error, "cannot redefine property: ") || is_extensible(&object, context) {
            return error;
        }
        type_error(format!("Cannot define property {}, object is not extensible", shown_key(&key)))
    })
}

fn set_prototype_of(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    own.call(this, arguments, context).map_err(|error| {
        let Some(object) = arguments.get_or_undefined(0).as_object() else { return error };
        if !says(&error, "can't set prototype of this object") {
            return error;
        }
        let prototype = arguments.get_or_undefined(1).as_object();
        let is_cyclic = || prototype.is_some_and(|it| prototypes(&it).any(|it| JsObject::equals(&it, &object)));
        if JsObject::equals(&object, &context.intrinsics().constructors().object().prototype()) {
            type_error("Immutable prototype object 'Object.prototype' cannot have their prototype set".to_owned())
        } else if !is_extensible(&object, context) {
            type_error(format!("{} is not extensible", shown_object(&object)))
        } else if is_cyclic() {
            type_error("Cyclic __proto__ value".to_owned())
        } else {
            error
        }
    })
}

fn shown_key(key: &PropertyKey) -> String {
    match key {
        PropertyKey::Symbol(symbol) => symbol.descriptive_string().to_std_string_lossy(),
        key => key.to_string(),
    }
}

/// Whether an error of the engine starts with these words.
fn says(error: &JsError, start: &str) -> bool {
    error.as_native().is_some_and(|error| error.message().starts_with(start))
}

/// Runs no code of the program: a proxy counts as extensible.
fn is_extensible(object: &JsObject, context: &mut Context) -> bool {
    prototypes(object).next().is_none() || object.is_extensible(context).unwrap_or(true)
}

fn type_error(message: String) -> JsError {
    JsNativeError::typ().with_message(message).into()
}
