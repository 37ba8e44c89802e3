//! Modules and `require`, for `node:module`.

use std::path::Path;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use posttask_front_end::{builtin_names, create_require};

/// `builtinModules()` returns names, and `createRequire(path)` returns a function.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    super::functions(&[("builtinModules", builtin_modules), ("createRequire", require)], context)
}

fn builtin_modules(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let names = builtin_names(context)?.into_iter().map(|name| JsString::from(name).into());
    Ok(JsArray::from_iter(names, context).into())
}

fn require(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let path = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    create_require(Path::new(&path), context).map(JsValue::from)
}
