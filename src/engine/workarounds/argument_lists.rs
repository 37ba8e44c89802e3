//! `Function.prototype.apply`, `Reflect.apply` and `Reflect.construct`. The engine's own functions allocate for the
//! length that the list of arguments states, whatever it is.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_error, js_string};

use super::{define, length_of_array_like};

/// The number of arguments that a call has at most. Browsers have a limit of about a hundred thousand, which depends on
/// the stack.
const MOST_ARGUMENTS: u64 = 1 << 24;

/// Replaces the functions.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let function = context.intrinsics().constructors().function().prototype();
    let reflect = context.intrinsics().objects().reflect();
    define(&function, js_string!("apply"), 2, NativeFunction::from_fn_ptr(apply), context)?;
    define(&reflect, js_string!("apply"), 3, NativeFunction::from_fn_ptr(reflect_apply), context)?;
    define(&reflect, js_string!("construct"), 2, NativeFunction::from_fn_ptr(reflect_construct), context)
}

/// [`Function.prototype.apply`](https://tc39.es/ecma262/#sec-function.prototype.apply).
fn apply(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function =
        this.as_callable().ok_or_else(|| js_error!(TypeError: "Function.prototype.apply: this is not a function"))?;
    let list = match arguments.get_or_undefined(1) {
        list if list.is_null_or_undefined() => Vec::new(),
        list => list_of(list, context)?,
    };
    function.call(arguments.get_or_undefined(0), &list, context)
}

/// [`Reflect.apply`](https://tc39.es/ecma262/#sec-reflect.apply).
fn reflect_apply(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = arguments.get_or_undefined(0).as_callable();
    let target = target.ok_or_else(|| js_error!(TypeError: "Reflect.apply: the target is not a function"))?;
    let list = list_of(arguments.get_or_undefined(2), context)?;
    target.call(arguments.get_or_undefined(1), &list, context)
}

/// [`Reflect.construct`](https://tc39.es/ecma262/#sec-reflect.construct).
fn reflect_construct(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let constructor = |index: usize, what: &str| -> JsResult<JsObject> {
        let object = arguments.get_or_undefined(index).as_object().filter(JsObject::is_constructor);
        object.ok_or_else(|| js_error!(TypeError: "Reflect.construct: the {} is not a constructor", what))
    };
    let target = constructor(0, "target")?;
    let new_target = if arguments.len() > 2 { constructor(2, "new target")? } else { target.clone() };
    let list = list_of(arguments.get_or_undefined(1), context)?;
    Ok(target.construct(&list, Some(&new_target), context)?.into())
}

/// [CreateListFromArrayLike](https://tc39.es/ecma262/#sec-createlistfromarraylike).
fn list_of(value: &JsValue, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let object =
        value.as_object().ok_or_else(|| js_error!(TypeError: "CreateListFromArrayLike called on non-object"))?;
    let length = length_of_array_like(&object, context)?;
    if length > MOST_ARGUMENTS {
        return Err(js_error!(RangeError: "Maximum call stack size exceeded"));
    }
    (0..length).map(|index| object.get(index, context)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn functions_are_called() {
        assert_eq!(evaluate("Math.max.apply(null, [1, 3, 2])"), "3");
        assert_eq!(evaluate("(function () { return this + arguments.length }).apply('a')"), "a0");
        assert_eq!(evaluate("(function () { return arguments.length }).apply(null, { length: '2' })"), "2");
        assert_eq!(evaluate("Reflect.apply(String.prototype.at, 'abc', [1])"), "b");
        assert_eq!(evaluate("Reflect.construct(Array, [1, 2])"), "1,2");
        let new_target = "(C => Reflect.construct(Array, [1, 2], C) instanceof C)(class extends Array {})";
        assert_eq!(evaluate(new_target), "true");
        let shapes = "[Function.prototype.apply, Reflect.apply, Reflect.construct].map(f => f.name + f.length)";
        assert_eq!(evaluate(shapes), "apply2,apply3,construct2");
    }

    #[test]
    fn other_values_are_type_errors() {
        for source in [
            "Function.prototype.apply.call({})",
            "(() => {}).apply(null, 1)",
            "Reflect.apply(1, null, [])",
            "Reflect.apply(() => {}, null)",
            "Reflect.construct(() => {}, [])",
            "Reflect.construct(Array, [], undefined)",
            "Reflect.construct(Array)",
        ] {
            let error = evaluate(source);
            assert!(error.starts_with("TypeError"), "{source}: {error}");
        }
    }

    #[test]
    fn the_number_of_arguments_is_limited() {
        for list in ["{ length: 2 ** 53 }", "{ length: 1e9 }", "new Array(2 ** 32 - 1)"] {
            for call in ["Math.max.apply(null, ", "Reflect.apply(Math.max, null, ", "Reflect.construct(Array, "] {
                let error = evaluate(&format!("{call}{list})"));
                assert!(error.contains("RangeError: Maximum call stack size exceeded"), "{error}");
            }
        }
    }
}
