use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;

use super::correct;
use crate::edits::Edits;

fn replaced(text: &str, mode: impl Into<Option<&'static str>>) -> String {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, SourceType::cjs()).parse();
    assert!(parsed.diagnostics.is_empty(), "{text}");
    let semantic = SemanticBuilder::new().build(&parsed.program).semantic;
    let mut edits = Edits::default();
    correct(&parsed.program, semantic.scoping(), mode.into(), &mut edits);
    edits.apply(text).0
}

#[test]
fn reads_become_strings_of_the_same_width() {
    let table = [
        ("if (process.env.NODE_ENV !== 'x') {}", "if (\"production\"         !== 'x') {}"),
        ("a(process.env.NODE_ENV)", "a(\"production\"        )"),
        ("a(process.env['NODE_ENV'])", "a(\"production\"           )"),
        ("a(process['env'][\"NODE_ENV\"])", "a(\"production\"              )"),
        ("a(process?.env?.NODE_ENV)", "a(\"production\"          )"),
        ("a(process?.env.NODE_ENV?.length)", "a(\"production\"         ?.length)"),
        ("a((process?.env).NODE_ENV)", "a(\"production\"           )"),
        ("a((process.env).NODE_ENV.length)", "a(\"production\"          .length)"),
        ("process.env.NODE_ENV === 'x' && a()", "\"production\"         === 'x' && a()"),
        ("a = typeof process.env.NODE_ENV", "a = typeof \"production\"        "),
        ("a = b[process.env.NODE_ENV]", "a = b[\"production\"        ]"),
        ("`${process.env.NODE_ENV}`", "`${\"production\"        }`"),
        ("function f() { return process.env.NODE_ENV }", "function f() { return \"production\"         }"),
        ("a.process.env.NODE_ENV, process.env.NODE_ENV", "a.process.env.NODE_ENV, \"production\"        "),
        ("x = a\nprocess.env.NODE_ENV && b", "x = a\n\"production\"         && b"),
        ("x = process.env.NODE_ENV\n(a)", "x = \"production\"        \n(a)"),
        ("delete process.env[process.env.NODE_ENV]", "delete process.env[\"production\"        ]"),
    ];
    for (text, expected) in table {
        assert_eq!(replaced(text, "production"), expected, "{text}");
        assert_eq!(replaced(text, "production").chars().count(), text.chars().count(), "{text}");
    }
    assert_eq!(replaced("a(process.env.NODE_ENV)", "development"), "a(\"development\"       )");
}

#[test]
fn lines_stay() {
    let table = [
        ("a(process\n  .env\r\n  .NODE_ENV, b)", "a(\"production\"\n      \r\n           , b)"),
        ("a(process /* \u{e9}\u{2028} */ .env.NODE_ENV)", "a(\"production\"\u{2028}                 )"),
        ("return_(process.env /* \u{1f600} */.NODE_ENV)", "return_(\"production\"                )"),
    ];
    for (text, expected) in table {
        assert_eq!(replaced(text, "production"), expected, "{text}");
    }
}

#[test]
fn all_else_stays() {
    let table = [
        "process.env.NODE_ENV = 'x'",
        "process.env.NODE_ENV += 'x'",
        "process.env.NODE_ENV ||= 'x'",
        "process.env.NODE_ENV++",
        "[process.env.NODE_ENV] = []",
        "({ a: process.env.NODE_ENV = 1 } = {})",
        "({ ...process.env.NODE_ENV } = {})",
        "for (process.env.NODE_ENV in a);",
        "for (process.env.NODE_ENV of a);",
        "delete process.env.NODE_ENV",
        "delete process?.env?.NODE_ENV",
        "delete (process.env).NODE_ENV",
        "process.env.NODE_ENV",
        "function f() { process.env.NODE_ENV; 'use strict' }",
        "a(typeof process, process.env, process.env.NODE)",
        "a(globalThis.process.env.NODE_ENV, window.process.env.NODE_ENV)",
        "var process; a(process.env.NODE_ENV)",
        "function f(process) { return process.env.NODE_ENV }",
        "a(process.env[NODE_ENV], process.env.NODE_ENV2, process.env.a.NODE_ENV)",
        "a(process().env.NODE_ENV, process.env().NODE_ENV)",
        "a('process.env.NODE_ENV') /* process.env.NODE_ENV */",
        "const { NODE_ENV } = process.env",
    ];
    for text in table {
        assert_eq!(replaced(text, "production"), text);
    }
}

#[test]
fn tests_read_the_variable() {
    for (text, expected) in [
        ("a(process.env['NODE_ENV'].length)", "a(globalThis.process?.env.NODE_ENV.length)"),
        ("process.env.NODE_ENV = 'x'", "process.env.NODE_ENV = 'x'"),
        ("delete process.env.NODE_ENV", "delete process.env.NODE_ENV"),
    ] {
        assert_eq!(replaced(text, None), expected);
    }
}
