//! The module `posttask:test`: recordings of what the event loop ran, and assertions on them.
//!
//! `history.rs` keeps what happened and finds waits, starvation and inversions, without an engine. An observer,
//! `testing/recorder.rs`, feeds it through `record.rs`. The other files connect it to JavaScript.

mod assertions;
mod history;
mod label;
mod limits;
mod objects;
mod program_work;
mod record;
mod recording;
mod spread;
mod task;
#[cfg(test)]
mod tests;
mod wording;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsObject, JsResult, NativeFunction, js_string};
use posttask::webidl::Interface;

pub(super) use record::Record;

use recording::Recording;

/// The names that the module exports.
pub(super) const EXPORTS: &[&str] =
    &["assertNoInversions", "assertNoStarvation", "assertNoWarnings", "assertOrder", "record"];

/// Creates the object of the module.
///
/// # Errors
///
/// None: the objects are new.
pub(super) fn create(context: &mut Context) -> JsResult<JsObject> {
    Recording::register(context)?;
    let functions: [(&str, usize, NativeFunctionPointer); 5] = [
        ("record", 0, recording::record),
        ("assertOrder", 2, assertions::assert_order),
        ("assertNoStarvation", 2, assertions::assert_no_starvation),
        ("assertNoInversions", 1, assertions::assert_no_inversions),
        ("assertNoWarnings", 1, assertions::assert_no_warnings),
    ];
    let module = JsObject::with_object_proto(context.intrinsics());
    for (name, length, steps) in functions {
        let steps = NativeFunction::from_fn_ptr(steps);
        let function = FunctionObjectBuilder::new(context.realm(), steps).name(js_string!(name)).length(length).build();
        module.create_data_property_or_throw(js_string!(name), function, context)?;
    }
    Ok(module)
}
