//! The messages of the parser and of the semantic analysis, and what to say instead.

use oxc_diagnostics::{LabeledSpan, OxcDiagnostic};
use oxc_span::{SourceType, Span};

use super::unexpected::unexpected;
use super::{Label, SyntaxError, main_span};
use crate::tokens::{Tokens, first_line, offset, slice};
use posttask::internal::engine::TokenKind;

/// Where an error is, relative to the span of a diagnostic.
#[derive(Clone, Copy)]
enum At {
    /// The span.
    Span,
    /// Its first token.
    Token,
    /// The token before it.
    Before,
    /// The second label. The first one has what the error conflicts with.
    Second,
    /// The same for a name, which may be a parameter.
    Declared,
    /// The span, with a label for the function around it.
    InFunction,
    /// Tokens that the parser did not expect: the first one of the span, or the next one if it is empty.
    Unexpected,
    /// The same after the span.
    UnexpectedNext,
    /// Only the function can tell.
    Special(fn(&Tokens, Span) -> SyntaxError),
}

/// A message, in which `*` stands for any text; the words for it, in which `$1` is that text and `$0` the text of the
/// span; a help, or `=` for that of the parser; and where the error is.
type Rule = (&'static str, &'static str, &'static str, At);

#[rustfmt::skip]
const RULES: &[Rule] = &[
    // Tokens
    ("Expected a semicolon*", "", "", At::UnexpectedNext),
    ("Expected function body", "", "", At::UnexpectedNext),
    ("Expected switch clause", "", "", At::Unexpected),
    ("Expected `*", "", "", At::Unexpected),
    ("Unexpected token", "", "", At::Unexpected),
    ("Unexpected end of file", "", "", At::Unexpected),
    ("Unexpected JSX expression", "", "", At::Unexpected),
    ("Identifier expected. '*' is a reserved word*", "", "", At::Unexpected),
    ("Identifier expected.", "", "", At::Unexpected),
    ("'*' modifier cannot appear on *", "", "", At::Unexpected),
    ("Unexpected private identifier", "unexpected private name '$0'",
     "a private name follows `this.`, or precedes `in`", At::Span),
    ("Invalid Character*", "", "", At::Unexpected),
    ("Unterminated string", "", "", At::Special(unterminated_string)),
    ("Unterminated multiline comment", "", "", At::Special(unterminated_comment)),
    ("Unterminated regular expression", "invalid regular expression: missing /",
        "close it on the same line with `/`; inside `[…]` a `/` does not end it", At::Span),
    ("Unexpected flag * in*", "invalid regular expression flag '$1'", "=", At::Span),
    ("Flag * is mentioned twice in*", "duplicate regular expression flag '$1'", "", At::Span),
    ("Invalid regular expression: Unterminated capturing group", "invalid regular expression: unterminated group",
        "close the group with `)`, or write `\\(` for the character", At::Span),
    ("Invalid regular expression: Unterminated character class",
     "invalid regular expression: unterminated character class",
        "close the class with `]`, or write `\\[` for the character", At::Span),
    ("Invalid regular expression: Invalid braced quantifier", "invalid regular expression: nothing to repeat", "=",
     At::Span),
    ("Invalid regular expression: Lone quantifier found*", "invalid regular expression: nothing to repeat", "=",
     At::Span),
    ("Invalid regular expression: Duplicated capturing group names",
     "invalid regular expression: duplicate capture group name '$0'", "=", At::Second),
    ("Invalid escape sequence", "", "", At::Special(escape)),
    ("Invalid Unicode escape sequence", "", "", At::Special(escape)),
    ("Bad escape sequence in untagged template literal", "", "", At::Special(escape)),
    ("Invalid characters after number", "", "", At::Special(after_number)),
    ("Invalid Number*", "invalid number '$0'", "", At::Span),
    ("'0'-prefixed octal literals*", "", "", At::Special(octal)),
    ("Decimals with leading zeros*", "decimals with leading zeros are not allowed in strict mode: '$0'", "=", At::Span),
    ("Keywords cannot contain escape characters", "keyword must not contain escaped characters", "", At::Span),
    ("Encountered diff marker", "merge conflict marker '$0'",
        "a merge has not been completed: keep the code you want and delete the marker lines", At::Span),
    ("Flow is not supported", "Flow type annotations are not supported",
     "remove them, or write TypeScript in a .ts file", At::Span),
    // Names
    ("Identifier `*` has already been declared", "identifier '$1' has already been declared", "", At::Declared),
    ("Label `*` has already been declared", "label '$1' has already been declared", "", At::Second),
    ("Duplicated export '*'", "duplicate export of '$1'", "", At::Second),
    ("A module cannot have multiple default exports.", "duplicate export of 'default'",
        "a module has one default export: export the other value by name", At::Second),
    ("Export '*' is not defined", "export '$1' is not defined in the module", "=", At::Span),
    ("Multiple constructor implementations*", "a class may only have one constructor", "", At::Second),
    ("A 'default' clause cannot appear more*", "more than one default clause in switch statement", "", At::Second),
    ("The keyword '*' is reserved", "", "", At::Special(strict_reserved)),
    ("Cannot use `await` as an identifier*", "unexpected reserved word 'await'",
        "`await` cannot be a name in a module or an async function", At::Span),
    ("Cannot use `*` as an identifier in a generator*", "unexpected reserved word '$1'",
     "`$1` cannot be a name in a generator", At::Span),
    ("Cannot assign to '*' in strict mode", "unexpected '$1' in strict mode: it cannot be assigned to or declared",
     "choose another name", At::Span),
    ("Private field '*' must be declared*", "private field '$1' must be declared in an enclosing class", "=", At::Span),
    ("Private identifier '*' is not allowed outside class bodies",
     "private field '$1' must be declared in an enclosing class",
        "a private field can only be used inside its class", At::Span),
    ("Use of undefined label", "undefined label '$0'", "=", At::Span),
    ("Expected function name", "function statements require a function name",
        "name it, or put the whole function in parentheses", At::Token),
    ("A class name is required.", "class statements require a class name", "", At::Token),
    // Declarations
    ("Missing initializer in const declaration", "missing initializer in const declaration of '$0'",
        "write `$0 = value`, or declare it with `let`", At::Span),
    ("Missing initializer in destructuring declaration", "missing initializer in destructuring declaration",
        "write `$0 = object`", At::Span),
    ("A rest element must be last*", "rest element must be last element",
     "move it to the end, or remove what follows", At::Span),
    ("A rest parameter must be last*", "rest parameter must be last formal parameter", "move it to the end", At::Span),
    ("A 'get' accessor must not have*", "getter must not have any formal parameters", "write a method without `get`",
     At::Span),
    ("A 'set' accessor must have exactly*", "setter must have exactly one formal parameter",
     "write `set name(value) { … }`", At::Span),
    ("Illegal 'use strict' directive*", "illegal 'use strict' directive in function with non-simple parameter list",
        "put it at the start of the file", At::Token),
    ("Invalid assignment in object literal", "invalid shorthand property initializer",
     "a property is written `name: value`", At::Special(shorthand)),
    // Functions and modules
    ("`await` is only allowed*", "await is only valid in async functions and the top level bodies of modules",
        "add `async` to the function", At::InFunction),
    ("`for await` loops are only*", "for await is only valid in async functions and the top level bodies of modules",
        "add `async` to the function", At::InFunction),
    ("A 'yield' expression is only*", "yield is only valid in generator functions",
     "write `function*`, or `*` before the name of a method", At::InFunction),
    ("A 'return' statement can only*", "illegal return statement: not inside a function",
     "put the code into a function", At::Span),
    ("'import statement' declaration can only*", "an import declaration may only appear at the top level of a module",
        "use `await import(…)` here", At::Token),
    ("'export statement' declaration can only*", "an export declaration may only appear at the top level of a module",
        "move it out of the block or function", At::Token),
    ("Cannot use import statement outside a module", "", "", At::Special(import_in_script)),
    ("Cannot use export statement outside a module", "cannot use export statement outside a module",
     "rename the file to .mjs", At::Token),
    ("Unexpected import.meta expression", "cannot use 'import.meta' outside a module", "rename the file to .mjs",
     At::Span),
    ("Unexpected new.target expression", "new.target expression is not allowed here",
     "it is only valid inside functions", At::Span),
    ("'super' can only be referenced in a derived class.", "'super' keyword unexpected here: the class extends nothing",
        "=", At::Token),
    ("Super calls are not permitted*", "'super()' is only valid in the constructor of a derived class",
        "to call the method of the base class, write `super.name()`", At::Token),
    ("'super' can only be referenced*", "'super' keyword unexpected here",
     "it is only valid in methods of classes and objects", At::Token),
    ("'super' can only be used*", "'super' keyword unexpected here", "write `super()` or `super.name`", At::Token),
    // Statements
    ("Illegal break statement", "illegal break statement: not inside a loop or switch",
        "in a callback, use `return`; to leave a `forEach` early, write a `for…of` loop", At::Token),
    ("Illegal continue statement*", "illegal continue statement: no surrounding iteration statement",
        "in a callback, use `return`", At::Token),
    ("Jump target cannot cross*", "undefined label '$0'", "the label is outside the function", At::Span),
    ("Missing catch or finally clause", "missing catch or finally after try", "add `catch { … }` or `finally { … }`",
     At::Before),
    ("Illegal newline after *", "illegal newline after $1", "the value belongs on the same line", At::Token),
    ("Line terminator not permitted before arrow", "unexpected token '=>' on a new line",
     "put it on the line of the parameters", At::Span),
    ("'with' statements are not allowed", "strict mode code may not include a with statement",
        "modules and classes are in strict mode: name the object before each property", At::Token),
    ("Delete of an unqualified identifier*", "delete of an unqualified identifier in strict mode: '$0'",
        "only properties can be deleted: assign `undefined` to a variable", At::Span),
    ("Lexical declaration cannot appear*", "lexical declaration cannot appear in a single-statement context",
     "put it in a block: `{ … }`", At::Span),
    // Expressions
    ("Cannot assign to this expression", "", "", At::Special(assignment)),
    ("Invalid left-hand side*", "", "", At::Special(assignment)),
    ("The left-hand side of an assignment*", "", "", At::Special(assignment)),
    ("Logical expressions and coalesce*", "unexpected token '$0': `??` cannot be mixed with `||` or `&&`",
     "put parentheses around one of them", At::Special(mixed_coalesce)),
    ("A unary expression with the '*' operator*", "unary operator '$1' used immediately before exponentiation",
        "write `($0) ** …` or `$1(… ** …)`", At::Span),
    ("Empty parenthesized expression", "unexpected token ')': an expression expected",
     "parameters are followed by `=>`", At::Special(empty_parentheses)),
    ("Type assertion expressions can only*", "", "", At::Special(type_assertion)),
    ("Type satisfaction expressions can only*", "", "", At::Special(type_assertion)),
    ("* can only be used in TypeScript files.", "", "", At::Unexpected),
];

const TOP_LEVEL_AWAIT: &str = "rename the file to .mjs, or put the code into an async function";

/// Returns the error for a diagnostic.
pub(super) fn reword(diagnostic: &OxcDiagnostic, tokens: &Tokens, source_type: SourceType) -> SyntaxError {
    for &(pattern, words, help, at) in RULES {
        let Some(captured) = capture(pattern, &diagnostic.message) else { continue };
        let span = main_span(diagnostic);
        let mut error = match at {
            At::Special(rule) => rule(tokens, span),
            At::Unexpected => {
                let mut error = unexpected(&diagnostic.message, token_at(tokens, span), tokens, source_type);
                let others = other_labels(diagnostic, tokens, span);
                error.labels.extend(others.filter(|label| label.text.as_deref() != Some("opened here")));
                return error;
            }
            At::UnexpectedNext => return unexpected(&diagnostic.message, tokens.at(span.end), tokens, source_type),
            _ => located(diagnostic, tokens, at),
        };
        let text = slice(tokens.source, error.place.span);
        let fill = |template: &str| template.replace("$1", captured).replace("$0", text);
        if !words.is_empty() && error.message.is_empty() {
            error.message = fill(words);
        }
        let help = if help == "=" { own_help(diagnostic) } else { fill(help) };
        if error.help.is_none() {
            error = error.with_help(&help);
        }
        return error;
    }
    let message = lowercase_first(diagnostic.message.trim_end_matches('.'));
    let mut error = located(diagnostic, tokens, At::Span).with_help(&own_help(diagnostic));
    error.message = message;
    error
}

/// Returns the text that the `*` stands for, or nothing if the message is another one.
fn capture<'m>(pattern: &str, message: &'m str) -> Option<&'m str> {
    let Some((start, end)) = pattern.split_once('*') else { return (pattern == message).then_some("") };
    let rest = message.strip_prefix(start)?;
    match end.split_once('*') {
        Some((middle, _)) => rest.split_once(middle).map(|(captured, _)| captured),
        None => rest.strip_suffix(end),
    }
}

