//! The text of an object under construction.

use boa_engine::property::PropertyKey;

use super::shown::Shown;

/// The text of an object except its contents, and the keys of the properties that are shown after them.
#[derive(Debug)]
pub struct Heading {
    /// What stands before the brackets.
    pub prefix: String,
    /// The opening and the closing bracket.
    pub brackets: (&'static str, &'static str),
    /// Whether the prefix is shown without brackets if there is nothing between them.
    pub alone: bool,
    /// The keys of the properties that are shown.
    pub keys: Vec<PropertyKey>,
}

impl Heading {
    /// The heading of an object in braces.
    #[must_use]
    pub fn braces(prefix: String) -> Self {
        Self { prefix, brackets: ("{", "}"), alone: false, keys: Vec::new() }
    }

    /// The heading of a list.
    #[must_use]
    pub fn list(prefix: String) -> Self {
        Self { brackets: ("[", "]"), ..Self::braces(prefix) }
    }

    /// The heading of an object that is a text of its own.
    #[must_use]
    pub fn alone(prefix: String) -> Self {
        Self { alone: true, ..Self::braces(prefix) }
    }

    /// Returns the text up to the opening bracket.
    #[must_use]
    pub fn start(&self) -> String {
        let space = if self.prefix.is_empty() { "" } else { " " };
        format!("{}{space}{}", self.prefix, self.brackets.0)
    }

    /// Returns the text of an object that has neither contents nor properties.
    #[must_use]
    pub fn without_contents(self) -> String {
        if self.alone { self.prefix } else { self.start() + self.brackets.1 }
    }
}

/// The parts of the text of an object.
#[derive(Debug)]
pub struct ObjectText {
    /// What stands before the entries.
    pub heading: Heading,
    /// The contents and the properties.
    pub entries: Vec<Shown>,
    /// The number of entries, from the first one, that are elements of a list.
    pub elements: usize,
}

impl ObjectText {
    pub(super) fn new(heading: Heading) -> Self {
        Self { heading, entries: Vec::new(), elements: 0 }
    }

    pub(super) fn push(&mut self, entry: impl Into<Shown>) {
        self.entries.push(entry.into());
    }

    /// Marks all entries so far as elements of a list.
    pub(super) fn end_of_elements(&mut self) {
        self.elements = self.entries.len();
    }
}
