//! Texts that a program has made, such as that of `eval`, and that are not valid.
//!
//! The engine says in its own words what is wrong, right after the front end has seen the text. The message of the
//! front end, which is that of V8, replaces its message when the program sees the error.

use std::cell::RefCell;

thread_local! {
    /// What is wrong with the last text that the program has made on this thread.
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A new text follows.
pub(super) fn forget_refused_text() {
    MESSAGE.take();
}

/// Notes what is wrong with the text.
pub(super) fn note_refused_text(message: String) {
    MESSAGE.replace(Some(message));
}

/// Returns what is wrong with the last text, if this is a message of the engine's parser.
pub(super) fn refused_text(message: &str) -> Option<String> {
    MESSAGE.with_borrow(|noted| noted.clone().filter(|_| is_of_parser(message)))
}

/// Whether a message is one of the engine's parser, which ends most of them with a place in the text.
pub(super) fn is_of_parser(message: &str) -> bool {
    let has_place = || {
        let (_, place) = message.rsplit_once(" at line ")?;
        let (line, column) = place.split_once(", col ")?;
        Some([line, column].iter().all(|number| number.bytes().all(|byte| byte.is_ascii_digit())))
    };
    let others = [
        "abrupt end",
        "unterminated string literal",
        "unterminated template literal",
        "unterminated multiline comment",
        "invalid `super` reference inside eval",
    ];
    others.contains(&message)
        || message.starts_with("Unexpected end of file when looking for character ")
        || has_place().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_parser_are_known() {
        for message in ["abrupt end", "unexpected token ';', primary expression at line 1, col 9"] {
            assert!(is_of_parser(message), "{message}");
        }
        for message in ["", "stopped at line 1", "it is at line x, col y", "Unexpected token ';'"] {
            assert!(!is_of_parser(message), "{message}");
        }
    }

    #[test]
    fn the_last_text_counts() {
        note_refused_text("Unexpected token ';'".to_owned());
        assert_eq!(refused_text("abrupt end").as_deref(), Some("Unexpected token ';'"));
        assert_eq!(refused_text("abrupt"), None);
        forget_refused_text();
        assert_eq!(refused_text("abrupt end"), None);
    }
}
