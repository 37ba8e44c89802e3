//! The kinds of objects, which determine the brackets and what stands before them.

use boa_engine::module::ModuleNamespace;
use boa_engine::object::builtins::{
    JsArrayBuffer, JsDataView, JsDate, JsMap, JsPromise, JsRegExp, JsSet, JsTypedArray, JsWeakMap, JsWeakSet,
};
use boa_engine::property::PropertyKey;
use boa_engine::{JsBigInt, JsObject, JsString, JsSymbol, JsValue, js_string};
use posttask::internal::url::is_url;

use super::Printer;
use super::class_name::ClassName;
use super::contents::Contents;
use super::lines::Text;
use crate::testing::assert::objects::{Keys, is_array, is_error, own_enumerable_keys};

/// How an object is shown.
pub(super) struct Kind {
    pub(super) base: String,
    pub(super) open: String,
    pub(super) close: &'static str,
    pub(super) contents: Contents,
    /// The text if there are neither contents nor properties.
    pub(super) empty: String,
}

impl Kind {
    fn braces(prefix: &str, contents: Contents) -> Self {
        Self { base: String::new(), open: format!("{prefix}{{"), close: "}", contents, empty: format!("{prefix}{{}}") }
    }

    fn list(prefix: &str, contents: Contents) -> Self {
        Self { base: String::new(), open: format!("{prefix}["), close: "]", contents, empty: format!("{prefix}[]") }
    }

    /// The kind of an object that is shown as a text of its own, and its properties after it.
    fn base(base: String) -> Self {
        Self { empty: base.clone(), base, open: "{".to_owned(), close: "}", contents: Contents::None }
    }
}

