//! The escape sequences that select colors and other styles in a terminal, such as `ESC [ 32 m`.

use std::borrow::Cow;

/// How a sequence of [ECMA-48](https://ecma-international.org/publications-and-standards/standards/ecma-48/) starts.
/// SGR, "select graphic rendition", ends with `m` after its parameters.
const START: &str = "\u{1b}[";

/// Splits a text into what is before its first SGR sequence, the sequence, and the rest. `None` if it has none.
#[must_use]
pub fn split_at_style(text: &str) -> Option<(&str, &str, &str)> {
    text.match_indices(START).find_map(|(start, _)| {
        let parameters = text.get(start + START.len()..)?;
        let length = parameters.find(|c: char| !c.is_ascii_digit() && !matches!(c, ';' | ':'))?;
        let (style, after) = text.split_at_checked(start + START.len() + length + 1)?;
        style.ends_with('m').then(|| (&text[..start], &style[start..], after))
    })
}

/// Returns the text without its SGR sequences.
#[must_use]
pub fn without_styles(text: &str) -> Cow<'_, str> {
    let Some((before, _, mut rest)) = split_at_style(text) else { return text.into() };
    let mut plain = before.to_owned();
    while let Some((before, _, after)) = split_at_style(rest) {
        plain += before;
        rest = after;
    }
    (plain + rest).into()
}

#[cfg(test)]
mod tests {
    use super::without_styles;

    #[test]
    fn styles_are_removed() {
        assert_eq!(without_styles("a \x1b[1;32mgreen\x1b[0m b"), "a green b");
        assert_eq!(without_styles("\x1b[38:5:1mred\x1b[m"), "red");
        assert_eq!(without_styles("\x1b[36m<body>\x1b[39m\x1b[2K"), "<body>\x1b[2K");
        for other in ["\x1b[2K", "\x1b[", "\x1b[1", "\x1b[é"] {
            assert_eq!(without_styles(other), other);
        }
    }
}
