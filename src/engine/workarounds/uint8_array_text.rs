//! The methods of `Uint8Array` for base64 and hexadecimal text, which are newer than the engine.

use std::fmt::Write;

use base64::Engine;
use base64::engine::GeneralPurpose;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use boa_engine::builtins::typed_array::{TypedArray, TypedArrayKind};
use boa_engine::object::builtins::{AlignedVec, JsArrayBuffer, JsTypedArray, JsUint8Array};
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string,
};

use super::base64_text::{Decoded, LastChunk, from_base64, from_hex};
use super::define;

/// Defines the methods.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors().typed_uint8_array();
    let (constructor, prototype) = (constructors.constructor(), constructors.prototype());
    let function = NativeFunction::from_fn_ptr;
    define(&constructor, js_string!("fromBase64"), 1, function(array_from_base64), context)?;
    define(&constructor, js_string!("fromHex"), 1, function(array_from_hex), context)?;
    define(&prototype, js_string!("setFromBase64"), 1, function(set_from_base64), context)?;
    define(&prototype, js_string!("setFromHex"), 1, function(set_from_hex), context)?;
    define(&prototype, js_string!("toBase64"), 0, function(to_base64), context)?;
    define(&prototype, js_string!("toHex"), 0, function(to_hex), context)
}

/// [`Uint8Array.prototype.toBase64`](https://tc39.es/ecma262/#sec-uint8array.prototype.tobase64).
fn to_base64(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = uint8_array(this)?;
    let options = options(arguments.get_or_undefined(0))?;
    let is_url = is_url(options.as_ref(), context)?;
    let omits_padding = option(options.as_ref(), js_string!("omitPadding"), context)?.to_boolean();
    let engine: &GeneralPurpose = match (is_url, omits_padding) {
        (false, false) => &STANDARD,
        (false, true) => &STANDARD_NO_PAD,
        (true, false) => &URL_SAFE,
        (true, true) => &URL_SAFE_NO_PAD,
    };
    let text = engine.encode(bytes(&array, context)?);
    Ok(JsString::from(text).into())
}

/// [`Uint8Array.prototype.toHex`](https://tc39.es/ecma262/#sec-uint8array.prototype.tohex).
fn to_hex(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let bytes = bytes(&uint8_array(this)?, context)?;
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(JsString::from(text).into())
}

/// [`Uint8Array.fromBase64`](https://tc39.es/ecma262/#sec-uint8array.frombase64).
fn array_from_base64(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text(arguments)?;
    let (is_url, last_chunk) = decoding_options(arguments, context)?;
    new_array(&from_base64(&text, is_url, last_chunk, usize::MAX), context)
}

/// [`Uint8Array.fromHex`](https://tc39.es/ecma262/#sec-uint8array.fromhex).
fn array_from_hex(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    new_array(&from_hex(&text(arguments)?, usize::MAX), context)
}

/// [`Uint8Array.prototype.setFromBase64`](https://tc39.es/ecma262/#sec-uint8array.prototype.setfrombase64).
fn set_from_base64(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = uint8_array(this)?;
    let text = text(arguments)?;
    let (is_url, last_chunk) = decoding_options(arguments, context)?;
    let length = length(&array, context)?;
    set(&array, &from_base64(&text, is_url, last_chunk, length), context)
}

/// [`Uint8Array.prototype.setFromHex`](https://tc39.es/ecma262/#sec-uint8array.prototype.setfromhex).
fn set_from_hex(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = uint8_array(this)?;
    let text = text(arguments)?;
    let length = length(&array, context)?;
    set(&array, &from_hex(&text, length), context)
}

/// [`ValidateUint8Array`](https://tc39.es/ecma262/#sec-validateuint8array).
fn uint8_array(value: &JsValue) -> JsResult<JsTypedArray> {
    let object = value.as_object().filter(|object| {
        object.downcast_ref::<TypedArray>().is_some_and(|array| array.kind() == TypedArrayKind::Uint8)
    });
    object.map_or_else(|| Err(js_error!(TypeError: "this is not a Uint8Array")), JsTypedArray::from_object)
}

