//! What there is to show of a value, in the words of a style.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsString, JsValue};

use super::kind::Kind;
use super::object_text::{Heading, ObjectText};
use super::shown::Shown;

/// The meanings that a style may show in colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Strings and symbols.
    Text,
    /// Numbers, `BigInt`s and booleans.
    Number,
    /// `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// Dates.
    Date,
    /// Regular expressions.
    RegExp,
    /// What stands for something that is not shown, such as `[Circular *1]`, and functions.
    Special,
    /// The holes of an array, and stacks.
    Secondary,
    /// `<rejected>`.
    Rejected,
}

/// How values are shown. A style decides on words, on what is left out, and on whether user code runs to read a
/// property; [`Walker`] decides in which order it is asked, and finds the objects that contain themselves.
pub trait Style: Sized {
    /// The maximum number of elements shown of a list, map or set.
    const MAX_ELEMENTS: usize;
    /// The maximum number of bytes shown of a buffer.
    const MAX_BYTES: usize;
    /// What is shown of a detached buffer.
    const DETACHED: &'static [&'static str];

    /// Returns the number of levels that are shown below the outermost object; `None` if not even that one is.
    fn depth(&self) -> Option<usize>;

    /// Marks a text, such as with a color.
    fn paint(&self, _: Role, text: String) -> String {
        text
    }

    /// Returns a string in quotes.
    fn quote(walker: &Walker<'_, Self>, string: &JsString) -> String;

    /// Returns the kind of an object.
    fn kind(_walker: &mut Walker<'_, Self>, object: &JsObject) -> Kind {
        Kind::of(object)
    }

    /// Returns the text before the contents of an object, and the keys of its properties.
    fn heading(walker: &mut Walker<'_, Self>, object: &JsObject, kind: &Kind) -> Heading;

    /// Returns the text of an object at a level that is not shown.
    fn summary(walker: &mut Walker<'_, Self>, object: &JsObject, kind: &Kind, heading: Heading) -> String;

    /// Returns the attributes of a platform object.
    fn attributes(_walker: &mut Walker<'_, Self>, _object: &JsObject) -> Vec<(String, JsValue)> {
        Vec::new()
    }

    /// Returns an own property. `None` if it is not shown.
    fn property(
        walker: &mut Walker<'_, Self>,
        object: &JsObject,
        key: &PropertyKey,
        kind: &Kind,
    ) -> Option<PropertyDescriptor>;

    /// Returns the name of a property, in quotes if necessary.
    fn key(&self, key: &PropertyKey) -> String;

    /// Returns the name of something that is not an own property, but shown like one.
    fn slot(name: &str) -> String;

    /// Returns the text of a property with a getter. `label` says which accessors there are.
    fn getter(walker: &mut Walker<'_, Self>, object: &JsObject, getter: &JsObject, label: &str) -> Shown;

    /// Puts the entries of an object on one or more lines.
    fn lay_out(walker: &mut Walker<'_, Self>, text: ObjectText) -> Shown;
}

#[expect(missing_debug_implementations, reason = "a walk does not outlast a call")]
/// A walk over a value and all that it contains.
pub struct Walker<'a, S> {
    /// The style, which may keep what it counts.
    pub style: S,
    /// The context of the values.
    pub context: &'a mut Context,
    /// The objects being shown, outermost first.
    open: Vec<JsObject>,
    /// The level of the last object with entries.
    last_level: usize,
    /// The objects that contain themselves, in the order of discovery. Their positions determine their numbers.
    circular: Vec<JsObject>,
}

impl<'a, S: Style> Walker<'a, S> {
    /// Returns a value as text.
    pub fn show(value: &JsValue, style: S, context: &'a mut Context) -> String {
        let mut walker = Self { style, context, open: Vec::new(), last_level: 0, circular: Vec::new() };
        walker.value(value).into_text()
    }

    /// The number of objects that contain what is being shown.
    #[must_use]
    pub fn level(&self) -> usize {
        self.open.len()
    }

    /// How many levels below the object at the current level the last object in it is.
    #[must_use]
    pub fn levels_below(&self) -> usize {
        self.last_level.saturating_sub(self.level())
    }

    /// Returns the text of a value at the current level.
    pub fn value(&mut self, value: &JsValue) -> Shown {
        match value.as_object() {
            Some(object) => self.object(&object),
            None => self.primitive(value).into(),
        }
    }

    pub(super) fn paint(&self, role: Role, text: impl Into<String>) -> String {
        self.style.paint(role, text.into())
    }

    pub(super) fn primitive(&self, value: &JsValue) -> String {
        self.style.paint(role(value), self.plain(value))
    }

    /// Returns a primitive value without the marks of the style.
    #[must_use]
    pub fn plain(&self, value: &JsValue) -> String {
        if let Some(string) = value.as_string() {
            return S::quote(self, &string);
        }
        if let Some(symbol) = value.as_symbol() {
            return symbol.descriptive_string().to_std_string_lossy();
        }
        match value.as_number() {
            Some(number) if number == 0.0 && number.is_sign_negative() => "-0".to_owned(),
            _ => value.display().to_string(),
        }
    }

    fn object(&mut self, object: &JsObject) -> Shown {
        if self.open.contains(object) {
            let known = self.circular.iter().position(|other| other == object);
            let number = known.unwrap_or_else(|| {
                self.circular.push(object.clone());
                self.circular.len() - 1
            });
            return self.paint(Role::Special, format!("[Circular *{}]", number + 1)).into();
        }
        let kind = S::kind(self, object);
        let mut heading = S::heading(self, object, &kind);
        if self.style.depth().is_none_or(|depth| self.open.len() > depth) {
            return S::summary(self, object, &kind, heading).into();
        }
        let keys = std::mem::take(&mut heading.keys);
        let mut text = ObjectText::new(heading);
        let (level, last_level) = (self.level(), self.last_level);
        self.last_level = level;
        self.open.push(object.clone());
        self.contents(object, &kind, &mut text);
        for key in keys {
            self.property(object, &key, &kind, &mut text);
        }
        self.open.pop();
        let shown = if text.entries.is_empty() {
            self.last_level = last_level;
            text.heading.without_contents().into()
        } else {
            S::lay_out(self, text)
        };
        match self.circular.iter().position(|other| other == object) {
            Some(number) => shown.after(format!("{} ", self.paint(Role::Special, format!("<ref *{}>", number + 1)))),
            None => shown,
        }
    }

    fn property(&mut self, object: &JsObject, key: &PropertyKey, kind: &Kind, text: &mut ObjectText) {
        let Some(property) = S::property(self, object, key, kind) else { return };
        let value = self.stored(object, &property);
        let name = self.style.key(key);
        let name = if property.enumerable() == Some(false) { format!("[{name}]") } else { name };
        text.push(value.after(format!("{name}: ")));
    }

    /// Returns the text of the value of a property, or of its accessors.
    pub(super) fn stored(&mut self, object: &JsObject, property: &PropertyDescriptor) -> Shown {
        if let Some(value) = property.value() {
            return self.value(value);
        }
        let getter = property.get().and_then(JsValue::as_object);
        let has_setter = property.set().is_some_and(JsValue::is_object);
        match getter {
            Some(getter) => S::getter(self, object, &getter, if has_setter { "Getter/Setter" } else { "Getter" }),
            None if has_setter => self.paint(Role::Special, "[Setter]").into(),
            None => self.primitive(&JsValue::undefined()).into(),
        }
    }
}

/// Returns the role of a primitive value.
fn role(value: &JsValue) -> Role {
    if value.is_string() || value.is_symbol() {
        Role::Text
    } else if value.is_undefined() {
        Role::Undefined
    } else if value.is_null() {
        Role::Null
    } else {
        Role::Number
    }
}
