//! `MockTracker`: <https://nodejs.org/api/test.html#class-mocktracker>.

use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue};
use boa_gc::Gc;
use posttask::internal::engine::import_at_once;
use posttask::internal::webidl::type_error;
use posttask_front_end::main_program;

use super::arguments::{function, object, options, property_name, times};
use super::classes::Members;
use super::fetch::mock_fetch;
use super::function_context::{FunctionState, Original};
use super::method::{getter, method, setter};
use super::mock_function::mock_function;
use super::property_context::{self, PropertyState};
use super::tracker::TrackerObject;
use crate::testing::assert::{new_function, plain_object};

pub(super) const MEMBERS: Members = Members {
    name: "MockTracker",
    getters: &[("timers", timers)],
    methods: &[
        ("fn", 0, mock_fn),
        ("fetch", 1, mock_fetch),
        ("method", 2, method),
        ("getter", 2, getter),
        ("setter", 2, setter),
        ("module", 1, module),
        ("property", 3, property),
        ("reset", 0, reset),
        ("restoreAll", 0, restore_all),
    ],
};

/// `mock.fn(original, implementation, options)`, each of which may be left out.
fn mock_fn(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let tracker = TrackerObject::state_of(this)?;
    let [first, second, third] = [0, 1, 2].map(|index| arguments.get_or_undefined(index));
    let missing = JsValue::undefined();
    let (original, implementation, given) = if plain_object(first).is_some() {
        (&missing, &missing, first)
    } else if plain_object(second).is_some() {
        (first, &missing, second)
    } else {
        (first, second, third)
    };
    let original = if original.is_undefined() {
        new_function("original", context)?
    } else {
        function(original, "original", context)?
    };
    let implementation = if implementation.is_undefined() {
        original.clone()
    } else {
        function(implementation, "implementation", context)?
    };
    let options = options(given, context)?;
    let times = times(options.as_ref(), context)?;
    let state = Gc::new(FunctionState::new(implementation, Original::Function(original.clone()), times));
    let mock = mock_function(&original, &state, context)?;
    tracker.add_function(&state);
    Ok(mock.into())
}

/// `mock.property(object, name, value)`.
fn property(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let tracker = TrackerObject::state_of(this)?;
    let object = object(arguments.get_or_undefined(0), "object", context)?;
    let key = property_name(arguments.get_or_undefined(1), "propertyName", context)?;
    let state = PropertyState::install(&object, &key, arguments.get(2), context)?;
    tracker.add_property(&state);
    property_context::create(&state, context).map(JsValue::from)
}

fn reset(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    TrackerObject::state_of(this)?.reset(context)?;
    Ok(JsValue::undefined())
}

fn restore_all(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    TrackerObject::state_of(this)?.restore_all(context)?;
    Ok(JsValue::undefined())
}

/// `mock.timers`, which is written in JavaScript.
fn timers(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let tracker = TrackerObject::state_of(this)?;
    if let Some(known) = tracker.timers() {
        return Ok(known.into());
    }
    let timers = call_exported("posttask:mock_timers", "create", &[], context)?;
    tracker.set_timers(timers.as_object());
    Ok(timers)
}

/// `mock.module(specifier, options)`, which is written in JavaScript.
fn module(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let tracker = TrackerObject::state_of(this)?;
    let mock = call_exported("posttask:node_module_mocks", "mock", arguments, context)?;
    if let Some(mock) = mock.as_object() {
        tracker.add_module(mock);
    }
    Ok(mock)
}

/// Calls a function that a module of the host exports.
fn call_exported(module: &str, name: &str, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let module = import_at_once(module, &main_program(context), context)?;
    let function = module.get(JsString::from(name), context)?.as_callable();
    let function = function.ok_or_else(|| type_error(format!("there is no function {name}")))?;
    function.call(&JsValue::undefined(), arguments, context)
}

/// What compiled code calls instead of `import()` in a file that uses `mock.module`.
pub(super) fn imported(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    call_exported("posttask:node_module_mocks", "imported", arguments, context)
}
