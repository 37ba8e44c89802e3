//! The constructor `Date`, `Date.parse` and the methods that depend on local time.
//!
//! The engine's own read only the formats of ECMAScript, in which even `'2024-01-01 10:00'` and `'Sep 6, 2024'` are
//! invalid. Around a change of the offset of the local time zone, they convert local time to UTC with the wrong offset.

use boa_engine::builtins::date::Date;
use boa_engine::object::builtins::JsDate;
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};
use boa_engine::{Finalize, Trace};

use super::abstract_operations::{constructor, define, replace_constructor};
use super::date_text::{DateText, Offset};
use super::local_time::{local_time, utc};

/// Functions of the engine.
#[derive(Clone, Trace, Finalize)]
struct Engines {
    date: JsObject,
    /// `Date.UTC`.
    utc: JsObject,
    to_string: JsObject,
}

/// Functions of the engine: a method that sets parts of a date in UTC.
#[derive(Clone, Trace, Finalize)]
struct Setter {
    in_utc: JsObject,
    /// How many arguments are looked at.
    parameters: usize,
    /// Whether an invalid date becomes valid: only with a year.
    sets_year: bool,
}

/// Replaces the functions.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let standard = context.intrinsics().constructors().date();
    let (date, prototype) = (standard.constructor(), standard.prototype());
    let function = |object: &JsObject, name: JsString, context: &mut Context| {
        let function = object.get(name, context)?.as_object();
        function.ok_or_else(|| js_error!(TypeError: "a function of Date does not exist"))
    };
    for (name, name_in_utc, length) in [
        (js_string!("setDate"), js_string!("setUTCDate"), 1),
        (js_string!("setFullYear"), js_string!("setUTCFullYear"), 3),
        (js_string!("setHours"), js_string!("setUTCHours"), 4),
        (js_string!("setMilliseconds"), js_string!("setUTCMilliseconds"), 1),
        (js_string!("setMinutes"), js_string!("setUTCMinutes"), 3),
        (js_string!("setMonth"), js_string!("setUTCMonth"), 2),
        (js_string!("setSeconds"), js_string!("setUTCSeconds"), 2),
    ] {
        let sets_year = name == js_string!("setFullYear");
        let setter = Setter { in_utc: function(&prototype, name_in_utc, context)?, parameters: length, sets_year };
        let setter = NativeFunction::from_copy_closure_with_captures(set_local, setter);
        define(&prototype, name, length, setter, context)?;
    }
    let engines = Engines {
        date: date.clone(),
        utc: function(&date, js_string!("UTC"), context)?,
        to_string: function(&prototype, js_string!("toString"), context)?,
    };
    define(&date, js_string!("parse"), 1, NativeFunction::from_fn_ptr(date_parse), context)?;
    let replaced = NativeFunction::from_copy_closure_with_captures(construct, engines);
    let replaced = constructor(js_string!("Date"), 7, replaced, context);
    replace_constructor(js_string!("Date"), &replaced, &date, context)
}

/// [`Date`](https://tc39.es/ecma262/#sec-date).
fn construct(
    new_target: &JsValue,
    arguments: &[JsValue],
    engines: &Engines,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(target) = new_target.as_object() else {
        let now = engines.date.construct(&[], None, context)?;
        return engines.to_string.call(&now.into(), &[], context);
    };
    let time = match arguments {
        [] => return engines.date.construct(&[], Some(&target), context).map(JsValue::from),
        [value] => time_of(value, context)?,
        _ => utc(engines.utc.call(&JsValue::undefined(), arguments, context)?.to_number(context)?, context),
    };
    engines.date.construct(&[time.into()], Some(&target), context).map(JsValue::from)
}

/// Step 4 of [`Date`](https://tc39.es/ecma262/#sec-date): the time of the only argument.
fn time_of(value: &JsValue, context: &mut Context) -> JsResult<f64> {
    if let Some(time) = time_value(value, context)? {
        return Ok(time);
    }
    let value = value.to_primitive(context, PreferredType::Default)?;
    match value.as_string() {
        Some(text) => Ok(parse(&text, context)),
        None => value.to_number(context),
    }
}

/// The time of a value that is a date.
fn time_value(value: &JsValue, context: &mut Context) -> JsResult<Option<f64>> {
    let Some(object) = value.as_object().filter(JsObject::is::<Date>) else { return Ok(None) };
    Ok(JsDate::from_object(object)?.get_time(context)?.as_number())
}

/// [`Date.parse`](https://tc39.es/ecma262/#sec-date.parse).
fn date_parse(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = arguments.get_or_undefined(0).to_string(context)?;
    Ok(parse(&text, context).into())
}

