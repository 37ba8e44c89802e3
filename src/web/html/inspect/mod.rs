//! Values as readable text, for `console.log` and the prompt.
//!
//! Inspecting a value never runs user code: no getters written in JavaScript, no proxy traps and no `toString`. Native
//! getters do run, because the attributes of a platform object are its contents.

mod contents;
mod kinds;
mod layout;
mod shown;
pub(crate) mod text;
mod text_width;

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsString, JsValue};

pub(crate) use text::is_identifier;
pub(crate) use text_width::text_width;

use layout::Layout;
use shown::Shown;
use text::{Colour, paint};

/// The default of [`Inspection::depth`].
const DEPTH: usize = 2;

/// The maximum number of elements shown of an array, map or set.
const MAX_ELEMENTS: usize = 100;

/// The maximum of [`Inspection::depth`]: inspection is recursive, and the native stack is limited.
const MAX_DEPTH: usize = 1_000;

/// The options of [`inspect`].
#[derive(Clone, Copy, Debug)]
pub struct Inspection {
    /// The number of levels of nested objects that are shown, at most 1,000.
    pub depth: usize,
    /// Whether the text is coloured with ANSI escape sequences.
    pub coloured: bool,
}

impl Default for Inspection {
    fn default() -> Self {
        Self { depth: DEPTH, coloured: false }
    }
}

/// Returns a value as text: strings in quotes, objects with their properties. Runs no user code.
#[must_use]
pub fn inspect(value: &JsValue, inspection: Inspection, context: &mut Context) -> String {
    let inspection = Inspection { depth: inspection.depth.min(MAX_DEPTH), ..inspection };
    let mut inspector = Inspector { inspection, open: Vec::new(), circular: Vec::new(), context };
    inspector.value(value).into_text()
}

/// Returns the own enumerable data properties of an object, array elements first.
pub(super) fn entries(object: &JsObject, context: &mut Context) -> Vec<(PropertyKey, JsValue)> {
    let keys = own_keys(object, context);
    let values = keys.into_iter().filter_map(|key| {
        let property = own_property(object, &key)?;
        let value = property.value().filter(|_| property.enumerable() == Some(true))?.clone();
        Some((key, value))
    });
    values.collect()
}

/// Returns the own property keys. A proxy has none here: getting them would run a trap.
pub(crate) fn own_keys(object: &JsObject, context: &mut Context) -> Vec<PropertyKey> {
    if contents::is_proxy(object) { Vec::new() } else { object.own_property_keys(context).unwrap_or_default() }
}

/// Returns an own property as stored. Properties that an exotic object computes on access are not found.
#[must_use]
pub fn own_property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    object.borrow().properties().get(key)
}

/// Returns a property of the object or of its prototype chain, as stored.
fn property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    prototypes(object).find_map(|object| own_property(&object, key))
}

/// Returns the object and its prototype chain, up to the first proxy, which could run user code.
pub fn prototypes(object: &JsObject) -> impl Iterator<Item = JsObject> {
    let ordinary = |object: &JsObject| !contents::is_proxy(object);
    std::iter::successors(Some(object.clone()).filter(ordinary), move |object| object.prototype().filter(ordinary))
}

struct Inspector<'a> {
    inspection: Inspection,
    /// The objects being shown, outermost first.
    open: Vec<JsObject>,
    /// The objects that contain themselves, in the order of discovery. Their positions determine their numbers.
    circular: Vec<JsObject>,
    context: &'a mut Context,
}

