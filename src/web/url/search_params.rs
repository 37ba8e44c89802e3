//! `URLSearchParams`: <https://url.spec.whatwg.org/#interface-urlsearchparams>.

use std::cell::RefCell;

use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsSymbol, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};
use indexmap::IndexMap;
use url::form_urlencoded;

use super::UrlObject;
use crate::web::webidl::{
    Description, Layers, PairIterable, create, interface, new_object, prototype_of_new_target, record, sequence,
    sequence_from_method, set_pair, type_error, usv_string,
};

/// The state of a `URLSearchParams`: a list of names and values, and the URL whose query it is.
#[derive(Default, Trace, Finalize)]
pub(crate) struct UrlSearchParams {
    #[unsafe_ignore_trace]
    list: RefCell<Vec<(String, String)>>,
    url: GcRefCell<Option<Gc<UrlObject>>>,
}

interface! {
    UrlSearchParams as "URLSearchParams";
    constructor(0) = construct;
    get "size" = |params| u32::try_from(params.size()).unwrap_or(u32::MAX);
    operation "append"(2) = append;
    operation "delete"(1) = delete;
    operation "get"(1) = get;
    operation "getAll"(1) = get_all;
    operation "has"(1) = has;
    operation "set"(2) = set;
    operation "sort"() = |params| params.sort();
    operation "toString"() = |params| JsString::from(params.serialize());
    iterable;
}

impl PairIterable for UrlSearchParams {
    const ITERATOR: &'static str = "URLSearchParams Iterator";

    fn pair(&self, index: usize) -> Option<(JsValue, JsValue)> {
        let list = self.list.borrow();
        let (name, value) = list.get(index)?;
        Some((JsString::from(name.as_str()).into(), JsString::from(value.as_str()).into()))
    }
}

impl UrlSearchParams {
    /// Creates the object for the query of a URL.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn of_url(url: &Gc<UrlObject>, context: &mut Context) -> JsResult<(Gc<Self>, JsObject)> {
        let params = Gc::new(Self { list: RefCell::default(), url: GcRefCell::new(Some(url.clone())) });
        params.parse(url.query().as_deref().unwrap_or_default());
        let object = create(&params, context)?;
        Ok((params, object))
    }

    /// The number of pairs.
    #[must_use]
    pub(crate) fn size(&self) -> usize {
        self.list.borrow().len()
    }

    /// Replaces the list by the [parsed](https://url.spec.whatwg.org/#concept-urlencoded-parser) query.
    pub(super) fn parse(&self, query: &str) {
        let parsed = form_urlencoded::parse(query.as_bytes());
        *self.list.borrow_mut() = parsed.map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    }

    /// The [serialization](https://url.spec.whatwg.org/#concept-urlencoded-serializer) of the list.
    pub(crate) fn serialize(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(self.list.borrow().iter()).finish()
    }

    /// The steps to [update](https://url.spec.whatwg.org/#concept-urlsearchparams-update) the URL.
    fn update(&self) {
        let url = self.url.borrow().clone();
        if let Some(url) = url {
            url.query_changed();
        }
    }

    /// Sorts by name, compared as UTF-16 code units. Equal names keep their order.
    fn sort(&self) {
        self.list.borrow_mut().sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        self.update();
    }
}

/// [The constructor](https://url.spec.whatwg.org/#dom-urlsearchparams-urlsearchparams).
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let init = arguments.get_or_undefined(0);
    let params = Gc::new(UrlSearchParams::default());
    match init.as_object() {
        _ if init.is_undefined() => {}
        Some(object) => *params.list.borrow_mut() = pairs(&object, context)?,
        None => {
            let text = usv_string(init, &"URLSearchParams: init", context)?.to_std_string_lossy();
            params.parse(text.strip_prefix('?').unwrap_or(&text));
        }
    }
    let prototype = prototype_of_new_target::<UrlSearchParams>(new_target, context)?;
    Ok(new_object(prototype, Layers::root(&params), context))
}

