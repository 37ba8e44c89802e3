//! Values as text in messages: the layout of Node's `util.inspect` with a property per line, sorted by name, which a
//! comparison of lines can use: <https://nodejs.org/api/util.html#utilinspectobject-options>.
//!
//! Unlike [`posttask::html::inspect`], this runs getters, because comparisons do so too. Errors that they throw are
//! shown.

mod class_name;
mod contents;
mod errors;
mod kinds;
mod lines;
mod properties;
mod strings;

use boa_engine::builtins::error::Error;
use boa_engine::{Context, JsObject, JsValue};
use posttask::html::{Inspection, inspect};

/// How much of a value is shown, and where lines break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// A property per line, with everything that a comparison of values takes into account.
    Lines,
    /// As few lines as possible, for a value inside a sentence.
    Compact,
    /// Only the class of an object.
    Summary,
}

/// The highest number of nested objects that are shown.
const MAX_LEVELS: usize = 1_000;

/// The length of text, in bytes at one level of indentation, after which no more nested objects are shown. An object
/// that many others refer to is printed for each of them.
const MAX_LENGTH: usize = 1 << 27;

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
    let mut printer =
        Printer { depth, open: Vec::new(), circular: Vec::new(), indentation: 0, lengths: Vec::new(), context };
    printer.value(value)
}

struct Printer<'a> {
    /// The number of levels that are shown below the outermost object; `None` if not even that one is.
    depth: Option<usize>,
    /// The objects being printed, outermost first.
    open: Vec<JsObject>,
    /// The objects that contain themselves, in the order of discovery.
    circular: Vec<JsObject>,
    /// The number of columns before the lines of a nested value.
    indentation: usize,
    /// The length of all text at each level of indentation.
    lengths: Vec<usize>,
    context: &'a mut Context,
}

impl Printer<'_> {
    fn value(&mut self, value: &JsValue) -> String {
        match value.as_object() {
            Some(object) => self.object(&object),
            None => self.primitive(value),
        }
    }

    fn object(&mut self, object: &JsObject) -> String {
        if !self.open.contains(object) {
            return self.object_of_kind(object);
        }
        let known = self.circular.iter().position(|other| other == object);
        let number = known.unwrap_or_else(|| {
            self.circular.push(object.clone());
            self.circular.len() - 1
        });
        format!("[Circular *{}]", number + 1)
    }

    /// Whether objects at the current level are shown only as their class.
    fn is_too_deep(&self) -> bool {
        self.depth.is_none_or(|depth| self.open.len() > depth)
    }

    /// Counts text of the current level, and stops showing nested objects if there is too much of it.
    fn count(&mut self, length: usize) {
        let level = self.indentation / 2;
        if self.lengths.len() <= level {
            self.lengths.resize(level + 1, 0);
        }
        self.lengths[level] += length;
        if self.lengths[level] > MAX_LENGTH {
            self.depth = None;
        }
    }

    /// Runs steps whose text is indented by two more columns.
    fn indented<R>(&mut self, steps: impl FnOnce(&mut Self) -> R) -> R {
        self.indentation += 2;
        let result = steps(self);
        self.indentation -= 2;
        result
    }
}
