use std::thread;

use boa_engine::object::builtins::{JsArray, JsArrayBuffer};
use boa_engine::{Context, JsObject, JsResult, JsValue};

use super::SerializedValue;
use crate::{Error, Runtime};

fn runtime() -> Runtime {
    Runtime::builder().virtual_time().build().unwrap()
}

fn serialized(runtime: &mut Runtime, source: &str) -> Result<SerializedValue, Error> {
    let value = runtime.run_script(source)?;
    runtime.try_with_context(|context| SerializedValue::from_js(&value, context))
}

/// Evaluates an expression with the variable `value` in a runtime of another thread.
fn seen_elsewhere(value: SerializedValue, expression: &'static str) -> String {
    let receiver = thread::spawn(move || {
        let mut runtime = runtime();
        let value = runtime.try_with_context(|context| value.into_js(context)).unwrap();
        seen(&mut runtime, value, expression)
    });
    receiver.join().unwrap()
}

fn seen(runtime: &mut Runtime, value: JsValue, expression: &str) -> String {
    runtime.set_global("value", value).unwrap();
    let text = runtime.run_script(&format!("String({expression})")).unwrap();
    text.as_string().unwrap().to_std_string_escaped()
}

fn is_send<T: Send + Sync + Clone + std::fmt::Debug>() {}

#[test]
fn values_are_what_structured_clone_makes_of_them() {
    is_send::<SerializedValue>();
    // What is serialized, and what distinguishes it.
    let cases = [
        ("undefined", "value === undefined"),
        ("[null, true, -0, NaN, 1 / 3, 2 ** 31]", "value.map(x => Object.is(x, -0) ? '-0' : x)"),
        ("[0n, -1n, 2n ** 200n, -(2n ** 64n)]", "value"),
        (r"'\u00e9\ud800 \u{1f600} \0'", "[...value].map(x => x.codePointAt().toString(16))"),
        ("[new Boolean(false), new Number(-0), new String('é'), Object(7n)]", "value.map(x => typeof x + x)"),
        ("[new Date(7), new Date(NaN)]", "value.map(x => x.getTime())"),
        (r"[/a\/[/]\n(?<x>é)/dgimsuy, /[\p{L}--q]/v, new RegExp(''), new RegExp('/', 'y')]", "value.map(String)"),
        (r"[/[\/]/, /[\/]/v, /a\\\/b/, /\\\\[\]/]\//]", "value.map(String)"),
        (r"new RegExp('\ud800')", "value.test('\\ud800') + value.source.charCodeAt()"),
        (
            "new Map([[{ a: 1 }, new Set([1, 'b'])], [NaN, 2]])",
            "[...value].map(([k, v]) => JSON.stringify(k) + [].concat(v instanceof Set ? [...v] : v))",
        ),
        ("[1, , 3, undefined]", "[value.length, 1 in value, 3 in value]"),
        ("Object.assign([1], { length: 5, extra: 'x' })", "[value.length, value.extra]"),
        ("({ b: 1, 2: 'two', a: { __proto__: null, ['__proto__']: 3 } })", "JSON.stringify(value)"),
        (
            "const o = { me: null, list: [] }; o.me = o; o.list.push(o.list, o); o",
            "[value.me === value, \
            value.list[0] === value.list, value.list[1] === value]",
        ),
        (
            "const e = new RangeError('no', { cause: new TypeError('why') }); e",
            "[value instanceof RangeError, \
            value.name, value.message, value.cause instanceof TypeError, value.cause.message, \
            Object.keys(value), value.stack]",
        ),
        ("(function named() { return new Error('here') })()", "value.stack"),
        ("const s = new Error('x'); s.stack = 'own'; s", "value.stack"),
        (
            "new DOMException('m', 'AbortError')",
            "[value instanceof DOMException, value.name, value.code, value.message]",
        ),
        (
            "const b = new ArrayBuffer(4, { maxByteLength: 8 }); const u = new Uint8Array(b, 1); u[0] = 9; [b, u, \
            new DataView(b, 2, 1), new BigInt64Array([-1n])]",
            "value.map(x => [x.byteLength, x.maxByteLength, \
            x.byteOffset, x.buffer === value[0]]) + value[1][0] + value[3][0] + (value[0].resize(8), value[1].length)",
        ),
        (
            "new File([new Blob(['ab']), 'é'], 'n.txt', { type: 'text/plain', lastModified: 5 })",
            "[value.name, \
            value.type, value.size, value.lastModified, value instanceof File]",
        ),
    ];
    for (source, expression) in cases {
        let mut sender = runtime();
        let value = sender.run_script(source).unwrap();
        sender.set_global("original", value.clone()).unwrap();
        let cloned = sender.run_script("structuredClone(original)").unwrap();
        let sent = sender.try_with_context(|context| SerializedValue::from_js(&value, context)).unwrap();
        assert_eq!(seen_elsewhere(sent, expression), seen(&mut sender, cloned, expression), "{source}");
    }
}

