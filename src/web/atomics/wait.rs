//! `Atomics.wait` and `Atomics.waitAsync`: [DoWait](https://tc39.es/ecma262/#sec-dowait).

use std::rc::Rc;
use std::time::Duration;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};

use super::shared_waiters::{Settles, SharedWaiters, Waiter, result, run_after};
use super::suspension::{Suspend, suspension};
use super::waitable::{Element, WaitableArray};
use crate::engine::cut_off;
use crate::event_loop::{EventLoop, Woken, WorkKind};
use crate::web::html::is_worker;
use crate::web::webidl::{PendingPromise, event_loop, type_error};

/// The converted arguments.
struct Wait {
    array: WaitableArray,
    element: Element,
    value: i64,
    /// `None` if it is infinite.
    timeout: Option<Duration>,
}

impl Wait {
    /// Steps 1 to 9. `None` if the first argument is not what agents can wait for.
    fn of(arguments: &[JsValue], function: &str, context: &mut Context) -> JsResult<Option<Self>> {
        let Some(array) = WaitableArray::of(arguments.get_or_undefined(0), context) else { return Ok(None) };
        let element = array.element(arguments.get_or_undefined(1), function, context)?;
        let value = array.convert(arguments.get_or_undefined(2), context)?;
        let timeout = timeout(arguments.get_or_undefined(3).to_number(context)?);
        Ok(Some(Self { array, element, value, timeout }))
    }

    /// Whether the element has the value.
    fn is_equal(&self, context: &mut Context) -> JsResult<bool> {
        Ok(self.array.value(&self.element, context)? == self.value)
    }
}

/// Steps 8 and 9: a number of milliseconds.
fn timeout(milliseconds: f64) -> Option<Duration> {
    if milliseconds.is_nan() {
        return None;
    }
    // What is too long for a duration does not end, either.
    Duration::try_from_secs_f64(milliseconds.max(0.0) / 1000.0).ok()
}

/// [`Atomics.wait`](https://tc39.es/ecma262/#sec-atomics.wait).
pub(super) fn wait(
    this: &JsValue,
    arguments: &[JsValue],
    engines: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(wait) = Wait::of(arguments, "Atomics.wait", context)? else {
        // It throws.
        return engines.call(this, arguments, context);
    };
    // Step 10.
    let Some(suspension) = suspension(context) else { return Err(type_error(cannot_suspend(context))) };
    let event_loop = event_loop(context)?;
    // Steps 18 and 19.
    if !wait.is_equal(context)? {
        return Ok(js_string!("not-equal").into());
    }
    let woken = suspend(&wait, &*suspension, &event_loop, context);
    result(woken).map(JsValue::from).ok_or_else(|| cut_off(context))
}

/// Why the agent of a context cannot be suspended.
fn cannot_suspend(context: &Context) -> &'static str {
    if !is_worker(context) {
        "Atomics.wait: only workers can wait; use Atomics.waitAsync here"
    } else if cfg!(target_family = "wasm") {
        "Atomics.wait: workers cannot wait on WebAssembly; use Atomics.waitAsync"
    } else {
        "Atomics.wait: there is no memory for the stack of a worker that waits"
    }
}

/// Steps 23 to 30, for an agent that waits.
fn suspend(wait: &Wait, suspension: &dyn Suspend, event_loop: &Rc<EventLoop>, context: &mut Context) -> Woken {
    let work = event_loop.new_work(WorkKind::AtomicsWait, context);
    let waiters = SharedWaiters::of(context);
    let memory = wait.array.memory.clone();
    let waiter = Waiter { event_loop: Rc::downgrade(event_loop), work, _memory: memory, settles: None };
    let key = waiters.add(wait.element.place, waiter);
    let timer = wait.timeout.map(|timeout| {
        let waiters = waiters.clone();
        run_after(timeout, work, event_loop, move |event_loop, _| {
            waiters.remove(key);
            event_loop.wake(Woken::TimedOut);
        })
    });
    let woken = event_loop.suspend_agent(work, timer, || suspension.suspend());
    // If the agent has been terminated.
    waiters.remove(key);
    woken
}

/// [`Atomics.waitAsync`](https://tc39.es/ecma262/#sec-atomics.waitasync).
pub(super) fn wait_async(
    this: &JsValue,
    arguments: &[JsValue],
    engines: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(wait) = Wait::of(arguments, "Atomics.waitAsync", context)? else {
        // It throws.
        return engines.call(this, arguments, context);
    };
    let (is_async, value) = if !wait.is_equal(context)? {
        // Step 19.
        (false, js_string!("not-equal").into())
    } else if wait.timeout.is_some_and(|timeout| timeout.is_zero()) {
        // Step 20.
        (false, js_string!("timed-out").into())
    } else {
        (true, promise(&wait, context)?)
    };
    let object = JsObject::with_object_proto(context.intrinsics());
    object.create_data_property_or_throw(js_string!("async"), is_async, context)?;
    object.create_data_property_or_throw(js_string!("value"), value, context)?;
    Ok(object.into())
}

/// Steps 23 to 30, for a promise that waits.
fn promise(wait: &Wait, context: &mut Context) -> JsResult<JsValue> {
    let event_loop = event_loop(context)?;
    let (promise, pending) = PendingPromise::new(context);
    let work = event_loop.new_work(WorkKind::AtomicsWaitAsync, context);
    let settles = Settles { promise: pending, realm: context.realm().clone(), timer: None };
    let waiters = SharedWaiters::of(context);
    let memory = wait.array.memory.clone();
    let waiter = Waiter { event_loop: Rc::downgrade(&event_loop), work, _memory: memory, settles: Some(settles) };
    let key = waiters.add(wait.element.place, waiter);
    if let Some(timeout) = wait.timeout {
        waiters.end_after(timeout, key, work, &event_loop);
    }
    Ok(promise)
}
