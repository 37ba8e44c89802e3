//! What reporters show of an assertion error: one of `node:assert`, or one of another library.

use boa_engine::{Context, JsObject, JsString, JsValue, js_string};
use posttask::internal::html::own_property;

use super::assertion_error::is_assertion_error;
use super::objects::is_error;
use super::other_modules::differences;
use super::printer::{Style, print};
use crate::testing::report::Compared;

fn stored(error: &JsObject, name: &str) -> Option<JsValue> {
    own_property(error, &js_string!(name).into())?.value().cloned()
}

/// Returns the values that an assertion compared, as text. `None` if the value is no error with such values, or if the
/// program has changed its properties to getters.
pub(crate) fn compared(error: &JsValue, context: &mut Context) -> Option<Compared> {
    let object = error.as_object().filter(|_| is_error(error, context).unwrap_or(false))?;
    let (expected, actual) = (stored(&object, "expected")?, stored(&object, "actual")?);
    let operator = stored(&object, "operator").and_then(|operator| operator.as_string());
    // Other libraries need not say what they have done.
    let operator = operator.or_else(|| (!is_assertion_error(error, context)).then(JsString::default))?;
    Some(Compared {
        expected: print(&expected, Style::Lines, context),
        actual: print(&actual, Style::Lines, context),
        operator: operator.to_std_string_lossy(),
    })
}

/// Returns a message with the differences of the values that an assertion of another library compared. `None` if its
/// own message is enough: Chai and others say so with `showDiff`, which Mocha has introduced.
pub(crate) fn with_differences(message: &str, error: &JsValue, context: &mut Context) -> Option<String> {
    let object = error.as_object().filter(|_| !is_assertion_error(error, context))?;
    let Compared { expected: expected_text, actual: actual_text, .. } = compared(error, context)?;
    let shows = stored(&object, "showDiff").is_none_or(|shows| shows.to_boolean());
    if !shows || expected_text == actual_text {
        return None;
    }
    let (expected, actual) = (stored(&object, "expected")?, stored(&object, "actual")?);
    differences(message.trim_end(), &actual, &expected, context).ok()
}
