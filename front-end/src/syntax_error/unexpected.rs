//! Tokens that the parser did not expect: what they are, what was expected, and what was most likely meant.

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};

use super::mistakes::{MISTAKES, Recognized, TYPESCRIPT, UNCLOSED, misspelled, recognize};
use super::{Label, SyntaxError, main_span};
use crate::tokens::{Tokens, is_reserved, offset, slice};
use posttask::internal::engine::{TokenKind, is_invisible};

/// Characters that look like those of JavaScript, and what to write instead.
const LOOKALIKES: &[(&str, &str)] = &[
    ("“”„‟«»″＂", "\""),
    ("‘’‚‛′´＇", "'"),
    ("；", ";"),
    ("，、", ","),
    ("：", ":"),
    ("（", "("),
    ("）", ")"),
    ("｛", "{"),
    ("｝", "}"),
    ("［【", "["),
    ("］】", "]"),
    ("。", "."),
    ("–—−‐‑", "-"),
    ("×∗", "*"),
    ("÷∕", "/"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!=="),
    ("＝", "="),
    ("…", "..."),
    ("→⇒", "=>"),
    ("！", "!"),
];

const JSX_HELP: &str = "JSX needs a file whose name ends in .jsx or .tsx";

/// Returns the error for an unexpected token. What was expected is in backticks in the parser's message.
pub(super) fn unexpected(message: &str, at: usize, tokens: &Tokens, source_type: SourceType) -> SyntaxError {
    let expected = expected(message);
    let expected = expected.as_slice();
    if let Some(error) = unfinished_number(message, tokens, at).or_else(|| strange_character(tokens, at)) {
        return error;
    }
    let is_declaration = message == "Expected function body" && tokens.text(at) != ":";
    let meant = typescript(tokens, at, source_type)
        .filter(|_| !is_declaration)
        .or_else(|| misspelled(tokens, at).filter(|_| tokens.text(at) == "{"))
        .or_else(|| recognize(MISTAKES, tokens, at, expected))
        .or_else(|| jsx(tokens, at, source_type))
        .or_else(|| misspelled(tokens, at));
    let place = meant.as_ref().map_or(at, |meant| meant.at);
    let closer = missing_closer(tokens, at, expected).filter(|_| meant.is_none());
    let is_closer = closer.is_some();
    let text = meant.as_ref().and_then(|meant| meant.message.clone()).or(closer).unwrap_or_else(|| {
        let wanted = wanted(expected).filter(|_| place == at).map(|wanted| format!(": {wanted} expected"));
        format!("unexpected {}{}", tokens.describe(place), wanted.unwrap_or_default())
    });
    let help = match meant {
        Some(meant) => meant.help,
        None if is_closer => String::new(),
        None => general_help(message, tokens, at, expected),
    };
    let mut error = SyntaxError::new(text, tokens.span(place)).with_help(&help);
    let unclosed = (help == UNCLOSED).then(|| tokens.within(at)).flatten();
    let opener = unclosed.map(|open| Label::new(tokens.span(open), "opened here"));
    error.labels.extend(opener.or_else(|| opener_label(tokens, at, expected)));
    error
}

/// Returns the texts in backticks before what was found.
fn expected(message: &str) -> Vec<&str> {
    if message == "Expected switch clause" {
        return vec!["case", "default"];
    }
    let Some(list) = message.strip_prefix("Expected `") else { return Vec::new() };
    let list = list.split_once("` but found").map_or(list, |(list, _)| list);
    list.split('`').step_by(2).collect()
}

fn wanted(expected: &[&str]) -> Option<String> {
    let name = |text: &&str| if *text == "Identifier" { "a name".to_owned() } else { format!("`{text}`") };
    (!expected.is_empty()).then(|| expected.iter().map(name).collect::<Vec<_>>().join(" or "))
}

/// Returns the error for a character that JavaScript does not know, or that hides before a token.
fn strange_character(tokens: &Tokens, at: usize) -> Option<SyntaxError> {
    let last = at.checked_sub(1).and_then(|last| tokens.get(last));
    let from = last.map_or(0, |last| last.span.end);
    let to = tokens.get(at).map_or(offset(tokens.source.len()), |token| token.span.start);
    let gap = slice(tokens.source, Span::new(from, to));
    if let Some((start, c)) = gap.char_indices().find(|&(_, c)| is_invisible(c)) {
        let span = Span::sized(from + offset(start), offset(c.len_utf8()));
        let error = SyntaxError::new(format!("invisible character {}", code_point(c)), span);
        return Some(error.with_help("delete it"));
    }
    let token = tokens.get(at).filter(|token| token.kind == TokenKind::Other)?;
    let c = tokens.text(at).chars().next().filter(|c| !matches!(c, '#' | '@'))?;
    let meant = LOOKALIKES.iter().find(|(alike, _)| alike.contains(c));
    let help = meant.map_or_else(String::new, |(_, meant)| format!("write `{meant}` instead"));
    Some(SyntaxError::new(format!("invalid character '{c}' ({})", code_point(c)), token.span).with_help(&help))
}

/// Returns the error for a number that needs another digit.
fn unfinished_number(message: &str, tokens: &Tokens, at: usize) -> Option<SyntaxError> {
    let index = at.checked_sub(1).filter(|_| message.starts_with("Invalid Character"))?;
    let number = tokens.get(index).filter(|token| token.kind == TokenKind::Number)?;
    if tokens.text(index).ends_with('_') {
        let error = SyntaxError::new("numeric separators are not allowed at the end of numeric literals", number.span);
        return Some(error.with_help("remove the `_`"));
    }
    Some(
        SyntaxError::new(format!("invalid number '{}'", tokens.short(index)), number.span)
            .with_help("a digit is missing"),
    )
}

fn code_point(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// Returns what to tell if the text would be right as TypeScript.
fn typescript(tokens: &Tokens, at: usize, source_type: SourceType) -> Option<Recognized> {
    let start = tokens.get(at)?.span.start;
    if !source_type.is_javascript() || !accepts(tokens.source, source_type.with_typescript(true), start) {
        return None;
    }
    let mut meant = recognize(TYPESCRIPT, tokens, at, &[])?;
    meant.help += ": they need a file whose name ends in .ts";
    Some(meant)
}

/// Returns what to tell if the text would be right with JSX.
fn jsx(tokens: &Tokens, at: usize, source_type: SourceType) -> Option<Recognized> {
    let start = tokens.get(at)?.span.start;
    let is_jsx = !source_type.is_jsx() && accepts(tokens.source, source_type.with_jsx(true), start);
    is_jsx.then(|| Recognized { at: jsx_start(tokens, at), message: None, help: JSX_HELP.into() })
}

/// Returns the `<` that begins the element around a token.
fn jsx_start(tokens: &Tokens, at: usize) -> usize {
    (at.saturating_sub(2)..=at).rev().find(|&index| tokens.text(index) == "<").unwrap_or(at)
}

/// Whether another kind of source may have what is at a place: it has no error up to the end of that line.
fn accepts(text: &str, source_type: SourceType, at: u32) -> bool {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, source_type).parse();
    let mut errors = parsed.diagnostics.errors().map(|error| main_span(error).start);
    errors.all(|start| start > at && slice(text, Span::new(at, start)).contains('\n'))
}

/// Returns what is not closed, if the token cannot go on with what is inside the brackets.
fn missing_closer(tokens: &Tokens, at: usize, expected: &[&str]) -> Option<String> {
    let closer = expected.iter().find(|text| matches!(**text, ")" | "]" | "}"))?;
    let open = tokens.within(at).filter(|&open| closes(tokens, open, closer))?;
    let kind = bracket_use(tokens, open);
    let ends = matches!(tokens.text(at), ";" | ")" | "]" | "}") || tokens.text(at) == "{" && kind != "arguments";
    Some(match (*closer, kind) {
        _ if !ends => return None,
        (")", "condition") => "missing ) after condition".into(),
        (")", "parameters") => "missing ) after formal parameters".into(),
        (")", "arguments") => "missing ) after argument list".into(),
        ("]", _) => "missing ] after element list".into(),
        ("}", _) if expected.contains(&",") => "missing } after property list".into(),
        _ => return None,
    })
}

/// Returns what an opening bracket is for.
fn bracket_use(tokens: &Tokens, open: usize) -> &'static str {
    let Some(before) = open.checked_sub(1) else { return "" };
    let is_name =
        |index| tokens.get(index).is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::PrivateName));
    match (tokens.text(open), tokens.text(before)) {
        ("(", "if" | "while" | "for" | "switch" | "with" | "catch") => "condition",
        ("(", "function") => "parameters",
        ("(", _) if before > 0 && tokens.text(before - 1) == "function" => "parameters",
        ("(", ")" | "]") => "arguments",
        ("(", text) if is_name(before) && (!is_reserved(text) || before > 0 && tokens.text(before - 1) == ".") => {
            "arguments"
        }
        ("[", _) => "elements",
        ("{", _) => "properties",
        _ => "",
    }
}

