//! The names of built-in properties.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsString, js_string};
use rustc_hash::FxHashSet;

/// The names of the properties of the built-in objects that a program with known uses can have.
#[derive(Debug, Default)]
pub(super) struct BuiltinNames {
    names: FxHashSet<String>,
    /// Those of the global object, before the program runs.
    of_global_object: FxHashSet<String>,
}

/// The constructors whose instances such programs can have, besides those of errors.
const INTERFACES: [&str; 21] = [
    "Object",
    "Function",
    "Array",
    "String",
    "Number",
    "Boolean",
    "Symbol",
    "BigInt",
    "Map",
    "Set",
    "WeakMap",
    "WeakSet",
    "Promise",
    "Error",
    "RegExp",
    "MessageChannel",
    "MessagePort",
    "EventTarget",
    "Event",
    "MessageEvent",
    "CustomEvent",
];

/// Interfaces whose constructors such programs cannot get hold of.
const INSTANCES_ONLY: [&str; 2] = ["AbortController", "AbortSignal"];

/// The names of iterators and generators, which have no constructors.
const OF_ITERATORS: [&str; 14] = [
    "next", "return", "throw", "drop", "every", "filter", "find", "flatMap", "forEach", "map", "reduce", "some",
    "take", "toArray",
];

impl BuiltinNames {
    /// Collects the names in a realm.
    pub(super) fn of(context: &mut Context) -> Self {
        let mut names: FxHashSet<String> = OF_ITERATORS.into_iter().map(str::to_owned).collect();
        let global = context.global_object();
        for interface in INTERFACES.into_iter().chain(INSTANCES_ONLY) {
            let constructor = global.get(JsString::from(interface), context).ok().and_then(|it| it.as_object());
            let Some(constructor) = constructor else { continue };
            if !INSTANCES_ONLY.contains(&interface) {
                collect(&constructor, context, &mut names);
            }
            if let Some(prototype) =
                constructor.get(js_string!("prototype"), context).ok().and_then(|it| it.as_object())
            {
                collect(&prototype, context, &mut names);
            }
        }
        let mut of_global_object = FxHashSet::default();
        collect(&global, context, &mut of_global_object);
        Self { names, of_global_object }
    }

    pub(super) fn contain(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether this is the name of a property of the global object.
    pub(super) fn are_of_global_object(&self, name: &str) -> bool {
        self.of_global_object.contains(name)
    }
}

/// Collects the names of the own properties of an object.
fn collect(object: &JsObject, context: &mut Context, names: &mut FxHashSet<String>) {
    for key in object.own_property_keys(context).unwrap_or_default() {
        if let PropertyKey::String(name) = key {
            names.insert(name.to_std_string_lossy());
        }
    }
}
