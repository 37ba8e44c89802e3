//! Starting futures of the embedder.

use std::panic::Location;
use std::rc::Rc;

use boa_engine::{Context, JsResult};

use super::async_task::{AsyncTask, Requests};
use super::rust_task::{current_scheduler, state};
use super::spawn_handle::{Aborted, Output, SpawnHandle};
use super::spawned_future::{NewFuture, SpawnedFuture};
use super::task_options::TaskOptions;
use crate::event_loop::{Ending, Event, WorkKind};
use crate::web::dom::limit_exceeded;
use crate::web::webidl::event_loop;

/// Runs a future on the event loop: the first part as a task, and what follows an `await` as continuations of the same
/// priority, which run before tasks of that priority, as after [`scheduler.yield`][1]. The function gets an
/// [`AsyncTask`], through which the future uses the context, yields and waits.
///
/// While the future is not ready, it keeps the event loop from ending.
///
/// A future that wakes itself while it is polled, or that uses the context a thousand times in a row, goes on as a task
/// instead of a continuation, so that other tasks of its priority get their turn.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in the current realm, or if the signal belongs to another event
/// loop; `QuotaExceededError` if that would exceed a [limit](crate::event_loop::Limits).
///
/// ```
/// use std::time::Duration;
///
/// use posttask::Runtime;
/// use posttask::boa_engine::Source;
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// runtime.run_script("globalThis.order = []; scheduler.postTask(() => order.push('task'))")?;
/// let sum = runtime.spawn(TaskPriority::UserVisible, async |task| {
///     task.with(|context| context.eval(Source::from_bytes("order.push('first')"))).await?;
///     task.yield_now().await;
///     task.with(|context| context.eval(Source::from_bytes("order.push('second')"))).await?;
///     task.sleep(Duration::from_millis(50)).await;
///     task.with(|context| context.eval(Source::from_bytes("order.push(performance.now())"))).await
/// })?;
/// runtime.run();
/// assert!(sum.is_finished());
/// assert_eq!(runtime.run_script("order.join()")?.as_string(), Some("task,first,second,50".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
///
/// [1]: https://wicg.github.io/scheduling-apis/#dom-scheduler-yield
#[track_caller]
pub fn spawn<T: 'static, F: Future<Output = T> + 'static>(
    options: impl Into<TaskOptions>,
    future: impl FnOnce(AsyncTask) -> F,
    context: &mut Context,
) -> JsResult<SpawnHandle<T>> {
    spawn_at(Location::caller(), &options.into(), future, context)
}

/// Like [`spawn`], for a future that was spawned at `place`.
pub(crate) fn spawn_at<T: 'static, F: Future<Output = T> + 'static>(
    place: &'static Location<'static>,
    options: &TaskOptions,
    future: impl FnOnce(AsyncTask) -> F,
    context: &mut Context,
) -> JsResult<SpawnHandle<T>> {
    let event_loop = event_loop(context)?;
    options.check_loop(&event_loop)?;
    let scheduler = current_scheduler(&event_loop, context)?;
    let state = state(options, options.fixed_priority(), &scheduler, &event_loop);
    let delay = options.milliseconds();
    event_loop.check_tasks(delay).map_err(|exceeded| limit_exceeded(exceeded, context))?;
    let origin = event_loop.place_in_rust(place);
    let request = state.request(WorkKind::Task, (delay > 0).then_some(delay));
    let (work, values) = {
        let _value = options.enter_host_value(&event_loop);
        (event_loop.new_work_of(request, origin, context), event_loop.capture().for_new_work())
    };
    let requests = Rc::new(Requests::new(&event_loop));
    let output = Rc::new(Output::default());
    let running = {
        let (output, future) = (Rc::clone(&output), future(AsyncTask::new(&requests)));
        Box::pin(async move { output.set(Ok(future.await)) })
    };
    let aborted = {
        let output = Rc::clone(&output);
        Box::new(move |reason| output.set(Err(Aborted { reason })))
    };
    let reason = state.abort_source().filter(|signal| signal.is_aborted()).map(|signal| signal.reason());
    let spawned = Rc::new(SpawnedFuture::new(
        NewFuture { running, requests, state, work, values, aborted },
        scheduler.id,
        context,
    ));
    match reason {
        Some(reason) => {
            spawned.abort(reason, &event_loop, context);
            event_loop.drop_captured(work.id);
            event_loop.notify(|| Event::Ended { work: work.id, how: Ending::Aborted });
        }
        None => SpawnedFuture::start(&spawned, delay, &event_loop, context),
    }
    Ok(SpawnHandle::new(spawned, output, &event_loop))
}