/// Converts an object: to a sequence of pairs if it is iterable, and to a record otherwise.
fn pairs(object: &JsObject, context: &mut Context) -> JsResult<Vec<(String, String)>> {
    let method = object.get(PropertyKey::from(JsSymbol::iterator()), context)?;
    if method.is_null_or_undefined() {
        let text = |text: JsString| text.to_std_string_lossy();
        let value = |value: &JsValue, context: &mut Context| usv_string(value, &"URLSearchParams: init", context);
        let entries = record(object, context, |name, _| Ok(name), value)?;
        // Names that differ only in lone surrogates are one: the last value counts.
        let pairs: IndexMap<_, _> = entries.into_iter().map(|(name, value)| (text(name), text(value))).collect();
        return Ok(pairs.into_iter().collect());
    }
    let texts =
        |value: &JsValue, what: Description<'_>, context: &mut Context| sequence(value, what, context, usv_string);
    let texts = sequence_from_method(object, &method, &"URLSearchParams: init", context, texts)?;
    // The elements are counted after all have been converted.
    texts.iter().map(|texts| pair(texts)).collect()
}

/// [Initialization](https://url.spec.whatwg.org/#urlsearchparams-initialize), step 1.1.
fn pair(texts: &[JsString]) -> JsResult<(String, String)> {
    let [name, value] = texts else {
        let count = texts.len();
        return Err(type_error(format!("URLSearchParams: a pair must have two elements, not {count}")));
    };
    Ok((name.to_std_string_lossy(), value.to_std_string_lossy()))
}

fn text(arguments: &[JsValue], index: usize, context: &mut Context) -> JsResult<String> {
    usv_string(arguments.get_or_undefined(index), &"URLSearchParams", context).map(|text| text.to_std_string_lossy())
}

/// The second argument of `delete` and `has`.
fn optional_value(arguments: &[JsValue], context: &mut Context) -> JsResult<Option<String>> {
    let is_given = !arguments.get_or_undefined(1).is_undefined();
    is_given.then(|| text(arguments, 1, context)).transpose()
}

/// [`append`](https://url.spec.whatwg.org/#dom-urlsearchparams-append).
fn append(params: &Gc<UrlSearchParams>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let pair = (text(arguments, 0, context)?, text(arguments, 1, context)?);
    params.list.borrow_mut().push(pair);
    params.update();
    Ok(())
}

/// [`delete`](https://url.spec.whatwg.org/#dom-urlsearchparams-delete).
fn delete(params: &Gc<UrlSearchParams>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let (name, value) = (text(arguments, 0, context)?, optional_value(arguments, context)?);
    let is_meant = |pair: &(String, String)| pair.0 == name && value.as_ref().is_none_or(|value| *value == pair.1);
    params.list.borrow_mut().retain(|pair| !is_meant(pair));
    params.update();
    Ok(())
}

/// [`get`](https://url.spec.whatwg.org/#dom-urlsearchparams-get).
fn get(params: &Gc<UrlSearchParams>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = text(arguments, 0, context)?;
    let list = params.list.borrow();
    let found = list.iter().find(|(known, _)| *known == name);
    Ok(found.map_or_else(JsValue::null, |(_, value)| JsString::from(value.as_str()).into()))
}

/// [`getAll`](https://url.spec.whatwg.org/#dom-urlsearchparams-getall).
fn get_all(params: &Gc<UrlSearchParams>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let name = text(arguments, 0, context)?;
    let values: Vec<JsValue> = {
        let list = params.list.borrow();
        let found = list.iter().filter(|(known, _)| *known == name);
        found.map(|(_, value)| JsString::from(value.as_str()).into()).collect()
    };
    Ok(JsArray::from_iter(values, context))
}

/// [`has`](https://url.spec.whatwg.org/#dom-urlsearchparams-has).
fn has(params: &Gc<UrlSearchParams>, arguments: &[JsValue], context: &mut Context) -> JsResult<bool> {
    let (name, value) = (text(arguments, 0, context)?, optional_value(arguments, context)?);
    let list = params.list.borrow();
    Ok(list.iter().any(|pair| pair.0 == name && value.as_ref().is_none_or(|value| *value == pair.1)))
}

/// [`set`](https://url.spec.whatwg.org/#dom-urlsearchparams-set).
fn set(params: &Gc<UrlSearchParams>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let (name, value) = (text(arguments, 0, context)?, text(arguments, 1, context)?);
    set_pair(&mut params.list.borrow_mut(), name, value, |a, b| a == b);
    params.update();
    Ok(())
}
