//! `MockPropertyContext`: the accesses to a mocked property, and its values:
//! <https://nodejs.org/api/test.html#class-mockpropertycontext>.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};
use posttask::internal::webidl::type_error;

use super::arguments::integer;
use super::classes::{Members, prototype_of};
use crate::testing::assert::{get_with_receiver, invalid_arg_value, own_descriptor};

/// The state of a mocked property.
#[derive(Trace, Finalize)]
pub(super) struct PropertyState {
    object: JsObject,
    #[unsafe_ignore_trace]
    key: PropertyKey,
    original: PropertyDescriptor,
    original_value: JsValue,
    value: GcRefCell<JsValue>,
    accesses: GcRefCell<Vec<JsObject>>,
    /// The values that are used once, by the number of the access.
    once: GcRefCell<Vec<(u64, JsValue)>>,
}

impl PropertyState {
    /// Replaces a property by a getter and a setter that record the accesses. `value` is its value from now on; `None`
    /// if it keeps the one it has.
    ///
    /// # Errors
    ///
    /// `ERR_INVALID_ARG_VALUE` if the object does not have the property, `TypeError` if it does not allow the
    /// replacement, and whatever a getter throws.
    pub(super) fn install(
        object: &JsObject,
        key: &PropertyKey,
        value: Option<&JsValue>,
        context: &mut Context,
    ) -> JsResult<Gc<Self>> {
        let original_value = object.get(key.clone(), context)?;
        let Some(original) = own_descriptor(object, key, context)? else {
            let reason = "is not a property of the object";
            return Err(invalid_arg_value("propertyName", &key.into(), reason, context));
        };
        let flags = (original.configurable(), original.enumerable());
        let value = GcRefCell::new(value.unwrap_or(&original_value).clone());
        let (accesses, once) = (GcRefCell::default(), GcRefCell::default());
        let state = Self { object: object.clone(), key: key.clone(), original, original_value, value, accesses, once };
        let state = Gc::new(state);
        let get: Accessor = |_, state, context| state.read(context);
        let set: Accessor = |arguments, state, context| state.write(arguments.get_or_undefined(0), context);
        let property = PropertyDescriptor::builder()
            .get(accessor(get, &state, context))
            .set(accessor(set, &state, context))
            .maybe_configurable(flags.0)
            .maybe_enumerable(flags.1);
        object.define_property_or_throw(key.clone(), property, context)?;
        Ok(state)
    }

    fn next_access(&self) -> u64 {
        self.accesses.borrow().len() as u64
    }

    /// Returns the value for this access, if there is one, or else `value`.
    fn value_of_access(&self, value: JsValue) -> JsValue {
        let access = self.next_access();
        let mut once = self.once.borrow_mut();
        match once.iter().position(|(number, _)| *number == access) {
            Some(position) => once.swap_remove(position).1,
            None => value,
        }
    }

    fn read(&self, context: &mut Context) -> JsResult<JsValue> {
        let value = self.value.borrow().clone();
        let value = self.value_of_access(value);
        self.record("get", &value, context)?;
        Ok(value)
    }

    fn write(&self, value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
        if self.original.writable() != Some(true) {
            return Err(invalid_arg_value("propertyName", &(&self.key).into(), "cannot be set", context));
        }
        let value = self.value_of_access(value.clone());
        self.record("set", &value, context)?;
        *self.value.borrow_mut() = value;
        Ok(JsValue::undefined())
    }

    fn record(&self, kind: &str, value: &JsValue, context: &mut Context) -> JsResult<()> {
        let stack = context.intrinsics().constructors().error().constructor().construct(&[], None, context)?;
        let access = JsObject::with_null_proto();
        access.create_data_property_or_throw(js_string!("type"), js_string!(kind), context)?;
        access.create_data_property_or_throw(js_string!("value"), value.clone(), context)?;
        access.create_data_property_or_throw(js_string!("stack"), stack, context)?;
        self.accesses.borrow_mut().push(access);
        Ok(())
    }

