//! `toExponential`, `toFixed` and `toPrecision` of numbers. The engine's own round ties down, and have wrong digits for
//! numbers that are much smaller than 1: `(4.2e-23).toFixed(20)` is `0.37500000000000000000`.

use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use super::abstract_operations::{define, this_number_value};

/// Replaces the methods.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().number().prototype();
    for (name, method) in [
        (js_string!("toExponential"), to_exponential as Method),
        (js_string!("toFixed"), to_fixed),
        (js_string!("toPrecision"), to_precision),
    ] {
        define(&prototype, name, 1, NativeFunction::from_fn_ptr(method), context)?;
    }
    Ok(())
}

type Method = fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

fn this_number(this: &JsValue, method: &str) -> JsResult<f64> {
    let missing = || js_error!(TypeError: "Number.prototype.{} requires that 'this' be a Number", method);
    this_number_value(this).ok_or_else(missing)
}

/// The argument, if it is between the bounds.
fn digits(digits: IntegerOrInfinity, (least, most): (usize, usize), what: &str) -> JsResult<usize> {
    let number = match digits {
        IntegerOrInfinity::Integer(number) => usize::try_from(number).ok(),
        _ => None,
    };
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| js_error!(RangeError: "{} argument must be between {} and {}", what, least, most))
}

fn number_to_string(number: f64, context: &mut Context) -> JsResult<JsValue> {
    JsValue::from(number).to_string(context).map(JsValue::from)
}

/// [`Number.prototype.toExponential`](https://tc39.es/ecma262/#sec-number.prototype.toexponential).
fn to_exponential(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = this_number(this, "toExponential")?;
    let argument = arguments.get_or_undefined(0);
    let count = argument.to_integer_or_infinity(context)?;
    if !number.is_finite() {
        return number_to_string(number, context);
    }
    let count = digits(count, (0, 100), "toExponential()")?;
    let shown = if argument.is_undefined() {
        // The digits that determine the number are those of its string.
        let digits = JsValue::from(number.abs()).to_string(context)?.to_std_string_lossy();
        Decimal::of_string(number, &digits)
    } else {
        Decimal::rounded(number, count + 1)
    };
    Ok(JsString::from(shown.exponential()).into())
}

/// [`Number.prototype.toFixed`](https://tc39.es/ecma262/#sec-number.prototype.tofixed).
fn to_fixed(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = this_number(this, "toFixed")?;
    let count = digits(arguments.get_or_undefined(0).to_integer_or_infinity(context)?, (0, 100), "toFixed() digits")?;
    if number.is_nan() || number.abs() >= 1e21 {
        return number_to_string(number, context);
    }
    Ok(JsString::from(fixed(number, count)).into())
}

/// [`Number.prototype.toPrecision`](https://tc39.es/ecma262/#sec-number.prototype.toprecision).
fn to_precision(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = this_number(this, "toPrecision")?;
    let argument = arguments.get_or_undefined(0);
    if argument.is_undefined() {
        return number_to_string(number, context);
    }
    let count = argument.to_integer_or_infinity(context)?;
    if !number.is_finite() {
        return number_to_string(number, context);
    }
    let count = digits(count, (1, 100), "toPrecision()")?;
    let shown = Decimal::rounded(number, count);
    let is_exponential = shown.exponent < -6 || usize::try_from(shown.exponent).is_ok_and(|it| it >= count);
    Ok(JsString::from(if is_exponential { shown.exponential() } else { shown.plain() }).into())
}

/// The most digits that a number has: the smallest ones have so many after the first that is not 0.
const MOST_DIGITS: usize = 767;

/// The most digits after the point.
const MOST_AFTER_POINT: usize = 1074;

/// Whether a number is in the middle between two with one digit less. `exact` returns all of its digits.
fn is_tie(digits: &str, exact: impl FnOnce() -> String) -> bool {
    digits.ends_with('5') && exact().strip_prefix(digits).is_some_and(|rest| rest.bytes().all(|digit| digit == b'0'))
}

/// The next number with one digit less, which Rust does not take if its last digit is odd. It can have one digit more.
fn rounded_up(digits: &str) -> String {
    let kept = &digits[..digits.len() - 1];
    let nines = kept.bytes().rev().take_while(|digit| *digit == b'9').count();
    let (head, zeros) = (&kept[..kept.len() - nines], "0".repeat(nines));
    match head.as_bytes().split_last() {
        Some((last, head)) => format!("{}{}{zeros}", String::from_utf8_lossy(head), char::from(last + 1)),
        None => format!("1{zeros}"),
    }
}

/// A number with so many digits after the point.
fn fixed(number: f64, count: usize) -> String {
    let format = |count: usize| format!("{:.*}", count, number.abs()).replace('.', "");
    let next = format(count + 1);
    let is_tie = is_tie(&next, || format(MOST_AFTER_POINT));
    let digits = if is_tie { rounded_up(&next) } else { format(count) };
    let (whole, rest) = digits.split_at(digits.len() - count);
    let (sign, point) = (if number < 0.0 { "-" } else { "" }, if rest.is_empty() { "" } else { "." });
    format!("{sign}{whole}{point}{rest}")
}

/// A number as its decimal digits. The point is after the first one, and then moves by the exponent.
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i32,
}

