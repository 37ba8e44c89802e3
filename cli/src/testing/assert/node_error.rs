//! Errors with a `code`, for arguments that are wrong: <https://nodejs.org/api/errors.html#nodejs-error-codes>.

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsError, JsObject, JsString, JsValue, js_string};
use posttask::internal::webidl::exception_value;

use super::printer::{self, Style};
use super::stack::CallSite;

/// The classes of these errors.
#[derive(Clone, Copy)]
pub(crate) enum Class {
    Error,
    TypeError,
    RangeError,
    UriError,
}

/// Creates an error with a code.
#[must_use]
pub(crate) fn node_error(class: Class, code: &str, message: &str, context: &mut Context) -> JsError {
    let constructors = context.intrinsics().constructors();
    let constructor = match class {
        Class::Error => constructors.error(),
        Class::TypeError => constructors.type_error(),
        Class::RangeError => constructors.range_error(),
        Class::UriError => constructors.uri_error(),
    }
    .constructor();
    let error = match constructor.construct(&[js_string!(message).into()], None, context) {
        Ok(error) => error,
        Err(error) => return error,
    };
    // The following cannot fail: the object is new.
    let _ = CallSite::new(context).store(&error, context);
    let code = PropertyDescriptor::builder().value(js_string!(code)).writable(true).enumerable(true).configurable(true);
    let _ = error.define_property_or_throw(js_string!("code"), code, context);
    JsError::from_opaque(error.into())
}

/// `ERR_INVALID_ARG_TYPE`: an argument, or a property if the name contains a dot, has the wrong type. `expected`
/// follows "must be".
#[must_use]
pub(crate) fn invalid_arg_type(name: &str, expected: &str, actual: &JsValue, context: &mut Context) -> JsError {
    let received = received(actual, context);
    let what = if name.ends_with(" argument") { name.to_owned() } else { format!("\"{name}\" {}", kind(name)) };
    let message = format!("The {what} must be {expected}. Received {received}");
    node_error(Class::TypeError, "ERR_INVALID_ARG_TYPE", &message, context)
}

/// `ERR_INVALID_ARG_VALUE`: an argument or property has a value that is not possible.
#[must_use]
pub(crate) fn invalid_arg_value(name: &str, value: &JsValue, reason: &str, context: &mut Context) -> JsError {
    let shown = JsString::from(printer::print(value, Style::Compact, context));
    let shown = if shown.len() > 128 { start_of(&shown, 128) + "..." } else { shown.to_std_string_lossy() };
    let message = format!("The {} '{name}' {reason}. Received {shown}", kind(name));
    node_error(Class::TypeError, "ERR_INVALID_ARG_VALUE", &message, context)
}

/// `ERR_INVALID_RETURN_VALUE`: a function returned something else than a promise.
#[must_use]
pub(crate) fn invalid_return_value(input: &str, name: &str, value: &JsValue, context: &mut Context) -> JsError {
    let received = received(value, context);
    let message = format!("Expected {input} to be returned from the \"{name}\" function but got {received}.");
    node_error(Class::TypeError, "ERR_INVALID_RETURN_VALUE", &message, context)
}

/// Integers above it are shown with separators.
const LARGE: f64 = 4_294_967_296.0;

/// `ERR_OUT_OF_RANGE`: a number is too small or too large, or not an integer.
#[must_use]
pub(crate) fn out_of_range(name: &str, range: &str, value: &JsValue, context: &mut Context) -> JsError {
    let mut shown = printer::print(value, Style::Compact, context);
    let is_large_number = value.as_number().is_some_and(|number| number.fract() == 0.0 && number.abs() > LARGE);
    if let Some(digits) = shown.strip_suffix('n').filter(|_| value.is_bigint()) {
        let is_large = digits.parse::<f64>().is_ok_and(|number| number.abs() > LARGE);
        shown = if is_large { with_separators(digits) + "n" } else { shown };
    } else if is_large_number {
        shown = with_separators(&shown);
    }
    let message = format!("The value of \"{name}\" is out of range. It must be {range}. Received {shown}");
    node_error(Class::RangeError, "ERR_OUT_OF_RANGE", &message, context)
}

/// Puts an underscore after each group of three digits.
fn with_separators(integer: &str) -> String {
    let (sign, digits) = match integer.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", integer),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return integer.to_owned();
    }
    let groups: Vec<String> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| group.iter().map(|&digit| char::from(digit)).collect())
        .collect();
    format!("{sign}{}", groups.join("_"))
}

fn kind(name: &str) -> &'static str {
    if name.contains('.') { "property" } else { "argument" }
}

/// Returns the first code units of a string.
#[must_use]
pub(crate) fn start_of(text: &JsString, length: usize) -> String {
    let units: Vec<u16> = text.iter().take(length).collect();
    String::from_utf16_lossy(&units)
}

/// Describes a value after "Received": its type, and the value if it is primitive.
#[must_use]
pub(crate) fn received(value: &JsValue, context: &mut Context) -> String {
    if let Some(object) = value.as_object() {
        return received_object(&object, context);
    }
    if let Some(text) = value.as_string() {
        let shown = if text.len() > 28 { start_of(&text, 25) + "..." } else { text.to_std_string_lossy() };
        let quoted = if shown.contains('\'') { json_quote(&shown) } else { format!("'{shown}'") };
        return format!("type string ({quoted})");
    }
    if value.is_null_or_undefined() {
        return value.display().to_string();
    }
    format!("type {} ({})", value.type_of(), printer::print(value, Style::Compact, context))
}

fn received_object(object: &JsObject, context: &mut Context) -> String {
    let mut name_of = |object: &JsObject| {
        let name = object.get(js_string!("name"), context).and_then(|name| name.to_string(context));
        name.map(|name| name.to_std_string_lossy()).map_err(|error| exception_value(error, context))
    };
    if object.is_callable() {
        return format!("function {}", name_of(object).unwrap_or_default());
    }
    let constructor =
        object.get(js_string!("constructor"), context).ok().and_then(|constructor| constructor.as_object());
    if let Some(constructor) = constructor
        && constructor.has_property(js_string!("name"), context).unwrap_or(false)
    {
        let name = constructor.get(js_string!("name"), context).and_then(|name| name.to_string(context));
        return format!("an instance of {}", name.unwrap_or_default().to_std_string_lossy());
    }
    printer::print(&object.clone().into(), Style::Summary, context)
}

/// Returns a string as JSON.
fn json_quote(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            control if u32::from(control) < 0x20 => quoted.extend(escape_sequence(control)),
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

/// Returns a control character as `\u` and four digits.
fn escape_sequence(control: char) -> impl Iterator<Item = char> {
    let digit = move |shift: u32| char::from_digit(u32::from(control) >> shift & 0xf, 16);
    ['\\', 'u', '0', '0'].into_iter().chain(digit(4)).chain(digit(0))
}
