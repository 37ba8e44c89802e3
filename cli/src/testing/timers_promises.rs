//! The module `node:timers/promises`: the parts that exist on the web, too.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use posttask::dom::AbortSignal;
use posttask::event_loop::{EventLoop, TaskSource, WorkKind};
use posttask::internal::event_loop::WorkRequest;
use posttask::internal::webidl::{PendingPromise, event_loop, exception_value, type_error};
use posttask::webidl::catch_as_rejection;

/// The names that the module exports.
pub(super) const EXPORTS: &[&str] = &["scheduler", "setTimeout"];

/// Delays outside of this range count as one millisecond, as in Node.
const LONGEST_DELAY: f64 = 2_147_483_647.0;

/// Creates the object of the module.
///
/// # Errors
///
/// None: the objects are new.
pub(super) fn create(context: &mut Context) -> JsResult<JsObject> {
    let module = JsObject::with_object_proto(context.intrinsics());
    let scheduler = JsObject::with_object_proto(context.intrinsics());
    define(&module, "setTimeout", 2, set_timeout, context)?;
    define(&scheduler, "wait", 1, wait, context)?;
    define(&scheduler, "yield", 0, yield_, context)?;
    module.create_data_property_or_throw(js_string!("scheduler"), scheduler, context)?;
    Ok(module)
}

fn define(
    object: &JsObject,
    name: &str,
    length: usize,
    steps: fn(&[JsValue], &mut Context) -> JsResult<JsValue>,
    context: &mut Context,
) -> JsResult<()> {
    let steps = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        Ok(catch_as_rejection(context, |context| steps(arguments, context)))
    };
    let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_copy_closure(steps))
        .name(JsString::from(name))
        .length(length)
        .build();
    object.create_data_property_or_throw(JsString::from(name), function, context).map(drop)
}

/// `setTimeout(delay, value, { signal })`.
fn set_timeout(arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(1).clone();
    settle_after(arguments.get_or_undefined(0), value, arguments.get_or_undefined(2), context)
}

/// `scheduler.wait(delay, { signal })`.
fn wait(arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    settle_after(arguments.get_or_undefined(0), JsValue::undefined(), arguments.get_or_undefined(1), context)
}

/// `scheduler.yield()`, which is that of the global scheduler.
fn yield_(arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let scheduler = context.global_object().get(js_string!("scheduler"), context)?.to_object(context)?;
    let steps = scheduler.get(js_string!("yield"), context)?.as_callable();
    let steps = steps.ok_or_else(|| type_error("scheduler.yield is not a function"))?;
    steps.call(&scheduler.into(), arguments, context)
}

/// Returns a promise that is resolved with the value after a delay in milliseconds, or rejected if the signal is
/// aborted before.
fn settle_after(delay: &JsValue, value: JsValue, options: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let delay = delay_of(delay)?;
    let signal = signal_of(options, context)?;
    if let Some(signal) = signal.as_ref().filter(|signal| signal.is_aborted()) {
        return Err(abort_error(signal.reason(), context));
    }
    let event_loop = event_loop(context)?;
    let (promise, pending) = PendingPromise::new(context);
    let pending = Rc::new(pending);
    let work = event_loop.new_work(WorkRequest { delay: Some(delay), ..WorkKind::Timeout.into() }, context);
    let (realm, resolving) = (context.realm().clone(), Rc::clone(&pending));
    let algorithm = Rc::new(Cell::new(None));
    let (added, listened_to) = (Rc::clone(&algorithm), signal.clone());
    let timer = event_loop.run_steps_after_a_timeout(delay, work, move |event_loop, place| {
        let canceling = listened_to.clone();
        let is_canceled = move || canceling.as_ref().is_some_and(|signal| signal.is_aborted());
        let steps = move |event_loop: &EventLoop, context: &mut Context| {
            if let (Some(signal), Some(algorithm)) = (&listened_to, added.take()) {
                AbortSignal::remove_algorithm(signal, algorithm);
            }
            resolving.resolve(value, event_loop, context);
            Ok(())
        };
        event_loop.queue_a_cancelable_task(TaskSource::Timer, work, place, realm, is_canceled, steps);
    });
    if let Some(signal) = signal {
        let cancel = move |signal: &_, context: &mut Context| {
            let signal: &boa_gc::Gc<AbortSignal> = signal;
            if let Some(event_loop) = EventLoop::of(context)
                && event_loop.cancel_timer(timer)
            {
                event_loop.notify(|| posttask::event_loop::Event::Ended {
                    work: work.id,
                    how: posttask::event_loop::Ending::Aborted,
                });
            }
            let error = abort_error(signal.reason(), context);
            let reason = exception_value(error, context);
            pending.reject(reason, context);
        };
        algorithm.set(AbortSignal::on_abort(&signal, cancel));
    }
    Ok(promise)
}

/// The delay in whole milliseconds.
fn delay_of(value: &JsValue) -> JsResult<u64> {
    if value.is_undefined() {
        return Ok(1);
    }
    let delay = value.as_number().ok_or_else(|| type_error("the delay must be a number of milliseconds"))?;
    let delay = if (1.0..=LONGEST_DELAY).contains(&delay) { delay } else { 1.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number in the range")]
    Ok(delay.trunc() as u64)
}

fn signal_of(options: &JsValue, context: &mut Context) -> JsResult<Option<boa_gc::Gc<AbortSignal>>> {
    let Some(options) = options.as_object() else { return Ok(None) };
    let signal = options.get(js_string!("signal"), context)?;
    if signal.is_undefined() {
        return Ok(None);
    }
    AbortSignal::from_value(&signal).map(Some).ok_or_else(|| type_error("the option signal must be an AbortSignal"))
}

/// The error of a wait that was aborted, with the name and code that Node gives it.
fn abort_error(reason: JsValue, context: &mut Context) -> boa_engine::JsError {
    let error = JsNativeError::error().with_message("The operation was aborted").into_opaque(context);
    let properties =
        [("name", js_string!("AbortError").into()), ("code", js_string!("ABORT_ERR").into()), ("cause", reason)];
    for (name, value) in properties {
        let property = boa_engine::property::PropertyDescriptor::builder();
        let property = property.value(value).writable(true).enumerable(false).configurable(true);
        // This cannot fail: the object is new.
        let _ = error.define_property_or_throw(JsString::from(name), property, context);
    }
    boa_engine::JsError::from_opaque(error.into())
}
