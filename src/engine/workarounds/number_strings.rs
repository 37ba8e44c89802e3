//! `toLocaleString` of numbers and bigints, which the engine writes like `toString`.
//!
//! What V8 prints for American English: groups of three digits, and at most three digits after the point, unless the
//! options say how many.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use super::abstract_operations::{define, this_number_value};
use super::locales::{has_other_options, locale, number_option, options, tell};
use crate::event_loop::EngineFault;

/// Replaces the methods.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (number, bigint) = (constructors.number().prototype(), constructors.bigint().prototype());
    for (prototype, text) in [(number, number_text as Text), (bigint, bigint_text)] {
        let method = NativeFunction::from_copy_closure(move |this, arguments, context| {
            let text = text(this)?;
            let style = style(arguments, context)?;
            Ok(JsString::from(style.write(&text)).into())
        });
        define(&prototype, js_string!("toLocaleString"), 0, method, context)?;
    }
    Ok(())
}

/// The digits of a value, with a point and a sign.
type Text = fn(&JsValue) -> JsResult<String>;

fn number_text(this: &JsValue) -> JsResult<String> {
    let number = this_number_value(this);
    number.map(|number| number.to_string()).ok_or_else(|| js_error!(TypeError: "this is not a number"))
}

fn bigint_text(this: &JsValue) -> JsResult<String> {
    let wrapped = |object: JsObject| object.downcast_ref::<boa_engine::JsBigInt>().map(|number| number.clone());
    let number = this.as_bigint().or_else(|| this.as_object().and_then(wrapped));
    number.map(|number| number.to_string()).ok_or_else(|| js_error!(TypeError: "this is not a bigint"))
}

/// How a number is written.
struct Style {
    has_groups: bool,
    /// The number of digits after the point.
    least: usize,
    most: usize,
}

/// The options that are known.
const OPTIONS: [&str; 3] = ["minimumFractionDigits", "maximumFractionDigits", "useGrouping"];

/// Reads the locale and the options, and reports those that are not known.
fn style(arguments: &[JsValue], context: &mut Context) -> JsResult<Style> {
    let locale = locale(arguments.get_or_undefined(0), context)?;
    let is_english = locale.is_none_or(|locale| matches!(locale.as_str(), "en" | "en-us" | "en-gb"));
    let mut style = Style { has_groups: true, least: 0, most: 3 };
    let mut is_known = is_english;
    if let Some(options) = options(arguments, context)? {
        let least = number_option(&options, OPTIONS[0], (0, 100), context)?;
        let most = number_option(&options, OPTIONS[1], (0, 100), context)?;
        if least.zip(most).is_some_and(|(least, most)| least > most) {
            return Err(js_error!(RangeError: "maximumFractionDigits value is out of range."));
        }
        let (least, most) = (least.map(|it| it as usize), most.map(|it| it as usize));
        style.least = least.unwrap_or(0);
        style.most = most.unwrap_or(style.least.max(3));
        let grouping = options.get(js_string!(OPTIONS[2]), context)?;
        style.has_groups = grouping.is_undefined() || grouping.to_boolean();
        is_known &= grouping.is_undefined() || grouping.is_boolean();
        is_known &= !has_other_options(&options, &OPTIONS, context)?;
    }
    if !is_known {
        tell(EngineFault::LocaleFormat, "a number is formatted without its locale and options", context);
    }
    Ok(style)
}

impl Style {
    /// Writes a number, which is given without an exponent.
    fn write(&self, text: &str) -> String {
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        match digits {
            "NaN" => return "NaN".to_owned(),
            "inf" => return format!("{sign}∞"),
            _ => {}
        }
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let (whole, mut fraction) = rounded(whole, fraction, self.most);
        fraction.truncate(fraction.trim_end_matches('0').len().max(self.least));
        let fraction = format!("{fraction:0<width$}", width = self.least);
        let whole = if self.has_groups { grouped(&whole) } else { whole };
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{sign}{whole}{point}{fraction}")
    }
}

/// Rounds a number to so many digits after the point, half away from zero.
fn rounded(whole: &str, fraction: &str, most: usize) -> (String, String) {
    let (kept, dropped) = fraction.split_at(fraction.len().min(most));
    let mut digits: Vec<u8> = whole.bytes().chain(kept.bytes()).collect();
    if dropped.as_bytes().first().is_some_and(|&digit| digit >= b'5') {
        let nines = digits.iter().rev().take_while(|&&digit| digit == b'9').count();
        let end = digits.len() - nines;
        digits[end..].fill(b'0');
        match digits[..end].last_mut() {
            Some(digit) => *digit += 1,
            None => digits.insert(0, b'1'),
        }
    }
    let text: String = digits.into_iter().map(char::from).collect();
    let (whole, fraction) = text.split_at(text.len() - kept.len());
    (whole.to_owned(), fraction.to_owned())
}

/// Puts commas between groups of three digits.
fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn numbers_are_those_of_v8() {
        for (source, expected) in [
            ("(1234567.891).toLocaleString()", "1,234,567.891"),
            ("(1.005).toLocaleString('en-US', { maximumFractionDigits: 2 })", "1.01"),
            ("(-1234.5).toLocaleString(undefined, { minimumFractionDigits: 2 })", "-1,234.50"),
            ("(1234.5).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 0 })", "1235"),
            ("(999.9996).toLocaleString()", "1,000"),
            ("(9.99).toLocaleString('en', { maximumFractionDigits: 1 })", "10"),
            ("(0.0005).toLocaleString()", "0.001"),
            ("(1e21).toLocaleString()", "1,000,000,000,000,000,000,000"),
            ("(1e-7).toLocaleString()", "0"),
            ("(-0).toLocaleString()", "-0"),
            ("(-Infinity).toLocaleString()", "-∞"),
            ("NaN.toLocaleString()", "NaN"),
            ("(-12345678901234567890n).toLocaleString()", "-12,345,678,901,234,567,890"),
            ("Object(5n).toLocaleString('en-US', { minimumFractionDigits: 2 })", "5.00"),
            ("Object(1e3).toLocaleString() + [1e3, 1].toLocaleString()", "1,0001,000,1"),
        ] {
            assert_eq!(evaluate(source), expected, "{source}");
        }
        for source in ["{ minimumFractionDigits: 3, maximumFractionDigits: 2 }", "{ maximumFractionDigits: 101 }"] {
            let error = evaluate(&format!("(1).toLocaleString('en', {source})"));
            assert!(error.contains("RangeError: maximumFractionDigits value is out of range."), "{error}");
        }
        assert!(evaluate("Number.prototype.toLocaleString.call('1')").contains("TypeError"));
    }
}