/// The number of elements.
///
/// # Errors
///
/// `TypeError` if the array is out of bounds.
fn length(array: &JsTypedArray, context: &mut Context) -> JsResult<usize> {
    array.at(0, context)?;
    array.length(context)
}

/// [`GetUint8ArrayBytes`](https://tc39.es/ecma262/#sec-getuint8arraybytes).
fn bytes(array: &JsTypedArray, context: &mut Context) -> JsResult<Vec<u8>> {
    let (length, start) = (length(array, context)?, array.byte_offset(context)?);
    if let Some(buffer) = unshared_buffer(array, context)? {
        let data = buffer.data();
        let bytes = data.as_deref().and_then(|data| data.get(start..start + length));
        return Ok(bytes.unwrap_or_default().to_vec());
    }
    let array: JsObject = array.clone().into();
    (0..length).map(|index| array.get(index, context)?.to_uint8(context)).collect()
}

/// The buffer, unless other threads may have it: the engine gives no access to the bytes of these.
fn unshared_buffer(array: &JsTypedArray, context: &mut Context) -> JsResult<Option<JsArrayBuffer>> {
    let buffer = array.buffer(context)?.as_object();
    Ok(buffer.and_then(|buffer| JsArrayBuffer::from_object(buffer).ok()))
}

/// [`SetUint8ArrayBytes`](https://tc39.es/ecma262/#sec-setuint8arraybytes), and what the methods return or throw then.
fn set(array: &JsTypedArray, decoded: &Decoded, context: &mut Context) -> JsResult<JsValue> {
    let start = array.byte_offset(context)?;
    if let Some(buffer) = unshared_buffer(array, context)? {
        if let Some(place) = buffer.data_mut().as_deref_mut().and_then(|data| data.get_mut(start..))
            && let Some(place) = place.get_mut(..decoded.bytes.len())
        {
            place.copy_from_slice(&decoded.bytes);
        }
    } else {
        let array: JsObject = array.clone().into();
        for (index, &byte) in decoded.bytes.iter().enumerate() {
            array.set(index, byte, true, context)?;
        }
    }
    if let Some(error) = decoded.error {
        return Err(syntax_error(error));
    }
    let result = JsObject::with_object_proto(context.intrinsics());
    result.create_data_property_or_throw(js_string!("read"), decoded.read, context)?;
    result.create_data_property_or_throw(js_string!("written"), decoded.bytes.len(), context)?;
    Ok(result.into())
}

fn new_array(decoded: &Decoded, context: &mut Context) -> JsResult<JsValue> {
    /// Enough for elements of all types.
    const ALIGNMENT: usize = 8;
    if let Some(error) = decoded.error {
        return Err(syntax_error(error));
    }
    let buffer = JsArrayBuffer::from_byte_block(AlignedVec::from_slice(ALIGNMENT, &decoded.bytes), context)?;
    Ok(JsUint8Array::from_array_buffer(buffer, context)?.into())
}

fn syntax_error(message: &'static str) -> JsError {
    JsNativeError::syntax().with_message(message).into()
}

/// The first argument, which is not converted.
fn text(arguments: &[JsValue]) -> JsResult<JsString> {
    arguments.get_or_undefined(0).as_string().ok_or_else(|| js_error!(TypeError: "the argument is not a string"))
}

/// [`GetOptionsObject`](https://tc39.es/ecma262/#sec-getoptionsobject).
fn options(value: &JsValue) -> JsResult<Option<JsObject>> {
    if value.is_undefined() {
        return Ok(None);
    }
    value.as_object().map(Some).ok_or_else(|| js_error!(TypeError: "the options are not an object"))
}

fn option(options: Option<&JsObject>, name: JsString, context: &mut Context) -> JsResult<JsValue> {
    options.map_or(Ok(JsValue::undefined()), |options| options.get(name, context))
}

