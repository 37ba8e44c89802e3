//! The name of an object's class, as it stands before the brackets.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};

use super::assert_style::{MAX_LEVELS, Style};
use crate::testing::assert::objects::{is_enumerable, object_to_string, own_descriptor, prototype_of, string_tag};

/// The class of an object, and its `Symbol.toStringTag` if that is worth showing.
pub(super) struct ClassName {
    /// `None` if the object has no prototype.
    pub(super) name: Option<String>,
    pub(super) tag: String,
}

impl ClassName {
    /// Returns the text before the brackets. `fallback` is the name of the kind of object if there is no class.
    pub(super) fn prefix(&self, fallback: &str, size: &str) -> String {
        let tag = &self.tag;
        let Some(name) = &self.name else {
            let tag = if tag.is_empty() || tag == fallback { String::new() } else { format!("[{tag}] ") };
            return format!("[{fallback}{size}: null prototype] {tag}");
        };
        let tag = if tag.is_empty() || contains_word(name, tag) { String::new() } else { format!("[{tag}] ") };
        format!("{name}{size} {tag}")
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name)
    }
}

/// Whether a name contains a tag as a word, so that it need not be repeated.
fn contains_word(name: &str, tag: &str) -> bool {
    let Some(position) = name.find(tag) else { return false };
    name[position + tag.len()..].chars().next().is_none_or(|next| !next.to_lowercase().eq([next]))
}

/// Returns the class of an object.
pub(super) fn class_name(object: &JsObject, context: &mut Context) -> ClassName {
    let name = constructor_name(object, 0, context).unwrap_or_else(|_| Some("Object".to_owned()));
    ClassName { name, tag: tag(object, context).unwrap_or_default() }
}

fn tag(object: &JsObject, context: &mut Context) -> JsResult<String> {
    let tag = string_tag(object, context)?.as_string().unwrap_or_default();
    let is_listed = is_enumerable(object, &boa_engine::JsSymbol::to_string_tag().into(), context)?;
    Ok(if is_listed { String::new() } else { tag.to_std_string_lossy() })
}

/// Returns the name of the first constructor on the prototype chain of which the object is an instance; `None` if
/// the object has no prototype.
fn constructor_name(object: &JsObject, level: usize, context: &mut Context) -> JsResult<Option<String>> {
    let first = prototype_of(object, context)?;
    let mut next = Some(object.clone());
    while let Some(holder) = next {
        if let Some(name) = own_constructor(&holder, object, context)? {
            return Ok(Some(name));
        }
        next = prototype_of(&holder, context)?;
    }
    let Some(first) = first else { return Ok(None) };
    let kind = kind_name(object, context);
    if level > MAX_LEVELS {
        return Ok(Some(format!("{kind} <Complex prototype>")));
    }
    let of_prototype = match constructor_name(&first, level + 1, context)? {
        Some(name) => name,
        None => super::print(&first.into(), Style::Summary, context),
    };
    Ok(Some(format!("{kind} <{of_prototype}>")))
}

/// Returns the name of an own `constructor`, if it is one of `object`.
fn own_constructor(holder: &JsObject, object: &JsObject, context: &mut Context) -> JsResult<Option<String>> {
    let Some(property) = own_descriptor(holder, &js_string!("constructor").into(), context)? else {
        return Ok(None);
    };
    let Some(constructor) = property.value().and_then(JsValue::as_callable) else { return Ok(None) };
    let name = constructor.get(js_string!("name"), context)?;
    let is_empty = name.as_string().is_some_and(|name| name.is_empty());
    let is_instance = JsValue::from(object.clone()).instance_of(&constructor.into(), context);
    if is_empty || !is_instance.unwrap_or(false) {
        return Ok(None);
    }
    Ok(Some(name.to_string(context)?.to_std_string_lossy()))
}

/// Returns the engine's name for the kind of an object, such as `Date`.
pub(super) fn kind_name(object: &JsObject, context: &mut Context) -> String {
    let text: JsString = object_to_string(object, context).unwrap_or_default();
    let text = text.to_std_string_lossy();
    let name = text.strip_prefix("[object ").and_then(|name| name.strip_suffix(']'));
    name.unwrap_or("Object").to_owned()
}
