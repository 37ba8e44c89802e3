//! Lines and columns of source text. Lines end [as in JavaScript](https://tc39.es/ecma262/#sec-line-terminators), and
//! columns count characters, as in the engine.

/// Whether a character ends a line.
#[must_use]
pub fn is_line_terminator(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// The number of lines that end in a text. `\r\n` is one end.
#[must_use]
pub fn lines_in(text: &str) -> u32 {
    let ends = text.char_indices().filter(|&(at, character)| {
        is_line_terminator(character) && !(character == '\r' && text[at + 1..].starts_with('\n'))
    });
    number(ends.count())
}

/// The number of characters after the last end of a line.
#[must_use]
pub fn width_of_last_line(text: &str) -> u32 {
    number(text.chars().rev().take_while(|&character| !is_line_terminator(character)).count())
}

/// Returns the line and the column just after a text, both counted from 1.
#[must_use]
pub fn position_after(text: &str) -> (u32, u32) {
    (lines_in(text) + 1, width_of_last_line(text) + 1)
}

/// Returns a line of a source text, counted from 1.
pub fn line_of(source: &str, line: u32) -> Option<&str> {
    let mut rest = source;
    for _ in 1..line {
        let end = rest.find(is_line_terminator)?;
        let width = if rest[end..].starts_with("\r\n") { 2 } else { rest[end..].chars().next()?.len_utf8() };
        rest = &rest[end + width..];
    }
    (line > 0).then(|| rest.split(is_line_terminator).next().unwrap_or_default())
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{line_of, position_after};

    #[test]
    fn lines_end_as_in_javascript() {
        let source = "a\r\nb\rc\u{2028}d\n\ne";
        let lines: Vec<_> = (0..8).map(|line| line_of(source, line)).collect();
        assert_eq!(lines, [None, Some("a"), Some("b"), Some("c"), Some("d"), Some(""), Some("e"), None]);
        assert_eq!(position_after(&source[..5]), (3, 1));
    }
}
