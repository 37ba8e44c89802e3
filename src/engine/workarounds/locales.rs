//! Locales, as arguments of functions for people. There is no data about languages: functions write American English,
//! and tell the program if it has asked for something else.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};

use super::engine_functions::name_of;
use crate::event_loop::{EngineFault, EventLoop};

/// Reports that a result is not that of a locale or of options.
pub(super) fn tell(fault: EngineFault, what: &str, context: &mut Context) {
    if let Some(event_loop) = EventLoop::of(context) {
        event_loop.an_engine_fault_was_met(fault, what, context);
    }
}

/// The first locale that an argument names: `en-us`. `None` if it names none.
pub(super) fn locale(argument: &JsValue, context: &mut Context) -> JsResult<Option<String>> {
    let first = match argument.as_object() {
        Some(list) => list.get(0, context)?,
        None => argument.clone(),
    };
    Ok(first.as_string().map(|name| name.to_std_string_lossy().to_ascii_lowercase()))
}

/// The language of a locale.
pub(super) fn language(locale: &str) -> &str {
    locale.split('-').next().unwrap_or_default()
}

/// The options of a call, if it has any.
pub(super) fn options(arguments: &[JsValue], context: &mut Context) -> JsResult<Option<JsObject>> {
    match arguments.get_or_undefined(1) {
        options if options.is_undefined() => Ok(None),
        options => options.to_object(context).map(Some),
    }
}

/// An option that is an integer in a range, as [`GetNumberOption`](https://tc39.es/ecma402/#sec-getnumberoption).
pub(super) fn number_option(
    options: &JsObject,
    name: &str,
    (least, most): (u32, u32),
    context: &mut Context,
) -> JsResult<Option<u32>> {
    let value = options.get(js_string!(name), context)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let number = value.to_number(context)?;
    if !(f64::from(least)..=f64::from(most)).contains(&number) {
        return Err(boa_engine::js_error!(RangeError: "{} value is out of range.", name));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number is in the range")]
    Ok(Some(number.floor() as u32))
}

/// Whether options are given other than these.
pub(super) fn has_other_options(options: &JsObject, known: &[&str], context: &mut Context) -> JsResult<bool> {
    let keys = options.own_property_keys(context)?;
    Ok(keys.iter().filter_map(name_of).any(|name| !known.contains(&name.to_std_string_lossy().as_str())))
}
