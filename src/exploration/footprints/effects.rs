//! What the uses of a function access.
//!
//! Built-in functions that are not listed here may do anything. A program cannot get hold of a built-in function whose
//! effects are not counted where its name occurs: a read of such a name that is not a call is not known either.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::builtin_names::BuiltinNames;
use super::host_functions::HostModules;
use super::location::{Kind, Location};
use super::used::Use;

/// An access, and which argument tells the instances of a variable apart.
pub(super) type Access = (Location, Kind, Option<usize>);

/// Methods that do not access anything but strings, numbers and what they announce themselves.
const PURE: &[&str] = &[
    "at",
    "charAt",
    "charCodeAt",
    "codePointAt",
    "startsWith",
    "endsWith",
    "padStart",
    "padEnd",
    "repeat",
    "trim",
    "trimStart",
    "trimEnd",
    "toUpperCase",
    "toLowerCase",
    "substring",
    "substr",
    "normalize",
    "toFixed",
    "toPrecision",
    "then",
    "catch",
    "finally",
    "close",
    "abort",
    "throwIfAborted",
    "addEventListener",
    "removeEventListener",
    "dispatchEvent",
    // Those of `Promise`, or what an executor gets.
    "resolve",
    "reject",
];

/// Methods of arrays that read them, and methods of strings that have the same names.
const READ_ELEMENTS: &[&str] = &[
    "at",
    "concat",
    "every",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flat",
    "flatMap",
    "forEach",
    "includes",
    "indexOf",
    "join",
    "lastIndexOf",
    "map",
    "reduce",
    "reduceRight",
    "slice",
    "some",
    "toReversed",
    "toSorted",
    "toSpliced",
    "with",
    "toString",
    "split",
    "call",
    "apply",
    "bind",
];

/// Methods of arrays that change them.
const WRITE_ELEMENTS: &[&str] = &["push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill", "copyWithin"];

const READ_COLLECTIONS: &[&str] = &["get", "has", "forEach"];

const WRITE_COLLECTIONS: &[&str] = &["set", "add", "delete", "clear"];

/// Properties of built-in objects that are data.
const DATA: &[&str] = &[
    "length",
    "size",
    "data",
    "message",
    "name",
    "stack",
    "cause",
    "port1",
    "port2",
    "type",
    "target",
    "currentTarget",
    "errors",
    "signal",
    "aborted",
    "reason",
    "detail",
    "resolve",
    "reject",
];

/// Properties that tell whether a signal is aborted.
const OF_SIGNALS: &[&str] = &["aborted", "reason", "throwIfAborted"];

/// Event handlers of the global object, which are called although nothing seems to read them.
const GLOBAL_HANDLERS: &[&str] = &["onerror", "onunhandledrejection", "onrejectionhandled"];

/// What is read of a listener that is an object when it is called.
pub(super) const OF_LISTENERS: [&str; 1] = ["handleEvent"];

/// What the constructors of events read of their options.
const OPTIONS_OF_EVENTS: [&str; 4] = ["bubbles", "cancelable", "composed", "detail"];

/// Globals whose use accesses nothing, besides what they announce themselves.
const PURE_GLOBALS: &[&str] = &[
    "queueMicrotask()",
    "isNaN()",
    "isFinite()",
    "parseInt()",
    "parseFloat()",
    "new Promise",
    "new WeakMap",
    "new WeakSet",
    "new Object",
    "new MessageChannel",
    "new Error",
    "new TypeError",
    "new RangeError",
    "new SyntaxError",
    "new ReferenceError",
    "Error()",
    "TypeError()",
    "RangeError()",
    "JSON.parse()",
    "Array.isArray()",
    "Array.of()",
    "Number.isInteger()",
    "Number.isFinite()",
    "Number.isNaN()",
    "Number.isSafeInteger()",
    "Number.parseFloat()",
    "Number.parseInt()",
    "Number.MAX_SAFE_INTEGER",
    "Number.MIN_SAFE_INTEGER",
    "Number.EPSILON",
    "Number.MAX_VALUE",
    "Object.is()",
    "Promise.resolve()",
    "Promise.reject()",
    "scheduler.postTask()",
    "scheduler.yield()",
    "setTimeout()",
    "setInterval()",
    "clearTimeout()",
    "clearInterval()",
    "String.fromCharCode()",
    // While the order of work is open, no time passes.
    "Date.now()",
    "performance.now()",
    "new AbortController",
    "AbortSignal.abort()",
    "new EventTarget",
    "new Event",
    "new CustomEvent",
    "extends EventTarget",
    "extends Event",
    "extends CustomEvent",
    "extends Error",
    "instanceof Error",
    "instanceof TypeError",
    "instanceof RangeError",
    "instanceof Function",
    "instanceof Object",
    "instanceof Array",
    "instanceof Map",
    "instanceof Set",
    "instanceof Promise",
];

/// Globals that read what they get.
const READING_GLOBALS: &[&str] = &[
    "String()",
    "Number()",
    "Boolean()",
    "new Map",
    "new Set",
    "new Array",
    "Array()",
    "Array.from()",
    "Promise.all()",
    "Promise.allSettled()",
    "Promise.race()",
    "Promise.any()",
    "JSON.stringify()",
    "AbortSignal.any()",
    "Object.keys()",
    "Object.values()",
    "Object.entries()",
];

