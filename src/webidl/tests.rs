use std::cell::Cell;

use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::{Interface, Layers, interface, new_object, prototype_of_new_target, unsigned_long};
use crate::Runtime;

// The example of `docs/architecture.md`.

/// The state of a `Counter`.
#[derive(Default, Trace, Finalize)]
struct Counter {
    count: Cell<u32>,
}

interface! {
    Counter;
    constructor(0) = construct;
    get "count" = |counter| counter.count.get(), set = |counter, value, context| {
        counter.count.set(unsigned_long(value, &"Counter.count", context)?);
    };
    operation "add"(1) = add;
    operation "reset"() = |counter| counter.count.set(0);
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<Counter>(new_target, context)?;
    Ok(new_object(prototype, Layers::root(&Gc::new(Counter::default())), context))
}

fn add(counter: &Gc<Counter>, arguments: &[JsValue], context: &mut Context) -> JsResult<u32> {
    let step = unsigned_long(&arguments[0], &"Counter.add: step", context)?;
    counter.count.set(counter.count.get().wrapping_add(step));
    Ok(counter.count.get())
}

#[test]
fn declared_interfaces_have_the_shape_of_web_idl() {
    let mut runtime = Runtime::builder().build().unwrap();
    runtime.with_context(Counter::register).unwrap();
    let mut text = |source: &str| match runtime.run_script(source) {
        Ok(value) => value.display().to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        text("var c = new Counter(); c.add('2'); c.count += 3; [c.count, c.reset(), c.count].join()"),
        "\"5,,0\""
    );
    assert_eq!(text("Object.keys(Counter.prototype).join()"), "\"count,add,reset\"");
    assert_eq!(text("[Counter.length, c.add.length, c.add.name, `${c}`].join()"), "\"0,1,add,[object Counter]\"");
    assert!(text("c.add()").starts_with("TypeError: Counter.add: 1 argument required, but only 0 present"));
    assert!(text("c.add.call({})").starts_with("TypeError: Counter.add: Illegal invocation: 'this' is not a Counter"));
    assert!(text("Counter()").starts_with("TypeError: Class constructor Counter cannot be invoked without 'new'"));
}
