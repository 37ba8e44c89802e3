//! The faults of the engine: a test fails when one is gone, and says which file to delete.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::rc::Rc;

use boa_engine::ast::scope::Scope;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::interner::Interner;
use boa_engine::module::MapModuleLoader;
use boa_engine::parser::Parser;
use boa_engine::{Context, Module, Source};

/// A file of this folder, a program, and the string that is its value in an engine without the fault.
const FAULTS: [(&str, &str, &str); 79] = [
    (
        "array_lengths",
        "const f = x => { x.length = 0 }, a = [1], b = [2]; f(a); f(b); `${b[0]} ${b.length}`",
        "undefined 0",
    ),
    ("arrow_ends", "String(x => `${x}b`)", "x => `${x}b`"),
    ("arrow_ends", "String(x => /a/g)", "x => /a/g"),
    ("function_texts", "String(class A {})", "class A {}"),
    ("iterators", "let n = 0; for (const x of [1, 2]) { o: for (;;) { for (const y of [3]) break o } n++ } n", "2"),
    (
        "iterators",
        "let s = ''; for (const x of [1, 2]) { try { for (const k in { a: 1 }) throw k } catch { } s += x } s",
        "12",
    ),
    (
        "iterators",
        "for (const x of [1]) { try { const [a] = { [Symbol.iterator]: () => ({ next() { throw 1 } }) } } \
         catch { } } 1",
        "1",
    ),
    (
        "iterators",
        "try { try { throw 1 } catch (e) { throw 2 } finally { try { throw 3 } catch { } } } catch (e) { e }",
        "2",
    ),
    ("early_writes", "try { (() => { y = 1; let y = 2 })(); 'none' } catch (e) { e.name }", "ReferenceError"),
    (
        "exits",
        "let n = 0; for (const i of [0, 1, 2]) { n++; try { try { if (i == 0) continue; break } finally { } } \
         finally { } } n",
        "2",
    ),
    (
        "exits",
        "let n = 0; l: for (const i of [0, 1]) { n++; try { try { continue l } finally { if (0) break l } } \
         finally { } } n",
        "2",
    ),
    ("logical_assignments", "var a = 1, b; b = (a ??= 2); b", "1"),
    ("object_rest", "const { a: { b }, ...rest } = { a: { b: 1 }, c: 2 }; Object.keys(rest).join()", "c"),
    (
        "object_rest",
        "const k = 'a', o = {}; let a; ({ [k]: a, ...o.rest } = { a: 1, c: 2 }); Object.keys(o.rest).join()",
        "c",
    ),
    ("parameters", "(function (x, y = 1) { var x; return x })(42)", "42"),
    (
        "switch_dead_zone",
        "try { switch (2) { case 1: let x = 1; break; case 2: x } } catch (e) { e.name }",
        "ReferenceError",
    ),
    ("moved_properties", "const p = { x: 1, y: 2 }, o = Object.create(p), f = () => o.y; f(); delete p.x; f()", "2"),
    (
        "moved_properties",
        "const p = { x: 1 }, o = Object.create(p), f = () => o.x; f(); \
         Object.defineProperty(p, 'x', { get: () => 2 }); f()",
        "2",
    ),
    (
        "moved_properties",
        "const o = { get x() { const value = {}; Object.defineProperty(this, 'x', { value }); return value } }; \
         const f = () => o.x; f(); typeof f()",
        "object",
    ),
    ("computed_keys", "const k = 'a'; [{}].map(({ [k]: v = 1 }) => v)[0]", "1"),
    ("computed_keys", "const k = 'a'; [{ a: [1] }].map(({ [k]: [v] }) => v)[0]", "1"),
    ("computed_keys", "const k = 'a'; let v; ({ [k]: v = 1 } = {}); v", "1"),
    ("computed_keys", "const k = 'a'; let v; ({ [k]: [v] } = { a: [1] }); v", "1"),
    ("refused_syntax", "function async(x) { return x } async(1)", "1"),
    ("refused_syntax", "(async => async)(1)", "1"),
    ("refused_syntax", "var async = 1; async", "1"),
    ("refused_syntax", "let a; [(a)] = [1]; a", "1"),
    ("refused_syntax", "let b; ({ ['a']: { b } } = { a: { b: 1 } }); b", "1"),
    ("refused_syntax", "new (class { 'constructor'() { this.x = 1 } })().x", "1"),
    ("parameters", "(function (a, b = 1) { eval('var a = 7'); return a })(1)", "7"),
    ("function_constructors", "try { new Function('}, function () {'); 'made' } catch (e) { e.name }", "SyntaxError"),
    (
        "generator_returns",
        "let n = 0; const v = { next: () => ({}), return() { n++; return {} }, [Symbol.iterator]() { return this } };
            const g = (function* () { for (const x of v) yield x })(); g.next(); g.return(); n",
        "1",
    ),
    ("postfix_updates", "(x => x++)('5') === 5", "true"),
    ("powers", "(x => 1 ** x)(NaN)", "NaN"),
    ("nested_this", "class A { m() { return () => () => this } } new A().m()()() instanceof A", "true"),
    (
        "derived_returns",
        "class A extends Object { constructor() { super(); this.x = 1; return 2 } } try { new A(); 0 } catch { 1 }",
        "1",
    ),
    (
        "derived_returns",
        "class A extends Object { constructor() { super(); this.x = 1; try { return 2 } finally { } } }
            try { new A(); 0 } catch { 1 }",
        "1",
    ),
    ("field_initializers", "class A { static n = 0; id = A.n++ } new A(); A.n", "1"),
    ("super_in_fields", "class A { m() { return 1 } } class B extends A { f = () => super.m() } new B().f()", "1"),
    ("function_constructors", "Function('{a}', 'return a')({ a: 1 })", "1"),
    ("operands", "(x => x + (x = 5))(1)", "6"),
    ("operands", "(x => { let n = 0; while (x > (x = 2) && n < 5) n++; return n })(3)", "1"),
    (
        "operands",
        "(() => { const n = 9, o = { n: 1 }, f = () => n; let i = 0;
            with (o) { while (i++ < n) o.n = 3 } return i })()",
        "4",
    ),
    ("templates", "const list = [1]; `${list} ${list.pop()}`", "1 1"),
    ("templates", "const o = { t() { return this === o } }; (o.t)`x`", "true"),
    (
        "postfix_updates",
        "class A {} A.prototype.k = 3; new (class extends A { m() { return super['k']++ } })().m()",
        "3",
    ),
    ("deletions", "let n = 0; try { ({ m() { delete super[n++] } }).m() } catch { } n", "1"),
    (
        "class_keys",
        "let s = ''; const k = { toString() { s += 'k'; return 'k' } };
            class A { static [k] = 1; [(s += 'm')]() {} } s",
        "km",
    ),
    ("powers", "const o = { p: 1 }; o.p **= NaN", "NaN"),
    ("early_writes", "try { (() => { [y] = [1]; let y = 2 })(); 'none' } catch (e) { e.name }", "ReferenceError"),
    ("parameter_names", "(function (g = () => {}) { return g.name })()", "g"),
    ("block_functions", "(function (x = 1) { { function f() {} } return typeof f })()", "function"),
    ("hoisted_functions", "class A { m() { { function f() {} } return typeof f } } new A().m()", "undefined"),
    ("hoisted_functions", "(function (x = 1) { { function f() {} } })(); typeof f", "undefined"),
    (
        "early_writes",
        "(() => { try { switch (2) { case 1: let x; break; case 2: x = 1 } return 1 } catch (e) { return e.name } })()",
        "ReferenceError",
    ),
    ("powers", "(x => x ** 308)(10)", "1e+308"),
    ("switch_functions", "const x = 1; (() => { switch (0) { case (x => x)(1): } return x })()", "1"),
    (
        "switch_functions",
        "const x = 1; try { switch ((() => { let x = 2; return x })()) { case 2: x } } catch (e) { e.name }",
        "1",
    ),
    ("nested_eval", "(x => ({ m() { return eval('x') } }).m())(1)", "1"),
    ("nested_eval", "(x => { class A { static m() { return eval('x') } } return A.m() })(1)", "1"),
    ("iterators", "const f = () => { throw 3 }; (() => { try { return 1 } finally { try { f() } catch { } } })()", "1"),
    (
        "iterators",
        "const f = () => { throw 3 }, g = (...a) => a; \
         (() => { try { return 1 } finally { try { g(2, f()) } catch { } } })()",
        "1",
    ),
    (
        "iterators",
        "let s = ''; const v = { next: () => ({}), return() { throw 1 }, [Symbol.iterator]() { return this } };
            const f = () => { for (const x of v) { try { return } catch { s += 'inside' } } };
            try { f() } catch { s += 'outside' } s",
        "outside",
    ),
    (
        "generator_returns",
        "let s = ''; const v = { next: () => ({}), return() { s += 'v'; return {} } };
            v[Symbol.iterator] = () => v;
            const g = (function* () { try { for (const x of v) yield x } finally { s += 'f' } })();
            g.next(); g.return(); s",
        "vf",
    ),
    (
        "strict_writes",
        "(function () { 'use strict'; try { for (nope of [1]); } catch (e) { return e.name } })()",
        "ReferenceError",
    ),
    (
        "strict_writes",
        "(() => { 'use strict'; try { (function f() { f = 1 })() } catch (e) { return e.name } })()",
        "TypeError",
    ),
    ("with_objects", "(() => { const o = { f() { return this === o } }; with (o) { return f?.() } })()", "true"),
    ("with_objects", "(() => { const k = 1; with ({ k: 2 }) { k = 3; return k } })()", "3"),
    ("with_objects", "(function f() { with ({ f: 1 }) { f = 2; return f } })()", "2"),
    ("method_keys", "(k => (() => class { static [k]() { return 1 } })().b())('b')", "1"),
    (
        "method_keys",
        "(function () { return (() => class A { static [this.k]() { return 1 } })().b() }).call({ k: 'b' })",
        "1",
    ),
    ("class_keys", "try { class A { [A.name]() {} } } catch (e) { e.name }", "ReferenceError"),
    ("class_names", "({ ['k']: class { static name = 'own' } }).k.name", "own"),
    (
        "early_writes",
        "(() => { try { y++ } catch { try { y } catch (e) { return e.name } } let y = 2 })()",
        "ReferenceError",
    ),
    ("early_writes", "try { (() => { c = 1 })(); const c = 2 } catch (e) { e.name }", "ReferenceError"),
    ("block_functions", "(() => { { function f() {} } { let f } return typeof f })()", "function"),
    ("templates", "const c = { n: 0, toString() { this.n++; return 'c' } }; `${c}${c.n}`", "c1"),
    (
        "switch_functions",
        "(() => { let v = 0; switch (0) { case (a => { let v = 0; return a })(1): break; default: return v + 4 } })()",
        "4",
    ),
    // Refused by `syntax_error/unsupported.rs`.
    ("unsupported", "(s => Object.getOwnPropertyNames(class { static [(() => s)()]() {} }).includes(s))('q')", "true"),
];