fn lowercase_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

fn own_help(diagnostic: &OxcDiagnostic) -> String {
    let help = diagnostic.help.as_deref().or(diagnostic.note.as_deref()).unwrap_or("");
    lowercase_first(help.trim_end_matches('.').trim())
}

fn token_at(tokens: &Tokens, span: Span) -> usize {
    if span.start as usize >= tokens.source.trim_end().len() { tokens.len() } else { tokens.at(span.start) }
}

/// Returns an error without a message, at the right place and with labels.
fn located(diagnostic: &OxcDiagnostic, tokens: &Tokens, at: At) -> SyntaxError {
    let (span, labels) = (main_span(diagnostic), &diagnostic.labels);
    let one = |span: Span| {
        let token = tokens.span(tokens.at(span.start));
        if token.start < span.start { span } else { token }
    };
    let mut error = SyntaxError::new("", span);
    match at {
        At::Token => error.place.span = one(span),
        At::Before => error.place.span = tokens.span(tokens.at(span.end).saturating_sub(1)),
        At::InFunction => match function_label(tokens, span) {
            Some(label) => error.labels.push(label),
            None if slice(tokens.source, span) == "await" => error = error.with_help(TOP_LEVEL_AWAIT),
            None => {}
        },
        _ => {}
    }
    if let (At::Second | At::Declared, [first, second, ..]) = (at, labels.as_slice()) {
        error.place.span = one(second.span());
        error.labels.push(Label::new(one(first.span()), "first declared here"));
        if matches!(at, At::Declared) && are_parameters(tokens, labels) {
            error.message = format!("duplicate parameter name '{}'", slice(tokens.source, second.span()));
        }
        return error;
    }
    error.labels.extend(other_labels(diagnostic, tokens, span));
    error
}

