//! Conversions from JavaScript values to IDL values.

use std::fmt;
use std::str::FromStr;

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsSymbol, JsValue, js_string};
use boa_gc::Gc;

use super::exception::type_error;
use super::interface::Interface;
use super::platform_object::{implements, with_article};

/// Checks that all required arguments of an operation are present.
///
/// # Errors
///
/// `TypeError` if one is missing.
pub fn require_arguments(arguments: &[JsValue], required: usize, operation: &str) -> JsResult<()> {
    if arguments.len() >= required {
        return Ok(());
    }
    let plural = if required == 1 { "" } else { "s" };
    let got = arguments.len();
    Err(type_error(format!("{operation}: {required} argument{plural} required, but only {got} present")))
}

/// Checks that all required arguments of an operation of interface `T` are present.
///
/// # Errors
///
/// `TypeError` if one is missing.
pub fn require_arguments_of<T: Interface>(arguments: &[JsValue], required: usize, name: &str) -> JsResult<()> {
    if arguments.len() >= required {
        return Ok(());
    }
    require_arguments(arguments, required, &format!("{}.{name}", T::NAME))
}

/// A description of an argument or a dictionary member for error messages. It is only formatted if there is an error.
pub(crate) type Description<'a> = &'a dyn fmt::Display;

/// A value that is converted to a [dictionary](https://webidl.spec.whatwg.org/#js-dictionary), member by member.
#[derive(Clone)]
pub(crate) struct Dictionary {
    object: Option<JsObject>,
    operation: &'static str,
}

/// The description of a dictionary member: the operation and the name of the member.
struct Member<'a>(&'static str, &'a JsString);

impl fmt::Display for Member<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0, self.1.to_std_string_escaped())
    }
}

impl Dictionary {
    /// Starts the conversion of the options of an operation. `undefined` and `null` become the empty dictionary.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value is neither an object nor `undefined` nor `null`.
    pub(crate) fn from_value(value: &JsValue, operation: &'static str) -> JsResult<Self> {
        let object = value.as_object();
        if object.is_none() && !value.is_null_or_undefined() {
            return Err(type_error(format!("{operation}: options must be an object")));
        }
        Ok(Self { object, operation })
    }

    /// Returns a member without converting it, or `None` if the dictionary does not have it.
    ///
    /// # Errors
    ///
    /// Whatever a getter throws.
    pub(crate) fn get(&self, name: JsString, context: &mut Context) -> JsResult<Option<JsValue>> {
        let Some(object) = &self.object else { return Ok(None) };
        let key = PropertyKey::from(name);
        let value = match stored_value(object, &key) {
            Some(value) => value,
            None => object.get(key, context)?,
        };
        Ok((!value.is_undefined()).then_some(value))
    }

