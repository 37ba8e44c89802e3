//! Texts that a program has made, such as that of `eval`, and that are not valid.
//!
//! The engine says in its own words what is wrong, right after the front end has seen the text. The message of the
//! front end, which is that of V8, replaces its message when the program sees the error. To know which error that is,
//! the engine's parser is asked for its message at once.

use std::cell::RefCell;
use std::collections::VecDeque;

use boa_engine::Source;
use boa_engine::interner::Interner;
use boa_engine::parser::Parser;

/// For how many texts the messages are kept: programs look at an error soon after it is thrown.
const MOST: usize = 64;

/// What the engine says about `super` where it must not be.
const SUPER: &str = "invalid `super` reference inside eval";

thread_local! {
    /// What is wrong with the last texts that programs have made on this thread, as the engine and as V8 say it.
    static MESSAGES: RefCell<VecDeque<(String, String)>> = const { RefCell::new(VecDeque::new()) };
}

/// Notes what is wrong with a text.
pub(super) fn note_refused_text(text: &str, message: String) {
    let engine = match Parser::new(Source::from_bytes(text)).parse_eval(true, &mut Interner::new()) {
        Err(error) => error.to_string(),
        // The engine looks for this only after it has parsed the text.
        Ok(_) if text.contains("super") => SUPER.to_owned(),
        Ok(_) => return,
    };
    MESSAGES.with_borrow_mut(|messages| {
        messages.truncate(MOST - 1);
        messages.push_front((engine, message));
    });
}

/// Returns what is wrong with the last text about which the engine's parser says this.
pub(super) fn refused_text(message: &str) -> Option<String> {
    MESSAGES.with_borrow_mut(|messages| {
        let index = messages.iter().position(|(engine, _)| engine == message)?;
        // The error has the message from now on, and later ones are about other texts.
        messages.remove(index).map(|(_, words)| words)
    })
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
        SUPER,
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
    fn each_error_has_its_own_message() {
        note_refused_text("1 +", "Unexpected end of input".to_owned());
        note_refused_text("(]", "Unexpected token ']'".to_owned());
        note_refused_text("let a; let a", "Identifier 'a' has already been declared".to_owned());
        note_refused_text("valid()", "for the engine".to_owned());
        assert_eq!(refused_text("abrupt end").as_deref(), Some("Unexpected end of input"));
        assert_eq!(refused_text("bad key at line 3, col 7"), None);
        let engine = Parser::new(Source::from_bytes("(]")).parse_eval(true, &mut Interner::new());
        assert_eq!(refused_text(&engine.err().unwrap().to_string()).as_deref(), Some("Unexpected token ']'"));
    }

    #[test]
    fn only_the_last_texts_are_kept() {
        note_refused_text("1 +", "first".to_owned());
        (0..MOST).for_each(|_| note_refused_text("(]", "later".to_owned()));
        assert_eq!(refused_text("abrupt end"), None);
    }
}
