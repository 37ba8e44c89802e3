//! `Headers`: <https://fetch.spec.whatwg.org/#headers-class>.

use std::cell::{Cell, RefCell};

use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsSymbol, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::header_list::{
    HeaderList, is_forbidden_in_requests, is_forbidden_in_responses, is_safelisted, is_safelisted_name, is_token,
    is_value, normalized,
};
use crate::for_node::is_for_node;
use crate::web::webidl::{
    Description, Layers, PairIterable, create, interface, new_object, prototype_of_new_target, record, sequence,
    sequence_from_method, type_error,
};
use encoding_rs::mem::decode_latin1;

/// What may be changed: [the guard](https://fetch.spec.whatwg.org/#headers-guard).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Guard {
    #[default]
    None,
    Immutable,
    Request,
    RequestNoCors,
    Response,
}

impl Guard {
    /// The guard of new headers that have this one in a browser. Node forbids no headers.
    pub(super) fn of_host(self, context: &Context) -> Self {
        if is_for_node(context) { Self::None } else { self }
    }
}

/// The state of a `Headers`.
#[derive(Default, Trace, Finalize)]
pub(super) struct Headers {
    #[unsafe_ignore_trace]
    list: RefCell<HeaderList>,
    #[unsafe_ignore_trace]
    guard: Cell<Guard>,
}

interface! {
    Headers;
    constructor(0) = construct;
    operation "append"(2) = append;
    operation "delete"(1) = delete;
    operation "get"(1) = get;
    operation "getSetCookie"() = |headers, context| get_set_cookie(&headers, context);
    operation "has"(1) = has;
    operation "set"(2) = set;
    iterable;
}

impl PairIterable for Headers {
    const ITERATOR: &'static str = "Headers Iterator";

    fn pair(&self, index: usize) -> Option<(JsValue, JsValue)> {
        let list = self.list.borrow();
        let (name, value) = list.sorted(index)?;
        Some((text(name).into(), text(&value).into()))
    }
}

/// A string of bytes as JavaScript sees it.
pub(super) fn text(bytes: &str) -> JsString {
    JsString::from(bytes)
}

/// Converts to a [`ByteString`](https://webidl.spec.whatwg.org/#js-ByteString).
///
/// # Errors
///
/// `TypeError` if a character is above U+00FF. Whatever `toString` throws.
pub(super) fn byte_string(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<String> {
    let text = value.to_string(context)?;
    // Most strings are stored as such bytes.
    if let JsStrVariant::Latin1(bytes) = text.as_str().variant() {
        return Ok(decode_latin1(bytes).into_owned());
    }
    let characters = text.iter().map(|unit| u8::try_from(unit).map(char::from));
    characters.collect::<Result<_, _>>().map_err(|_| type_error(format!("{what} has a character above U+00FF")))
}

impl Headers {
    /// Creates an object with these headers, in the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn create(list: HeaderList, guard: Guard, context: &mut Context) -> JsResult<(Gc<Self>, JsObject)> {
        let headers = Gc::new(Self { list: RefCell::new(list), guard: Cell::new(guard) });
        let object = create(&headers, context)?;
        Ok((headers, object))
    }

    /// A copy of the list.
    pub(super) fn list(&self) -> HeaderList {
        self.list.borrow().clone()
    }

    pub(super) fn guard(&self) -> Guard {
        self.guard.get()
    }

    /// Appends headers, as far as the guard allows it.
    ///
    /// # Errors
    ///
    /// `TypeError` if a header is not valid.
    pub(super) fn fill_from(&self, list: &HeaderList) -> JsResult<()> {
        list.iter().try_for_each(|(name, value)| self.append(name, value))
    }

    fn change<R>(&self, change: impl FnOnce(&mut HeaderList) -> R) -> R {
        change(&mut self.list.borrow_mut())
    }

    pub(super) fn clear(&self) {
        self.change(HeaderList::clear);
    }

    /// Adds the media type of a body, unless there is one. The guard is that of a request or of a response.
    ///
    /// # Errors
    ///
    /// `TypeError` if the media type is not a valid value.
    pub(super) fn append_media_type(&self, media_type: &str) -> JsResult<()> {
        let is_known = self.list.borrow().contains("Content-Type");
        if is_known { Ok(()) } else { self.append("Content-Type", media_type) }
    }

    /// [Validates](https://fetch.spec.whatwg.org/#headers-validate) a header. Returns whether it may be changed.
    fn validate(&self, name: &str, value: &str) -> JsResult<bool> {
        if !is_token(name) {
            return Err(type_error(format!("'{name}' is not a valid header name")));
        }
        if !is_value(value) {
            return Err(type_error(format!("the value of the header '{name}' is not valid")));
        }
        match self.guard.get() {
            Guard::Immutable => Err(type_error("these headers cannot be changed")),
            Guard::Request | Guard::RequestNoCors => Ok(!is_forbidden_in_requests(name, value)),
            Guard::Response => Ok(!is_forbidden_in_responses(name)),
            Guard::None => Ok(true),
        }
    }

    /// [Appends](https://fetch.spec.whatwg.org/#concept-headers-append) a header.
    fn append(&self, name: &str, value: &str) -> JsResult<()> {
        let value = normalized(value);
        if !self.validate(name, &value)? {
            return Ok(());
        }
        if self.guard.get() == Guard::RequestNoCors {
            let known = self.list.borrow().get(name);
            let combined = known.map_or_else(|| value.clone(), |known| format!("{known}, {value}"));
            if !is_safelisted(name, &combined) {
                return Ok(());
            }
        }
        self.change(|list| list.append(name, value));
        self.remove_privileged();
        Ok(())
    }

    /// [Removes privileged no-CORS request-headers][remove].
    ///
    /// [remove]: https://fetch.spec.whatwg.org/#concept-headers-remove-privileged-no-cors-request-headers
    fn remove_privileged(&self) {
        if self.guard.get() == Guard::RequestNoCors {
            self.change(|list| list.delete("range"));
        }
    }

    /// [Fills](https://fetch.spec.whatwg.org/#concept-headers-fill) the headers from a sequence of pairs or a record.
    ///
    /// # Errors
    ///
    /// `TypeError` if an element of the sequence is not a pair, or if a header is not valid.
    pub(super) fn fill(&self, init: &HeadersInit) -> JsResult<()> {
        match init {
            HeadersInit::Record(pairs) => pairs.iter().try_for_each(|(name, value)| self.append(name, value)),
            HeadersInit::Sequence(elements) => elements.iter().try_for_each(|element| match element.as_slice() {
                [name, value] => self.append(name, value),
                _ => Err(type_error(format!("a header must have two elements, not {}", element.len()))),
            }),
        }
    }
}

