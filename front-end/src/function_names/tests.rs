use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

use super::FunctionNames;

fn names_of(text: &str, source_type: SourceType) -> FunctionNames {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, source_type).parse();
    assert!(parsed.diagnostics.is_empty(), "{text}");
    FunctionNames::new(&parsed.program, text)
}

/// Looks at the `@` in a text, where an identifier is put.
fn name_at_mark(text: &str) -> Option<String> {
    let column = u32::try_from(text.chars().take_while(|&character| character != '@').count() + 1).unwrap();
    let names = names_of(&text.replace('@', "X"), SourceType::mjs());
    names.name_at(1, column).map(str::to_owned)
}

#[track_caller]
fn check(table: &[(&str, &str)]) {
    for (text, name) in table {
        assert_eq!(name_at_mark(text).as_deref().unwrap_or("top level"), *name, "{text}");
    }
}

#[test]
fn functions_have_their_own_names() {
    check(&[
        ("@", "top level"),
        ("function f() {} @", "top level"),
        ("@; function f() {}", "top level"),
        ("function f() { @ }", "f"),
        ("function f(a = @) {}", "f"),
        ("async function f() { @ }", "f"),
        ("function* f() { @ }", "f"),
        ("const a = function f() { @ }", "f"),
        ("a.b = function f() { @ }", "f"),
        ("function f() { function g() { @ } }", "g"),
        ("function f() { function g() {} @ }", "f"),
        ("function f() {}function g() { @ }", "g"),
    ]);
}

#[test]
fn variables_name_functions() {
    check(&[
        ("const f = function () { @ }", "f"),
        ("const f = () => @", "f"),
        ("const f = async x => { @ }", "f"),
        ("const f = () => () => @", "<anonymous>"),
        ("let f; f = () => @", "f"),
        ("let f; f ||= () => @", "f"),
        ("let f; f += () => @", "<anonymous>"),
        ("const f = (() => @)", "f"),
        ("const f = x || (() => @)", "f"),
        ("const f = x ? () => @ : () => 1", "f"),
        ("const f = x ? 1 : y ? 2 : () => @", "f"),
        ("const f = (0, () => @)", "f"),
        ("const f = g(() => @)", "<anonymous>"),
        ("const f = [() => @]", "<anonymous>"),
        ("const f = (() => @)()", "<anonymous>"),
        ("(() => @)()", "<anonymous>"),
        ("g(function () { @ })", "<anonymous>"),
        ("function g(f = () => @) {}", "f"),
        ("function g({ f = () => @ }) {}", "f"),
        ("function g([f = () => @]) {}", "f"),
        ("const { f = () => @ } = x", "f"),
        ("const { a: f = () => @ } = x", "f"),
        ("({ f = () => @ } = x)", "f"),
        ("({ a: f = () => @ } = x)", "f"),
        ("[a.f = () => @] = x", "a.f"),
        ("export default function () { @ }", "default"),
        ("export default () => @", "default"),
        ("export default class { m() { @ } }", "default.m"),
        ("export default { m() { @ } }", "m"),
        ("export const f = () => @", "f"),
    ]);
}

#[test]
fn assignments_to_members_name_functions() {
    check(&[
        ("a.b = function () { @ }", "a.b"),
        ("a.b.c = () => @", "a.b.c"),
        ("a['b'] = () => @", "a.b"),
        ("a[0] = () => @", "a.0"),
        ("a[b] = () => @", "a[b]"),
        ("a[Symbol.iterator] = () => @", "a[Symbol.iterator]"),
        ("a[b()] = () => @", "a.<computed>"),
        ("a.b[c + 1].d = () => @", "a.b.<computed>.d"),
        ("a().b = () => @", "b"),
        ("a = b.c = () => @", "b.c"),
        ("A.prototype.m = function () { @ }", "A.m"),
        ("A.prototype = { m() { @ } }", "A.m"),
        ("module.exports = function () { @ }", "module.exports"),
        ("module.exports = { f() { @ } }", "module.exports.f"),
        ("exports.f = () => @", "exports.f"),
        ("this.f = () => @", "f"),
        ("function A() { this.f = function () { @ } }", "A.f"),
        ("function make() { this.f = function () { @ } }", "f"),
        ("const A = function () { this.f = () => @ }", "A.f"),
        ("ns.A = function () { this.f = () => @ }", "ns.A.f"),
        ("class A { constructor() { this.f = () => @ } }", "A.f"),
        ("class A { m() { [].map(() => { this.f = () => @ }) } }", "A.f"),
        ("const o = { m() { this.f = () => @ } }", "o.f"),
    ]);
}

