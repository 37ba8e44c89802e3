//! StructuredSerializeInternal and StructuredSerializeWithTransfer.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::builtins::error::{Error, ErrorKind};
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::{
    JsArray, JsArrayBuffer, JsDataView, JsDate, JsMap, JsSet, JsSharedArrayBuffer, JsTypedArray,
};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsBigInt, JsError, JsObject, JsResult, JsString, JsValue, js_string};
use rustc_hash::FxHashMap;

use super::clone_error::{clone_error, refused_object, refused_symbol};
use super::record::{ErrorRecord, Record, Serialized, Slot};
use super::{streams, views};
use crate::event_loop::{EventLoop, set_while};
use crate::web::dom::DomException;
use crate::web::file_api::{Blob, File, FileList};
use crate::web::html::messaging::MessagePort;
use crate::web::html::own_property;
use crate::web::webidl::{implements, range_error};

/// The number of nested objects that may still be serialized in a context. A getter may clone another value meanwhile,
/// so all clones of a context share the number.
#[derive(Clone)]
struct LevelsLeft(Rc<Cell<usize>>);

impl LevelsLeft {
    /// The number in a context where it has not been set.
    const DEFAULT: usize = 200;

    fn of(context: &Context) -> Self {
        context.get_data::<Self>().cloned().unwrap_or_else(|| Self(Rc::new(Cell::new(Self::DEFAULT))))
    }
}

/// Sets how many levels of nested objects can be cloned. Serialization is recursive, so the number depends on the size
/// of the stack.
pub(crate) fn set_cloned_levels(levels: usize, context: &mut Context) {
    context.insert_data(LevelsLeft(Rc::new(Cell::new(levels))));
}

impl Serialized {
    /// [Serializes](https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializewithtransfer) a
    /// value, and transfers the objects in `transfer`.
    ///
    /// # Errors
    ///
    /// `DataCloneError` if something cannot be cloned or transferred. `RangeError` if the value is nested too deeply.
    /// Whatever a getter throws.
    pub(crate) fn from_value(value: &JsValue, transfer: &[JsObject], context: &mut Context) -> JsResult<Self> {
        let left = LevelsLeft::of(context).0;
        let levels = left.get();
        let mut serializer = Serializer { records: Vec::new(), seen: FxHashMap::default(), left, fewest_left: levels };
        // Step 2: every transferred object has a record before anything is serialized.
        let mut transferred = Vec::new();
        for object in transfer {
            let is_port = implements::<MessagePort>(&object.clone().into()).is_some();
            let is_buffer = JsArrayBuffer::from_object(object.clone()).is_ok();
            if !is_port && !is_buffer && !streams::is_stream(object) {
                return Err(clone_error("an object in the transfer list cannot be transferred", context));
            }
            if serializer.seen.contains_key(object) {
                return Err(clone_error("an object appears twice in the transfer list", context));
            }
            transferred.push(serializer.reserve(object));
        }
        // Step 3: serialize the value.
        let root = serializer.value(value, context)?;
        // Step 5: nothing is transferred before the whole value has been serialized.
        for (object, &index) in transfer.iter().zip(&transferred) {
            serializer.records[index] = transfer_object(object, context)?;
        }
        let levels = levels - serializer.fewest_left;
        Ok(Self { records: serializer.records, root, transferred, levels })
    }
}

fn nested_too_deeply() -> JsError {
    range_error("the value is nested too deeply to be cloned")
}

/// Checks that this context can deserialize a value of another one, which may have a larger stack.
///
/// # Errors
///
/// `RangeError` if it cannot.
pub(super) fn check_levels(levels: usize, context: &Context) -> JsResult<()> {
    if levels <= LevelsLeft::of(context).0.get() { Ok(()) } else { Err(nested_too_deeply()) }
}

/// The agent of a context has memory that another agent may have, too.
pub(super) fn share_memory(context: &Context) {
    if let Some(event_loop) = EventLoop::of(context)
        && let Some(observer) = event_loop.access_observer()
    {
        observer.memory_shared(event_loop.agent());
    }
}

fn transfer_object(object: &JsObject, context: &mut Context) -> JsResult<Record> {
    if let Some(port) = implements::<MessagePort>(&object.clone().into()) {
        return match port.transfer() {
            Some(end) => Ok(Record::Port(end)),
            None => Err(clone_error("a port has already been transferred", context)),
        };
    }
    if let Some(record) = streams::transfer(object, context)? {
        return Ok(record);
    }
    let buffer = JsArrayBuffer::from_object(object.clone())?;
    if buffer.data().is_none() {
        return Err(clone_error("an ArrayBuffer is detached", context));
    }
    views::detach(&buffer, context).map(Record::ArrayBuffer)
}

