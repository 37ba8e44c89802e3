//! The messages of V8: what they do not say is beside the place.

use oxc_span::Span;
use posttask::internal::engine::TokenKind;

use super::SyntaxError;
use crate::tokens::Tokens;

/// Messages that are longer in V8, or have other words. `*` at the end stands for any text.
#[rustfmt::skip]
const WORDS: &[(&str, &str)] = &[
    ("unexpected number *", "Unexpected number"),
    ("unexpected string *", "Unexpected string"),
    ("unexpected template string*", "Unexpected template string"),
    ("duplicate parameter name '*", "Duplicate parameter name not allowed in this context"),
    ("missing initializer in const declaration*", "Missing initializer in const declaration"),
    ("invalid left-hand side in assignment*", "Invalid left-hand side in assignment"),
    ("invalid left-hand side in postfix operation*", "Invalid left-hand side expression in postfix operation"),
    ("invalid left-hand side in prefix operation*", "Invalid left-hand side expression in prefix operation"),
    ("illegal return statement*", "Illegal return statement"),
    ("illegal break statement*", "Illegal break statement"),
    ("delete of an unqualified identifier in strict mode*", "Delete of an unqualified identifier in strict mode."),
    ("octal literals are not allowed in strict mode*", "Octal literals are not allowed in strict mode."),
    ("octal escape sequences are not allowed in strict mode*",
     "Octal escape sequences are not allowed in strict mode."),
    ("decimals with leading zeros are not allowed in strict mode*",
     "Decimals with leading zeros are not allowed in strict mode."),
    ("getter must not have any formal parameters*", "Getter must not have any formal parameters."),
    ("setter must have exactly one formal parameter*", "Setter must have exactly one formal parameter."),
    ("unexpected 'eval' in strict mode*", "Unexpected eval or arguments in strict mode"),
    ("unexpected 'arguments' in strict mode*", "Unexpected eval or arguments in strict mode"),
    ("unexpected strict mode reserved word*", "Unexpected strict mode reserved word"),
    ("unexpected reserved word*", "Unexpected reserved word"),
    ("unary operator *", "Unary operator used immediately before exponentiation expression. \
                          Parenthesis must be used to disambiguate operator precedence"),
    ("invalid Unicode escape sequence*", "Invalid Unicode escape sequence"),
    ("invalid hexadecimal escape sequence*", "Invalid hexadecimal escape sequence"),
    ("invalid regular expression flag *", "Invalid regular expression flags"),
    ("duplicate regular expression flag *", "Invalid regular expression flags"),
    ("`let` cannot be declared as a variable name*", "let is disallowed as a lexically bound name"),
    ("for-of loop variable declaration may not *", "for-of loop variable declaration may not have an initializer."),
    ("missing => *", "Malformed arrow function parameter list"),
];

/// What V8 calls "Invalid or unexpected token": characters that begin or continue no token.
const NO_TOKENS: &[&str] = &[
    "unterminated string",
    "unterminated comment",
    "invalid character ",
    "invisible character ",
    "invalid number ",
    "invalid bigint ",
    "invalid name ",
    "unexpected character ",
    "unexpected '#!'",
    "unexpected '@@'",
];

/// The words with which messages of V8 begin in lower case.
const LOWER_CASE: [&str; 10] = [
    "missing ) ",
    "missing ] ",
    "missing } ",
    "await is ",
    "for await is ",
    "for-in ",
    "for-of ",
    "import() ",
    "yield is ",
    "new.target ",
];

/// Returns the error with the message of V8. What else the message has said is beside the place.
pub(super) fn as_in_v8(error: SyntaxError, tokens: &Tokens) -> SyntaxError {
    let message = error.message.as_str();
    let is_no_token =
        NO_TOKENS.iter().any(|start| message.starts_with(start)) || message.contains(" directly after the number ");
    let known = WORDS.iter().find(|(start, _)| is_like(start, message)).map(|(_, words)| (*words).to_owned());
    let (words, detail) = match known {
        _ if is_no_token => ("Invalid or unexpected token".to_owned(), Some(message.to_owned())),
        Some(words) => (words, detail(message)),
        None => match message.strip_prefix("invalid regular expression: ") {
            Some("missing /") => (capitalized(message), None),
            Some(why) => (invalid_pattern(why, error.place.span, tokens), None),
            None => match message.split_once(": ").filter(|(head, _)| head.starts_with("unexpected ")) {
                Some((head, _)) => (capitalized(head), detail(message)),
                None => (capitalized(message), None),
            },
        },
    };
    let mut error = SyntaxError { message: words, ..error };
    if error.place.text.is_none() {
        error.place.text = detail;
    }
    error
}

fn is_like(pattern: &str, message: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == message, |start| message.starts_with(start))
}

/// What follows the colon, unless it is a part of the text.
fn detail(message: &str) -> Option<String> {
    let (_, detail) = message.split_once(": ")?;
    (!detail.starts_with('\'')).then(|| detail.to_owned())
}

/// What is wrong with the pattern at a place.
fn invalid_pattern(why: &str, place: Span, tokens: &Tokens) -> String {
    let why = if why.starts_with("duplicate capture group name") { "duplicate capture group name" } else { why };
    let index = tokens.at(place.start);
    let why = capitalized(why);
    match tokens.get(index).filter(|token| token.kind == TokenKind::RegularExpression) {
        Some(_) => format!("Invalid regular expression: {}: {why}", tokens.text(index)),
        None => format!("Invalid regular expression: {why}"),
    }
}

fn capitalized(message: &str) -> String {
    if LOWER_CASE.iter().any(|start| message.starts_with(start)) {
        return message.to_owned();
    }
    let mut characters = message.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
