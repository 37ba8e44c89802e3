//! `ArrayBuffer.prototype.transfer` and `transferToFixedLength`. The engine's methods allocate whatever length they are
//! given, and the process ends if that is not possible.

use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::define;

/// Replaces the methods by ones that call them.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array_buffer().prototype();
    for name in [js_string!("transfer"), js_string!("transferToFixedLength")] {
        let Some(engines) = prototype.get(name.clone(), context)?.as_object() else { continue };
        replace_one(&prototype, name, engines, context)?;
    }
    Ok(())
}

fn replace_one(prototype: &JsObject, name: JsString, engines: JsObject, context: &mut Context) -> JsResult<()> {
    let transfer = NativeFunction::from_copy_closure_with_captures(transfer_safely, engines);
    define(prototype, name, 0, transfer, context)
}

/// [`ArrayBufferCopyAndDetach`](https://tc39.es/ecma262/#sec-arraybuffercopyanddetach), if there is memory for it.
fn transfer_safely(
    this: &JsValue,
    arguments: &[JsValue],
    engines: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let length = arguments.get_or_undefined(0);
    let buffer = this.as_object().and_then(|object| JsArrayBuffer::from_object(object).ok());
    let Some(buffer) = buffer.filter(|_| !length.is_undefined()) else {
        return engines.call(this, arguments, context);
    };
    let length = length.to_index(context)?;
    let old_length = buffer.data().map(|data| data.len());
    if old_length.is_some_and(|old| u64::try_from(old).is_ok_and(|old| length > old)) {
        // The constructor throws a `RangeError` if there is no memory.
        let constructor = context.intrinsics().constructors().array_buffer().constructor();
        constructor.construct(&[length.into()], None, context)?;
    }
    engines.call(this, &[length.into()], context)
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn buffers_are_transferred() {
        let buffer = "const b = new ArrayBuffer(4, { maxByteLength: 8 }); new Uint8Array(b).set([1, 2, 3, 4]);
            const tell = b => [b.detached, b.resizable, b.maxByteLength, ...new Uint8Array(b)].join();";
        for (source, expected) in [
            ("const c = b.transfer(); tell(c) + ' ' + b.detached + b.byteLength", "false,true,8,1,2,3,4 true0"),
            ("tell(b.transfer(2))", "false,true,8,1,2"),
            ("tell(b.transferToFixedLength(6))", "false,false,6,1,2,3,4,0,0"),
            ("tell(b.transferToFixedLength({ valueOf: () => 1 }))", "false,false,1,1"),
            ("tell(b.transfer(0))", "false,true,8"),
            ("[ArrayBuffer.prototype.transfer.length, b.transferToFixedLength.name].join()", "0,transferToFixedLength"),
        ] {
            assert_eq!(evaluate(&format!("{buffer} {source}")), expected, "{source}");
        }
        for (source, expected) in [
            ("b.transfer(9)", "RangeError"),
            ("b.transferToFixedLength(2 ** 50)", "RangeError"),
            ("b.transfer(-1)", "RangeError"),
            ("b.transfer(); b.transfer()", "TypeError"),
            ("b.transfer.call(new SharedArrayBuffer(1))", "TypeError"),
            ("b.transfer({ valueOf() { b.transfer(); return 1 } })", "TypeError"),
        ] {
            assert!(evaluate(&format!("{buffer} {source}")).starts_with(expected), "{source}");
        }
    }
}
