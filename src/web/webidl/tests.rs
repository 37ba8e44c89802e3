use std::cell::Cell;

use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::{Interface, Layers, PairIterable, interface, new_object, prototype_of_new_target, unsigned_long};
use crate::Runtime;

// The example of `CONTRIBUTING.md`.

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

/// An interface with a pair iterator: the numbers below a limit, and their squares.
#[derive(Default, Trace, Finalize)]
struct Squares {
    limit: Cell<u32>,
}

interface! {
    Squares;
    constructor(0) = construct_squares;
    get "limit" = |squares| squares.limit.get(), set = |squares, value, context| {
        squares.limit.set(unsigned_long(value, &"Squares.limit", context)?);
    };
    iterable;
}

impl PairIterable for Squares {
    const ITERATOR: &'static str = "Squares Iterator";

    fn pair(&self, index: usize) -> Option<(JsValue, JsValue)> {
        let number = u32::try_from(index).ok().filter(|number| *number < self.limit.get())?;
        Some((number.into(), (number * number).into()))
    }
}

fn construct_squares(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<Squares>(new_target, context)?;
    Ok(new_object(prototype, Layers::root(&Gc::new(Squares::default())), context))
}

#[test]
fn pair_iterators_have_the_shape_of_web_idl() {
    let mut runtime = Runtime::builder().build().unwrap();
    runtime.with_context(Squares::register).unwrap();
    runtime.with_context(Counter::register).unwrap();
    let mut text = |source: &str| match runtime.run_script(source) {
        Ok(value) => value.display().to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(text("var s = new Squares(); s.limit = 3; JSON.stringify([...s])"), "\"[[0,0],[1,1],[2,4]]\"");
    assert_eq!(text("[[...s.keys()], [...s.values()]].join('|')"), "\"0,1,2|0,1,4\"");
    assert_eq!(text("s[Symbol.iterator] === s.entries"), "true");
    assert_eq!(text("Object.keys(Squares.prototype).join()"), "\"limit,entries,keys,values,forEach\"");
    assert_eq!(text("[s.entries.length, s.forEach.length, s.entries.name].join()"), "\"0,1,entries\"");
    // The prototype of iterators.
    assert_eq!(text("var p = Object.getPrototypeOf(s.keys()); p === Object.getPrototypeOf(s.values())"), "true");
    assert_eq!(
        text("Object.getPrototypeOf(p) === Iterator.prototype && `${s.keys()}`"),
        "\"[object Squares Iterator]\""
    );
    assert_eq!(text("Reflect.ownKeys(p).map(String).join()"), "\"next,Symbol(Symbol.toStringTag)\"");
    assert_eq!(text("Object.keys(p).join() + s.keys().map(key => key + 1).toArray()"), "\"next1,2,3\"");
    // Iteration sees changes, also after the last pair.
    assert_eq!(text("var seen = []; s.forEach((v, k, o) => { seen.push(v); o.limit = 2; }); seen.join()"), "\"0,1\"");
    assert_eq!(
        text("var i = s.keys(); i.next(); i.next(); [i.next().done, s.limit = 3, i.next().value].join()"),
        "\"true,3,2\""
    );
    assert_eq!(text("s.forEach(function () { seen = this; }, 'this'); typeof seen + seen"), "\"objectthis\"");
    // Errors.
    assert!(text("s.forEach()").starts_with("TypeError: Squares.forEach: 1 argument required, but only 0 present"));
    assert!(text("s.forEach({})").starts_with("TypeError: Squares.forEach: callback is not a function"));
    assert!(text("s.forEach(() => { throw 7 })").starts_with('7'));
    assert!(text("s.entries.call(new Counter())").starts_with("TypeError: Squares.entries: Illegal invocation"));
    assert!(text("p.next.call([].values())").starts_with("TypeError: Squares Iterator.next: Illegal invocation"));
}

crate::dictionary! {
    #[derive(Debug, Default)]
    struct BoxOptions {
        "label" => label: Option<String>,
        "sizes" => sizes: Vec<u8>,
    }
}

/// An interface whose members have typed arguments.
#[derive(Trace, Finalize)]
struct TypedBox {
    size: i32,
}

interface! {
    TypedBox;
    constructor(size: i32, label: String = "none".to_owned()) = |prototype, context| {
        assert!(!label.is_empty());
        new_object(prototype, Layers::root(&Gc::new(TypedBox { size })), context)
    };
    get "size" = |state| state.size;
    operation "i8"(value: i8) = |_state| value;
    operation "u64"(value: u64) = |_state| value.to_string();
    operation "f64"(value: f64) = |_state| value;
    operation "text"(value: String, more: Option<JsValue>) = |_state| value + &more.is_some().to_string();
    operation "sum"(values: Vec<i32>) = |_state| values.iter().sum::<i32>();
    operation "grow"(other: Gc<TypedBox>, by: i32 = 1) = |state| state.size + other.size + by;
    operation "options"(options: BoxOptions) = |_state| format!("{:?}{:?}", options.label, options.sizes);
    operation "fails"(value: bool) = |_state, context| if value { context.eval(boa_engine::Source::from_bytes("x.y"))? }
        else { JsValue::null() };
    async "later"(value: Option<u16>) = |state, task| async move {
        task.yield_now().await;
        match value {
            Some(value) => Ok(state.size + i32::from(value)),
            None => Err(super::type_error("nothing")),
        }
    };
}

#[test]
fn typed_arguments_are_converted_without_loss() {
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    runtime.with_context(TypedBox::register).unwrap();
    runtime.run_script("const b = new TypedBox('3')").unwrap();
    let mut text = |source: &str| match runtime.eval_async(&format!("Promise.resolve().then(() => {source})")) {
        Ok(value) => runtime.with_context(|context| value.to_string(context)).unwrap().to_std_string_escaped(),
        Err(error) => error.to_string().split(" (").next().unwrap_or_default().to_owned(),
    };
    for (source, expected) in [
        ("[b.size, b.i8(-128.9), b.u64(2 ** 53 - 1), b.f64(NaN)]", "3,-128,9007199254740991,NaN"),
        ("[TypedBox.length, b.text.length, b.grow.length, b.later.length]", "1,1,1,0"),
        ("[b.text(7), b.text('', null), b.text('a', 0)]", "7false,false,atrue"),
        ("[b.sum(new Set([1, 2])), b.sum([])]", "3,0"),
        ("[b.grow(new TypedBox(4, 'l')), b.grow(b, undefined), b.grow(b, 5)]", "8,7,11"),
        ("b.options({ sizes: [1, '2'], label: null })", "None[1, 2]"),
        ("b.later(4)", "7"),
        ("b.i8(128)", "TypeError: TypedBox.i8: value is outside the range of i8"),
        ("b.i8(Infinity)", "TypeError: TypedBox.i8: value is not a finite number"),
        ("b.u64(-1)", "TypeError: TypedBox.u64: value is outside the range of u64, or not a safe integer"),
        ("b.u64(2 ** 53)", "TypeError: TypedBox.u64: value is outside the range of u64, or not a safe integer"),
        ("b.sum(3)", "TypeError: TypedBox.sum: values is not iterable"),
        ("b.sum([1.5, 'x'])", "TypeError: an element of TypedBox.sum: values is not a finite number"),
        ("b.grow({})", "TypeError: TypedBox.grow: other is not a TypedBox"),
        ("b.options()", "TypeError: TypedBox.options: 1 argument required, but only 0 present"),
        ("b.options(7)", "TypeError: TypedBox.options: options is not an object"),
        ("b.options({})", "TypeError: TypedBox.options: options: required member 'sizes' is missing"),
        ("b.options({ get label() { throw new RangeError('mine') } })", "RangeError: mine"),
        ("b.fails(true)", "ReferenceError: x is not defined"),
        ("b.later()", "TypeError: nothing"),
        ("b.later(-1)", "TypeError: TypedBox.later: value is outside the range of u16"),
        ("b.later.call({})", "TypeError: TypedBox.later: Illegal invocation: 'this' is not a TypedBox"),
        ("new TypedBox()", "TypeError: TypedBox: 1 argument required, but only 0 present"),
        ("new TypedBox(2 ** 31)", "TypeError: TypedBox: size is outside the range of i32"),
        ("class Sub extends TypedBox {}; new Sub(2) instanceof Sub", "true"),
    ] {
        let source = if source.starts_with("class") {
            format!("{{ {} }}", source.replacen("; ", "; return ", 1))
        } else {
            source.to_owned()
        };
        assert_eq!(text(&source), expected, "{source}");
    }
}

#[test]
fn functions_of_another_runtime_are_refused() {
    let build = || Runtime::builder().virtual_time().build().unwrap();
    let (mut one, mut other) = (build(), build());
    for source in ["() => 1", "Math.max", "(function () {}).bind(null)", "class { static m() {} }.m", "console.log"] {
        let function = one.run_script(&format!("({source})")).unwrap();
        let error = other.call(&function, &[]).unwrap_err().to_string();
        assert!(error.starts_with("TypeError: this function belongs to another context"), "{source}: {error}");
        assert!(other.call_async(&function, &[]).is_err());
        one.call(&function, &[]).unwrap();
    }
    // Neither realms of the host nor unusual prototypes are a reason.
    let own = [
        "Object.setPrototypeOf(() => 1, null)",
        "Object.setPrototypeOf(Math.max.bind(null), null)",
        "Object.setPrototypeOf(Math.max.bind(null), {})",
        "new Proxy(() => 1, {})",
        "Object.setPrototypeOf(function () {}, Array).bind(null)",
    ];
    for source in own {
        let function = one.run_script(source).unwrap();
        one.call(&function, &[]).unwrap();
    }
    let function = one.with_context(|context| {
        let realm = context.create_realm().unwrap();
        crate::event_loop::in_realm(&realm, context, |context| {
            context.eval(boa_engine::Source::from_bytes("(() => 7)")).unwrap()
        })
    });
    assert_eq!(one.call(&function, &[]).unwrap().as_number(), Some(7.0));
}