/// Methods that convert their arguments, or the elements of an array, only if they are those of a program.
const CONVERT_NOTHING: &[&str] = &[
    "then",
    "catch",
    "finally",
    "close",
    "abort",
    "throwIfAborted",
    "addEventListener",
    "removeEventListener",
    "dispatchEvent",
    "resolve",
    "reject",
    "forEach",
    "get",
    "has",
    "set",
    "add",
    "delete",
    "clear",
    "call",
    "apply",
    "bind",
    "push",
    "unshift",
    "pop",
    "shift",
    "reverse",
    "map",
    "every",
    "some",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flatMap",
    "reduce",
    "reduceRight",
];

/// Methods that convert elements of arrays to strings.
const CONVERT_ELEMENTS: &[&str] = &["join", "toString", "sort", "toSorted"];

/// Globals that do not convert what they get.
const CONVERT_NO_ARGUMENTS: &[&str] = &[
    "queueMicrotask()",
    "new Promise",
    "new Object",
    "Array.isArray()",
    "Array.of()",
    "Number.isInteger()",
    "Number.isFinite()",
    "Number.isNaN()",
    "Number.isSafeInteger()",
    "Object.is()",
    "Promise.resolve()",
    "Promise.reject()",
    "scheduler.postTask()",
    "setTimeout()",
    "setInterval()",
];

const PRINTING_GLOBALS: &[&str] =
    &["console.log()", "console.info()", "console.warn()", "console.error()", "console.debug()"];

/// Adds what a use accesses. Returns false if it may be anything.
pub(super) fn accesses(it: &Use, builtins: &BuiltinNames, host: &HostModules, found: &mut Vec<Access>) -> bool {
    match it {
        Use::Variable { id, is_written, scope, .. } => {
            let kind = if *is_written { Kind::Write } else { Kind::Read };
            found.push((Location::Variable(*id, 0), kind, *scope));
        }
        Use::GlobalVariable { name, is_written } => global_variable(name, *is_written, found),
        Use::Read(name) => {
            if host.member_tells(name) == Some(false) || builtins.contain(name) && !DATA.contains(&&**name) {
                return false;
            }
            read_field(name, found);
        }
        Use::Write(name) => {
            if builtins.contain(name) && !DATA.contains(&&**name) || GLOBAL_HANDLERS.contains(&&**name) {
                return false;
            }
            write_field(name, found);
        }
        Use::OfGlobalObject(name) => return !builtins.are_of_global_object(name),
        Use::Method { name, is_plain } => {
            return method(name, *is_plain, builtins, found) && host.member_tells(name) != Some(false);
        }
        Use::Host { tells, .. } => return *tells,
        Use::Global { name, is_plain } => return global(name, *is_plain, found),
        // The name may be one of `OF_SIGNALS`.
        Use::ReadAny => {
            read_anything(found);
            found.extend(plain([(Location::Signals, Kind::Read)]));
        }
        Use::WriteAny => found.extend(plain([
            (Location::FieldsForReaders, Kind::Write),
            (Location::FieldsForWriters, Kind::Write),
            (Location::Elements, Kind::Write),
        ])),
        Use::Convert => convert(found),
        Use::Iterate => {
            found.extend(plain([(Location::Elements, Kind::Read), (Location::Collections, Kind::Read)]));
        }
        Use::TimerNumber => found.extend(plain([(Location::TimerNumbers, Kind::Write)])),
    }
    true
}

fn plain<const N: usize>(accesses: [(Location, Kind); N]) -> impl Iterator<Item = Access> {
    accesses.into_iter().map(|(location, kind)| (location, kind, None))
}

/// The properties with a name.
pub(super) fn field(name: &str) -> Location {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    Location::Field(hasher.finish())
}

/// An object becomes a primitive value. What the functions of the program do then, they announce.
fn convert(found: &mut Vec<Access>) {
    found.extend(plain([(Location::Elements, Kind::Read), (Location::ErrorTexts, Kind::Read)]));
}

/// The property exists from the beginning, so writes do not change the order of properties.
fn global_variable(name: &Arc<str>, is_written: bool, found: &mut Vec<Access>) {
    if is_written {
        found.extend(plain([(field(name), Kind::Write), (Location::FieldsForReaders, Kind::Add)]));
    } else {
        found.push((field(name), Kind::Read, None));
    }
    found.extend(plain([(Location::FieldsForWriters, Kind::Add)]));
}

fn read_field(name: &Arc<str>, found: &mut Vec<Access>) {
    found.extend(plain([(field(name), Kind::Read), (Location::FieldsForWriters, Kind::Add)]));
    match &**name {
        "length" => found.extend(plain([(Location::Elements, Kind::Read)])),
        "size" => found.extend(plain([(Location::Collections, Kind::Read)])),
        // Its first line is made when it is first read.
        "stack" => found.extend(plain([(Location::ErrorTexts, Kind::Read)])),
        name if OF_SIGNALS.contains(&name) => found.extend(plain([(Location::Signals, Kind::Read)])),
        _ => {}
    }
}

