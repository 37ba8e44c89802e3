//! Quotes and colors.

use std::fmt::Write;

use boa_engine::JsString;
use boa_engine::string::CodePoint;

use crate::web::html::inspect::walker::Role;

/// The maximum number of characters shown of a string.
const MAX_CHARACTERS: usize = 10_000;

/// Wraps text in the ANSI escape sequences of a color. Each has the same meaning as in other hosts.
pub(super) fn paint(role: Role, text: &str) -> String {
    let (on, off) = match role {
        Role::Null => (1, 22),
        Role::Special => (36, 39),
        Role::Text => (32, 39),
        Role::Undefined | Role::Secondary => (90, 39),
        Role::Date => (35, 39),
        Role::RegExp | Role::Rejected => (31, 39),
        Role::Number => (33, 39),
    };
    format!("\u{1b}[{on}m{text}\u{1b}[{off}m")
}

/// Returns a string as source text, if possible in quotes that it does not contain.
pub(super) fn quote(string: &JsString) -> String {
    let text = string.to_std_string_lossy();
    let quote = ['\'', '"', '`'].into_iter().find(|&quote| !text.contains(quote)).unwrap_or('\'');
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push(quote);
    for point in string.code_points().take(MAX_CHARACTERS) {
        let character = match point {
            CodePoint::Unicode(character) => character,
            CodePoint::UnpairedSurrogate(unit) => {
                let _ = write!(quoted, "\\u{unit:x}");
                continue;
            }
        };
        match character {
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\\' => quoted.push_str("\\\\"),
            _ if character == quote => quoted.extend(['\\', quote]),
            _ if character.is_control() => quoted.extend(hexadecimal(character)),
            _ => quoted.push(character),
        }
    }
    quoted.push(quote);
    match text.chars().count().saturating_sub(MAX_CHARACTERS) {
        0 => quoted,
        1 => quoted + "... 1 more character",
        more => format!("{quoted}... {more} more characters"),
    }
}

/// Returns a control character as an escape sequence.
fn hexadecimal(character: char) -> impl Iterator<Item = char> {
    let digit =
        |shift: u32| char::from_digit(u32::from(character) >> shift & 0xf, 16).map(|digit| digit.to_ascii_uppercase());
    ['\\', 'x'].into_iter().chain(digit(4)).chain(digit(0))
}

/// Writes control characters, such as line breaks, as escape sequences, so that a name stays on its line.
#[must_use]
pub fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

/// Whether a property name needs no quotes.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next().is_some_and(|first| first.is_alphabetic() || first == '_' || first == '$');
    first && characters.all(|character| character.is_alphanumeric() || character == '_' || character == '$')
}
