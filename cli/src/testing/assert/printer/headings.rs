//! What stands before the contents of an object.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, js_string};
use posttask::internal::html::{Heading, Kind};
use posttask::internal::url::is_url;

use super::assert_style::Printer;
use super::class_name::{ClassName, class_name, kind_name};
use super::errors::error;
use super::functions::function;
use crate::testing::assert::objects::{Keys, is_array, is_error, own_enumerable_keys};

/// Returns the kind of an object: that of a proxy is the kind of what it looks like, unless it refuses to be read.
pub(super) fn kind(object: &JsObject, context: &mut Context) -> Kind {
    let kind = Kind::of(object);
    if !matches!(kind, Kind::Proxy | Kind::Ordinary | Kind::SearchParams(_) | Kind::Other) {
        return kind;
    }
    let is_proxy = matches!(kind, Kind::Proxy);
    if is_proxy && keys(object, &Kind::Other, context).is_err() {
        Kind::Proxy
    } else if is_proxy && is_array(object, context).unwrap_or(false) {
        let length = object.get(js_string!("length"), context).and_then(|length| length.to_length(context));
        Kind::Array(length.unwrap_or(0))
    } else if object.is_callable() {
        Kind::Function
    } else if is_error(&object.clone().into(), context).unwrap_or(false) {
        Kind::Error
    } else if matches!(kind, Kind::Ordinary) {
        kind
    } else {
        Kind::Other
    }
}

fn keys(object: &JsObject, kind: &Kind, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    let names = if kind.is_list() { Keys::NamesWithoutIndices } else { Keys::Names };
    let mut keys = own_enumerable_keys(object, names, context)?;
    keys.append(&mut own_enumerable_keys(object, Keys::Symbols, context)?);
    keys.retain(|key| !kind.includes(key));
    Ok(keys)
}

pub(super) fn heading(printer: &mut Printer<'_>, object: &JsObject, kind: &Kind) -> Heading {
    let class = class_name(object, printer.context);
    let context = &mut *printer.context;
    let mut keys = match kind {
        // The exports are contents.
        Kind::Proxy | Kind::Module => Vec::new(),
        _ => keys(object, kind, context).unwrap_or_default(),
    };
    let heading = match kind {
        Kind::Proxy => Heading::alone(proxy(object, context).to_owned()),
        Kind::Array(_) if class.is("Array") && class.tag.is_empty() => Heading::list(String::new()),
        Kind::Function => Heading::alone(function(printer, object, &class)),
        Kind::Error => Heading::alone(error(printer, object, &class, &mut keys)),
        Kind::Boxed(name, value) => Heading::alone(boxed(name, &printer.plain(value), &class)),
        Kind::Date(_) => Heading::alone(with_class("Date", kind, &class, context)),
        Kind::RegExp(_) => Heading::alone(with_class("RegExp", kind, &class, context)),
        Kind::Other if is_url(object) => Heading::alone(href(object, context)),
        Kind::Ordinary | Kind::Other => Heading::braces(ordinary(object, &class, context)),
        _ => {
            let size = kind.size(context).map(|size| format!("({size})")).unwrap_or_default();
            let prefix = trimmed(class.prefix(&fallback(object, kind, context), &size));
            if kind.is_list() { Heading::list(prefix) } else { Heading::braces(prefix) }
        }
    };
    Heading { keys, ..heading }
}

/// Returns the name of the kind of an object that has no class.
fn fallback(object: &JsObject, kind: &Kind, context: &mut Context) -> String {
    let name = match kind {
        Kind::Array(_) => "Array",
        Kind::Set(_) => "Set",
        Kind::Map(_) => "Map",
        Kind::ArrayBuffer(_) => "ArrayBuffer",
        Kind::DataView(_) => "DataView",
        Kind::Promise(_) => "Promise",
        Kind::WeakSet => "WeakSet",
        Kind::WeakMap => "WeakMap",
        Kind::Module => "Module",
        _ => return kind_name(object, context),
    };
    name.to_owned()
}

/// Returns a prefix without the space that follows it.
fn trimmed(mut prefix: String) -> String {
    prefix.truncate(prefix.trim_end().len());
    prefix
}

/// Returns the text of a proxy that refuses to be read.
fn proxy(object: &JsObject, context: &mut Context) -> &'static str {
    // Whether a proxy is for an array can be told without its traps, unless it is revoked.
    if is_array(object, context).is_err() { "<Revoked Proxy>" } else { "[Proxy]" }
}

/// Returns a date or a regular expression, after its class if that is not the usual one.
fn with_class(name: &str, kind: &Kind, class: &ClassName, context: &mut Context) -> String {
    let text = kind.text(context).unwrap_or_default();
    match class.prefix(name, "") {
        prefix if prefix.trim_end() == name => text,
        prefix => prefix + &text,
    }
}

fn href(url: &JsObject, context: &mut Context) -> String {
    let href = url.get(js_string!("href"), context).ok().and_then(|href| href.as_string());
    href.unwrap_or_default().to_std_string_lossy()
}

/// Returns the text of an object that wraps a primitive value.
fn boxed(kind: &str, value: &str, class: &ClassName) -> String {
    let class_name = match &class.name {
        None => " (null prototype)".to_owned(),
        Some(name) if name == kind => String::new(),
        Some(name) => format!(" ({name})"),
    };
    let is_tagged = !class.tag.is_empty() && !class.is(&class.tag);
    let tag = if is_tagged { format!(" [{}]", class.tag) } else { String::new() };
    format!("[{kind}{class_name}: {value}]{tag}")
}

/// Returns the prefix of an object that has no contents but properties.
fn ordinary(object: &JsObject, class: &ClassName, context: &mut Context) -> String {
    let kind = kind_name(object, context);
    if class.is("Object") {
        return match kind.as_str() {
            "Arguments" => "[Arguments]".to_owned(),
            _ if class.tag.is_empty() => String::new(),
            _ => trimmed(class.prefix("Object", "")),
        };
    }
    let fallback = if kind == class.tag { "Object" } else { &kind };
    trimmed(class.prefix(fallback, ""))
}

/// Returns only the class of an object, or everything if it has neither contents nor properties.
pub(super) fn summary(object: &JsObject, kind: &Kind, heading: Heading, context: &mut Context) -> String {
    let has_contents = match kind {
        Kind::ArrayBuffer(_) | Kind::DataView(_) | Kind::Promise(_) | Kind::WeakMap | Kind::WeakSet => true,
        Kind::Module => object.own_property_keys(context).is_ok_and(|keys| keys.len() > 1),
        _ => kind.size(context).is_some_and(|size| size > 0),
    };
    if !has_contents && heading.keys.is_empty() {
        return heading.without_contents();
    }
    let class = class_name(object, context);
    let kind_name = kind_name(object, context);
    let fallback = if kind_name == class.tag { "Object" } else { &kind_name };
    let prefix = trimmed(class.prefix(fallback, ""));
    if class.name.is_some() { format!("[{prefix}]") } else { prefix }
}
