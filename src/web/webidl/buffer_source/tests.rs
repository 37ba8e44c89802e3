use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::{Context, JsResult, JsValue, Source};

use super::{
    BufferSource, allow_shared_buffer_source, allow_shared_uint8_array, array_buffer_view, buffer_source,
    is_buffer_source, new_array_buffer, new_uint8_array,
};
use crate::Runtime;

fn evaluate(code: &str, context: &mut Context) -> JsValue {
    context.eval(Source::from_bytes(code)).unwrap_or_else(|error| panic!("{code}: {error}"))
}

fn with_context(test: impl FnOnce(&mut Context)) {
    let mut runtime = Runtime::builder().build().unwrap();
    runtime.add_test_host().unwrap();
    runtime.with_context(|context| {
        evaluate("var bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)", context);
        evaluate("var shared = new SharedArrayBuffer(8); new Uint8Array(shared).set(bytes)", context);
        test(context);
    });
}

type Conversion = fn(&JsValue, &str, &mut Context) -> JsResult<BufferSource>;

const BUFFER_SOURCE: Conversion = |value, what, context| buffer_source(value, &what, context);
const ALLOW_SHARED: Conversion = |value, what, context| allow_shared_buffer_source(value, &what, context);
const VIEW: Conversion = |value, what, context| array_buffer_view(value, &what, context);
const UINT8_ARRAY: Conversion = |value, what, context| allow_shared_uint8_array(value, &what, context);

fn converted(conversion: Conversion, code: &str, context: &mut Context) -> Result<BufferSource, String> {
    let value = evaluate(code, context);
    conversion(&value, "it", context).map_err(|error| {
        let error = error.as_native().unwrap();
        format!("{}: {}", error.kind(), error.message())
    })
}

fn source(code: &str, context: &mut Context) -> BufferSource {
    converted(ALLOW_SHARED, code, context).unwrap()
}

#[test]
fn buffers_and_views_have_their_bytes() {
    with_context(|context| {
        for (code, expected) in [
            ("bytes.buffer", &[1, 2, 3, 4, 5, 6, 7, 8][..]),
            ("bytes.subarray(2, 4)", &[3, 4]),
            ("new Uint16Array(bytes.buffer, 2, 2)", &[3, 4, 5, 6]),
            ("new Float16Array(bytes.buffer, 6)", &[7, 8]),
            ("new BigInt64Array(bytes.buffer)", &[1, 2, 3, 4, 5, 6, 7, 8]),
            ("new DataView(bytes.buffer, 3)", &[4, 5, 6, 7, 8]),
            ("new DataView(bytes.buffer, 3, 1)", &[4]),
            ("new DataView(bytes.buffer, 8)", &[]),
            ("shared", &[1, 2, 3, 4, 5, 6, 7, 8]),
            ("new Uint8Array(shared, 1, 2)", &[2, 3]),
            ("new Uint32Array(shared, 4)", &[5, 6, 7, 8]),
            ("new DataView(shared, 6)", &[7, 8]),
            ("new (class extends Uint8Array { get length() { throw 1 } })(2)", &[0, 0]),
            ("new (testHost.createRealm().Uint16Array)([1])", &[1, 0]),
        ] {
            let source = source(code, context);
            assert_eq!(source.copy_bytes(context).unwrap(), expected, "{code}");
            assert_eq!(source.byte_length(context), expected.len(), "{code}");
        }
    });
}

#[test]
fn writing_stays_within_the_view() {
    with_context(|context| {
        for code in ["new Uint8Array(bytes.buffer, 2, 3)", "new DataView(shared, 2, 3)"] {
            let source = source(code, context);
            source.write(&[9, 10], context).unwrap();
            assert_eq!(source.copy_bytes(context).unwrap(), [9, 10, 5], "{code}");
            source.write(&[11, 12, 13, 14], context).unwrap();
            source.write(&[], context).unwrap();
        }
        for code in ["bytes", "shared"] {
            let source = source(code, context);
            assert_eq!(source.copy_bytes(context).unwrap(), [1, 2, 11, 12, 13, 6, 7, 8], "{code}");
        }
    });
}

#[test]
fn detached_buffers_are_empty() {
    with_context(|context| {
        for code in ["bytes", "bytes.buffer", "new DataView(bytes.buffer, 1)", "new Uint32Array(bytes.buffer, 4)"] {
            evaluate("var bytes = new Uint8Array(8)", context);
            let source = source(code, context);
            evaluate("structuredClone(bytes.buffer, { transfer: [bytes.buffer] })", context);
            source.write(&[1], context).unwrap();
            assert_eq!(source.copy_bytes(context).unwrap(), b"", "{code}");
            assert_eq!(source.byte_length(context), 0, "{code}");
        }
        assert_eq!(source("bytes", context).copy_bytes(context).unwrap(), b"");
    });
}

