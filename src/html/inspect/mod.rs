//! Values as text for people: what `console.log` and the prompt print.
//!
//! Looking never changes anything: no getter of the program, no trap of a proxy and no `toString` runs. Only the getters of
//! our own interfaces are asked, because a platform object's attributes are its contents.

mod kinds;
mod layout;
mod text;

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsValue};

pub(crate) use text::is_identifier;

use layout::Layout;
use text::{Colour, paint};

/// Objects are shown down to this depth unless somebody asks for more.
const DEPTH: usize = 2;

/// So many elements of an array, map or set are shown.
const ELEMENTS_SHOWN: usize = 100;

/// However deep one asks to look: the native stack is not endless.
const DEEPEST: usize = 1_000;

/// How a value is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Inspection {
    /// How many objects within objects are opened.
    pub depth: usize,
    /// Whether to use colours, as ANSI escape sequences.
    pub coloured: bool,
}

impl Default for Inspection {
    fn default() -> Self {
        Self { depth: DEPTH, coloured: false }
    }
}

/// Shows a value: strings in quotes, objects with their properties.
#[must_use]
pub fn inspect(value: &JsValue, inspection: Inspection, context: &mut Context) -> String {
    let inspection = Inspection { depth: inspection.depth.min(DEEPEST), ..inspection };
    let mut inspector = Inspector { inspection, open: Vec::new(), circular: Vec::new(), context };
    inspector.value(value)
}

/// The own enumerable properties of an object that hold a value, elements of an array first.
pub(super) fn entries(object: &JsObject, context: &mut Context) -> Vec<(PropertyKey, JsValue)> {
    let keys = own_keys(object, context);
    let values = keys.into_iter().filter_map(|key| {
        let property = own_property(object, &key)?;
        let value = property.value().filter(|_| property.enumerable() == Some(true))?.clone();
        Some((key, value))
    });
    values.collect()
}

/// The own keys; of a proxy none, as it would have to be asked.
fn own_keys(object: &JsObject, context: &mut Context) -> Vec<PropertyKey> {
    if kinds::is_proxy(object) { Vec::new() } else { object.own_property_keys(context).unwrap_or_default() }
}

/// An own property as it is stored. Exotic objects make some of theirs up when asked; those are not found.
pub(crate) fn own_property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    object.borrow().properties().get(key)
}

/// A property of the object or of what it inherits from, as it is stored.
fn property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    prototypes(object).find_map(|object| own_property(&object, key))
}

/// The object and what it inherits from, up to the first proxy: that could run code.
pub(crate) fn prototypes(object: &JsObject) -> impl Iterator<Item = JsObject> {
    let ordinary = |object: &JsObject| !kinds::is_proxy(object);
    std::iter::successors(Some(object.clone()).filter(ordinary), move |object| object.prototype().filter(ordinary))
}

struct Inspector<'a> {
    inspection: Inspection,
    /// The objects that are being shown, outermost first.
    open: Vec<JsObject>,
    /// Those of them that contain themselves, in the order in which that was found.
    circular: Vec<JsObject>,
    context: &'a mut Context,
}

impl Inspector<'_> {
    fn paint(&self, colour: Colour, text: impl Into<String>) -> String {
        if self.inspection.coloured { paint(colour, &text.into()) } else { text.into() }
    }

    fn value(&mut self, value: &JsValue) -> String {
        match value.as_object() {
            Some(object) => self.object(&object),
            None => self.primitive(value),
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

    fn object(&mut self, object: &JsObject) -> String {
        if self.open.contains(object) {
            let known = self.circular.iter().position(|other| other == object);
            let number = known.unwrap_or_else(|| {
                self.circular.push(object.clone());
                self.circular.len() - 1
            });
            return self.paint(Colour::Cyan, format!("[Circular *{}]", number + 1));
        }
        let kind = self.kind(object);
        if self.open.len() > self.inspection.depth && kind.has_contents {
            return self.paint(Colour::Cyan, format!("[{}]", kind.summary));
        }
        self.open.push(object.clone());
        let mut layout = Layout::new(kind.prefix.clone(), kind.brackets);
        layout.depth_left = self.inspection.depth.saturating_sub(self.open.len());
        self.contents(object, &kind, &mut layout);
        self.properties(object, &kind, &mut layout);
        self.open.pop();
        let shown = layout.finish(kind.alone);
        match self.circular.iter().position(|other| other == object) {
            Some(number) => format!("{} {shown}", self.paint(Colour::Cyan, format!("<ref *{}>", number + 1))),
            None => shown,
        }
    }

    /// The own enumerable properties, but for those that the kind has shown in its own way.
    fn properties(&mut self, object: &JsObject, kind: &kinds::Kind, layout: &mut Layout) {
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
            layout.push(format!("{}: {value}", self.key(&key)));
        }
    }

    /// What a property holds, or which accessors it has.
    fn stored(&mut self, property: &PropertyDescriptor) -> String {
        if let Some(value) = property.value() {
            return self.value(&value.clone());
        }
        let has = |accessor: Option<&JsValue>| accessor.is_some_and(JsValue::is_object);
        let accessors = match (has(property.get()), has(property.set())) {
            (true, true) => "[Getter/Setter]",
            (false, true) => "[Setter]",
            _ => "[Getter]",
        };
        self.paint(Colour::Cyan, accessors)
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
