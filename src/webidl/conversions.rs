//! Conversions from JavaScript values to IDL values.

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsSymbol, JsValue, js_string};

use super::exception::type_error;

/// Checks that an operation got all its required arguments.
///
/// # Errors
///
/// A `TypeError` that names the operation.
pub fn require_arguments(arguments: &[JsValue], required: usize, operation: &str) -> JsResult<()> {
    if arguments.len() >= required {
        return Ok(());
    }
    let plural = if required == 1 { "" } else { "s" };
    let got = arguments.len();
    Err(type_error(format!("{operation}: {required} argument{plural} required, but only {got} present")))
}

/// A value on its way to a [dictionary](https://webidl.spec.whatwg.org/#js-dictionary).
#[derive(Clone)]
pub struct Dictionary(Option<JsObject>);

impl Dictionary {
    /// `undefined` and `null` are the empty dictionary.
    ///
    /// # Errors
    ///
    /// A `TypeError` that names `what` for a value that is neither an object nor empty.
    pub fn from_value(value: &JsValue, what: &str) -> JsResult<Self> {
        match value.as_object() {
            Some(object) => Ok(Self(Some(object.clone()))),
            None if value.is_null_or_undefined() => Ok(Self(None)),
            None => Err(type_error(format!("{what} must be an object"))),
        }
    }

    /// The member of this name, if the dictionary has it.
    ///
    /// # Errors
    ///
    /// What a getter throws.
    pub fn get(&self, name: JsString, context: &mut Context) -> JsResult<Option<JsValue>> {
        let Some(object) = &self.0 else { return Ok(None) };
        let key = PropertyKey::from(name);
        let value = match stored_value(object, &key) {
            Some(value) => value,
            None => object.get(key, context)?,
        };
        Ok((!value.is_undefined()).then_some(value))
    }

    /// The member of this name as a boolean; `false` if it is missing.
    ///
    /// # Errors
    ///
    /// What a getter throws.
    pub fn boolean(&self, name: JsString, context: &mut Context) -> JsResult<bool> {
        Ok(self.get(name, context)?.is_some_and(|value| value.to_boolean()))
    }

    /// The member of this name, which must not be missing.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the member is missing; what a getter throws.
    pub fn required(&self, name: &JsString, what: &str, context: &mut Context) -> JsResult<JsValue> {
        self.get(name.clone(), context)?
            .ok_or_else(|| type_error(format!("{what}: required member '{}' is missing", name.to_std_string_escaped())))
    }
}

/// What getting a property of an ordinary object gives, where no code of the program could notice: the property holds a value, or there is
/// none in the whole chain. `None` if it must be got in the usual way. Most members of most dictionaries are missing, and this is many times
/// faster at finding that out.
fn stored_value(object: &JsObject, key: &PropertyKey) -> Option<JsValue> {
    let mut object = object.clone();
    loop {
        let next = {
            if !object.is::<OrdinaryObject>() {
                return None;
            }
            let object = object.borrow();
            if let Some(property) = object.properties().get(key) {
                return property.value().cloned();
            }
            object.prototype()
        };
        match next {
            Some(prototype) => object = prototype,
            None => return Some(JsValue::undefined()),
        }
    }
}

/// A value of the [enumeration](https://webidl.spec.whatwg.org/#js-enumeration) of this name.
///
/// # Errors
///
/// A `TypeError` that names `what`, the value and the enumeration; what `toString` throws.
pub fn enumeration<T: std::str::FromStr>(
    value: &JsValue,
    name: &str,
    what: &str,
    context: &mut Context,
) -> JsResult<T> {
    let text = value.to_string(context)?;
    // The values of enumerations are ASCII. Where the text is, nothing is copied.
    let known = text
        .as_str()
        .as_latin1()
        .and_then(|latin1| std::str::from_utf8(latin1).ok())
        .and_then(|text| text.parse().ok());
    known.ok_or_else(|| {
        let text = text.to_std_string_escaped();
        type_error(format!("{what}: '{text}' is not a valid value for enumeration {name}"))
    })
}

