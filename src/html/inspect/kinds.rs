//! The kinds of objects, and the contents that each shows before its properties.

use boa_engine::builtins::error::Error;
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::module::ModuleNamespace;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::builtins::{
    JsArrayBuffer, JsDataView, JsDate, JsMap, JsPromise, JsProxy, JsRegExp, JsSet, JsTypedArray, JsWeakMap, JsWeakSet,
};
use boa_engine::property::PropertyKey;
use boa_engine::{JsBigInt, JsObject, JsString, JsSymbol, JsValue, js_string};

use super::layout::Layout;
use super::text::Colour;
use super::{ELEMENTS_SHOWN, Inspector, own_property, property};
use crate::dom::DomException;
use crate::html::stack_frames::frames;
use crate::webidl::{PlatformObject, implements};

const BRACES: (&str, &str) = ("{", "}");
const SQUARE: (&str, &str) = ("[", "]");

/// The kind of an object, which determines how it is shown.
pub(super) struct Kind {
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
    contents: Contents,
}

enum Contents {
    None,
    Array,
    TypedArray(JsTypedArray),
    ArrayBuffer(JsArrayBuffer),
    DataView(JsDataView),
    Map(JsMap),
    Set(JsSet),
    Promise(JsPromise),
    Weak,
    Module,
    Error,
    Attributes,
}

