//! From a serialized value of the engine to one that can be sent.

use boa_engine::builtins::array_buffer::ArrayBuffer;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::{Context, JsBigInt, JsResult, JsString, JsValue, JsVariant};

use super::super::clone_error::clone_error;
use super::super::deserialize::new_error;
use super::super::record::{self, ErrorRecord, Record, Serialized};
use super::super::slot_getters::{SlotGetters, array_buffer};
use super::items::{Blob, Buffer, Error, Item, Items, Slot};
use super::texts::{TextId, TextsWriter};
use crate::event_loop::stack_property;
use crate::web::file_api;

/// Converts a value. It must not contain ports.
pub(super) fn write(mut serialized: Serialized, context: &mut Context) -> JsResult<Items> {
    let Some(getters) = SlotGetters::of(context) else {
        return Err(clone_error("built-in getters were removed before structuredClone was registered", context));
    };
    let mut writer = Writer { texts: TextsWriter::default(), getters };
    let root = writer.slot(&serialized.root);
    let objects = std::mem::take(&mut serialized.records).into_iter().map(|record| writer.object(record, context));
    let objects = objects.collect::<JsResult<_>>()?;
    Ok(Items { objects, root, levels: serialized.levels, texts: writer.texts.finish() })
}

struct Writer {
    texts: TextsWriter,
    getters: SlotGetters,
}

impl Writer {
    fn slot(&mut self, slot: &record::Slot) -> Slot {
        match slot {
            record::Slot::Object(index) => Slot::Object(*index),
            record::Slot::Primitive(value) => self.primitive(value),
        }
    }

    fn primitive(&mut self, value: &JsValue) -> Slot {
        match value.variant() {
            JsVariant::Null => Slot::Null,
            JsVariant::Boolean(value) => Slot::Boolean(value),
            JsVariant::Integer32(number) => Slot::Integer(number),
            JsVariant::Float64(number) => Slot::Number(number),
            JsVariant::String(text) => Slot::String(self.texts.add(&text)),
            JsVariant::BigInt(number) => Slot::BigInt(self.big_int(&number)),
            // A serialized value has no symbols, and the records of objects have numbers.
            JsVariant::Undefined | JsVariant::Symbol(_) | JsVariant::Object(_) => Slot::Undefined,
        }
    }

    fn big_int(&mut self, number: &JsBigInt) -> TextId {
        self.texts.add(&JsString::from(number.to_string_radix(16)))
    }

    fn properties(&mut self, properties: &[(JsString, record::Slot)]) -> Vec<(TextId, Slot)> {
        properties.iter().map(|(name, value)| (self.texts.add(name), self.slot(value))).collect()
    }

    fn object(&mut self, record: Record, context: &mut Context) -> JsResult<Item> {
        Ok(match record {
            Record::BooleanObject(value) => Item::BooleanObject(value),
            Record::NumberObject(value) => Item::NumberObject(value),
            Record::StringObject(value) => Item::StringObject(self.texts.add(&value)),
            Record::BigIntObject(value) => Item::BigIntObject(self.big_int(&value)),
            Record::Date(time) => Item::Date(time),
            Record::RegExp(slots) => self.regexp(*slots, context)?,
            Record::ArrayBuffer(slots) => Item::ArrayBuffer(self.buffer(slots, context)?),
            Record::TypedArray { kind, buffer, span } => Item::TypedArray { kind, buffer, span },
            Record::DataView { buffer, span } => Item::DataView { buffer, span },
            Record::Map(entries) => {
                Item::Map(entries.iter().map(|(key, value)| (self.slot(key), self.slot(value))).collect())
            }
            Record::Set(values) => Item::Set(values.iter().map(|value| self.slot(value)).collect()),
            Record::Error(error) => Item::Error(self.error(*error, context)?),
            Record::Blob(blob) => Item::Blob(self.blob(&blob)),
            Record::File(blob, file) => Item::File {
                blob: self.blob(&blob),
                name: self.texts.add(file.name()),
                last_modified: file.last_modified(),
            },
            Record::FileList => Item::FileList,
            Record::DomException { name, message } => {
                Item::DomException { name: self.texts.add(&name), message: self.texts.add(&message) }
            }
            Record::Array { length, properties } => Item::Array { length, properties: self.properties(&properties) },
            Record::Object(properties) => Item::Object(self.properties(&properties)),
            Record::SharedArrayBuffer(_) => {
                return Err(clone_error(
                    "a SharedArrayBuffer cannot be sent to another thread, only to workers",
                    context,
                ));
            }
            Record::Pending
            | Record::Port(_)
            | Record::ReadableStream(_)
            | Record::WritableStream(_)
            | Record::TransformStream { .. } => {
                return Err(clone_error("ports and streams cannot be sent to another thread", context));
            }
        })
    }

    fn regexp(&mut self, slots: RegExp, context: &mut Context) -> JsResult<Item> {
        let (pattern, flags) = self.getters.pattern_and_flags(slots, context)?;
        Ok(Item::RegExp { pattern: self.texts.add(&pattern), flags: self.texts.add(&JsString::from(flags)) })
    }

    fn buffer(&mut self, slots: ArrayBuffer, context: &mut Context) -> JsResult<Buffer> {
        let buffer = JsArrayBuffer::from_object(array_buffer(slots, context))?;
        let max_byte_length = self.getters.max_byte_length(&buffer, context)?;
        Ok(Buffer { bytes: buffer.detach(&JsValue::undefined())?, max_byte_length })
    }

    /// The frames of the stack belong to the engine, so the text is kept.
    fn error(&mut self, record: ErrorRecord, context: &mut Context) -> JsResult<Error> {
        let stack = if let Some(stack) = &record.stack {
            stack.clone()
        } else {
            let error = new_error(record.kind, record.slots, record.message.clone(), context)?;
            stack_property(&error, context)
        };
        Ok(Error {
            kind: record.kind,
            message: record.message.map(|message| self.texts.add(&message)),
            stack: self.texts.add(&stack),
            cause: record.cause.map(|cause| self.slot(&cause)),
        })
    }

    fn blob(&mut self, blob: &file_api::Blob) -> Blob {
        Blob { bytes: blob.bytes().clone(), media_type: self.texts.add(blob.media_type()) }
    }
}
