//! `Array.prototype.join`, which `String(array)` calls. The engine's own method aborts the process if the array is very
//! long, contains itself, or is nested deeply.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use super::string_length::{MAX_STRING_LENGTH, string_too_long};

/// How many calls the engine makes for each level of nested arrays: of this method, of `toString`, and those between.
const CALLS_PER_LEVEL: usize = 4;

/// The objects that are being joined, outermost first.
#[derive(Clone, Default)]
struct Joining(Rc<RefCell<Vec<JsObject>>>);

/// Replaces the method of the current realm's `Array.prototype`.
///
/// # Errors
///
/// Whatever the engine throws if the method cannot be defined.
pub(crate) fn replace_array_join(context: &mut Context) -> JsResult<()> {
    let function = NativeFunction::from_fn_ptr(join);
    let function = FunctionObjectBuilder::new(context.realm(), function).name(js_string!("join")).length(1).build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    let prototype = context.intrinsics().constructors().array().prototype();
    prototype.define_property_or_throw(js_string!("join"), property, context)?;
    Ok(())
}

/// An entry of the objects that are being joined.
struct Entry(Joining);

impl Drop for Entry {
    fn drop(&mut self) {
        let entry = self.0.0.borrow_mut().pop();
        drop(entry);
    }
}

/// [`Array.prototype.join`](https://tc39.es/ecma262/#sec-array.prototype.join). As in browsers, an array within itself
/// counts as an empty string.
fn join(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    // Step 1.
    let object = this.to_object(context)?;
    let joining = context.get_data::<Joining>().cloned().unwrap_or_else(|| {
        let joining = Joining::default();
        context.insert_data(joining.clone());
        joining
    });
    if joining.0.borrow().contains(&object) {
        return Ok(js_string!().into());
    }
    let depth = joining.0.borrow().len();
    if depth >= context.runtime_limits().recursion_limit() / CALLS_PER_LEVEL {
        return Err(js_error!(RangeError: "Maximum call stack size exceeded"));
    }
    joining.0.borrow_mut().push(object.clone());
    let _entry = Entry(joining);
    // Step 2.
    let length = object.get(js_string!("length"), context)?.to_length(context)?;
    // Steps 3 and 4.
    let separator = match arguments.get_or_undefined(0) {
        separator if separator.is_undefined() => js_string!(","),
        separator => separator.to_string(context)?,
    };
    // The separators alone may be too long.
    let separators = length.saturating_sub(1).saturating_mul(separator.len() as u64);
    if separators > MAX_STRING_LENGTH as u64 {
        return Err(string_too_long());
    }
    // Steps 5 to 8.
    let mut joined = Joined::default();
    for index in 0..length {
        if index > 0 {
            joined.push(&separator)?;
        }
        let element = object.get(index, context)?;
        if !element.is_null_or_undefined() {
            joined.push(&element.to_string(context)?)?;
        }
    }
    Ok(joined.finish().into())
}

/// A string that grows: with a byte per code unit as long as that is possible.
#[derive(Default)]
struct Joined {
    latin1: Vec<u8>,
    /// All code units, from the first string on that needs two bytes.
    utf16: Option<Vec<u16>>,
}

impl Joined {
    fn push(&mut self, string: &JsString) -> JsResult<()> {
        let length = self.utf16.as_ref().map_or(self.latin1.len(), Vec::len);
        if length + string.len() > MAX_STRING_LENGTH {
            return Err(string_too_long());
        }
        match (string.variant(), &mut self.utf16) {
            (JsStrVariant::Latin1(bytes), None) => self.latin1.extend_from_slice(bytes),
            (JsStrVariant::Latin1(bytes), Some(units)) => units.extend(bytes.iter().copied().map(u16::from)),
            (JsStrVariant::Utf16(added), Some(units)) => units.extend_from_slice(added),
            (JsStrVariant::Utf16(added), None) => {
                let mut units: Vec<u16> = std::mem::take(&mut self.latin1).into_iter().map(u16::from).collect();
                units.extend_from_slice(added);
                self.utf16 = Some(units);
            }
        }
        Ok(())
    }

    fn finish(self) -> JsString {
        match self.utf16 {
            None => JsStr::latin1(&self.latin1).into(),
            Some(units) => JsStr::utf16(&units).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Runtime;

    fn evaluate(source: &str) -> String {
        let mut runtime = Runtime::builder().build().unwrap();
        match runtime.run_script(source) {
            Ok(value) => value.as_string().map(|text| text.to_std_string_escaped()).unwrap_or_default(),
            Err(error) => error.to_string().lines().next().unwrap_or_default().to_owned(),
        }
    }

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
    fn an_array_within_itself_is_empty() {
        assert_eq!(evaluate("const a = [1]; a.push(a, 2); a.join()"), "1,,2");
        assert_eq!(evaluate("const b = [1]; b.push([b]); b.join() + [b, b].join(';')"), "1,1,;1,");
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
