//! Tasks that Rust posts. They are in the same queues as those of JavaScript.

use std::cell::Cell;
use std::panic::Location;
use std::rc::{Rc, Weak};

use boa_engine::realm::Realm;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::Gc;

use super::rust_result::RustResult;
use super::scheduler_interface::Scheduler;
use super::task::{Task, TaskSteps};
use super::task_handle::TaskHandle;
use super::task_options::TaskOptions;
use super::{PrioritySource, SchedulingState, TaskSignal};
use crate::dom::limit_exceeded;
use crate::event_loop::{Ending, EventLoop, WorkKind, in_realm};
use crate::html::GlobalScope;
use crate::webidl::{event_loop, when_settled};

/// A function of the embedder.
pub(crate) type RustCallback = Box<dyn FnOnce(&mut Context) -> JsResult<JsValue>>;

/// Posts a task that calls a Rust function, as [`scheduler.postTask`][1] posts one that calls a JavaScript function: it
/// waits in the same queues, in the same order. Promise reactions of the callback inherit its priority and signal.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in the current realm; `QuotaExceededError` if that would exceed a
/// [limit](crate::event_loop::Limits).
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
    post_task_at(Location::caller(), &options.into(), Box::new(callback), context)
}

/// Like [`post_task`], for a task that was posted at `place`.
pub(crate) fn post_task_at(
    place: &'static Location<'static>,
    options: &TaskOptions,
    callback: RustCallback,
    context: &mut Context,
) -> JsResult<TaskHandle> {
    let event_loop = event_loop(context)?;
    let global = GlobalScope::current(context)?;
    let (_, scheduler) = global.scheduler(context)?;
    let state = state(options, scheduler, &event_loop);
    let delay = options.milliseconds();
    event_loop.check_tasks(delay).map_err(|exceeded| limit_exceeded(exceeded, context))?;
    let origin = event_loop.place_in_rust(place);
    let request = state.request(WorkKind::Task, (delay > 0).then_some(delay));
    let work = options.with_host_value(&event_loop, || event_loop.new_work_of(request, origin, context));
    let aborted = state.abort_source().filter(|signal| signal.is_aborted()).map(|signal| signal.reason());
    let callback = Cell::new(Some(callback));
    let steps = RustSteps { callback, realm: context.realm().clone(), result: RustResult::default() };
    let task = Task::new(steps, scheduler.id, state, work);
    match aborted {
        Some(reason) => task.never_post(reason, &event_loop, context),
        None => task.post(delay, &event_loop, context),
    }
    Ok(TaskHandle::new(task, &event_loop))
}

/// The scheduling state that options ask for. Rust inherits nothing.
pub(super) fn state(options: &TaskOptions, scheduler: &Scheduler, event_loop: &EventLoop) -> SchedulingState {
    scheduler.compute_the_scheduling_state(options.given_signal(), options.given_priority(), event_loop)
}

/// Returns a state like this one, but with a signal of its own as the priority source, unless Rust has made one before.
/// What the task has started keeps following that signal.
pub(super) fn with_own_priority(
    state: &SchedulingState,
    own: &mut Option<Gc<TaskSignal>>,
    context: &mut Context,
) -> JsResult<SchedulingState> {
    let signal = match own {
        Some(signal) => signal.clone(),
        None => own.insert(TaskSignal::create(state.priority(), context)?).clone(),
    };
    Ok(SchedulingState::new(state.abort_source().cloned(), PrioritySource::Signal(signal)))
}

/// Calls a function of the embedder, in the realm that posted it.
pub(super) struct RustSteps {
    callback: Cell<Option<RustCallback>>,
    realm: Realm,
    pub(super) result: RustResult,
}

/// Settles the result of a task whose callback panics.
struct Panics<'a>(&'a RustResult);

impl Drop for Panics<'_> {
    fn drop(&mut self) {
        self.0.fail("the task panicked");
    }
}

/// Settles the result of a task if the promise that its callback returned is dropped, and so never settled.
struct Settles(Weak<Task<RustSteps>>);

impl Drop for Settles {
    fn drop(&mut self) {
        if let Some(task) = self.0.upgrade() {
            task.steps.result.fail("the promise that the task returned is never settled");
        }
    }
}

impl TaskSteps for RustSteps {
    fn run(task: &Rc<Task<Self>>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        let Some(callback) = task.steps.callback.take() else { return Ending::Removed };
        in_realm(&task.steps.realm, context, |context| {
            task.run_callback(event_loop, context, |context| {
                let panics = Panics(&task.steps.result);
                let result = event_loop.call_javascript(context, callback);
                event_loop.clean_up_after_running_script(context);
                std::mem::forget(panics);
                result
            })
        })
    }

    fn resolve(task: &Rc<Task<Self>>, value: JsValue, event_loop: &EventLoop, context: &mut Context) {
        let Some(promise) = task.steps.result.resolve(value, event_loop, context) else { return };
        // The promise must not keep the task alive, which refers to the realm.
        let waits = Settles(Rc::downgrade(task));
        let settled = move |settled: JsResult<JsValue>, context: &mut Context| {
            let Some(event_loop) = EventLoop::of(context) else { return };
            match (waits.0.upgrade(), settled) {
                (Some(task), settled) => task.steps.result.settle_as(settled, &event_loop, context),
                // Nobody has the handle.
                (None, Err(error)) => event_loop.report_an_exception(error, context),
                (None, Ok(_)) => {}
            }
        };
        when_settled(&promise, Box::new(settled), context);
    }

    fn reject(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        self.result.reject(reason, event_loop, context);
    }

    fn discard(&self) {
        drop(self.callback.take());
        self.result.fail("the event loop no longer exists");
    }
}
