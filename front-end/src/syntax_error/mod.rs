//! Syntax errors in the words of the JavaScript engines, with what people most likely meant.
//!
//! The parser names kinds of tokens and often points before the wrong one. Its diagnostics are reworded by a table of
//! its messages. An unexpected token is then looked up in a table of the mistakes that people make.

mod error;
mod form;
mod mistakes;
mod rewording;
mod unexpected;
mod unsupported;

use oxc_diagnostics::{OxcDiagnostic, Severity};
use oxc_span::{SourceType, Span};

pub(super) use error::{Label, SyntaxError};

use crate::tokens::{self, Tokens};
use error::main_span;
use form::as_in_v8;
pub(super) use unsupported::{Features, features};

/// The messages that may only follow from the next error on the same line: `const my-name = 1` has no initializer.
const CONSEQUENCES: &[&str] = &["Missing initializer", "Type assertion expressions"];

/// Returns what to tell about the diagnostics of the parser and the semantic analysis, if there is an error.
pub(super) fn syntax_error(diagnostics: &[OxcDiagnostic], text: &str, source_type: SourceType) -> Option<SyntaxError> {
    let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let first = errors.next()?;
    let is_consequence = CONSEQUENCES.iter().any(|message| first.message.starts_with(message));
    let real = errors.next().filter(|next| is_consequence && on_one_line(text, first, next));
    let tokens = Tokens::new(text);
    let reworded = rewording::reword(real.unwrap_or(first), &tokens, source_type);
    Some(as_in_v8(reworded, &tokens).fit(text))
}

