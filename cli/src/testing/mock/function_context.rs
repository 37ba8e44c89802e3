//! `MockFunctionContext`: the calls of a mock function, and what it does:
//! <https://nodejs.org/api/test.html#class-mockfunctioncontext>.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::object::builtins::JsArray;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};
use posttask::internal::webidl::type_error;

use super::arguments::{function, integer};
use super::classes::{Members, prototype_of};

/// What `restore` undoes.
#[derive(Clone, Trace, Finalize)]
pub(super) enum Original {
    /// The function that the mock calls again.
    Function(JsObject),
    /// The property that the mock replaced.
    Property {
        object: JsObject,
        #[unsafe_ignore_trace]
        key: PropertyKey,
        descriptor: PropertyDescriptor,
    },
    /// The network before. The flag says whether the mock is used instead.
    Network(#[unsafe_ignore_trace] Rc<Cell<bool>>),
}

/// The state of a mock function.
#[derive(Trace, Finalize)]
pub(super) struct FunctionState {
    calls: GcRefCell<Vec<JsObject>>,
    /// The functions that are called once, by the number of the call.
    once: GcRefCell<Vec<(u64, JsObject)>>,
    implementation: GcRefCell<JsObject>,
    original: Original,
    /// The number of the call after which the mock is restored.
    #[unsafe_ignore_trace]
    times: Cell<Option<u64>>,
}

impl FunctionState {
    pub(super) fn new(implementation: JsObject, original: Original, times: Option<u64>) -> Self {
        Self {
            calls: GcRefCell::default(),
            once: GcRefCell::default(),
            implementation: GcRefCell::new(implementation),
            original,
            times: Cell::new(times),
        }
    }

    fn next_call(&self) -> u64 {
        self.calls.borrow().len() as u64
    }

    /// Returns the function for the next call, and restores the mock if this is its last call.
    ///
    /// # Errors
    ///
    /// `TypeError` if the mock cannot be restored.
    pub(super) fn next_implementation(&self, context: &mut Context) -> JsResult<JsObject> {
        let call = self.next_call();
        let once = self.once.borrow().iter().find(|(number, _)| *number == call).map(|(_, function)| function.clone());
        let implementation = once.unwrap_or_else(|| self.implementation.borrow().clone());
        if self.times.get() == Some(call + 1) {
            self.restore(context)?;
        }
        self.once.borrow_mut().retain(|(number, _)| *number != call);
        Ok(implementation)
    }

    /// Adds a call that has ended.
    pub(super) fn record(&self, call: JsObject) {
        self.calls.borrow_mut().push(call);
    }

    /// Makes the original function or property available again.
    ///
    /// # Errors
    ///
    /// `TypeError` if the object does not allow it.
    pub(super) fn restore(&self, context: &mut Context) -> JsResult<()> {
        match &self.original {
            Original::Function(original) => {
                *self.implementation.borrow_mut() = original.clone();
                Ok(())
            }
            Original::Property { object, key, descriptor } => {
                object.define_property_or_throw(key.clone(), descriptor.clone(), context).map(drop)
            }
            Original::Network(is_mocked) => {
                is_mocked.set(false);
                Ok(())
            }
        }
    }
}

/// The native data of a `MockFunctionContext`.
#[derive(Trace, Finalize, JsData)]
struct FunctionContext(Gc<FunctionState>);

/// Creates the object for a state.
///
/// # Errors
///
/// Whatever a program throws that has replaced built-in functions by getters.
pub(super) fn create(state: &Gc<FunctionState>, context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of(&MEMBERS, context)?;
    Ok(JsObject::from_proto_and_data(prototype, FunctionContext(state.clone())))
}

fn state_of(this: &JsValue) -> JsResult<Gc<FunctionState>> {
    let object = this.as_object();
    let state = object.as_ref().and_then(|object| Some(object.downcast_ref::<FunctionContext>()?.0.clone()));
    state.ok_or_else(|| type_error("'this' is not a MockFunctionContext"))
}

pub(super) const MEMBERS: Members = Members {
    name: "MockFunctionContext",
    getters: &[("calls", calls)],
    methods: &[
        ("callCount", 0, call_count),
        ("mockImplementation", 1, mock_implementation),
        ("mockImplementationOnce", 2, mock_implementation_once),
        ("restore", 0, restore),
        ("resetCalls", 0, reset_calls),
    ],
};

fn calls(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let calls: Vec<JsValue> = state_of(this)?.calls.borrow().iter().map(|call| call.clone().into()).collect();
    Ok(JsArray::from_iter(calls, context).into())
}

fn call_count(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::from(state_of(this)?.next_call()))
}

fn mock_implementation(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = state_of(this)?;
    let implementation = function(arguments.get_or_undefined(0), "implementation", context)?;
    *state.implementation.borrow_mut() = implementation;
    Ok(JsValue::undefined())
}

fn mock_implementation_once(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = state_of(this)?;
    let implementation = function(arguments.get_or_undefined(0), "implementation", context)?;
    let (on_call, next) = (arguments.get_or_undefined(1), state.next_call());
    let call = if on_call.is_null_or_undefined() { next } else { integer(on_call, "onCall", next, context)? };
    let mut once = state.once.borrow_mut();
    once.retain(|(number, _)| *number != call);
    once.push((call, implementation));
    Ok(JsValue::undefined())
}

fn restore(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    state_of(this)?.restore(context)?;
    Ok(JsValue::undefined())
}

fn reset_calls(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let state = state_of(this)?;
    state.calls.borrow_mut().clear();
    Ok(JsValue::undefined())
}

/// A call of a mock function.
pub(super) struct Call {
    pub(super) arguments: JsValue,
    pub(super) error: JsValue,
    pub(super) result: JsValue,
    pub(super) target: JsValue,
    pub(super) this: JsValue,
}

impl Call {
    /// Returns the object that `calls` contains.
    ///
    /// # Errors
    ///
    /// None in practice: the object is new.
    pub(super) fn into_object(self, context: &mut Context) -> JsResult<JsObject> {
        let stack = context.intrinsics().constructors().error().constructor().construct(&[], None, context)?;
        let object = JsObject::with_null_proto();
        let Self { arguments, error, result, target, this } = self;
        let properties: [(&str, JsValue); 6] = [
            ("arguments", arguments),
            ("error", error),
            ("result", result),
            ("stack", stack.into()),
            ("target", target),
            ("this", this),
        ];
        for (name, value) in properties {
            object.create_data_property_or_throw(js_string!(name), value, context)?;
        }
        Ok(object)
    }
}
