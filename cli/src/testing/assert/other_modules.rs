//! Failed assertions of other modules than `node:assert`.

use boa_engine::{Context, JsError, JsResult, JsValue, js_string};

use super::assertion_error::Options;
use super::failure::Assertion;
use super::message::Compared;
use super::node_error::invalid_arg_type;
use super::objects::is_instance_of_error;

/// A failed assertion.
pub(crate) struct Failed {
    /// The name of its function.
    pub(crate) operator: &'static str,
    pub(crate) message: String,
    pub(crate) actual: JsValue,
    pub(crate) expected: JsValue,
}

/// Returns the `AssertionError` of a failed assertion. `given` is the message that the program passed: a string, which
/// comes before the message, or an error, which is thrown itself.
pub(crate) fn failed(failed: Failed, given: &JsValue, context: &mut Context) -> JsError {
    let Failed { operator, message, actual, expected } = failed;
    let message = match given.as_string() {
        Some(given) => format!("{}\n{message}", given.to_std_string_lossy()),
        None if given.is_undefined() => message,
        None => {
            return match is_instance_of_error(given, context) {
                Ok(true) => JsError::from_opaque(given.clone()),
                Ok(false) => invalid_arg_type("message", "of type string or an instance of Error", given, context),
                Err(error) => error,
            };
        }
    };
    let options = Options::new(&actual, &expected, operator, &js_string!(message).into());
    Assertion::new(operator).error_with(options, given.is_undefined(), context)
}

/// Returns the differences of two values under a heading, as `deepStrictEqual` shows them.
///
/// # Errors
///
/// None: the heading is a string.
pub(crate) fn differences(
    heading: &str,
    actual: &JsValue,
    expected: &JsValue,
    context: &mut Context,
) -> JsResult<String> {
    let compared = Compared { actual, expected, operator: "deepStrictEqual", full: false };
    Ok(compared.message(&js_string!(heading).into(), context)?.to_std_string_lossy())
}