fn is_url(options: Option<&JsObject>, context: &mut Context) -> JsResult<bool> {
    let alphabet = option(options, js_string!("alphabet"), context)?;
    match alphabet.as_string() {
        _ if alphabet.is_undefined() => Ok(false),
        Some(name) if name == "base64" => Ok(false),
        Some(name) if name == "base64url" => Ok(true),
        _ => Err(js_error!(TypeError: "the alphabet must be \"base64\" or \"base64url\"")),
    }
}

fn decoding_options(arguments: &[JsValue], context: &mut Context) -> JsResult<(bool, LastChunk)> {
    let options = options(arguments.get_or_undefined(1))?;
    let is_url = is_url(options.as_ref(), context)?;
    let handling = option(options.as_ref(), js_string!("lastChunkHandling"), context)?;
    let last_chunk = match handling.as_string() {
        _ if handling.is_undefined() => LastChunk::Loose,
        Some(name) if name == "loose" => LastChunk::Loose,
        Some(name) if name == "strict" => LastChunk::Strict,
        Some(name) if name == "stop-before-partial" => LastChunk::StopBeforePartial,
        _ => {
            let message = "lastChunkHandling must be \"loose\", \"strict\" or \"stop-before-partial\"";
            return Err(JsNativeError::typ().with_message(message).into());
        }
    };
    Ok((is_url, last_chunk))
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn bytes_become_text_and_back() {
        for (source, expected) in [
            ("new Uint8Array([251, 255, 191, 1]).toBase64()", r#""+/+/AQ==""#),
            ("new Uint8Array([251, 255, 191, 1]).toBase64({ alphabet: 'base64url', omitPadding: 1 })", r#""-_-_AQ""#),
            ("new Uint8Array([0, 10, 255]).subarray(1).toHex()", r#""0aff""#),
            ("[...Uint8Array.fromBase64(' +/ +/\\nAQ==')]", "[251,255,191,1]"),
            ("[...Uint8Array.fromHex('00fF')]", "[0,255]"),
            (
                "(u => [u.subarray(1).setFromBase64('QUJDRA'), [...u]])(new Uint8Array(4))",
                r#"[{"read":4,"written":3},[0,65,66,67]]"#,
            ),
            ("(u => [u.setFromHex('0102'), [...u]])(new Uint8Array(1))", r#"[{"read":2,"written":1},[1]]"#),
            (
                "(u => { try { u.setFromHex('01zz') } catch (e) { return [e.name, u[0]] } })(new Uint8Array(2))",
                r#"["SyntaxError",1]"#,
            ),
            (
                "(u => [u.setFromHex('0102'), u.toHex()])(new Uint8Array(new SharedArrayBuffer(2)))",
                r#"[{"read":4,"written":2},"0102"]"#,
            ),
            (
                "['setFromBase64', 'setFromHex', 'toBase64', 'toHex'].map(k => Uint8Array.prototype[k].length)",
                "[1,1,0,0]",
            ),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
    }

    #[test]
    fn arguments_are_not_converted() {
        for (source, expected) in [
            ("Uint8Array.prototype.toHex.call(new Int8Array())", "TypeError"),
            ("Uint8Array.fromHex(11)", "TypeError"),
            ("Uint8Array.fromBase64(Object('QQ=='))", "TypeError"),
            ("Uint8Array.fromBase64('', null)", "TypeError"),
            ("Uint8Array.fromBase64('', { alphabet: Object('base64') })", "TypeError"),
            ("new Uint8Array().setFromBase64('', { lastChunkHandling: 'x' })", "TypeError"),
            (
                "const u = new Uint8Array(1); structuredClone(u.buffer, { transfer: [u.buffer] }); u.toHex()",
                "TypeError",
            ),
            ("Uint8Array.fromHex('1')", "SyntaxError"),
            ("Uint8Array.fromBase64('QQ', { lastChunkHandling: 'strict' })", "SyntaxError"),
        ] {
            assert!(evaluate(source).starts_with(expected), "{source}");
        }
    }
}
