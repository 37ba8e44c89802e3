//! Functions of `Math` that the engine takes from the system, so that the last digit of a result depends on it.
//! Browsers use fdlibm, as the crate `libm` does with few exceptions. `cbrt`, `log10`, `log1p` and `tanh` are closer to
//! theirs in the system's library.

use std::f64::consts::{E, LN_2};

use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction, js_string};

use super::define;

type OfNumber = fn(f64) -> f64;

/// The functions of one number.
const FUNCTIONS: [(&str, OfNumber); 15] = [
    ("acos", libm::acos),
    ("acosh", acosh),
    ("asin", libm::asin),
    ("asinh", libm::asinh),
    ("atan", libm::atan),
    ("atanh", libm::atanh),
    ("cos", libm::cos),
    ("cosh", cosh),
    ("exp", exp),
    ("expm1", libm::expm1),
    ("log", libm::log),
    ("log2", libm::log2),
    ("sin", libm::sin),
    ("sinh", libm::sinh),
    ("tan", libm::tan),
];

/// Replaces the functions.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let math = context.intrinsics().objects().math();
    for (name, function) in FUNCTIONS {
        let steps = NativeFunction::from_copy_closure(move |_, arguments, context| {
            Ok(function(arguments.get_or_undefined(0).to_number(context)?).into())
        });
        define(&math, js_string!(name), 1, steps, context)?;
    }
    define(&math, js_string!("atan2"), 2, NativeFunction::from_fn_ptr(atan2), context)?;
    define(&math, js_string!("hypot"), 2, NativeFunction::from_fn_ptr(hypot), context)
}

/// [`Math.acosh`](https://tc39.es/ecma262/#sec-math.acosh). The crate does not notice all numbers below 1.
fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}

/// [`Math.exp`](https://tc39.es/ecma262/#sec-math.exp), which browsers make exact for 1.
#[expect(clippy::float_cmp, reason = "only this number is different")]
fn exp(x: f64) -> f64 {
    if x == 1.0 { E } else { libm::exp(x) }
}

/// [`Math.cosh`](https://tc39.es/ecma262/#sec-math.cosh). In the middle of the range, fdlibm adds in another order.
fn cosh(x: f64) -> f64 {
    if (0.5 * LN_2..=22.0).contains(&x.abs()) {
        let power = exp(x.abs());
        0.5 * power + 0.5 / power
    } else {
        libm::cosh(x)
    }
}

/// [`Math.atan2`](https://tc39.es/ecma262/#sec-math.atan2).
fn atan2(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let y = arguments.get_or_undefined(0).to_number(context)?;
    let x = arguments.get_or_undefined(1).to_number(context)?;
    Ok(libm::atan2(y, x).into())
}

/// [`Math.hypot`](https://tc39.es/ecma262/#sec-math.hypot).
fn hypot(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let numbers: JsResult<Vec<f64>> = arguments.iter().map(|value| Ok(value.to_number(context)?.abs())).collect();
    let numbers = numbers?;
    if numbers.contains(&f64::INFINITY) {
        return Ok(f64::INFINITY.into());
    }
    let largest = numbers.iter().fold(
        0.0_f64,
        |largest, &number| {
            if largest.is_nan() || number <= largest { largest } else { number }
        },
    );
    if largest == 0.0 || largest.is_nan() {
        return Ok(largest.into());
    }
    // Kahan's summation, as in V8: of numbers of at most 1, which do not overflow.
    let (mut sum, mut lost) = (0.0, 0.0);
    for number in numbers {
        let part = (number / largest).powi(2) - lost;
        let next = sum + part;
        lost = (next - sum) - part;
        sum = next;
    }
    Ok((libm::sqrt(sum) * largest).into())
}
