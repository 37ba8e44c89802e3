//! From a serialized value that was sent to one of the engine.

use boa_engine::builtins::array_buffer::ArrayBuffer;
use boa_engine::builtins::error;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::{JsArrayBuffer, JsRegExp};
use boa_engine::{Context, JsBigInt, JsObject, JsResult, JsString, JsValue};

use super::super::record::{self, ErrorRecord, Record, Serialized};
use super::super::serialize::check_levels;
use super::super::views;
use super::items::{Blob, Buffer, Error, Item, Items, Slot};
use super::texts::{TextId, text};
use crate::web::file_api;
use crate::web::webidl::type_error;

/// Converts a value.
pub(super) fn read(value: Items, context: &mut Context) -> JsResult<Serialized> {
    check_levels(value.levels, context)?;
    let reader = Reader { texts: value.texts.to_js() };
    let records = value.objects.into_iter().map(|object| reader.record(object, context)).collect::<JsResult<_>>()?;
    Ok(Serialized { records, root: reader.slot(&value.root), transferred: Vec::new(), levels: value.levels })
}

struct Reader {
    texts: Vec<JsString>,
}

impl Reader {
    fn text(&self, id: TextId) -> JsString {
        text(&self.texts, id)
    }

    fn big_int(&self, id: TextId) -> JsBigInt {
        let digits = self.text(id).to_std_string_lossy();
        JsBigInt::from_string_radix(&digits, 16).unwrap_or_else(JsBigInt::zero)
    }

    fn slot(&self, slot: &Slot) -> record::Slot {
        record::Slot::Primitive(match *slot {
            Slot::Undefined => JsValue::undefined(),
            Slot::Null => JsValue::null(),
            Slot::Boolean(value) => value.into(),
            Slot::Integer(number) => number.into(),
            Slot::Number(number) => number.into(),
            Slot::BigInt(digits) => self.big_int(digits).into(),
            Slot::String(id) => self.text(id).into(),
            Slot::Object(index) => return record::Slot::Object(index),
        })
    }

    fn properties(&self, properties: &[(TextId, Slot)]) -> Vec<(JsString, record::Slot)> {
        properties.iter().map(|(name, value)| (self.text(*name), self.slot(value))).collect()
    }

    fn record(&self, object: Item, context: &mut Context) -> JsResult<Record> {
        Ok(match object {
            Item::BooleanObject(value) => Record::BooleanObject(value),
            Item::NumberObject(value) => Record::NumberObject(value),
            Item::StringObject(value) => Record::StringObject(self.text(value)),
            Item::BigIntObject(value) => Record::BigIntObject(self.big_int(value)),
            Item::Date(time) => Record::Date(time),
            Item::RegExp { pattern, flags } => {
                Record::RegExp(Box::new(regexp(self.text(pattern), self.text(flags), context)?))
            }
            Item::ArrayBuffer(buffer) => Record::ArrayBuffer(array_buffer(buffer, context)?),
            Item::TypedArray { kind, buffer, span } => Record::TypedArray { kind, buffer, span },
            Item::DataView { buffer, span } => Record::DataView { buffer, span },
            Item::Map(entries) => {
                Record::Map(entries.iter().map(|(key, value)| (self.slot(key), self.slot(value))).collect())
            }
            Item::Set(values) => Record::Set(values.iter().map(|value| self.slot(value)).collect()),
            Item::Error(error) => Record::Error(Box::new(self.error(&error))),
            Item::Blob(blob) => Record::Blob(self.blob(blob)),
            Item::File { blob, name, last_modified } => {
                Record::File(self.blob(blob), file_api::File::modified_at(self.text(name), last_modified))
            }
            Item::FileList => Record::FileList,
            Item::DomException { name, message } => {
                Record::DomException { name: self.text(name), message: self.text(message) }
            }
            Item::Array { length, properties } => Record::Array { length, properties: self.properties(&properties) },
            Item::Object(properties) => Record::Object(self.properties(&properties)),
        })
    }

    fn error(&self, error: &Error) -> ErrorRecord {
        ErrorRecord {
            kind: error.kind,
            slots: error::Error::new(error.kind),
            message: error.message.map(|message| self.text(message)),
            stack: Some(self.text(error.stack)),
            cause: error.cause.map(|cause| self.slot(&cause)),
        }
    }

    fn blob(&self, blob: Blob) -> file_api::Blob {
        file_api::Blob::new(blob.bytes, &self.text(blob.media_type))
    }
}

/// The slots of a regular expression, which is compiled again.
fn regexp(pattern: JsString, flags: JsString, context: &mut Context) -> JsResult<RegExp> {
    let object: JsObject = JsRegExp::new(pattern, flags, context)?.into();
    let slots = object.downcast_ref::<RegExp>().map(|regexp| regexp.clone());
    slots.ok_or_else(|| type_error("the engine has not created a regular expression"))
}

/// The slots of a buffer. The bytes are not copied.
fn array_buffer(buffer: Buffer, context: &mut Context) -> JsResult<ArrayBuffer> {
    let mut object = JsArrayBuffer::from_byte_block(buffer.bytes, context)?;
    if let Some(length) = buffer.max_byte_length {
        object = object.with_max_byte_length(length);
    }
    views::detach(&object, context)
}
