//! From Rust to JavaScript.

use boa_engine::object::builtins::{JsArray, JsDate, JsMap, JsSet};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};
use serde::ser::{self, Serialize};

use super::MOST_LEVELS;
use super::error::{Error, property};
use super::integer::to_value;
use super::kinds::{DATE, MAP, SET};
use crate::web::webidl::new_uint8_array;

/// Converts a value of Rust to one of JavaScript, in the current realm. The [module](crate::serde) says how. Runs no
/// code of the program.
///
/// # Errors
///
/// `TypeError` if something has no counterpart, such as a map whose keys are neither strings, numbers nor booleans.
pub fn to_js<T: Serialize + ?Sized>(value: &T, context: &mut Context) -> JsResult<JsValue> {
    let into = ToJs { context, levels: MOST_LEVELS, map: MapKind::Object };
    value.serialize(into).map_err(Error::into_js)
}

/// What a map becomes.
#[derive(Clone, Copy, PartialEq)]
enum MapKind {
    Object,
    Map,
}

/// Converts one value.
struct ToJs<'a> {
    context: &'a mut Context,
    /// How many levels may follow.
    levels: usize,
    /// What the next map becomes.
    map: MapKind,
}

impl<'a> ToJs<'a> {
    /// For a value in this one.
    fn inner(self) -> Result<ToJs<'a>, Error> {
        match self.levels.checked_sub(1) {
            Some(levels) => Ok(ToJs { context: self.context, levels, map: MapKind::Object }),
            None => Err(Error::new(format!("the value is nested more than {MOST_LEVELS} levels deep"))),
        }
    }

    fn object(&mut self) -> JsObject {
        JsObject::with_object_proto(self.context.intrinsics())
    }

    /// An object whose only property is the variant of an enum.
    fn variant(mut self, variant: &str, converted: JsValue) -> Result<JsValue, Error> {
        let object = self.object();
        object.create_data_property_or_throw(JsString::from(variant), converted, self.context)?;
        Ok(object.into())
    }
}

macro_rules! integers {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<JsValue, Error> {
            Ok(to_value(value.into()))
        })*
    };
}

impl<'a> ser::Serializer for ToJs<'a> {
    type Ok = JsValue;
    type Error = Error;
    type SerializeSeq = Elements<'a>;
    type SerializeTuple = Elements<'a>;
    type SerializeTupleStruct = Elements<'a>;
    type SerializeTupleVariant = Elements<'a>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Entries<'a>;
    type SerializeStructVariant = Entries<'a>;

    integers!(
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    );

    fn serialize_u128(self, value: u128) -> Result<JsValue, Error> {
        Ok(i128::try_from(value).map_or_else(|_| boa_engine::JsBigInt::from(value).into(), to_value))
    }

    fn serialize_bool(self, value: bool) -> Result<JsValue, Error> {
        Ok(value.into())
    }

    fn serialize_f32(self, value: f32) -> Result<JsValue, Error> {
        Ok(f64::from(value).into())
    }

    fn serialize_f64(self, value: f64) -> Result<JsValue, Error> {
        Ok(value.into())
    }

