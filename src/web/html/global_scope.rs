//! The global object: an `EventTarget` with `self`, `scheduler`, `queueMicrotask`, `reportError` and event handlers.

use std::cell::{Cell, OnceCell};

use boa_engine::context::intrinsics::Intrinsics;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue, NativeFunction};
use boa_gc::{Finalize, Gc, Trace};

use super::active_timers::ActiveTimers;
use super::animation_frame_callbacks::AnimationFrameCallbacks;
use super::environment::{is_secure_context, is_worker, serialized_origin};
use super::error_event::ErrorEvent;
use super::waiting_idle_callbacks::WaitingIdleCallbacks;
use crate::event_loop::in_realm;
use crate::web::dom::{EventHandlerName, EventTarget, TargetHooks, event_handler, event_handler_name};
use crate::web::scheduler::Scheduler;
use crate::web::webidl::{
    AttributeName, Interface, InterfaceBuilder, Layers, PlatformObject, attribute_name, callback_function,
    define_global_attribute, define_global_operation, define_replaceable_attribute, event_loop, implements, interface,
    interface_prototype, invoke_and_report, require_arguments, state_of, static_string, type_error,
};

/// The state of a realm's global object beyond that of an `EventTarget`.
#[derive(Default, Trace, Finalize)]
pub(crate) struct GlobalScope {
    target: OnceCell<Gc<EventTarget>>,
    scheduler: OnceCell<(JsObject, Gc<Scheduler>)>,
    pub(super) navigator: OnceCell<JsObject>,
    #[unsafe_ignore_trace]
    pub(super) timers: ActiveTimers,
    #[unsafe_ignore_trace]
    pub(super) idle_callbacks: WaitingIdleCallbacks,
    pub(super) animation_frames: AnimationFrameCallbacks,
    pub(super) in_error_reporting_mode: Cell<bool>,
}

interface! {
    GlobalScope: EventTarget;
    with = exposed_in_workers;
}

/// In a worker, this is [`WorkerGlobalScope`][1]. There is no such interface elsewhere.
///
/// [1]: https://html.spec.whatwg.org/multipage/workers.html#workerglobalscope
fn exposed_in_workers(mut builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    if is_worker(builder.context()) { builder.named("WorkerGlobalScope") } else { builder.hidden() }
}

/// `onerror` of a global receives the attributes of an `ErrorEvent` as arguments.
static HOOKS: TargetHooks = TargetHooks { listeners_changed: None, error_arguments: Some(ErrorEvent::error_arguments) };

/// Creates the global object of a new realm. [`register_interfaces`](crate::register_interfaces) adds its members.
#[must_use]
pub fn create_global_object(intrinsics: &Intrinsics) -> JsObject {
    new_global_object(GlobalScope::layers(), intrinsics)
}

/// Creates a global object with these layers.
#[must_use]
pub(crate) fn new_global_object(layers: Layers, intrinsics: &Intrinsics) -> JsObject {
    let prototype = intrinsics.constructors().object().prototype();
    JsObject::from_proto_and_data(prototype, PlatformObject::new(layers))
}

impl GlobalScope {
    /// The layers of a new global object.
    #[must_use]
    pub(crate) fn layers() -> Layers {
        let target = Gc::new(EventTarget::default());
        let scope = Gc::new(Self::default());
        // The cell is new, so this cannot fail.
        let _ = scope.target.set(target.clone());
        Layers::root(&target).and(&scope)
    }

    /// Returns the global of the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the global object was not created by [`create_global_object`].
    pub(crate) fn current(context: &Context) -> JsResult<Gc<Self>> {
        state_of::<Self>(&context.global_object())
            .ok_or_else(|| type_error("the global object was not created by this library"))
    }

    /// Returns the global that a method is called on: `this`, or the current global if `this` is `undefined` or `null`.
    ///
    /// # Errors
    ///
    /// `TypeError` if `this` is any other value.
    pub(crate) fn of_this(this: &JsValue, context: &Context) -> JsResult<Gc<Self>> {
        if this.is_null_or_undefined() {
            return Self::current(context);
        }
        implements::<Self>(this).ok_or_else(|| type_error("Illegal invocation: 'this' is not a global object"))
    }

    /// Returns the global as an event target.
    ///
    /// # Errors
    ///
    /// `TypeError` if the global was not created by [`create_global_object`].
    pub(crate) fn target(&self) -> JsResult<&Gc<EventTarget>> {
        self.target.get().ok_or_else(|| type_error("the global object was not created by this library"))
    }

    #[must_use]
    pub(crate) fn object(&self) -> JsValue {
        self.target.get().map_or_else(JsValue::undefined, |target| target.object_value())
    }

