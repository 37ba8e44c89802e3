//! What reporters show of an assertion error.

use boa_engine::{Context, JsValue, js_string};
use posttask::internal::html::own_property;

use super::assertion_error::is_assertion_error;
use super::printer::{Style, print};
use crate::testing::report::Compared;

/// Returns the values that an assertion compared, as text. `None` if the value is no assertion error, or if the program
/// has changed its properties to getters.
pub(crate) fn compared(error: &JsValue, context: &mut Context) -> Option<Compared> {
    if !is_assertion_error(error, context) {
        return None;
    }
    let object = error.as_object()?;
    let stored = |name: &str| own_property(&object, &js_string!(name).into())?.value().cloned();
    let (expected, actual, operator) = (stored("expected")?, stored("actual")?, stored("operator")?);
    Some(Compared {
        expected: print(&expected, Style::Lines, context),
        actual: print(&actual, Style::Lines, context),
        operator: operator.as_string()?.to_std_string_lossy(),
    })
}
