//! The text of an object: a line per entry.

use std::cmp::Ordering;

use super::Printer;

/// The parts of the text of an object.
pub(super) struct Text {
    /// What stands before the opening bracket: the text of a function, a date, an error. May be empty.
    pub(super) base: String,
    pub(super) open: String,
    pub(super) close: &'static str,
    pub(super) entries: Vec<String>,
    /// The number of entries, from the first one, that are elements of a list. They are not sorted.
    pub(super) elements: usize,
}

impl Text {
    /// Sorts the entries, except the elements of a list.
    pub(super) fn sort(&mut self) {
        if let Some(entries) = self.entries.get_mut(self.elements..) {
            entries.sort_by(|one, other| utf16_order(one, other));
        }
    }
}

impl Printer<'_> {
    pub(super) fn join(&mut self, text: &Text) -> String {
        let indentation = " ".repeat(self.indentation);
        let space = if text.base.is_empty() { "" } else { " " };
        let entries = text.entries.join(&format!(",\n{indentation}  "));
        format!("{}{space}{}\n{indentation}  {entries}\n{indentation}{}", text.base, text.open, text.close)
    }
}

/// Compares texts by their UTF-16 code units, as JavaScript does.
fn utf16_order(one: &str, other: &str) -> Ordering {
    one.encode_utf16().cmp(other.encode_utf16())
}
