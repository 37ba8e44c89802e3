//! [`Error.isError`](https://tc39.es/ecma262/#sec-error.iserror). For the engine's own, a `DOMException` is no error.

use boa_engine::builtins::error::Error;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction};

use super::DomException;
use crate::web::webidl::{implements, static_string};

/// Whether a value is an error: an object that an error constructor has created, or a `DOMException`.
pub(crate) fn is_error(value: &JsValue) -> bool {
    value.as_object().is_some_and(|object| object.is::<Error>()) || implements::<DomException>(value).is_some()
}

/// Defines the function in the current realm.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    let function =
        NativeFunction::from_copy_closure(|_, arguments, _| Ok(is_error(arguments.get_or_undefined(0)).into()));
    let name = static_string!("isError");
    let function =
        FunctionObjectBuilder::new(context.realm(), function).name(name.clone()).length(1).constructor(false).build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    let constructor = context.intrinsics().constructors().error().constructor();
    constructor.define_property_or_throw(name, property, context).map(drop)
}
