//! The classes of the objects that a tracker creates, one of each per realm.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::{ConstructorBuilder, FunctionObjectBuilder};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsData, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use posttask::internal::webidl::type_error;

use super::{function_context, property_context, tracker_methods};
use crate::testing::assert::prepare;

/// The members of a class.
pub(super) struct Members {
    pub(super) name: &'static str,
    /// The names of getters, and their steps.
    pub(super) getters: &'static [(&'static str, NativeFunctionPointer)],
    /// The names of methods, the number of their arguments, and their steps.
    pub(super) methods: &'static [(&'static str, usize, NativeFunctionPointer)],
}

/// The prototypes of the classes of a realm.
#[derive(Clone, Trace, Finalize, JsData)]
pub(super) struct Classes {
    pub(super) tracker: JsObject,
    pub(super) function: JsObject,
    pub(super) property: JsObject,
}

impl Classes {
    /// Returns the classes of the current realm, which are created at the first call.
    ///
    /// # Errors
    ///
    /// Whatever a program throws that has replaced built-in functions by getters.
    pub(super) fn of(context: &mut Context) -> JsResult<Self> {
        let known = context.realm().host_defined().get::<Self>().cloned();
        if let Some(classes) = known {
            return Ok(classes);
        }
        prepare(context)?;
        let classes = Self {
            tracker: prototype(&tracker_methods::MEMBERS, context)?,
            function: prototype(&function_context::MEMBERS, context)?,
            property: prototype(&property_context::MEMBERS, context)?,
        };
        context.realm().host_defined_mut().insert(classes.clone());
        Ok(classes)
    }
}

fn illegal_constructor(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Err(type_error("Illegal constructor"))
}

/// Creates a class that programs cannot construct, and returns its prototype.
fn prototype(members: &Members, context: &mut Context) -> JsResult<JsObject> {
    let mut builder = ConstructorBuilder::new(context, NativeFunction::from_fn_ptr(illegal_constructor));
    builder.name(members.name);
    for &(name, length, steps) in members.methods {
        builder.method(NativeFunction::from_fn_ptr(steps), js_string!(name), length);
    }
    let prototype = builder.build().prototype();
    for &(name, steps) in members.getters {
        let getter = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(steps));
        let getter = getter.name(js_string!(format!("get {name}"))).build();
        let property = PropertyDescriptor::builder().get(getter).enumerable(false).configurable(true);
        prototype.define_property_or_throw(js_string!(name), property, context)?;
    }
    Ok(prototype)
}
