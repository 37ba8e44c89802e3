//! `join` and `toLocaleString` of arrays; `String(array)` calls the former. The engine's own methods abort the process
//! if the array is very long, contains itself, or is nested deeply. Its `toLocaleString` of typed arrays separates the
//! elements in another way.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::object::builtins::{JsFunction, JsTypedArray};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use super::engine_functions::EngineFunctions;
use super::nested_values::Level;
use super::string_length::{MAX_STRING_LENGTH, string_too_long};
use super::text_builder::TextBuilder;
use super::{define, length_of_array_like, own_function};

use crate::context_data::context_data;

/// The objects that are being joined, outermost first.
#[derive(Clone, Default)]
struct Joining(Rc<RefCell<Vec<JsObject>>>);

/// Replaces the methods.
pub(super) fn replace(functions: &EngineFunctions, context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    define(&prototype, js_string!("join"), 1, NativeFunction::from_fn_ptr(join), context)?;
    let of_array = NativeFunction::from_copy_closure_with_captures(to_locale_string, functions.clone());
    define(&prototype, js_string!("toLocaleString"), 0, of_array, context)?;
    let prototype = context.intrinsics().constructors().typed_array().prototype();
    let captures = (functions.clone(), own_function(&prototype, "keys", context)?);
    let of_typed_array = NativeFunction::from_copy_closure_with_captures(typed_array_to_locale_string, captures);
    define(&prototype, js_string!("toLocaleString"), 0, of_typed_array, context)
}

/// An entry of the objects that are being joined.
struct Entry(Joining);

impl Entry {
    /// Adds an object. Returns `None` if it is being joined already.
    fn new(object: &JsObject, context: &mut Context) -> Option<Self> {
        let joining: Joining = context_data(context);
        if joining.0.borrow().contains(object) {
            return None;
        }
        joining.0.borrow_mut().push(object.clone());
        Some(Self(joining))
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let entry = self.0.0.borrow_mut().pop();
        drop(entry);
    }
}

/// [`Array.prototype.join`](https://tc39.es/ecma262/#sec-array.prototype.join).
fn join(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let length = length_of_array_like(&object, context)?;
    let separator = match arguments.get_or_undefined(0) {
        separator if separator.is_undefined() => js_string!(","),
        separator => separator.to_string(context)?,
    };
    join_elements(&object, length, &separator, JsValue::to_string, context)
}

/// [`Array.prototype.toLocaleString`](https://tc39.es/ecma262/#sec-array.prototype.tolocalestring).
fn to_locale_string(
    this: &JsValue,
    arguments: &[JsValue],
    functions: &EngineFunctions,
    context: &mut Context,
) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let length = length_of_array_like(&object, context)?;
    join_for_locale(&object, length, arguments, functions, context)
}

/// [`%TypedArray%.prototype.toLocaleString`](https://tc39.es/ecma262/#sec-%typedarray%.prototype.tolocalestring).
fn typed_array_to_locale_string(
    this: &JsValue,
    arguments: &[JsValue],
    (functions, keys): &(EngineFunctions, JsFunction),
    context: &mut Context,
) -> JsResult<JsValue> {
    // `ValidateTypedArray`, as all methods do.
    keys.call(this, &[], context)?;
    let array = JsTypedArray::from_object(this.to_object(context)?)?;
    let length = array.length(context)? as u64;
    join_for_locale(&array, length, arguments, functions, context)
}

/// Joins what the method `toLocaleString` of each element returns. It gets the arguments, as ECMA-402 says. The
/// separator is that of browsers in most locales.
fn join_for_locale(
    object: &JsObject,
    length: u64,
    arguments: &[JsValue],
    functions: &EngineFunctions,
    context: &mut Context,
) -> JsResult<JsValue> {
    let arguments = [arguments.get_or_undefined(0).clone(), arguments.get_or_undefined(1).clone()];
    let text = |element: &JsValue, context: &mut Context| {
        let method = functions.get_v(element, js_string!("toLocaleString"), context)?;
        let method = method.as_callable().ok_or_else(|| js_error!(TypeError: "toLocaleString is not a function"))?;
        method.call(element, &arguments, context)?.to_string(context)
    };
    join_elements(object, length, &js_string!(","), text, context)
}