/// Valid modules that the engine refuses, and the file about them.
const REFUSED_MODULES: [(&str, &str); 3] = [
    ("refused_syntax", "export default async () => 1"),
    ("spelling", "import { of } from 'a'"),
    ("spelling", "import async from 'a'"),
];

/// A module that throws, without effect in the engine, and the file about it.
const LOST_ERROR: (&str, &str) = ("async_modules", "for await (const x of [1]) throw x");

/// Modules of which the first one must be rejected, and the file about them. In an engine with the fault, it stays
/// pending, or the engine panics.
const LOST_ERRORS_OF_GRAPHS: (&str, [&[(&str, &str)]; 2]) = (
    "module_turns",
    [
        &[("a", "import 'b'; throw 1"), ("b", "await 0")],
        // The second module is evaluated before both others have ended, and the third one finds that.
        &[
            ("a", "import 'b'"),
            ("b", "import 'a'; import 'c'; import 'd'; throw 1"),
            ("c", "await 0"),
            ("d", "await 0"),
        ],
    ],
);

/// Files that others share, and those that are not about a fault.
const SHARED: [&str; 19] = [
    "async_iterator",
    "crossing",
    "destructuring",
    "effects",
    "evaluated_text",
    "faults",
    "function_body",
    "host",
    "host_iterator",
    "mod",
    "names",
    "node_env",
    "open_loops",
    "own_names",
    "property_slots",
    "rounds",
    "value_kinds",
    "variables",
    "with_references",
];

