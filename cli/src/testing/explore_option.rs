//! The option `explore` of a test.

use std::time::Duration;

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};
use posttask::exploration::{Level, StrategyKind};
use posttask::internal::webidl::type_error;

use super::options::Explore;

/// The settings of an object.
const NAMES: [&str; 8] = ["runs", "for", "seed", "strategy", "orders", "level", "lateness", "cost"];

/// Reads the option: `true`, a number of runs, or an object with settings.
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
        return Ok(Some(Explore { runs: runs(value)?, ..Explore::default() }));
    };
    refuse_other_names(&object, context)?;
    let mut get = |name: &str| object.get(JsString::from(name), context);
    let (orders, level_value) = (get("orders")?, get("level")?);
    let orders = if orders.is_undefined() { level_value } else { orders };
    Ok(Some(Explore {
        runs: runs(&get("runs")?)?,
        duration: milliseconds(&get("for")?, "for")?,
        seed: whole_number(&get("seed")?, "seed", 0.0)?,
        strategy: optional(&get("strategy")?, strategy)?,
        orders: optional(&orders, level)?,
        lateness: milliseconds(&get("lateness")?, "lateness")?,
        cost: milliseconds(&get("cost")?, "cost")?,
    }))
}

/// A setting that does not exist would have no effect, and nobody would know.
fn refuse_other_names(object: &JsObject, context: &mut Context) -> JsResult<()> {
    for key in object.own_property_keys(context)? {
        if let PropertyKey::String(name) = &key
            && !NAMES.iter().any(|known| name == known)
        {
            let (name, names) = (name.display_escaped(), NAMES.join(", "));
            return Err(type_error(format!("explore.{name} is not an option; the options are {names}")));
        }
    }
    Ok(())
}

fn optional<T>(value: &JsValue, convert: fn(&JsValue) -> JsResult<T>) -> JsResult<Option<T>> {
    if value.is_undefined() { Ok(None) } else { convert(value).map(Some) }
}

fn runs(value: &JsValue) -> JsResult<Option<u64>> {
    whole_number(value, "runs", 1.0)
}

fn whole_number(value: &JsValue, name: &str, least: f64) -> JsResult<Option<u64>> {
    if value.is_undefined() {
        return Ok(None);
    }
    let number = value.as_number().filter(|number| number.fract() == 0.0 && (least..=1e12).contains(number));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number in the range")]
    let number = number.map(|number| number as u64);
    let error = || type_error(format!("the option explore.{name} must be an integer of at least {least}"));
    number.map(Some).ok_or_else(error)
}

fn milliseconds(value: &JsValue, name: &str) -> JsResult<Option<Duration>> {
    if value.is_undefined() {
        return Ok(None);
    }
    let duration = value.as_number().and_then(|number| Duration::try_from_secs_f64(number / 1_000.0).ok());
    let error = || type_error(format!("the option explore.{name} must be a non-negative number of milliseconds"));
    duration.map(Some).ok_or_else(error)
}

fn level(value: &JsValue) -> JsResult<Level> {
    let level = value.as_string().and_then(|text| text.to_std_string_lossy().parse().ok());
    level.ok_or_else(|| type_error("the option explore.orders must be 'intent' or 'standard'"))
}

fn strategy(value: &JsValue) -> JsResult<StrategyKind> {
    let text = value.as_string().map(|text| text.to_std_string_lossy());
    let strategy = StrategyKind::ALL.into_iter().find(|kind| text.as_deref() == Some(kind.as_str()));
    let names = StrategyKind::ALL.map(StrategyKind::as_str).join(", ");
    strategy.ok_or_else(|| type_error(format!("the option explore.strategy must be one of {names}")))
}
