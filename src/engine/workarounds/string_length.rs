//! A limit on the length of strings: methods that would exceed it throw a `RangeError`. The engine's own methods would
//! abort the process: they allocate any length up to 2^32 code units, and `repeat` allocates 24 bytes for every
//! repetition.

use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsError, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use super::define;

/// The maximum length of a string in code units, the same as in V8.
pub(crate) const MAX_STRING_LENGTH: usize = (1 << 29) - 24;

/// Replaces the methods that can make long strings from short ones.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    define(&prototype, js_string!("repeat"), 1, NativeFunction::from_fn_ptr(repeat), context)?;
    define(&prototype, js_string!("padStart"), 1, NativeFunction::from_fn_ptr(pad_start), context)?;
    define(&prototype, js_string!("padEnd"), 1, NativeFunction::from_fn_ptr(pad_end), context)
}

/// Returns the error for a string that would be longer than [`MAX_STRING_LENGTH`].
pub(crate) fn string_too_long() -> JsError {
    js_error!(RangeError: "Invalid string length")
}

/// [`String.prototype.repeat`](https://tc39.es/ecma262/#sec-string.prototype.repeat).
fn repeat(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let string = this.require_object_coercible()?.to_string(context)?;
    let count = arguments.get_or_undefined(0).to_integer_or_infinity(context)?;
    let IntegerOrInfinity::Integer(count @ 0..) = count else {
        let count = match count {
            IntegerOrInfinity::Integer(count) => count.to_string(),
            IntegerOrInfinity::PositiveInfinity => "Infinity".to_owned(),
            IntegerOrInfinity::NegativeInfinity => "-Infinity".to_owned(),
        };
        return Err(js_error!(RangeError: "Invalid count value: {}", count));
    };
    if string.is_empty() {
        return Ok(string.into());
    }
    let count = usize::try_from(count).map_err(|_| string_too_long())?;
    let length =
        string.len().checked_mul(count).filter(|&length| length <= MAX_STRING_LENGTH).ok_or_else(string_too_long)?;
    Ok(filled(&string, length).into())
}

fn pad_start(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (string, padding) = padding(this, arguments, context)?;
    Ok(JsString::concat(padding.as_str(), string.as_str()).into())
}

fn pad_end(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (string, padding) = padding(this, arguments, context)?;
    Ok(JsString::concat(string.as_str(), padding.as_str()).into())
}

/// Returns the string and the padding that
/// [`StringPaddingBuiltinsImpl`](https://tc39.es/ecma262/#sec-stringpaddingbuiltinsimpl) adds before or after it.
fn padding(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<(JsString, JsString)> {
    let string = this.require_object_coercible()?.to_string(context)?;
    let length = arguments.get_or_undefined(0).to_length(context)?;
    let missing = length.saturating_sub(string.len() as u64);
    if missing == 0 {
        return Ok((string, js_string!()));
    }
    let filler = match arguments.get_or_undefined(1) {
        filler if filler.is_undefined() => js_string!(" "),
        filler => filler.to_string(context)?,
    };
    if filler.is_empty() {
        return Ok((string, filler));
    }
    if length > MAX_STRING_LENGTH as u64 {
        return Err(string_too_long());
    }
    let missing = usize::try_from(missing).map_err(|_| string_too_long())?;
    Ok((string, filled(&filler, missing)))
}

/// Returns a string of this length that repeats the filler, which must not be empty.
fn filled(filler: &JsString, length: usize) -> JsString {
    fn units<T: Copy>(filler: &[T], length: usize) -> Vec<T> {
        let mut units = filler.repeat(length.div_ceil(filler.len()));
        units.truncate(length);
        units
    }
    match filler.variant() {
        JsStrVariant::Latin1(filler) => JsStr::latin1(&units(filler, length)).into(),
        JsStrVariant::Utf16(filler) => JsStr::utf16(&units(filler, length)).into(),
    }
}
