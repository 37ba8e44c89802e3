use crate::transforms::tests::{transformed, unchanged};

/// In the expected texts, `u5ing` is the new name.
#[track_caller]
fn check(name: &str, table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(on_one_line(&transformed(text, name)), expected.replace("u5ing", "usin\u{261}"), "{text}");
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn variables_that_are_read_are_renamed() {
    check(
        "a.cjs",
        &[
            ("function using() {} exports.using = using", "function u5ing() {} exports.using = u5ing;"),
            ("var using; var using = 1; using(using.using)", "var u5ing; var u5ing = 1; u5ing(u5ing.using);"),
            ("class using { m() { using } }", "class u5ing { m() { u5ing; } }"),
            ("function f(using) { return () => using }", "function f(u5ing) { return () => u5ing; }"),
            ("try {} catch (using) { using }", "try {} catch (u5ing) { u5ing; }"),
            ("let f = using => using", "let f = (u5ing) => u5ing;"),
            ("let f = ([using], a) => 1", "let f = ([u5ing], a) => 1;"),
            ("let us\\u0069ng = 1", "let u5ing = 1;"),
            ("var using; using = 1; [using] = using", "var u5ing; u5ing = 1; [u5ing] = u5ing;"),
            ("{ function using() {} } using()", "{ function u5ing() {} } u5ing();"),
            ("let a = function using() {}", "let a = function u5ing() {};"),
            ("let a = class using {}", "let a = class u5ing {};"),
            ("using: for (;;) { continue using; break using }", "u5ing: for (;;) { continue u5ing; break u5ing; }"),
        ],
    );
}

#[test]
fn properties_keep_their_names() {
    check(
        "a.cjs",
        &[
            ("var using; a = { using, b: using }", "var u5ing; a = { using: u5ing, b: u5ing };"),
            ("var { using } = a; using", "var { using: u5ing } = a; u5ing;"),
            ("var { using = using } = a", "var { using: u5ing = u5ing } = a;"),
            ("var { a: using, ...using } = a; using", "var { a: u5ing, ...u5ing } = a; u5ing;"),
            ("var using; ({ using } = a)", "var u5ing; ({using: u5ing} = a);"),
            ("var using; ({ using = 1, a: using } = a)", "var u5ing; ({using: u5ing = 1, a: u5ing} = a);"),
            ("let f = ({ using }) => 1", "let f = ({ using: u5ing }) => 1;"),
            ("a = { [using]: 1 }; var using", "a = { [u5ing]: 1 }; var u5ing;"),
        ],
    );
}

#[test]
fn what_the_parser_takes_stays() {
    unchanged(&[
        "function using() {}",
        "class using {}",
        "a.using = { using: 1, using() {}, get using() {} }",
        "class A { using = 1; static using() {} #using; m() { this.#using } }",
        "a = 'using' // using",
        "a = a?.using",
    ]);
}

#[test]
fn global_variables_are_properties_of_the_global_object() {
    check(
        "a.cjs",
        &[
            ("using(1)", "globalThis.using(1);"),
            ("typeof using", "typeof globalThis.using;"),
            ("a = { using }", "a = { using: globalThis.using };"),
            ("({ using } = a)", "({using: globalThis.using} = a);"),
            ("({ using = 1 } = a)", "({using: globalThis.using = 1} = a);"),
            ("{ let using = 1; using } using", "{ let u5ing = 1; u5ing; } globalThis.using;"),
        ],
    );
    check(
        "a.js",
        &[
            ("var using = 1; using", "var using = 1; globalThis.using;"),
            ("function using() {} using()", "function using() {} globalThis.using();"),
            ("function f() { var using = 1; using }", "function f() { var u5ing = 1; u5ing; }"),
            ("const using = 1; using", "const u5ing = 1; u5ing;"),
        ],
    );
}

#[test]
fn imports_and_exports_keep_their_names() {
    check(
        "a.mjs",
        &[
            ("import { using } from 'a'", "import { using as u5ing } from \"a\";"),
            ("import { b as using } from 'a'; using", "import { b as u5ing } from \"a\"; u5ing;"),
            ("import using from 'a'", "import u5ing from \"a\";"),
            ("import * as using from 'a'; using.using", "import * as u5ing from \"a\"; u5ing.using;"),
            ("const using = 1; export { using }", "const u5ing = 1; export { u5ing as using };"),
            ("const using = 1; export { using as b }", "const u5ing = 1; export { u5ing as b };"),
        ],
    );
    unchanged(&["import { using as b } from 'a'; b"]);
}

#[test]
fn exported_declarations_keep_their_names() {
    check(
        "a.mjs",
        &[
            ("export function using() { using() }", "function u5ing() { u5ing(); } export { u5ing as using };"),
            ("export class using { m() { using } }", "class u5ing { m() { u5ing; } } export { u5ing as using };"),
            ("export let using\n1", "let u5ing; 1; export { u5ing as using };"),
            (
                "export const { using, b: [c] } = a, d = using;",
                "const { using: u5ing, b: [c] } = a, d = u5ing; export { u5ing as using, c, d };",
            ),
            ("export const b = using", "export const b = globalThis.using;"),
            ("export default function using() { using }", "export default function u5ing() { u5ing; }"),
            ("export default class using { m() { using } }", "export default class u5ing { m() { u5ing; } }"),
        ],
    );
}

#[test]
fn the_new_name_is_nowhere_in_the_text() {
    let cyrillic = "u\u{455}ing";
    let text = |name: &str| format!("var usin\u{261}, {name};\n{name};");
    assert_eq!(transformed("var usin\u{261}, using; using", "a.cjs"), text(cyrillic));
    assert_eq!(transformed("var usin\\u0261, using; using", "a.cjs"), text(cyrillic));
}
