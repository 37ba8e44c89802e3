//! The kinds of objects.

use boa_engine::builtins::error::Error;
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::module::ModuleNamespace;
use boa_engine::object::builtins::{
    JsArrayBuffer, JsDataView, JsDate, JsMap, JsPromise, JsRegExp, JsSet, JsTypedArray, JsWeakMap, JsWeakSet,
};
use boa_engine::property::PropertyKey;
use boa_engine::{JsBigInt, JsObject, JsString, JsSymbol, JsValue, js_string};

use super::contents::{Contents, is_proxy, length};
use super::text::Colour;
use super::{Inspector, own_property, property};
use crate::web::dom::DomException;
use crate::web::html::stack_frames::frames;
use crate::web::url::UrlSearchParams;
use crate::web::webidl::implements;

const BRACES: (&str, &str) = ("{", "}");
const SQUARE: (&str, &str) = ("[", "]");

/// The kind of an object, which determines how it is shown.
pub(super) struct ObjectKind {
    /// The text before the brackets.
    pub(super) prefix: String,
    /// The text shown in place of an object that is nested too deeply.
    pub(super) summary: String,
    pub(super) brackets: (&'static str, &'static str),
    /// Whether the prefix is shown without brackets if there are no entries.
    pub(super) alone: bool,
    /// Whether indexed properties are shown as contents.
    pub(super) elements_are_contents: bool,
    /// Whether the object has contents, and so is replaced by its summary if it is nested too deeply.
    pub(super) has_contents: bool,
    pub(super) contents: Contents,
}

fn data_property(object: &JsObject, name: impl Into<PropertyKey>) -> Option<JsValue> {
    property(object, &name.into())?.value().cloned()
}

fn text_property(object: &JsObject, name: JsString) -> Option<String> {
    Some(data_property(object, name)?.as_string()?.to_std_string_lossy())
}

/// Returns the name of an object's class: the name of the first `constructor` on its prototype chain.
fn constructor_name(object: &JsObject) -> Option<String> {
    let constructor = data_property(object, js_string!("constructor"))?.as_object()?;
    let name = own_property(&constructor, &js_string!("name").into())?.value()?.as_string()?;
    Some(name.to_std_string_lossy()).filter(|name| !name.is_empty())
}

impl ObjectKind {
    fn new(prefix: String, contents: Contents) -> Self {
        let summary = prefix.split(['(', ' ']).next().unwrap_or_default().to_owned();
        let summary = if summary.is_empty() { "Object".to_owned() } else { summary };
        Self {
            prefix,
            summary,
            brackets: BRACES,
            alone: false,
            elements_are_contents: false,
            has_contents: true,
            contents,
        }
    }

    /// Creates the kind of an object that is shown as its prefix alone.
    fn alone(prefix: String) -> Self {
        Self { alone: true, has_contents: false, ..Self::new(prefix, Contents::None) }
    }

    /// Whether the object's attributes are its contents.
    pub(super) fn is_platform_object(&self) -> bool {
        matches!(self.contents, Contents::Attributes)
    }

    fn list(prefix: String, contents: Contents) -> Self {
        let summary = if prefix.is_empty() { "Array".to_owned() } else { String::new() };
        let kind = Self { brackets: SQUARE, elements_are_contents: true, ..Self::new(prefix, contents) };
        if summary.is_empty() { kind } else { Self { summary, ..kind } }
    }
}

