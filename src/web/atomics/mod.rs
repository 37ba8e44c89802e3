//! Functions of `Atomics` with which agents wait for each other: `wait`, `waitAsync` and `notify`.
//!
//! Defined by <https://tc39.es/ecma262/#sec-atomics-object>, and, as far as the event loop is concerned, by HTML's
//! [HostEnqueueGenericJob][generic] and [HostEnqueueTimeoutJob][timeout]. The agents of a program share one thread, so
//! the engine's own functions, which block the thread, cannot be used.
//!
//! [generic]: https://html.spec.whatwg.org/multipage/webappapis.html#hostenqueuegenericjob
//! [timeout]: https://html.spec.whatwg.org/multipage/webappapis.html#hostenqueuetimeoutjob

#[expect(unsafe_code, reason = "the engine does not tell whether two buffers have the same memory")]
mod memory;
mod notify;
mod shared_waiters;
mod suspension;
mod wait;
mod waitable;
mod waiter_lists;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsValue, NativeFunction, js_string};

pub(crate) use shared_waiters::SharedWaiters;
pub use shared_waiters::{AsyncWait, async_waits};
pub(crate) use suspension::{Suspend, set_suspension};

/// A function that replaces one of the engine, which it gets, too.
type Function = fn(&JsValue, &[JsValue], &JsObject, &mut Context) -> JsResult<JsValue>;

/// Replaces the engine's functions in the current realm.
///
/// # Errors
///
/// Whatever the engine throws if a function cannot be defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    let atomics = context.intrinsics().objects().atomics();
    let functions: [(&str, usize, Function); 3] =
        [("wait", 4, wait::wait), ("waitAsync", 4, wait::wait_async), ("notify", 3, notify::notify)];
    for (name, length, function) in functions {
        let name = js_string!(name);
        let Some(engines) = atomics.get(name.clone(), context)?.as_object() else { continue };
        let function = NativeFunction::from_copy_closure_with_captures(function, engines);
        let function = FunctionObjectBuilder::new(context.realm(), function).name(name.clone()).length(length).build();
        let property =
            PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
        atomics.define_property_or_throw(name, property, context)?;
    }
    Ok(())
}
