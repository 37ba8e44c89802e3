use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::{JsValue, Source};

use super::Serialized;
use crate::Runtime;

/// More than a page of memory, so that no allocator would store it inline.
const LENGTH: usize = 1 << 20;

#[test]
fn transferring_a_buffer_does_not_copy_it() {
    for create in ["new ArrayBuffer(1 << 20)", "new ArrayBuffer(1 << 20, { maxByteLength: 1 << 21 })"] {
        let mut runtime = Runtime::builder().build().unwrap();
        runtime.with_context(|context| {
            let value = context.eval(Source::from_bytes(create)).unwrap();
            let buffer = JsArrayBuffer::from_object(value.as_object().unwrap()).unwrap();
            let place = |buffer: &JsArrayBuffer| buffer.data().unwrap().as_ptr().addr();
            let before = place(&buffer);

            let message = Serialized::from_value(&value, &[buffer.clone().into()], context).unwrap();
            assert!(buffer.data().is_none(), "{create}: the sender's buffer is detached");
            let received = message.deserialize(context).unwrap().value;

            let received = JsArrayBuffer::from_object(received.as_object().unwrap()).unwrap();
            assert_eq!((place(&received), received.byte_length()), (before, LENGTH), "{create}");
        });
    }
}

#[test]
fn copies_of_a_message_do_not_share_anything() {
    let mut runtime = Runtime::builder().build().unwrap();
    runtime.with_context(|context| {
        let value = context.eval(Source::from_bytes("({ bytes: new Uint8Array([1]), pattern: /a/g })")).unwrap();
        let message = Serialized::from_value(&value, &[], context).unwrap();
        let mut deserialize = |message: Serialized| message.deserialize(context).unwrap().value;
        let values = [deserialize(message.clone()), deserialize(message)];

        let global = context.global_object();
        for (name, value) in ["a", "b"].into_iter().zip(values) {
            global.set(boa_engine::js_string!(name), value, true, context).unwrap();
        }
        let code = "a.bytes[0] = 2; a.pattern.lastIndex = 5; a.pattern.compile('b');
                    `${b.bytes[0]} ${b.pattern} ${b.pattern.lastIndex}`";
        let result = context.eval(Source::from_bytes(code)).unwrap();
        assert_eq!(result, JsValue::from(boa_engine::js_string!("1 /a/g 0")));
    });
}

#[test]
fn records_are_small() {
    assert!(size_of::<super::record::Record>() <= 64);
}
