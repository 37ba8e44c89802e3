//! The colors of an input while it is being typed.

use posttask::internal::engine::TokenKind;
use posttask_front_end::{Token, Tokens};

use super::keywords::KEYWORDS;

/// Returns a text with the escape sequences of its colors. The bracket that matches the one at the cursor, or just
/// before it, stands out.
pub(super) fn highlight(text: &str, cursor: usize) -> String {
    let tokens = Tokens::new(text);
    let matching = matching_bracket(&tokens, cursor);
    let mut colored = String::with_capacity(text.len() * 2);
    let mut end = 0;
    for (index, token) in tokens.as_slice().iter().enumerate() {
        let (start, token_end) = range(token);
        // What is not blank between tokens is a comment.
        paint(&mut colored, "90", &text[end..start]);
        let color = if matching == Some(index) { "1;34" } else { color(token.kind, tokens.text(index)) };
        paint(&mut colored, color, tokens.text(index));
        end = token_end;
    }
    paint(&mut colored, "90", &text[end..]);
    colored
}

fn color(kind: TokenKind, text: &str) -> &'static str {
    match kind {
        TokenKind::Word if KEYWORDS.contains(&text) => "35",
        TokenKind::Number => "33",
        TokenKind::String | TokenKind::Template | TokenKind::RegularExpression => "32",
        _ => "",
    }
}

fn paint(colored: &mut String, color: &str, text: &str) {
    if color.is_empty() || text.trim().is_empty() {
        colored.push_str(text);
    } else {
        colored.extend(["\u{1b}[", color, "m", text, "\u{1b}[0m"]);
    }
}

/// Byte offsets.
fn range(token: &Token) -> (usize, usize) {
    (token.span.start as usize, token.span.end as usize)
}

/// Returns the bracket that matches the one at the cursor or just before it.
fn matching_bracket(tokens: &Tokens<'_>, cursor: usize) -> Option<usize> {
    let is_at_cursor = |index: usize| {
        tokens.get(index).is_some_and(|token| {
            let (start, end) = range(token);
            start <= cursor && cursor <= end
        })
    };
    let mut pairs = tokens.as_slice().iter().enumerate().filter_map(|(index, token)| Some((token.opener?, index)));
    pairs.find_map(|(opener, closer)| match (is_at_cursor(opener), is_at_cursor(closer)) {
        (_, true) => Some(opener),
        (true, _) => Some(closer),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Tokens, highlight, matching_bracket};

    fn without_colors(text: &str) -> String {
        console::strip_ansi_codes(text).into_owned()
    }

    #[test]
    fn the_text_stays() {
        for text in ["", "let x = 'a\\'b", "`${a}\n`", "/* é", "ab/*c*/1e5.2 // x\ny", "\u{1f600}('", " /a/g ", "#!"] {
            assert_eq!(without_colors(&highlight(text, 0)), text);
        }
    }

    #[test]
    fn each_kind_has_its_color() {
        let text = "let a = /'/ /* b */ + `${1}`";
        let expected = "[35mlet[0m a = [32m/'/[0m[90m /* b */ [0m+ [32m`${[0m[33m1[0m[32m}`[0m";
        assert_eq!(highlight(text, 0).replace('\u{1b}', ""), expected);
    }

    #[test]
    fn brackets_in_strings_do_not_match() {
        let text = "f('(', [1])";
        let tokens = Tokens::new(text);
        let matching =
            |cursor| matching_bracket(&tokens, cursor).and_then(|index| tokens.get(index)).map(|t| t.span.start);
        assert_eq!(matching(text.len()), Some(1));
        assert_eq!(matching(7), Some(9));
        assert_eq!(matching_bracket(&Tokens::new("(]"), 2), None);
        assert!(highlight("(1)", 3).starts_with("\u{1b}[1;34m(\u{1b}[0m"));
    }
}