    /// Returns the realm of this global.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn realm(&self) -> JsResult<Realm> {
        let realm = self.target()?.realm().cloned();
        realm.ok_or_else(|| type_error("the interfaces are not registered in this realm"))
    }

    /// Returns the realm's `Scheduler`, which is created on first use.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn scheduler(&self, context: &mut Context) -> JsResult<&(JsObject, Gc<Scheduler>)> {
        if let Some(scheduler) = self.scheduler.get() {
            return Ok(scheduler);
        }
        let scheduler = in_realm(&self.realm()?, context, Scheduler::create)?;
        Ok(self.scheduler.get_or_init(|| scheduler))
    }
}

fn get_self(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(GlobalScope::of_this(this, context)?.object())
}

fn get_scheduler(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let scope = GlobalScope::of_this(this, context)?;
    Ok(scope.scheduler(context)?.0.clone().into())
}

/// [`origin`](https://html.spec.whatwg.org/multipage/webappapis.html#dom-origin) of a global.
fn get_origin(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    GlobalScope::of_this(this, context)?;
    Ok(serialized_origin(context).into())
}

fn get_is_secure_context(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    GlobalScope::of_this(this, context)?;
    Ok(is_secure_context(context).into())
}

/// [`queueMicrotask`](https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#microtask-queuing).
fn queue_microtask(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    GlobalScope::of_this(this, context)?;
    require_arguments(arguments, 1, "queueMicrotask")?;
    let callback = callback_function(&arguments[0], "queueMicrotask: callback")?;
    event_loop(context)?.queue_a_microtask(move |event_loop, context| {
        invoke_and_report(&callback, &JsValue::undefined(), &[], event_loop, context);
    });
    Ok(JsValue::undefined())
}

/// [`reportError`](https://html.spec.whatwg.org/multipage/webappapis.html#dom-reporterror).
fn report_error(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let realm = GlobalScope::of_this(this, context)?.realm()?;
    require_arguments(arguments, 1, "reportError")?;
    let (error, event_loop) = (JsError::from_opaque(arguments[0].clone()), event_loop(context)?);
    in_realm(&realm, context, |context| event_loop.report_an_exception(error, context));
    Ok(JsValue::undefined())
}

/// Defines a `[Replaceable]` attribute on the global object of the current realm.
///
/// # Errors
///
/// Whatever the global object throws when the property is defined.
pub(crate) fn define_replaceable(
    name: AttributeName,
    getter: NativeFunctionPointer,
    context: &mut Context,
) -> JsResult<()> {
    define_replaceable_attribute(name, getter, |this, context| GlobalScope::of_this(this, context).map(drop), context)
}

/// Defines an event handler attribute of the global object.
///
/// # Errors
///
/// Whatever the global object throws when the property is defined.
pub(crate) fn define_event_handler(name: EventHandlerName, context: &mut Context) -> JsResult<()> {
    let target = |this: &JsValue, _: &str, context: &Context| GlobalScope::of_this(this, context)?.target().cloned();
    let (getter, setter) = event_handler(name.event_type, target);
    define_global_attribute(name.attribute, getter, Some(setter), context)
}

/// Makes the global object of the current realm an event target.
pub(super) fn register_scope(context: &mut Context) -> JsResult<()> {
    GlobalScope::register(context)?;
    let prototype = interface_prototype::<GlobalScope>(context)?;
    let global = context.global_object();
    global.set_prototype(Some(prototype));
    let scope = GlobalScope::current(context)?;
    let target = scope.target()?;
    target.set_object(global, context);
    target.set_hooks(&HOOKS);
    define_event_handler(event_handler_name!("error"), context)?;
    define_event_handler(event_handler_name!("unhandledrejection"), context)?;
    define_event_handler(event_handler_name!("rejectionhandled"), context)
}

/// Defines the attribute `scheduler`.
pub(crate) fn define_scheduler(context: &mut Context) -> JsResult<()> {
    define_replaceable(attribute_name!("scheduler"), get_scheduler, context)
}

/// Defines `queueMicrotask` and `reportError`.
pub(super) fn register_operations(context: &mut Context) -> JsResult<()> {
    define_global_operation(static_string!("queueMicrotask"), 1, queue_microtask, context)?;
    define_global_operation(static_string!("reportError"), 1, report_error, context)
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    register_scope(context)?;
    define_replaceable(attribute_name!("self"), get_self, context)?;
    define_replaceable(attribute_name!("origin"), get_origin, context)?;
    let is_secure = NativeFunction::from_fn_ptr(get_is_secure_context);
    define_global_attribute(attribute_name!("isSecureContext"), is_secure, None, context)?;
    define_scheduler(context)?;
    // Nothing fires these: a program cannot go offline, and its languages stay.
    define_event_handler(event_handler_name!("languagechange"), context)?;
    define_event_handler(event_handler_name!("offline"), context)?;
    define_event_handler(event_handler_name!("online"), context)?;
    register_operations(context)
}