pub(super) fn is_proxy(object: &JsObject) -> bool {
    JsProxy::from_object(object.clone()).is_ok()
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

impl Kind {
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
    pub(super) fn kind(&mut self, object: &JsObject) -> Kind {
        if is_proxy(object) {
            return Kind::alone(self.paint(Colour::Cyan, "[Proxy]"));
        }
        let name = class_name(object);
        if object.is_callable() {
            return Kind::alone(self.paint(Colour::Cyan, function(object)));
        }
        if object.is_array() {
            let length = length(object);
            let prefix = if name == "Array" { String::new() } else { format!("{name}({length})") };
            return Kind::list(prefix, Contents::Array);
        }
        if object.is::<OrdinaryObject>() {
            let prefix = if name == "Object" { String::new() } else { name };
            return Kind::new(prefix, Contents::None);
        }
        if let Some(boxed) = self.boxed(object) {
            return boxed;
        }
        if object.is::<Error>() || implements::<DomException>(&object.clone().into()).is_some() {
            let words = self.error_words(object);
            return Kind { alone: true, has_contents: false, ..Kind::new(words, Contents::Error) };
        }
        self.collection(object, &name).unwrap_or_else(|| Kind::new(name, Contents::Attributes))
    }

    fn collection(&mut self, object: &JsObject, name: &str) -> Option<Kind> {
        if let Ok(map) = JsMap::from_object(object.clone()) {
            let mut size = 0;
            let _ = map.for_each_native(|_, _| {
                size += 1;
                Ok(())
            });
            return Some(Kind::new(format!("{name}({size})"), Contents::Map(map)));
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            return Some(Kind::new(format!("{name}({})", set.size()), Contents::Set(set)));
        }
        if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            let length = array.length(self.context).unwrap_or(0);
            return Some(Kind::list(format!("{name}({length})"), Contents::TypedArray(array)));
        }
        let contents = if let Ok(promise) = JsPromise::from_object(object.clone()) {
            Contents::Promise(promise)
        } else if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
            Contents::ArrayBuffer(buffer)
        } else if let Ok(view) = JsDataView::from_object(object.clone()) {
            Contents::DataView(view)
        } else if JsWeakMap::from_object(object.clone()).is_ok() || JsWeakSet::from_object(object.clone()).is_ok() {
            Contents::Weak
        } else if object.is::<ModuleNamespace>() {
            return Some(Kind::new("[Module: null prototype]".to_owned(), Contents::Module));
        } else {
            return None;
        };
        Some(Kind::new(name.to_owned(), contents))
    }

    /// Dates, regular expressions, and objects that wrap a primitive value.
    fn boxed(&mut self, object: &JsObject) -> Option<Kind> {
        if let Ok(date) = JsDate::from_object(object.clone()) {
            let time = date.get_time(self.context).ok()?.as_number().unwrap_or(f64::NAN);
            let text = if time.is_nan() { None } else { date.to_json(self.context).ok() };
            let text = text.and_then(|text| Some(text.as_string()?.to_std_string_lossy()));
            return Some(Kind::alone(self.paint(Colour::Magenta, text.unwrap_or_else(|| "Invalid Date".to_owned()))));
        }
        if let Ok(regexp) = JsRegExp::from_object(object.clone()) {
            let (source, flags) = (regexp.source(self.context).ok()?, regexp.flags(self.context).ok()?);
            // Boa's `source` puts a backslash before every slash, even if there already is one.
            let source = source.replace("\\\\/", "\\/");
            return Some(Kind::alone(self.paint(Colour::Red, format!("/{source}/{flags}"))));
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
        let kind = Kind::alone(self.paint(colour, format!("[{class}: {shown}]")));
        Some(Kind { elements_are_contents: true, ..kind })
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

    /// Returns the value of a property, unless its getter is user code.
    pub(super) fn native_attribute(&mut self, object: &JsObject, name: &PropertyKey) -> Option<JsValue> {
        let property = property(object, name)?;
        if let Some(value) = property.value() {
            return Some(value.clone());
        }
        let getter = property.get()?.as_object().filter(JsObject::is::<NativeFunctionObject>)?;
        getter.call(&object.clone().into(), &[], self.context).ok()
    }

    /// Adds the contents that an object of this kind shows before its properties.
    pub(super) fn contents(&mut self, object: &JsObject, kind: &Kind, layout: &mut Layout) {
        match &kind.contents {
            Contents::None => {}
            Contents::Array => self.array(object, layout),
            Contents::TypedArray(array) => self.typed_array(array, layout),
            Contents::ArrayBuffer(buffer) => self.array_buffer(buffer, layout),
            Contents::DataView(view) => self.data_view(view, layout),
            Contents::Map(map) => self.map(map, layout),
            Contents::Set(set) => self.set(set, layout),
            Contents::Promise(promise) => self.promise(promise, layout),
            Contents::Weak => layout.push(self.paint(Colour::Cyan, "<items unknown>")),
            Contents::Module => self.module(object, layout),
            Contents::Error => self.error(object, layout),
            Contents::Attributes => self.attributes(object, layout),
        }
    }

    fn array(&mut self, object: &JsObject, layout: &mut Layout) {
        let length = length(object);
        let mut indices: Vec<u32> =
            object.borrow().properties().index_property_keys().take(ELEMENTS_SHOWN + 1).collect();
        indices.sort_unstable();
        let mut next = 0;
        let mut shown = 0;
        for index in indices.into_iter().chain([length]) {
            if shown == ELEMENTS_SHOWN {
                break;
            }
            if index > next {
                let holes = index - next;
                layout.push(self.paint(Colour::Grey, format!("<{holes} empty item{}>", plural(holes.into()))));
                shown += 1;
            }
            next = index;
            if index < length && shown < ELEMENTS_SHOWN {
                if let Some(property) = own_property(object, &index.into()) {
                    layout.push(self.stored(&property));
                }
                shown += 1;
                next = index + 1;
            }
        }
        layout.end_of_elements();
        more(u64::from(length - next.min(length)), layout);
    }

    fn typed_array(&mut self, array: &JsTypedArray, layout: &mut Layout) {
        let length = array.length(self.context).unwrap_or(0);
        for index in 0..length.min(ELEMENTS_SHOWN) {
            let index = i64::try_from(index).unwrap_or(i64::MAX);
            let value = array.at(index, self.context).unwrap_or_default();
            layout.push(self.primitive(&value));
        }
        layout.end_of_elements();
        more(length.saturating_sub(ELEMENTS_SHOWN) as u64, layout);
    }

    fn array_buffer(&mut self, buffer: &JsArrayBuffer, layout: &mut Layout) {
        let Some(bytes) = buffer.data().map(|bytes| bytes.to_vec()) else {
            layout.push(self.paint(Colour::Cyan, "<detached>"));
            return;
        };
        let shown: Vec<String> = bytes.iter().take(50).map(|byte| format!("{byte:02x}")).collect();
        let hidden = bytes.len().saturating_sub(50);
        let rest = if hidden > 0 { format!(" ... {hidden} more byte{}", plural(hidden as u64)) } else { String::new() };
        layout.push(format!("[Uint8Contents]: <{}{rest}>", shown.join(" ")));
        layout.push(format!("byteLength: {}", self.paint(Colour::Yellow, bytes.len().to_string())));
    }

    fn data_view(&mut self, view: &JsDataView, layout: &mut Layout) {
        let length = view.byte_length(self.context).unwrap_or(0);
        let offset = view.byte_offset(self.context).unwrap_or(0);
        layout.push(format!("byteLength: {}", self.paint(Colour::Yellow, length.to_string())));
        layout.push(format!("byteOffset: {}", self.paint(Colour::Yellow, offset.to_string())));
        if let Ok(buffer) = view.buffer(self.context) {
            layout.push(format!("buffer: {}", self.value(&buffer)));
        }
    }

    fn map(&mut self, map: &JsMap, layout: &mut Layout) {
        let mut entries = Vec::new();
        let mut size = 0;
        let _ = map.for_each_native(|key, value| {
            size += 1;
            if entries.len() < ELEMENTS_SHOWN {
                entries.push((key, value));
            }
            Ok(())
        });
        for (key, value) in &entries {
            let key = self.value(key);
            layout.push(format!("{key} => {}", self.value(value)));
        }
        more(size - entries.len() as u64, layout);
    }

    fn set(&mut self, set: &JsSet, layout: &mut Layout) {
        let mut values = Vec::new();
        let _ = set.for_each_native(|value| {
            if values.len() < ELEMENTS_SHOWN {
                values.push(value);
            }
            Ok(())
        });
        for value in &values {
            layout.push(self.value(value));
        }
        more((set.size() - values.len()) as u64, layout);
    }

    fn promise(&mut self, promise: &JsPromise, layout: &mut Layout) {
        let state = match promise.state() {
            PromiseState::Pending => self.paint(Colour::Cyan, "<pending>"),
            PromiseState::Fulfilled(value) => self.value(&value),
            PromiseState::Rejected(reason) => {
                format!("{} {}", self.paint(Colour::Red, "<rejected>"), self.value(&reason))
            }
        };
        layout.push(state);
    }

    /// Adds the exports. One that is not initialized yet cannot be read.
    fn module(&mut self, object: &JsObject, layout: &mut Layout) {
        for key in object.own_property_keys(self.context).unwrap_or_default() {
            if matches!(key, PropertyKey::Symbol(_)) {
                continue;
            }
            let value = match object.get(key.clone(), self.context) {
                Ok(value) => self.value(&value),
                Err(_) => self.paint(Colour::Cyan, "<uninitialized>"),
            };
            layout.push(format!("{}: {value}", self.key(&key)));
        }
    }

    /// Adds the properties of an error that are useful but not enumerable.
    fn error(&mut self, object: &JsObject, layout: &mut Layout) {
        for name in ["cause", "errors"] {
            if let Some(property) = own_property(object, &js_string!(name).into()) {
                layout.push(format!("[{name}]: {}", self.stored(&property)));
            }
        }
    }

    /// Adds the attributes of a platform object, those of the root interface first. Omits event handlers, constants and
    /// attributes without a value.
    fn attributes(&mut self, object: &JsObject, layout: &mut Layout) {
        let mut chain = Vec::new();
        let mut next = object.prototype();
        while let Some(prototype) = next.filter(|prototype| !is_proxy(prototype)) {
            next = prototype.prototype();
            chain.push(prototype);
        }
        // The getters of the engine's own classes are not enumerable.
        let enumerable = object.is::<PlatformObject>();
        for prototype in chain.iter().rev().skip(1) {
            for key in prototype.own_property_keys(self.context).unwrap_or_default() {
                let PropertyKey::String(name) = &key else { continue };
                let is_getter = own_property(prototype, &key).is_some_and(|property| {
                    property.is_accessor_descriptor() && property.enumerable() == Some(enumerable)
                });
                let plain = name.to_std_string_lossy();
                if !is_getter || plain.starts_with("on") {
                    continue;
                }
                let Some(value) = self.native_attribute(object, &key) else { continue };
                if !value.is_null_or_undefined() {
                    layout.push(format!("{plain}: {}", self.value(&value)));
                }
            }
        }
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

fn length(object: &JsObject) -> u32 {
    let length = own_property(object, &js_string!("length").into()).and_then(|length| length.value()?.as_number());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an array's length is an integer below 2^32"
    )]
    length.map_or(0, |length| length as u32)
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Adds the number of elements that are not shown.
fn more(hidden: u64, layout: &mut Layout) {
    if hidden > 0 {
        layout.push(format!("... {hidden} more item{}", plural(hidden)));
    }
}
