//! Tasks that Rust posts. They are in the same queues as those of JavaScript.

use std::panic::Location;

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::Gc;

use super::SchedulingState;
use super::rust_callback::RustCallback;
use super::rust_steps::RustSteps;
use super::scheduler_interface::Scheduler;
use super::task::Task;
use super::task_handle::TaskHandle;
use super::task_options::TaskOptions;
use crate::event_loop::{EventLoop, WorkKind};
use crate::scheduling::TaskPriority;
use crate::web::dom::limit_exceeded;
use crate::web::html::GlobalScope;
use crate::web::webidl::event_loop;

/// Posts a task that calls a Rust function, as [`scheduler.postTask`][1] posts one that calls a JavaScript function: it
/// waits in the same queues, in the same order. Promise reactions of the callback inherit its priority and signal.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in the current realm, or if the signal belongs to another event
/// loop; `QuotaExceededError` if that would exceed a [limit](crate::event_loop::Limits).
///
/// ```
/// use posttask::Runtime;
/// use posttask::boa_engine::{JsString, JsValue};
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().build()?;
/// runtime.run_script("globalThis.order = []; scheduler.postTask(() => order.push('JavaScript'))")?;
/// let task = runtime.post_task(TaskPriority::UserBlocking, |context| {
///     context.eval(posttask::boa_engine::Source::from_bytes("order.push('Rust')"))
/// })?;
/// runtime.run();
/// assert_eq!(task.result().and_then(Result::ok).and_then(|length| length.as_number()), Some(1.0));
/// assert_eq!(runtime.run_script("order.join()")?.as_string(), Some("Rust,JavaScript".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
///
/// [1]: https://wicg.github.io/scheduling-apis/#dom-scheduler-posttask
#[track_caller]
pub fn post_task(
    options: impl Into<TaskOptions>,
    callback: impl FnOnce(&mut Context) -> JsResult<JsValue> + 'static,
    context: &mut Context,
) -> JsResult<TaskHandle> {
    post_task_at(Location::caller(), &options.into(), callback, context)
}

/// Like [`post_task`], for a task that was posted at `place`.
#[inline]
pub(crate) fn post_task_at(
    place: &'static Location<'static>,
    options: &TaskOptions,
    callback: impl FnOnce(&mut Context) -> JsResult<JsValue> + 'static,
    context: &mut Context,
) -> JsResult<TaskHandle> {
    // Passed in a register: the options have just been written to memory, and reading a part of them there would wait.
    let priority = options.fixed_priority();
    let mut callback = Some(callback);
    let mut set_callback = |of_the_task: &RustCallback| {
        if let Some(callback) = callback.take() {
            of_the_task.set(callback);
        }
    };
    post_a_task(place, options, priority, &mut set_callback, context)
}

/// Like [`post_task_at`], for all types of callbacks. The priority is fixed, or else that of the options.
fn post_a_task(
    place: &'static Location<'static>,
    options: &TaskOptions,
    fixed_priority: Option<TaskPriority>,
    set_callback: &mut dyn FnMut(&RustCallback),
    context: &mut Context,
) -> JsResult<TaskHandle> {
    let event_loop = event_loop(context)?;
    options.check_loop(&event_loop)?;
    let scheduler = current_scheduler(&event_loop, context)?;
    let state = state(options, fixed_priority, &scheduler, &event_loop);
    let delay = options.milliseconds();
    event_loop.check_tasks(delay).map_err(|exceeded| limit_exceeded(exceeded, context))?;
    let origin = event_loop.place_in_rust(place);
    let request = state.request(WorkKind::Task, (delay > 0).then_some(delay));
    let work = {
        let _value = options.enter_host_value(&event_loop);
        event_loop.new_work_of(request, origin, context)
    };
    let aborted = state.abort_source().filter(|signal| signal.is_aborted()).map(|signal| signal.reason());
    let steps = || RustSteps::new(context.realm(), event_loop.id());
    let task = Task::new(steps, scheduler.id, state, work);
    if let Some(reason) = aborted {
        task.never_post(reason, &event_loop, context);
    } else {
        set_callback(&task.steps.callback);
        task.post(delay, &event_loop, context);
    }
    Ok(TaskHandle::new(task))
}

/// The scheduler of the current realm.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in this realm.
#[inline]
pub(super) fn current_scheduler(event_loop: &EventLoop, context: &mut Context) -> JsResult<Gc<Scheduler>> {
    match event_loop.remembered_scheduler(context.realm()) {
        Some(scheduler) => Ok(scheduler),
        None => find_the_current_scheduler(event_loop, context),
    }
}

#[inline(never)]
fn find_the_current_scheduler(event_loop: &EventLoop, context: &mut Context) -> JsResult<Gc<Scheduler>> {
    // The scheduler belongs to the global object, although that is defined in a module above this one.
    let (_, scheduler) = GlobalScope::current(context)?.scheduler(context)?.clone();
    event_loop.remember_scheduler(context.realm(), scheduler.clone());
    Ok(scheduler)
}

/// The scheduling state that options ask for. Rust inherits nothing.
#[inline]
pub(super) fn state(
    options: &TaskOptions,
    fixed_priority: Option<TaskPriority>,
    scheduler: &Scheduler,
    event_loop: &EventLoop,
) -> SchedulingState {
    match fixed_priority {
        Some(priority) => scheduler.fixed_state(priority),
        None => state_of_a_signal(options, scheduler, event_loop),
    }
}

#[inline(never)]
fn state_of_a_signal(options: &TaskOptions, scheduler: &Scheduler, event_loop: &EventLoop) -> SchedulingState {
    scheduler.compute_the_scheduling_state(options.given_signal(), options.given_priority(), event_loop)
}