fn read_fields(names: &[&str], found: &mut Vec<Access>) {
    for &name in names {
        read_field(&Arc::from(name), found);
    }
}

fn write_field(name: &Arc<str>, found: &mut Vec<Access>) {
    // The value that was there can be seen by a setter. Writes of two fields may create them, and the order of the
    // properties of an object can be seen.
    found.extend(plain([
        (field(name), Kind::Write),
        (Location::FieldsForReaders, Kind::Write),
        (Location::FieldsForWriters, Kind::Add),
    ]));
    match &**name {
        "length" => found.extend(plain([(Location::Elements, Kind::Write)])),
        "message" | "name" => found.extend(plain([(Location::ErrorTexts, Kind::Write)])),
        _ => {}
    }
}

fn read_anything(found: &mut Vec<Access>) {
    found.extend(plain(OF_ANYTHING));
}

/// What is accessed by what reads all that an object contains.
pub(super) const OF_ANYTHING: [(Location, Kind); 4] = [
    (Location::FieldsForReaders, Kind::Read),
    (Location::FieldsForWriters, Kind::Add),
    (Location::Elements, Kind::Read),
    (Location::Collections, Kind::Read),
];

/// What is accessed by what shows an object, besides the console: the texts of errors and the states of promises and
/// signals are shown, too.
pub(super) fn shown() -> impl Iterator<Item = (Location, Kind)> {
    let states = [Location::ErrorTexts, Location::Promises, Location::Settled, Location::Signals];
    OF_ANYTHING.into_iter().chain(states.map(|location| (location, Kind::Read)))
}

fn method(name: &Arc<str>, is_plain: bool, builtins: &BuiltinNames, found: &mut Vec<Access>) -> bool {
    // The method itself is a property, which a program may have.
    read_field(name, found);
    let text = &**name;
    if text == "postMessage" && !is_plain || text == "hasOwnProperty" {
        read_anything(found);
    }
    if CONVERT_ELEMENTS.contains(&text) {
        convert(found);
    }
    match text {
        // Listeners are called. Those of other targets may be removed, but not by an abort of the same signal.
        "abort" => {
            found.extend(plain([(Location::Signals, Kind::Write), (Location::Listeners, Kind::Read)]));
            read_fields(&OF_LISTENERS, found);
        }
        "addEventListener" | "removeEventListener" => {
            found.extend(plain([(Location::Listeners, Kind::Write)]));
            if !is_plain {
                read_fields(&["capture", "once", "passive", "signal"], found);
            }
        }
        "dispatchEvent" => {
            found.extend(plain([(Location::Listeners, Kind::Write)]));
            read_fields(&OF_LISTENERS, found);
        }
        _ => {}
    }
    let mut is_known = PURE.contains(&text) || matches!(text, "postMessage" | "hasOwnProperty");
    for (names, location, kind) in [
        (READ_ELEMENTS, Location::Elements, Kind::Read),
        (WRITE_ELEMENTS, Location::Elements, Kind::Write),
        (READ_COLLECTIONS, Location::Collections, Kind::Read),
        (WRITE_COLLECTIONS, Location::Collections, Kind::Write),
    ] {
        if names.contains(&text) {
            is_known = true;
            found.extend(plain([(location, kind)]));
        }
    }
    if is_known && !is_plain && !CONVERT_NOTHING.contains(&text) {
        convert(found);
    }
    is_known || !builtins.contain(name)
}

fn global(name: &str, is_plain: bool, found: &mut Vec<Access>) -> bool {
    match name {
        "setTimeout()" | "setInterval()" => found.extend(plain([(Location::TimerNumbers, Kind::Add)])),
        "clearTimeout()" | "clearInterval()" => found.extend(plain([(Location::ClearedTimers, Kind::Add)])),
        _ => {}
    }
    match name {
        "scheduler.postTask()" => read_fields(&["delay", "priority", "signal"], found),
        "new Event" | "new CustomEvent" if !is_plain => read_fields(&OPTIONS_OF_EVENTS, found),
        _ => {}
    }
    if matches!(name, "scheduler.postTask()" | "AbortSignal.any()") {
        found.extend(plain([(Location::Signals, Kind::Read)]));
    }
    if !is_plain && !CONVERT_NO_ARGUMENTS.contains(&name) {
        convert(found);
        if name.ends_with("Error") || name.ends_with("Error()") {
            read_fields(&["cause"], found);
        }
    }
    if PURE_GLOBALS.contains(&name) {
        return true;
    }
    if READING_GLOBALS.contains(&name) {
        read_anything(found);
        return true;
    }
    if PRINTING_GLOBALS.contains(&name) {
        found.extend(plain([(Location::Console, Kind::Write)]));
        if !is_plain {
            found.extend(shown().map(|(location, kind)| (location, kind, None)));
        }
        return true;
    }
    if name == "Math.random()" {
        found.extend(plain([(Location::RandomNumbers, Kind::Write)]));
        return true;
    }
    // Who gets the function itself may call it.
    name.starts_with("Math.") && name != "Math.random"
}
