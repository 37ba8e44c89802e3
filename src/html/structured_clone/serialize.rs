//! StructuredSerializeInternal and StructuredSerializeWithTransfer.

use boa_engine::builtins::array_buffer::AlignedVec;
use boa_engine::builtins::error::{Error, ErrorKind};
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::{JsArray, JsArrayBuffer, JsDataView, JsDate, JsMap, JsRegExp, JsSet, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsBigInt, JsError, JsObject, JsResult, JsString, JsValue, js_string};
use rustc_hash::FxHashMap;

use super::record::{Record, Serialized, Slot, Span};
use crate::dom::{DomException, DomExceptionName};
use crate::html::messaging::MessagePort;
use crate::webidl::{PlatformObject, implements, range_error};

/// Objects may be nested this deeply: the algorithm recurses.
const DEEPEST: usize = 20_000;

impl Serialized {
    /// [Serializes](https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializewithtransfer) a value, and takes what
    /// is in `transfer` away from its owner.
    ///
    /// # Errors
    ///
    /// A `DataCloneError` if something cannot be cloned or transferred; what a getter throws.
    pub fn from_value(value: &JsValue, transfer: &[JsObject], context: &mut Context) -> JsResult<Self> {
        let mut serializer = Serializer { records: Vec::new(), seen: FxHashMap::default(), depth: 0 };
        // Step 2: what is transferred has its place before anything is serialized.
        let mut transferred = Vec::new();
        for object in transfer {
            let port = implements::<MessagePort>(&object.clone().into());
            if port.is_none() && JsArrayBuffer::from_object(object.clone()).is_err() {
                return Err(clone_error("an object in the transfer list cannot be transferred", context));
            }
            if serializer.seen.contains_key(object) {
                return Err(clone_error("an object is in the transfer list twice", context));
            }
            transferred.push(serializer.reserve(object));
        }
        // Step 3.
        let root = serializer.value(value, context)?;
        // Step 5: nothing is taken away before all of the value could be serialized.
        for (object, &index) in transfer.iter().zip(&transferred) {
            serializer.records[index] = take_away(object, context)?;
        }
        Ok(Self { records: serializer.records, root, transferred })
    }
}

/// A `DataCloneError`.
pub(super) fn clone_error(message: &str, context: &mut Context) -> JsError {
    DomException::error(DomExceptionName::DataClone, message, context)
}

fn take_away(object: &JsObject, context: &mut Context) -> JsResult<Record> {
    if let Some(port) = implements::<MessagePort>(&object.clone().into()) {
        return match port.transfer() {
            Some(end) => Ok(Record::Port(end)),
            None => Err(clone_error("a port was transferred before", context)),
        };
    }
    let buffer = JsArrayBuffer::from_object(object.clone())?;
    if buffer.data().is_none() {
        return Err(clone_error("an ArrayBuffer is detached", context));
    }
    Ok(Record::ArrayBuffer(buffer.detach(&JsValue::undefined())?))
}

struct Serializer {
    records: Vec<Record>,
    seen: FxHashMap<JsObject, usize>,
    depth: usize,
}

impl Serializer {
    fn reserve(&mut self, object: &JsObject) -> usize {
        let index = self.records.len();
        self.records.push(Record::Pending);
        self.seen.insert(object.clone(), index);
        index
    }

    fn value(&mut self, value: &JsValue, context: &mut Context) -> JsResult<Slot> {
        match value.as_object() {
            Some(object) => self.object(&object, context).map(Slot::Object),
            None if value.is_symbol() => Err(clone_error("a symbol cannot be cloned", context)),
            None => Ok(Slot::Primitive(value.clone())),
        }
    }

    fn object(&mut self, object: &JsObject, context: &mut Context) -> JsResult<usize> {
        if let Some(&index) = self.seen.get(object) {
            return Ok(index);
        }
        if self.depth >= DEEPEST {
            return Err(range_error("the value is nested too deeply to be cloned"));
        }
        let index = self.reserve(object);
        self.depth += 1;
        let record = self.record(object, context);
        self.depth -= 1;
        self.records[index] = record?;
        Ok(index)
    }

