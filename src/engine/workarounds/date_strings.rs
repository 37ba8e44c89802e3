//! `toString` and `toTimeString` of dates, which state the offset of the wrong point in time around a change of the
//! offset of the local time zone, and those for people, which the engine writes like `toString`.
//!
//! What V8 prints: the name of the time zone is known only for UTC, and formats only for American English. For another
//! locale, or with options, the functions for people still write like `toString`, and say so.

use boa_engine::builtins::date::Date;
use boa_engine::object::builtins::JsDate;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use super::define;
use super::local_time::{local_time, offset_at};
use super::locales::tell;
use crate::event_loop::EngineFault;

/// Replaces the functions.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().date().prototype();
    for (name, write, is_for_people) in [
        (js_string!("toString"), Parts::to_text as Write, false),
        (js_string!("toTimeString"), Parts::to_time_text, false),
        (js_string!("toLocaleString"), Parts::for_people, true),
        (js_string!("toLocaleDateString"), Parts::date_for_people, true),
        (js_string!("toLocaleTimeString"), Parts::time_for_people, true),
    ] {
        let method = NativeFunction::from_copy_closure(move |this, arguments, context| {
            let is_plain = [0, 1].iter().all(|&index| arguments.get_or_undefined(index).is_undefined())
                || arguments.len() == 1 && arguments[0].as_string().is_some_and(|locale| locale == js_string!("en-US"));
            if !is_for_people || is_plain {
                return date_text(this, write, context);
            }
            let text = date_text(this, Parts::to_text, context)?;
            let what = "a date is formatted without its locale and options";
            tell(EngineFault::LocaleFormat, what, context);
            Ok(text)
        });
        define(&prototype, name, 0, method, context)?;
    }
    Ok(())
}

type Write = fn(&Parts) -> String;

fn date_text(this: &JsValue, write: Write, context: &mut Context) -> JsResult<JsValue> {
    let Some(date) = this.as_object().filter(JsObject::is::<Date>) else {
        return Err(js_error!(TypeError: "this is not a Date object."));
    };
    let time = JsDate::from_object(date)?.get_time(context)?.to_number(context)?;
    if time.is_nan() {
        return Ok(js_string!("Invalid Date").into());
    }
    Ok(JsString::from(write(&Parts::of(time, context))).into())
}

/// The parts of a point in time in the local time zone.
struct Parts {
    year: i64,
    /// From 0.
    month: usize,
    day: i64,
    /// From Sunday.
    weekday: usize,
    hour: i64,
    minute: i64,
    second: i64,
    /// In minutes east of UTC.
    offset: i64,
    is_utc: bool,
}

const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl Parts {
    fn of(time: f64, context: &Context) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "points in time are below 2^53")]
        let seconds = (local_time(time, context) / 1000.0).floor() as i64;
        let (days, seconds) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let (year, month, day) = date_from_days(days);
        #[expect(clippy::cast_possible_truncation, reason = "an offset is less than a day")]
        let offset = (offset_at(time, context) / 60_000.0) as i64;
        let weekday = usize::try_from((days + 4).rem_euclid(7)).unwrap_or(0);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        Self { year, month, day, weekday, hour, minute, second, offset, is_utc: is_utc(context) }
    }

    /// [`ToDateString`](https://tc39.es/ecma262/#sec-todatestring).
    fn to_text(&self) -> String {
        let (weekday, month, day) = (WEEKDAYS[self.weekday], MONTHS[self.month], self.day);
        let (sign, year) = (if self.year < 0 { "-" } else { "" }, self.year.abs());
        format!("{weekday} {month} {day:02} {sign}{year:04} {}", self.to_time_text())
    }

    /// [`TimeString`](https://tc39.es/ecma262/#sec-timestring) and
    /// [`TimeZoneString`](https://tc39.es/ecma262/#sec-timezoneestring).
    fn to_time_text(&self) -> String {
        let (sign, offset) = (if self.offset < 0 { '-' } else { '+' }, self.offset.abs());
        let name = if self.is_utc { " (Coordinated Universal Time)" } else { "" };
        let (hour, minute, second) = (self.hour, self.minute, self.second);
        format!("{hour:02}:{minute:02}:{second:02} GMT{sign}{:02}{:02}{name}", offset / 60, offset % 60)
    }

    fn for_people(&self) -> String {
        format!("{}, {}", self.date_for_people(), self.time_for_people())
    }

    fn date_for_people(&self) -> String {
        // There is no year 0: the year before the year 1 is 1 BC.
        let year = if self.year > 0 { self.year } else { 1 - self.year };
        format!("{}/{}/{year}", self.month + 1, self.day)
    }

    fn time_for_people(&self) -> String {
        let (hour, half) = ((self.hour + 11) % 12 + 1, if self.hour < 12 { "AM" } else { "PM" });
        format!("{hour}:{:02}:{:02} {half}", self.minute, self.second)
    }
}

/// Whether the local time zone is UTC: it has no offset in any season.
fn is_utc(context: &Context) -> bool {
    const WINTER: f64 = 1_704_067_200_000.0;
    const SUMMER: f64 = 1_719_792_000_000.0;
    offset_at(WINTER, context) == 0.0 && offset_at(SUMMER, context) == 0.0
}

/// The year, the month from 0 and the day of a day that is counted from the first of January 1970.
fn date_from_days(days: i64) -> (i64, usize, i64) {
    // A year that begins in March has its leap day at the end, and so has a period of 400 years.
    let days = days + 719_468;
    let (period, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (year * 365 + year / 4 - year / 100);
    let month = (day * 5 + 2) / 153;
    let date = day - (month * 153 + 2) / 5 + 1;
    let year = period * 400 + year + i64::from(month >= 10);
    (year, usize::try_from((month + 2) % 12).unwrap_or(0), date)
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn days_become_dates() {
        for days in (-800_000..800_000).step_by(97) {
            let (year, month, day) = super::date_from_days(days);
            let (year, month, day) = (year.try_into().unwrap(), i32::try_from(month).unwrap(), day.try_into().unwrap());
            assert_eq!(super::super::dates::days_before(year, month + 1, day), days);
        }
    }

    #[test]
    fn texts_are_those_of_v8() {
        let source = "const d = new Date(2024, 1, 9, 13, 5, 7); \
            [d.toLocaleString(), d.toLocaleDateString(), d.toLocaleTimeString('en-US'), d.toTimeString().slice(0, 12)]";
        assert_eq!(evaluate(source), "2/9/2024, 1:05:07 PM,2/9/2024,1:05:07 PM,13:05:07 GMT");
        assert_eq!(evaluate("[new Date(NaN), new Date(NaN).toLocaleString()]"), "Invalid Date,Invalid Date");
        assert_eq!(evaluate("new Date(2024, 0, 1, 0).toLocaleTimeString()"), "12:00:00 AM");
        assert_eq!(evaluate("new Date(-1e14).toString().slice(0, 16)"), "Thu Feb 15 -1199");
        assert!(evaluate("Date.prototype.toString.call({})").starts_with("TypeError"));
    }
}
