//! Errors: the name, the message and the stack.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsString, JsValue, js_string};

use super::assert_style::{Printer, indentation};
use super::class_name::ClassName;
use crate::testing::assert::objects::is_array;

/// Returns the text of an error without its properties, and removes those that the text contains from `keys`. Adds
/// the cause, which is usually not enumerable.
pub(super) fn error(
    printer: &mut Printer<'_>,
    error: &JsObject,
    class: &ClassName,
    keys: &mut Vec<PropertyKey>,
) -> String {
    let heading = heading(error, printer.context);
    let name = error.get(js_string!("name"), printer.context).unwrap_or_default();
    let message = error.get(js_string!("message"), printer.context).unwrap_or_default();
    let is_shown = |value: &JsValue| value.as_string().is_none_or(|text| heading.contains(&text.to_std_string_lossy()));
    let (name_is_shown, message_is_shown) = (is_shown(&name), is_shown(&message));
    keys.retain(|key| {
        let is = |name: &str| matches!(key, PropertyKey::String(key) if *key == js_string!(name));
        !(is("stack") || is("name") && name_is_shown || is("message") && message_is_shown)
    });
    add_hidden(error, keys, printer.context);
    let name = name.as_string().unwrap_or(js_string!("Error"));
    let heading = improved(heading, class, &name.to_std_string_lossy());
    let frames = frames(error, printer.context);
    let text = if frames.is_empty() { format!("[{heading}]") } else { format!("{heading}\n{}", frames.join("\n")) };
    text.replace('\n', &format!("\n{}", " ".repeat(indentation(printer))))
}

/// Adds the keys of the cause and of the errors of an aggregate error.
fn add_hidden(error: &JsObject, keys: &mut Vec<PropertyKey>, context: &mut Context) {
    let cause = PropertyKey::from(js_string!("cause"));
    if error.has_own_property(cause.clone(), context).unwrap_or(false) && !keys.contains(&cause) {
        keys.push(cause);
    }
    let errors = PropertyKey::from(js_string!("errors"));
    let is_list = match error.get(errors.clone(), context).map(|errors| errors.as_object()) {
        Ok(Some(list)) => is_array(&list, context).unwrap_or(false),
        _ => false,
    };
    if is_list && error.has_own_property(errors.clone(), context).unwrap_or(false) && !keys.contains(&errors) {
        keys.push(errors);
    }
}

/// Returns the name and the message of an error, as `Error.prototype.toString` does.
fn heading(error: &JsObject, context: &mut Context) -> String {
    let mut text = |name: &str, default: &str| {
        let value = error.get(js_string!(name), context).unwrap_or_default();
        let text = if value.is_undefined() { Ok(js_string!(default)) } else { value.to_string(context) };
        text.unwrap_or_else(|_: boa_engine::JsError| JsString::from(default)).to_std_string_lossy()
    };
    let (name, message) = (text("name", "Error"), text("message", ""));
    match (name.is_empty(), message.is_empty()) {
        (true, _) => message,
        (_, true) => name,
        _ => format!("{name}: {message}"),
    }
}

/// Returns the lines of the stack of an error.
fn frames(error: &JsObject, context: &mut Context) -> Vec<String> {
    let stack = error.get(js_string!("stack"), context).ok().and_then(|stack| stack.as_string());
    let stack = stack.unwrap_or_default().to_std_string_lossy();
    // The engine's own functions without a name say nothing.
    let is_frame = |line: &&str| line.starts_with("    at ") && *line != "    at  (native)";
    stack.lines().filter(is_frame).map(str::to_owned).collect()
}

/// Returns the heading of an error with the name of its class, if it does not contain it.
fn improved(heading: String, class: &ClassName, name: &str) -> String {
    let length = name.len();
    let follows = heading.get(length..).and_then(|rest| rest.chars().next());
    let starts = heading.starts_with(name) && matches!(follows, None | Some(':' | '\n'));
    let is_null = class.name.is_none();
    let is_usual = name.ends_with("Error") && starts;
    if !is_null && !is_usual {
        return heading;
    }
    let fallback = if is_null && starts { name } else { "Error" };
    let length = if is_null && !starts { 0 } else { length };
    let prefix = class.prefix(fallback, "");
    let prefix = prefix.trim_end();
    if name == prefix {
        return heading;
    }
    let rest = heading.get(length..).unwrap_or_default();
    if !prefix.contains(name) {
        return format!("{prefix} [{name}]{rest}");
    }
    if length == 0 { format!("{prefix}: {heading}") } else { format!("{prefix}{rest}") }
}
