//! Benchmarks of values that threads exchange: `cargo bench --bench exchange`. Each is measured as a
//! `SerializedValue`, and as the text of JSON, which a program would send otherwise.

#![expect(clippy::expect_used, reason = "a benchmark that cannot run has nothing to report")]

use divan::{Bencher, black_box};
use posttask::boa_engine::object::builtins::JsArrayBuffer;
use posttask::boa_engine::{Context, JsString, JsValue, Source};
use posttask::html::SerializedValue;
use posttask::scheduling::TaskPriority;
use posttask::{Runtime, RuntimeThread};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// Names, and expressions.
const VALUES: [(&str, &str); 3] = [
    ("a small object", "({ id: 7, name: 'Ada', tags: ['a', 'b'] })"),
    ("1000 objects", "Array.from({ length: 1000 }, (_, id) => ({ id, name: 'user ' + id, active: true }))"),
    ("100 KB of text", "({ text: 'abcdefghij'.repeat(10_000) })"),
];

fn evaluate(source: &str, context: &mut Context) -> JsValue {
    context.eval(Source::from_bytes(source)).expect("a value")
}

/// Calls `JSON.stringify` or `JSON.parse`.
fn json(function: &str, value: JsValue, context: &mut Context) -> JsValue {
    let function = evaluate(function, context).as_callable().expect("a function");
    function.call(&JsValue::undefined(), &[value], context).expect("a value that JSON has")
}

fn stringify(value: JsValue, context: &mut Context) -> String {
    json("JSON.stringify", value, context).as_string().expect("text").to_std_string_lossy()
}

fn parse(text: &str, context: &mut Context) -> JsValue {
    json("JSON.parse", JsString::from(text).into(), context)
}

/// Serializes and deserializes a value, without another thread.
#[divan::bench(args = VALUES.map(|(name, _)| name))]
fn serialized_value(bencher: Bencher, name: &str) {
    convert(bencher, name, |value, context| {
        let value = SerializedValue::from_js(value, context).expect("a value that can be cloned");
        value.into_js(context).expect("a value")
    });
}

/// The same with JSON.
#[divan::bench(args = VALUES.map(|(name, _)| name))]
fn text_of_json(bencher: Bencher, name: &str) {
    convert(bencher, name, |value, context| {
        let text = stringify(value.clone(), context);
        parse(&text, context)
    });
}

fn convert(bencher: Bencher, name: &str, steps: fn(&JsValue, &mut Context) -> JsValue) {
    let (_, source) = VALUES.into_iter().find(|(other, _)| *other == name).expect("a value");
    let mut runtime = Runtime::builder().virtual_time().build().expect("a runtime");
    let value = runtime.with_context(|context| evaluate(source, context));
    bencher.bench_local(|| runtime.with_context(|context| black_box(steps(&value, context))));
}

fn actor() -> RuntimeThread {
    Runtime::spawn_thread("actor", posttask::RuntimeBuilder::build).expect("a thread")
}

/// Sends a small object to another thread, which deserializes it and answers with it.
#[divan::bench]
fn there_and_back_as_serialized_value(bencher: Bencher) {
    let actor = actor();
    let mut runtime = Runtime::builder().virtual_time().build().expect("a runtime");
    let value = runtime.with_context(|context| evaluate(VALUES[0].1, context));
    bencher.bench_local(|| {
        let sent = runtime.with_context(|context| SerializedValue::from_js(&value, context)).expect("a value");
        let answer = actor.remote().call(TaskPriority::UserVisible, |context| {
            let value = sent.into_js(context).expect("a value");
            SerializedValue::from_js(&value, context).expect("a value")
        });
        let answer = answer.wait().expect("an answer");
        runtime.with_context(|context| black_box(answer.into_js(context).expect("a value")))
    });
}

/// The same with JSON.
#[divan::bench]
fn there_and_back_as_json(bencher: Bencher) {
    let actor = actor();
    let mut runtime = Runtime::builder().virtual_time().build().expect("a runtime");
    let value = runtime.with_context(|context| evaluate(VALUES[0].1, context));
    bencher.bench_local(|| {
        let sent = runtime.with_context(|context| stringify(value.clone(), context));
        let answer = actor.remote().call(TaskPriority::UserVisible, move |context| {
            let value = parse(&sent, context);
            stringify(value, context)
        });
        let answer = answer.wait().expect("an answer");
        runtime.with_context(|context| black_box(parse(&answer, context)))
    });
}

/// For comparison: the same without a value.
#[divan::bench]
fn there_and_back(bencher: Bencher) {
    let actor = actor();
    bencher.bench_local(|| actor.remote().call(TaskPriority::UserVisible, |_| ()).wait());
}

/// Moves a mebibyte to another thread and back.
#[divan::bench]
fn there_and_back_with_a_transferred_buffer(bencher: Bencher) {
    let actor = actor();
    let mut runtime = Runtime::builder().virtual_time().build().expect("a runtime");
    let transfer = |value: &JsValue, context: &mut Context| {
        let transfer = [value.as_object().expect("a buffer")];
        SerializedValue::from_js_with_transfer(value, &transfer, context).expect("a buffer")
    };
    let mut buffer = runtime.with_context(|context| evaluate("new ArrayBuffer(1 << 20)", context));
    bencher.bench_local(|| {
        let sent = runtime.with_context(|context| transfer(&buffer, context));
        let answer = actor.remote().call(TaskPriority::UserVisible, move |context| {
            let value = sent.into_js(context).expect("a buffer");
            transfer(&value, context)
        });
        let answer = answer.wait().expect("an answer");
        buffer = runtime.with_context(|context| answer.into_js(context)).expect("a buffer");
    });
    let length = JsArrayBuffer::from_object(buffer.as_object().expect("a buffer")).map(|it| it.byte_length());
    assert_eq!(length.ok(), Some(1 << 20));
}
