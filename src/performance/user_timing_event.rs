//! Tells the observer of the event loop about the marks and measures of the program.

use std::fmt::Write;

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsValue};

use super::performance_entry::{EntryType, PerformanceEntry};
use crate::event_loop::{Event, UserTiming};
use crate::html::{own_keys, own_property};
use crate::webidl::event_loop;

/// The deepest nesting of a `detail` that is written as JSON.
const MAX_DEPTH: usize = 32;

/// Tells the observer about a new entry. The detail is only written if there is an observer.
pub(super) fn notify(entry: &PerformanceEntry, detail: &JsValue, context: &mut Context) -> JsResult<()> {
    let event_loop = event_loop(context)?;
    if !event_loop.is_observed() {
        return Ok(());
    }
    let name = entry.name.to_std_string_lossy();
    let detail = Some(detail).filter(|detail| !detail.is_null()).and_then(|detail| json(detail, context));
    let duration = (entry.entry_type == EntryType::Measure).then_some(entry.duration);
    let timing = UserTiming::new(&name, entry.start_time, duration, detail.as_deref());
    event_loop.notify(|| Event::UserTiming(&timing));
    Ok(())
}

/// Writes a value as JSON, without running code of the program: getters and `toJSON` are ignored. `None` if it is not
/// a value of JSON, or too deep.
fn json(value: &JsValue, context: &mut Context) -> Option<String> {
    let mut text = String::new();
    write_value(value, 0, &mut text, context)?;
    Some(text)
}

fn write_value(value: &JsValue, depth: usize, text: &mut String, context: &mut Context) -> Option<()> {
    if let Some(string) = value.as_string() {
        write_string(&string.to_std_string_lossy(), text);
    } else if let Some(number) = value.as_number() {
        // JSON has no infinities.
        let number = if number.is_finite() { number.to_string() } else { "null".to_owned() };
        text.push_str(&number);
    } else if let Some(boolean) = value.as_boolean() {
        text.push_str(if boolean { "true" } else { "false" });
    } else if value.is_null() {
        text.push_str("null");
    } else {
        let object = value.as_object().filter(|object| depth < MAX_DEPTH && !object.is_callable())?;
        write_object(&object, depth, text, context);
    }
    Some(())
}

fn write_object(object: &JsObject, depth: usize, text: &mut String, context: &mut Context) {
    let is_array = object.is_array();
    let start = text.len() + 1;
    text.push(if is_array { '[' } else { '{' });
    for key in own_keys(object, context) {
        let property = own_property(object, &key).filter(|property| property.enumerable() == Some(true));
        let Some(value) = property.and_then(|property| property.value().cloned()) else { continue };
        let before = text.len();
        if before > start {
            text.push(',');
        }
        if !is_array {
            let (PropertyKey::String(_) | PropertyKey::Index(_)) = key else {
                text.truncate(before);
                continue;
            };
            write_string(&key.to_string(), text);
            text.push(':');
        }
        if write_value(&value, depth + 1, text, context).is_none() {
            text.truncate(before);
        }
    }
    text.push(if is_array { ']' } else { '}' });
}

fn write_string(string: &str, text: &mut String) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}
