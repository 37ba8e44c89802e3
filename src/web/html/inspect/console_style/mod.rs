//! The style of the console: a small object takes a line, and not everything of a large one is shown. No user code
//! runs.

mod layout;
mod names;
mod pairs;
pub(crate) mod text;

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{JsObject, JsString, JsValue};

use super::inspection::Inspection;
use super::kind::Kind;
use super::object_text::{Heading, ObjectText};
use super::shown::Shown;
use super::stored::{native_attribute, own_keys};
use super::walker::{Role, Style, Walker};
use crate::stored_properties::{own_property, prototypes};
use crate::web::webidl::PlatformObject;
use layout::Surroundings;
use names::{class_name, class_name_with_size};
use text::is_identifier;

pub(super) struct ConsoleStyle(pub(super) Inspection);

impl Style for ConsoleStyle {
    const MAX_ELEMENTS: usize = 100;
    const MAX_BYTES: usize = 50;
    const DETACHED: &'static [&'static str] = &["<detached>"];

    fn depth(&self) -> Option<usize> {
        Some(self.0.depth)
    }

    fn paint(&self, role: Role, text: String) -> String {
        if self.0.colored { text::paint(role, &text) } else { text }
    }

    fn quote(_: &Walker<'_, Self>, string: &JsString) -> String {
        text::quote(string)
    }

    fn heading(walker: &mut Walker<'_, Self>, object: &JsObject, kind: &Kind) -> Heading {
        Heading { keys: keys(walker, object, kind), ..heading(walker, object, kind) }
    }

    fn summary(walker: &mut Walker<'_, Self>, object: &JsObject, kind: &Kind, heading: Heading) -> String {
        let has_elements = !matches!(kind, Kind::Ordinary) && kind.size(walker.context) != Some(0);
        if heading.keys.is_empty() && !has_elements {
            return heading.without_contents();
        }
        let summary = match kind {
            // An error has more than its name, its message and its stack.
            Kind::Error if !heading.keys.is_empty() => class_name(object),
            // Its properties, if it has any, are not shown.
            _ if heading.alone => return heading.prefix,
            _ => heading.prefix.split(['(', ' ']).next().unwrap_or_default().to_owned(),
        };
        let summary = match summary.as_str() {
            "" if kind.is_list() => "Array",
            "" => "Object",
            summary => summary,
        };
        walker.paint(Role::Special, format!("[{summary}]"))
    }

    /// Returns the pairs of an object such as `Headers`. Of other objects, the attributes, those of the root interface
    /// first, without event handlers, constants, attributes that have no value, and the `constructor` of iterators,
    /// which is an accessor.
    fn attributes(walker: &mut Walker<'_, Self>, object: &JsObject) -> Vec<(String, JsValue)> {
        if let Some(pairs) = pairs::pairs(object, walker.context) {
            let named = pairs.into_iter().map(|(name, value)| (walker.style.key(&name.into()), value));
            return named.collect();
        }
        let chain: Vec<JsObject> = prototypes(object).skip(1).collect();
        // The getters of the engine's own classes are not enumerable.
        let enumerable = object.is::<PlatformObject>();
        let mut attributes = Vec::new();
        for prototype in chain.iter().rev().skip(1) {
            for key in prototype.own_property_keys(walker.context).unwrap_or_default() {
                let PropertyKey::String(name) = &key else { continue };
                let is_getter = own_property(prototype, &key).is_some_and(|property| {
                    property.is_accessor_descriptor() && property.enumerable() == Some(enumerable)
                });
                let name = name.to_std_string_lossy();
                if !is_getter || name.starts_with("on") || name == "constructor" {
                    continue;
                }
                let value = native_attribute(object, &key, walker.context);
                attributes.extend(value.filter(|value| !value.is_null_or_undefined()).map(|value| (name, value)));
            }
        }
        attributes
    }

    fn property(
        walker: &mut Walker<'_, Self>,
        object: &JsObject,
        key: &PropertyKey,
        kind: &Kind,
    ) -> Option<PropertyDescriptor> {
        let property = own_property(object, key)?;
        let attribute = match kind {
            Kind::Other => native_attribute(object, key, walker.context),
            _ => None,
        };
        Some(match attribute {
            Some(value) => PropertyDescriptor::builder().value(value).enumerable(true).build(),
            None => property,
        })
    }

    fn key(&self, key: &PropertyKey) -> String {
        match key {
            PropertyKey::Symbol(symbol) => {
                format!("[{}]", self.paint(Role::Text, symbol.descriptive_string().to_std_string_lossy()))
            }
            PropertyKey::String(name) => {
                let plain = name.to_std_string_lossy();
                // In an object literal, `__proto__` without brackets is not a property.
                if plain == "__proto__" {
                    return format!("[{}]", self.paint(Role::Text, text::quote(name)));
                }
                if is_identifier(&plain) { plain } else { self.paint(Role::Text, text::quote(name)) }
            }
            PropertyKey::Index(index) => self.paint(Role::Text, format!("'{}'", index.get())),
        }
    }

    fn slot(name: &str) -> String {
        name.to_owned()
    }

    fn getter(walker: &mut Walker<'_, Self>, _: &JsObject, _: &JsObject, label: &str) -> Shown {
        walker.paint(Role::Special, format!("[{label}]")).into()
    }

    fn lay_out(walker: &mut Walker<'_, Self>, text: ObjectText) -> Shown {
        layout::lay_out(text, Surroundings { level: walker.level(), levels_below: walker.levels_below() })
    }
}

