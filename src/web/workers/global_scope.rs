//! `WorkerGlobalScope` and `DedicatedWorkerGlobalScope`:
//! <https://html.spec.whatwg.org/multipage/workers.html#the-global-scope>.

use std::cell::OnceCell;

use boa_engine::context::intrinsics::Intrinsics;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::environment::WorkerEnvironment;
use super::import_scripts::import_scripts;
use super::location::WorkerLocation;
use crate::web::dom::event_handler_name;
use crate::web::html::{
    GlobalScope, MessagePort, define_event_handler, define_replaceable, new_global_object, post_message,
};
use crate::web::webidl::{
    Interface, attribute_name, create, define_global_attribute, define_global_operation, interface,
    interface_prototype, state_of, static_string, type_error,
};
use boa_engine::NativeFunction;

/// The state of the global object of a dedicated worker beyond that of every global object.
#[derive(Default, Trace, Finalize)]
pub(crate) struct DedicatedWorkerGlobalScope {
    /// The [inside port](https://html.spec.whatwg.org/multipage/workers.html#inside-port).
    port: OnceCell<Gc<MessagePort>>,
    location: OnceCell<JsObject>,
}

interface! {
    DedicatedWorkerGlobalScope: GlobalScope;
}

/// The members of `WorkerGlobalScope` and of `WindowOrWorkerGlobalScope`. In a worker, they are properties of the
/// prototype: only the members of the most derived interface are properties of the [global object][global].
///
/// [global]: https://webidl.spec.whatwg.org/#Global
const INHERITED: [&str; 28] = [
    "self",
    "location",
    "navigator",
    "importScripts",
    "onerror",
    "onlanguagechange",
    "onoffline",
    "ononline",
    "onrejectionhandled",
    "onunhandledrejection",
    "origin",
    "performance",
    "scheduler",
    "crypto",
    "fetch",
    "atob",
    "btoa",
    "setTimeout",
    "clearTimeout",
    "setInterval",
    "clearInterval",
    "queueMicrotask",
    "structuredClone",
    "reportError",
    "crossOriginIsolated",
    "isSecureContext",
    "caches",
    "indexedDB",
];

/// Creates the global object of the realm of a worker.
#[must_use]
pub(crate) fn create_worker_global_object(intrinsics: &Intrinsics) -> JsObject {
    let scope = Gc::new(DedicatedWorkerGlobalScope::default());
    new_global_object(GlobalScope::layers().and(&scope), intrinsics)
}

impl DedicatedWorkerGlobalScope {
    fn of_this(this: &JsValue, context: &Context) -> JsResult<Gc<Self>> {
        let object = this.as_object().unwrap_or_else(|| context.global_object());
        state_of::<Self>(&object).ok_or_else(|| type_error("Illegal invocation: 'this' is not the global of a worker"))
    }
}

fn get_location(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let scope = DedicatedWorkerGlobalScope::of_this(this, context)?;
    if let Some(location) = scope.location.get() {
        return Ok(location.clone().into());
    }
    let location = create(&Gc::new(WorkerLocation(WorkerEnvironment::of(context)?.url.clone())), context)?;
    Ok(scope.location.get_or_init(|| location).clone().into())
}

fn get_name(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    DedicatedWorkerGlobalScope::of_this(this, context)?;
    Ok(WorkerEnvironment::of(context)?.name.clone().into())
}

/// [`postMessage`](https://html.spec.whatwg.org/multipage/workers.html#dom-dedicatedworkerglobalscope-postmessage).
fn post_to_the_parent(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let scope = DedicatedWorkerGlobalScope::of_this(this, context)?;
    crate::web::webidl::require_arguments(arguments, 1, "postMessage")?;
    let port = scope.port.get().ok_or_else(|| type_error("the worker has no parent"))?;
    post_message(port, arguments, context)?;
    Ok(JsValue::undefined())
}

/// [`close`](https://html.spec.whatwg.org/multipage/workers.html#dom-dedicatedworkerglobalscope-close): the running
/// task and its microtasks go on, and nothing after them.
fn close(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    DedicatedWorkerGlobalScope::of_this(this, context)?;
    WorkerEnvironment::of(context)?.closing.set(true);
    Ok(JsValue::undefined())
}

/// Moves properties of the global object to the prototype.
fn move_inherited_members(prototype: &JsObject, context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for name in INHERITED {
        let key = PropertyKey::from(js_string!(name));
        if let Some(property) = crate::web::html::own_property(&global, &key) {
            global.delete_property_or_throw(key.clone(), context)?;
            // In a window, `self` can be replaced.
            let property = if name == "self" { without_setter(&property) } else { property };
            prototype.define_property_or_throw(key, property, context)?;
        }
    }
    Ok(())
}

fn without_setter(property: &PropertyDescriptor) -> PropertyDescriptor {
    let getter = property.get().cloned().unwrap_or_default();
    let read_only = PropertyDescriptor::builder().get(getter).set(JsValue::undefined());
    read_only.enumerable(true).configurable(true).build()
}

/// Makes the global object of the current realm that of a dedicated worker.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    WorkerLocation::register(context)?;
    DedicatedWorkerGlobalScope::register(context)?;
    define_global_attribute(attribute_name!("location"), NativeFunction::from_fn_ptr(get_location), None, context)?;
    define_global_operation(static_string!("importScripts"), 0, import_scripts, context)?;
    move_inherited_members(&interface_prototype::<GlobalScope>(context)?, context)?;
    define_replaceable(attribute_name!("name"), get_name, context)?;
    define_global_operation(static_string!("postMessage"), 1, post_to_the_parent, context)?;
    define_global_operation(static_string!("close"), 0, close, context)?;
    define_event_handler(event_handler_name!("message"), context)?;
    define_event_handler(event_handler_name!("messageerror"), context)?;
    let global = context.global_object();
    global.set_prototype(Some(interface_prototype::<DedicatedWorkerGlobalScope>(context)?));
    let scope = DedicatedWorkerGlobalScope::of_this(&JsValue::undefined(), context)?;
    let port = MessagePort::attach(&WorkerEnvironment::of(context)?.end, context)?;
    port.set_message_event_target(GlobalScope::current(context)?.target()?);
    // The cell is new.
    let _ = scope.port.set(port);
    Ok(())
}
