//! The names of classes, functions and errors.

use boa_engine::{JsObject, JsSymbol, js_string};

use crate::stored_properties::{constructor_name, function_name, text_property};
use crate::web::dom::DomException;
use crate::web::html::inspect::stored::{is_class, native_attribute};
use crate::web::html::inspect::walker::{Role, Style, Walker};
use crate::web::html::stack_frames::frames;
use crate::web::webidl::implements;

/// Returns the name, message and stack of an error, in brackets if there is no stack.
pub(super) fn error<S: Style>(walker: &mut Walker<'_, S>, object: &JsObject) -> String {
    let stack = native_attribute(object, &js_string!("stack").into(), walker.context);
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
    format!("{words}\n    {}", walker.paint(Role::Secondary, frames))
}

/// Returns the name to show for an object's class, followed by its `Symbol.toStringTag` if that is different.
pub(super) fn class_name(object: &JsObject) -> String {
    named(object, "")
}

/// The same, with a number of elements after the name.
pub(super) fn class_name_with_size(object: &JsObject, size: u64) -> String {
    named(object, &format!("({size})"))
}

fn named(object: &JsObject, size: &str) -> String {
    let tag = text_property(object, JsSymbol::to_string_tag());
    let name = match constructor_name(object) {
        Some(name) => name,
        None if object.prototype().is_none() => "[Object: null prototype]".to_owned(),
        None => "Object".to_owned(),
    };
    match tag {
        Some(tag) if tag != name && !tag.is_empty() => format!("{name}{size} [{tag}]"),
        _ => name + size,
    }
}

/// Returns the text of a function.
pub(super) fn function(object: &JsObject) -> String {
    let name = function_name(object);
    if is_class(object) {
        let parent = object.prototype().filter(JsObject::is_constructor);
        let parent = parent.map(|parent| format!(" extends {}", function_name(&parent).unwrap_or_default()));
        return format!("[class {}{}]", name.as_deref().unwrap_or("(anonymous)"), parent.unwrap_or_default());
    }
    let kind = constructor_name(object).unwrap_or_else(|| "Function".to_owned());
    match name {
        Some(name) => format!("[{kind}: {name}]"),
        None => format!("[{kind} (anonymous)]"),
    }
}