/// The value of a program as a string, in an engine without corrections.
fn bare_engine(source: &'static str) -> String {
    let run = move || {
        let mut context = Context::default();
        context.runtime_limits_mut().set_loop_iteration_limit(1_000);
        let value = context.eval(Source::from_bytes(source)).and_then(|value| value.to_string(&mut context));
        value.map_or_else(|error| error.to_string(), |text| text.to_std_string_escaped())
    };
    catch_unwind(run).unwrap_or_else(|_| "a panic".to_owned())
}

#[test]
fn the_engine_has_the_faults() {
    for (file, program, right) in FAULTS {
        let value = bare_engine(program);
        assert_ne!(value, right, "the engine is right about this: can {file}.rs be deleted? {program}");
    }
}

#[test]
fn the_engine_refuses_modules() {
    for (file, text) in REFUSED_MODULES {
        let module = Parser::new(Source::from_bytes(text)).parse_module(&Scope::new_global(), &mut Interner::new());
        assert!(module.is_err(), "the engine accepts this: can {file}.rs be deleted? {text}");
    }
}

#[test]
fn the_engine_loses_errors_of_modules() {
    let (file, text) = LOST_ERROR;
    let mut context = Context::default();
    let module = Module::parse(Source::from_bytes(text), None, &mut context).unwrap();
    let promise = module.load_link_evaluate(&mut context);
    context.run_jobs().unwrap();
    let is_right = matches!(promise.state(), PromiseState::Rejected(_));
    assert!(!is_right, "the engine is right about this: can {file}.rs be deleted? {text}");
}