    fn serialize_char(self, value: char) -> Result<JsValue, Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<JsValue, Error> {
        Ok(JsString::from(value).into())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<JsValue, Error> {
        Ok(new_uint8_array(value, self.context)?.into())
    }

    fn serialize_none(self) -> Result<JsValue, Error> {
        Ok(JsValue::undefined())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<JsValue, Error> {
        let map = self.map;
        value.serialize(ToJs { map, ..self.inner()? })
    }

    fn serialize_unit(self) -> Result<JsValue, Error> {
        Ok(JsValue::undefined())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<JsValue, Error> {
        Ok(JsValue::undefined())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<JsValue, Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<JsValue, Error> {
        let map = if name == MAP { MapKind::Map } else { self.map };
        let inner = self.inner()?;
        let (context, levels) = (inner.context, inner.levels);
        let converted = value.serialize(ToJs { context, levels, map })?;
        match name {
            DATE => {
                let date = JsDate::new(context);
                date.set_time(converted, context)?;
                Ok(date.into())
            }
            SET => {
                let elements = super::items::elements(&converted, context)?;
                let elements = elements.ok_or_else(|| Error::new("only a sequence can be a Set"))?;
                Ok(JsSet::from_iter(elements, context).into())
            }
            _ => Ok(converted),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<JsValue, Error> {
        let inner = self.inner()?;
        let (context, levels) = (inner.context, inner.levels);
        let converted = value.serialize(ToJs { context, levels, map: MapKind::Object });
        let converted = converted.map_err(|error| error.at(property(variant)))?;
        ToJs { context, levels, map: MapKind::Object }.variant(variant, converted)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Elements<'a>, Error> {
        Ok(Elements { into: self.inner()?, array: Vec::with_capacity(length.unwrap_or(0).min(1 << 16)), variant: None })
    }

    fn serialize_tuple(self, length: usize) -> Result<Elements<'a>, Error> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Elements<'a>, Error> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Elements<'a>, Error> {
        Ok(Elements { variant: Some(variant), ..self.serialize_seq(Some(length))? })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries<'a>, Error> {
        let kind = self.map;
        let mut into = self.inner()?;
        let target = match kind {
            MapKind::Map => Target::Map(JsMap::new(into.context)),
            MapKind::Object => Target::Object(into.object()),
        };
        Ok(Entries { into, target, key: JsValue::undefined(), variant: None })
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Entries<'a>, Error> {
        ToJs { map: MapKind::Object, ..self }.serialize_map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Entries<'a>, Error> {
        Ok(Entries { variant: Some(variant), ..self.serialize_map(Some(length))? })
    }
}

/// The elements of an array.
pub(super) struct Elements<'a> {
    into: ToJs<'a>,
    array: Vec<JsValue>,
    variant: Option<&'static str>,
}

impl Elements<'_> {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let into = ToJs { context: self.into.context, levels: self.into.levels, map: MapKind::Object };
        let index = self.array.len();
        self.array.push(value.serialize(into).map_err(|error| error.at(format!("[{index}]")))?);
        Ok(())
    }

    fn finish(self) -> Result<JsValue, Error> {
        let array = JsArray::from_iter(self.array, self.into.context).into();
        match self.variant {
            Some(variant) => self.into.variant(variant, array),
            None => Ok(array),
        }
    }
}

macro_rules! elements {
    ($($trait:ident: $method:ident),*) => {
        $(impl ser::$trait for Elements<'_> {
            type Ok = JsValue;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.add(value)
            }

            fn end(self) -> Result<JsValue, Error> {
                self.finish()
            }
        })*
    };
}

elements!(
    SerializeSeq: serialize_element, SerializeTuple: serialize_element, SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

enum Target {
    Object(JsObject),
    Map(JsMap),
}

/// The entries of a map, or the properties of an object.
pub(super) struct Entries<'a> {
    into: ToJs<'a>,
    target: Target,
    key: JsValue,
    variant: Option<&'static str>,
}

impl Entries<'_> {
    fn convert<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<JsValue, Error> {
        let into = ToJs { context: self.into.context, levels: self.into.levels, map: MapKind::Object };
        value.serialize(into)
    }

    fn add<T: Serialize + ?Sized>(&mut self, key: JsValue, value: &T) -> Result<(), Error> {
        let step = match &self.target {
            Target::Map(_) => format!(".get({})", key.display()),
            Target::Object(_) => property(&key_of(&key, self.into.context)?.to_std_string_lossy()),
        };
        let value = self.convert(value).map_err(|error| error.at(step))?;
        match &self.target {
            Target::Map(map) => drop(map.set(key, value, self.into.context)?),
            Target::Object(object) => {
                object.create_data_property_or_throw(key_of(&key, self.into.context)?, value, self.into.context)?;
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<JsValue, Error> {
        let value = match self.target {
            Target::Object(object) => object.into(),
            Target::Map(map) => map.into(),
        };
        match self.variant {
            Some(variant) => self.into.variant(variant, value),
            None => Ok(value),
        }
    }
}

/// The name of the property that a key becomes.
fn key_of(key: &JsValue, context: &mut Context) -> Result<JsString, Error> {
    if key.is_string() || key.is_number() || key.is_boolean() || key.is_bigint() {
        return Ok(key.to_string(context)?);
    }
    Err(Error::new(
        "a property has a string, a number or a boolean as its key: use #[serde(with = \"posttask::serde::map\")]",
    ))
}

impl ser::SerializeMap for Entries<'_> {
    type Ok = JsValue;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = self.convert(key)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.key);
        self.add(key, value)
    }

    fn end(self) -> Result<JsValue, Error> {
        self.finish()
    }
}

macro_rules! fields {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Entries<'_> {
            type Ok = JsValue;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.add(JsString::from(key).into(), value)
            }

            fn end(self) -> Result<JsValue, Error> {
                self.finish()
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);
