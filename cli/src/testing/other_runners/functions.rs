//! What the functions of the module `posttask:runner` have in common.

use std::path::PathBuf;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use posttask::internal::webidl::type_error;
use posttask_front_end::with_slashes;

/// A function of the module, with its name.
pub(super) type Function = (&'static str, fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>);

/// Returns an argument that is a string.
pub(super) fn text(arguments: &[JsValue], index: usize) -> JsResult<String> {
    let text = arguments.get_or_undefined(index).as_string();
    text.map(|text| text.to_std_string_lossy()).ok_or_else(|| wrong("a string", index))
}

/// Returns an argument that is a path.
pub(super) fn path(arguments: &[JsValue], index: usize) -> JsResult<PathBuf> {
    text(arguments, index).map(PathBuf::from)
}

/// Returns an argument that is a function.
pub(super) fn function(arguments: &[JsValue], index: usize) -> JsResult<JsObject> {
    arguments.get_or_undefined(index).as_callable().ok_or_else(|| wrong("a function", index))
}

/// Returns an argument that is a number.
pub(super) fn number(arguments: &[JsValue], index: usize) -> JsResult<f64> {
    arguments.get_or_undefined(index).as_number().ok_or_else(|| wrong("a number", index))
}

fn wrong(what: &str, index: usize) -> boa_engine::JsError {
    type_error(format!("posttask:runner: argument {} must be {what}", index + 1))
}

/// A path as a value.
pub(super) fn path_value(path: &std::path::Path) -> JsValue {
    JsString::from(with_slashes(path)).into()
}
