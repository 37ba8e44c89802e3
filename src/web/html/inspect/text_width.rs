//! The width of text in a terminal.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

/// Returns the text without the escape sequences that set colors, such as `ESC [ 32 m`.
pub(crate) fn without_colors(text: &str) -> Cow<'_, str> {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default();
    if first.len() == text.len() {
        return text.into();
    }
    let mut plain = first.to_owned();
    for part in parts {
        let parameters = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').len();
        match part[parameters..].strip_prefix('m') {
            Some(rest) => plain.push_str(rest),
            None => plain.extend(["\x1b[", part]),
        }
    }
    plain.into()
}

/// Returns how many columns the text takes in a terminal.
pub(crate) fn text_width(text: &str) -> usize {
    without_colors(text).width()
}

#[cfg(test)]
mod tests {
    use super::{text_width, without_colors};

    #[test]
    fn colors_have_no_width() {
        assert_eq!(without_colors("a \x1b[1;32mgreen\x1b[0m b"), "a green b");
        assert_eq!(without_colors("\x1b[2K"), "\x1b[2K");
        assert_eq!((text_width("\x1b[33m'漢字'\x1b[39m"), text_width("é")), (6, 1));
    }
}
