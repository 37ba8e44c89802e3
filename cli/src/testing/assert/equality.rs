//! The assertions that compare two values.

use boa_engine::{Context, JsArgs, JsResult, JsValue};

use super::comparison::{Mode, are_deeply_equal};
use super::failure::Assertion;
use super::node_error::{Class, node_error};

/// The values that an assertion compares, and the message.
struct Arguments<'a> {
    actual: &'a JsValue,
    expected: &'a JsValue,
    message: &'a JsValue,
}

impl<'a> Arguments<'a> {
    fn of(arguments: &'a [JsValue], context: &mut Context) -> JsResult<Self> {
        let [actual, expected, ..] = arguments else {
            let message = "The \"actual\" and \"expected\" arguments must be specified";
            return Err(node_error(Class::TypeError, "ERR_MISSING_ARGS", message, context));
        };
        Ok(Self { actual, expected, message: arguments.get_or_undefined(2) })
    }

    /// Throws unless the assertion holds.
    fn check(&self, holds: bool, name: &'static str, operator: &str, context: &mut Context) -> JsResult<JsValue> {
        if holds {
            return Ok(JsValue::undefined());
        }
        Err(Assertion::new(name).failed(self.actual, self.expected, operator, self.message, context))
    }
}

fn is_nan(value: &JsValue) -> bool {
    value.as_number().is_some_and(f64::is_nan)
}

/// Whether two values are equal as `==` defines it, or both are `NaN`.
fn are_loosely_equal(arguments: &Arguments<'_>, context: &mut Context) -> JsResult<bool> {
    let equal = arguments.actual.equals(arguments.expected, context)?;
    Ok(equal || is_nan(arguments.actual) && is_nan(arguments.expected))
}

pub(super) fn equal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let arguments = Arguments::of(arguments, context)?;
    let holds = are_loosely_equal(&arguments, context)?;
    arguments.check(holds, "equal", "==", context)
}

pub(super) fn not_equal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let arguments = Arguments::of(arguments, context)?;
    let holds = !are_loosely_equal(&arguments, context)?;
    arguments.check(holds, "notEqual", "!=", context)
}

pub(super) fn strict_equal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let arguments = Arguments::of(arguments, context)?;
    let holds = JsValue::same_value(arguments.actual, arguments.expected);
    arguments.check(holds, "strictEqual", "strictEqual", context)
}

pub(super) fn not_strict_equal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let arguments = Arguments::of(arguments, context)?;
    let holds = !JsValue::same_value(arguments.actual, arguments.expected);
    arguments.check(holds, "notStrictEqual", "notStrictEqual", context)
}

/// Compares the values deeply. The assertion holds if the result is `wanted`.
fn deep(
    name: &'static str,
    mode: Mode,
    wanted: bool,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let arguments = Arguments::of(arguments, context)?;
    let holds = are_deeply_equal(arguments.actual, arguments.expected, mode, context)? == wanted;
    arguments.check(holds, name, name, context)
}

pub(super) fn deep_equal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    deep("deepEqual", Mode::Loose, true, arguments, context)
}

pub(super) fn not_deep_equal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    deep("notDeepEqual", Mode::Loose, false, arguments, context)
}

pub(super) fn deep_strict_equal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    deep("deepStrictEqual", Mode::Strict, true, arguments, context)
}

pub(super) fn not_deep_strict_equal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    deep("notDeepStrictEqual", Mode::Strict, false, arguments, context)
}

pub(super) fn partial_deep_strict_equal(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    deep("partialDeepStrictEqual", Mode::Partial, true, arguments, context)
}
