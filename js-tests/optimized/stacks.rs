//! How deeply programs may recurse, and how deeply source text and values may be nested.

use std::cell::RefCell;
use std::rc::Rc;
use std::thread;

use posttask::boa_engine::{Context, JsValue, js_string};
use posttask::boa_gc::force_collect;
use posttask::internal::runtime::{STACK_SIZE, StackLimits, limits_of_stack};
use posttask::internal::webidl::closure;
use posttask::{Error, Runtime, RuntimeBuilder};

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

/// Programs with infinite recursion, all but the last through native functions. The first ones use the most stack per
/// call.
const ENDLESS: [&str; 13] = [
    "const o = { *[Symbol.iterator]() { Object.fromEntries(o); } }; Object.fromEntries(o)",
    "function* g() { for (const x of g()) yield x; } g().next()",
    "const f = () => JSON.parse('[1]', f); f()",
    "const o = { get x() { return structuredClone(o); } }; structuredClone(o)",
    "var f = () => (0, eval)('f()'); f()",
    "const f = () => 'a'.replace(/a/g, f); f()",
    "const o = new Proxy({}, { ownKeys: () => Object.keys(o) }); Object.keys(o)",
    "const f = () => [1].map(f); f()",
    "const f = () => [1, 2].sort(f); f()",
    "const o = { get x() { return o.x; } }; o.x",
    "const f = () => f.call(); f()",
    "async function f() { return f(); } f()",
    "function f() { f(); } f()",
];

/// The engine takes quadratic time for operators, so only small stacks are filled with them.
const MOST_OPERATORS: usize = 60;

/// Returns source texts as deep as this number of brackets. The first ones use the most stack per bracket.
fn nested(depth: usize, most_operators: usize) -> impl Iterator<Item = String> {
    // The numbers say how many parts are as deep as eight brackets.
    let texts = [
        (7, "(!", "1", ")"),
        (7, "x=>(", "1", ")"),
        (3, "(class{m=", "1", "})"),
        (4, "({a:", "1", "})"),
        (8, "[", "", "]"),
        (64, "!", "1", ""),
        (64, "await=>", "1", ""),
        (64, "a=", "1", ""),
        (64, "1?2:", "1", ""),
        (64, "1**", "1", ""),
        (32, "if(1);else ", ";", ""),
        (56, "if(1)", ";", ""),
        (16, "for(;0;)", ";", ""),
        (64, "- ", "1", ""),
        (500, "1+", "1", ""),
        (56, "a.a=", "1", ""),
        (500, "a=1,", "1", ""),
        (500, "1<", "1", ""),
    ];
    texts.into_iter().map(move |(count, open, middle, close)| {
        let depth = if close.is_empty() { depth.min(most_operators) } else { depth } * count / 8;
        format!("var a = {{}}; {}{middle}{}", open.repeat(depth), close.repeat(depth))
    })
}

/// Runs programs that recurse, and programs with nested brackets, as deeply as a runtime allows.
fn survives(builder: RuntimeBuilder, limits: StackLimits) {
    let mut runtime = builder.build().unwrap();
    for program in ENDLESS {
        let error = runtime.run_script(&format!("{{ {program} }}")).unwrap_err().to_string();
        assert!(error.contains("Maximum call stack size exceeded"), "{program}: {error}");
    }
    for text in nested(limits.brackets, MOST_OPERATORS) {
        runtime.run_script(&text).unwrap();
    }
    for text in nested(limits.brackets * 2 + 4, usize::MAX) {
        let error = runtime.run_script(&text).unwrap_err().to_string();
        assert!(error.contains("nested too deeply"), "{error}");
    }
    let cloning =
        |levels: usize| format!("{{ let a = []; for (let i = 1; i < {levels}; i++) a = [a]; structuredClone(a); }}");
    runtime.run_script(&cloning(limits.cloned_levels)).unwrap();
    assert!(runtime.run_script(&cloning(limits.cloned_levels + 1)).is_err());
    let nested_clones = "{ let a = { get x() { return structuredClone(b); } }, b = a;
        for (let i = 0; i < 30; i++) b = [b];
        structuredClone(b); }";
    assert!(runtime.run_script(nested_clones).is_err());
    // The parser runs at the deepest call.
    for text in nested(limits.brackets - 1, MOST_OPERATORS) {
        let program = format!(
            "{{ let e; const f = () => {{ try {{ [1].map(f); }} finally {{ e ??= eval({text:?}); }} }}; f(); }}"
        );
        assert!(runtime.run_script(&program).is_err());
    }
    assert_eq!(runtime.run_script("1 + 1").unwrap().as_number(), Some(2.0), "the runtime still works");
}

