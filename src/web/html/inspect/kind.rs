//! The kinds of objects.

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::module::ModuleNamespace;
use boa_engine::object::builtins::{
    JsArrayBuffer, JsDataView, JsDate, JsMap, JsPromise, JsRegExp, JsSet, JsTypedArray, JsWeakMap, JsWeakSet,
};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsBigInt, JsObject, JsString, JsSymbol, JsValue, js_string};
use boa_gc::Gc;

use super::stored::is_error;
use crate::engine::escape_pattern;
use crate::stored_properties::{is_proxy, own_property};
use crate::web::url::UrlSearchParams;
use crate::web::webidl::implements;

/// The parameters of a URL.
#[derive(Clone)]
pub struct SearchParams(pub(super) Gc<UrlSearchParams>);

impl std::fmt::Debug for SearchParams {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SearchParams")
    }
}

/// What an object is, as far as that determines how it is shown.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A proxy of which only that is shown. A [`Style`](super::Style) may take a proxy for another kind.
    Proxy,
    /// A function or a class.
    Function,
    /// An array of this length.
    Array(u64),
    /// An object with nothing but properties.
    Ordinary,
    /// A `Date`.
    Date(JsDate),
    /// A regular expression.
    RegExp(JsRegExp),
    /// An object that wraps a primitive value, and the name of its class.
    Boxed(&'static str, JsValue),
    /// An error or a `DOMException`.
    Error,
    /// A `Map`.
    Map(JsMap),
    /// A `Set`.
    Set(JsSet),
    /// A typed array.
    TypedArray(JsTypedArray),
    /// An `ArrayBuffer`.
    ArrayBuffer(JsArrayBuffer),
    /// A `DataView`.
    DataView(JsDataView),
    /// A promise.
    Promise(JsPromise),
    /// A `WeakMap`.
    WeakMap,
    /// A `WeakSet`.
    WeakSet,
    /// The namespace of a module.
    Module,
    /// A `URLSearchParams`.
    SearchParams(SearchParams),
    /// A platform object, or one of the engine's, such as an iterator.
    Other,
}

impl Kind {
    /// Returns the kind of an object. Runs no user code.
    #[must_use]
    pub fn of(object: &JsObject) -> Self {
        if is_proxy(object) {
            Self::Proxy
        } else if object.is_callable() {
            Self::Function
        } else if object.is_array() {
            Self::Array(length(object))
        } else if object.is::<OrdinaryObject>() {
            Self::Ordinary
        } else if is_error(object) {
            Self::Error
        } else {
            let special =
                Self::text_or_box(object).or_else(|| Self::collection(object)).or_else(|| Self::other(object));
            special.unwrap_or(Self::Other)
        }
    }

    fn text_or_box(object: &JsObject) -> Option<Self> {
        if let Ok(date) = JsDate::from_object(object.clone()) {
            return Some(Self::Date(date));
        }
        if let Ok(regexp) = JsRegExp::from_object(object.clone()) {
            return Some(Self::RegExp(regexp));
        }
        let (class, value): (_, JsValue) = if let Some(boolean) = object.downcast_ref::<bool>() {
            ("Boolean", (*boolean).into())
        } else if let Some(number) = object.downcast_ref::<f64>() {
            ("Number", (*number).into())
        } else if let Some(text) = object.downcast_ref::<JsString>() {
            ("String", text.clone().into())
        } else if let Some(number) = object.downcast_ref::<JsBigInt>() {
            ("BigInt", number.clone().into())
        } else {
            ("Symbol", object.downcast_ref::<JsSymbol>()?.clone().into())
        };
        Some(Self::Boxed(class, value))
    }

    fn collection(object: &JsObject) -> Option<Self> {
        let object = || object.clone();
        let map = || JsMap::from_object(object()).map(Self::Map);
        let set = || JsSet::from_object(object()).map(Self::Set);
        let array = || JsTypedArray::from_object(object()).map(Self::TypedArray);
        let weak_map = || JsWeakMap::from_object(object()).map(|_| Self::WeakMap);
        let weak_set = || JsWeakSet::from_object(object()).map(|_| Self::WeakSet);
        map().or_else(|_| set()).or_else(|_| array()).or_else(|_| weak_map()).or_else(|_| weak_set()).ok()
    }

    fn other(object: &JsObject) -> Option<Self> {
        if let Ok(promise) = JsPromise::from_object(object.clone()) {
            Some(Self::Promise(promise))
        } else if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
            Some(Self::ArrayBuffer(buffer))
        } else if let Ok(view) = JsDataView::from_object(object.clone()) {
            Some(Self::DataView(view))
        } else if object.is::<ModuleNamespace>() {
            Some(Self::Module)
        } else {
            implements::<UrlSearchParams>(&object.clone().into()).map(|params| Self::SearchParams(SearchParams(params)))
        }
    }

    /// Whether the object is a list, whose indexed properties are elements.
    #[must_use]
    pub fn is_list(&self) -> bool {
        matches!(self, Self::Array(_) | Self::TypedArray(_))
    }

    /// Whether what the object contains, or the text it is shown as, includes a property already.
    #[must_use]
    pub fn includes(&self, key: &PropertyKey) -> bool {
        let PropertyKey::Index(index) = key else { return false };
        match self {
            Self::Boxed(_, value) => value.as_string().is_some_and(|text| (index.get() as usize) < text.len()),
            _ => self.is_list(),
        }
    }

    /// Returns the number of elements. `None` if the kind has no number.
    pub fn size(&self, context: &mut Context) -> Option<u64> {
        match self {
            Self::Array(length) => Some(*length),
            Self::TypedArray(array) => Some(array.length(context).unwrap_or(0) as u64),
            Self::Set(set) => Some(set.size() as u64),
            Self::Map(map) => Some(map.get_size(context).ok()?.to_length(context).unwrap_or(0)),
            Self::SearchParams(params) => Some(params.0.size() as u64),
            _ => None,
        }
    }

    /// Returns what a date or a regular expression looks like.
    pub fn text(&self, context: &mut Context) -> Option<String> {
        match self {
            Self::Date(date) => {
                let time = date.get_time(context).ok()?.as_number().unwrap_or(f64::NAN);
                let text = if time.is_nan() { None } else { date.to_iso_string(context).ok()?.as_string() };
                Some(text.map_or_else(|| "Invalid Date".to_owned(), |text| text.to_std_string_lossy()))
            }
            Self::RegExp(regexp) => {
                let (source, flags) = (regexp.source(context).ok()?, regexp.flags(context).ok()?);
                let source = escape_pattern(&source.into()).to_std_string_lossy();
                Some(format!("/{source}/{flags}"))
            }
            _ => None,
        }
    }
}

/// Returns the length of an array.
fn length(array: &JsObject) -> u64 {
    let length = own_property(array, &js_string!("length").into()).and_then(|length| length.value()?.as_number());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an array's length is an integer below 2^32"
    )]
    length.map_or(0, |length| length as u64)
}