#[test]
fn the_engine_loses_errors_of_modules_that_wait() {
    let (file, graphs) = LOST_ERRORS_OF_GRAPHS;
    for graph in graphs {
        let run = || {
            let loader = Rc::new(MapModuleLoader::new());
            let mut context = Context::builder().module_loader(Rc::clone(&loader)).build().unwrap();
            let parse = |text: &str, context: &mut _| Module::parse(Source::from_bytes(text), None, context).unwrap();
            for (name, text) in graph {
                let module = parse(text, &mut context);
                loader.insert(*name, module);
            }
            let module = parse("import 'a'", &mut context);
            let promise = module.load_link_evaluate(&mut context);
            context.run_jobs().unwrap();
            matches!(promise.state(), PromiseState::Rejected(_))
        };
        let is_right = catch_unwind(run).unwrap_or(false);
        assert!(!is_right, "the engine is right about this: can {file}.rs be deleted? {graph:?}");
    }
}

#[test]
fn each_file_has_its_fault() {
    let with_fault = FAULTS
        .iter()
        .map(|(file, ..)| *file)
        .chain(REFUSED_MODULES.map(|(file, _)| file))
        .chain([LOST_ERROR.0, LOST_ERRORS_OF_GRAPHS.0]);
    let named: BTreeSet<String> =
        with_fault.filter(|file| *file != "unsupported").chain(SHARED).map(str::to_owned).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/corrections");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: BTreeSet<String> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(named, files);
}
