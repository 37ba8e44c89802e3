//! A limit on how deeply source text may be nested. Boa's parser recurses, and would overflow the native stack.

use boa_engine::{Context, JsError, JsNativeError};

/// The limit in a context without one: enough for a stack of 2 MiB.
const DEFAULT_NESTING_LIMIT: usize = if cfg!(debug_assertions) { 5 } else { 30 };

/// The number of brackets that may be nested in source text, stored in a context.
struct NestingLimit(usize);

/// Sets the number of brackets that may be nested in source text.
pub fn set_nesting_limit(brackets: usize, context: &mut Context) {
    context.insert_data(NestingLimit(brackets));
}

fn nesting_limit(context: &Context) -> usize {
    context.get_data::<NestingLimit>().map_or(DEFAULT_NESTING_LIMIT, |limit| limit.0)
}

/// Checks that the brackets in a source text are not nested more deeply than the context allows. Brackets in strings
/// and comments do not count.
///
/// # Errors
///
/// `SyntaxError` if they are. Its message ends with the line and column, like the messages of the parser.
pub(crate) fn check_nesting(source: &str, context: &Context) -> Result<(), JsError> {
    check_nesting_below(nesting_limit(context), source)
}

/// Checks that the brackets in a source text are not nested more than `limit` deep.
///
/// # Errors
///
/// The same as for [`check_nesting`].
pub(crate) fn check_nesting_below(limit: usize, source: &str) -> Result<(), JsError> {
    let mut depth = 0_usize;
    let (mut line, mut column) = (1, 0);
    let mut characters = source.chars().peekable();
    // The string or comment that contains the current character.
    let mut inside: Option<Inside> = None;
    while let Some(character) = characters.next() {
        column += 1;
        if character == '\n' {
            (line, column) = (line + 1, 0);
        }
        match inside {
            Some(Inside::String(quote)) => match character {
                '\\' => drop(characters.next_if(|&next| next != '\n')),
                // Strings do not contain line breaks: if there is one, the quote was not the start of a string.
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
        if depth > limit {
            let message = format!("brackets are nested more than {limit} deep at line {line}, col {column}");
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
    use super::check_nesting_below;

    const LIMIT: usize = 5_000;

    #[test]
    fn the_limit_is_exact_and_the_error_has_a_position() {
        let nested = |depth: usize| format!("\n x = {}1{}", "(".repeat(depth), ")".repeat(depth));
        assert!(check_nesting_below(LIMIT, &nested(LIMIT)).is_ok());
        let error = check_nesting_below(LIMIT, &nested(LIMIT + 1)).unwrap_err().to_string();
        assert!(error.contains("at line 2, col 5006"), "{error}");
    }

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        let many = "([{".repeat(LIMIT);
        for text in [format!("'\\'{many}'"), format!("\"{many}\""), format!("// {many}"), format!("/* {many}\n */")] {
            assert!(check_nesting_below(LIMIT, &text).is_ok());
            assert!(check_nesting_below(LIMIT, &format!("{text}\n{many}")).is_err());
        }
        assert!(check_nesting_below(LIMIT, &"()[]{}".repeat(LIMIT)).is_ok());
    }
}
