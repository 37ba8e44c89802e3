//! The functions of the modules, one of each per realm.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsData, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use posttask::event_loop::EventLoop;

use super::{assertion_error, equality, exceptions, failing, matching, rejections, truth};

/// A method of the modules.
pub(super) struct Method {
    pub(super) name: &'static str,
    pub(super) length: usize,
    pub(super) steps: NativeFunctionPointer,
}

const fn method(name: &'static str, length: usize, steps: NativeFunctionPointer) -> Method {
    Method { name, length, steps }
}

/// The methods, in the order in which the modules list them.
pub(super) const METHODS: [Method; 17] = [
    method("fail", 5, failing::fail),
    method("equal", 3, equality::equal),
    method("notEqual", 3, equality::not_equal),
    method("deepEqual", 3, equality::deep_equal),
    method("notDeepEqual", 3, equality::not_deep_equal),
    method("deepStrictEqual", 3, equality::deep_strict_equal),
    method("notDeepStrictEqual", 3, equality::not_deep_strict_equal),
    method("strictEqual", 3, equality::strict_equal),
    method("notStrictEqual", 3, equality::not_strict_equal),
    method("partialDeepStrictEqual", 3, equality::partial_deep_strict_equal),
    method("match", 3, matching::does_match),
    method("doesNotMatch", 3, matching::does_not_match),
    method("throws", 1, exceptions::throws),
    method("rejects", 1, rejections::rejects),
    method("doesNotThrow", 1, exceptions::does_not_throw),
    method("doesNotReject", 1, rejections::does_not_reject),
    method("ifError", 1, failing::if_error),
];

/// The methods that `node:assert/strict` replaces by others.
const STRICT: [(&str, &str); 4] = [
    ("equal", "strictEqual"),
    ("deepEqual", "deepStrictEqual"),
    ("notEqual", "notStrictEqual"),
    ("notDeepEqual", "notDeepStrictEqual"),
];

/// The modules of a realm.
#[derive(Clone, Trace, Finalize, JsData)]
pub(super) struct Modules {
    /// The functions `assert` of `node:assert` and of `node:assert/strict`.
    pub(super) assert: JsObject,
    pub(super) strict: JsObject,
}

impl Modules {
    /// Returns the modules of the current realm, which are created at the first call.
    ///
    /// # Errors
    ///
    /// Whatever a program throws that has replaced built-in functions by getters.
    pub(super) fn of(context: &mut Context) -> JsResult<Self> {
        let known = context.realm().host_defined().get::<Self>().cloned();
        if let Some(modules) = known {
            return Ok(modules);
        }
        let assertion_error = assertion_error::class(context)?;
        let modules = Self::create(&assertion_error, context);
        context.realm().host_defined_mut().insert(modules.clone());
        Ok(modules)
    }

    fn create(assertion_error: &JsObject, context: &mut Context) -> Self {
        let assert = function("ok", 0, truth::ok, context);
        let strict = function("strict", 0, truth::ok, context);
        let methods = METHODS.map(|Method { name, length, steps }| (name, function(name, length, steps, context)));
        let find = |name: &str| methods.iter().find(|(other, _)| *other == name).map(|(_, method)| method);
        // Both have the same properties in the same order, so that the engine can share their layout.
        for (module, is_strict) in [(&assert, false), (&strict, true)] {
            add(module, "AssertionError", assertion_error);
            add(module, "ok", &assert);
            for (name, method) in &methods {
                let other = STRICT.iter().find(|(replaced, _)| is_strict && replaced == name);
                add(module, name, other.and_then(|(_, other)| find(other)).unwrap_or(method));
            }
            add(module, "strict", &strict);
        }
        Self { assert, strict }
    }
}

/// Adds a property to a new object.
fn add(object: &JsObject, name: &str, value: &JsObject) {
    let property = PropertyDescriptor::builder().value(value.clone()).writable(true).enumerable(true);
    object.insert_property(js_string!(name), property.configurable(true));
}

fn function(name: &str, length: usize, steps: NativeFunctionPointer, context: &Context) -> JsObject {
    let told = move |this: &JsValue, arguments: &[JsValue], context: &mut Context| {
        if let Some(event_loop) = EventLoop::of(context) {
            event_loop.host_shows();
        }
        steps(this, arguments, context)
    };
    let steps = NativeFunction::from_copy_closure(told);
    FunctionObjectBuilder::new(context.realm(), steps).name(js_string!(name)).length(length).build().into()
}
