//! Values as JSON for observers, without running code of the program.

use std::fmt::Write;

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsValue};

use super::{own_keys, own_property};

/// The deepest nesting that is written.
const MAX_DEPTH: usize = 32;

/// The length in bytes after which nothing more is written: an object that many others refer to is written for each.
const MAX_LENGTH: usize = 1 << 20;

/// Writes a value as JSON. Getters and `toJSON` are ignored. An object within itself is `null`, and so is, in an array,
/// what JSON cannot express. `None` if the value itself cannot be expressed, or is too large.
pub(crate) fn plain_json(value: &JsValue, context: &mut Context) -> Option<String> {
    let mut writer = Writer { text: String::new(), path: Vec::new() };
    writer.value(value, context)?;
    (writer.text.len() <= MAX_LENGTH).then_some(writer.text)
}

struct Writer {
    text: String,
    /// The objects that are being written, outermost first.
    path: Vec<JsObject>,
}

impl Writer {
    fn value(&mut self, value: &JsValue, context: &mut Context) -> Option<()> {
        if let Some(string) = value.as_string() {
            self.string(&string.to_std_string_lossy());
        } else if let Some(number) = value.as_number() {
            // JSON has no infinities.
            let number = if number.is_finite() { number.to_string() } else { "null".to_owned() };
            self.text.push_str(&number);
        } else if let Some(boolean) = value.as_boolean() {
            self.text.push_str(if boolean { "true" } else { "false" });
        } else if value.is_null() {
            self.text.push_str("null");
        } else {
            let object = value.as_object().filter(|object| !object.is_callable())?;
            let is_within_itself = self.path.iter().any(|outer| JsObject::equals(outer, &object));
            if is_within_itself || self.path.len() == MAX_DEPTH || self.text.len() > MAX_LENGTH {
                self.text.push_str("null");
            } else {
                self.path.push(object.clone());
                self.object(&object, context);
                self.path.pop();
            }
        }
        Some(())
    }

    fn object(&mut self, object: &JsObject, context: &mut Context) {
        let is_array = object.is_array();
        let start = self.text.len() + 1;
        self.text.push(if is_array { '[' } else { '{' });
        for key in own_keys(object, context) {
            if self.text.len() > MAX_LENGTH {
                break;
            }
            let property = own_property(object, &key).filter(|property| property.enumerable() == Some(true));
            let Some(value) = property.and_then(|property| property.value().cloned()) else { continue };
            let (PropertyKey::String(_) | PropertyKey::Index(_)) = key else { continue };
            let before = self.text.len();
            if before > start {
                self.text.push(',');
            }
            if !is_array {
                self.string(&key.to_string());
                self.text.push(':');
            }
            match self.value(&value, context) {
                Some(()) => {}
                None if is_array => self.text.push_str("null"),
                None => self.text.truncate(before),
            }
        }
        self.text.push(if is_array { ']' } else { '}' });
    }

    fn string(&mut self, string: &str) {
        self.text.push('"');
        for character in string.chars() {
            match character {
                '"' | '\\' => self.text.extend(['\\', character]),
                character if character.is_control() => {
                    // Writing to a string cannot fail.
                    let _ = write!(self.text, "\\u{:04x}", u32::from(character));
                }
                character => self.text.push(character),
            }
        }
        self.text.push('"');
    }
}
