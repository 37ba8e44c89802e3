//! `sort` and `toSorted` of arrays and typed arrays. The engine's own methods panic if the results of a comparison
//! function contradict each other, as those of `() => Math.random() - 0.5` do, and allocate for the length of an object
//! whatever it is.

use std::cmp::Ordering;

use boa_engine::object::builtins::{JsArray, JsTypedArray};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_error, js_string};
use boa_gc::{Finalize, Trace};

use super::{define, length_of_array_like, merge_sort};

/// The number of items that are sorted at most: they take a gibibyte.
const MOST_ITEMS: usize = 1 << 27;

/// The methods of the engine for typed arrays. Without a comparison function, their order is total.
#[derive(Trace, Finalize)]
struct EngineMethods {
    sort: JsObject,
    to_sorted: JsObject,
}

/// Replaces the methods.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let (sort_name, to_sorted_name) = (js_string!("sort"), js_string!("toSorted"));
    let constructors = context.intrinsics().constructors();
    let (array, typed) = (constructors.array().prototype(), constructors.typed_array().prototype());
    define(&array, sort_name.clone(), 1, NativeFunction::from_fn_ptr(sort), context)?;
    define(&array, to_sorted_name.clone(), 1, NativeFunction::from_fn_ptr(to_sorted), context)?;
    let engines = |context: &mut Context| -> JsResult<Option<EngineMethods>> {
        let sort = typed.get(sort_name.clone(), context)?.as_object();
        let to_sorted = typed.get(to_sorted_name.clone(), context)?.as_object();
        Ok(sort.zip(to_sorted).map(|(sort, to_sorted)| EngineMethods { sort, to_sorted }))
    };
    let Some((for_sort, for_to_sorted)) = engines(context)?.zip(engines(context)?) else { return Ok(()) };
    let sort = NativeFunction::from_copy_closure_with_captures(sort_typed, for_sort);
    let to_sorted = NativeFunction::from_copy_closure_with_captures(to_sorted_typed, for_to_sorted);
    define(&typed, sort_name.clone(), 1, sort, context)?;
    define(&typed, to_sorted_name.clone(), 1, to_sorted, context)
}

/// The comparison function that an argument is, if there is one.
fn comparison(arguments: &[JsValue]) -> JsResult<Option<JsObject>> {
    match arguments.get_or_undefined(0) {
        function if function.is_undefined() => Ok(None),
        function => function
            .as_callable()
            .map(Some)
            .ok_or_else(|| js_error!(TypeError: "The comparison function must be either a function or undefined")),
    }
}

/// [`Array.prototype.sort`](https://tc39.es/ecma262/#sec-array.prototype.sort).
fn sort(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = comparison(arguments)?;
    let object = this.to_object(context)?;
    let length = length_of_array_like(&object, context)?;
    let mut items = Vec::new();
    for index in 0..length {
        // Holes are skipped.
        if object.has_property(index, context)? {
            items.push(object.get(index, context)?);
            check_length(items.len())?;
        }
    }
    sort_items(&mut items, function.as_ref(), context)?;
    let count = items.len() as u64;
    for (index, item) in items.into_iter().enumerate() {
        object.set(index, item, true, context)?;
    }
    for index in count..length {
        object.delete_property_or_throw(index, context)?;
    }
    Ok(object.into())
}

/// [`Array.prototype.toSorted`](https://tc39.es/ecma262/#sec-array.prototype.tosorted).
fn to_sorted(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = comparison(arguments)?;
    let object = this.to_object(context)?;
    let length = length_of_array_like(&object, context)?;
    let mut items = all_items(&object, length, context)?;
    sort_items(&mut items, function.as_ref(), context)?;
    Ok(JsArray::from_iter(items, context).into())
}

/// [`%TypedArray%.prototype.sort`](https://tc39.es/ecma262/#sec-%typedarray%.prototype.sort).
fn sort_typed(
    this: &JsValue,
    arguments: &[JsValue],
    engines: &EngineMethods,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(function) = comparison(arguments)? else { return engines.sort.call(this, &[], context) };
    let array = typed_array(this)?;
    // This throws if the array is detached or out of bounds.
    array.keys(context)?;
    let items = sorted_items(&array, &function, context)?;
    write(&items, &array, context)?;
    Ok(this.clone())
}

/// [`%TypedArray%.prototype.toSorted`](https://tc39.es/ecma262/#sec-%typedarray%.prototype.tosorted).
fn to_sorted_typed(
    this: &JsValue,
    arguments: &[JsValue],
    engines: &EngineMethods,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(function) = comparison(arguments)? else { return engines.to_sorted.call(this, &[], context) };
    // This checks the array, and creates another one of the same type.
    let copy = engines.to_sorted.call(this, &[], context)?;
    let items = sorted_items(&typed_array(this)?, &function, context)?;
    write(&items, &typed_array(&copy)?, context)?;
    Ok(copy)
}

fn typed_array(value: &JsValue) -> JsResult<JsTypedArray> {
    let object = value.as_object().ok_or_else(|| js_error!(TypeError: "this is not a typed array"))?;
    JsTypedArray::from_object(object)
}

fn sorted_items(array: &JsTypedArray, function: &JsObject, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let length = array.length(context)? as u64;
    let mut items = all_items(array, length, context)?;
    sort_items(&mut items, Some(function), context)?;
    Ok(items)
}

