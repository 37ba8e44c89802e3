//! From JavaScript to Rust.

use std::vec;

use boa_engine::object::builtins::JsDate;
use boa_engine::{Context, JsBigInt, JsResult, JsString, JsValue, JsVariant};
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};

use super::MOST_LEVELS;
use super::error::Error;
use super::integer::{Integer, of_number, of_value};
use super::items::{Entry, elements, entries, is_sequence};
use super::kinds::{DATE, SET};
use crate::web::webidl::{allow_shared_buffer_source, is_buffer_source};

/// Converts a value of JavaScript to one of Rust. The [module](crate::serde) says how.
///
/// # Errors
///
/// `TypeError` if the value does not fit, with the place in it; what a getter or a trap of a proxy throws.
pub fn from_js<T: DeserializeOwned>(value: &JsValue, context: &mut Context) -> JsResult<T> {
    T::deserialize(FromJs { value: value.clone(), context, levels: MOST_LEVELS }).map_err(Error::into_js)
}

/// One value of JavaScript.
struct FromJs<'a> {
    value: JsValue,
    context: &'a mut Context,
    /// How many levels may follow.
    levels: usize,
}

impl FromJs<'_> {
    fn inner(&self) -> Result<usize, Error> {
        self.levels
            .checked_sub(1)
            .ok_or_else(|| Error::new(format!("the value is nested more than {MOST_LEVELS} levels deep, or in itself")))
    }

    /// The error of a value that is not what is expected.
    fn not(&self, expected: &str) -> Error {
        let found = match self.value.variant() {
            JsVariant::Object(object) if object.is_callable() => "a function".to_owned(),
            JsVariant::Object(_) => "an object".to_owned(),
            JsVariant::String(_) => "a string".to_owned(),
            _ => self.value.display().to_string(),
        };
        Error::new(format!("expected {expected}, found {found}"))
    }

    fn text(&self, expected: &str) -> Result<String, Error> {
        let text = self.value.as_string().ok_or_else(|| self.not(expected))?;
        text.to_std_string().map_err(|_| Error::new("the string has a lone surrogate, which Rust cannot represent"))
    }

    fn integer<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match of_value(&self.value)?.ok_or_else(|| self.not("an integer"))? {
            Integer::Signed(integer) => visit_integer(integer, visitor),
            Integer::Unsigned(integer) => visitor.visit_u128(integer),
        }
    }

    fn float<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f64(self.value.as_number().ok_or_else(|| self.not("a number"))?)
    }

    /// For an `f32`, whose range is smaller.
    fn single<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = self.value.as_number().ok_or_else(|| self.not("a number"))?;
        if number.is_finite() && number.abs() > f32::MAX.into() {
            return Err(Error::new(format!("{number:e} is too large for an f32")));
        }
        visitor.visit_f64(number)
    }

    fn bytes(&mut self) -> Result<Option<Vec<u8>>, Error> {
        if !is_buffer_source(&self.value) {
            return Ok(None);
        }
        let source = allow_shared_buffer_source(&self.value, &"the value", self.context)?;
        Ok(Some(source.copy_bytes(self.context)?))
    }

    fn sequence<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let levels = self.inner()?;
        let Some(elements) = elements(&self.value, self.context)? else { return Err(self.not("an array")) };
        let mut sequence = Sequence { elements: elements.into_iter(), index: 0, context: self.context, levels };
        let value = visitor.visit_seq(&mut sequence)?;
        match sequence.elements.len() {
            0 => Ok(value),
            left => Err(Error::new(format!("{left} elements too many"))),
        }
    }

    fn map<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let levels = self.inner()?;
        let Some(entries) = entries(&self.value, self.context)? else { return Err(self.not("an object")) };
        visitor.visit_map(Map { entries: entries.into_iter(), last: None, context: self.context, levels })
    }

    fn date<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let date = self.value.as_object().and_then(|object| JsDate::from_object(object).ok());
        let date = date.ok_or_else(|| self.not("a Date"))?;
        let milliseconds = date.get_time(self.context)?.as_number().unwrap_or(f64::NAN);
        let milliseconds = of_number(milliseconds).map_err(|_| Error::new("the Date is invalid"))?;
        visitor.visit_newtype_struct(i64::try_from(milliseconds).unwrap_or(i64::MAX).into_deserializer())
    }
}

