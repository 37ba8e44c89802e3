//! Conversion of arguments and dictionary members to types of Rust.

use std::fmt;

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Gc, Trace};

use super::conversions::{Dictionary, dom_string, double, implementation, object, sequence, usv_string};
use super::exception::type_error;
use super::interface::Interface;

/// A type that arguments of [`interface!`](crate::interface) and members of [`dictionary!`](crate::dictionary) can
/// have. Nothing is lost silently: a number that an integer type cannot hold is a `TypeError`, as with Web IDL's
/// `[EnforceRange]`.
///
/// | Rust | accepted from JavaScript |
/// | --- | --- |
/// | `bool` | anything, as a condition |
/// | integers | what converts to a finite number; the fraction is dropped, and the range is enforced |
/// | `f64` | what converts to a number |
/// | `String` | what converts to a string; lone surrogates become U+FFFD (`USVString`) |
/// | `JsString` | what converts to a string (`DOMString`) |
/// | `Option<T>` | `undefined` and `null` are `None` |
/// | `Vec<T>` | iterables (`sequence<T>`) |
/// | `JsValue`, `JsObject` | anything, objects |
/// | `Gc<T>` | objects of the interface `T` |
/// | types of `dictionary!` | objects; `undefined` and `null` have no members |
pub trait FromJs: Sized {
    /// Whether an argument or member of this type can be left out.
    const IS_OPTIONAL: bool = false;

    /// Converts a value. `what` names it in errors.
    ///
    /// # Errors
    ///
    /// `TypeError` if the type cannot hold the value. Whatever its methods throw.
    fn from_js(value: &JsValue, what: &dyn fmt::Display, context: &mut Context) -> JsResult<Self>;
}

impl FromJs for JsValue {
    fn from_js(value: &JsValue, _: &dyn fmt::Display, _: &mut Context) -> JsResult<Self> {
        Ok(value.clone())
    }
}

impl FromJs for JsObject {
    fn from_js(value: &JsValue, what: &dyn fmt::Display, context: &mut Context) -> JsResult<Self> {
        object(value, what, context)
    }
}

impl FromJs for JsString {
    fn from_js(value: &JsValue, what: &dyn fmt::Display, context: &mut Context) -> JsResult<Self> {
        dom_string(value, what, context)
    }
}

impl FromJs for String {
    fn from_js(value: &JsValue, what: &dyn fmt::Display, context: &mut Context) -> JsResult<Self> {
        Ok(usv_string(value, what, context)?.to_std_string_lossy())
    }
}

impl FromJs for bool {
    fn from_js(value: &JsValue, _: &dyn fmt::Display, _: &mut Context) -> JsResult<Self> {
        Ok(value.to_boolean())
    }
}

impl FromJs for f64 {
    fn from_js(value: &JsValue, _: &dyn fmt::Display, context: &mut Context) -> JsResult<Self> {
        value.to_number(context)
    }
}

/// Converts to an [integer type with `[EnforceRange]`][integer].
///
/// [integer]: https://webidl.spec.whatwg.org/#abstract-opdef-converttoint
fn integer<T: TryFrom<i64>>(
    value: &JsValue,
    what: &dyn fmt::Display,
    type_name: &'static str,
    context: &mut Context,
) -> JsResult<T> {
    /// 2^53 - 1: for larger numbers, several integers are the same number.
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    let whole = double(value, what, context)?.trunc();
    #[expect(clippy::cast_possible_truncation, reason = "it is an integer in the range")]
    let integer = (whole.abs() <= LARGEST).then_some(whole as i64);
    integer.and_then(|integer| T::try_from(integer).ok()).ok_or_else(|| {
        let of_64_bits = if size_of::<T>() == 8 { ", or not a safe integer" } else { "" };
        type_error(format!("{what} is outside the range of {type_name}{of_64_bits}"))
    })
}

macro_rules! integers {
    ($($type:ty),*) => {
        $(impl FromJs for $type {
            fn from_js(value: &JsValue, what: &dyn fmt::Display, context: &mut Context) -> JsResult<Self> {
                integer(value, what, stringify!($type), context)
            }
        })*
    };
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64, usize);

impl<T: FromJs> FromJs for Option<T> {
    const IS_OPTIONAL: bool = true;

    fn from_js(value: &JsValue, what: &dyn fmt::Display, context: &mut Context) -> JsResult<Self> {
        if value.is_null_or_undefined() { Ok(None) } else { T::from_js(value, what, context).map(Some) }
    }
}