    /// Steps 5 to 26 of StructuredSerializeInternal: by the kind of object.
    fn record(&mut self, object: &JsObject, context: &mut Context) -> JsResult<Record> {
        if object.is_callable() {
            return Err(clone_error("a function cannot be cloned", context));
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
        if let Ok(regexp) = JsRegExp::from_object(object.clone()) {
            let (source, flags) = (regexp.source(context)?, regexp.flags(context)?);
            // Boa's `source` puts a backslash before every slash, also where there is one: taking it away gives the original.
            let source = js_string!(source.replace("\\/", "/"));
            return Ok(Record::RegExp { source, flags: js_string!(flags) });
        }
        if let Ok(map) = JsMap::from_object(object.clone()) {
            return self.map(&map, context);
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            return self.set(&set, context);
        }
        if object.is::<Error>() {
            return self.error(object, context);
        }
        if let Some(record) = self.binary(object, context)? {
            return Ok(record);
        }
        if let Some(exception) = implements::<DomException>(&object.clone().into()) {
            let (name, message) = (exception.name().clone(), exception.message().clone());
            return Ok(Record::DomException { name, message });
        }
        let what = if object.is::<PlatformObject>() { "a platform object" } else { "an object of this kind" };
        Err(clone_error(&format!("{what} cannot be cloned"), context))
    }

    fn array(&mut self, object: &JsObject, context: &mut Context) -> JsResult<Record> {
        let length = JsArray::from_object(object.clone())?.length(context)?;
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        Ok(Record::Array { length, properties: self.properties(object, context)? })
    }

    /// Step 26: own enumerable properties with a string for a key. A getter may remove those after it.
    fn properties(&mut self, object: &JsObject, context: &mut Context) -> JsResult<Vec<(JsString, Slot)>> {
        let mut properties = Vec::new();
        for key in object.own_property_keys(context)? {
            if matches!(key, PropertyKey::Symbol(_)) || !is_enumerable(object, &key, context)? {
                continue;
            }
            let value = object.get(key.clone(), context)?;
            let value = self.value(&value, context)?;
            properties.push((name_of(&key), value));
        }
        Ok(properties)
    }

    /// The entries are copied before any of them is serialized: a getter may change the map.
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

    /// Step 18. The stack is copied too, and so is the cause, as the standard allows and engines do.
    fn error(&mut self, object: &JsObject, context: &mut Context) -> JsResult<Record> {
        let name = object.get(js_string!("name"), context)?;
        let name = if name.is_undefined() { js_string!("Error") } else { name.to_string(context)? };
        let kind = match name.to_std_string_escaped().as_str() {
            "EvalError" => ErrorKind::Eval,
            "RangeError" => ErrorKind::Range,
            "ReferenceError" => ErrorKind::Reference,
            "SyntaxError" => ErrorKind::Syntax,
            "TypeError" => ErrorKind::Type,
            "URIError" => ErrorKind::Uri,
            _ => ErrorKind::Error,
        };
        let own = |name: JsString, context: &mut Context| {
            let is_own = object.has_own_property(name.clone(), context)?;
            if is_own { object.get(name, context).map(Some) } else { Ok(None) }
        };
        let message = match own(js_string!("message"), context)? {
            Some(message) => Some(message.to_string(context)?),
            None => None,
        };
        let cause = match own(js_string!("cause"), context)? {
            Some(cause) => Some(self.value(&cause, context)?),
            None => None,
        };
        let stack = object.get(js_string!("stack"), context)?.as_string();
        Ok(Record::Error { kind, message, stack, cause })
    }

    /// Buffers and their views.
    fn binary(&mut self, object: &JsObject, context: &mut Context) -> JsResult<Option<Record>> {
        if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
            let bytes = buffer.data().map(|data| AlignedVec::from_slice(0, &data));
            return match bytes {
                Some(bytes) => Ok(Some(Record::ArrayBuffer(bytes))),
                None => Err(clone_error("an ArrayBuffer is detached", context)),
            };
        }
        if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            let Some(kind) = array.kind() else { return Ok(None) };
            let (offset, length) = (array.byte_offset(context)? as u64, array.length(context)? as u64);
            let buffer = array.buffer(context)?;
            let buffer = self.buffer(&buffer, context)?;
            return Ok(Some(Record::TypedArray { kind, buffer, span: Span { offset, length } }));
        }
        if let Ok(view) = JsDataView::from_object(object.clone()) {
            let (offset, length) = (view.byte_offset(context)?, view.byte_length(context)?);
            let buffer = view.buffer(context)?;
            let buffer = self.buffer(&buffer, context)?;
            return Ok(Some(Record::DataView { buffer, span: Span { offset, length } }));
        }
        Ok(None)
    }

    fn buffer(&mut self, buffer: &JsValue, context: &mut Context) -> JsResult<usize> {
        match buffer.as_object() {
            Some(buffer) => self.object(&buffer, context),
            None => Err(clone_error("a view has no buffer", context)),
        }
    }
}

/// Steps 5 to 9: objects that wrap a primitive value. A symbol's cannot be cloned, and is caught as an unknown kind.
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

/// Whether the object has this property itself, and it is enumerable: `propertyIsEnumerable`, whatever the program made of that.
fn is_enumerable(object: &JsObject, key: &PropertyKey, context: &mut Context) -> JsResult<bool> {
    let prototype = context.intrinsics().constructors().object().prototype();
    let function = prototype.get(js_string!("propertyIsEnumerable"), context)?;
    match function.as_callable() {
        Some(function) => Ok(function.call(&object.clone().into(), &[key.into()], context)?.to_boolean()),
        None => Ok(true),
    }
}
