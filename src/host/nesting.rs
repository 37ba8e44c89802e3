//! A limit to how deeply source text may be nested: Boa's parser recurses, and would overflow the native stack.

use boa_engine::{JsError, JsNativeError};

/// Brackets may be nested this deeply.
pub const NESTING_LIMIT: usize = 5_000;

/// Checks that the brackets of a source text are not nested too deeply. Brackets in strings and comments do not count.
///
/// # Errors
///
/// A `SyntaxError` whose message ends with the line and column, as the parser's do.
pub fn check_nesting(source: &str) -> Result<(), JsError> {
    let mut depth = 0_usize;
    let (mut line, mut column) = (1, 0);
    let mut characters = source.chars().peekable();
    // What ends the string or comment that we are in; a backslash hides the next character of a string.
    let mut inside: Option<Inside> = None;
    while let Some(character) = characters.next() {
        column += 1;
        if character == '\n' {
            (line, column) = (line + 1, 0);
        }
        match inside {
            Some(Inside::String(quote)) => match character {
                '\\' => drop(characters.next_if(|&next| next != '\n')),
                // A string does not go past its line: what looked like a quote was part of something else.
                _ if character == quote || character == '\n' => inside = None,
                _ => {}
            },
            Some(Inside::LineComment) if character == '\n' => inside = None,
            Some(Inside::Comment) if character == '*' && characters.peek() == Some(&'/') => inside = None,
            Some(_) => {}
            None => match (character, characters.peek()) {
                ('"' | '\'', _) => inside = Some(Inside::String(character)),
                ('/', Some('/')) => inside = Some(Inside::LineComment),
                ('/', Some('*')) => inside = Some(Inside::Comment),
                ('(' | '[' | '{', _) => depth += 1,
                (')' | ']' | '}', _) => depth = depth.saturating_sub(1),
                _ => {}
            },
        }
        if depth > NESTING_LIMIT {
            let message = format!("brackets are nested more than {NESTING_LIMIT} deep at line {line}, col {column}");
            return Err(JsNativeError::syntax().with_message(message).into());
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Inside {
    String(char),
    LineComment,
    Comment,
}

#[cfg(test)]
mod tests {
    use super::{NESTING_LIMIT, check_nesting};

    #[test]
    fn the_limit_is_exact_and_says_where() {
        let nested = |depth: usize| format!("\n x = {}1{}", "(".repeat(depth), ")".repeat(depth));
        assert!(check_nesting(&nested(NESTING_LIMIT)).is_ok());
        let error = check_nesting(&nested(NESTING_LIMIT + 1)).unwrap_err().to_string();
        assert!(error.contains("at line 2, col 5006"), "{error}");
    }

    #[test]
    fn strings_and_comments_do_not_count() {
        let many = "([{".repeat(NESTING_LIMIT);
        for text in [format!("'\\'{many}'"), format!("\"{many}\""), format!("// {many}"), format!("/* {many}\n */")] {
            assert!(check_nesting(&text).is_ok());
            assert!(check_nesting(&format!("{text}\n{many}")).is_err());
        }
        assert!(check_nesting(&"()[]{}".repeat(NESTING_LIMIT)).is_ok());
    }
}