/// Returns the keys of the enumerable properties that are not contents, and those of the properties of an error that
/// are useful but not enumerable.
fn keys(walker: &mut Walker<'_, ConsoleStyle>, object: &JsObject, kind: &Kind) -> Vec<PropertyKey> {
    let is_listed = |key: &PropertyKey| own_property(object, key).is_some_and(|it| it.enumerable() == Some(true));
    let hidden = ["cause", "errors"].into_iter().filter(|_| matches!(kind, Kind::Error));
    let hidden = hidden.map(|name| PropertyKey::from(JsString::from(name)));
    let hidden = hidden.filter(|key| !is_listed(key) && own_property(object, key).is_some());
    let listed = own_keys(object, walker.context).into_iter().filter(|key| !kind.includes(key) && is_listed(key));
    hidden.chain(listed).collect()
}

fn heading(walker: &mut Walker<'_, ConsoleStyle>, object: &JsObject, kind: &Kind) -> Heading {
    let painted = |walker: &Walker<'_, ConsoleStyle>, role, text: String| Heading::alone(walker.paint(role, text));
    let with_size = |size: Option<u64>| class_name_with_size(object, size.unwrap_or(0));
    match kind {
        Kind::Proxy => painted(walker, Role::Special, "[Proxy]".to_owned()),
        Kind::Function => painted(walker, Role::Special, names::function(object)),
        Kind::Array(_) if class_name(object) == "Array" => Heading::list(String::new()),
        Kind::Array(_) | Kind::TypedArray(_) => Heading::list(with_size(kind.size(walker.context))),
        Kind::Map(_) | Kind::Set(_) => Heading::braces(with_size(kind.size(walker.context))),
        Kind::Ordinary => Heading::braces(Some(class_name(object)).filter(|name| name != "Object").unwrap_or_default()),
        Kind::Date(_) | Kind::RegExp(_) => {
            let role = if matches!(kind, Kind::Date(_)) { Role::Date } else { Role::RegExp };
            let text = kind.text(walker.context).unwrap_or_default();
            painted(walker, role, text)
        }
        Kind::Boxed(class, value) => {
            let role = if value.is_string() || value.is_symbol() { Role::Text } else { Role::Number };
            painted(walker, role, format!("[{class}: {}]", walker.plain(value)))
        }
        Kind::Error => Heading::alone(names::error(walker, object)),
        Kind::Module => Heading::braces("[Module: null prototype]".to_owned()),
        _ => Heading::braces(class_name(object)),
    }
}