/// Writes items to an array, which the comparison function may have made shorter.
fn write(items: &[JsValue], array: &JsTypedArray, context: &mut Context) -> JsResult<()> {
    for (index, item) in items.iter().enumerate() {
        array.set(index, item.clone(), false, context)?;
    }
    Ok(())
}

fn check_length(length: usize) -> JsResult<()> {
    if length > MOST_ITEMS { Err(js_error!(RangeError: "Invalid array length")) } else { Ok(()) }
}

/// Reads all items, holes as `undefined`.
fn all_items(object: &JsObject, length: u64, context: &mut Context) -> JsResult<Vec<JsValue>> {
    check_length(usize::try_from(length).unwrap_or(usize::MAX))?;
    (0..length).map(|index| object.get(index, context)).collect()
}

/// Sorts items by a comparison function, or as text.
fn sort_items(items: &mut [JsValue], function: Option<&JsObject>, context: &mut Context) -> JsResult<()> {
    merge_sort::sort(items, |one, other| compare(one, other, function, context))
}

/// [CompareArrayElements](https://tc39.es/ecma262/#sec-comparearrayelements).
fn compare(one: &JsValue, other: &JsValue, function: Option<&JsObject>, context: &mut Context) -> JsResult<Ordering> {
    match (one.is_undefined(), other.is_undefined()) {
        (false, false) => {}
        (one, other) => return Ok(one.cmp(&other)),
    }
    let Some(function) = function else {
        return Ok(one.to_string(context)?.cmp(&other.to_string(context)?));
    };
    let result = function.call(&JsValue::undefined(), &[one.clone(), other.clone()], context)?;
    // NaN is no order.
    Ok(result.to_number(context)?.partial_cmp(&0.0).unwrap_or(Ordering::Equal))
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn items_are_sorted() {
        assert_eq!(evaluate("[10, 9, 1, undefined, 'b', 'a'].sort()"), "1,10,9,a,b,");
        assert_eq!(evaluate("[3, 1, 2].sort((a, b) => b - a)"), "3,2,1");
        assert_eq!(evaluate("[3, 1, 2].sort((a, b) => String(a - b))"), "1,2,3");
        assert_eq!(evaluate("[2, , 1].sort().length + Object.keys([2, , 1].sort())"), "30,1");
        assert_eq!(evaluate("2 in [2, , 1].toSorted() && [2, , 1].toSorted()"), "1,2,");
        assert_eq!(evaluate("Object.values([].sort.call({ length: 2, 0: 'b', 1: 'a' }))"), "a,b,2");
        assert_eq!(
            evaluate("[[].sort.name, [].sort.length, [].toSorted.name, [].toSorted.length]"),
            "sort,1,toSorted,1"
        );
        assert_eq!(evaluate("(a => a.sort() === a)([2, 1])"), "true");
        assert!(evaluate("[].sort(null)").starts_with("TypeError"));
    }

    #[test]
    fn typed_items_are_sorted() {
        assert_eq!(evaluate("new Float64Array([10, NaN, -0, 0, 9, -1]).sort()"), "-1,0,0,9,10,NaN");
        assert_eq!(evaluate("new Uint8Array([10, 9, 1]).sort((a, b) => b - a)"), "10,9,1");
        assert_eq!(evaluate("new BigInt64Array([10n, 9n, 1n]).toSorted((a, b) => Number(b - a))"), "10,9,1");
        assert_eq!(evaluate("(a => a.toSorted(() => 0) + a.constructor.name)(new Int8Array([2, 1]))"), "2,1Int8Array");
        assert_eq!(evaluate("(a => a.sort(() => 0) === a)(new Int8Array(2))"), "true");
        assert!(evaluate("Int8Array.prototype.sort.call([], () => 0)").starts_with("TypeError"));
        assert!(evaluate("new Int8Array(1).sort(null)").starts_with("TypeError"));
        let detached = "(b => { const a = new Int8Array(b); structuredClone(b, { transfer: [b] }); return a })";
        assert!(evaluate(&format!("{detached}(new ArrayBuffer(8)).sort(() => 0)")).starts_with("TypeError"));
    }

    #[test]
    fn contradictory_comparisons_only_mix_the_items() {
        for array in ["Array.from({ length: 200 }, (_, i) => i)", "Int16Array.from({ length: 200 }, (_, i) => i)"] {
            for method in ["sort", "toSorted"] {
                let source = format!("{array}.{method}(() => Math.random() - 0.5).reduce((a, b) => a + b)");
                assert_eq!(evaluate(&source), "19900");
            }
        }
        let texts = "Array.from({ length: 100 }, () => ({ toString: () => String(Math.random()) })).sort().length";
        assert_eq!(evaluate(texts), "100");
    }

    #[test]
    fn a_comparison_may_change_the_array() {
        assert_eq!(evaluate("(a => a.sort((x, y) => { a.length = 0; return x - y }))([2, 1])"), "1,2");
        let shorter = "(b => { const a = new Int8Array(b); a.set([2, 1]);
            a.sort((x, y) => { b.resize(1); return x - y }); return a })";
        assert_eq!(evaluate(&format!("{shorter}(new ArrayBuffer(2, {{ maxByteLength: 2 }}))")), "1");
        assert_eq!(evaluate("(a => a.sort(() => { throw 'stop' }))([2, 1])"), "'stop' (<anonymous>:1:28)");
    }

    #[test]
    fn lengths_are_limited() {
        let error = evaluate("[].toSorted.call({ length: 2 ** 53 })");
        assert!(error.contains("RangeError: Invalid array length"), "{error}");
    }
}
