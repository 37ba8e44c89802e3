//! [Snapshots](https://nodejs.org/api/test.html#snapshot-testing) of `node:test`, which are written in JavaScript.

use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};
use posttask::internal::engine::import_at_once;
use posttask::internal::webidl::{closure, type_error};
use posttask_front_end::main_program;

/// Adds the methods to `t.assert`. They call `on_call` first.
///
/// # Errors
///
/// None: the object is new.
pub(super) fn add_snapshots(assert: &JsObject, on_call: &Rc<dyn Fn()>, context: &mut Context) -> JsResult<()> {
    for name in ["snapshot", "fileSnapshot"] {
        let on_call = Rc::clone(on_call);
        define(assert, name, move || on_call(), context)?;
    }
    Ok(())
}

/// Creates `snapshot` of `node:test`.
///
/// # Errors
///
/// None: the object is new.
pub(super) fn snapshot_settings(context: &mut Context) -> JsResult<JsObject> {
    let settings = JsObject::with_object_proto(context.intrinsics());
    for name in ["setDefaultSnapshotSerializers", "setResolveSnapshotPath"] {
        define(&settings, name, || {}, context)?;
    }
    Ok(settings)
}

/// Defines a method that calls the function of the module with the same name. `on_call` must hold nothing that the
/// garbage collector manages.
fn define(object: &JsObject, name: &'static str, on_call: impl Fn() + 'static, context: &mut Context) -> JsResult<()> {
    let steps = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        on_call();
        let module = import_at_once("posttask:node_snapshots", &main_program(context), context)?;
        let function = module.get(JsString::from(name), context)?.as_callable();
        let function = function.ok_or_else(|| type_error(format!("there is no {name}")))?;
        function.call(&JsValue::undefined(), arguments, context)
    };
    let method = FunctionObjectBuilder::new(context.realm(), closure(steps)).name(JsString::from(name)).build();
    object.create_data_property_or_throw(JsString::from(name), method, context).map(drop)
}