#[test]
fn views_out_of_bounds_are_empty_and_others_follow_the_length() {
    with_context(|context| {
        evaluate("var buffer = new ArrayBuffer(8, { maxByteLength: 16 })", context);
        let mut view = |code| {
            let value = evaluate(code, context);
            BufferSource::from_value(&value, context).unwrap().unwrap()
        };
        let fixed = [view("new Uint8Array(buffer, 4, 2)"), view("new DataView(buffer, 4, 2)")];
        let following = [view("new Uint16Array(buffer, 4)"), view("new DataView(buffer, 4)")];
        let mut lengths = |code, views: &[BufferSource; 2]| {
            evaluate(code, context);
            views.each_ref().map(|view| (view.byte_length(context), view.copy_bytes(context).unwrap().len()))
        };
        assert_eq!(lengths("", &following), [(4, 4), (4, 4)]);
        assert_eq!(lengths("buffer.resize(13)", &following), [(8, 8), (9, 9)]);
        assert_eq!(lengths("buffer.resize(5)", &fixed), [(0, 0), (0, 0)]);
        assert_eq!(lengths("", &following), [(0, 0), (1, 1)]);
        assert_eq!(lengths("buffer.resize(3)", &following), [(0, 0), (0, 0)]);
        assert_eq!(lengths("buffer.resize(6)", &fixed), [(2, 2), (2, 2)]);
    });
}

#[test]
fn other_values_are_rejected() {
    with_context(|context| {
        let other = "TypeError: it is not an ArrayBuffer or a view of one";
        for code in ["undefined", "null", "1", "'a'", "[1]", "({})", "new Proxy(bytes, {})", "Uint8Array.prototype"] {
            assert_eq!(error(BUFFER_SOURCE, code, context), other, "{code}");
        }
        let shared = "TypeError: it must not be a SharedArrayBuffer or a view of one";
        for code in ["shared", "new Uint8Array(shared)", "new DataView(shared)"] {
            assert_eq!(error(BUFFER_SOURCE, code, context), shared, "{code}");
        }
        evaluate("var maximum = { maxByteLength: 16 }", context);
        let resizable = "TypeError: it must not be a resizable buffer or a view of one";
        let code = "new Uint8Array(new SharedArrayBuffer(8, maximum), 0, 1)";
        assert_eq!(error(ALLOW_SHARED, code, context), resizable);
        assert_eq!(error(UINT8_ARRAY, code, context), resizable);
        assert_eq!(error(ALLOW_SHARED, "new SharedArrayBuffer(8, maximum)", context), resizable);
        assert_eq!(error(BUFFER_SOURCE, "new ArrayBuffer(8, maximum)", context), resizable);
        assert_eq!(error(VIEW, "new DataView(new ArrayBuffer(8, maximum))", context), resizable);
    });
}

fn error(conversion: Conversion, code: &str, context: &mut Context) -> String {
    converted(conversion, code, context).expect_err(code)
}

#[test]
fn views_and_arrays_of_bytes_are_recognized() {
    with_context(|context| {
        assert_eq!(error(VIEW, "bytes.buffer", context), "TypeError: it is not a view of an ArrayBuffer");
        let view = converted(VIEW, "new Int16Array(1)", context).unwrap();
        assert_eq!(view.typed_array_kind(), Some(TypedArrayKind::Int16));
        assert_eq!(converted(VIEW, "new DataView(bytes.buffer)", context).unwrap().typed_array_kind(), None);
        for code in ["bytes.buffer", "new Uint8ClampedArray(1)", "new DataView(bytes.buffer)", "[1]"] {
            assert_eq!(error(UINT8_ARRAY, code, context), "TypeError: it is not a Uint8Array", "{code}");
        }
        assert!(converted(UINT8_ARRAY, "new Uint8Array(shared)", context).is_ok());
        for (code, expected) in
            [("bytes", true), ("bytes.buffer", true), ("shared", false), ("'a'", false), ("[]", false)]
        {
            let value = evaluate(code, context);
            assert_eq!(is_buffer_source(&value), expected, "{code}");
        }
    });
}

#[test]
fn new_buffers_have_the_given_bytes() {
    with_context(|context| {
        for bytes in [&[][..], &[1, 2, 3]] {
            let buffer = new_array_buffer(bytes, context).unwrap();
            assert_eq!(buffer.to_vec().as_deref(), Some(bytes));
            assert_eq!(new_uint8_array(bytes, context).unwrap().to_vec(context).unwrap(), bytes);
        }
    });
}
