//! Which expressions are guarded, and what is said of errors.

use oxc_allocator::Allocator;
use oxc_span::SourceType;
use posttask::event_loop::{EngineReport, Vicinity};

use super::{Fault, Outermost, explain_caught, find_fault, guard, guard_all};
use crate::edits::Edits;
use crate::syntax::{Thoroughness, parse};

fn guarded(text: &str) -> String {
    let (allocator, mut edits) = (Allocator::default(), Edits::default());
    let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
    assert!(syntax.errors.is_empty(), "{text}: {:?}", syntax.errors);
    guard(&syntax.program, &syntax.scoping, &mut edits);
    explain_caught(&syntax.program, &syntax.scoping, &mut edits);
    let (text, _) = edits.apply(text);
    let again = parse(&allocator, allocator.alloc_str(&text), SourceType::cjs(), Thoroughness::Usual);
    assert!(again.errors.is_empty(), "{text}: {:?}", again.errors);
    text
}

fn explained(text: &str, message: &str, position: Option<(u32, u32)>) -> Option<String> {
    explained_within(text, message, position, None)
}

fn explained_within(
    text: &str,
    message: &str,
    position: Option<(u32, u32)>,
    vicinity: Option<&Vicinity>,
) -> Option<String> {
    let allocator = Allocator::default();
    let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
    let (message, function, file) = (message.to_owned(), "f".to_owned(), "a.js".to_owned());
    let report = EngineReport { message, function, file, position, is_in_module: false };
    let Fault::Found(explanation) = find_fault(&syntax.program, &syntax.scoping, &report, vicinity) else {
        return None;
    };
    let (line, column) = explanation.position;
    Some(format!("{line}:{column} {}", explanation.message))
}

#[test]
fn expressions_that_the_engine_tells_apart_are_not_guarded() {
    for text in [
        "function f(a) { a.b.c(); }",
        "function f(a) { a.b(); a.c(); }",
        "function f(a) { return a.b.c + a.b.d; }",
        "function f() { console.log(1); Math.max(1); [].map(g); `a`.trim(); }",
        "const a = []; function f() { a.b(); const c = {}; c.d(); }",
        "class A { f() { this.g(); this.h(); } }",
        "function f(a, b) { g(a.b()); g(b.c()); }",
    ] {
        assert_eq!(guarded(text), text);
    }
}

#[test]
fn others_are_guarded_but_one() {
    for (text, expected) in [
        ("function f(a, b) { a.b(); b.c(); }", "function f(a, b) { a.b(); (b ?? __posttask.nullish(b)).c(); }"),
        (
            "function f(a, b) { a.b()\nb.c\n(1)\na.d.e() }",
            "function f(a, b) { a.b()\n;(b ?? __posttask.nullish(b)).c\n(1)\n;(a.d ?? __posttask.nullish()).e() }",
        ),
        (
            "function f(a, b) { 'use strict'\nb.c(); while (1) a.b() }",
            "function f(a, b) { 'use strict'\n;(b ?? __posttask.nullish(b)).c(); while (1) a.b() }",
        ),
        (
            "function f(a, b) { const { c } = a || b, { d } = b; }",
            "function f(a, b) { const { c } = a || b, { d } = b ?? __posttask.nullish(b); }",
        ),
        ("try { f() } catch (e) { g(e) }", "try { f() } catch (e) {__posttask.explain(e); g(e) }"),
        ("try { f() } catch (e) { }", "try { f() } catch (e) { }"),
    ] {
        assert_eq!(guarded(text), expected);
    }
}

fn all_guarded(text: &str, source_type: SourceType, outermost: Outermost) -> String {
    let (allocator, mut edits) = (Allocator::default(), Edits::default());
    let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
    guard_all(&syntax.program, &syntax.scoping, outermost, || "$pt0".to_owned(), &mut edits);
    let (text, _) = edits.apply(text);
    let again = parse(&allocator, allocator.alloc_str(&text), source_type, Thoroughness::Usual);
    assert!(again.errors.is_empty(), "{text}: {:?}", again.errors);
    text
}

