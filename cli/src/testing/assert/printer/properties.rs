//! The names of properties, and what getters return.

use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsString};
use posttask::internal::webidl::exception_value;

use super::assert_style::Printer;
use super::strings::{escape, quote};

/// Returns what a getter returns or throws.
pub(super) fn getter(printer: &mut Printer<'_>, object: &JsObject, getter: &JsObject, label: &str) -> String {
    match getter.call(&object.clone().into(), &[], printer.context) {
        Ok(value) if value.is_object() => format!("[{label}] {}", printer.value(&value).into_text()),
        Ok(value) => format!("[{label}: {}]", printer.value(&value).into_text()),
        Err(error) => {
            let error = exception_value(error, printer.context);
            format!("[{label}: <Inspection threw ({})>]", printer.value(&error).into_text())
        }
    }
}

/// Returns the name of a property, in quotes if necessary.
pub(super) fn name(key: &PropertyKey) -> String {
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
