//! `Array.prototype.flat`. The engine's method overflows the stack if arrays are nested deeply or contain themselves.

use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_error, js_string};

use super::engine_functions::EngineFunctions;
use super::nested_values::{limit, too_deep};
use super::{define, length_of_array_like};

/// The largest length of an array-like object.
const MAX_LENGTH: u64 = (1 << 53) - 1;

/// Replaces the method.
pub(super) fn replace(functions: &EngineFunctions, context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    let flat = NativeFunction::from_copy_closure_with_captures(flat, functions.clone());
    define(&prototype, js_string!("flat"), 0, flat, context)
}

/// [`Array.prototype.flat`](https://tc39.es/ecma262/#sec-array.prototype.flat).
fn flat(
    this: &JsValue,
    arguments: &[JsValue],
    functions: &EngineFunctions,
    context: &mut Context,
) -> JsResult<JsValue> {
    // Steps 1 and 2.
    let source = Source::new(this.to_object(context)?, context)?;
    // Steps 3 and 4. Nothing is nested more deeply than a number can say.
    let depth = match arguments.get_or_undefined(0) {
        depth if depth.is_undefined() => 1,
        depth => match depth.to_integer_or_infinity(context)? {
            IntegerOrInfinity::Integer(depth) => usize::try_from(depth.max(0)).unwrap_or(usize::MAX),
            IntegerOrInfinity::PositiveInfinity => usize::MAX,
            IntegerOrInfinity::NegativeInfinity => 0,
        },
    };
    // Steps 5 to 7.
    let target = functions.array_species_create(&source.array, context)?;
    flatten_into_array(&target, source, depth, functions, context)?;
    Ok(target.into())
}

/// An array whose elements are being taken.
struct Source {
    array: JsObject,
    length: u64,
    /// The index of the next element.
    next: u64,
}

impl Source {
    fn new(array: JsObject, context: &mut Context) -> JsResult<Self> {
        let length = length_of_array_like(&array, context)?;
        Ok(Self { array, length, next: 0 })
    }

    /// The next element that exists.
    fn take(&mut self, context: &mut Context) -> JsResult<Option<JsValue>> {
        while self.next < self.length {
            let index = self.next;
            self.next += 1;
            if self.array.has_property(index, context)? {
                return self.array.get(index, context).map(Some);
            }
        }
        Ok(None)
    }
}

/// [`FlattenIntoArray`](https://tc39.es/ecma262/#sec-flattenintoarray), without recursion.
fn flatten_into_array(
    target: &JsObject,
    source: Source,
    depth: usize,
    functions: &EngineFunctions,
    context: &mut Context,
) -> JsResult<()> {
    let mut length = 0_u64;
    let mut open = vec![source];
    while let Some(innermost) = open.last_mut() {
        let Some(element) = innermost.take(context)? else {
            open.pop();
            continue;
        };
        if open.len() <= depth
            && let Some(array) = element.as_object()
            && functions.is_array(&array, context)?
        {
            if open.len() >= limit(context) {
                return Err(too_deep());
            }
            open.push(Source::new(array, context)?);
            continue;
        }
        if length >= MAX_LENGTH {
            return Err(js_error!(TypeError: "the array is too long"));
        }
        target.create_data_property_or_throw(length, element, context)?;
        length += 1;
    }
    Ok(())
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
    fn what_a_program_can_see_follows_the_standard() {
        let log = "const log = []; [].flat.call({ get length() { log.push('length'); return 0 } },
            { valueOf() { log.push('depth'); return 1 } }); log.join()";
        assert_eq!(evaluate(log), "length,depth");
        let species = "const a = [[1]]; a.constructor = { [Symbol.species]: function () { return [0, [1], [2]] } };
            JSON.stringify(a.flat(Infinity))";
        assert_eq!(evaluate(species), "[1,[1],[2]]");
        assert_eq!(evaluate("class A extends Array {} String(A.of([1]).flat() instanceof A)"), "true");
        assert_eq!(
            evaluate("const a = [1]; a.constructor = undefined; String(a.flat().constructor === Array)"),
            "true"
        );
        assert!(evaluate("const a = [1]; a.constructor = 5; a.flat()").contains("TypeError"));
        assert_eq!(evaluate("JSON.stringify([new Proxy([1, new Proxy([2], {})], {})].flat(2))"), "[1,2]");
        assert_eq!(evaluate("JSON.stringify([].flat.call({ length: 3, 0: [1], 2: 2 }))"), "[1,2]");
    }

    #[test]
    fn deep_and_cyclic_arrays_are_errors() {
        for array in [
            "(() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a })()",
            "(() => { const a = []; a.push(a); return a })()",
            "(() => { let a = [1]; for (let i = 0; i < 1e5; i++) a = [new Proxy(a, {})]; return a })()",
        ] {
            let error = evaluate(&format!("{array}.flat(Infinity)"));
            assert!(error.contains("RangeError: Maximum call stack size exceeded"), "{error}");
        }
        assert_eq!(evaluate("JSON.stringify((() => { const a = []; a.push(a); return a.flat(1000).length })())"), "1");
    }
}