/// An `[EnforceRange] unsigned long long`: whole, and from 0 to 2^53 - 1.
///
/// # Errors
///
/// A `TypeError` that names `what` for a number outside that range; what `valueOf` throws.
pub fn enforce_range(value: &JsValue, what: &str, context: &mut Context) -> JsResult<u64> {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    let number = value.to_number(context)?;
    if !number.is_finite() {
        return Err(type_error(format!("{what} is not a finite number")));
    }
    let whole = number.trunc();
    if !(0.0..=LARGEST).contains(&whole) {
        return Err(type_error(format!("{what} is outside the range 0 to 2^53 - 1")));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked just above")]
    Ok(whole as u64)
}

/// A [`double`](https://webidl.spec.whatwg.org/#js-double): finite.
///
/// # Errors
///
/// A `TypeError` that names `what` for a number that is not finite; what `valueOf` throws.
pub fn double(value: &JsValue, what: &str, context: &mut Context) -> JsResult<f64> {
    let number = value.to_number(context)?;
    if number.is_finite() { Ok(number) } else { Err(type_error(format!("{what} is not a finite number"))) }
}

/// A [`USVString`](https://webidl.spec.whatwg.org/#js-USVString): lone surrogates become U+FFFD.
///
/// # Errors
///
/// What `toString` throws.
pub fn usv_string(value: &JsValue, context: &mut Context) -> JsResult<JsString> {
    Ok(js_string!(value.to_string(context)?.to_std_string_lossy()))
}

/// A [`long`](https://webidl.spec.whatwg.org/#js-long): modulo 2^32.
///
/// # Errors
///
/// What `valueOf` throws.
pub fn long(value: &JsValue, context: &mut Context) -> JsResult<i32> {
    value.to_i32(context)
}

/// An [`unsigned long`](https://webidl.spec.whatwg.org/#js-unsigned-long): modulo 2^32.
///
/// # Errors
///
/// What `valueOf` throws.
pub fn unsigned_long(value: &JsValue, context: &mut Context) -> JsResult<u32> {
    value.to_u32(context)
}

/// An [`unsigned short`](https://webidl.spec.whatwg.org/#js-unsigned-short): modulo 2^16.
///
/// # Errors
///
/// What `valueOf` throws.
pub fn unsigned_short(value: &JsValue, context: &mut Context) -> JsResult<u16> {
    value.to_uint16(context)
}

/// An [`unsigned long long`](https://webidl.spec.whatwg.org/#js-unsigned-long-long): modulo 2^64.
///
/// # Errors
///
/// What `valueOf` throws.
pub fn unsigned_long_long(value: &JsValue, context: &mut Context) -> JsResult<u64> {
    let number = value.to_number(context)?;
    if !number.is_finite() {
        return Ok(0);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the modulo is the conversion")]
    Ok(number.trunc().rem_euclid(18_446_744_073_709_551_616.0) as u64)
}

/// A [sequence](https://webidl.spec.whatwg.org/#js-sequence): the values of an iterable, each converted by `convert`.
///
/// # Errors
///
/// A `TypeError` that names `what` for a value that is no iterable object; what iterating or `convert` throws.
pub fn sequence<T>(
    value: &JsValue,
    what: &str,
    context: &mut Context,
    mut convert: impl FnMut(JsValue, &mut Context) -> JsResult<T>,
) -> JsResult<Vec<T>> {
    let not_iterable = || type_error(format!("{what} is not iterable"));
    let iterable = value.as_object().ok_or_else(not_iterable)?;
    let method = iterable.get(JsSymbol::iterator(), context)?.as_callable().ok_or_else(not_iterable)?;
    let iterator = method.call(value, &[], context)?.as_object().ok_or_else(not_iterable)?;
    let next = iterator.get(js_string!("next"), context)?.as_callable().ok_or_else(not_iterable)?;
    let mut values = Vec::new();
    loop {
        let result = next.call(&iterator.clone().into(), &[], context)?.as_object().ok_or_else(not_iterable)?;
        if result.get(js_string!("done"), context)?.to_boolean() {
            return Ok(values);
        }
        let value = result.get(js_string!("value"), context)?;
        values.push(convert(value, context)?);
    }
}
