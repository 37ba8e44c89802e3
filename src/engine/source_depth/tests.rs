use super::first_too_deep;

const LIMIT: usize = 100;

fn accepted(source: &str) -> bool {
    first_too_deep(LIMIT, source).is_none()
}

#[test]
fn the_limit_is_exact() {
    let nested = |depth: usize| format!("\n x = {}1{}", "(".repeat(depth), ")".repeat(depth));
    assert!(accepted(&nested(LIMIT)));
    assert_eq!(first_too_deep(LIMIT, &nested(LIMIT + 1)), Some(6 + LIMIT));
    assert!(accepted(&"()[]{}".repeat(LIMIT)));
    let templates = |depth: usize| format!("{}1{}", "`${".repeat(depth), "}`".repeat(depth));
    assert!(accepted(&templates(LIMIT)));
    assert!(!accepted(&templates(LIMIT + 1)));
}

/// In each text, `@` stands for many brackets that are part of a string, a comment, a template or a regular
/// expression. They do not count, but brackets after the text do.
#[test]
fn brackets_in_literals_and_comments_do_not_count() {
    for text in [
        r"'\'@'",
        r#""@""#,
        "// @",
        "// ' @\r",
        "// ' @\u{2028}",
        "/* ' @\n */",
        "/*/ @ */",
        "`@`",
        "`' @`",
        "`\\`@`",
        "`${1}@`",
        "`${`@`}@`",
        "'\\\n@'",
        "'\\\r\n@'",
        "/@/",
        "/\"@/",
        "/[/*@]@/",
        "/\\/@/g",
        "x = /@/",
        "f(/@/)",
        "[/@/]",
        "return /@/",
        "typeof /@/",
        "if (x) /@/.test(y)",
        "while (x) /@/",
        "for await (const x of y) /@/",
        "{}\n/@/",
        "if (x) {} /@/",
        "function f() {} /@/",
        "function f(a = {}) {} /@/",
        "class A { m() {} } /@/",
        "x => {}\n/@/",
        "a: {} /@/",
        "switch (x) { case 1: {} /@/ }",
        "`${{}}@`",
        "x = `${{ a: `@` }}`; '@'",
        "a ? b : /@/",
        "!/@/",
        "a = b / c / d; '@'",
        "a = {} / 2; /@/",
        "(a) / 2; '@' / 2",
        "x = function() {} / 2; '@'",
        "a?.b / c; '@'",
        "a++ / 2; '@'",
        "x = a ? b : {} / 2; '@'",
        "a.return / 2; '@'",
        "x = class {} / 2; '@'",
        "[1] / 2; '@'",
        "`a` / 2; '@'",
        "async function f() {} /@/",
        "function* f() {} /@/",
        "x = { m() {}, n: 1 } / 2; '@'",
        "1 / 2; '@'",
    ] {
        // In a regular expression, a square bracket would start a class.
        for brackets in ["(", "{(", "[("] {
            if text.contains("@/") && brackets.contains('[') {
                continue;
            }
            let text = text.replace('@', &brackets.repeat(LIMIT));
            assert!(accepted(&text), "{text}");
            assert!(!accepted(&format!("{text}\n;{}", "([{".repeat(LIMIT))), "{text}");
        }
    }
}

#[test]
fn what_is_not_a_literal_hides_nothing() {
    let brackets = "(".repeat(LIMIT + 1);
    for text in [
        "'\n@",
        "\"a\n@",
        "a / '/'; @",
        "a = b / c; @ /",
        "(a) / @ /",
        "[] / @ /",
        "({}) / @ /",
        "a++ / @ /",
        "x = {} / @ /",
        "a.return / @ /",
        "x = function() {} / @ /",
        "x = class { m() {} } / @ /",
        "a ? b : {} / @ /",
        "`a` / @ /",
        "this / @ /",
        "x <!-- @",
        "x <!-- /*\n@",
        "x <!-- '@",
        "/a/ / @ /",
        "'a' / @ /",
        "1 / @ /",
        "a?.b / @ /",
        "`${a} /` / @ /",
    ] {
        assert!(!accepted(&text.replace('@', &brackets)), "{text}");
    }
}

