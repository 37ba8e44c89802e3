//! StructuredDeserialize and StructuredDeserializeWithTransfer.

use boa_engine::builtins::error::{Error, ErrorKind};
use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::{JsArray, JsMap, JsSet, JsSharedArrayBuffer};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::Gc;

use super::clone_error::clone_error;
use super::record::{ErrorRecord, Record, Serialized, Slot, Span};
use super::serialize::share_memory;
use super::slot_getters::{array_buffer, regexp};
use super::streams;
use crate::web::dom::DomException;
use crate::web::file_api::FileList;
use crate::web::html::messaging::MessagePort;
use crate::web::webidl::{create, typed_array_constructor};

/// A deserialized value and the ports transferred with it.
pub(crate) struct Received {
    /// The value, created in the realm that was current.
    pub value: JsValue,
    /// The transferred ports, in the order of the transfer list.
    pub ports: Vec<Gc<MessagePort>>,
}

impl Serialized {
    /// [Deserializes](https://html.spec.whatwg.org/multipage/structured-data.html#structureddeserializewithtransfer)
    /// the value in the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the realm was created without the interfaces of this crate.
    pub(crate) fn deserialize(self, context: &mut Context) -> JsResult<Received> {
        let objects = vec![None; self.records.len()];
        let mut deserializer = Deserializer { serialized: self, objects, ports: Vec::new() };
        for position in 0..deserializer.serialized.transferred.len() {
            let index = deserializer.serialized.transferred[position];
            deserializer.object(index, context)?;
        }
        let root = deserializer.serialized.root.clone();
        let value = deserializer.value(&root, context)?;
        Ok(Received { value, ports: deserializer.ports })
    }
}

struct Deserializer {
    serialized: Serialized,
    objects: Vec<Option<JsObject>>,
    ports: Vec<Gc<MessagePort>>,
}

impl Deserializer {
    fn value(&mut self, slot: &Slot, context: &mut Context) -> JsResult<JsValue> {
        match slot {
            Slot::Primitive(value) => Ok(value.clone()),
            Slot::Object(index) => self.object(*index, context).map(JsValue::from),
        }
    }

    fn object(&mut self, index: usize, context: &mut Context) -> JsResult<JsObject> {
        if let Some(object) = &self.objects[index] {
            return Ok(object.clone());
        }
        let record = std::mem::replace(&mut self.serialized.records[index], Record::Pending);
        self.create(index, record, context)
    }

    /// Creates an object. One with members is recorded before its members are created: they may refer to it.
    fn create(&mut self, index: usize, record: Record, context: &mut Context) -> JsResult<JsObject> {
        // Omitted: step 22.2, whether the interface is exposed: this library exposes all of them in each realm.
        let object: JsObject = match record {
            Record::Pending => return Err(clone_error("the value has already been deserialized", context)),
            Record::BooleanObject(value) => JsValue::from(value).to_object(context)?,
            Record::NumberObject(value) => JsValue::from(value).to_object(context)?,
            Record::StringObject(value) => JsValue::from(value).to_object(context)?,
            Record::BigIntObject(value) => JsValue::from(value).to_object(context)?,
            // `JsDate::new` would read the clock.
            Record::Date(time) => {
                let constructor = context.intrinsics().constructors().date().constructor();
                constructor.construct(&[time.into()], None, context)?
            }
            Record::RegExp(slots) => regexp(*slots, context)?,
            Record::ArrayBuffer(slots) => array_buffer(slots, context),
            // Steps 12 and 13. All agents of a thread are in one agent cluster.
            Record::SharedArrayBuffer(memory) => {
                share_memory(context);
                JsSharedArrayBuffer::from_buffer(memory, context).into()
            }
            Record::TypedArray { kind, buffer, span } => self.typed_array(kind, buffer, span, context)?,
            Record::DataView { buffer, span } => {
                let constructor = context.intrinsics().constructors().data_view().constructor();
                self.view(&constructor, buffer, span, context)?
            }
            Record::Blob(blob) => blob.into_object(context)?,
            Record::File(blob, file) => file.into_object(blob, context)?,
            Record::FileList => create(&Gc::new(FileList), context)?,
            Record::DomException { name, message } => DomException::copy(&name, &message, context)?,
            Record::Port(end) => {
                let port = MessagePort::attach(&end, context)?;
                self.ports.push(port.clone());
                port.object()
            }
            Record::ReadableStream(_) | Record::WritableStream(_) | Record::TransformStream { .. } => {
                streams::receive(&record, context)?
            }
            Record::Error(record) => return self.error(index, *record, context),
            Record::Map(entries) => return self.map(index, &entries, context),
            Record::Set(values) => return self.set(index, &values, context),
            Record::Array { length, properties } => {
                let array: JsObject = JsArray::new(context)?.into();
                array.set(js_string!("length"), length, true, context)?;
                return self.fill(index, array, &properties, context);
            }
            Record::Object(properties) => {
                let object = JsObject::with_object_proto(context.intrinsics());
                return self.fill(index, object, &properties, context);
            }
        };
        self.objects[index] = Some(object.clone());
        Ok(object)
    }

