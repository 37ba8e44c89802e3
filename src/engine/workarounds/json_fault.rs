//! What is wrong with a JSON text, in the words of V8: programs and tests look for them.

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// No value starts here, or it goes on differently.
    Token,
    FirstKey,
    LaterKey,
    AfterKey,
    AfterElement,
    AfterProperty,
    TextAfterValue,
    OpenString,
    ControlCharacter,
    Escape,
    UnicodeEscape,
    AfterMinus,
    AfterPoint,
    Exponent,
}

/// Texts that are not JSON, but what other values become as strings.
const STRINGS_OF_VALUES: [&str; 4] = ["undefined", "NaN", "Infinity", "[object Object]"];

/// How many code units are shown on both sides of an unexpected one.
const CONTEXT: usize = 10;

impl Fault {
    /// Returns the message for a fault at a position of a text, both in code units.
    pub(super) fn message(self, text: &[u16], position: usize) -> String {
        match self.words() {
            Some(words) => format!("{words} in JSON at position {position}{}", place(text, position)),
            None if self == Self::TextAfterValue => {
                let place = place(text, position);
                format!("Unexpected non-whitespace character after JSON at position {position}{place}")
            }
            None => unexpected(text, position),
        }
    }

    fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Token | Self::TextAfterValue => return None,
            Self::FirstKey => "Expected property name or '}'",
            Self::LaterKey => "Expected double-quoted property name",
            Self::AfterKey => "Expected ':' after property name",
            Self::AfterElement => "Expected ',' or ']' after array element",
            Self::AfterProperty => "Expected ',' or '}' after property value",
            Self::OpenString => "Unterminated string",
            Self::ControlCharacter => "Bad control character in string literal",
            Self::Escape => "Bad escaped character",
            Self::UnicodeEscape => "Bad Unicode escape",
            Self::AfterMinus => "No number after minus sign",
            Self::AfterPoint => "Unterminated fractional number",
            Self::Exponent => "Exponent part is missing a number",
        })
    }
}

/// The line and the column of a position, from 1.
fn place(text: &[u16], position: usize) -> String {
    let before = &text[..position];
    let newline = u16::from(b'\n');
    let line = before.iter().filter(|unit| **unit == newline).count() + 1;
    let column = before.iter().rev().take_while(|unit| **unit != newline).count() + 1;
    format!(" (line {line} column {column})")
}

fn unexpected(text: &[u16], position: usize) -> String {
    let Some(&unit) = text.get(position) else { return "Unexpected end of JSON input".to_owned() };
    let shown = |units: &[u16]| String::from_utf16_lossy(units);
    let whole = shown(text);
    if STRINGS_OF_VALUES.contains(&whole.as_str()) {
        return format!("\"{whole}\" is not valid JSON");
    }
    let kind = match u8::try_from(unit) {
        Ok(b'0'..=b'9' | b'-') => Some("number"),
        Ok(b'"') => Some("string"),
        _ => None,
    };
    if let Some(kind) = kind {
        return format!("Unexpected {kind} in JSON at position {position}{}", place(text, position));
    }
    let (start, end) = if text.len() > 2 * CONTEXT {
        (position.saturating_sub(CONTEXT), (position + CONTEXT).min(text.len()))
    } else {
        (0, text.len())
    };
    let dots = |is_cut: bool| if is_cut { "..." } else { "" };
    let (before, after) = (dots(start > 0), dots(end < text.len()));
    format!("Unexpected token '{}', {before}\"{}\"{after} is not valid JSON", shown(&[unit]), shown(&text[start..end]))
}