    /// Puts the original property back, with the value that it had.
    ///
    /// # Errors
    ///
    /// `TypeError` if the object does not allow it.
    pub(super) fn restore(&self, context: &mut Context) -> JsResult<()> {
        let mut property = self.original.clone();
        if property.is_data_descriptor() {
            property = PropertyDescriptor::builder()
                .value(self.original_value.clone())
                .maybe_writable(property.writable())
                .maybe_enumerable(property.enumerable())
                .maybe_configurable(property.configurable())
                .build();
        }
        self.object.define_property_or_throw(self.key.clone(), property, context).map(drop)
    }
}

type Accessor = fn(&[JsValue], &PropertyState, &mut Context) -> JsResult<JsValue>;

/// Creates a getter or setter of a mocked property.
fn accessor(steps: Accessor, state: &Gc<PropertyState>, context: &Context) -> JsObject {
    let function = NativeFunction::from_copy_closure_with_captures(
        move |_, arguments, state: &Gc<PropertyState>, context| steps(arguments, state, context),
        state.clone(),
    );
    FunctionObjectBuilder::new(context.realm(), function).build().into()
}

/// The native data of a `MockPropertyContext`.
#[derive(Trace, Finalize, JsData)]
struct PropertyContext(Gc<PropertyState>);

/// Creates what `mock.property` returns: a proxy of the object, with the context as `mock`.
///
/// # Errors
///
/// Whatever a program throws that has replaced built-in functions by getters.
pub(super) fn create(state: &Gc<PropertyState>, context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of(&MEMBERS, context)?;
    let mock = JsObject::from_proto_and_data(prototype, PropertyContext(state.clone()));
    let get = NativeFunction::from_copy_closure_with_captures(
        |_, arguments, mock: &JsObject, context| {
            if arguments.get_or_undefined(1).as_string().is_some_and(|key| key == js_string!("mock")) {
                return Ok(mock.clone().into());
            }
            get_with_receiver(arguments, context)
        },
        mock,
    );
    let get = FunctionObjectBuilder::new(context.realm(), get).build();
    let handler = JsObject::with_null_proto();
    handler.create_data_property_or_throw(js_string!("get"), get, context)?;
    let proxy = context.intrinsics().constructors().proxy().constructor();
    proxy.construct(&[state.object.clone().into(), handler.into()], None, context)
}

fn state_of(this: &JsValue) -> JsResult<Gc<PropertyState>> {
    let object = this.as_object();
    let state = object.as_ref().and_then(|object| Some(object.downcast_ref::<PropertyContext>()?.0.clone()));
    state.ok_or_else(|| type_error("'this' is not a MockPropertyContext"))
}

pub(super) const MEMBERS: Members = Members {
    name: "MockPropertyContext",
    getters: &[("accesses", accesses)],
    methods: &[
        ("accessCount", 0, access_count),
        ("mockImplementation", 1, mock_implementation),
        ("mockImplementationOnce", 2, mock_implementation_once),
        ("resetAccesses", 0, reset_accesses),
        ("restore", 0, restore),
    ],
};

fn accesses(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let accesses: Vec<JsValue> = state_of(this)?.accesses.borrow().iter().map(|access| access.clone().into()).collect();
    Ok(JsArray::from_iter(accesses, context).into())
}

fn access_count(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::from(state_of(this)?.next_access()))
}

fn mock_implementation(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    state_of(this)?.write(arguments.get_or_undefined(0), context)
}

fn mock_implementation_once(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = state_of(this)?;
    let (on_access, next) = (arguments.get_or_undefined(1), state.next_access());
    let access = if on_access.is_null_or_undefined() { next } else { integer(on_access, "onAccess", next, context)? };
    let mut once = state.once.borrow_mut();
    once.retain(|(number, _)| *number != access);
    once.push((access, arguments.get_or_undefined(0).clone()));
    Ok(JsValue::undefined())
}

fn reset_accesses(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let state = state_of(this)?;
    state.accesses.borrow_mut().clear();
    Ok(JsValue::undefined())
}

fn restore(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    state_of(this)?.restore(context)?;
    Ok(JsValue::undefined())
}
