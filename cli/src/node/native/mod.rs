//! What the modules of Node need from the host.

pub(super) mod bytes;
pub(super) mod compression;
pub(super) mod contexts;
pub(super) mod errors;
pub(super) mod files;
pub(super) mod hashes;
pub(super) mod modules;
pub(super) mod process;
pub(super) mod threads;
pub(super) mod ticks;
pub(super) mod values;
pub(super) mod variables;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsObject, JsResult, JsString, NativeFunction};

/// Returns an object with these functions.
///
/// # Errors
///
/// None: the object is new.
fn functions(list: &[(&str, NativeFunctionPointer)], context: &mut Context) -> JsResult<JsObject> {
    let object = JsObject::with_object_proto(context.intrinsics());
    for &(name, steps) in list {
        let steps = NativeFunction::from_fn_ptr(steps);
        let function = FunctionObjectBuilder::new(context.realm(), steps).name(JsString::from(name)).build();
        object.create_data_property_or_throw(JsString::from(name), function, context)?;
    }
    Ok(object)
}