impl<T: FromJs> FromJs for Vec<T> {
    fn from_js(value: &JsValue, what: &dyn fmt::Display, context: &mut Context) -> JsResult<Self> {
        sequence(value, what, context, T::from_js)
    }
}

impl<T: Interface<State = T> + Trace> FromJs for Gc<T> {
    fn from_js(value: &JsValue, what: &dyn fmt::Display, context: &mut Context) -> JsResult<Self> {
        implementation::<T>(value, what, context)
    }
}

/// The number of required arguments: those up to the last one that cannot be left out.
#[doc(hidden)]
#[must_use]
pub const fn required_arguments(is_optional: &[bool]) -> usize {
    let mut required = is_optional.len();
    while required > 0 && is_optional[required - 1] {
        required -= 1;
    }
    required
}

/// The arguments of a member, which are converted one after the other.
#[doc(hidden)]
#[derive(Debug)]
pub struct Arguments<'a> {
    interface: &'static str,
    member: &'static str,
    values: std::slice::Iter<'a, JsValue>,
}

impl<'a> Arguments<'a> {
    #[must_use]
    pub fn new<T: Interface>(member: &'static str, values: &'a [JsValue]) -> Self {
        Self { interface: T::NAME, member, values: values.iter() }
    }

    /// Converts the next argument.
    ///
    /// # Errors
    ///
    /// Those of the conversion.
    pub fn next<T: FromJs>(&mut self, name: &'static str, context: &mut Context) -> JsResult<T> {
        let value = self.values.next().cloned().unwrap_or_default();
        self.convert(&value, name, context)
    }

    /// Converts the next argument, unless it is missing.
    ///
    /// # Errors
    ///
    /// Those of the conversion.
    pub fn next_or<T: FromJs>(
        &mut self,
        name: &'static str,
        default: impl FnOnce() -> T,
        context: &mut Context,
    ) -> JsResult<T> {
        match self.values.next() {
            Some(value) if !value.is_undefined() => self.convert(value, name, context),
            _ => Ok(default()),
        }
    }

    fn convert<T: FromJs>(&self, value: &JsValue, name: &'static str, context: &mut Context) -> JsResult<T> {
        let (interface, member) = (self.interface, self.member);
        let dot = if member.is_empty() { "" } else { "." };
        T::from_js(value, &format_args!("{interface}{dot}{member}: {name}"), context)
    }
}

/// A dictionary that is converted member by member.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "it refers to a description that has none")]
pub struct Members<'a> {
    dictionary: Dictionary,
    what: &'a dyn fmt::Display,
}

impl<'a> Members<'a> {
    /// Starts the conversion. `undefined` and `null` have no members.
    ///
    /// # Errors
    ///
    /// `TypeError` if it is another value that is not an object.
    pub fn new(value: &JsValue, what: &'a dyn fmt::Display) -> JsResult<Self> {
        if value.is_object() || value.is_null_or_undefined() {
            return Ok(Self { dictionary: Dictionary::from_value(value, "")?, what });
        }
        Err(type_error(format!("{what} is not an object")))
    }

    /// Converts a member. `default` is for one that is missing.
    ///
    /// # Errors
    ///
    /// `TypeError` if the member is missing and required. Those of the conversion.
    pub fn member<T: FromJs>(
        &self,
        name: &'static str,
        default: Option<fn() -> T>,
        context: &mut Context,
    ) -> JsResult<T> {
        let what = self.what;
        match (self.dictionary.get(JsString::from(name), context)?, default) {
            (Some(value), _) => T::from_js(&value, &format_args!("{what}: {name}"), context),
            (None, Some(default)) => Ok(default()),
            (None, None) if T::IS_OPTIONAL => T::from_js(&JsValue::undefined(), what, context),
            (None, None) => Err(type_error(format!("{what}: required member '{name}' is missing"))),
        }
    }
}

/// Whether names are in alphabetical order, in which Web IDL converts the members of dictionaries.
#[doc(hidden)]
#[must_use]
pub const fn are_sorted(names: &[&str]) -> bool {
    let mut index = 1;
    while index < names.len() {
        if !is_before(names[index - 1].as_bytes(), names[index].as_bytes()) {
            return false;
        }
        index += 1;
    }
    true
}

const fn is_before(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() {
        if one[index] != other[index] {
            return one[index] < other[index];
        }
        index += 1;
    }
    one.len() < other.len()
}
