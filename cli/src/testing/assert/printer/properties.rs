//! Properties: the name, and the value that is stored or that the getter returns.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{JsObject, JsString, JsValue};
use posttask::internal::webidl::exception_value;

use super::Printer;
use super::strings::{escape, quote};
use crate::testing::assert::objects::own_descriptor;

impl Printer<'_> {
    pub(super) fn property(&mut self, object: &JsObject, key: &PropertyKey) -> String {
        let property = own_descriptor(object, key, self.context).ok().flatten().unwrap_or_default();
        let value = self.property_value(object, &property);
        let name = name(key);
        let name = if property.enumerable() == Some(false) { format!("[{name}]") } else { name };
        format!("{name}: {value}")
    }

    /// Returns the text of the value of a property.
    pub(super) fn property_value(&mut self, object: &JsObject, property: &PropertyDescriptor) -> String {
        if let Some(value) = property.value() {
            return self.indented(|printer| printer.value(value));
        }
        let getter = property.get().and_then(JsValue::as_callable);
        let has_setter = property.set().is_some_and(JsValue::is_object);
        match getter {
            Some(getter) => {
                let label = if has_setter { "Getter/Setter" } else { "Getter" };
                self.indented(|printer| printer.getter(object, &getter, label))
            }
            None if has_setter => "[Setter]".to_owned(),
            None => "undefined".to_owned(),
        }
    }

    fn getter(&mut self, object: &JsObject, getter: &JsObject, label: &str) -> String {
        match getter.call(&object.clone().into(), &[], self.context) {
            Ok(value) if value.is_object() => format!("[{label}] {}", self.value(&value)),
            Ok(value) => format!("[{label}: {}]", self.value(&value)),
            Err(error) => {
                let error = exception_value(error, self.context);
                format!("[{label}: <Inspection threw ({})>]", self.value(&error))
            }
        }
    }
}

/// Returns the name of a property, in quotes if necessary.
fn name(key: &PropertyKey) -> String {
    let units = |text: &JsString| text.iter().collect::<Vec<u16>>();
    match key {
        PropertyKey::Symbol(symbol) => escape(&units(&symbol.descriptive_string()), true),
        PropertyKey::Index(index) => format!("'{}'", index.get()),
        PropertyKey::String(name) => {
            let plain = name.to_std_string_lossy();
            match plain.as_str() {
                "__proto__" => "['__proto__']".to_owned(),
                _ if is_plain_name(&plain) => plain,
                _ => quote(&units(name)),
            }
        }
    }
}

fn is_plain_name(name: &str) -> bool {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') && name.chars().all(is_word)
}