fn closes(tokens: &Tokens, open: usize, closer: &str) -> bool {
    matches!((tokens.text(open), closer), ("(", ")") | ("[", "]") | ("{", "}"))
}

/// Returns a help for a token that no pattern knows.
fn general_help(message: &str, tokens: &Tokens, at: usize, expected: &[&str]) -> String {
    let (text, open) = (tokens.text(at), tokens.within(at));
    let starts_item =
        tokens.get(at).is_some_and(|token| token.kind != TokenKind::Punctuator) || matches!(text, "[" | "{" | "...");
    let is_closing = matches!(text, ")" | "]" | "}");
    match open {
        _ if is_closing && expected.is_empty() && tokens.opener(at).is_none() => {
            format!("this `{text}` has no matching opening bracket")
        }
        Some(open) if expected.contains(&",") && starts_item => {
            let kind = bracket_use(tokens, open);
            let missing = if text == "{" { "a `,` or a `)`" } else { "a `,`" };
            format!("{missing} is missing between the {}", if kind.is_empty() { "items" } else { kind })
        }
        Some(open) if text == ":" && bracket_use(tokens, open) == "arguments" && expected.contains(&",") => {
            "named values go in an object: `{ name: value }`".into()
        }
        Some(open) if text == ";" && expected.is_empty() && matches!(tokens.text(open), "(" | "[") => {
            format!("the `{}` before it is not closed", tokens.text(open))
        }
        _ if starts_item && message.starts_with("Expected a semicolon") => {
            format!("an operator or a `;` is missing before '{}'", tokens.short(at))
        }
        _ if is_reserved(text) && expected.contains(&"Identifier") => {
            format!("`{text}` is a reserved word: choose another name")
        }
        _ => String::new(),
    }
}

/// Returns a label for the bracket that was to be closed.
fn opener_label(tokens: &Tokens, at: usize, expected: &[&str]) -> Option<Label> {
    let mut open = tokens.within(at)?;
    let at_end = tokens.get(at).is_none();
    let is_unclosed = expected.is_empty() && tokens.text(at) == ";" && matches!(tokens.text(open), "(" | "[");
    if !at_end && !is_unclosed && !expected.iter().any(|text| closes(tokens, open, text)) {
        return None;
    }
    if at_end && let Some(suspect) = misindented(tokens) {
        open = suspect;
    }
    Some(Label::new(tokens.span(open), if at_end { "this is never closed" } else { "opened here" }))
}

/// Returns the first brace whose closing one is indented less than its line: it closes another brace.
fn misindented(tokens: &Tokens) -> Option<usize> {
    (0..tokens.len()).find(|&open| {
        let close = tokens.get(open).and_then(|token| token.closer);
        close.filter(|_| tokens.text(open) == "{").is_some_and(|close| {
            let first = tokens.get(close).is_some_and(|token| token.first);
            first && tokens.indentation(close) < tokens.indentation(open)
        })
    })
}