#[test]
fn each_function_declares_the_variable_that_its_guards_need() {
    let module = all_guarded(
        "f().a; class A { b = f().c; d(e = f().g) { } h() { 'use strict'\nf().h } }; () => { i => f().j }",
        SourceType::mjs(),
        Outermost::Declares,
    );
    let looked_at = "(($pt0 = f()) ?? __posttask.nullish($pt0))";
    let expected = format!(
        "var $pt0;{looked_at}.a; class A {{ b = {looked_at}.c; d(e = {looked_at}.g) {{ }} \
         h() {{ 'use strict'\nvar $pt0;;{looked_at}.h }} }}; () => {{ i => {{let $pt0;return {looked_at}.j}} }}"
    );
    assert_eq!(module, expected);
    let script = |outermost| all_guarded("f().a; function g() { return f().b }", SourceType::cjs(), outermost);
    let function = format!("function g() {{ var $pt0;return {looked_at}.b }}");
    let value = "((__posttask.value = f()) ?? __posttask.nullish(__posttask.value))";
    assert_eq!(script(Outermost::UsesHost), format!("{value}.a; {function}"));
    assert_eq!(script(Outermost::Unguarded), format!("f().a; {function}"));
}

#[test]
fn guards_fail_after_what_has_effects() {
    let guarded = |text: &str| all_guarded(&format!("let a = f();{text}"), SourceType::mjs(), Outermost::Declares);
    for (text, expected) in [
        ("a.b", "(a ?? __posttask.nullish(a)).b"),
        ("a.b = 1", "(a ?? __posttask.nullish(a)).b = 1"),
        ("a.b = g()", "(a ?? __posttask.late(a)).b = g()"),
        ("a[b] = g()", "(a ?? __posttask.late(a, b))[b] = g()"),
        ("a[`b${g()}`]", "(a ?? __posttask.late(a))[`b${g()}`]"),
        // The key may be an object, which is not converted.
        ("a[g()]", "a[g()]"),
        ("a[g()] = g()", "a[g()] = g()"),
        // `this` fails before `super()`.
        ("a.b = this", "(a ?? __posttask.late(a)).b = this"),
    ] {
        assert_eq!(guarded(text), format!("let a = f();{expected}"));
    }
}

#[test]
fn some_expressions_have_no_guards() {
    let script = |text: &str| all_guarded(text, SourceType::cjs(), Outermost::UsesHost);
    // The object may have properties with the names in guards.
    assert_eq!(script("with (a) { b.c.d }"), "with (a) { b.c.d }");
    let chain = format!("a{}", ".b".repeat(2_000));
    assert_eq!(script(&chain).matches("??").count(), 100);
}

#[test]
fn nested_patterns_have_defaults_that_throw() {
    for (text, expected) in [
        (
            "function f({ a: { b } }, [[c]]) { }",
            "function f({ a: { b } = __posttask.nullish(void 0) }, [[c] = __posttask.nullish(void 0)]) { }",
        ),
        // The engine refuses some defaults after computed keys.
        ("function f({ [a]: { b } }) { }", "function f({ [a]: { b } }) { }"),
        ("function f({ a: { b } = {} }) { }", "function f({ a: { b } = {} }) { }"),
    ] {
        assert_eq!(guarded(text), expected);
    }
}

#[test]
fn the_vicinity_leaves_one_fault() {
    let found = |text: &str, message: &str, before, after| {
        let vicinity = Vicinity { before, after };
        explained_within(text, message, Some((1, 18)), Some(&vicinity))
    };
    let kind = "value with type `number` is not iterable";
    let text = "function f(a, b) { for (const x of a); g(); for (const x of b); }";
    assert_eq!(found(text, kind, None, Some((1, 41))).as_deref(), Some("1:36 a is not iterable"));
    assert_eq!(found(text, kind, Some((1, 41)), None).as_deref(), Some("1:61 b is not iterable"));
    assert_eq!(found(text, kind, None, None), None);
    let early = "access of uninitialized binding";
    let text = "function f(a, b) { h(x); i(x.y); let x; }";
    assert_eq!(explained_within(text, early, Some((1, 18)), None), None);
}

#[test]
fn the_only_fault_is_found() {
    let nullish = "cannot convert 'null' or 'undefined' to object";
    let found = explained("function f(a) { a.b.c(); }", nullish, Some((1, 15)));
    assert_eq!(found.as_deref(), Some("1:21 Cannot read properties of undefined or null (reading 'c')"));
    assert_eq!(explained("function f(a) { a.b.c(); a.d.e(); }", nullish, Some((1, 15))), None);
    assert_eq!(explained("function f(a) { a.b.c(); }", "another message", Some((1, 15))), None);
    let found = explained("function f(a) { return g + g; }", "g is not defined", Some((1, 15)));
    assert_eq!(found.as_deref(), Some("1:24 g is not defined"));
    assert_eq!(explained("function f(a) { a ? g : g; }", "g is not defined", Some((1, 15))), None);
}