/// Joins the elements of an array. As in browsers, an array within itself counts as an empty string.
fn join_elements(
    object: &JsObject,
    length: u64,
    separator: &JsString,
    text: impl Fn(&JsValue, &mut Context) -> JsResult<JsString>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(_entry) = Entry::new(object, context) else { return Ok(js_string!().into()) };
    let _level = Level::enter(context)?;
    // The separators alone may be too long. No program can wait for the elements of so many.
    let separators = length.saturating_sub(1).saturating_mul(separator.len() as u64);
    if separators > MAX_STRING_LENGTH as u64 {
        return Err(string_too_long());
    }
    let mut joined = TextBuilder::default();
    for index in 0..length {
        if index > 0 {
            joined.push(separator)?;
        }
        let element = object.get(index, context)?;
        if !element.is_null_or_undefined() {
            joined.push(&text(&element, context)?)?;
        }
    }
    Ok(joined.finish().into())
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn elements_are_joined() {
        assert_eq!(evaluate("[1, [2, 'é', ['😀', null]], , undefined, true].join('-')"), "1-2,é,😀,---true");
        assert_eq!(
            evaluate("[].join() + [1].join('x'.repeat(10)) + Array.prototype.join.call({ length: 2, 0: 'a' })"),
            "1a,"
        );
        assert_eq!(evaluate("Array.prototype.join.call('ab', { toString: () => '+' })"), "a+b");
        assert_eq!(evaluate("`${Array.prototype.join.name} ${Array.prototype.join.length}`"), "join 1");
        assert_eq!(evaluate("Array.prototype.join.call(null)").split(':').next(), Some("TypeError"));
    }

    #[test]
    fn what_runs_before_elements_are_read_may_join_the_array() {
        assert_eq!(evaluate("const d = [1, 2]; d.join({ toString: () => d.join('-') })"), "11-22");
        assert_eq!(evaluate("const e = [1]; e.push({ toString: () => e.toLocaleString() }); e.join()"), "1,");
    }

    #[test]
    fn an_array_within_itself_is_empty() {
        assert_eq!(evaluate("const a = [1]; a.push(a, 2); a.join()"), "1,,2");
        assert_eq!(evaluate("const b = [1]; b.push([b]); b.join() + [b, b].join(';')"), "1,1,;1,");
    }

    #[test]
    fn elements_are_joined_for_a_locale() {
        assert_eq!(evaluate("[1, null, 'a', [2, , 3], new Date(NaN)].toLocaleString()"), "1,,a,2,,3,Invalid Date");
        assert_eq!(evaluate("const c = [1]; c.push(c, 2); c.toLocaleString()"), "1,,2");
        assert_eq!(
            evaluate("[{ toLocaleString(...given) { return given.join('+') } }].toLocaleString('de', 'options')"),
            "de+options"
        );
        assert!(evaluate("[{ toLocaleString: 1 }].toLocaleString()").contains("TypeError"));
        let nested = "let a = []; for (let i = 0; i < 100_000; i++) a = [a];";
        let error = evaluate(&format!("{nested} a.toLocaleString()"));
        assert!(error.contains("RangeError: Maximum call stack size exceeded"), "{error}");
    }

    #[test]
    fn elements_of_typed_arrays_are_joined_for_a_locale() {
        for (source, expected) in [
            ("new Uint16Array([1, 2345]).toLocaleString()", "1,2,345"),
            ("new Uint8Array(0).toLocaleString()", ""),
            (
                "const b = new ArrayBuffer(4, { maxByteLength: 8 }), c = new Uint8Array(b); let n = 0;
              Number.prototype.toLocaleString = function () { b.resize(2); return `<${n++}>` }; c.toLocaleString()",
                "<0>,<1>,,",
            ),
        ] {
            assert_eq!(evaluate(source), expected, "{source}");
        }
        let detached = "const a = new Uint8Array(1); a.buffer.transfer(); a.toLocaleString()";
        assert_eq!(evaluate(detached).split(':').next(), Some("TypeError"));
        let other = "Uint8Array.prototype.toLocaleString.call([1])";
        assert_eq!(evaluate(other).split(':').next(), Some("TypeError"));
    }

    #[test]
    fn long_and_deep_arrays_are_errors() {
        for array in ["new Array(2 ** 32 - 1)", "{ length: 2 ** 53, __proto__: Array.prototype }", "new Array(1e9)"] {
            let error = evaluate(&format!("({array}).join()"));
            assert!(error.contains("RangeError: Invalid string length"), "{array}: {error}");
        }
        let nested = "let a = []; for (let i = 0; i < 100_000; i++) a = [a];";
        let error = evaluate(&format!("{nested} String(a)"));
        assert!(error.contains("RangeError: Maximum call stack size exceeded"), "{error}");
        // The next call starts anew.
        let text = evaluate(&format!("{nested} try {{ String(a) }} catch {{ [[1, 2]].join() }}"));
        assert_eq!(text, "1,2");
    }
}
