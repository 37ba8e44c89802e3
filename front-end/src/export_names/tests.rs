//! The expected names are those that `cjs-module-lexer` 2.3 finds, except in the last test.

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

use super::{ExportNames, export_names};

const LOOP: &str = r#"Object.keys(_a).forEach(function (k) {
    if (k === "default" || k === "__esModule") return;
    exports[k] = _a[k];
})"#;

type Table<'t> = &'t [(&'t str, &'t [&'t str], &'t [&'t str])];

fn found(text: &str) -> ExportNames {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, SourceType::cjs()).parse();
    assert!(parsed.diagnostics.is_empty(), "{text}");
    export_names(&parsed.program)
}

#[track_caller]
fn check(table: Table<'_>) {
    for (text, names, reexports) in table {
        let text = text.replace("LOOP", LOOP);
        let found = found(&text);
        assert_eq!(found.names, *names, "names in {text}");
        assert_eq!(found.reexports, *reexports, "re-exports in {text}");
    }
}

#[test]
fn assignments_are_found() {
    check(&[
        ("exports.a += 1", &[], &[]),
        ("foo.exports.a = 1", &[], &[]),
        ("foo.module.exports.a = 1", &[], &[]),
        ("exports.a = exports.b = void 0", &["a", "b"], &[]),
        ("exports.a.b = 1", &[], &[]),
        ("module['exports'].a = 1", &[], &[]),
        ("module.exports['a'] = 1", &["a"], &[]),
        ("exports['a']['b'] = 1", &[], &[]),
        ("exports[`a`] = 1", &[], &[]),
        ("exports.enum = 1", &["enum"], &[]),
        (
            "exports.let = 1; exports.static = 2; exports.default = 3; exports.class=4; \
                exports.await = 5; exports.if=6; exports.eval=7; exports.interface=1",
            &["let", "static", "default", "class", "await", "if", "eval", "interface"],
            &[],
        ),
        ("exports['enum'] = 1; exports['a b'] = 2; exports[''] = 3;", &["enum", "a b", ""], &[]),
        (
            r#"exports['\u0061b'] = 1; exports['\ud83d'] = 1; exports["\x61"] = 1; exports['é'] = 2"#,
            &["ab", "a", "é"],
            &[],
        ),
        ("exports.é = 1", &["é"], &[]),
        ("(exports).a = 1", &[], &[]),
        ("exports.a; exports.b", &[], &[]),
        ("for (exports.a of x) {}", &[], &[]),
        ("[exports.a] = [1]; ({ x: exports.b = 2 } = y)", &["b"], &[]),
        ("delete exports.a", &[], &[]),
        ("exports.a ||= 1", &[], &[]),
        ("exports.a++", &[], &[]),
        ("function exports() { exports.a = 1 }", &["a"], &[]),
        ("this.a = 1; exports.b = this.c = 1", &["b"], &[]),
        ("`${exports.a = 1}`", &["a"], &[]),
        ("`${exports.a = `${exports.b = 2}`}`", &["a", "b"], &[]),
        ("class A { exports = 1; static { exports.c = 1 } m() { exports.d = 1 } }", &["c", "d"], &[]),
        ("exports .a = 1; exports/* c */./*d*/b/*e*/= 2;", &["a", "b"], &[]),
        ("module . exports . a = 1", &["a"], &[]),
        ("let exports = {}; exports.a = 1;", &["a"], &[]),
        ("exports = { a, b }", &[], &[]),
        ("module.exports = exports = { a, b }", &[], &[]),
        ("module.exports = exports = require('x')", &[], &[]),
        ("exports = module.exports = require('x')", &[], &["x"]),
        ("exports = require('x')", &[], &[]),
        ("var x = module.exports = require('x')", &[], &["x"]),
        ("module.exports = require('a'); module.exports = foo", &[], &[]),
        ("module.exports = foo; module.exports = require('a');", &[], &["a"]),
        ("module.exports = require('a').b", &[], &["a"]),
        ("module.exports = require('a')(b)", &[], &["a"]),
        ("module.exports = require('a', b)", &[], &[]),
        ("module.exports = require('a' + b)", &[], &[]),
        (r#"module.exports = require("a")"#, &[], &["a"]),
        ("module.exports = require(`a`)", &[], &[]),
        (r#"module.exports = (require("a"))"#, &[], &[]),
        (r#"module.exports = x || require("a")"#, &[], &[]),
        (r#"module.exports = x ? require("a") : require('b')"#, &[], &[]),
        ("module.exports = require.resolve('x')", &[], &[]),
        (r#"module.exports == require("a")"#, &[], &[]),
        ("module.exports = function() { return require('x') }", &[], &[]),
        ("module.exports = () => { exports.a = 1 }", &["a"], &[]),
        ("module.exports.a.b = 1", &[], &[]),
        ("module.exports = Object.assign({}, require('x'))", &[], &[]),
        ("exports.__esModule = true", &["__esModule"], &[]),
        ("module.exports += require('x')", &[], &[]),
        ("module.exports ||= require('x')", &[], &[]),
        ("if (a) module.exports = require('x'); else module.exports = require('y')", &[], &["y"]),
        ("module.exports = new (require('x'))", &[], &[]),
        ("exports.a = require('x')", &["a"], &[]),
        ("exports.default = module.exports; module.exports = exports.default", &["default"], &[]),
        (r#"exports[ 'a' ] = 1; exports[ /* x */ "b" ] = 1; exports['c' + d] = 1"#, &["a", "b"], &[]),
        (
            "(function (global, factory) { factory(exports) })(this, function (exports) { \
                exports.a = 1; exports.b = 2; exports.a = 3; });",
            &["a", "b"],
            &[],
        ),
        ("", &[], &[]),
        ("x.y = 1", &[], &[]),
        (r"exports['\ud83d'] = 1; exports[0] = 1; exports[x] = 1", &[], &[]),
    ]);
}

#[test]
fn all_properties_of_literals_count() {
    check(&[
        ("exports = module.exports = { a, b }", &["a", "b"], &[]),
        ("var x = module.exports = { a, b }", &["a", "b"], &[]),
        ("module.exports = require('a'); module.exports = {a, b}", &["a", "b"], &[]),
        ("module.exports = {...require('a')}; module.exports = {a, b}", &["a", "b"], &[]),
        ("module.exports = {...require('a')}; module.exports = require('b')", &[], &["b"]),
        ("module.exports = {a}; module.exports = {b}", &["a", "b"], &[]),
        // Node stops at the first value that is not a name. All of these are properties.
        ("module.exports = { a: 1, b: 2 }", &["a", "b"], &[]),
        ("module.exports = { a: b, c: d.e, f }", &["a", "c", "f"], &[]),
        ("module.exports = { a() {}, *b() {}, async c() {}, get d() {} }", &["a", "b", "c", "d"], &[]),
        ("module.exports = { 'a': function () {}, 'b-c': class {} }", &["a", "b-c"], &[]),
        ("module.exports = { [a]: b, 1: c, d }", &["d"], &[]),
        ("module.exports = { a, ...b(), c, ...require('d') }", &["a", "c"], &["d"]),
        ("module.exports = { a, ...require('b').c, d }", &["a", "d"], &[]),
    ]);
}

#[test]
fn getters_that_only_read_are_defined() {
    check(&[
        ("Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return q.p; } });", &["a"], &[]),
        (
            "Object.defineProperty(exports, 'a', { enumerable: true, get: function get() { return q.p; } });",
            &["a"],
            &[],
        ),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return q.p } })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return q['p'] }, })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return q[p] }, })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return q.p.r }, })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return q[0] }, })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return 1 }, })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return q }, })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return (q) }, })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return this }, })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return this.x }, })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { q.p }, })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get(x) { return q.p }, })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return q.p() }, })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get() { return q.p; x }, })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get: () => q.p })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get: () => { return q.p } })"#, &[], &[]),
        (
            r#"Object.defineProperty(exports, "a", { enumerable: true, get: async function () { return q.p } })"#,
            &[],
            &[],
        ),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get: function* () { return q.p } })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get: q })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, 'get': function() { return q.p } })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: !0, get: function() { return q.p } })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: false, get: function() { return q.p } })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: 1, get: function() { return q.p } })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { get: function() { return q.p }, enumerable: true })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { get: function() { return q.p }, configurable: true })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { get: function() { return q.p } })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { get: function() { return q.p } }, x)"#, &[], &[]),
    ]);
}

