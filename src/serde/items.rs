//! What is in arrays, sets, maps and objects.

use boa_engine::object::builtins::{JsArray, JsMap, JsSet, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsValue};

use super::error::{Error, property};
use crate::web::webidl::conversions::is_enumerable;

/// An entry of a map or an object, and how the value is reached.
pub(super) struct Entry {
    pub(super) key: JsValue,
    pub(super) value: JsValue,
    pub(super) step: String,
}

/// Whether an object is an array, a typed array or a set.
pub(super) fn is_sequence(object: &JsObject) -> bool {
    JsArray::from_object(object.clone()).is_ok()
        || JsTypedArray::from_object(object.clone()).is_ok()
        || JsSet::from_object(object.clone()).is_ok()
}

/// The elements of an array, a typed array or a set. `None` if the value is something else.
pub(super) fn elements(value: &JsValue, context: &mut Context) -> Result<Option<Vec<JsValue>>, Error> {
    let Some(object) = value.as_object() else { return Ok(None) };
    if let Ok(set) = JsSet::from_object(object.clone()) {
        let mut elements = Vec::with_capacity(set.size());
        set.for_each_native(|element| {
            elements.push(element);
            Ok(())
        })?;
        return Ok(Some(elements));
    }
    let length = if let Ok(array) = JsArray::from_object(object.clone()) {
        array.length(context)?
    } else if let Ok(array) = JsTypedArray::from_object(object.clone()) {
        array.length(context)? as u64
    } else {
        return Ok(None);
    };
    let mut elements = Vec::new();
    for index in 0..length {
        let element = object.get(index, context)?;
        // A sparse array may claim any length.
        if element.is_undefined() && !object.has_property(index, context)? {
            return Err(Error::new("the array has no such element").at(format!("[{index}]")));
        }
        elements.push(element);
    }
    Ok(Some(elements))
}

/// The entries of a `Map`, or the own enumerable properties of an object whose names are strings. `None` if the value
/// is something else.
pub(super) fn entries(value: &JsValue, context: &mut Context) -> Result<Option<Vec<Entry>>, Error> {
    let Some(object) = value.as_object().filter(|object| !object.is_callable()) else { return Ok(None) };
    match JsMap::from_object(object.clone()) {
        Ok(map) => entries_of_a_map(&map).map(Some),
        Err(_) => properties(&object, context).map(Some),
    }
}

fn entries_of_a_map(map: &JsMap) -> Result<Vec<Entry>, Error> {
    let mut entries = Vec::new();
    map.for_each_native(|key, value| {
        let step = format!(".get({})", key.display());
        entries.push(Entry { key, value, step });
        Ok(())
    })?;
    Ok(entries)
}

fn properties(object: &JsObject, context: &mut Context) -> Result<Vec<Entry>, Error> {
    let mut entries = Vec::new();
    for key in object.own_property_keys(context)? {
        let name = match &key {
            PropertyKey::String(name) => name.clone(),
            PropertyKey::Index(index) => index.get().to_string().into(),
            PropertyKey::Symbol(_) => continue,
        };
        let step = property(&name.to_std_string_lossy());
        let value = match is_enumerable(object, &key, context) {
            Ok(true) => object.get(key, context),
            Ok(false) => continue,
            Err(error) => Err(error),
        };
        let value = value.map_err(|error| Error::from(error).at(step.clone()))?;
        entries.push(Entry { key: name.into(), value, step });
    }
    Ok(entries)
}
