//! The classes of the objects that a tracker creates, one of each per realm.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::{ConstructorBuilder, FunctionObjectBuilder};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsData, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use posttask::internal::webidl::type_error;

use crate::testing::assert::prepare;

/// The members of a class.
pub(super) struct Members {
    pub(super) name: &'static str,
    /// The names of getters, and their steps.
    pub(super) getters: &'static [(&'static str, NativeFunctionPointer)],
    /// The names of methods, the number of their arguments, and their steps.
    pub(super) methods: &'static [(&'static str, usize, NativeFunctionPointer)],
}

/// The prototypes of the classes of a realm, by name.
#[derive(Default, Trace, Finalize, JsData)]
struct OfRealm(Vec<(&'static str, JsObject)>);

/// Returns the prototype of a class in the current realm, which is created at the first call.
///
/// # Errors
///
/// Whatever a program throws that has replaced built-in functions by getters.
pub(super) fn prototype_of(class: &Members, context: &mut Context) -> JsResult<JsObject> {
    let find = |OfRealm(known): &OfRealm| Some(known.iter().find(|(name, _)| *name == class.name)?.1.clone());
    let known = context.realm().host_defined().get::<OfRealm>().and_then(find);
    if let Some(prototype) = known {
        return Ok(prototype);
    }
    prepare(context)?;
    let prototype = prototype(class, context)?;
    let realm = context.realm().clone();
    let mut host_defined = realm.host_defined_mut();
    if !host_defined.has::<OfRealm>() {
        host_defined.insert_default::<OfRealm>();
    }
    if let Some(OfRealm(known)) = host_defined.get_mut() {
        known.push((class.name, prototype.clone()));
    }
    Ok(prototype)
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
