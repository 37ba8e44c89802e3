//! Integers: numbers if they are safe, otherwise of the type `BigInt`.

use boa_engine::{JsBigInt, JsValue, JsVariant};

use super::error::Error;

/// The largest safe integer: all integers up to it are different numbers.
const SAFE: i128 = (1 << 53) - 1;

/// The value of an integer.
pub(super) fn to_value(integer: i128) -> JsValue {
    if let Ok(small) = i32::try_from(integer) {
        return small.into();
    }
    if integer.unsigned_abs() <= SAFE.unsigned_abs() {
        #[expect(clippy::cast_precision_loss, reason = "a safe integer has an exact number")]
        return JsValue::from(integer as f64);
    }
    JsBigInt::from(integer).into()
}

/// An integer that a value is exactly.
pub(super) enum Integer {
    Signed(i128),
    /// Larger than the largest `i128`.
    Unsigned(u128),
}

/// The integer that a value is. `None` if it is neither a number nor a `BigInt`.
pub(super) fn of_value(value: &JsValue) -> Result<Option<Integer>, Error> {
    match value.variant() {
        JsVariant::Integer32(integer) => Ok(Some(Integer::Signed(integer.into()))),
        JsVariant::Float64(number) => of_number(number).map(Integer::Signed).map(Some),
        JsVariant::BigInt(integer) => {
            if let Ok(signed) = i128::try_from(integer.as_inner()) {
                return Ok(Some(Integer::Signed(signed)));
            }
            match u128::try_from(integer.as_inner()) {
                Ok(unsigned) => Ok(Some(Integer::Unsigned(unsigned))),
                Err(_) => Err(Error::new("the BigInt has more than 128 bits")),
            }
        }
        _ => Ok(None),
    }
}

/// The safe integer that a number is.
pub(super) fn of_number(number: f64) -> Result<i128, Error> {
    if number.fract() != 0.0 || !number.is_finite() {
        return Err(Error::new(format!("{number} is not an integer")));
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is an integer, and too large a one is refused")]
    let integer = number as i128;
    if integer.unsigned_abs() > SAFE.unsigned_abs() {
        return Err(Error::new(format!("{number} may stand for several integers: use a BigInt")));
    }
    Ok(integer)
}
