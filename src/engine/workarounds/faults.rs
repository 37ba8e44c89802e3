//! The faults of the engine: a test fails when one is gone, and says which file to delete.
//!
//! Many of the faults end the process, so each program runs in a process of its own.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::time::Instant;

use super::tests::bare_engine;

/// A file of this folder, a program, and the string that is its value in an engine without the fault.
const FAULTS: [(&str, &str, &str); 49] = [
    ("argument_lists", "try { Math.max.apply(null, { length: 2 ** 32 }) } catch (e) { e.name }", "RangeError"),
    (
        "array_buffer_slice",
        "const b = new ArrayBuffer(8, { maxByteLength: 8 });
            b.slice({ valueOf() { b.resize(1); return 0 } }).byteLength",
        "8",
    ),
    ("array_buffer_transfer", "try { new ArrayBuffer(1).transfer(2 ** 50) } catch (e) { e.name }", "RangeError"),
    ("array_flat", "const a = []; a[0] = a; try { a.flat(Infinity) } catch (e) { e.name }", "RangeError"),
    (
        "array_join",
        "let a = []; for (let n = 0; n < 1e6; n++) a = [a]; try { a.join() } catch (e) { e.name }",
        "RangeError",
    ),
    ("array_join", "new Uint8Array([1, 2]).toLocaleString()", "1,2"),
    (
        "array_lengths",
        "const f = x => { x.length = 0 }, a = [1], b = [2]; f(a); f(b); `${b[0]} ${b.length}`",
        "undefined 0",
    ),
    ("async_generator_next", "const f = async function* () { yield* f() }; f().next(); 'returned'", "returned"),
    (
        "atomics",
        "const b = new ArrayBuffer(8, { maxByteLength: 8 }), a = new Int32Array(b);
            try { Atomics.store(a, 1, { valueOf() { b.resize(0); return 0 } }) } catch (e) { e.name }",
        "TypeError",
    ),
    (
        "attribute_changes",
        "const o = { a: 1, b: 2, c: 3 }; Object.defineProperty(o, 'b', { enumerable: false });
            delete o.a; Object.keys(o).join()",
        "c",
    ),
    ("bigint_texts", "try { BigInt('1_0') } catch (e) { e.name }", "SyntaxError"),
    ("date_strings", "new Date(0).toLocaleString() === new Date(0).toString()", "false"),
    ("dates", "Date.parse('2024-01-01 10:00Z')", "1704103200000"),
    ("error_capture", "typeof Error.captureStackTrace", "function"),
    ("error_capture", "typeof Error.stackTraceLimit", "number"),
    ("own_stacks", "Object.getOwnPropertyNames(new Error()).join()", "stack"),
    ("json_parse", r#"JSON.parse('"\\ud800"').length"#, "1"),
    (
        "json_revive",
        "const f = function (key, value) { if (key === '0') this[1] = [0, 1]; return value };
            try { JSON.parse('[0, 1]', f) } catch (e) { e.name }",
        "RangeError",
    ),
    (
        "json_stringify",
        "let a = []; for (let n = 0; n < 1e6; n++) a = [a]; try { JSON.stringify(a) } catch (e) { e.name }",
        "RangeError",
    ),
    ("math_functions", "Math.sin(2.5)", "0.5984721441039564"),
    ("number_digits", "(4.2e-23).toFixed(20)", "0.00000000000000000000"),
    ("number_digits", "(25).toExponential(0)", "3e+1"),
    ("regexp/names_in_lookbehinds", "/(?<=(?<a>x)(?<b>y))z/.exec('xyz').groups.a", "x"),
    ("regexp/own_references", r"/((?:c?)\1)[^a]/.exec('c')[1]", ""),
    ("regexp/repeated_groups", "/^(?:(?:ab?)+)*b$/.test('ab')", "true"),
    ("regexp/repeated_groups", "/^(?:(?:a|ab)?){2}$/.test('abaa')", "false"),
    ("regexp/word_classes", r"/[\W_]/i.test('s')", "false"),
    (
        "replaced_accessors",
        "const o = { get x() { Object.defineProperty(this, 'x', { value: {} }) } }, read = () => o.x;
            read(); try { typeof read() } catch (e) { e.name }",
        "object",
    ),
    ("typed_array_constructors", "new Uint8Array(new Int8Array([-1]))[0]", "255"),
    // One hour of the year 2024 does not exist in New York.
    (
        "local_time",
        "let n = 0; for (let h = 0; h < 24 * 366; h++) { if (new Date(2024, 0, 1, h).getHours() !== h % 24) n++ } n",
        "1",
    ),
    ("locale_case", "'i'.toLocaleUpperCase('tr')", "\u{130}"),
    ("locale_compare", "'a'.localeCompare('B')", "-1"),
    ("locale_compare", "'\u{e9}'.localeCompare('e\u{301}')", "0"),
    ("number_strings", "(1234.5).toLocaleString()", "1,234.5"),
    ("number_texts", "String(Number('-inf'))", "NaN"),
    ("number_texts", "parseInt('999999999999999999')", "1000000000000000000"),
    ("number_texts", "Number('0b11010110001101001000010001001101110001011000111100010111010')", "482347102889605300"),
    (
        "property_changes",
        "const p = { a: 1 }, o = Object.create(p), f = () => o.a; f(); delete p.a; String(f())",
        "undefined",
    ),
    (
        "proposals",
        "typeof Promise.allKeyed + typeof Promise.allSettledKeyed + typeof Iterator.prototype.includes",
        "undefinedundefinedundefined",
    ),
    (
        "refused_changes",
        "try { Object.defineProperty(Object.freeze({}), 'x', {}) } catch (e) { e.message }",
        "Cannot define property x, object is not extensible",
    ),
    ("regexp/braced_escapes", r"/\u{2}/.test('uu')", "true"),
    ("regexp/exec", r"const r = /./gu; r.lastIndex = 1; r.exec('\u{1f600}')[0].length", "2"),
    ("regexp/shared_names", r"/(?:(?<n>a)|(?<n>b))\k<n>/.exec('bb')[0]", "bb"),
    ("regexp/source", r"/a\/b/.source", r"a\/b"),
    ("regexp/statics", "/(b)(c)/.test('abcd'); RegExp.$1", "b"),
    ("sort", "let n = 0; const a = Array.from({ length: 999 }, () => 0); a.sort(() => n++ % 3 - 1); a.length", "999"),
    ("string_length", "try { 'a'.repeat(2 ** 29).length } catch (e) { e.name }", "RangeError"),
    (
        "thrown_into_native",
        "const inner = () => { throw 5 }, outer = () => { inner() }, second = (a, b) => typeof b;
            second(1, new Promise(outer))",
        "object",
    ),
    ("uint8_array_text", "typeof Uint8Array.fromHex + typeof Uint8Array.prototype.toBase64", "functionfunction"),
];

/// Files about functions that are right, but take time in proportion to the square of the length: what sets up a
/// program for a length `n`, and the program.
const SLOW: [(&str, &str, &str); 5] = [
    ("array_insertions", "const a = []", "for (let i = 0; i < n / 20; i++) a.unshift(i)"),
    ("regexp/anchored", "const s = 'a '.repeat(n)", "const r = /b|a(?= )| (?=a)/y; while (r.test(s)) {}"),
    ("regexp/input", "const s = 'aé'.repeat(n)", "const r = /a/g; while (r.test(s)) {}"),
    ("regexp/split", "const s = 'a'.repeat(n)", "s.split(/b/)"),
    ("string_functions", "const s = 'a'.repeat(n)", "for (let i = 0; i < n; i++) s.indexOf('a', i)"),
];

/// Files that others share.
const SHARED: [&str; 27] = [
    "abstract_operations",
    "base64_text",
    "call_sites",
    "collation",
    "date_text",
    "date_tokens",
    "engine_functions",
    "faults",
    "json_circle",
    "json_fault",
    "json_record",
    "locales",
    "merge_sort",
    "mod",
    "nested_values",
    "regexp/corrections",
    "regexp/matcher",
    "regexp/mod",
    "regexp/pattern",
    "regexp/replacements",
    "regexp/slots",
    "regexp/surrogates",
    "regexp/text",
    "remembered_attributes",
    "string_search",
    "tests",
    "text_builder",
];

/// The program that [`evaluate_in_the_bare_engine`] runs.
const PROGRAM: &str = "POSTTASK_TEST_PROGRAM";
/// What is before the value of the program in the output of the process.
const VALUE: &str = "value of the program: ";

/// Not a test, but what the processes of the next test do.
#[test]
#[expect(clippy::print_stdout, reason = "the other process reads it")]
fn evaluate_in_the_bare_engine() {
    if let Ok(program) = env::var(PROGRAM) {
        println!("{VALUE}{}", bare_engine(&program));
    }
}

/// The value of a program as a string, in an engine without the replaced functions; `None` if it ends the process.
#[cfg(target_os = "linux")]
fn value_in_a_process(program: &str) -> Option<String> {
    let test = concat!(module_path!(), "::evaluate_in_the_bare_engine").split_once("::").unwrap().1;
    // The limit is for functions that allocate whatever length they are given.
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 4000000; ulimit -c 0; exec \"$0\" --exact \"$1\" --nocapture"])
        .args([env::current_exe().unwrap().as_os_str(), test.as_ref()])
        .env(PROGRAM, program)
        .env("TZ", "America/New_York")
        .output()
        .unwrap();
    let written = String::from_utf8_lossy(&output.stdout).into_owned();
    written.lines().find_map(|line| Some(line.split_once(VALUE)?.1.to_owned()))
}