    fn typed_array(
        &mut self,
        kind: TypedArrayKind,
        buffer: usize,
        span: Span,
        context: &mut Context,
    ) -> JsResult<JsObject> {
        let constructor = typed_array_constructor(kind, context.intrinsics().constructors()).constructor();
        self.view(&constructor, buffer, span, context)
    }

    fn view(&mut self, constructor: &JsObject, buffer: usize, span: Span, context: &mut Context) -> JsResult<JsObject> {
        let buffer = self.object(buffer, context)?;
        let length = span.length.map(JsValue::from).unwrap_or_default();
        constructor.construct(&[buffer.into(), span.offset.into(), length], None, context)
    }

    fn map(&mut self, index: usize, entries: &[(Slot, Slot)], context: &mut Context) -> JsResult<JsObject> {
        let map = JsMap::new(context);
        self.objects[index] = Some(map.clone().into());
        for (key, value) in entries {
            let (key, value) = (self.value(key, context)?, self.value(value, context)?);
            map.set(key, value, context)?;
        }
        Ok(map.into())
    }

    fn set(&mut self, index: usize, values: &[Slot], context: &mut Context) -> JsResult<JsObject> {
        let set = JsSet::new(context);
        self.objects[index] = Some(set.clone().into());
        for value in values {
            let value = self.value(value, context)?;
            set.add(value, context)?;
        }
        Ok(set.into())
    }

    fn error(&mut self, index: usize, record: ErrorRecord, context: &mut Context) -> JsResult<JsObject> {
        let error = new_error(record.kind, record.slots, record.message, context)?;
        self.objects[index] = Some(error.clone());
        let cause = record.cause.map(|cause| self.value(&cause, context)).transpose()?;
        for (name, value) in [("stack", record.stack.map(JsValue::from)), ("cause", cause)] {
            if let Some(value) = value {
                define(&error, name, value, context)?;
            }
        }
        Ok(error)
    }

    fn fill(
        &mut self,
        index: usize,
        object: JsObject,
        properties: &[(JsString, Slot)],
        context: &mut Context,
    ) -> JsResult<JsObject> {
        self.objects[index] = Some(object.clone());
        for (name, value) in properties {
            let value = self.value(value, context)?;
            object.create_data_property_or_throw(PropertyKey::from(name.clone()), value, context)?;
        }
        Ok(object)
    }
}

/// Creates an error with a message.
///
/// # Errors
///
/// Only if the engine fails.
pub(super) fn new_error(
    kind: ErrorKind,
    slots: Error,
    message: Option<JsString>,
    context: &mut Context,
) -> JsResult<JsObject> {
    let constructors = context.intrinsics().constructors();
    let constructor = match kind {
        ErrorKind::Eval => constructors.eval_error(),
        ErrorKind::Range => constructors.range_error(),
        ErrorKind::Reference => constructors.reference_error(),
        ErrorKind::Syntax => constructors.syntax_error(),
        ErrorKind::Type => constructors.type_error(),
        ErrorKind::Uri => constructors.uri_error(),
        _ => constructors.error(),
    };
    let error = JsObject::new(context.root_shape(), constructor.prototype(), slots).upcast();
    if let Some(message) = message {
        define(&error, "message", message.into(), context)?;
    }
    Ok(error)
}

/// Defines a property of an error.
fn define(error: &JsObject, name: &'static str, value: JsValue, context: &mut Context) -> JsResult<()> {
    let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true);
    error.define_property_or_throw(js_string!(name), property, context).map(drop)
}