/// Returns the labels of a diagnostic that are not its main one.
fn other_labels<'d>(diagnostic: &'d OxcDiagnostic, tokens: &'d Tokens, main: Span) -> impl Iterator<Item = Label> + 'd {
    diagnostic.labels.iter().filter(move |label| label.span() != main).map(|label| {
        let text = lowercase_first(label.label().unwrap_or(""));
        Label::new(first_line(tokens.source, label.span()), &text)
    })
}

/// Returns a label for the function around a place.
fn function_label(tokens: &Tokens, span: Span) -> Option<Label> {
    let mut at = tokens.at(span.start);
    loop {
        at = at.checked_sub(1)?;
        at = tokens.opener(at).unwrap_or(at);
        if let Some(head) = function_head(tokens, at) {
            return Some(Label::new(tokens.span(head), "in this function"));
        }
    }
}

/// Returns where the function begins whose body starts at or after a token: its arrow, or its brace.
fn function_head(tokens: &Tokens, at: usize) -> Option<usize> {
    let before = at.checked_sub(1)?;
    match tokens.text(at) {
        "=>" => Some(tokens.opener(before).unwrap_or(before)),
        "{" if tokens.text(before) == ")" => {
            let name = tokens.opener(before)?.checked_sub(1)?;
            let is_statement =
                matches!(tokens.text(name), "if" | "for" | "while" | "switch" | "catch" | "with" | "await");
            let function = name.checked_sub(1).filter(|&word| tokens.text(word) == "function");
            (!is_statement).then(|| function.unwrap_or(name))
        }
        _ => None,
    }
}

