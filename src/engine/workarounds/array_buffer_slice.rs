//! `ArrayBuffer.prototype.slice`. The engine's method panics if the buffer shrinks during the call.

use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsValue, NativeFunction, js_error, js_string};

use super::abstract_operations::species_constructor;
use super::define;

/// Replaces the method.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array_buffer().prototype();
    define(&prototype, js_string!("slice"), 2, NativeFunction::from_fn_ptr(slice), context)
}

/// [`ArrayBuffer.prototype.slice`](https://tc39.es/ecma262/#sec-arraybuffer.prototype.slice).
fn slice(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    // Steps 1 to 5.
    let buffer = array_buffer(this)?;
    let length = data_length(&buffer)?;
    // Steps 6 to 13.
    let first = position(arguments.get_or_undefined(0), 0, length, context)?;
    let last = position(arguments.get_or_undefined(1), length, length, context)?;
    let new_length = last.saturating_sub(first);
    // Steps 14 to 21.
    let default = context.intrinsics().constructors().array_buffer().constructor();
    let constructor = species_constructor(&buffer.clone().into(), default, context)?;
    let sliced = constructor.construct(&[JsValue::from(new_length as u64)], None, context)?;
    let sliced_buffer = array_buffer(&sliced.clone().into())?;
    if data_length(&sliced_buffer)? < new_length {
        return Err(js_error!(TypeError: "the new ArrayBuffer is too short"));
    }
    if JsObject::equals(&sliced, &JsObject::from(buffer.clone())) {
        return Err(js_error!(TypeError: "the new ArrayBuffer is the same as the old one"));
    }
    // Steps 22 to 26. The buffer may have been detached or shrunk meanwhile.
    let source = buffer.data().ok_or_else(detached)?;
    let end = source.len().min(first.saturating_add(new_length));
    if let Some(bytes) = source.get(first..end) {
        sliced_buffer.data_mut().ok_or_else(detached)?[..bytes.len()].copy_from_slice(bytes);
    }
    Ok(sliced.into())
}

fn array_buffer(value: &JsValue) -> JsResult<JsArrayBuffer> {
    value
        .as_object()
        .and_then(|object| JsArrayBuffer::from_object(object).ok())
        .ok_or_else(|| js_error!(TypeError: "ArrayBuffer.prototype.slice: not an ArrayBuffer"))
}

fn detached() -> JsError {
    js_error!(TypeError: "ArrayBuffer.prototype.slice: the ArrayBuffer is detached")
}

fn data_length(buffer: &JsArrayBuffer) -> JsResult<usize> {
    buffer.data().map(|data| data.len()).ok_or_else(detached)
}

/// A position that may be relative to the end; `default` if it is not given.
fn position(position: &JsValue, default: usize, length: usize, context: &mut Context) -> JsResult<usize> {
    if position.is_undefined() {
        return Ok(default);
    }
    Ok(match position.to_integer_or_infinity(context)? {
        IntegerOrInfinity::NegativeInfinity => 0,
        IntegerOrInfinity::PositiveInfinity => length,
        IntegerOrInfinity::Integer(from_end @ ..0) => {
            length.saturating_sub(usize::try_from(from_end.unsigned_abs()).unwrap_or(length))
        }
        IntegerOrInfinity::Integer(from_start) => usize::try_from(from_start).map_or(length, |start| start.min(length)),
    })
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    fn sliced(arguments: &str) -> String {
        evaluate(&format!(
            "const b = new ArrayBuffer(8, {{ maxByteLength: 8 }}); new Uint8Array(b).set([1, 2, 3, 4, 5, 6, 7, 8]);
             [...new Uint8Array(b.slice({arguments}))].join()"
        ))
    }

    #[test]
    fn buffers_are_sliced() {
        assert_eq!(sliced(""), "1,2,3,4,5,6,7,8");
        assert_eq!(sliced("2, -2"), "3,4,5,6");
        assert_eq!(sliced("-3"), "6,7,8");
        assert_eq!(sliced("5, 3"), "");
        assert_eq!(sliced("-Infinity, '2'"), "1,2");
        assert_eq!(sliced("1e300"), "");
        assert_eq!(evaluate("class B extends ArrayBuffer {} String(new B(4).slice(1) instanceof B)"), "true");
        assert_eq!(
            evaluate("JSON.stringify([ArrayBuffer.prototype.slice.length, new ArrayBuffer(3).slice().byteLength])"),
            "[2,3]"
        );
        for wrong in [
            "ArrayBuffer.prototype.slice.call({})",
            "ArrayBuffer.prototype.slice.call(new SharedArrayBuffer(1))",
            "const b = new ArrayBuffer(1); structuredClone(b, { transfer: [b] }); b.slice()",
            "const b = new ArrayBuffer(1); b.constructor = { [Symbol.species]: function () { return b } }; b.slice()",
            "const b = new ArrayBuffer(2), one = new ArrayBuffer(1);
             b.constructor = { [Symbol.species]: function () { return one } }; b.slice()",
            "const b = new ArrayBuffer(1); b.constructor = 5; b.slice()",
            "const b = new ArrayBuffer(1); b.slice({ valueOf() { structuredClone(b, { transfer: [b] }); return 0 } })",
        ] {
            assert!(evaluate(wrong).contains("TypeError"), "{wrong}");
        }
    }

    #[test]
    fn buffers_can_shrink_meanwhile() {
        assert_eq!(sliced("{ valueOf() { b.resize(4); return 2 } }"), "3,4,0,0,0,0");
        assert_eq!(sliced("{ valueOf() { b.resize(0); return 2 } }"), "0,0,0,0,0,0");
        let species = "const b = new ArrayBuffer(4, { maxByteLength: 4 });
            b.constructor = { [Symbol.species]: function (length) { b.resize(1); return new ArrayBuffer(length) } };
            String(b.slice(2).byteLength)";
        assert_eq!(evaluate(species), "2");
    }
}
