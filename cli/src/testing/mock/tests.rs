//! What hosts use of the module, which no program sees.

use boa_engine::property::Attribute;
use boa_engine::{Context, JsString};
use posttask::Runtime;

use super::{MockTracker, create};

/// Returns a runtime with a global `mock`, and the handle of this tracker.
fn runtime_with_a_tracker() -> (Runtime, MockTracker) {
    let mut runtime = Runtime::builder().virtual_time().build().expect("a runtime");
    let tracker = runtime.with_context(|context: &mut Context| {
        let (object, tracker) = create(context).expect("a tracker");
        context.register_global_property(JsString::from("mock"), object, Attribute::all()).expect("a new global");
        tracker
    });
    (runtime, tracker)
}

fn run(runtime: &mut Runtime, source: &str) -> String {
    let value = runtime.run_script(source).expect("no exception");
    value.display().to_string()
}

#[test]
fn the_handle_restores_everything() {
    let (mut runtime, tracker) = runtime_with_a_tracker();
    run(
        &mut runtime,
        "var object = { a() { return 1 }, b: 2 }; var f = mock.fn(() => 3, () => 4);
         mock.method(object, 'a', () => 5); mock.property(object, 'b', 6);",
    );
    assert_eq!(run(&mut runtime, "`${object.a()} ${object.b} ${f()}`"), "\"5 6 4\"");
    runtime.with_context(|context| tracker.reset(context)).expect("nothing is frozen");
    assert_eq!(run(&mut runtime, "`${object.a()} ${object.b} ${f()}`"), "\"1 2 3\"");
    assert_eq!(format!("{tracker:?}"), "MockTracker { mocks: 0, .. }");
}

#[test]
fn one_frozen_object_does_not_keep_others_mocked() {
    let (mut runtime, tracker) = runtime_with_a_tracker();
    run(
        &mut runtime,
        "var one = { a() { return 1 } }, two = { a() { return 1 } };
         mock.method(one, 'a', () => 2); mock.method(two, 'a', () => 2); Object.freeze(one);",
    );
    assert!(runtime.with_context(|context| tracker.reset(context)).is_err());
    assert_eq!(run(&mut runtime, "`${one.a()} ${two.a()}`"), "\"2 1\"");
    runtime.with_context(|context| tracker.reset(context)).expect("nothing is left");
}

#[test]
fn garbage_is_collected_while_mocks_are_in_use() {
    let (mut runtime, tracker) = runtime_with_a_tracker();
    run(
        &mut runtime,
        "var object = { a() { return { one: 1 } } };
         mock.method(object, 'a', () => ({ two: 2 })); object.a({ three: 3 });",
    );
    boa_gc::force_collect();
    let calls = run(&mut runtime, "JSON.stringify(object.a.mock.calls.map(({ arguments: a, result }) => [a, result]))");
    assert_eq!(calls, "\"[[[{\\\"three\\\":3}],{\\\"two\\\":2}]]\"");
    runtime.with_context(|context| tracker.reset(context)).expect("nothing is frozen");
    boa_gc::force_collect();
    assert_eq!(run(&mut runtime, "object.a().one"), "1");
}
