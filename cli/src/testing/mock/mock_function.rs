//! Mock functions: proxies of the original function, so that they have all its properties.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};
use posttask::internal::webidl::type_error;

use super::function_context::{Call, FunctionState, create};
use crate::testing::assert::{caught, get_with_receiver};

/// What the traps of a mock function use.
#[derive(Clone, Trace, Finalize)]
struct Captures {
    state: Gc<FunctionState>,
    /// The `MockFunctionContext`.
    mock: JsObject,
}

/// A trap of a proxy.
type Trap = fn(&JsValue, &[JsValue], &Captures, &mut Context) -> JsResult<JsValue>;

const TRAPS: [(&str, Trap); 3] = [("apply", apply), ("construct", construct), ("get", get)];

/// Creates a mock function with the properties of `original`.
///
/// # Errors
///
/// Whatever a program throws that has replaced built-in functions by getters.
pub(super) fn mock_function(
    original: &JsObject,
    state: &Gc<FunctionState>,
    context: &mut Context,
) -> JsResult<JsObject> {
    let captures = Captures { state: state.clone(), mock: create(state, context)? };
    let handler = JsObject::with_null_proto();
    for (name, trap) in TRAPS {
        let trap = NativeFunction::from_copy_closure_with_captures(trap, captures.clone());
        // Functions without a name are not shown in stacks.
        let trap = FunctionObjectBuilder::new(context.realm(), trap).build();
        handler.create_data_property_or_throw(js_string!(name), trap, context)?;
    }
    let proxy = context.intrinsics().constructors().proxy().constructor();
    proxy.construct(&[original.clone().into(), handler.into()], None, context)
}

/// Returns the elements of the array of arguments that a trap receives.
fn list(arguments: &JsValue, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let Some(array) = arguments.as_object().filter(JsObject::is_array) else { return Ok(Vec::new()) };
    let array = JsArray::from_object(array)?;
    let length = array.length(context)?;
    (0..length).map(|index| array.get(index, context)).collect()
}

/// Records a call that has ended, and returns its result.
fn end(result: JsResult<JsValue>, mut call: Call, state: &FunctionState, context: &mut Context) -> JsResult<JsValue> {
    let result = match result {
        Ok(value) => Ok(value),
        Err(error) => Err(caught(error, context)?),
    };
    match &result {
        Ok(value) => call.result = value.clone(),
        Err(error) => call.error = error.clone(),
    }
    let call = call.into_object(context)?;
    state.record(call);
    result.map_err(JsError::from_opaque)
}

/// The trap for calls: the arguments are the function, `this` and the arguments of the call.
fn apply(_: &JsValue, arguments: &[JsValue], captures: &Captures, context: &mut Context) -> JsResult<JsValue> {
    let (this, passed) = (arguments.get_or_undefined(1), arguments.get_or_undefined(2));
    let implementation = captures.state.next_implementation(context)?;
    let list = list(passed, context)?;
    let result = implementation.call(this, &list, context);
    let call = Call {
        arguments: passed.clone(),
        error: JsValue::undefined(),
        result: JsValue::undefined(),
        target: JsValue::undefined(),
        this: this.clone(),
    };
    end(result, call, &captures.state, context)
}

/// The trap for `new`: the arguments are the function, those of the call, and `new.target`.
fn construct(_: &JsValue, arguments: &[JsValue], captures: &Captures, context: &mut Context) -> JsResult<JsValue> {
    let (target, passed) = (arguments.get_or_undefined(0), arguments.get_or_undefined(1));
    let new_target = arguments.get_or_undefined(2).as_object();
    let implementation = captures.state.next_implementation(context)?;
    let list = list(passed, context)?;
    let result = if implementation.is_constructor() {
        implementation.construct(&list, new_target.as_ref(), context).map(JsValue::from)
    } else {
        Err(type_error("the implementation of the mock is not a constructor"))
    };
    let call = Call {
        arguments: passed.clone(),
        error: JsValue::undefined(),
        result: JsValue::undefined(),
        target: target.clone(),
        this: result.as_ref().map_or_else(|_| JsValue::undefined(), JsValue::clone),
    };
    end(result, call, &captures.state, context)
}

/// The trap for properties: the arguments are the function, the key, and the object that the property is read from.
fn get(_: &JsValue, arguments: &[JsValue], captures: &Captures, context: &mut Context) -> JsResult<JsValue> {
    if arguments.get_or_undefined(1).as_string().is_some_and(|key| key == js_string!("mock")) {
        return Ok(captures.mock.clone().into());
    }
    get_with_receiver(arguments, context)
}
