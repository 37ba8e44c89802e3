//! The text of functions and classes.

use boa_engine::native_function::NativeFunctionObject;
use boa_engine::{Context, JsObject, js_string};
use posttask::internal::html::is_class;

use super::assert_style::Printer;
use super::class_name::{ClassName, kind_name};
use crate::testing::assert::objects::own_descriptor;

/// Returns the text of a function: its name, or its name and parent if it is a class.
pub(super) fn function(printer: &mut Printer<'_>, function: &JsObject, class: &ClassName) -> String {
    let tag = match &class.tag {
        tag if tag.is_empty() || class.is(tag) => String::new(),
        tag => format!(" [{tag}]"),
    };
    let is_native = function.is::<NativeFunctionObject>();
    if !is_native && is_class(function) {
        return class_text(function, class, &tag, printer.context);
    }
    let kind = match kind_name(function, printer.context).as_str() {
        kind @ ("AsyncFunction" | "GeneratorFunction" | "AsyncGeneratorFunction") => kind.to_owned(),
        _ => "Function".to_owned(),
    };
    let name = function.get(js_string!("name"), printer.context).unwrap_or_default();
    let name = match name.as_string() {
        Some(name) if name.is_empty() => " (anonymous)".to_owned(),
        Some(name) => format!(": {}", name.to_std_string_lossy()),
        None => format!(": {}", printer.value(&name).into_text()),
    };
    let prototype = if class.name.is_none() { " (null prototype)" } else { "" };
    let class_name = match &class.name {
        Some(class) if *class != kind => format!(" {class}"),
        _ => String::new(),
    };
    // The tag of these kinds of functions is the kind.
    let tag = if class.tag == kind { String::new() } else { tag };
    format!("[{kind}{prototype}{name}]{class_name}{tag}")
}

fn class_text(function: &JsObject, class: &ClassName, tag: &str, context: &mut Context) -> String {
    let name = own_descriptor(function, &js_string!("name").into(), context).ok().flatten();
    let name = match name {
        Some(_) => function.get(js_string!("name"), context).ok(),
        None => None,
    };
    let name = name.and_then(|name| name.as_string()).filter(|name| !name.is_empty());
    let name = name.map_or_else(|| "(anonymous)".to_owned(), |name| name.to_std_string_lossy());
    let class_name = match &class.name {
        Some(class) if class != "Function" => format!(" [{class}]"),
        _ => String::new(),
    };
    let parent = match (&class.name, function.prototype()) {
        (None, _) => " extends [null prototype]".to_owned(),
        (Some(_), Some(parent)) => {
            let name = parent.get(js_string!("name"), context).ok().and_then(|name| name.as_string());
            let name = name.filter(|name| !name.is_empty());
            name.map(|name| format!(" extends {}", name.to_std_string_lossy())).unwrap_or_default()
        }
        (Some(_), None) => String::new(),
    };
    format!("[class {name}{class_name}{tag}{parent}]")
}