/// Passes an integer as the smallest type that serde's visitors for narrow types know.
fn visit_integer<'de, V: Visitor<'de>>(integer: i128, visitor: V) -> Result<V::Value, Error> {
    if let Ok(integer) = u64::try_from(integer) {
        return visitor.visit_u64(integer);
    }
    match i64::try_from(integer) {
        Ok(integer) => visitor.visit_i64(integer),
        Err(_) => visitor.visit_i128(integer),
    }
}

macro_rules! as_type {
    ($($method:ident: $how:ident),*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.$how(visitor)
        })*
    };
}

impl<'de> de::Deserializer<'de> for FromJs<'_> {
    type Error = Error;

    as_type!(
        deserialize_i8: integer, deserialize_i16: integer, deserialize_i32: integer, deserialize_i64: integer,
        deserialize_i128: integer, deserialize_u8: integer, deserialize_u16: integer, deserialize_u32: integer,
        deserialize_u64: integer, deserialize_u128: integer, deserialize_f32: single, deserialize_f64: float,
        deserialize_seq: sequence, deserialize_map: map
    );

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        match self.value.variant() {
            JsVariant::Undefined | JsVariant::Null => visitor.visit_unit(),
            JsVariant::Boolean(value) => visitor.visit_bool(value),
            JsVariant::Integer32(_) | JsVariant::BigInt(_) => self.integer(visitor),
            JsVariant::Float64(number) => match of_number(number) {
                // Minus zero is no integer.
                Ok(0) | Err(_) => visitor.visit_f64(number),
                Ok(integer) => visit_integer(integer, visitor),
            },
            JsVariant::String(_) => visitor.visit_string(self.text("a string")?),
            JsVariant::Symbol(_) => Err(self.not("data")),
            JsVariant::Object(object) => {
                if let Some(bytes) = self.bytes()? {
                    return visitor.visit_byte_buf(bytes);
                }
                if JsDate::from_object(object.clone()).is_ok() {
                    return self.date(visitor);
                }
                if is_sequence(&object) { self.sequence(visitor) } else { self.map(visitor) }
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.value.as_boolean().ok_or_else(|| self.not("a boolean"))?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.text("a string")?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_byte_buf(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        match self.bytes()? {
            Some(bytes) => visitor.visit_byte_buf(bytes),
            None => self.sequence(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null_or_undefined() {
            return visitor.visit_none();
        }
        let levels = self.inner()?;
        visitor.visit_some(FromJs { levels, ..self })
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null_or_undefined() { visitor.visit_unit() } else { Err(self.not("undefined")) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        match name {
            DATE => self.date(visitor),
            SET if !self.value.as_object().is_some_and(|object| is_sequence(&object)) => Err(self.not("a Set")),
            _ => {
                let levels = self.inner()?;
                visitor.visit_newtype_struct(FromJs { levels, ..self })
            }
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.sequence(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.sequence(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.value.is_string() {
            return visitor.visit_enum(self.text("a string")?.into_deserializer());
        }
        let levels = self.inner()?;
        let expected = "the name of a variant, or an object with one property";
        let Some(found) = entries(&self.value, self.context)? else { return Err(self.not(expected)) };
        let Ok([entry]) = <[Entry; 1]>::try_from(found) else { return Err(self.not(expected)) };
        visitor.visit_enum(Variant { entry, context: self.context, levels })
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

/// The elements of an array.
struct Sequence<'a> {
    elements: vec::IntoIter<JsValue>,
    index: usize,
    context: &'a mut Context,
    levels: usize,
}

impl<'de> de::SeqAccess<'de> for &mut Sequence<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.elements.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        let element = seed.deserialize(FromJs { value, context: self.context, levels: self.levels });
        element.map(Some).map_err(|error| error.at(format!("[{index}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}

/// The entries of a map, or the properties of an object.
struct Map<'a> {
    entries: vec::IntoIter<Entry>,
    /// The entry whose key has been read.
    last: Option<Entry>,
    context: &'a mut Context,
    levels: usize,
}

impl<'de> de::MapAccess<'de> for Map<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(entry) = self.entries.next() else { return Ok(None) };
        let key = Key(FromJs { value: entry.key.clone(), context: self.context, levels: self.levels });
        self.last = Some(entry);
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some(Entry { value, step, .. }) = self.last.take() else {
            return Err(Error::new("a value was asked for before its key"));
        };
        let value = seed.deserialize(FromJs { value, context: self.context, levels: self.levels });
        value.map_err(|error| error.at(step))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// The key of a map. The name of a property may be that of a number or a boolean.
struct Key<'a>(FromJs<'a>);

impl Key<'_> {
    /// The number or the boolean that a name is.
    fn parsed(mut self) -> Self {
        let parsed = self.0.value.as_string().and_then(|name| parse(&name));
        if let Some(value) = parsed {
            self.0.value = value;
        }
        self
    }
}

/// Only the name that a value has: `7` and not `07`.
fn parse(name: &JsString) -> Option<JsValue> {
    let name = name.to_std_string().ok()?;
    match name.as_str() {
        "true" => return Some(true.into()),
        "false" => return Some(false.into()),
        "NaN" => return Some(f64::NAN.into()),
        "Infinity" => return Some(f64::INFINITY.into()),
        "-Infinity" => return Some(f64::NEG_INFINITY.into()),
        _ => {}
    }
    let digits = name.strip_prefix('-').unwrap_or(&name);
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    if digits.bytes().all(|digit| digit.is_ascii_digit()) {
        let is_canonical = digits == "0" && digits.len() == name.len() || !digits.starts_with('0');
        let signed = name.parse().map(super::integer::to_value).ok();
        let unsigned = || name.parse::<u128>().map(|integer| JsBigInt::from(integer).into()).ok();
        return is_canonical.then(|| signed.or_else(unsigned)).flatten();
    }
    name.parse::<f64>().ok().map(JsValue::from)
}

macro_rules! parsed {
    ($($method:ident),*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.parsed().0.$method(visitor)
        })*
    };
}

impl<'de> de::Deserializer<'de> for Key<'_> {
    type Error = Error;

    parsed!(
        deserialize_bool,
        deserialize_i8,
        deserialize_i16,
        deserialize_i32,
        deserialize_i64,
        deserialize_i128,
        deserialize_u8,
        deserialize_u16,
        deserialize_u32,
        deserialize_u64,
        deserialize_u128,
        deserialize_f32,
        deserialize_f64
    );

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.value.is_null_or_undefined() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    serde::forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A variant with content: an object with one property.
struct Variant<'a> {
    entry: Entry,
    context: &'a mut Context,
    levels: usize,
}

impl<'de> de::EnumAccess<'de> for Variant<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name = FromJs { value: self.entry.key.clone(), context: self.context, levels: self.levels };
        let variant = seed.deserialize(name)?;
        Ok((variant, self))
    }
}

impl<'a> Variant<'a> {
    /// Converts the content.
    fn content<R>(self, convert: impl FnOnce(FromJs<'a>) -> Result<R, Error>) -> Result<R, Error> {
        let Self { entry: Entry { value, step, .. }, context, levels } = self;
        convert(FromJs { value, context, levels }).map_err(|error| error.at(step))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.content(|from| if from.value.is_null_or_undefined() { Ok(()) } else { Err(from.not("undefined")) })
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        self.content(|from| seed.deserialize(from))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.content(|from| from.sequence(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.content(|from| from.map(visitor))
    }
}