    /// Returns a member converted by `conversion`, or `None` if the dictionary does not have it.
    ///
    /// # Errors
    ///
    /// Whatever a getter or `conversion` throws.
    pub(crate) fn convert<T>(
        &self,
        name: &JsString,
        context: &mut Context,
        conversion: impl FnOnce(&JsValue, Description<'_>, &mut Context) -> JsResult<T>,
    ) -> JsResult<Option<T>> {
        let Some(value) = self.get(name.clone(), context)? else { return Ok(None) };
        conversion(&value, &Member(self.operation, name), context).map(Some)
    }

    /// Returns a member converted by `conversion`. The member must be present.
    ///
    /// # Errors
    ///
    /// `TypeError` if the member is missing; whatever a getter or `conversion` throws.
    pub(crate) fn required<T>(
        &self,
        name: &JsString,
        context: &mut Context,
        conversion: impl FnOnce(&JsValue, Description<'_>, &mut Context) -> JsResult<T>,
    ) -> JsResult<T> {
        let missing = || {
            let name = name.to_std_string_escaped();
            type_error(format!("{}: required member '{name}' is missing", self.operation))
        };
        self.convert(name, context, conversion)?.ok_or_else(missing)
    }

    /// Returns a member as a boolean, `false` if it is missing.
    ///
    /// # Errors
    ///
    /// Whatever a getter throws.
    pub(crate) fn boolean(&self, name: JsString, context: &mut Context) -> JsResult<bool> {
        Ok(self.get(name, context)?.is_some_and(|value| value.to_boolean()))
    }
}

/// Returns the value of a property of an ordinary object if scripts cannot observe the access: it is a data property,
/// or no object on the prototype chain has it. Returns `None` if the caller must use `get`. Most members of most
/// dictionaries are missing, and this function detects a missing member many times faster than `get`.
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

/// A Web IDL [enumeration](https://webidl.spec.whatwg.org/#idl-enumeration).
pub(crate) trait Enumeration: FromStr {
    /// The enumeration's identifier.
    const NAME: &'static str;
}

/// Converts to an [enumeration](https://webidl.spec.whatwg.org/#js-enumeration).
///
/// # Errors
///
/// `TypeError` if the enumeration does not have the value; whatever `toString` throws.
pub(crate) fn enumeration<T: Enumeration>(
    value: &JsValue,
    what: Description<'_>,
    context: &mut Context,
) -> JsResult<T> {
    let text = value.to_string(context)?;
    // The values of enumerations are ASCII. ASCII text is parsed without copying it.
    let known = text
        .as_str()
        .as_latin1()
        .and_then(|latin1| std::str::from_utf8(latin1).ok())
        .and_then(|text| text.parse().ok());
    known.ok_or_else(|| {
        let text = text.to_std_string_escaped();
        type_error(format!("{what}: '{text}' is not a valid value for enumeration {}", T::NAME))
    })
}

/// Converts to the [interface type](https://webidl.spec.whatwg.org/#js-interface) `T`.
///
/// # Errors
///
/// `TypeError` if the value does not implement `T`.
pub(crate) fn implementation<T: Interface>(
    value: &JsValue,
    what: Description<'_>,
    _: &mut Context,
) -> JsResult<Gc<T::State>> {
    implements::<T>(value).ok_or_else(|| {
        let name = with_article(T::NAME);
        type_error(if is_of_a_class_called(value, T::NAME) {
            format!(
                "{what} is {name} of another library, which has replaced that of posttask: install posttask's later"
            )
        } else {
            format!("{what} is not {name}")
        })
    })
}

/// Whether an object is an instance of a class with this name. Runs no code of the program.
#[cold]
fn is_of_a_class_called(value: &JsValue, name: &str) -> bool {
    let stored = |object: &JsObject, key: JsString| {
        let property = object.borrow().properties().get(&PropertyKey::from(key))?;
        property.value().cloned()
    };
    let prototype = value.as_object().and_then(|object| object.borrow().prototype());
    let constructor = prototype.and_then(|prototype| stored(&prototype, js_string!("constructor"))?.as_object());
    let name_of_class = constructor.and_then(|constructor| stored(&constructor, js_string!("name"))?.as_string());
    name_of_class.is_some_and(|text| text.to_std_string_lossy() == name)
}

/// Converts to an [`object`](https://webidl.spec.whatwg.org/#js-object).
///
/// # Errors
///
/// `TypeError` if the value is not an object.
pub(crate) fn object(value: &JsValue, what: Description<'_>, _: &mut Context) -> JsResult<JsObject> {
    value.as_object().ok_or_else(|| type_error(format!("{what} is not an object")))
}

/// Converts to an `[EnforceRange] unsigned long long`: an integer from 0 to 2^53 - 1.
///
/// # Errors
///
/// `TypeError` if the number is outside that range; whatever `valueOf` throws.
pub fn enforce_range(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<u64> {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    let whole = double(value, what, context)?.trunc();
    if !(0.0..=LARGEST).contains(&whole) {
        return Err(type_error(format!("{what} is outside the range 0 to 2^53 - 1")));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked just above")]
    Ok(whole as u64)
}

/// Converts to a [`double`](https://webidl.spec.whatwg.org/#js-double): a finite number.
///
/// # Errors
///
/// `TypeError` if the number is not finite; whatever `valueOf` throws.
pub fn double(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<f64> {
    let number = value.to_number(context)?;
    if number.is_finite() { Ok(number) } else { Err(type_error(format!("{what} is not a finite number"))) }
}

/// Converts to a [`DOMString`](https://webidl.spec.whatwg.org/#js-DOMString).
///
/// # Errors
///
/// Whatever `toString` throws.
pub(crate) fn dom_string(value: &JsValue, _: Description<'_>, context: &mut Context) -> JsResult<JsString> {
    value.to_string(context)
}

/// Converts to a [`USVString`](https://webidl.spec.whatwg.org/#js-USVString): lone surrogates become U+FFFD.
///
/// # Errors
///
/// Whatever `toString` throws.
pub(crate) fn usv_string(value: &JsValue, _: Description<'_>, context: &mut Context) -> JsResult<JsString> {
    Ok(js_string!(value.to_string(context)?.to_std_string_lossy()))
}

/// The largest integer up to which all integers are numbers, 2^53 - 1.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// Converts to a [`[Clamp] long long`](https://webidl.spec.whatwg.org/#js-integer-types): the nearest integer from
/// -2^53 + 1 to 2^53 - 1.
///
/// # Errors
///
/// Whatever `valueOf` throws.
#[expect(clippy::cast_possible_truncation, reason = "the number is an integer in the range")]
pub(crate) fn clamp(value: &JsValue, _: Description<'_>, context: &mut Context) -> JsResult<i64> {
    let number = value.to_number(context)?;
    Ok(if number.is_nan() { 0 } else { number.clamp(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER).round_ties_even() as i64 })
}

/// Converts to a [`long long`](https://webidl.spec.whatwg.org/#js-integer-types), modulo 2^64. The result is the
/// nearest number.
///
/// # Errors
///
/// Whatever `valueOf` throws.
pub(crate) fn long_long(value: &JsValue, _: Description<'_>, context: &mut Context) -> JsResult<f64> {
    let number = value.to_number(context)?;
    if !number.is_finite() {
        return Ok(0.0);
    }
    let modulus = 2_f64.powi(64);
    let number = number.trunc() % modulus;
    let wrapped = match number {
        _ if number >= modulus / 2.0 => number - modulus,
        _ if number < -modulus / 2.0 => number + modulus,
        _ => number,
    };
    // A sum with zero is never negative zero.
    Ok(wrapped + 0.0)
}

/// Converts to an [`unsigned long`](https://webidl.spec.whatwg.org/#js-unsigned-long), modulo 2^32.
///
/// # Errors
///
/// Whatever `valueOf` throws.
pub(crate) fn unsigned_long(value: &JsValue, _: Description<'_>, context: &mut Context) -> JsResult<u32> {
    value.to_u32(context)
}

/// Converts to an [`unsigned short`](https://webidl.spec.whatwg.org/#js-unsigned-short), modulo 2^16.
///
/// # Errors
///
/// Whatever `valueOf` throws.
pub(crate) fn unsigned_short(value: &JsValue, _: Description<'_>, context: &mut Context) -> JsResult<u16> {
    value.to_uint16(context)
}

/// Converts to a [sequence](https://webidl.spec.whatwg.org/#js-sequence): the values of an iterable, each converted by
/// `conversion`.
///
/// # Errors
///
/// `TypeError` if the value is not an iterable object; whatever iterating or `conversion` throws.
pub(crate) fn sequence<T>(
    value: &JsValue,
    what: Description<'_>,
    context: &mut Context,
    conversion: impl FnMut(&JsValue, Description<'_>, &mut Context) -> JsResult<T>,
) -> JsResult<Vec<T>> {
    let not_iterable = || type_error(format!("{what} is not iterable"));
    let iterable = value.as_object().ok_or_else(not_iterable)?;
    let method = iterable.get(JsSymbol::iterator(), context)?;
    sequence_from_method(&iterable, &method, what, context, conversion)
}

/// [Creates a sequence from an iterable](https://webidl.spec.whatwg.org/#create-sequence-from-iterable) whose
/// `[Symbol.iterator]` has been read: the conversion to a union type reads it once.
///
/// # Errors
///
/// `TypeError` if the method is not a function; whatever iterating or `conversion` throws.
pub(crate) fn sequence_from_method<T>(
    iterable: &JsObject,
    method: &JsValue,
    what: Description<'_>,
    context: &mut Context,
    mut conversion: impl FnMut(&JsValue, Description<'_>, &mut Context) -> JsResult<T>,
) -> JsResult<Vec<T>> {
    let not_iterable = || type_error(format!("{what} is not iterable"));
    let method = method.as_callable().ok_or_else(not_iterable)?;
    let iterator = method.call(&iterable.clone().into(), &[], context)?.as_object().ok_or_else(not_iterable)?;
    let next = iterator.get(js_string!("next"), context)?.as_callable().ok_or_else(not_iterable)?;
    let mut values = Vec::new();
    loop {
        let result = next.call(&iterator.clone().into(), &[], context)?.as_object().ok_or_else(not_iterable)?;
        if result.get(js_string!("done"), context)?.to_boolean() {
            return Ok(values);
        }
        let value = result.get(js_string!("value"), context)?;
        values.push(conversion(&value, &format_args!("an element of {what}"), context)?);
    }
}

/// Converts an object to a [record](https://webidl.spec.whatwg.org/#js-record): its own enumerable properties, in
/// order, with their keys and values converted by `keys` and `values`.
///
/// # Errors
///
/// `TypeError` if a key is a symbol. Whatever a proxy, a getter or a conversion throws.
pub(crate) fn record<K, V>(
    object: &JsObject,
    context: &mut Context,
    keys: impl Fn(JsString, &mut Context) -> JsResult<K>,
    values: impl Fn(&JsValue, &mut Context) -> JsResult<V>,
) -> JsResult<Vec<(K, V)>> {
    let mut entries = Vec::new();
    for key in object.own_property_keys(context)? {
        if !is_enumerable(object, &key, context)? {
            continue;
        }
        let name = match &key {
            PropertyKey::String(name) => name.clone(),
            PropertyKey::Index(index) => js_string!(index.get().to_string()),
            PropertyKey::Symbol(_) => return Err(type_error("a symbol cannot be converted to a string")),
        };
        let name = keys(name, context)?;
        let value = object.get(key, context)?;
        entries.push((name, values(&value, context)?));
    }
    Ok(entries)
}

/// Whether an object has an enumerable own property with this key. The engine has no operation for objects of all kinds
/// that would run the traps of a proxy, so `Reflect.getOwnPropertyDescriptor` is called for those that are not
/// ordinary.
///
/// # Errors
///
/// Whatever a trap throws.
pub(crate) fn is_enumerable(object: &JsObject, key: &PropertyKey, context: &mut Context) -> JsResult<bool> {
    if object.is::<OrdinaryObject>() {
        let property = object.borrow().properties().get(key);
        return Ok(property.is_some_and(|property| property.enumerable() == Some(true)));
    }
    let reflect = context.intrinsics().objects().reflect();
    let Some(function) = reflect.get(js_string!("getOwnPropertyDescriptor"), context)?.as_callable() else {
        return Ok(false);
    };
    let descriptor = function.call(&JsValue::undefined(), &[object.clone().into(), key.clone().into()], context)?;
    match descriptor.as_object() {
        Some(descriptor) => Ok(descriptor.get(js_string!("enumerable"), context)?.to_boolean()),
        None => Ok(false),
    }
}