#[test]
fn operators_are_nested_until_their_statement_ends() {
    for part in [
        "a = b\n",
        "a = !b;",
        "'a'\n",
        "a\n`b`;",
        "let a = 1\n",
        "var f = () => {}\n",
        "a = function() {}\n",
        "a = class extends B {}\n",
        "class A extends B {}",
        "/a/.test(b);",
        "if (a) b; else c;",
        "if (a) {} else {}",
        "while (a) {}",
        "do a(); while (b)\n",
        "do {} while (b);",
        "for (const a of b) {}",
        "try {} catch {} finally {}",
        "a: {}",
        "{ a = b }",
        "!a\n",
        "await a\n",
        "typeof a;",
        "export const a = 1, b = 2;",
    ] {
        assert!(accepted(&part.repeat(10_000)), "{part}");
    }
    for (start, part, end) in [
        ("a = [", "b = c, ", "]"),
        ("f(", "!a, ", ")"),
        ("a = {", "b: c ? d : e, ", "}"),
        ("a = {", "*b() { c = d }, ", "}"),
        ("class A {", "*b() { c = d }", "}"),
        ("class A {", "a = 1\n", "}"),
        ("switch (a) {", "case 1: b = c; break;", "}"),
        ("switch (a) {", "case 1:", "}"),
        ("function f(", "a = 1, ", ") {}"),
        ("var ", "a = 1, ", "b"),
        ("const {", "a, ", "b} = c"),
        ("import {", "a, ", "b} from 'c'"),
        ("export {", "a, ", "b}"),
        ("a = ", "!b && ", "c"),
    ] {
        assert!(accepted(&format!("{start}{}{end}", part.repeat(6_000))), "{start}{part}");
    }
}

#[test]
fn nested_operators_and_statements_count() {
    for part in [
        "!",
        "~",
        "- ",
        "+ ",
        "typeof ",
        "void ",
        "delete ",
        "new ",
        "await ",
        "yield ",
        "yield* ",
        "a = ",
        "a += ",
        "a ??= ",
        "a => ",
        "async a => ",
        "(a) => ",
        "a ? b : ",
        "a ? ",
        "a ** ",
        "[a] = ",
        "if (a) ",
        "else ",
        "if (a) {} else ",
        "if (a) b\nelse ",
        "if (a) b; else ",
        "if (a) do b; while (c) else ",
        "if (a) try {} catch {} else ",
        "a ? () => {} : ",
        "while (a) ",
        "for (;;) ",
        "for (a in b) ",
        "with (a) ",
        "do ",
        "a: ",
        "class A extends ",
        "class extends ",
        "a /* ; */ = ",
        "a = // ;\n",
        "a[';'] = ",
        "a.if = ",
        "a.b = ",
        "`${a}` ? b : ",
        "a = /;/ ? b : ",
    ] {
        assert!(!accepted(&part.repeat(64 * LIMIT / 8 + 8)), "{part}");
    }
    for part in [
        "a + ",
        "a, ",
        "a && ",
        "a ?? ",
        "a < ",
        "a in ",
        "a instanceof ",
        "1 - ",
        "a / ",
        "`a` + ",
        "a.b + ",
        "a() + ",
        "a=1, ",
        "x <!-- a\n = ",
    ] {
        assert!(!accepted(&part.repeat(64 * LIMIT + 64)), "{part}");
    }
    for part in [".a", "[0]", "()", "``", "?.a", "\n.a", "\n[0]"] {
        assert!(!accepted(&format!("a{}", part.repeat(64 * LIMIT + 64))), "{part}");
    }
}

#[test]
fn a_long_text_takes_linear_time() {
    for part in ["/*", "'", "\"'", "/", "a/", "`", "`${", "\\", "<!-", "'\n", "/\n", "{}/", "a\n", "else ", "=", "?"] {
        let text = format!("{}{}", part.repeat(200_000), "(".repeat(LIMIT + 1));
        let _ = first_too_deep(LIMIT, &text);
    }
}
