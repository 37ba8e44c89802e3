//! Strings in quotes.

use std::fmt::Write;

use boa_engine::JsString;

/// The highest number of code units shown of a string.
const MAX_LENGTH: usize = 10_000;

/// The number of columns in which a string fits on a line.
const WIDTH: usize = 80;

/// Strings of this length are never put on several lines.
const SHORT: usize = 16;

/// Returns a string in quotes. If it is too long for a line, each of its lines has its own quotes.
pub(super) fn quoted_lines(string: &JsString, indentation: usize) -> String {
    let units: Vec<u16> = string.iter().take(MAX_LENGTH).collect();
    let rest = match string.len().saturating_sub(MAX_LENGTH) {
        0 => String::new(),
        1 => "... 1 more character".to_owned(),
        more => format!("... {more} more characters"),
    };
    if units.len() <= SHORT || units.len() + indentation + 4 <= WIDTH {
        return quote(&units) + &rest;
    }
    let lines: Vec<String> = units.split_inclusive(|&unit| unit == u16::from(b'\n')).map(quote).collect();
    lines.join(&format!(" +\n{}", " ".repeat(indentation + 2))) + &rest
}

/// Returns a string as source text, if possible in quotes that it does not contain.
pub(super) fn quote(units: &[u16]) -> String {
    let has = |character: char| units.contains(&(character as u16));
    let quote = if !has('\'') {
        '\''
    } else if !has('"') {
        '"'
    } else if !has('`') && !units.windows(2).any(|pair| pair == [u16::from(b'$'), u16::from(b'{')]) {
        '`'
    } else {
        '\''
    };
    format!("{quote}{}{quote}", escape(units, quote == '\''))
}

/// Returns a string in which control characters and lone surrogates are escape sequences.
pub(super) fn escape(units: &[u16], escape_apostrophes: bool) -> String {
    let mut text = String::with_capacity(units.len());
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok('\u{8}') => text.push_str("\\b"),
            Ok('\t') => text.push_str("\\t"),
            Ok('\n') => text.push_str("\\n"),
            Ok('\u{c}') => text.push_str("\\f"),
            Ok('\r') => text.push_str("\\r"),
            Ok('\\') => text.push_str("\\\\"),
            Ok('\'') if escape_apostrophes => text.push_str("\\'"),
            // Writing to a string cannot fail.
            Ok(character) if character.is_control() => drop(write!(text, "\\x{:02X}", u32::from(character))),
            Ok(character) => text.push(character),
            Err(lone) => drop(write!(text, "\\u{:x}", lone.unpaired_surrogate())),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn quotes_and_escapes() {
        let quoted = |text: &str| quote(&text.encode_utf16().collect::<Vec<_>>());
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted("'\""), "`'\"`");
        assert_eq!(quoted("'\"${"), "'\\'\"${'");
        assert_eq!(quoted("a\u{b}\u{7f}\n"), "'a\\x0B\\x7F\\n'");
        assert_eq!(quote(&[0xd83d]), "'\\ud83d'");
    }
}
