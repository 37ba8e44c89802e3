//! The namespace `TestUtils`: <https://testutils.spec.whatwg.org/>.

use boa_engine::object::ObjectInitializer;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsResult, JsValue, NativeFunction, js_string};
use posttask::event_loop::{TaskSource, WorkKind};
use posttask::internal::event_loop::{QueuePosition, collect_garbage};
use posttask::internal::webidl::event_loop;

/// Defines `TestUtils` in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when the property is defined.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let namespace =
        ObjectInitializer::new(context).function(NativeFunction::from_fn_ptr(gc), js_string!("gc"), 0).build();
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    context.register_global_property(js_string!("TestUtils"), namespace, attributes)
}

/// `gc()`: collects garbage in a task of its own, so that nothing that the running task has looked at is kept alive.
fn gc(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (promise, resolvers) = JsPromise::new_pending(context);
    let event_loop = event_loop(context)?;
    let work = event_loop.new_work(WorkKind::Host, context);
    let realm = context.realm().clone();
    event_loop.queue_a_global_task(TaskSource::DomManipulation, work, QueuePosition::Last, realm, move |_, context| {
        collect_garbage(context);
        resolvers.resolve.call(&JsValue::undefined(), &[], context).map(drop)
    });
    Ok(promise.into())
}