// Other systems do not limit the memory of a process in this way.
#[cfg(target_os = "linux")]
#[test]
fn the_engine_has_the_faults() {
    assert_eq!(value_in_a_process("1 + 1").as_deref(), Some("2"));
    for (file, program, right) in FAULTS {
        let value = value_in_a_process(program);
        assert_ne!(
            value.as_deref(),
            Some(right),
            "the engine is right about this: can {file}.rs be deleted? {program}"
        );
    }
}

#[test]
#[ignore = "measures time"]
#[expect(clippy::disallowed_methods, reason = "the test measures time")]
fn the_engine_is_slow() {
    for (file, set_up, program) in SLOW {
        let time = |n: u32| {
            let start = Instant::now();
            bare_engine(&format!("const n = {n}; {set_up}; {program}"));
            start.elapsed()
        };
        let (short, long) = (time(20_000), time(80_000));
        assert!(
            long > short * 6,
            "the time is in proportion to the length: can {file}.rs be deleted? {short:?} {long:?}"
        );
    }
}

/// The names of the files in a folder, after the name of the folder.
fn files_in(folder: &str) -> Vec<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/workarounds")).join(folder);
    let paths = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.map(|path| format!("{folder}{}", path.file_stem().unwrap().to_string_lossy())).collect()
}

#[test]
fn each_file_has_its_fault() {
    let named: BTreeSet<String> =
        FAULTS.iter().chain(&SLOW).map(|(file, ..)| *file).chain(SHARED).map(str::to_owned).collect();
    let files: BTreeSet<String> = files_in("").into_iter().chain(files_in("regexp/")).collect();
    assert_eq!(named, files);
}
