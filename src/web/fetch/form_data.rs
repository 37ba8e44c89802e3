//! `FormData`: <https://xhr.spec.whatwg.org/#interface-formdata>.

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use crate::web::file_api::{Blob, Bytes, File};
use crate::web::webidl::{
    Layers, PairIterable, create, implements, interface, new_object, prototype_of_new_target, set_pair, type_error,
    usv_string,
};

/// The value of an entry.
#[derive(Clone, Debug)]
pub(super) enum EntryValue {
    Text(String),
    File { bytes: Bytes, media_type: String, name: String },
}

/// An entry: a name and a value.
pub(super) type Entry = (String, EntryValue);

/// The state of a `FormData`. Files are JavaScript objects, which keep their identity.
#[derive(Default, Trace, Finalize)]
pub(crate) struct FormData {
    entries: GcRefCell<Vec<(JsString, JsValue)>>,
}

interface! {
    FormData;
    constructor(0) = construct;
    operation "append"(2) = append;
    operation "delete"(1) = delete;
    operation "get"(1) = get;
    operation "getAll"(1) = get_all;
    operation "has"(1) = has;
    operation "set"(2) = set;
    iterable;
}

impl PairIterable for FormData {
    const ITERATOR: &'static str = "FormData Iterator";

    fn pair(&self, index: usize) -> Option<(JsValue, JsValue)> {
        let (name, value) = self.entries.borrow().get(index)?.clone();
        Some((name.into(), value))
    }
}

impl FormData {
    /// Creates an object with these entries, in the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn create(entries: Vec<Entry>, context: &mut Context) -> JsResult<JsObject> {
        let mut list = Vec::with_capacity(entries.len());
        for (name, value) in entries {
            let value = match value {
                EntryValue::Text(text) => JsString::from(text).into(),
                EntryValue::File { bytes, media_type, name } => {
                    let blob = Blob::new(bytes, &JsString::from(media_type));
                    File::new(JsString::from(name), context).into_object(blob, context)?.into()
                }
            };
            list.push((JsString::from(name), value));
        }
        create(&Gc::new(Self { entries: GcRefCell::new(list) }), context)
    }

    /// The entries as bytes and texts.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let entries = self.entries.borrow().clone();
        let value = |value: &JsValue| match (implements::<Blob>(value), implements::<File>(value)) {
            (Some(blob), file) => EntryValue::File {
                bytes: blob.bytes().clone(),
                media_type: blob.media_type().to_std_string_lossy(),
                name: file.map_or_else(|| "blob".to_owned(), |file| file.name().to_std_string_lossy()),
            },
            _ => EntryValue::Text(value.as_string().unwrap_or_default().to_std_string_lossy()),
        };
        entries.iter().map(|(name, given)| (name.to_std_string_lossy(), value(given))).collect()
    }
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    // Omitted: the form and its submitter: there are no elements.
    if !arguments.get_or_undefined(0).is_undefined() {
        return Err(type_error("FormData: form elements are not supported"));
    }
    let prototype = prototype_of_new_target::<FormData>(new_target, context)?;
    Ok(new_object(prototype, Layers::root(&Gc::new(FormData::default())), context))
}

fn name_of(arguments: &[JsValue], context: &mut Context) -> JsResult<JsString> {
    usv_string(&arguments[0], &"FormData: name", context)
}

/// [Creates an entry](https://xhr.spec.whatwg.org/#create-an-entry): a blob becomes a file.
fn value_of(arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (value, filename) = (&arguments[1], arguments.get_or_undefined(2));
    let Some(blob) = implements::<Blob>(value) else {
        // Three arguments select the overload for blobs, even if the third is `undefined`.
        if arguments.len() > 2 {
            return Err(type_error("FormData: only a Blob can have a file name"));
        }
        return Ok(usv_string(value, &"FormData: value", context)?.into());
    };
    let file = implements::<File>(value);
    let name = if filename.is_undefined() { None } else { Some(usv_string(filename, &"FormData: filename", context)?) };
    let file = match (file, name) {
        (Some(_), None) => return Ok(value.clone()),
        (Some(file), Some(name)) => file.renamed(name),
        (None, name) => File::new(name.unwrap_or(js_string!("blob")), context),
    };
    Ok(file.into_object(Blob::clone(&blob), context)?.into())
}

/// [`append`](https://xhr.spec.whatwg.org/#dom-formdata-append).
fn append(form: &Gc<FormData>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let entry = (name_of(arguments, context)?, value_of(arguments, context)?);
    form.entries.borrow_mut().push(entry);
    Ok(())
}

/// [`delete`](https://xhr.spec.whatwg.org/#dom-formdata-delete).
fn delete(form: &Gc<FormData>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let name = name_of(arguments, context)?;
    form.entries.borrow_mut().retain(|(known, _)| *known != name);
    Ok(())
}

/// [`get`](https://xhr.spec.whatwg.org/#dom-formdata-get).
fn get(form: &Gc<FormData>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = name_of(arguments, context)?;
    let entries = form.entries.borrow();
    Ok(entries.iter().find(|(known, _)| *known == name).map_or_else(JsValue::null, |(_, value)| value.clone()))
}

/// [`getAll`](https://xhr.spec.whatwg.org/#dom-formdata-getall).
fn get_all(form: &Gc<FormData>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let name = name_of(arguments, context)?;
    let entries = form.entries.borrow().clone();
    let values = entries.into_iter().filter(|(known, _)| *known == name).map(|(_, value)| value);
    Ok(JsArray::from_iter(values, context))
}

/// [`has`](https://xhr.spec.whatwg.org/#dom-formdata-has).
fn has(form: &Gc<FormData>, arguments: &[JsValue], context: &mut Context) -> JsResult<bool> {
    let name = name_of(arguments, context)?;
    Ok(form.entries.borrow().iter().any(|(known, _)| *known == name))
}

/// [`set`](https://xhr.spec.whatwg.org/#dom-formdata-set).
fn set(form: &Gc<FormData>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let (name, value) = (name_of(arguments, context)?, value_of(arguments, context)?);
    set_pair(&mut form.entries.borrow_mut(), name, value, |a, b| a == b);
    Ok(())
}
