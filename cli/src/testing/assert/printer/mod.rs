//! Values as text in messages: the layout of Node's `util.inspect` with a property per line, sorted by name, which a
//! comparison of lines can use: <https://nodejs.org/api/util.html#utilinspectobject-options>.
//!
//! Unlike [`posttask::html::inspect`], this runs getters, because comparisons do so too. Errors that they throw are
//! shown.

mod assert_style;
mod class_name;
mod errors;
mod functions;
mod headings;
mod properties;
mod strings;

use boa_engine::builtins::error::Error;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsString, JsValue};
use posttask::html::{Inspection, inspect};
use posttask::internal::html::{self, Heading, Kind, ObjectText, Shown, Walker};

use super::objects::own_descriptor;
use assert_style::{AssertStyle, MAX_LEVELS, Printer, indentation};

pub(crate) use assert_style::Style;

/// Returns a value as text.
#[must_use]
pub(crate) fn print(value: &JsValue, style: Style, context: &mut Context) -> String {
    if style == Style::Compact && value.as_object().is_some_and(|object| !object.is::<Error>()) {
        return inspect(value, Inspection::default(), context);
    }
    // The stack has room for this many nested calls of functions, which need more space than a level of the printer.
    let depth = match style {
        Style::Lines | Style::Compact => Some(context.runtime_limits().recursion_limit().min(MAX_LEVELS)),
        Style::Summary => None,
    };
    Walker::show(value, AssertStyle { depth, lengths: Vec::new() }, context)
}

/// All text is indented when it is made, because the width of a string depends on it, and lines are compared as text.
impl html::Style for AssertStyle {
    const MAX_ELEMENTS: usize = usize::MAX;
    const MAX_BYTES: usize = usize::MAX;
    const DETACHED: &'static [&'static str] = &["(detached)", "[byteLength]: 0"];

    fn depth(&self) -> Option<usize> {
        self.depth
    }

    fn quote(printer: &Printer<'_>, string: &JsString) -> String {
        strings::quoted_lines(string, indentation(printer))
    }

    fn kind(printer: &mut Printer<'_>, object: &JsObject) -> Kind {
        headings::kind(object, printer.context)
    }

    fn heading(printer: &mut Printer<'_>, object: &JsObject, kind: &Kind) -> Heading {
        headings::heading(printer, object, kind)
    }

    fn summary(printer: &mut Printer<'_>, object: &JsObject, kind: &Kind, heading: Heading) -> String {
        headings::summary(object, kind, heading, printer.context)
    }

    fn property(
        printer: &mut Printer<'_>,
        object: &JsObject,
        key: &PropertyKey,
        _: &Kind,
    ) -> Option<PropertyDescriptor> {
        // Only a proxy can refuse to show a property.
        Some(own_descriptor(object, key, printer.context).ok().flatten().unwrap_or_default())
    }

    fn key(&self, key: &PropertyKey) -> String {
        properties::name(key)
    }

    fn slot(name: &str) -> String {
        format!("[{name}]")
    }

    fn getter(printer: &mut Printer<'_>, object: &JsObject, getter: &JsObject, label: &str) -> Shown {
        properties::getter(printer, object, getter, label).into()
    }

    /// Puts each entry on a line, those that are not elements of a list in the order of their text.
    fn lay_out(printer: &mut Printer<'_>, text: ObjectText) -> Shown {
        let start = text.heading.start();
        let (elements, close) = (text.elements, text.heading.brackets.1);
        let mut entries: Vec<String> = text.entries.into_iter().map(Shown::into_text).collect();
        if let Some(entries) = entries.get_mut(elements..) {
            // By UTF-16 code units, as JavaScript sorts.
            entries.sort_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
        }
        let indentation = " ".repeat(indentation(printer));
        let entries = entries.join(&format!(",\n{indentation}  "));
        let text = format!("{start}\n{indentation}  {entries}\n{indentation}{close}");
        printer.style.count(text.len(), printer.level());
        text.into()
    }
}