fn on_a_thread(stack: usize, steps: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(stack).spawn(steps).unwrap().join().unwrap();
}

#[test]
fn a_runtime_works_on_threads_with_any_stack_size() {
    let default = limits_of_stack(STACK_SIZE);
    for stack in [512 * KIB, 2 * MIB, 8 * MIB, 64 * MIB] {
        on_a_thread(stack, move || survives(Runtime::builder(), default));
    }
}

#[test]
fn the_limits_depend_on_the_stack_size() {
    for size in [4 * MIB, 8 * MIB, 64 * MIB, 1024 * MIB] {
        on_a_thread(512 * KIB, move || survives(Runtime::builder().stack_size(size), limits_of_stack(size)));
    }
    for size in [8 * MIB, 64 * MIB] {
        // Part of the stack is already in use when the runtime is driven.
        let left = size - 64 * KIB;
        on_a_thread(size, move || survives(Runtime::builder().caller_stack(left), limits_of_stack(left)));
    }
}

#[test]
fn the_recursion_limit_can_only_be_lowered() {
    let depth = |builder: RuntimeBuilder| {
        let mut runtime = builder.build().unwrap();
        assert!(runtime.run_script("var n = 0; function f() { n++; f(); } f()").is_err());
        runtime.run_script("n").unwrap().as_number().unwrap()
    };
    let limit = |calls: usize| depth(Runtime::builder().stack_size(4 * MIB).recursion_limit(calls));
    assert!((limit(20) - 19.0).abs() < f64::EPSILON);
    assert!((limit(usize::MAX) - depth(Runtime::builder().stack_size(4 * MIB))).abs() < f64::EPSILON);
}

#[test]
fn a_panic_propagates_to_the_caller() {
    let mut runtime = Runtime::builder().build().unwrap();
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        runtime.with_context(|_| panic!("in steps"));
    }));
    assert!(caught.is_err());
    assert!(runtime.run_script("1").is_ok());
}

#[test]
fn stacks_of_any_size_are_accepted_or_refused() {
    let mut runtime = Runtime::builder().stack_size(usize::MAX).build().unwrap();
    assert!(runtime.run_script("1").is_ok());
    assert!(Runtime::builder().stack_size(0).build().is_ok());
    assert!(matches!(Runtime::builder().caller_stack(MIB).build(), Err(Error::Stack(_))));
}

#[test]
fn a_runtime_can_belong_to_a_function_of_another_one() {
    let mut outer = Runtime::builder().build().unwrap();
    let inner = Rc::new(RefCell::new(Runtime::builder().build().unwrap()));
    let call = move |_: &JsValue, _: &[JsValue], _: &mut Context| {
        let result = inner.borrow_mut().run_script("6 * 7").map(|value| value.as_number().unwrap_or_default());
        Ok(result.unwrap_or_default().into())
    };
    let function = closure(call);
    outer.with_context(|context| context.register_global_callable(js_string!("inner"), 0, function)).unwrap();
    assert_eq!(outer.run_script("inner()").unwrap().as_number(), Some(42.0));
    drop(outer);
    force_collect();
}