struct Serializer {
    records: Vec<Record>,
    seen: FxHashMap<JsObject, usize>,
    left: Rc<Cell<usize>>,
    /// The smallest number that was left.
    fewest_left: usize,
}

impl Serializer {
    fn reserve(&mut self, object: &JsObject) -> usize {
        let index = self.records.len();
        self.records.push(Record::Pending);
        self.seen.insert(object.clone(), index);
        index
    }

    fn value(&mut self, value: &JsValue, context: &mut Context) -> JsResult<Slot> {
        if let Some(symbol) = value.as_symbol() {
            return Err(refused_symbol(&symbol, context));
        }
        match value.as_object() {
            Some(object) => self.object(&object, context).map(Slot::Object),
            None => Ok(Slot::Primitive(value.clone())),
        }
    }

    fn object(&mut self, object: &JsObject, context: &mut Context) -> JsResult<usize> {
        if let Some(&index) = self.seen.get(object) {
            return Ok(index);
        }
        let Some(left) = self.left.get().checked_sub(1) else {
            return Err(nested_too_deeply());
        };
        self.fewest_left = self.fewest_left.min(left);
        let index = self.reserve(object);
        let record = {
            let left_cell = Rc::clone(&self.left);
            let _level = set_while(&left_cell, left);
            self.record(object, context)
        };
        self.records[index] = record?;
        Ok(index)
    }

    /// Steps 7 to 26 of StructuredSerializeInternal: serializes an object by its kind.
    fn record(&mut self, object: &JsObject, context: &mut Context) -> JsResult<Record> {
        if object.is_callable() {
            return Err(refused_object(object, context));
        }
        if let Some(wrapped) = primitive_object(object) {
            return Ok(wrapped);
        }
        if object.is_array() {
            return self.array(object, context);
        }
        if object.is::<OrdinaryObject>() {
            return Ok(Record::Object(self.properties(object, context)?));
        }
        if let Ok(date) = JsDate::from_object(object.clone()) {
            return Ok(Record::Date(date.get_time(context)?.as_number().unwrap_or(f64::NAN)));
        }
        if let Some(regexp) = object.downcast_ref::<RegExp>() {
            return Ok(Record::RegExp(Box::new(regexp.clone())));
        }
        if let Ok(map) = JsMap::from_object(object.clone()) {
            return self.map(&map, context);
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            return self.set(&set, context);
        }
        let slots = object.downcast_ref::<Error>().map(|error| error.clone());
        if let Some(slots) = slots {
            return self.error(object, slots, context);
        }
        if let Some(record) = self.binary(object, context)? {
            return Ok(record);
        }
        // Omitted: `forStorage`, and step 19.1, detached objects: nothing is stored, and exceptions cannot be detached.
        if let Some(exception) = implements::<DomException>(&object.clone().into()) {
            let (name, message) = (exception.name().clone(), exception.message().clone());
            return Ok(Record::DomException { name, message });
        }
        if let Some(record) = file_record(object) {
            return Ok(record);
        }
        Err(refused_object(object, context))
    }

    fn array(&mut self, object: &JsObject, context: &mut Context) -> JsResult<Record> {
        let length = JsArray::from_object(object.clone())?.length(context)?;
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        Ok(Record::Array { length, properties: self.properties(object, context)? })
    }

    /// Step 26: serializes the own properties with string keys that were enumerable before any of them was read. A
    /// getter may remove properties that have not been read yet.
    fn properties(&mut self, object: &JsObject, context: &mut Context) -> JsResult<Vec<(JsString, Slot)>> {
        let mut keys = object.own_property_keys(context)?;
        keys.retain(|key| {
            let is_enumerable = |property: PropertyDescriptor| property.enumerable() == Some(true);
            !matches!(key, PropertyKey::Symbol(_)) && own_property(object, key).is_some_and(is_enumerable)
        });
        let mut properties = Vec::with_capacity(keys.len());
        for key in keys {
            let Some(property) = own_property(object, &key) else { continue };
            let value = match property.value() {
                Some(value) => value.clone(),
                None => object.get(key.clone(), context)?,
            };
            properties.push((name_of(&key), self.value(&value, context)?));
        }
        Ok(properties)
    }

    /// Copies the entries before serializing any of them: a getter may change the map.
    fn map(&mut self, map: &JsMap, context: &mut Context) -> JsResult<Record> {
        let mut entries = Vec::new();
        map.for_each_native(|key, value| {
            entries.push((key, value));
            Ok(())
        })?;
        let entries: JsResult<_> = entries
            .into_iter()
            .map(|(key, value)| Ok((self.value(&key, context)?, self.value(&value, context)?)))
            .collect();
        entries.map(Record::Map)
    }