/// Whether two declarations of a name are in one parameter list.
fn are_parameters(tokens: &Tokens, labels: &[LabeledSpan]) -> bool {
    let [first, second, ..] = labels else { return false };
    let within = |label: &LabeledSpan| tokens.within(tokens.at(label.span().start));
    let open = within(first).filter(|&open| tokens.text(open) == "(" && within(second) == Some(open));
    open.is_some_and(|open| open.checked_sub(1).is_none_or(|word| tokens.text(word) != "for"))
}

fn unterminated_string(tokens: &Tokens, span: Span) -> SyntaxError {
    let mut at = tokens.at(span.start);
    if tokens.get(at).is_none_or(|token| token.kind != TokenKind::Template) {
        return SyntaxError::new("unterminated string", first_line(tokens.source, span))
            .with_help("close it on the same line; a text of several lines goes between backticks");
    }
    while tokens.text(at).starts_with('}')
        && let Some(open) = tokens.opener(at)
    {
        at = open;
    }
    SyntaxError::new("unterminated template string", tokens.span(at)).with_help("close it with a backtick")
}

fn unterminated_comment(tokens: &Tokens, span: Span) -> SyntaxError {
    let operand = tokens.at(span.start).checked_sub(1).map_or("", |last| tokens.text(last));
    let help = if matches!(operand, "=" | "(" | "," | ":" | "return") {
        "`/*` begins a comment: a regular expression that begins with `*` has nothing to repeat"
    } else {
        "close it with `*/`"
    };
    SyntaxError::new("unterminated comment", Span::sized(span.start, 2)).with_help(help)
}

