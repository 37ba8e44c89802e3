//! The diagnostics of TAP, which are a YAML mapping.

use std::fmt::{Display, Write};

/// A YAML mapping between its markers.
pub(super) struct Yaml {
    text: String,
}

impl Yaml {
    pub(super) fn new() -> Self {
        Self { text: "---\n".to_owned() }
    }

    /// Adds a number.
    pub(super) fn number(&mut self, key: &str, value: impl Display) {
        let _ = writeln!(self.text, "{key}: {value}");
    }

    /// Adds a string.
    pub(super) fn string(&mut self, key: &str, value: &str) {
        let _ = writeln!(self.text, "{key}: {}", scalar(value));
    }

    /// Adds a string unless it is empty.
    pub(super) fn nonempty(&mut self, key: &str, value: &str) {
        if !value.is_empty() {
            self.string(key, value);
        }
    }

    pub(super) fn finish(self) -> String {
        self.text + "...\n"
    }
}

/// Writes a string: several lines as a block, and one line in single quotes. A string with characters that YAML does
/// not allow in these is in double quotes.
fn scalar(text: &str) -> String {
    if text.chars().any(|c| c != '\n' && needs_escape(c)) {
        return format!("\"{}\"", text.chars().map(escaped).collect::<String>());
    }
    if !text.contains('\n') {
        return format!("'{}'", text.replace('\'', "''"));
    }
    // Without the number, the spaces before the first line would count as indentation.
    let header = if text.starts_with([' ', '\n']) { "|2-" } else { "|-" };
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("\n  {line}") };
    text.trim_end_matches('\n').split('\n').fold(header.to_owned(), |block, text| block + &line(text))
}

/// Whether a character is not printable in YAML, or a line break there.
fn needs_escape(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

fn escaped(c: char) -> String {
    match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".to_owned(),
        c if needs_escape(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        let cases = [
            ("", "''"),
            ("it's", "'it''s'"),
            ("- a: #b", "'- a: #b'"),
            ("a\n\n b\n", "|-\n  a\n\n   b"),
            (" a\nb", "|2-\n   a\n  b"),
            ("\na", "|2-\n\n  a"),
            ("a\n...\n---", "|-\n  a\n  ...\n  ---"),
            ("\"\\\n\u{1b}\u{7f}\u{2028}", r#""\"\\\n\u001b\u007f\u2028""#),
        ];
        for (text, expected) in cases {
            assert_eq!(scalar(text), expected);
        }
    }
}
