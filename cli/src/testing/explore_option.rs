//! The option `explore` of a test.

use boa_engine::{Context, JsResult, JsValue, js_string};
use posttask::exploration::Level;
use posttask::internal::webidl::type_error;

use super::options::Explore;

/// Reads the option: `true`, a number of runs, or an object with `runs` and `orders`.
///
/// # Errors
///
/// `TypeError` if it is anything else. Whatever its getters throw.
pub(super) fn explore_option(value: &JsValue, context: &mut Context) -> JsResult<Option<Explore>> {
    if !value.to_boolean() {
        return Ok(None);
    }
    if value.as_boolean().is_some() {
        return Ok(Some(Explore::default()));
    }
    let Some(object) = value.as_object() else {
        return Ok(Some(Explore { runs: runs(value)?, orders: None }));
    };
    let runs = runs(&object.get(js_string!("runs"), context)?)?;
    let orders = match object.get(js_string!("orders"), context)? {
        value if value.is_undefined() => None,
        value => Some(level(&value)?),
    };
    Ok(Some(Explore { runs, orders }))
}

fn runs(value: &JsValue) -> JsResult<Option<u64>> {
    if value.is_undefined() {
        return Ok(None);
    }
    let number = value.as_number().filter(|number| number.fract() == 0.0 && (1.0..=1e12).contains(number));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number in the range")]
    let number = number.map(|number| number as u64);
    number.map(Some).ok_or_else(|| type_error("the option explore.runs must be a whole number from 1"))
}

fn level(value: &JsValue) -> JsResult<Level> {
    let level = value.as_string().and_then(|text| text.to_std_string_lossy().parse().ok());
    level.ok_or_else(|| type_error("the option explore.orders must be 'intent' or 'standard'"))
}