    fn set(&mut self, set: &JsSet, context: &mut Context) -> JsResult<Record> {
        let mut values = Vec::new();
        set.for_each_native(|value| {
            values.push(value);
            Ok(())
        })?;
        let values: JsResult<_> = values.iter().map(|value| self.value(value, context)).collect();
        values.map(Record::Set)
    }

    /// Step 17: serializes an error. The stack and the cause are copied too, as the standard allows and other engines
    /// do. The only getter of the error that may run is that of `name`.
    fn error(&mut self, object: &JsObject, slots: Error, context: &mut Context) -> JsResult<Record> {
        let name = object.get(js_string!("name"), context)?.as_string().unwrap_or_default();
        let kind = match name.to_std_string_lossy().as_str() {
            "EvalError" => ErrorKind::Eval,
            "RangeError" => ErrorKind::Range,
            "ReferenceError" => ErrorKind::Reference,
            "SyntaxError" => ErrorKind::Syntax,
            "TypeError" => ErrorKind::Type,
            "URIError" => ErrorKind::Uri,
            _ => ErrorKind::Error,
        };
        let own = |name| own_property(object, &PropertyKey::from(name))?.value().cloned();
        let message = own(js_string!("message")).map(|message| message.to_string(context)).transpose()?;
        let stack = own(js_string!("stack")).and_then(|stack| stack.as_string());
        let cause = own(js_string!("cause")).map(|cause| self.value(&cause, context)).transpose()?;
        Ok(Record::Error(Box::new(ErrorRecord { kind, slots, message, stack, cause })))
    }

    /// Serializes an array buffer or a view of one. Returns `None` for other objects.
    fn binary(&mut self, object: &JsObject, context: &mut Context) -> JsResult<Option<Record>> {
        // Step 13.1, shared buffers. Omitted: cross-origin isolation, because there are no origins, and `forStorage`.
        // What is sent to another thread, which is in another agent cluster, is refused later: see `SerializedValue`.
        if let Ok(buffer) = JsSharedArrayBuffer::from_object(object.clone()) {
            share_memory(context);
            return Ok(Some(Record::SharedArrayBuffer(buffer.inner())));
        }
        if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
            if buffer.data().is_none() {
                return Err(clone_error("an ArrayBuffer is detached", context));
            }
            return Ok(Some(Record::ArrayBuffer(buffer.borrow().data().clone())));
        }
        let (span, buffer, kind) = if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            (views::typed_array_span(&array, context)?, array.buffer(context)?, array.kind())
        } else if let Ok(view) = JsDataView::from_object(object.clone()) {
            (views::data_view_span(&view, context)?, view.buffer(context)?, None)
        } else {
            return Ok(None);
        };
        let Some(span) = span else { return Err(clone_error("a view is out of the bounds of its buffer", context)) };
        let buffer = self.buffer(&buffer, context)?;
        Ok(Some(match kind {
            Some(kind) => Record::TypedArray { kind, buffer, span },
            None => Record::DataView { buffer, span },
        }))
    }

    fn buffer(&mut self, buffer: &JsValue, context: &mut Context) -> JsResult<usize> {
        match buffer.as_object() {
            Some(buffer) => self.object(&buffer, context),
            None => Err(clone_error("a view has no buffer", context)),
        }
    }
}

/// The [serialization steps](https://w3c.github.io/FileAPI/#blob-section) of blobs, files and file lists. Returns
/// `None` for other objects.
fn file_record(object: &JsObject) -> Option<Record> {
    let value = object.clone().into();
    if implements::<FileList>(&value).is_some() {
        return Some(Record::FileList);
    }
    let blob = Blob::clone(&*implements::<Blob>(&value)?);
    Some(match implements::<File>(&value) {
        Some(file) => Record::File(blob, File::clone(&file)),
        None => Record::Blob(blob),
    })
}

/// Steps 7 to 10: serializes an object that wraps a primitive value. Returns `None` for other objects. A wrapped symbol
/// cannot be cloned: it is rejected later, as an object of an unknown kind.
fn primitive_object(object: &JsObject) -> Option<Record> {
    if let Some(boolean) = object.downcast_ref::<bool>() {
        return Some(Record::BooleanObject(*boolean));
    }
    if let Some(number) = object.downcast_ref::<f64>() {
        return Some(Record::NumberObject(*number));
    }
    if let Some(text) = object.downcast_ref::<JsString>() {
        return Some(Record::StringObject(text.clone()));
    }
    object.downcast_ref::<JsBigInt>().map(|number| Record::BigIntObject(number.clone()))
}

fn name_of(key: &PropertyKey) -> JsString {
    match key {
        PropertyKey::String(name) => name.clone(),
        PropertyKey::Index(index) => js_string!(index.get().to_string()),
        PropertyKey::Symbol(_) => js_string!(),
    }
}