impl Decimal {
    /// The digits of a number whose absolute value has this string.
    fn of_string(number: f64, text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, rest) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{rest}");
        let significant = all.trim_start_matches('0');
        let exponent: i32 = exponent.parse().unwrap_or_default();
        let first = i32::try_from(whole.len()).unwrap_or(i32::MAX)
            - 1
            - i32::try_from(all.len() - significant.len()).unwrap_or(i32::MAX);
        let digits = significant.trim_end_matches('0');
        let is_zero = digits.is_empty();
        Self {
            is_negative: number < 0.0,
            digits: if is_zero { "0".to_owned() } else { digits.to_owned() },
            exponent: if is_zero { 0 } else { exponent + first },
        }
    }

    /// So many digits. Of two that are equally near, the number further from 0.
    fn rounded(number: f64, count: usize) -> Self {
        let format = |count: usize| Self::of_text(number, &format!("{:.*e}", count - 1, number.abs()));
        let next = format(count + 1);
        if !is_tie(&next.digits, || format(MOST_DIGITS).digits) {
            return format(count);
        }
        let digits = rounded_up(&next.digits);
        let exponent = next.exponent + i32::from(digits.len() > count);
        Self { digits: digits[..count].to_owned(), exponent, ..next }
    }

    fn of_text(number: f64, text: &str) -> Self {
        let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
        Self {
            is_negative: number < 0.0,
            digits: digits.chars().filter(char::is_ascii_digit).collect(),
            exponent: exponent.parse().unwrap_or_default(),
        }
    }

    fn sign(&self) -> &'static str {
        if self.is_negative { "-" } else { "" }
    }

    fn exponential(&self) -> String {
        let (first, rest) = self.digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{}{first}{point}{rest}e{:+}", self.sign(), self.exponent)
    }

    /// Without an exponent. Not all digits are before the point, or no zero follows them.
    fn plain(&self) -> String {
        let sign = self.sign();
        let Ok(exponent) = usize::try_from(self.exponent) else {
            let zeros = usize::try_from(-self.exponent - 1).unwrap_or_default();
            return format!("{sign}0.{}{}", "0".repeat(zeros), self.digits);
        };
        let (whole, rest) = self.digits.split_at(exponent + 1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{sign}{whole}{point}{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn digits_are_those_of_the_exact_number() {
        for (source, expected) in [
            ("[2.5, -2.5, 0.5, 1.5, 8.345, 1.005].map(x => x.toFixed(0)).join()", "3,-3,1,2,8,1"),
            (
                "[1.005, 1.45, 8.345, -1.5e-9, 0.000001, 1234.5678, -0].map(x => x.toFixed(2)).join()",
                "1.00,1.45,8.35,-0.00,0.00,1234.57,0.00",
            ),
            ("[4.2e-23, 2.5e-18, 5e-324].map(x => x.toFixed(10)).join()", "0.0000000000,0.0000000000,0.0000000000"),
            ("[99.5, 9.5, 0.95].map(x => x.toFixed(0)).join()", "100,10,1"),
            ("[1e21, NaN, -Infinity].map(x => x.toFixed(3)).join()", "1e+21,NaN,-Infinity"),
            ("(123.456).toFixed(30)", "123.456000000000003069544618483633"),
            ("[25, 2.5, 12345, 99.95, 0].map(x => x.toExponential(0)).join()", "3e+1,3e+0,1e+4,1e+2,0e+0"),
            (
                "[25, 1e21, 123456, 5e-324, 0, -1.5].map(x => x.toExponential()).join()",
                "2.5e+1,1e+21,1.23456e+5,5e-324,0e+0,-1.5e+0",
            ),
            ("(-34238438517786.562).toExponential()", "-3.4238438517786562e+13"),
            (
                "[5e-324, 99.5, 9.95, 123456, 0.000012345, 1e-7, -2.5].map(x => x.toPrecision(2)).join()",
                "4.9e-324,1.0e+2,9.9,1.2e+5,0.000012,1.0e-7,-2.5",
            ),
            ("[0, 1, 1e21, 15, 0.00015].map(x => x.toPrecision(3)).join()", "0.00,1.00,1.00e+21,15.0,0.000150"),
            ("[[9.5, 1], [94.5, 2], [1.25, 2]].map(([x, n]) => x.toPrecision(n)).join()", "1e+1,95,1.3"),
            ("try { (1).toFixed(101) } catch (e) { e.message }", "toFixed() digits argument must be between 0 and 100"),
            (
                "try { (1).toExponential(-1) } catch (e) { e.message }",
                "toExponential() argument must be between 0 and 100",
            ),
            (
                "try { (1).toPrecision(0) } catch (e) { e.name + e.message }",
                "RangeErrortoPrecision() argument must be between 1 and 100",
            ),
            (
                "try { Number.prototype.toFixed.call('1') } catch (e) { e.message }",
                "Number.prototype.toFixed requires that 'this' be a Number",
            ),
            ("new Number(1.5).toFixed() + NaN.toExponential(200) + Infinity.toPrecision(0)", "2NaNInfinity"),
        ] {
            assert_eq!(evaluate(source), expected, "{source}");
        }
    }
}