#[test]
fn blobs_share_their_bytes() {
    let mut sender = runtime();
    let blob = serialized(&mut sender, "new Blob(['a'.repeat(1000)])").unwrap();
    let copy = blob.clone();
    let read = move |value: SerializedValue| {
        let mut runtime = runtime();
        let value = runtime.try_with_context(|context| value.to_js(context)).unwrap();
        runtime.set_global("value", value).unwrap();
        runtime.eval_async("value.text().then(text => text.length)").unwrap().as_number()
    };
    assert_eq!(thread::spawn(move || read(blob)).join().unwrap(), Some(1000.0));
    assert_eq!(read(copy), Some(1000.0));
}

#[test]
fn what_belongs_to_its_thread_is_refused_before_anything_is_transferred() {
    let mut sender = runtime();
    for source in ["() => {}", "Symbol()", "new WeakMap()", "new MessageChannel().port1", "new ReadableStream()"] {
        let error = serialized(&mut sender, &format!("({source})")).unwrap_err().to_string();
        assert!(error.starts_with("DataCloneError: "), "{source}: {error}");
    }
    for source in ["new MessageChannel().port1", "new ReadableStream()", "new TransformStream()", "{}"] {
        let list = sender.run_script(&format!("var list = [new ArrayBuffer(1), {source}]; list")).unwrap();
        let objects: Vec<JsObject> = sender.with_context(|context| elements(&list, context)).unwrap();
        let result = sender.try_with_context(|context| {
            SerializedValue::from_js_with_transfer(&JsValue::undefined(), &objects, context)
        });
        let error = result.unwrap_err().to_string();
        assert!(error.starts_with("DataCloneError: only ArrayBuffers can be transferred"), "{source}: {error}");
        assert!(!sender.run_script("list[0].detached").unwrap().to_boolean(), "{source}");
    }
    // The port still works.
    sender
        .run_script("const { port1, port2 } = new MessageChannel(); port2.onmessage = e => { got = e.data }")
        .unwrap();
    let port = sender.run_script("port1").unwrap();
    let transfer = [port.as_object().unwrap()];
    let result = sender.try_with_context(|context| SerializedValue::from_js_with_transfer(&port, &transfer, context));
    assert!(result.is_err());
    sender.run_script("var got; port1.postMessage('alive')").unwrap();
    sender.run();
    assert_eq!(sender.run_script("got").unwrap().as_string(), Some("alive".into()));
}

fn elements(list: &JsValue, context: &mut Context) -> JsResult<Vec<JsObject>> {
    let array = JsArray::from_object(list.as_object().unwrap())?;
    (0..array.length(context)?).map(|index| Ok(array.get(index, context)?.as_object().unwrap())).collect()
}

