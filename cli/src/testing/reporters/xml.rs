//! XML elements.

use std::fmt::Write;

use console::strip_ansi_codes;

/// An element of an XML document.
pub(super) struct Element {
    name: &'static str,
    attributes: String,
    text: String,
    children: Vec<Element>,
}

impl Element {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, attributes: String::new(), text: String::new(), children: Vec::new() }
    }

    pub(super) fn attribute(mut self, name: &str, value: &str) -> Self {
        // In attributes, a parser replaces line breaks and tabs that are not escaped by spaces.
        let value = escaped(value).replace('\n', "&#10;").replace('\t', "&#9;");
        let _ = write!(self.attributes, " {name}=\"{value}\"");
        self
    }

    pub(super) fn text(mut self, text: &str) -> Self {
        self.text = escaped(text);
        self
    }

    pub(super) fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Writes the element on lines of its own.
    pub(super) fn write(&self, depth: usize) -> String {
        let Self { name, attributes, text, children } = self;
        let indentation = "  ".repeat(depth);
        if children.is_empty() {
            let content = if text.is_empty() { "/>".to_owned() } else { format!(">{text}</{name}>") };
            return format!("{indentation}<{name}{attributes}{content}\n");
        }
        let children: String = children.iter().map(|child| child.write(depth + 1)).collect();
        format!("{indentation}<{name}{attributes}>\n{children}{indentation}</{name}>\n")
    }
}

/// Escapes text. Removes the escape sequences of terminals, and replaces the characters that XML 1.0 does not allow.
pub(super) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in strip_ansi_codes(text).chars() {
        match c {
            '&' => result += "&amp;",
            '<' => result += "&lt;",
            '>' => result += "&gt;",
            '"' => result += "&quot;",
            '\r' => result += "&#13;",
            '\t' | '\n' => result.push(c),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => result.push(char::REPLACEMENT_CHARACTER),
            c => result.push(c),
        }
    }
    result
}
