//! The errors that Node's modules throw for arguments.

use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsValue};

use crate::testing::assert::{Class, invalid_arg_type, invalid_arg_value, node_error, out_of_range};

/// Each function returns an error: `invalidArgType(name, expected, actual)`, `invalidArgValue(name, value, reason)`,
/// `outOfRange(name, range, value)`, and `error`, `typeError`, `rangeError` and `uriError`, with a code and a message.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    let list = &[
        ("invalidArgType", arg_type as _),
        ("invalidArgValue", arg_value as _),
        ("outOfRange", range as _),
        ("error", error as _),
        ("typeError", type_error as _),
        ("rangeError", range_error as _),
        ("uriError", uri_error as _),
    ];
    super::functions(list, context)
}

fn text(arguments: &[JsValue], index: usize, context: &mut Context) -> JsResult<String> {
    arguments.get_or_undefined(index).to_string(context).map(|text| text.to_std_string_lossy())
}

fn opaque(error: JsError, context: &mut Context) -> JsResult<JsValue> {
    error.into_opaque(context)
}

fn arg_type(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, expected) = (text(arguments, 0, context)?, text(arguments, 1, context)?);
    opaque(invalid_arg_type(&name, &expected, arguments.get_or_undefined(2), context), context)
}

fn arg_value(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let reason = match arguments.get_or_undefined(2) {
        reason if reason.is_undefined() => "is invalid".to_owned(),
        reason => reason.to_string(context)?.to_std_string_lossy(),
    };
    let name = text(arguments, 0, context)?;
    opaque(invalid_arg_value(&name, arguments.get_or_undefined(1), &reason, context), context)
}

fn range(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, range) = (text(arguments, 0, context)?, text(arguments, 1, context)?);
    opaque(out_of_range(&name, &range, arguments.get_or_undefined(2), context), context)
}

fn with_code(class: Class, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (code, message) = (text(arguments, 0, context)?, text(arguments, 1, context)?);
    opaque(node_error(class, &code, &message, context), context)
}

fn error(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    with_code(Class::Error, arguments, context)
}

fn type_error(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    with_code(Class::TypeError, arguments, context)
}

fn range_error(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    with_code(Class::RangeError, arguments, context)
}

fn uri_error(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    with_code(Class::UriError, arguments, context)
}