fn escape(tokens: &Tokens, span: Span) -> SyntaxError {
    let text = slice(tokens.source, span);
    let (kind, help) = match text.as_bytes().get(1) {
        Some(b'u') => ("Unicode escape sequence", "write `\\u` with four hexadecimal digits, or `\\u{…}`"),
        Some(b'x') => ("hexadecimal escape sequence", "write `\\x` with two hexadecimal digits"),
        _ => ("escape sequence", "write `\\\\` for a backslash"),
    };
    SyntaxError::new(format!("invalid {kind} '{text}'"), span).with_help(help)
}

fn after_number(tokens: &Tokens, span: Span) -> SyntaxError {
    let at = tokens.at(span.start);
    let Some(token) = tokens.get(at) else { return SyntaxError::new("invalid number", span) };
    let number = slice(tokens.source, Span::new(token.span.start, span.start));
    let rest = slice(tokens.source, Span::new(span.start, token.span.end));
    let before = at.checked_sub(1).map_or("", |last| tokens.text(last));
    if rest == "n" {
        let help = format!("write `{}n`", number.trim_start_matches('0'));
        return SyntaxError::new(format!("invalid bigint '{number}n'"), token.span).with_help(&help);
    }
    if matches!(before, "let" | "const" | "var" | "function" | "class") {
        let message = format!("invalid name '{}'", tokens.text(at));
        return SyntaxError::new(message, token.span).with_help("a name cannot start with a digit");
    }
    let message = format!("unexpected '{rest}' directly after the number {number}");
    let help = format!("remove it, or write a space or an operator before '{rest}'");
    SyntaxError::new(message, Span::new(span.start, token.span.end)).with_help(&help)
}