/// The point in time that a text states, or NaN.
fn parse(text: &JsString, context: &Context) -> f64 {
    const MAX: f64 = 8.64e15;
    let Some(date) = DateText::parse(&text.to_vec()) else { return f64::NAN };
    #[expect(clippy::cast_precision_loss, reason = "a year has at most nine digits")]
    let local = days_before(date.year, date.month, date.day) as f64 * 86_400_000.0 + f64::from(date.time);
    let time = match date.offset {
        Offset::Seconds(seconds) => local - f64::from(seconds) * 1000.0,
        Offset::Local if local.abs() > MAX + 10.0 * 86_400_000.0 => return f64::NAN,
        Offset::Local => utc(local, context),
    };
    if time.abs() <= MAX { time } else { f64::NAN }
}

/// The number of days from the first of January 1970, as [`MakeDay`](https://tc39.es/ecma262/#sec-makeday) counts them.
pub(super) fn days_before(year: i32, month: i32, day: i32) -> i64 {
    // A year that begins in March has its leap day at the end.
    let months = i64::from(year) * 12 + i64::from(month) - 3;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (month * 153 + 2) / 5 + i64::from(day) - 1 - 719_468
}

/// The methods of dates that set parts of the local time, for example
/// [`setHours`](https://tc39.es/ecma262/#sec-date.prototype.sethours).
fn set_local(this: &JsValue, arguments: &[JsValue], setter: &Setter, context: &mut Context) -> JsResult<JsValue> {
    let Some(time) = time_value(this, context)? else {
        return Err(js_error!(TypeError: "this is not a Date object."));
    };
    let numbers: Vec<JsValue> = arguments
        .iter()
        .take(setter.parameters)
        .map(|value| value.to_number(context).map(JsValue::from))
        .collect::<JsResult<_>>()?;
    if time.is_nan() && !setter.sets_year {
        // The conversions of the arguments may have made it valid since.
        return Ok(f64::NAN.into());
    }
    // The method for UTC changes a date whose UTC is the local time.
    let local = context.intrinsics().constructors().date().constructor();
    let local = local.construct(&[local_time(time, context).into()], None, context)?;
    let local = setter.in_utc.call(&local.into(), &numbers, context)?.to_number(context)?;
    let Some(date) = this.as_object() else { return Ok(f64::NAN.into()) };
    JsDate::from_object(date)?.set_time(utc(local, context), context)
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;
    use super::super::tests::bare_engine;

    #[test]
    fn days_are_counted() {
        for (year, month, day, days) in
            [(1970, 1, 1, 0), (2000, 3, 1, 11_017), (1900, 2, 29, -25_508), (-1, 12, 31, -719_529), (0, 1, 1, -719_528)]
        {
            assert_eq!(super::days_before(year, month, day), days, "{year}-{month}-{day}");
        }
    }

    #[test]
    fn texts_of_other_formats_are_dates() {
        // What `Date.parse` of V8 returns.
        let facts = || include_str!("dates.txt").lines().filter_map(|line| line.split_once('\t'));
        let texts: Vec<&str> = facts().map(|(text, _)| text).collect();
        let times: Vec<&str> = facts().map(|(_, time)| time).collect();
        assert_eq!(evaluate(&format!("[{}].map(text => Date.parse(text))", texts.join(","))), times.join(","));
    }

    #[test]
    fn the_constructor_looks_like_that_of_the_engine() {
        let properties = "Reflect.ownKeys(Date).map(key => { \
            const { value, ...attributes } = Object.getOwnPropertyDescriptor(Date, key); \
            return [String(key), typeof value, value.name, value.length, JSON.stringify(attributes)] }).sort()";
        let source = format!("String([{properties}, Function.prototype.toString.call(Date), typeof Date()])");
        assert_eq!(evaluate(&source), bare_engine(&source));
        assert_eq!(evaluate("new Date(0).constructor === Date && new Date(0) instanceof Date"), "true");
        assert_eq!(
            evaluate("class D extends Date {} [new D('2024-01-01').getTime(), new D() instanceof D]"),
            "1704067200000,true"
        );
        assert_eq!(
            evaluate("[new Date('x'), new Date(new Date(5)).getTime(), +new Date({ valueOf: () => 7 })]"),
            "Invalid Date,5,7"
        );
        assert!(evaluate("Date.prototype.setHours.call({})").starts_with("TypeError"));
        assert_eq!(
            evaluate("const d = new Date(NaN); [d.setHours({ valueOf() { d.setTime(0); return 1 } }), d.getTime()]"),
            "NaN,0"
        );
        assert_eq!(evaluate("new Date(NaN).setFullYear(1970, 0, 1) === new Date(1970, 0, 1).getTime()"), "true");
    }
}
