//! `Atomics`. The engine's functions panic if the conversion of an argument shrinks the buffer.

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::JsTypedArray;
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction};

use super::define;

/// The functions that access an element, and their numbers of parameters.
const FUNCTIONS: [(&str, usize); 9] = [
    ("add", 3),
    ("and", 3),
    ("compareExchange", 4),
    ("exchange", 3),
    ("load", 2),
    ("or", 3),
    ("store", 3),
    ("sub", 3),
    ("xor", 3),
];

/// Replaces the functions by ones that call them.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let atomics = context.intrinsics().objects().atomics();
    for (name, length) in FUNCTIONS {
        let name = JsString::from(name);
        let Some(engines) = atomics.get(name.clone(), context)?.as_object() else { continue };
        let function = NativeFunction::from_copy_closure_with_captures(with_primitive_values, (engines, length));
        define(&atomics, name, length, function, context)?;
    }
    Ok(())
}

/// Converts all arguments before the array is validated. So the engine sees the buffer as it is after the conversions,
/// which run code only if an argument is an object. Then, a program can also tell that the array was validated later.
fn with_primitive_values(
    this: &JsValue,
    arguments: &[JsValue],
    (engines, length): &(JsObject, usize),
    context: &mut Context,
) -> JsResult<JsValue> {
    let arguments = &arguments[..arguments.len().min(*length)];
    if !is_array_of_integers(arguments.get_or_undefined(0)) || !arguments.iter().skip(1).any(JsValue::is_object) {
        return engines.call(this, arguments, context);
    }
    let mut converted = arguments.to_vec();
    for argument in converted.iter_mut().skip(1) {
        *argument = argument.to_primitive(context, PreferredType::Number)?;
    }
    engines.call(this, &converted, context)
}

/// Whether a value is a typed array that these functions accept. If it is not, the engine says so before it converts
/// anything.
fn is_array_of_integers(value: &JsValue) -> bool {
    use TypedArrayKind::{BigInt64, BigUint64, Int8, Int16, Int32, Uint8, Uint16, Uint32};
    let kind = value.as_object().and_then(|array| JsTypedArray::from_object(array).ok()?.kind());
    matches!(kind, Some(Int8 | Uint8 | Int16 | Uint16 | Int32 | Uint32 | BigInt64 | BigUint64))
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn the_kind_of_the_array_is_checked_first() {
        let throws = "Atomics.load(new Float64Array(1), { valueOf() { throw new RangeError('converted') } })";
        assert!(evaluate(throws).starts_with("TypeError"));
    }

    #[test]
    fn buffers_can_shrink_meanwhile() {
        for (name, _) in super::FUNCTIONS {
            for values in ["SHRINKS, 1, 1", "2, SHRINKS, SHRINKS"] {
                let values = values.replace("SHRINKS", "{ valueOf() { b.resize(0); return 2 } }");
                let shrinks = format!(
                    "const b = new ArrayBuffer(16, {{ maxByteLength: 16 }}), u = new Int32Array(b);
                     try {{ String(Atomics.{name}(u, {values})) }} catch (error) {{ error.name }}"
                );
                let expected = if name == "load" && values.starts_with('2') { "0" } else { "RangeError" };
                assert_eq!(evaluate(&shrinks), expected, "{name} {values}");
            }
        }
    }

    #[test]
    fn values_are_converted_as_the_engine_does() {
        let stores = "const u = new Int32Array(2), n = x => ({ valueOf: () => x });
            JSON.stringify([Atomics.store(u, n('1'), n('2.7')), u[1], Atomics.add(u, 1, n(3)), Atomics.load(u, n(1)),
                Atomics.compareExchange(u, n(1), n(5), n(9)), u[1]])";
        assert_eq!(evaluate(stores), "[2,2,2,5,5,9]");
        assert_eq!(evaluate("String(Atomics.or(new BigInt64Array(1), 0, { valueOf: () => 5n }))"), "0");
        assert!(evaluate("Atomics.add(new Int32Array(1), 0, { valueOf: () => 5n })").contains("TypeError"));
        assert_eq!(evaluate("JSON.stringify([Atomics.add.length, Atomics.add.name])"), r#"[3,"add"]"#);
    }
}