#[test]
fn members_of_objects_have_the_name_of_the_object() {
    check(&[
        ("({ m() { @ } })", "m"),
        ("g({ m: function () { @ } })", "m"),
        ("const o = { m() { @ } }", "o.m"),
        ("const o = { m: () => @ }", "o.m"),
        ("const o = { m: function f() { @ } }", "f"),
        ("const o = { a: { b: { c() { @ } } } }", "o.a.b.c"),
        ("const o = { a: x || { b() { @ } } }", "o.a.b"),
        ("const o = { a: [{ b() { @ } }] }", "b"),
        ("const o = { get g() { @ } }", "get g"),
        ("const o = { set g(v) { @ } }", "set g"),
        ("const o = { get [Symbol.x]() { @ } }", "get [Symbol.x]"),
        ("const o = { async *m() { @ } }", "o.m"),
        ("const o = { 'a-b'() { @ } }", "o.a-b"),
        ("const o = { 1() { @ } }", "o.1"),
        ("const o = { ['x']() { @ } }", "o.x"),
        ("const o = { [x]() { @ } }", "o[x]"),
        ("const o = { [Symbol.iterator]: () => @ }", "o[Symbol.iterator]"),
        ("const o = { [a + b]() { @ } }", "o.<computed>"),
        ("const o = { [@]() {} }", "top level"),
        ("const o = { A: class { m() { @ } } }", "A.m"),
        ("const o = { m() {}, n: @ }", "top level"),
        ("x.y = { m() { @ } }", "x.y.m"),
        ("function f() { return { m() { @ } } }", "m"),
    ]);
}

#[test]
fn members_of_classes_have_the_name_of_the_class() {
    check(&[
        ("class A { m() { @ } }", "A.m"),
        ("class A { static s() { @ } }", "A.s"),
        ("class A { #p() { @ } }", "A.#p"),
        ("class A { get g() { @ } }", "get g"),
        ("class A { set g(v) { @ } }", "set g"),
        ("class A { static get g() { @ } }", "get g"),
        ("class A { constructor() { @ } }", "new A"),
        ("class A { constructor(a = @) {} }", "new A"),
        ("new (class { constructor() { @ } })", "new <anonymous>"),
        ("new (class { m() { @ } })", "m"),
        ("new (class { #p() { @ } })", "#p"),
        ("class A { [Symbol.iterator]() { @ } }", "A[Symbol.iterator]"),
        ("new (class { [Symbol.iterator]() { @ } })", "[Symbol.iterator]"),
        ("class A { [a()]() { @ } }", "A.<computed>"),
        ("class A { [@]() {} }", "top level"),
        ("class A extends @ {}", "top level"),
        ("const A = class { m() { @ } }", "A.m"),
        ("const A = class B { m() { @ } }", "B.m"),
        ("a.B = class { constructor() { @ } m() {} }", "new a.B"),
        ("class A { m() { class B { n() { @ } } } }", "B.n"),
        ("class A { m() { class B {} @ } }", "A.m"),
        ("class A { n = class { m() { @ } } }", "n.m"),
        ("class A { a = class {}; m() { @ } }", "A.m"),
    ]);
}

#[test]
fn fields_are_computed_by_functions_of_the_engine() {
    check(&[
        ("class A { f = () => @ }", "A.f"),
        ("class A { f = function () { @ } }", "A.f"),
        ("class A { #f = () => @ }", "A.#f"),
        ("class A { static f = () => @ }", "A.f"),
        ("class A { f = @ }", "<instance_members_initializer>"),
        ("class A { f = g(() => 1, @) }", "<instance_members_initializer>"),
        ("class A { static f = @ }", "<static_initializer>"),
        ("class A { static { @ } }", "<static_initializer>"),
        ("class A { static { this.f = () => @ } }", "A.f"),
        ("class A { f = { g() { @ } } }", "A.f.g"),
        ("class A { [@] = 1 }", "top level"),
        ("class A { f = 1; m() {} } @", "top level"),
    ]);
}

#[test]
fn columns_count_characters_and_all_line_terminators_end_lines() {
    let text = "/*\u{1f600}*/function a(){}\r\nfunction b(){}\r/**/function c(){}\u{2028}function \
        d(){}\u{2029}\nfunction e(){}";
    let names = names_of(text, SourceType::cjs());
    let table = [
        (1, 5, None),
        (1, 6, Some("a")),
        (1, 19, Some("a")),
        (1, 20, None),
        (2, 1, Some("b")),
        (2, 14, Some("b")),
        (2, 15, None),
        (3, 4, None),
        (3, 5, Some("c")),
        (4, 1, Some("d")),
        (5, 1, None),
        (6, 1, Some("e")),
        (6, 14, Some("e")),
        (6, 15, None),
        (7, 1, None),
        (0, 0, None),
        (u32::MAX, u32::MAX, None),
    ];
    for (line, column, name) in table {
        assert_eq!(names.name_at(line, column), name, "{line}:{column}");
    }
}

#[test]
fn names_do_not_grow_with_nesting() {
    let depth = 200;
    let text = format!("const o = {}{{ m() {{}} }}{}", "{ abcdefgh: ".repeat(depth), "}".repeat(depth));
    let names = names_of(&text, SourceType::cjs());
    assert!(names.names.iter().all(|name| name.len() < 100));
    assert_eq!(names_of("", SourceType::cjs()).name_at(1, 1), None);
}

#[test]
fn all_prefixes_of_a_text_are_taken() {
    let text = "class A { #p = () => { f(function () {}) }; static { x.y = { get [a.b]() {} } } } \
        export default (\u{e9} => 1)";
    for (end, _) in text.char_indices() {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, &text[..end], SourceType::mjs()).parse();
        // The text may be another one than that of the program.
        for text in [text, &text[..end], "\u{e9}", ""] {
            FunctionNames::new(&parsed.program, text).name_at(1, 30);
        }
    }
}
