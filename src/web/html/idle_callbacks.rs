//! `requestIdleCallback`: <https://w3c.github.io/requestidlecallback/>, with the background state of
//! [Prioritized Task Scheduling](https://wicg.github.io/scheduling-apis/#sec-patches-invoke-idle-callbacks).

use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::Gc;

use super::GlobalScope;
use super::idle_deadline::IdleDeadline;
use super::waiting_idle_callbacks::WaitingIdleCallback;
use crate::event_loop::{
    Ending, Event, EventLoop, IdleId, QueuePosition, TaskSource, TimerId, Work, WorkKind, WorkRequest,
};
use crate::scheduling::TaskPriority;
use crate::web::dom::limit_exceeded;
use crate::web::webidl::{
    Dictionary, Interface, callback_function, create, define_global_operation, event_loop, invoke_and_report,
    require_arguments, static_string, unsigned_long,
};

/// A call to `requestIdleCallback`.
struct IdleRequest {
    handle: u32,
    global: Gc<GlobalScope>,
    realm: Realm,
    callback: JsObject,
    work: Work,
}

impl IdleRequest {
    /// [Invokes the callback](https://w3c.github.io/requestidlecallback/#invoke-idle-callbacks-algorithm). Its
    /// continuations have background priority.
    fn invoke(&self, state: IdleDeadline, event_loop: &EventLoop, context: &mut Context) -> JsResult<Ending> {
        let deadline = create(&Gc::new(state), context)?;
        let (_, scheduler) = self.global.scheduler(context)?;
        Ok(scheduler.with_fixed_priority(TaskPriority::Background, event_loop, || {
            invoke_and_report(&self.callback, &JsValue::undefined(), &[deadline.into()], event_loop, context)
        }))
    }

    /// Requests an idle period for the callback.
    fn request(self: &Rc<Self>, event_loop: &EventLoop) -> IdleId {
        let idle = Rc::clone(self);
        event_loop.request_idle(self.work, move |deadline, event_loop, context| {
            let Some(waiting) = idle.global.idle_callbacks.take(idle.handle) else { return Ending::Removed };
            if let Some(timer) = waiting.timeout {
                event_loop.cancel_timer(timer);
            }
            event_loop.run_in_realm(&idle.realm, context, |context| {
                idle.invoke(IdleDeadline { deadline, did_timeout: false }, event_loop, context)
            })
        })
    }

    /// [Invokes the callback after its timeout][timeout], in milliseconds, unless an idle period comes first.
    ///
    /// [timeout]: https://w3c.github.io/requestidlecallback/#invoke-idle-callback-timeout-algorithm
    fn start_timeout(self: Rc<Self>, timeout: u32, idle: IdleId, event_loop: &EventLoop) -> TimerId {
        event_loop.run_steps_after_a_timeout(timeout.into(), self.work, move |event_loop, _| {
            let deadline = event_loop.now();
            event_loop.cancel_idle(idle);
            let (work, realm, waiting) = (self.work, self.realm.clone(), Rc::clone(&self));
            event_loop.queue_a_cancelable_task(
                TaskSource::IdleTask,
                work,
                QueuePosition::Last,
                realm,
                move || !waiting.global.idle_callbacks.contains(waiting.handle),
                move |event_loop, context| match self.global.idle_callbacks.take(self.handle) {
                    Some(_) => self.invoke(IdleDeadline { deadline, did_timeout: true }, event_loop, context),
                    None => Ok(Ending::Removed),
                },
            );
        })
    }
}

/// [`requestIdleCallback`](https://w3c.github.io/requestidlecallback/#the-requestidlecallback-method).
fn request_idle_callback(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "requestIdleCallback")?;
    let global = GlobalScope::of_this(this, context)?;
    let callback = callback_function(&arguments[0], "requestIdleCallback: callback")?;
    let options = Dictionary::from_value(arguments.get_or_undefined(1), "requestIdleCallback")?;
    let timeout = options.convert(&js_string!("timeout"), context, unsigned_long)?.unwrap_or(0);
    let event_loop = event_loop(context)?;
    event_loop.check_tasks(0).map_err(|exceeded| limit_exceeded(exceeded, context))?;
    let delay = (timeout > 0).then_some(timeout.into());
    let request = WorkRequest { callback: Some(&callback), delay, ..WorkKind::IdleCallback.into() };
    let work = event_loop.new_work(request, context);
    let (handle, realm) = (global.idle_callbacks.next_handle(), global.realm()?);
    let request = Rc::new(IdleRequest { handle, global: global.clone(), realm, callback, work });
    let idle = request.request(&event_loop);
    // Omitted: the longer wait after the timeout: it is optional.
    let timeout = (timeout > 0).then(|| request.start_timeout(timeout, idle, &event_loop));
    global.idle_callbacks.insert(handle, WaitingIdleCallback { work: work.id, idle, timeout });
    Ok(handle.into())
}

/// [`cancelIdleCallback`](https://w3c.github.io/requestidlecallback/#the-cancelidlecallback-method).
fn cancel_idle_callback(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "cancelIdleCallback")?;
    let global = GlobalScope::of_this(this, context)?;
    let handle = arguments[0].to_u32(context)?;
    if let Some(waiting) = global.idle_callbacks.take(handle) {
        let event_loop = event_loop(context)?;
        if let Some(timer) = waiting.timeout {
            event_loop.cancel_timer(timer);
        }
        // If the timeout came first, its task finds that the callback was canceled, and notifies the observer.
        if event_loop.cancel_idle(waiting.idle) {
            event_loop.drop_captured(waiting.work);
            event_loop.notify(|| Event::Ended { work: waiting.work, how: Ending::Removed });
        }
    }
    Ok(JsValue::undefined())
}

pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    IdleDeadline::register(context)?;
    define_global_operation(static_string!("requestIdleCallback"), 1, request_idle_callback, context)?;
    define_global_operation(static_string!("cancelIdleCallback"), 1, cancel_idle_callback, context)
}