impl Printer<'_> {
    /// Prints an object that is not already being printed.
    pub(super) fn object_of_kind(&mut self, object: &JsObject) -> String {
        let class = self.class_name(object);
        let is_list =
            is_array(object, self.context).unwrap_or(false) || JsTypedArray::from_object(object.clone()).is_ok();
        let names = if is_list { Keys::NamesWithoutIndices } else { Keys::Names };
        let Ok(mut keys) = self.keys(object, names) else {
            // Whether a proxy is for an array can be told without its traps, unless it is revoked.
            let is_revoked = is_array(object, self.context).is_err();
            return if is_revoked { "<Revoked Proxy>".to_owned() } else { "[Proxy]".to_owned() };
        };
        let kind = self.kind(object, &class, &mut keys);
        if keys.is_empty() && kind.contents.is_empty(self.context) {
            return kind.empty;
        }
        if self.is_too_deep() {
            let kind_name = self.kind_name(object);
            let fallback = if kind_name == class.tag { "Object".to_owned() } else { kind_name };
            let prefix = class.prefix(&fallback, "");
            let prefix = prefix.trim_end();
            return if class.name.is_some() { format!("[{prefix}]") } else { prefix.to_owned() };
        }
        self.open.push(object.clone());
        let mut entries = self.contents(object, &kind.contents);
        let elements = if is_list { entries.len() } else { 0 };
        entries.extend(keys.iter().map(|key| self.property(object, key)));
        self.open.pop();
        let reference = self.circular.iter().position(|other| other == object);
        let reference = reference.map(|number| format!("<ref *{}>", number + 1)).unwrap_or_default();
        let space = if reference.is_empty() || kind.base.is_empty() { "" } else { " " };
        let base = format!("{reference}{space}{}", kind.base);
        let mut text = Text { base, open: kind.open, close: kind.close, entries, elements };
        text.sort();
        let text = self.join(&text);
        self.count(text.len());
        text
    }

    fn keys(&mut self, object: &JsObject, names: Keys) -> boa_engine::JsResult<Vec<PropertyKey>> {
        let mut keys = own_enumerable_keys(object, names, self.context)?;
        keys.append(&mut own_enumerable_keys(object, Keys::Symbols, self.context)?);
        Ok(keys)
    }

    fn kind(&mut self, object: &JsObject, class: &ClassName, keys: &mut Vec<PropertyKey>) -> Kind {
        if is_array(object, self.context).unwrap_or(false) {
            let length =
                object.get(js_string!("length"), self.context).and_then(|length| length.to_length(self.context));
            let length = length.unwrap_or(0);
            let is_plain = class.is("Array") && class.tag.is_empty();
            let prefix = if is_plain { String::new() } else { class.prefix("Array", &format!("({length})")) };
            return Kind::list(&prefix, Contents::Array(length));
        }
        if object.is_callable() {
            return Kind::base(self.function(object, class));
        }
        if let Some(kind) = self.collection(object, class) {
            return kind;
        }
        if let Some(text) = object.downcast_ref::<JsString>().map(|text| text.clone()) {
            // The characters are in the text already.
            keys.retain(|key| !matches!(key, PropertyKey::Index(index) if (index.get() as usize) < text.len()));
        }
        if let Some(base) = self.text_of(object, class) {
            return Kind::base(base);
        }
        if is_error(&object.clone().into(), self.context).unwrap_or(false) {
            return Kind::base(self.error(object, class, keys));
        }
        let kind = self.kind_name(object);
        if class.is("Object") {
            let prefix = match kind.as_str() {
                "Arguments" => "[Arguments] ".to_owned(),
                _ if class.tag.is_empty() => String::new(),
                _ => class.prefix("Object", ""),
            };
            return Kind::braces(&prefix, Contents::None);
        }
        let fallback = if kind == class.tag { "Object" } else { &kind };
        Kind::braces(&class.prefix(fallback, ""), Contents::None)
    }

    /// Returns the kind of an object with contents other than properties. `None` for others.
    fn collection(&mut self, object: &JsObject, class: &ClassName) -> Option<Kind> {
        if let Ok(set) = JsSet::from_object(object.clone()) {
            let prefix = class.prefix("Set", &format!("({})", set.size()));
            return Some(Kind::braces(&prefix, Contents::Set(set)));
        }
        if let Ok(map) = JsMap::from_object(object.clone()) {
            let size = map.get_size(self.context).ok()?.to_length(self.context).ok()?;
            return Some(Kind::braces(&class.prefix("Map", &format!("({size})")), Contents::Map(map)));
        }
        if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            let length = array.length(self.context).unwrap_or(0);
            let kind = self.kind_name(object);
            return Some(Kind::list(&class.prefix(&kind, &format!("({length})")), Contents::TypedArray(array)));
        }
        let (fallback, contents) = if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
            ("ArrayBuffer", Contents::ArrayBuffer(buffer))
        } else if let Ok(view) = JsDataView::from_object(object.clone()) {
            ("DataView", Contents::DataView(view))
        } else if let Ok(promise) = JsPromise::from_object(object.clone()) {
            ("Promise", Contents::Promise(promise))
        } else if JsWeakSet::from_object(object.clone()).is_ok() {
            ("WeakSet", Contents::Weak)
        } else if JsWeakMap::from_object(object.clone()).is_ok() {
            ("WeakMap", Contents::Weak)
        } else if object.is::<ModuleNamespace>() {
            ("Module", Contents::None)
        } else {
            return None;
        };
        Some(Kind::braces(&class.prefix(fallback, ""), contents))
    }

    /// Returns the text of a date, a regular expression, a URL, or an object that wraps a primitive value.
    fn text_of(&mut self, object: &JsObject, class: &ClassName) -> Option<String> {
        let with_class = |kind: &str, text: String| match class.prefix(kind, "") {
            prefix if prefix.trim_end() == kind => text,
            prefix => prefix + &text,
        };
        if let Ok(date) = JsDate::from_object(object.clone()) {
            let time = date.get_time(self.context).ok()?.as_number().unwrap_or(f64::NAN);
            let text = if time.is_nan() { None } else { date.to_iso_string(self.context).ok()?.as_string() };
            let text = text.map_or_else(|| "Invalid Date".to_owned(), |text| text.to_std_string_lossy());
            return Some(with_class("Date", text));
        }
        if let Ok(regexp) = JsRegExp::from_object(object.clone()) {
            let (source, flags) = (regexp.source(self.context).ok()?, regexp.flags(self.context).ok()?);
            // The engine's `source` puts a backslash before every slash, even if there already is one.
            let source = source.replace("\\\\/", "\\/");
            return Some(with_class("RegExp", format!("/{source}/{flags}")));
        }
        if is_url(object) {
            let href = object.get(js_string!("href"), self.context).ok()?.as_string()?;
            return Some(href.to_std_string_lossy());
        }
        let (kind, value) = wrapped(object)?;
        let class_name = match &class.name {
            None => " (null prototype)".to_owned(),
            Some(name) if name == kind => String::new(),
            Some(name) => format!(" ({name})"),
        };
        let is_tagged = !class.tag.is_empty() && !class.is(&class.tag);
        let tag = if is_tagged { format!(" [{}]", class.tag) } else { String::new() };
        Some(format!("[{kind}{class_name}: {}]{tag}", self.primitive(&value)))
    }
}

/// Returns the primitive value that an object wraps, and the name of its class.
fn wrapped(object: &JsObject) -> Option<(&'static str, JsValue)> {
    if let Some(boolean) = object.downcast_ref::<bool>() {
        return Some(("Boolean", (*boolean).into()));
    }
    if let Some(number) = object.downcast_ref::<f64>() {
        return Some(("Number", JsValue::rational(*number)));
    }
    if let Some(text) = object.downcast_ref::<JsString>() {
        return Some(("String", text.clone().into()));
    }
    if let Some(number) = object.downcast_ref::<JsBigInt>() {
        return Some(("BigInt", number.clone().into()));
    }
    object.downcast_ref::<JsSymbol>().map(|symbol| ("Symbol", symbol.clone().into()))
}