fn octal(tokens: &Tokens, span: Span) -> SyntaxError {
    let text = slice(tokens.source, span);
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let help = format!("write `0o{}`", text.trim_start_matches('0'));
        return SyntaxError::new("octal literals are not allowed in strict mode", span).with_help(&help);
    }
    let at = text.match_indices('\\').find(|(at, _)| text[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    let at = at.map_or(0, |(at, _)| at);
    let digits = text[at..].chars().skip(1).take(3).take_while(|c| c.is_digit(8)).collect::<String>();
    let code = u32::from_str_radix(&digits, 8).unwrap_or(0);
    let span = Span::sized(span.start + offset(at), offset(1 + digits.len()));
    SyntaxError::new("octal escape sequences are not allowed in strict mode", span)
        .with_help(&format!("write `\\x{code:02x}`"))
}

fn strict_reserved(tokens: &Tokens, span: Span) -> SyntaxError {
    let (at, word) = (tokens.at(span.start), slice(tokens.source, span));
    let error = SyntaxError::new(format!("unexpected strict mode reserved word '{word}'"), span);
    match (word, tokens.text(at + 1)) {
        ("let", "=" | ";") => error.with_help("a variable name is missing after `let`"),
        ("await", _) => error.with_help("`await` cannot be a name in a module"),
        _ => error.with_help("modules and classes are in strict mode: choose another name"),
    }
}

fn shorthand(tokens: &Tokens, span: Span) -> SyntaxError {
    let name = tokens.at(span.start);
    let sign = if tokens.text(name + 1) == "=" { name + 1 } else { name };
    SyntaxError::new("", tokens.span(sign))
}

fn import_in_script(tokens: &Tokens, span: Span) -> SyntaxError {
    let error = SyntaxError::new("cannot use import statement outside a module", tokens.span(tokens.at(span.start)));
    if tokens.within(tokens.at(span.start)).is_some() {
        let error = SyntaxError {
            message: "an import declaration may only appear at the top level of a module".into(),
            ..error
        };
        return error.with_help("use `await import(…)` here");
    }
    error.with_help("rename the file to .mjs, or use `await import(…)`")
}

fn assignment(tokens: &Tokens, span: Span) -> SyntaxError {
    let (text, at) = (slice(tokens.source, span), tokens.at(span.start));
    let next = tokens.text(tokens.at(span.end));
    let condition = tokens.within(at).and_then(|open| open.checked_sub(1)).map_or("", |word| tokens.text(word));
    let number_or_string =
        tokens.get(at).is_some_and(|token| matches!(token.kind, TokenKind::Number | TokenKind::String));
    let help = match () {
        () if matches!(condition, "if" | "while") => "a comparison is written `===`",
        () if text.contains("?.") => "`?.` cannot be assigned to: check first, then assign with `.`",
        () if text.ends_with(')') => "the result of a call is not a variable",
        () if number_or_string => "the variable goes to the left: `name = value`",
        () => "only variables and properties can be assigned to",
    };
    let what = if matches!(next, "++" | "--") { "postfix operation" } else { "assignment" };
    SyntaxError::new(format!("invalid left-hand side in {what}: '{text}'"), first_line(tokens.source, span))
        .with_help(help)
}

fn mixed_coalesce(tokens: &Tokens, span: Span) -> SyntaxError {
    let (first, last) = (tokens.at(span.start), tokens.at(span.end));
    let level = tokens.within(first);
    let mut operators =
        (first..last).filter(|&at| tokens.within(at) == level && matches!(tokens.text(at), "??" | "||" | "&&"));
    let one = operators.next().unwrap_or(first);
    let is_coalesce = |at| tokens.text(at) == "??";
    SyntaxError::new("", tokens.span(operators.find(|&at| is_coalesce(at) != is_coalesce(one)).unwrap_or(one)))
}

fn empty_parentheses(tokens: &Tokens, span: Span) -> SyntaxError {
    SyntaxError::new("", tokens.span(tokens.at(span.end.saturating_sub(1))))
}

fn type_assertion(tokens: &Tokens, span: Span) -> SyntaxError {
    let (first, last) = (tokens.at(span.start), tokens.at(span.end));
    let level = tokens.within(first);
    let is_operator = |&at: &usize| matches!(tokens.text(at), "as" | "satisfies") && tokens.within(at) == level;
    let at = (first + 1..last).find(is_operator).unwrap_or(first);
    let help =
        format!("type assertions with `{}` are TypeScript: they need a file whose name ends in .ts", tokens.text(at));
    SyntaxError::new(format!("unexpected {}", tokens.describe(at)), tokens.span(at)).with_help(&help)
}
