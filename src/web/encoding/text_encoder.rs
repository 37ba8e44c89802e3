//! `TextEncoder`: <https://encoding.spec.whatwg.org/#interface-textencoder>.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};
use encoding_rs::mem;

use super::hooks::utf_8_encode;
use crate::web::webidl::{
    Layers, allow_shared_uint8_array, interface, new_object, new_uint8_array, prototype_of_new_target,
};

/// The state of a `TextEncoder`: none.
#[derive(Trace, Finalize)]
pub(crate) struct TextEncoder;

interface! {
    TextEncoder;
    constructor(0) = construct;
    get "encoding" = |_encoder| js_string!("utf-8");
    operation "encode"(0) = encode;
    operation "encodeInto"(2) = encode_into;
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<TextEncoder>(new_target, context)?;
    Ok(new_object(prototype, Layers::root(&Gc::new(TextEncoder)), context))
}

/// [`encode`](https://encoding.spec.whatwg.org/#dom-textencoder-encode). The conversion to a `USVString` is part of
/// encoding.
fn encode(_: &Gc<TextEncoder>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let input = match arguments.get_or_undefined(0) {
        input if input.is_undefined() => js_string!(),
        input => input.to_string(context)?,
    };
    new_uint8_array(&utf_8_encode(&input), context).map(JsObject::from)
}

/// [`encodeInto`](https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto).
fn encode_into(_: &Gc<TextEncoder>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let source = arguments[0].to_string(context)?;
    let destination = allow_shared_uint8_array(&arguments[1], &"TextEncoder.encodeInto: destination", context)?;
    let room = destination.byte_length(context);
    let (read, bytes) = encode_as_much_as_fits(&source, room);
    destination.write(&bytes, context)?;
    let result = ObjectInitializer::new(context)
        .property(js_string!("read"), read, Attribute::all())
        .property(js_string!("written"), bytes.len(), Attribute::all())
        .build();
    Ok(result)
}

/// Returns how many code units of the text fit into `room` bytes, and the bytes. A surrogate pair is never split.
fn encode_as_much_as_fits(text: &JsString, room: usize) -> (usize, Vec<u8>) {
    // Three bytes per code unit are always enough.
    let mut bytes = vec![0; room.min(text.len().saturating_mul(3))];
    let (read, written) = match text.variant() {
        JsStrVariant::Latin1(units) => mem::convert_latin1_to_utf8_partial(units, &mut bytes),
        JsStrVariant::Utf16(units) => mem::convert_utf16_to_utf8_partial(units, &mut bytes),
    };
    bytes.truncate(written);
    (read, bytes)
}

#[cfg(test)]
mod tests {
    use boa_engine::js_string;

    use super::encode_as_much_as_fits;

    #[test]
    fn characters_are_not_split() {
        for (text, room, read, written) in [
            ("abc", 2, 2, 2),
            ("aé", 2, 1, 1),
            ("aé", 3, 2, 3),
            ("€", 2, 0, 0),
            ("😀a", 3, 0, 0),
            ("😀a", 4, 2, 4),
            ("😀a", 9, 3, 5),
            ("", 9, 0, 0),
        ] {
            let (did_read, bytes) = encode_as_much_as_fits(&js_string!(text), room);
            assert_eq!((did_read, bytes.len()), (read, written), "{text} {room}");
        }
    }
}
