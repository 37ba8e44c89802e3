//! Values as readable text.
//!
//! [`Walker`] finds what there is to show of a value, and a [`Style`] decides on the words: that of the console is
//! here, and that of the messages of assertions in the test runner.
//!
//! [`inspect`] never runs user code: no getters written in JavaScript, no proxy traps and no `toString`. Native
//! getters do run, because the attributes of a platform object are its contents.

mod console_style;
mod contents;
mod inspection;
mod kind;
mod object_text;
mod shown;
mod stored;
mod text_styles;
mod text_width;
mod walker;

use boa_engine::{Context, JsValue};

pub use console_style::text::{is_identifier, one_line};
pub use inspection::Inspection;
pub use kind::{Kind, SearchParams};
pub use object_text::{Heading, ObjectText};
pub use shown::Shown;
pub(super) use stored::entries;
pub use stored::is_class;
pub(crate) use stored::own_keys;

pub use crate::stored_properties::{own_property, prototypes};
pub use text_styles::{split_at_style, without_styles};
pub(crate) use text_width::text_width;
pub use walker::{Role, Style, Walker};

use console_style::ConsoleStyle;

/// The maximum of [`Inspection::depth`]: inspection is recursive, and the native stack is limited.
const MAX_DEPTH: usize = 1_000;

/// Returns a value as text: strings in quotes, objects with their properties. Runs no user code.
#[must_use]
pub fn inspect(value: &JsValue, inspection: Inspection, context: &mut Context) -> String {
    let inspection = Inspection { depth: inspection.depth.min(MAX_DEPTH), ..inspection };
    Walker::show(value, ConsoleStyle(inspection), context)
}