impl Inspector<'_> {
    fn paint(&self, colour: Colour, text: impl Into<String>) -> String {
        if self.inspection.coloured { paint(colour, &text.into()) } else { text.into() }
    }

    fn value(&mut self, value: &JsValue) -> Shown {
        match value.as_object() {
            Some(object) => self.object(&object),
            None => self.primitive(value).into(),
        }
    }

    fn primitive(&self, value: &JsValue) -> String {
        if let Some(string) = value.as_string() {
            return self.paint(Colour::Green, text::quote(&string));
        }
        if let Some(symbol) = value.as_symbol() {
            return self.paint(Colour::Green, symbol.descriptive_string().to_std_string_lossy());
        }
        let colour = if value.is_undefined() {
            Colour::Grey
        } else if value.is_null() {
            Colour::Bold
        } else {
            Colour::Yellow
        };
        self.paint(colour, text::primitive(value))
    }

    fn object(&mut self, object: &JsObject) -> Shown {
        if self.open.contains(object) {
            let known = self.circular.iter().position(|other| other == object);
            let number = known.unwrap_or_else(|| {
                self.circular.push(object.clone());
                self.circular.len() - 1
            });
            return self.paint(Colour::Cyan, format!("[Circular *{}]", number + 1)).into();
        }
        let kind = self.kind(object);
        if self.open.len() > self.inspection.depth {
            let is_error = matches!(kind.contents, contents::Contents::Error);
            if kind.has_contents || (is_error && self.has_entries(object)) {
                return self.paint(Colour::Cyan, format!("[{}]", kind.summary)).into();
            }
            // Its properties, if it has any, are not shown.
            return kind.prefix.into();
        }
        self.open.push(object.clone());
        let mut layout = Layout::new(kind.prefix.clone(), kind.brackets);
        self.contents(object, &kind.contents, &mut layout);
        self.properties(object, &kind, &mut layout);
        self.open.pop();
        let shown = layout.finish(kind.alone);
        match self.circular.iter().position(|other| other == object) {
            Some(number) => shown.after(format!("{} ", self.paint(Colour::Cyan, format!("<ref *{}>", number + 1)))),
            None => shown,
        }
    }

    /// Whether an error has more than its name, its message and its stack.
    fn has_entries(&mut self, error: &JsObject) -> bool {
        let is_enumerable = |key| own_property(error, &key).is_some_and(|it| it.enumerable() == Some(true));
        let has = |name| own_property(error, &JsString::from(name).into()).is_some();
        has("cause") || has("errors") || own_keys(error, self.context).into_iter().any(is_enumerable)
    }

    /// Adds the own enumerable properties, except the elements that are already shown as contents.
    fn properties(&mut self, object: &JsObject, kind: &kinds::ObjectKind, layout: &mut Layout) {
        for key in own_keys(object, self.context) {
            if kind.elements_are_contents && matches!(key, PropertyKey::Index(_)) {
                continue;
            }
            let Some(property) = own_property(object, &key) else { continue };
            if property.enumerable() != Some(true) {
                continue;
            }
            let attribute = if kind.is_platform_object() { self.native_attribute(object, &key) } else { None };
            let value = match attribute {
                Some(value) => self.value(&value),
                None => self.stored(&property),
            };
            layout.push(value.after(format!("{}: ", self.key(&key))));
        }
    }

    /// Returns the value of a property as text, or which accessors it has.
    fn stored(&mut self, property: &PropertyDescriptor) -> Shown {
        if let Some(value) = property.value() {
            return self.value(&value.clone());
        }
        let has = |accessor: Option<&JsValue>| accessor.is_some_and(JsValue::is_object);
        let accessors = match (has(property.get()), has(property.set())) {
            (true, true) => "[Getter/Setter]",
            (false, true) => "[Setter]",
            _ => "[Getter]",
        };
        self.paint(Colour::Cyan, accessors).into()
    }

    fn key(&self, key: &PropertyKey) -> String {
        match key {
            PropertyKey::Symbol(symbol) => {
                let text = symbol.descriptive_string().to_std_string_lossy();
                format!("[{}]", self.paint(Colour::Green, text))
            }
            PropertyKey::String(name) => {
                let plain = name.to_std_string_lossy();
                if is_identifier(&plain) { plain } else { self.paint(Colour::Green, text::quote(name)) }
            }
            PropertyKey::Index(index) => self.paint(Colour::Green, format!("'{}'", index.get())),
        }
    }
}
