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