impl Inspector<'_> {
    pub(super) fn kind(&mut self, object: &JsObject) -> ObjectKind {
        if is_proxy(object) {
            return ObjectKind::alone(self.paint(Colour::Cyan, "[Proxy]"));
        }
        let name = class_name(object);
        if object.is_callable() {
            return ObjectKind::alone(self.paint(Colour::Cyan, function(object)));
        }
        if object.is_array() {
            let length = length(object);
            let prefix = if name == "Array" { String::new() } else { format!("{name}({length})") };
            return ObjectKind::list(prefix, Contents::Array);
        }
        if object.is::<OrdinaryObject>() {
            let prefix = if name == "Object" { String::new() } else { name };
            return ObjectKind::new(prefix, Contents::None);
        }
        if let Some(boxed) = self.boxed(object) {
            return boxed;
        }
        if object.is::<Error>() || implements::<DomException>(&object.clone().into()).is_some() {
            let words = self.error_words(object);
            let (alone, has_contents, summary) = (true, false, name);
            return ObjectKind { summary, alone, has_contents, ..ObjectKind::new(words, Contents::Error) };
        }
        self.collection(object, &name).unwrap_or_else(|| ObjectKind::new(name, Contents::Attributes))
    }

    fn collection(&mut self, object: &JsObject, name: &str) -> Option<ObjectKind> {
        if let Ok(map) = JsMap::from_object(object.clone()) {
            let mut size = 0;
            let _ = map.for_each_native(|_, _| {
                size += 1;
                Ok(())
            });
            return Some(ObjectKind::new(format!("{name}({size})"), Contents::Map(map)));
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            return Some(ObjectKind::new(format!("{name}({})", set.size()), Contents::Set(set)));
        }
        if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            let length = array.length(self.context).unwrap_or(0);
            return Some(ObjectKind::list(format!("{name}({length})"), Contents::TypedArray(array)));
        }
        let contents = if let Ok(promise) = JsPromise::from_object(object.clone()) {
            Contents::Promise(promise)
        } else if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
            Contents::ArrayBuffer(buffer)
        } else if let Ok(view) = JsDataView::from_object(object.clone()) {
            Contents::DataView(view)
        } else if JsWeakMap::from_object(object.clone()).is_ok() || JsWeakSet::from_object(object.clone()).is_ok() {
            Contents::Weak
        } else if let Some(params) = implements::<UrlSearchParams>(&object.clone().into()) {
            Contents::SearchParams(params)
        } else if object.is::<ModuleNamespace>() {
            return Some(ObjectKind::new("[Module: null prototype]".to_owned(), Contents::Module));
        } else {
            return None;
        };
        Some(ObjectKind::new(name.to_owned(), contents))
    }

    /// Dates, regular expressions, and objects that wrap a primitive value.
    fn boxed(&mut self, object: &JsObject) -> Option<ObjectKind> {
        if let Ok(date) = JsDate::from_object(object.clone()) {
            let time = date.get_time(self.context).ok()?.as_number().unwrap_or(f64::NAN);
            let text = if time.is_nan() { None } else { date.to_json(self.context).ok() };
            let text = text.and_then(|text| Some(text.as_string()?.to_std_string_lossy()));
            return Some(ObjectKind::alone(
                self.paint(Colour::Magenta, text.unwrap_or_else(|| "Invalid Date".to_owned())),
            ));
        }
        if let Ok(regexp) = JsRegExp::from_object(object.clone()) {
            let (source, flags) = (regexp.source(self.context).ok()?, regexp.flags(self.context).ok()?);
            // Boa's `source` puts a backslash before every slash, even if there already is one.
            let source = source.replace("\\\\/", "\\/");
            return Some(ObjectKind::alone(self.paint(Colour::Red, format!("/{source}/{flags}"))));
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
        let colour = if matches!(class, "String" | "Symbol") { Colour::Green } else { Colour::Yellow };
        let shown = self.plain(|inspector| inspector.primitive(&value));
        let kind = ObjectKind::alone(self.paint(colour, format!("[{class}: {shown}]")));
        Some(ObjectKind { elements_are_contents: true, ..kind })
    }

    /// Runs `show` without colours.
    fn plain<R>(&mut self, show: impl FnOnce(&mut Self) -> R) -> R {
        let coloured = std::mem::replace(&mut self.inspection.coloured, false);
        let shown = show(self);
        self.inspection.coloured = coloured;
        shown
    }

    /// Returns the name, message and stack of an error, in brackets if there is no stack.
    fn error_words(&mut self, object: &JsObject) -> String {
        let stack = self.native_attribute(object, &js_string!("stack").into());
        let stack = stack.and_then(|stack| Some(stack.as_string()?.to_std_string_lossy())).unwrap_or_default();
        let (name, message) = match implements::<DomException>(&object.clone().into()) {
            Some(exception) => (exception.name().to_std_string_lossy(), exception.message().to_std_string_lossy()),
            None => (
                text_property(object, js_string!("name")).unwrap_or_else(|| "Error".to_owned()),
                text_property(object, js_string!("message")).unwrap_or_default(),
            ),
        };
        // The errors of a class that does not define `name` are shown with the name of the class.
        let class = constructor_name(object).unwrap_or_default();
        let name = if name == "Error" && class.ends_with("Error") { class } else { name };
        let words = if message.is_empty() { name } else { format!("{name}: {message}") };
        let frames = frames(&stack);
        if frames.is_empty() {
            return format!("[{words}]");
        }
        let frames = frames.join("\n    ");
        format!("{words}\n    {}", self.paint(Colour::Grey, frames))
    }
}

/// Returns the name to show for an object's class, followed by its `Symbol.toStringTag` if that is different.
fn class_name(object: &JsObject) -> String {
    let tag =
        data_property(object, JsSymbol::to_string_tag()).and_then(|tag| Some(tag.as_string()?.to_std_string_lossy()));
    let name = match constructor_name(object) {
        Some(name) => name,
        None if object.prototype().is_none() => "[Object: null prototype]".to_owned(),
        None => "Object".to_owned(),
    };
    match tag {
        Some(tag) if tag != name && !tag.is_empty() => format!("{name} [{tag}]"),
        _ => name,
    }
}

fn function(object: &JsObject) -> String {
    let name = own_property(object, &js_string!("name").into())
        .and_then(|name| Some(name.value()?.as_string()?.to_std_string_lossy()))
        .filter(|name| !name.is_empty());
    if is_class(object) {
        let parent = object.prototype().filter(JsObject::is_constructor).and_then(|parent| {
            let name = own_property(&parent, &js_string!("name").into())?;
            Some(format!(" extends {}", name.value()?.as_string()?.to_std_string_lossy()))
        });
        return format!("[class {}{}]", name.as_deref().unwrap_or("(anonymous)"), parent.unwrap_or_default());
    }
    let kind = constructor_name(object).unwrap_or_else(|| "Function".to_owned());
    match name {
        Some(name) => format!("[{kind}: {name}]"),
        None => format!("[{kind} (anonymous)]"),
    }
}

/// Whether a function is a class. Of the functions that a script declares, only classes have a `prototype` that is not
/// writable. Built-in constructors and the interfaces of this crate have one too.
fn is_class(object: &JsObject) -> bool {
    let prototype = own_property(object, &js_string!("prototype").into());
    object.is_constructor() && prototype.is_some_and(|prototype| prototype.writable() == Some(false))
}
