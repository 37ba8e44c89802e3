//! `requestIdleCallback`: <https://w3c.github.io/requestidlecallback/>, with the background state of
//! [Prioritized Task Scheduling](https://wicg.github.io/scheduling-apis/#sec-patches-invoke-idle-callbacks).

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};
use rustc_hash::FxHashMap;

use super::global_scope::report;
use super::{GlobalScope, in_realm};
use crate::event_loop::{IdleId, TaskSource, TimerId, TimerKind, Timestamp, milliseconds};
use crate::scheduling::TaskPriority;
use crate::webidl::{
    Dictionary, Interface, InterfaceBuilder, Layers, callback_function, define_operation, event_loop,
    interface_prototype, invoke, new_object, require_arguments, this_object, unsigned_long,
};

/// A global's idle callbacks that have not run.
#[derive(Default)]
pub(super) struct IdleCallbacks {
    waiting: Rc<RefCell<FxHashMap<u32, Waiting>>>,
    last_handle: Cell<u32>,
}

struct Waiting {
    idle: IdleId,
    timeout: Option<TimerId>,
}

/// The state of an `IdleDeadline`.
#[derive(Clone, Copy, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub struct IdleDeadline {
    deadline: Timestamp,
    did_timeout: bool,
}

impl Interface for IdleDeadline {
    type State = Self;
    const NAME: &'static str = "IdleDeadline";
    const DEPTH: usize = 0;
}

/// One call of `requestIdleCallback`.
struct Request {
    handle: u32,
    global: Gc<GlobalScope>,
    realm: Realm,
    callback: JsObject,
}

impl Request {
    /// Takes the request off the list, with its timer. `None` if the callback ran or was cancelled.
    fn take(&self) -> Option<Waiting> {
        self.global.idle_callbacks.waiting.borrow_mut().remove(&self.handle)
    }

    /// [Invokes the callback](https://w3c.github.io/requestidlecallback/#invoke-idle-callbacks-algorithm). Work that it
    /// continues with `yield()` is background work.
    fn invoke(&self, deadline: Timestamp, did_timeout: bool, context: &mut Context) {
        in_realm(&self.realm, context, |context| {
            if let Err(error) = self.try_invoke(deadline, did_timeout, context) {
                report(error, context);
            }
        });
    }

    fn try_invoke(&self, deadline: Timestamp, did_timeout: bool, context: &mut Context) -> JsResult<()> {
        let event_loop = event_loop(context)?;
        let prototype = interface_prototype::<IdleDeadline>(context)?;
        let state = Gc::new(IdleDeadline { deadline, did_timeout });
        let deadline = new_object(prototype, Layers::root(&state), context);
        let (_, scheduler) = self.global.scheduler(context)?;
        scheduler.with_fixed_priority(TaskPriority::Background, &event_loop, || {
            invoke(&self.callback, &JsValue::undefined(), &[deadline.into()], context).map(drop)
        })
    }
}

/// [`requestIdleCallback`](https://w3c.github.io/requestidlecallback/#the-requestidlecallback-method).
fn request_idle_callback(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "requestIdleCallback")?;
    let global = GlobalScope::of_this(this, context)?;
    let callback = callback_function(&arguments[0], "the callback of requestIdleCallback")?;
    let options = Dictionary::from_value(arguments.get_or_undefined(1), "the options of requestIdleCallback")?;
    let timeout = match options.get(js_string!("timeout"), context)? {
        Some(timeout) => unsigned_long(&timeout, context)?,
        None => 0,
    };
    let event_loop = event_loop(context)?;
    let callbacks = &global.idle_callbacks;
    let handle = callbacks.last_handle.get().wrapping_add(1).max(1);
    callbacks.last_handle.set(handle);
    let request = Rc::new(Request { handle, callback, realm: context.realm().clone(), global: global.clone() });

    let origin = event_loop.origin(context);
    let idle_request = Rc::clone(&request);
    let idle = event_loop.request_idle(move |deadline, context| {
        let Some(waiting) = idle_request.take() else { return };
        if let (Some(timer), Ok(event_loop)) = (waiting.timeout, crate::webidl::event_loop(context)) {
            event_loop.cancel_timer(timer);
        }
        idle_request.invoke(deadline, false, context);
    });
    let timeout = (timeout > 0).then(|| {
        event_loop.run_steps_after_a_timeout(
            timeout.into(),
            TimerKind::IdleCallbackTimeout,
            origin,
            move |event_loop| {
                let now = event_loop.now();
                event_loop.cancel_idle(idle);
                event_loop.queue_a_task(TaskSource::IdleTask, move |context| {
                    if request.take().is_some() {
                        request.invoke(now, true, context);
                    }
                });
            },
        )
    });
    callbacks.waiting.borrow_mut().insert(handle, Waiting { idle, timeout });
    Ok(handle.into())
}

/// [`cancelIdleCallback`](https://w3c.github.io/requestidlecallback/#the-cancelidlecallback-method).
fn cancel_idle_callback(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "cancelIdleCallback")?;
    let global = GlobalScope::of_this(this, context)?;
    let handle = unsigned_long(&arguments[0], context)?;
    let waiting = global.idle_callbacks.waiting.borrow_mut().remove(&handle);
    if let Some(waiting) = waiting {
        let event_loop = event_loop(context)?;
        event_loop.cancel_idle(waiting.idle);
        if let Some(timer) = waiting.timeout {
            event_loop.cancel_timer(timer);
        }
    }
    Ok(JsValue::undefined())
}

/// [`timeRemaining`](https://w3c.github.io/requestidlecallback/#the-timeremaining-method), in milliseconds.
fn time_remaining(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let deadline = this_object::<IdleDeadline>(this)?;
    let remaining = deadline.deadline.duration_since(event_loop(context)?.time().read());
    Ok(milliseconds(remaining).into())
}

fn get_did_timeout(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<IdleDeadline>(this)?.did_timeout.into())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<IdleDeadline>(context)
        .operation("timeRemaining", 0, time_remaining)
        .attribute("didTimeout", get_did_timeout)
        .build()?;
    let global = context.global_object();
    define_operation(&global, "requestIdleCallback", 1, request_idle_callback, context)?;
    define_operation(&global, "cancelIdleCallback", 1, cancel_idle_callback, context)
}