#[test]
fn values_are_defined() {
    check(&[
        (r#"Object.defineProperty(exports, "a", { value: 1 })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { value: 1, enumerable: true })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { value: f() , x: 1 })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, value: 1 })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, 'value': 1 })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: false, value: 1 })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, configurable: true, value: 1 })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { writable: true, value: 1 })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { value })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { value() {} })"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, value })"#, &[], &[]),
        ("Object.defineProperty(exports, a, { value: 1 })", &[], &[]),
        (r#"Object.defineProperty(exports, "a", x)"#, &[], &[]),
        (
            concat!(
                r#"Object.defineProperty(exports, "a", { value: 1 }); "#,
                r#"Object.defineProperty(exports, "a", { get() { return f() } })"#
            ),
            &[],
            &[],
        ),
        (
            concat!(
                r#"Object.defineProperty(exports, "a", { get() { return f() } }); "#,
                r#"Object.defineProperty(exports, "a", { value: 1 });"#
            ),
            &[],
            &[],
        ),
        (r#"exports.a = 1; Object.defineProperty(exports, "a", { get() { return f() } }); exports.a = 2"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a", { get() { return f() } }); exports.a = 2"#, &[], &[]),
        (r#"Object.defineProperty(exports, "a"); exports.a = 2"#, &[], &[]),
        ("Object.defineProperty(exports, a); exports.a = 2", &["a"], &[]),
        (r#"Object.defineProperty(module.exports, "a", { value: 1 })"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "__esModule", { value: true })"#, &["__esModule"], &[]),
        (r#"Object.defineProperty(exports, "__esModule", { value: !0 })"#, &["__esModule"], &[]),
        (r#"Reflect.defineProperty(exports, "a", { value: 1 })"#, &[], &[]),
        (r#"foo.Object.defineProperty(exports, "a", { value: 1 })"#, &[], &[]),
        ("Object.defineProperties(exports, { a: { value: 1 } })", &[], &[]),
        (r#"Object["defineProperty"](exports, "a", { value: 1 })"#, &[], &[]),
        (r#"x = Object.defineProperty(exports, "a", { value: 1 })"#, &["a"], &[]),
        (r#"(0, Object.defineProperty)(exports, "a", { value: 1 })"#, &[], &[]),
        (r#"function f() { Object.defineProperty(exports, "a", { value: 1 }) }"#, &["a"], &[]),
        (r#"Object.defineProperty(exports, "enum", { value: 1 })"#, &["enum"], &[]),
        (
            concat!(
                r#"Object.defineProperty(exports, "a", { enumerable: true, get: function () { "#,
                r#"return q.p; }, set: function (v) { x = v } });"#
            ),
            &[],
            &[],
        ),
        (r#"Object.defineProperty(exports, "a", { enumerable: true, get: function () { return q?.p; } });"#, &[], &[]),
        (
            concat!(
                r#"Object.defineProperty(exports, "a", { enumerable: true, get: function () { "use "#,
                r#"strict"; return q.p; } });"#
            ),
            &[],
            &[],
        ),
        (
            r#"Object.defineProperty(exports, "a", { enumerable: true, get: function () { return exports.x = 1; } });"#,
            &["x"],
            &[],
        ),
        (r#"Object.defineProperty(exports, "a", { get: function () { exports.x = 1; return y } });"#, &["x"], &[]),
        (r#"Object.defineProperty(exports, "a", { value: exports.x = 1 });"#, &["a", "x"], &[]),
        ("Object.defineProperty(exports, `a`, { value: 1 }); ", &[], &[]),
        ("Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return `x`; } }); ", &[], &[]),
        (
            "Object.defineProperty(module.exports, 'a', { enumerable: true, get: function foo() { return true; } }); ",
            &["a"],
            &[],
        ),
        (r"Object.defineProperty(exports, '\u0061', { value: 1 }); exports.a", &["a"], &[]),
        ("Object.defineProperty(exports, 'a', { get: function () { return x; } }), exports.b = 1", &["a", "b"], &[]),
        ("Object.defineProperty(exports, 'a', { enumerable: true, }); exports.b = 1", &["b"], &[]),
        (
            concat!(
                r#"Object.defineProperty(exports, 'a', { enumerable: true, get() { return q["p"]; "#,
                r#"} , get2 : 1}); exports.b = 1"#
            ),
            &["b"],
            &[],
        ),
        ("Object.defineProperty(Object.defineProperty(exports, 'a', {value: 1}), 'b', {value: 2})", &["a"], &[]),
        ("Object.defineProperty(this, 'a', { value: 1 })", &[], &[]),
        ("Object.defineProperty(exports.x, 'a', { value: 1 })", &[], &[]),
        ("Object.defineProperty((exports), 'a', { value: 1 })", &[], &[]),
        ("Object.defineProperty(exports, ('a'), { value: 1 })", &[], &[]),
    ]);
}

#[test]
fn whole_modules_are_re_exported() {
    check(&[
        ("__export(require('a'))", &[], &["a"]),
        ("__exportStar(require('a'))", &[], &["a"]),
        ("__exportStar(require('a'), exports)", &[], &["a"]),
        ("tslib_1.__exportStar(require('a'), exports)", &[], &["a"]),
        ("tslib.__export(require('a'))", &[], &["a"]),
        ("(0, tslib_1.__exportStar)(require('a'), exports)", &[], &[]),
        ("(0, __exportStar)(require('a'), exports)", &[], &[]),
        ("a.b.__exportStar(require('a'), exports)", &[], &["a"]),
        ("function f() { __exportStar(require('a'), exports) }", &[], &[]),
        ("{ __exportStar(require('a'), exports) }", &[], &[]),
        ("if (x) __exportStar(require('a'), exports)", &[], &["a"]),
        ("if (x) { __exportStar(require('a'), exports) }", &[], &[]),
        (r#"__exportStar(require("a"), exports), __exportStar(require("b"), exports)"#, &[], &["a", "b"]),
        ("x = __exportStar(require('a'))", &[], &["a"]),
        ("f(__exportStar(require('a')))", &[], &[]),
        ("x && __exportStar(require('a'))", &[], &["a"]),
        ("__exportStar(x)", &[], &[]),
        ("__exportStar(require('a').b)", &[], &["a"]),
        ("__exportStar(require(a))", &[], &[]),
        ("__exportStar(require('a', 1))", &[], &[]),
        ("__exportStar(__require('a'))", &[], &[]),
        ("__reExport(exports, require('a'))", &[], &[]),
        ("__reExport(exports, require('a'), module.exports)", &[], &[]),
        ("__exportStar(__importStar(require('a')))", &[], &[]),
        ("__exportStar(x(require('a')))", &[], &[]),
        ("`${__exportStar(require('a'))}`", &[], &[]),
        ("__exportStar(require('a')); module.exports = require('b'); __exportStar(require('c'))", &[], &["b", "c"]),
        ("module.exports = require('b'); __exportStar(require('c')); __exportStar(require('c'))", &[], &["b", "c"]),
        ("module.exports = { ...require('a'), b, ...require('a') }; __exportStar(require('a'))", &["b"], &["a"]),
        ("var f = () => __exportStar(require('c'))", &[], &["c"]),
        ("[__exportStar(require('c'))]", &[], &["c"]),
        ("(__exportStar(require('c')))", &[], &[]),
        ("`${x}`; __exportStar(require('c'))", &[], &["c"]),
        ("var m = __exportStar(require('c'))", &[], &["c"]),
        ("__exportStar(require('c')); module.exports.x = y", &["x"], &["c"]),
        ("__exportStar(require('c')); foo.module.exports = y", &[], &["c"]),
    ]);
}

#[test]
fn loops_of_babel_are_found() {
    let head = r#"var _a = require("a"); Object.keys(_a).forEach(function (k) { "#;
    for (body, found) in LOOPS {
        let text = format!("{head}{body} }});");
        let reexports: &[&str] = if *found { &["a"] } else { &[] };
        check(&[(&text, &[], reexports)]);
    }
}

/// The body of a loop, and whether Node knows it.
const LOOPS: &[(&str, bool)] = &[
    (r#"if (k === "default" || k === "__esModule") return; exports[k] = _a[k];"#, true),
    ("if (k === 'default' || k === '__esModule') return; exports[k] = _a[k];", true),
    ("if (k === '__esModule' || k === 'default') return; exports[k] = _a[k];", false),
    (r#"if (k == "default" || k == "__esModule") return; exports[k] = _a[k];"#, false),
    (r#"if (k !== "default") exports[k] = _a[k];"#, true),
    (r#"if (k !== "default" && k !== "__esModule") exports[k] = _a[k];"#, false),
    ("exports[k] = _a[k];", false),
    (
        concat!(
            r#"if (k === "default" || k === "__esModule") return; Object.defineProperty(exports, "#,
            r#"k, { enumerable: true, get: function () { return _a[k]; } });"#
        ),
        true,
    ),
    (
        concat!(
            r#"if (k === "default" || k === "__esModule") return; Object.defineProperty(exports, "#,
            r#"k, { get: function () { return _a[k]; } });"#
        ),
        false,
    ),
    (
        concat!(
            r#"if (k === "default" || k === "__esModule") return; if (k in exports && exports[k] "#,
            r#"=== _a[k]) return; Object.defineProperty(exports, k, { enumerable: true, get: "#,
            r#"function get() { return _a[k]; } });"#
        ),
        true,
    ),
    (
        concat!(
            r#"if (k === "default" || k === "__esModule") return; if "#,
            r#"(Object.prototype.hasOwnProperty.call(_exportNames, k)) return; if (k in exports && "#,
            r#"exports[k] === _a[k]) return; Object.defineProperty(exports, k, { enumerable: true, "#,
            r#"get: function get() { return _a[k]; } });"#
        ),
        true,
    ),
    (
        concat!(
            r#"if (k === "default" || k === "__esModule") return; if "#,
            r#"(Object.hasOwnProperty.call(_exportNames, k)) return; exports[k] = _a[k];"#
        ),
        true,
    ),
    (
        concat!(
            r#"if (k !== "default" && !Object.prototype.hasOwnProperty.call(exports, k)) "#,
            r#"Object.defineProperty(exports, k, { enumerable: true, get: function () { return "#,
            r#"_a[k]; } });"#
        ),
        true,
    ),
    (r#"if (k !== "default" && !exports.hasOwnProperty(k)) exports[k] = _a[k];"#, true),
    ("if (k !== 'default' && !exports.hasOwnProperty(k)) module.exports[k] = _a[k];", true),
    (r#"if (k === "default" || k === "__esModule") return; exports[k] = _b[k];"#, false),
];

#[test]
fn loops_are_top_level_and_follow_their_variable() {
    check(&[
        (
            concat!(
                r#"var _a = require("a"); Object.keys(_a).forEach((k) => { if (k === "default" || "#,
                r#"k === "__esModule") return; exports[k] = _a[k]; });"#
            ),
            &[],
            &[],
        ),
        (
            concat!(
                r#"var _a = require("a"); Object.keys(_a).forEach(k => { if (k === "default" || k "#,
                r#"=== "__esModule") return; exports[k] = _a[k]; });"#
            ),
            &[],
            &[],
        ),
        (r#"let _a = require("a"); LOOP;"#, &[], &["a"]),
        (r#"const _a = _interopRequireWildcard(require("a")); LOOP;"#, &[], &["a"]),
        (r#"const _a = __importStar(require("a")); LOOP;"#, &[], &[]),
        (r#"_a = require("a"); LOOP;"#, &[], &[]),
        (r#"LOOP; var _a = require("a"); "#, &[], &[]),
        (r#"var _a = require("a"); { LOOP; }"#, &[], &[]),
        (r#"function f() { var _a = require("a"); LOOP; }"#, &[], &[]),
        (r#"var _a = require("a"); x = LOOP;"#, &[], &["a"]),
        (r#"var _a = require("a"); _a && LOOP;"#, &[], &["a"]),
        (
            concat!(
                r#"var _a = require("a"); Object.keys(_a).forEach(function (k) { if (k === "#,
                r#""default" || k === "__esModule") return; if (k in exports && exports[k] === "#,
                r#"_a[k]) return; Object.defineProperty(exports, k, { enumerable: true, get: "#,
                r#"function get() { return _a[k]; } }); }, x);"#
            ),
            &[],
            &[],
        ),
        (
            concat!(
                r#"var _a = require("a"); Object.keys(_a).forEach(function (k, i) { if (k === "#,
                r#""default" || k === "__esModule") return; exports[k] = _a[k]; });"#
            ),
            &[],
            &[],
        ),
        (
            concat!(
                r#"var _a = require("a"); Object.keys(_a).forEach(function f(k) { if (k === "#,
                r#""default" || k === "__esModule") return; exports[k] = _a[k]; });"#
            ),
            &[],
            &[],
        ),
        (r#""default" in _a || 1; var _a = require('b'); var _a = require('c'); LOOP;"#, &[], &["c"]),
        (r#"var _a = require("a"); LOOP; module.exports = x"#, &[], &[]),
        (
            r#"module.exports = require('b'); var _a = require("a"); LOOP; module.exports = exports["default"];"#,
            &[],
            &[],
        ),
        (
            concat!(
                r#"module.exports = require('b'); var _a = require("a"); LOOP; "#,
                r#"__exportStar(require('c')); __exportStar(require('b'));"#
            ),
            &[],
            &["b", "a", "c"],
        ),
        (r#"var _a = require("a"); LOOP; __exportStar(require('c')); function f() { module.exports = y }"#, &[], &[]),
    ]);
}

/// The lexer sees tokens only. The tree is more exact, and comments, spaces and braces make no difference to it.
#[test]
fn the_tree_is_more_exact_than_tokens() {
    check(&[
        ("exports.a == 1", &[], &[]),
        ("exports.a === 1", &[], &[]),
        (r"exports.\u0061b = 1", &["ab"], &[]),
        ("(exports.a) = 1", &["a"], &[]),
        ("module.exports = { a = 1 } = x", &[], &[]),
        ("module.exports = { a: b /* c */, /* d */ e }", &["a", "e"], &[]),
        ("module.exports = { a: b // c\n, f }", &["a", "f"], &[]),
        (r#"Object.defineProperty(exports, "a", { get: function() { return q.p } },)"#, &["a"], &[]),
        ("__export(exports, { a: () => a, b: () => b })", &["a", "b"], &[]),
        ("__exportStar (require('a'))", &[], &["a"]),
        (r#"require('a'); __export (require ("b"))"#, &[], &["b"]),
        (
            concat!(
                r#"var _a = require("a"); Object.keys(_a).forEach(function (k) { if (k !== "#,
                r#"'default' && !x.hasOwnProperty(k)) { exports[k] = _a[k]; } });"#
            ),
            &[],
            &["a"],
        ),
        (
            concat!(
                r#"var _a = require("a"); Object.keys(_a).forEach(function (k) { if (k === "#,
                r#""default" || k === "__esModule") { return; } exports[k] = _a[k]; });"#
            ),
            &[],
            &["a"],
        ),
        (r#"var _x = 1, _a = require("a"); LOOP;"#, &[], &["a"]),
        (
            concat!(
                r#"var _a = require("a"), _b = require("b"); Object.keys(_b).forEach(function (k) "#,
                r#"{ if (k === "default" || k === "__esModule") return; exports[k] = _b[k]; });"#
            ),
            &[],
            &["b"],
        ),
        (r#"var _a = require("a").b; LOOP;"#, &[], &[]),
        ("module.exports = { ...require('a'), get b() {} }; exports.c = 1", &["b", "c"], &["a"]),
        ("Object.defineProperty(exports, 'a' + b, { value: 1 }); exports.a = 1", &["a"], &[]),
        ("__exportStar(require('c')); module.exports == y", &[], &["c"]),
    ]);
}