#[test]
fn a_transferred_buffer_is_moved_to_the_other_thread() {
    let mut sender = runtime();
    let buffer = sender.run_script("var b = new ArrayBuffer(1 << 20, { maxByteLength: 1 << 21 }); b").unwrap();
    let object = buffer.as_object().unwrap();
    let place = |buffer: &JsObject| {
        let buffer = JsArrayBuffer::from_object(buffer.clone()).unwrap();
        buffer.data().map(|bytes| bytes.as_ptr().addr())
    };
    let before = place(&object).unwrap();
    let transfer = [object.clone()];
    let sent =
        sender.try_with_context(|context| SerializedValue::from_js_with_transfer(&buffer, &transfer, context)).unwrap();
    assert_eq!(place(&object), None);
    let receiver = thread::spawn(move || {
        let mut runtime = runtime();
        let value = runtime.try_with_context(|context| sent.into_js(context)).unwrap();
        let place = place(&value.as_object().unwrap());
        (place, seen(&mut runtime, value, "[value.byteLength, value.maxByteLength]"))
    });
    assert_eq!(receiver.join().unwrap(), (Some(before), "1048576,2097152".to_owned()));
}

#[test]
fn a_value_can_be_read_more_than_once() {
    let value = serialized(&mut runtime(), "({ bytes: new Uint8Array([1]) })").unwrap();
    let mut receiver = runtime();
    let first = receiver.try_with_context(|context| value.to_js(context)).unwrap();
    assert_eq!(seen(&mut receiver, first, "++value.bytes[0]"), "2");
    let second = receiver.try_with_context(|context| value.to_js(context)).unwrap();
    assert_eq!(seen(&mut receiver, second, "value.bytes[0]"), "1");
}

#[test]
fn a_value_of_a_larger_stack_is_not_read_on_a_small_one() {
    let deep = "let deep = 1; for (let i = 0; i < 3000; i++) deep = { deep }; deep";
    let value = serialized(&mut Runtime::builder().stack_size(512 << 20).build().unwrap(), deep).unwrap();
    let mut same = Runtime::builder().stack_size(512 << 20).build().unwrap();
    let read = same.try_with_context(|context| value.to_js(context)).unwrap();
    let depth = "(() => { let n = 0; for (let v = value; typeof v == 'object'; v = v.deep) n++; return n })()";
    assert_eq!(seen(&mut same, read, depth), "3000");
    let mut small = Runtime::builder().stack_size(1 << 20).build().unwrap();
    let error = small.try_with_context(|context| value.to_js(context)).unwrap_err().to_string();
    assert!(error.starts_with("RangeError: the value is nested too deeply to be cloned"), "{error}");
}

#[test]
fn changed_prototypes_and_throwing_getters_do_no_harm() {
    let mut sender = runtime();
    let value = serialized(
        &mut sender,
        "for (const name of ['source', 'global', 'unicodeSets'])
             Object.defineProperty(RegExp.prototype, name, { get() { throw 1 } });
         Object.defineProperty(ArrayBuffer.prototype, 'maxByteLength', { get() { throw 1 } });
         Object.defineProperty(Error.prototype, 'stack', { get() { throw 1 } });
         [/a/g, new ArrayBuffer(2, { maxByteLength: 3 }), new Error('e')]",
    );
    let shown = seen_elsewhere(value.unwrap(), "[value[0], value[1].maxByteLength, value[2]]");
    assert_eq!(shown, "/a/g,3,Error: e");
    let thrown = serialized(&mut sender, "({ get x() { throw new TypeError('mine') } })").unwrap_err();
    assert!(thrown.to_string().starts_with("TypeError: mine"), "{thrown}");
}

#[test]
fn large_values_arrive_whole() {
    let value = serialized(&mut runtime(), "Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'n' + id }))");
    let sum = "[value.length, value[19_999].name, value.reduce((sum, { id }) => sum + id, 0)]";
    assert_eq!(seen_elsewhere(value.unwrap(), sum), "20000,n19999,199990000");
}
