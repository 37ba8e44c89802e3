//! What hosts use of the module, which no program sees.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::property::Attribute;
use boa_engine::{Context, JsString, JsValue};
use posttask::Runtime;

use super::{compared, create, of_test};
use crate::testing::report::Compared;

/// Runs a script that may use `assert`, `strict` and `t.assert` (as `counted`). Returns its value and the runtime.
fn run(source: &str, on_call: Rc<dyn Fn()>) -> (JsValue, Runtime) {
    let mut runtime = Runtime::builder().virtual_time().build().expect("a runtime");
    runtime.with_context(|context| {
        let modules = [
            ("assert", create(false, context).expect("a module")),
            ("strict", create(true, context).expect("a module")),
            ("counted", of_test(on_call, context).expect("an object")),
        ];
        for (name, module) in modules {
            let defined = context.register_global_property(JsString::from(name), module, Attribute::all());
            defined.expect("a new global");
        }
    });
    let value = runtime.run_script(source).expect("no exception");
    (value, runtime)
}

fn run_alone(source: &str) -> (JsValue, Runtime) {
    run(source, Rc::new(|| ()))
}

fn text(value: &JsValue) -> String {
    value.as_string().expect("a string").to_std_string_lossy()
}

#[test]
fn the_modules_of_a_realm_are_the_same() {
    let (same, mut runtime) = run_alone("assert.strict === strict && assert.AssertionError === strict.AssertionError");
    assert!(same.to_boolean());
    let again = |context: &mut Context| (create(false, context).ok(), context.global_object());
    let (module, global) = runtime.with_context(again);
    let known = runtime.with_context(|context| global.get(JsString::from("assert"), context).ok());
    assert_eq!(known.and_then(|known| known.as_object()), module);
}

#[test]
fn reporters_get_the_compared_values() {
    let source =
        "let error; try { assert.deepStrictEqual([1, { a: 'x' }], 5) } catch (thrown) { error = thrown } error";
    let (error, mut runtime) = run_alone(source);
    let found = runtime.with_context(|context| compared(&error, context));
    let (actual, operator) = ("[\n  1,\n  {\n    a: 'x'\n  }\n]".to_owned(), "deepStrictEqual".to_owned());
    assert_eq!(found, Some(Compared { expected: "5".to_owned(), actual, operator }));
}

#[test]
fn other_errors_have_no_compared_values() {
    for source in ["new Error('a')", "({ actual: 1, expected: 2, operator: 'x' })", "5"] {
        let (value, mut runtime) = run_alone(source);
        assert_eq!(runtime.with_context(|context| compared(&value, context)), None, "{source}");
    }
    // A program may do this to an error.
    let getter =
        "const e = new assert.AssertionError({}); Object.defineProperty(e, 'actual', { get() { throw 1 } }); e";
    let (value, mut runtime) = run_alone(getter);
    assert_eq!(runtime.with_context(|context| compared(&value, context)), None);
}

#[test]
fn assertions_of_a_test_are_counted() {
    let calls = Rc::new(Cell::new(0));
    let counter = Rc::clone(&calls);
    let source = "counted.ok(1); counted.equal(1, 1); try { counted.fail() } catch {} typeof counted.AssertionError";
    let (value, _runtime) = run(source, Rc::new(move || counter.set(counter.get() + 1)));
    assert_eq!((text(&value).as_str(), calls.get()), ("undefined", 3));
}

#[test]
fn stacks_begin_at_the_call() {
    let stack = "function f() { assert.strictEqual(1, 2) }
         let stack; try { f() } catch (error) { stack = error.stack } stack";
    let (value, _runtime) = run_alone(stack);
    assert!(text(&value).starts_with("    at f (<anonymous>:1:"), "{}", text(&value));
}

#[test]
fn values_that_are_nested_too_deeply_are_an_error() {
    let source = "const nest = (value) => { for (let i = 0; i < 100000; i++) value = [value]; return value; };
         let name; try { assert.deepStrictEqual(nest(1), nest(1)) } catch (error) { name = error.name } name";
    let (name, _runtime) = run_alone(source);
    assert_eq!(text(&name), "RangeError");
}