/// A converted [`HeadersInit`](https://fetch.spec.whatwg.org/#typedefdef-headersinit). Whether it consists of pairs is
/// checked when headers are filled.
pub(super) enum HeadersInit {
    Sequence(Vec<Vec<String>>),
    Record(Vec<(String, String)>),
}

impl HeadersInit {
    /// Converts an object: to a sequence if it is iterable, and to a record otherwise.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value is neither, or if a text is not a byte string. Whatever iterating or a getter throws.
    pub(super) fn convert(init: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<Self> {
        let Some(object) = init.as_object() else {
            return Err(type_error(format!("{what} must be an object or a sequence of pairs")));
        };
        let method = object.get(PropertyKey::from(JsSymbol::iterator()), context)?;
        if !method.is_null_or_undefined() {
            let texts = |texts: &JsValue, what: Description<'_>, context: &mut Context| {
                sequence(texts, what, context, byte_string)
            };
            return sequence_from_method(&object, &method, what, context, texts).map(Self::Sequence);
        }
        let name = |name: JsString, context: &mut Context| byte_string(&name.into(), &"a header name", context);
        let value = |value: &JsValue, context: &mut Context| byte_string(value, &"a header value", context);
        record(&object, context, name, value).map(Self::Record)
    }
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let init = arguments.get_or_undefined(0);
    let is_given = !init.is_undefined();
    let init = is_given.then(|| HeadersInit::convert(init, &"Headers: init", context)).transpose()?;
    let prototype = prototype_of_new_target::<Headers>(new_target, context)?;
    let headers = Gc::new(Headers::default());
    if let Some(init) = init {
        headers.fill(&init)?;
    }
    Ok(new_object(prototype, Layers::root(&headers), context))
}

fn name_of(arguments: &[JsValue], context: &mut Context) -> JsResult<String> {
    byte_string(&arguments[0], &"Headers: name", context)
}

fn valid_name(arguments: &[JsValue], context: &mut Context) -> JsResult<String> {
    let name = name_of(arguments, context)?;
    if is_token(&name) { Ok(name) } else { Err(type_error(format!("'{name}' is not a valid header name"))) }
}

/// [`append`](https://fetch.spec.whatwg.org/#dom-headers-append).
fn append(headers: &Gc<Headers>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let (name, value) = (name_of(arguments, context)?, byte_string(&arguments[1], &"Headers: value", context)?);
    headers.append(&name, &value)
}

/// [`delete`](https://fetch.spec.whatwg.org/#dom-headers-delete).
fn delete(headers: &Gc<Headers>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let name = name_of(arguments, context)?;
    if !headers.validate(&name, "")? {
        return Ok(());
    }
    let is_safe = is_safelisted_name(&name) || name.eq_ignore_ascii_case("range");
    if headers.guard.get() != Guard::RequestNoCors || is_safe {
        headers.change(|list| list.delete(&name));
        headers.remove_privileged();
    }
    Ok(())
}

/// [`get`](https://fetch.spec.whatwg.org/#dom-headers-get).
fn get(headers: &Gc<Headers>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = valid_name(arguments, context)?;
    let value = headers.list.borrow().get(&name);
    Ok(value.map_or_else(JsValue::null, |value| text(&value).into()))
}

/// [`getSetCookie`](https://fetch.spec.whatwg.org/#dom-headers-getsetcookie).
fn get_set_cookie(headers: &Headers, context: &mut Context) -> JsArray {
    let cookies: Vec<JsValue> = headers.list.borrow().cookies().map(|cookie| text(cookie).into()).collect();
    JsArray::from_iter(cookies, context)
}

/// [`has`](https://fetch.spec.whatwg.org/#dom-headers-has).
fn has(headers: &Gc<Headers>, arguments: &[JsValue], context: &mut Context) -> JsResult<bool> {
    let name = valid_name(arguments, context)?;
    Ok(headers.list.borrow().contains(&name))
}

/// [`set`](https://fetch.spec.whatwg.org/#dom-headers-set).
fn set(headers: &Gc<Headers>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let (name, value) = (name_of(arguments, context)?, byte_string(&arguments[1], &"Headers: value", context)?);
    let value = normalized(&value);
    if !headers.validate(&name, &value)? {
        return Ok(());
    }
    if headers.guard.get() == Guard::RequestNoCors && !is_safelisted(&name, &value) {
        return Ok(());
    }
    headers.change(|list| list.set(&name, value));
    headers.remove_privileged();
    Ok(())
}
