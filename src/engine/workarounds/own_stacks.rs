//! `stack` among the properties of an error. In V8, it is an own property that is not enumerable, and the first one:
//!
//! ```js
//! JSON.stringify(error, Object.getOwnPropertyNames(error)) // a common way to write an error to a log
//! ```
//!
//! In the engine, `Error.prototype` has an accessor. So an error gets a property of its own when a program asks for the
//! properties of the error: making the text earlier would take time for each error.

use boa_engine::builtins::error::Error;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};

use super::abstract_operations::object_and_reflect;
use super::wrap;

/// Replaces the functions that return the properties of an object.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let (object, reflect) = object_and_reflect(context);
    wrap(&object, "getOwnPropertyNames", 1, names, context)?;
    wrap(&reflect, "ownKeys", 1, names, context)?;
    for object in [&object, &reflect] {
        wrap(object, "getOwnPropertyDescriptor", 2, descriptor, context)?;
    }
    wrap(&object, "getOwnPropertyDescriptors", 1, descriptors, context)
}

fn stack() -> JsString {
    js_string!("stack")
}

/// Gives an error a property of its own, unless it has one, or inherits another one than that of all errors. Returns
/// whether the argument is an error that now has one.
fn give_stack(object: &JsValue, context: &mut Context) -> JsResult<bool> {
    let Some(error) = object.as_object().filter(JsObject::is::<Error>) else { return Ok(false) };
    let key = PropertyKey::from(stack());
    let has_it = |object: &JsObject| object.borrow().properties().contains_key(&key);
    if has_it(&error) {
        return Ok(false);
    }
    let of_all = context.intrinsics().constructors().error().prototype();
    let inherited = std::iter::successors(error.prototype(), JsObject::prototype).find(|it| has_it(it));
    if !inherited.is_some_and(|it| JsObject::equals(&it, &of_all)) || !error.is_extensible(context)? {
        return Ok(false);
    }
    let text = error.get(key.clone(), context)?;
    // What prepares the stack may have defined it.
    if !has_it(&error) {
        let property = PropertyDescriptor::builder().value(text).writable(true).enumerable(false).configurable(true);
        error.define_property_or_throw(key, property, context)?;
    }
    Ok(true)
}

/// `stack` is the first key in V8.
fn names(this: &JsValue, arguments: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let is_given = give_stack(arguments.get_or_undefined(0), context)?;
    let names = own.call(this, arguments, context)?;
    if !is_given {
        return Ok(names);
    }
    let list = JsArray::from_object(names.to_object(context)?)?;
    let length = list.length(context)?;
    let stack = JsValue::from(stack());
    let mut first = vec![stack.clone()];
    for index in 0..length {
        let name = list.get(index, context)?;
        if name != stack {
            first.push(name);
        }
    }
    Ok(JsArray::from_iter(first, context).into())
}

fn descriptor(this: &JsValue, arguments: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    if arguments.get_or_undefined(1).as_string().is_some_and(|name| name == stack()) {
        give_stack(arguments.get_or_undefined(0), context)?;
    }
    own.call(this, arguments, context)
}

fn descriptors(this: &JsValue, arguments: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    give_stack(arguments.get_or_undefined(0), context)?;
    own.call(this, arguments, context)
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn errors_have_stacks_of_their_own() {
        for (program, expected) in [
            ("Object.getOwnPropertyNames(new Error('a')).join()", "stack,message"),
            ("Reflect.ownKeys(new TypeError('a', { cause: 1 })).join()", "stack,message,cause"),
            ("Reflect.ownKeys(Object.assign(new Error(), { code: 1 })).join()", "stack,code"),
            ("class E extends Error { code = 1 } Reflect.ownKeys(new E('a')).join()", "stack,message,code"),
            ("const e = new Error('a'), s = e.stack; Object.getOwnPropertyNames(e); String(e.stack === s)", "true"),
            (
                "const e = new Error('a'), d = Object.getOwnPropertyDescriptor(e, 'stack');
              [d.value === e.stack, d.writable, d.enumerable, d.configurable].join()",
                "true,true,false,true",
            ),
            ("Object.keys(Object.getOwnPropertyDescriptors(new Error())).join()", "stack"),
            ("JSON.stringify(new Error('a'), ['message', 'stack']).includes('\"stack\":\"Error: a')", "true"),
            // What a program says counts.
            ("class E extends Error { get stack() { return 's' } } Reflect.ownKeys(new E('a')).join()", "message"),
            ("const e = new Error('a'); e.stack = 's'; e.x = 1; Reflect.ownKeys(e).join()", "message,stack,x"),
            ("const e = Object.freeze(new Error('a')); Reflect.ownKeys(e).join()", "message"),
            ("Reflect.ownKeys(Object.create(new Error('a'))).join()", ""),
            ("Reflect.ownKeys(Error.prototype).includes('stack')", "true"),
        ] {
            assert_eq!(evaluate(program), expected, "{program}");
        }
    }
}
