//! The constructors of typed arrays. If the argument is a typed array of another kind, the engine's own replace numbers
//! that do not fit by the nearest that do: `new Uint8Array(new Int8Array([-1]))` has 0 instead of 255.

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::JsTypedArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};
use boa_engine::{Finalize, Trace};

use super::abstract_operations::{constructor, replace_constructor};

/// A constructor of the engine.
#[derive(Clone, Trace, Finalize)]
struct Engines {
    constructor: JsObject,
    name: JsString,
    #[unsafe_ignore_trace]
    kind: TypedArrayKind,
}

const KINDS: [(JsString, TypedArrayKind); 11] = [
    (js_string!("Int8Array"), TypedArrayKind::Int8),
    (js_string!("Uint8Array"), TypedArrayKind::Uint8),
    (js_string!("Uint8ClampedArray"), TypedArrayKind::Uint8Clamped),
    (js_string!("Int16Array"), TypedArrayKind::Int16),
    (js_string!("Uint16Array"), TypedArrayKind::Uint16),
    (js_string!("Int32Array"), TypedArrayKind::Int32),
    (js_string!("Uint32Array"), TypedArrayKind::Uint32),
    (js_string!("BigInt64Array"), TypedArrayKind::BigInt64),
    (js_string!("BigUint64Array"), TypedArrayKind::BigUint64),
    (js_string!("Float32Array"), TypedArrayKind::Float32),
    (js_string!("Float64Array"), TypedArrayKind::Float64),
];

/// Replaces the constructors by ones that call them.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    for (name, kind) in KINDS {
        let Some(engines) = context.global_object().get(name.clone(), context)?.as_object() else { continue };
        let captures = Engines { constructor: engines.clone(), name: name.clone(), kind };
        let construct = NativeFunction::from_copy_closure_with_captures(construct, captures);
        let replaced = constructor(name.clone(), 3, construct, context);
        replaced.set_prototype(engines.prototype());
        replace_constructor(name, &replaced, &engines, context)?;
    }
    Ok(())
}

/// [`TypedArray`](https://tc39.es/ecma262/#sec-typedarray). If the argument is a typed array of another kind, its
/// elements are converted again by
/// [`SetTypedArrayFromTypedArray`](https://tc39.es/ecma262/#sec-settypedarrayfromtypedarray), in which the engine is
/// right.
fn construct(
    new_target: &JsValue,
    arguments: &[JsValue],
    engines: &Engines,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(target) = new_target.as_object() else {
        return Err(js_error!(TypeError: "Constructor {} requires 'new'", engines.name.to_std_string_lossy()));
    };
    let first = arguments.get_or_undefined(0);
    let source = first.as_object().and_then(|object| JsTypedArray::from_object(object).ok());
    let Some(source) = source.filter(|source| source.kind().is_some_and(|kind| converts(kind, engines.kind))) else {
        return engines.constructor.construct(arguments, Some(&target), context).map(JsValue::from);
    };
    // No code of the program runs between the two.
    let array = engines.constructor.construct(arguments, Some(&target), context)?;
    JsTypedArray::from_object(array.clone())?.set_values(source.into(), None, context)?;
    Ok(array.into())
}

/// Whether elements of a kind are converted to another one: a number cannot become a bigint.
fn converts(from: TypedArrayKind, to: TypedArrayKind) -> bool {
    let is_bigint = |kind| matches!(kind, TypedArrayKind::BigInt64 | TypedArrayKind::BigUint64);
    from != to && is_bigint(from) == is_bigint(to)
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn elements_are_converted_modulo() {
        for (source, expected) in [
            ("[...new Uint8Array(new Int8Array([-1, 5]))].join()", "255,5"),
            (
                "const b = new ArrayBuffer(4, { maxByteLength: 8 }), a = new Int8Array(b); a[0] = -1;
                 const T = new Proxy(Uint8Array, { get(o, k, r) { b.resize(8); return Reflect.get(o, k, r) } });
                 Reflect.construct(Uint8Array, [a], T).join()",
                "255,0,0,0,0,0,0,0",
            ),
            ("[...new Int16Array(new Float64Array([70000, -200.5, NaN]))].join()", "4464,-200,0"),
            ("[...new Uint8ClampedArray(new Int16Array([-1, 300]))].join()", "0,255"),
            ("[...new BigUint64Array(new BigInt64Array([-1n]))].join()", "18446744073709551615"),
            ("try { new Uint8Array(new BigInt64Array(1)) } catch (e) { e.name }", "TypeError"),
            ("try { Uint8Array(1) } catch (e) { e.message }", "Constructor Uint8Array requires 'new'"),
            ("class A extends Uint8Array { x = 1 } const a = new A(new Int8Array([-2])); [a.x, a[0]].join()", "1,254"),
            (
                "[new Uint8Array(3).length, new Uint8Array([1, 257]), new Uint8Array(new ArrayBuffer(9), 8)].join()",
                "3,1,1,0",
            ),
            (
                "[Uint8Array.name, Uint8Array.length, Uint8Array.BYTES_PER_ELEMENT, Uint8Array.from([7])[0]].join()",
                "Uint8Array,3,1,7",
            ),
            ("Object.getPrototypeOf(Int8Array) === Object.getPrototypeOf(Float64Array)", "true"),
            ("new Uint8Array([1, 2]).map(x => x * 2).constructor === Uint8Array", "true"),
            ("Uint8Array.prototype.constructor === Uint8Array && Uint8Array[Symbol.species] === Uint8Array", "true"),
        ] {
            assert_eq!(evaluate(source), expected, "{source}");
        }
    }
}
