//! Promises of futures of the embedder.

use std::panic::Location;

use boa_engine::object::builtins::JsPromise;
use boa_engine::value::TryIntoJs;
use boa_engine::{Context, JsResult};

use super::async_task::AsyncTask;
use super::spawn::spawn_at;
use super::task_options::TaskOptions;

/// Runs a future on the event loop, as [`spawn`](super::spawn()) does, and returns a promise of its output: for host
/// functions that are asynchronous.
///
/// # Errors
///
/// Those of [`spawn`](super::spawn()).
///
/// ```
/// use std::time::Duration;
///
/// use posttask::Runtime;
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// runtime.set_function("later", |arguments, context| {
///     let value = arguments.first().cloned().unwrap_or_default();
///     let promise = posttask::promise(
///         TaskPriority::UserVisible,
///         async |task| {
///             task.sleep(Duration::from_millis(10)).await;
///             Ok(value)
///         },
///         context,
///     )?;
///     Ok(promise.into())
/// })?;
/// let value = runtime.eval_async("later(7).then(value => value + performance.now())")?;
/// assert_eq!(value.as_number(), Some(17.0));
/// # Ok::<(), posttask::Error>(())
/// ```
#[track_caller]
pub fn promise<V: TryIntoJs + 'static, F: Future<Output = JsResult<V>> + 'static>(
    options: impl Into<TaskOptions>,
    future: impl FnOnce(AsyncTask) -> F,
    context: &mut Context,
) -> JsResult<JsPromise> {
    spawn_at(Location::caller(), &options.into(), future, context)?.promise(context)
}