fn on_one_line(text: &str, one: &OxcDiagnostic, other: &OxcDiagnostic) -> bool {
    let (start, end) = (main_span(one).start, main_span(other).start);
    start <= end && !tokens::slice(text, Span::new(start, end)).contains('\n')
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use super::{SyntaxError, features, syntax_error};
    use crate::syntax::{Thoroughness, parse};
    use crate::tokens::slice;

    fn diagnose(text: &str, source_type: SourceType) -> Option<SyntaxError> {
        let allocator = Allocator::default();
        let syntax = parse(&allocator, text, source_type, Thoroughness::WithRegularExpressions);
        syntax_error(&syntax.errors, text, source_type).or_else(|| features(&syntax.program).err())
    }

    /// The text, what is reported, the message, and a part of the help.
    #[rustfmt::skip]
    const ERRORS: &[(&str, &str, &str, &str)] = &[
        ("let a = 1;\nlet x: number = 2", ":", "Unexpected token ':'", "type annotations are TypeScript"),
        ("class A { private x = 1 }", "private", "Unexpected 'private'", "modifiers such as `private`"),
        ("const x = <p>hi</p>;", "<", "Unexpected token '<'", "JSX needs a file"),
        ("f(a b)", "b", "Unexpected identifier 'b'", "a `,` is missing between the arguments"),
        ("f(a;\n", ";", "missing ) after argument list", ""),
        ("if (a {}", "{", "missing ) after condition", ""),
        ("let l = [1, 2;", ";", "missing ] after element list", ""),
        ("let o = { a: 1;\n b: 2 }", ";", "Unexpected token ';'", "separated by `,`"),
        ("function f() {\n  g();\n", ";", "Unexpected end of input", ""),
        ("let a = 1;\nlet a = 2;", "a", "Identifier 'a' has already been declared", ""),
        ("(x, x) => 1", "x", "Duplicate parameter name not allowed in this context", ""),
        ("let a = 'x;\n", "'x;", "Invalid or unexpected token", "same line"),
        ("let a = `x ${1} y", "`x ${", "Unterminated template string", "backtick"),
        ("let a = /(x/;", "(x", "Invalid regular expression: /(x/: Unterminated group", "`)`"),
        ("const é = 1, a = /é(?<é>x)(/;", "(", "Invalid regular expression: /é(?<é>x)(/: Unterminated group", ""),
        ("let a = 1 / 2, b = /[/]\\/(/u;", "(", "Invalid regular expression: /[/]\\/(/u: Unterminated group", ""),
        ("let a = 1_;", "1_", "Numeric separators are not allowed at the end of numeric literals", "`_`"),
        ("let a = 08n;", "08n", "Invalid or unexpected token", "`8n`"),
        ("f(100ms)", "ms", "Invalid or unexpected token", "space"),
        ("f(“x”)", "“", "Invalid or unexpected token", "`\"`"),
        ("let a\u{200b}b = 1", "\u{200b}", "Invalid or unexpected token", "delete"),
        ("a?.b = 1", "a?.b", "Invalid left-hand side in assignment", "check first"),
        ("if (a) {} elif (b) {}", "elif", "Unexpected identifier 'elif'", "`else if`"),
        ("fucntion f() {}", "fucntion", "Unexpected identifier 'fucntion'", "did you mean `function`?"),
        ("for (let i = 0, i < 5; i++) {}", ",", "Unexpected token ','", "separated by `;`"),
        ("const my-name = 1", "my", "Unexpected token '-' after 'my'", "camelCase"),
        ("{ \"a\": 1 }", ":", "Unexpected token ':'", "this is JSON"),
        ("<!DOCTYPE html>", "<", "Unexpected token '<'", "this is HTML"),
        ("<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n", "<<<<<<<", "Merge conflict marker '<<<<<<<'", "merge"),
        ("function f() { await g() }", "await",
         "await is only valid in async functions and the top level bodies of modules", "`async`"),
        ("f(x))", ")", "Unexpected token ')'", "matching opening bracket"),
        ("class A {\n  f() {}\n\nfunction g() {}", "function", "Unexpected token 'function'", "`}` may be missing"),
    ];

    #[test]
    fn errors_are_reworded() {
        for &(text, reported, message, help) in ERRORS {
            let error = diagnose(text, SourceType::unambiguous());
            let Some(error) = error else { panic!("no error in {text:?}") };
            assert_eq!((error.message.as_str(), slice(text, error.place.span)), (message, reported), "{text:?}");
            assert!(error.help.unwrap_or_default().contains(help), "{text:?}");
        }
    }

    #[test]
    fn what_v8_does_not_say_is_beside_the_place() {
        for (text, words) in [
            ("f(a b)", Some("`,` or `)` expected")),
            ("let a = 'x;", Some("unterminated string")),
            ("f(“x”)", Some("invalid character '“' (U+201C)")),
            ("return 1", Some("not inside a function")),
            ("(x, x) => 1", None),
            ("let a = /[/]/(/;", None),
        ] {
            let error = diagnose(text, SourceType::mjs()).unwrap();
            assert_eq!(error.place.text.as_deref(), words, "{text:?}");
        }
        let message = |text| diagnose(text, SourceType::mjs()).unwrap().message;
        assert_eq!(message("a = b / c, /[/](/g"), "Invalid regular expression: /[/](/g: Unterminated group");
        assert_eq!(message("a = /b/, /x**/"), "Invalid regular expression: /x**/: Nothing to repeat");
    }

    #[test]
    fn labels_show_what_the_error_has_to_do_with() {
        let cases = [
            ("let a = 1;\nlet a = 2;", "a", "first declared here"),
            ("f(a;\n", "(", "opened here"),
            ("function f() {\n  if (a) {\n    g();\n}\nf();\n", "{", "this is never closed"),
            ("a ? b;", "?", "conditional starts here"),
            ("items.map(x => { await x })", "x", "in this function"),
        ];
        for (text, labeled, words) in cases {
            let labels = diagnose(text, SourceType::unambiguous()).map(|error| error.labels).unwrap_or_default();
            let found: Vec<_> = labels.iter().map(|label| (slice(text, label.span), label.text.as_deref())).collect();
            assert_eq!(found, [(labeled, Some(words))], "{text:?}");
        }
    }

    /// Every prefix of every text has an error with good spans, or none.
    #[test]
    fn spans_are_in_the_text() {
        for (text, ..) in ERRORS {
            for (end, _) in text.char_indices() {
                for source_type in [SourceType::unambiguous(), SourceType::mjs(), SourceType::ts()] {
                    let Some(error) = diagnose(&text[..end], source_type) else { continue };
                    for label in std::iter::once(&error.place).chain(&error.labels) {
                        let (start, stop) = (label.span.start as usize, label.span.end as usize);
                        assert!(text[..end].get(start..stop).is_some(), "{text:?} up to {end}");
                    }
                    assert!(!error.message.is_empty(), "{text:?} up to {end}");
                }
            }
        }
    }

    #[test]
    fn right_programs_have_no_error() {
        for text in ["", "let a = 1", "const x = async () => {}; class A { #b = 1; static readonly() {} declare = 1 }"]
        {
            assert_eq!(diagnose(text, SourceType::unambiguous()), None, "{text:?}");
        }
    }
}
