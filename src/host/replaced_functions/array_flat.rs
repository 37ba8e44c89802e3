//! `Array.prototype.flat`. The engine's method overflows the stack if arrays are nested deeply or contain themselves.

use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::define;
use super::nested_values::{limit, too_deep};

/// Replaces the method by one that calls it.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    let Some(engines) = prototype.get(js_string!("flat"), context)?.as_object() else { return Ok(()) };
    let flat = NativeFunction::from_copy_closure_with_captures(flat, engines);
    define(&prototype, js_string!("flat"), 0, flat, context)
}

/// [`Array.prototype.flat`](https://tc39.es/ecma262/#sec-array.prototype.flat). If the depth is larger than the limit,
/// the array is flattened to the limit. If an array is left then, it was nested too deeply.
fn flat(this: &JsValue, arguments: &[JsValue], engines: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let limit = limit(context);
    // Step 1. The depth is converted before the engine reads the length, not after it, which a program can only tell if
    // both run its code.
    let this = JsValue::from(this.to_object(context)?);
    let depth = match arguments.get_or_undefined(0) {
        depth if depth.is_undefined() => 1,
        depth => match depth.to_integer_or_infinity(context)? {
            IntegerOrInfinity::Integer(depth) => usize::try_from(depth.max(0)).unwrap_or(usize::MAX),
            IntegerOrInfinity::PositiveInfinity => usize::MAX,
            IntegerOrInfinity::NegativeInfinity => 0,
        },
    };
    let flat = engines.call(&this, &[depth.min(limit).into()], context)?;
    if let Some(array) = flat.as_object().filter(|_| depth > limit) {
        let length = array.get(js_string!("length"), context)?.to_length(context)?;
        for index in 0..length {
            if array.get(index, context)?.as_object().is_some_and(|element| element.is_array()) {
                return Err(too_deep());
            }
        }
    }
    Ok(flat)
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn arrays_are_flattened() {
        assert_eq!(evaluate("JSON.stringify([1, [2, , [3, [4]]]].flat())"), "[1,2,[3,[4]]]");
        assert_eq!(evaluate("JSON.stringify([1, [2, , [3, [4]]]].flat('2'))"), "[1,2,3,[4]]");
        assert_eq!(evaluate("JSON.stringify([1, [2, , [3, [4]]]].flat(Infinity))"), "[1,2,3,4]");
        assert_eq!(evaluate("JSON.stringify([[[1]]].flat(-1))"), "[[[1]]]");
        assert_eq!(evaluate("JSON.stringify([[].flat.name, [].flat.length])"), r#"["flat",0]"#);
    }

    #[test]
    fn deep_and_cyclic_arrays_are_errors() {
        for array in [
            "(() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a })()",
            "(() => { const a = []; a.push(a); return a })()",
        ] {
            let error = evaluate(&format!("{array}.flat(Infinity)"));
            assert!(error.contains("RangeError: Maximum call stack size exceeded"), "{error}");
        }
        assert_eq!(evaluate("JSON.stringify((() => { const a = []; a.push(a); return a.flat(1000).length })())"), "1");
    }
}
