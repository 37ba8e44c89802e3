//! The work that random programs ask Rust for: tasks, futures, and calls as from other threads.

use std::cell::RefCell;
use std::rc::Rc;
use std::str::FromStr;
use std::time::Duration;

use posttask::boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction};
use posttask::boa_gc::{Finalize, Gc, Trace};
use posttask::dom::{AbortHandle, AbortSignal};
use posttask::event_loop::EventLoop;
use posttask::scheduler::{AsyncTask, SpawnHandle, TaskHandle, TaskOptions, post_task, spawn};
use posttask::scheduling::TaskPriority;
use posttask::webidl::{RemoteResolver, implements};

/// The handles of what programs asked for. They are kept until the end.
#[derive(Default, Trace, Finalize)]
pub(crate) struct RustWork {
    #[unsafe_ignore_trace]
    handles: RefCell<Vec<Handle>>,
}

enum Handle {
    Task(Rc<TaskHandle>),
    Spawned(Rc<SpawnHandle<()>>),
}

impl RustWork {
    /// Drops all handles.
    pub(crate) fn clear(&self) {
        self.handles.take();
    }

    /// Keeps a handle. Returns its number.
    fn keep(&self, handle: Handle) -> JsValue {
        let mut handles = self.handles.borrow_mut();
        handles.push(handle);
        (handles.len() - 1).into()
    }
}

type Function = fn(&[JsValue], &RustWork, &mut Context) -> JsResult<JsValue>;

/// Defines the global functions with which programs ask for work.
pub(crate) fn define(rust: &Gc<RustWork>, context: &mut Context) -> JsResult<()> {
    let functions = [
        ("postRust", post_rust as Function),
        ("spawnRust", spawn_rust),
        ("callRust", call_rust),
        ("abortRust", abort_rust),
        ("setRustPriority", set_rust_priority),
        ("promiseFromRust", promise_from_rust),
        ("abortSignalFromRust", abort_signal_from_rust),
    ];
    for (name, function) in functions {
        let function = NativeFunction::from_copy_closure_with_captures(
            move |_, arguments, rust: &Gc<RustWork>, context| function(arguments, rust, context),
            rust.clone(),
        );
        context.register_global_callable(JsString::from(name), 2, function)?;
    }
    Ok(())
}

fn priority(argument: &JsValue) -> TaskPriority {
    let text = argument.as_string().map(|text| text.to_std_string_escaped()).unwrap_or_default();
    TaskPriority::from_str(&text).unwrap_or(TaskPriority::UserVisible)
}

/// The options of a task, from an object with the properties of those of `postTask`.
fn options(argument: &JsValue, context: &mut Context) -> JsResult<TaskOptions> {
    let argument = argument.to_object(context)?;
    let mut option = |name| argument.get(JsString::from(name), context);
    let (given, signal, delay) = (option("priority")?, option("signal")?, option("delay")?);
    let mut options = TaskOptions::new();
    if !given.is_undefined() {
        options = options.priority(priority(&given));
    }
    if let Some(signal) = implements::<AbortSignal>(&signal) {
        options = options.signal(&signal);
    }
    Ok(options.delay(Duration::from_millis(delay.to_length(context)?)))
}

/// `postRust(options, callback, ends)`: posts a task that calls `callback`. Returns the number of its handle,
/// `"aborted"` if it was aborted at once, and `undefined` if the handle was dropped.
fn post_rust(arguments: &[JsValue], rust: &RustWork, context: &mut Context) -> JsResult<JsValue> {
    let callback = arguments.get_or_undefined(1).as_callable();
    let callback = move |context: &mut Context| match &callback {
        Some(callback) => callback.call(&JsValue::undefined(), &[], context),
        None => Ok(JsValue::undefined()),
    };
    let options = options(arguments.get_or_undefined(0), context)?;
    let task = post_task(options, callback, context)?;
    match arguments.get_or_undefined(2).to_u32(context)? {
        0 => return Ok(JsValue::undefined()),
        1 => {
            task.abort(None, context)?;
            return Ok(JsString::from("aborted").into());
        }
        2 => drop(task.promise(context)?),
        _ => {}
    }
    Ok(rust.keep(Handle::Task(Rc::new(task))))
}

/// `spawnRust(options, callback)`: spawns a future that yields, sleeps and calls `callback`. Returns the number of its
/// handle.
fn spawn_rust(arguments: &[JsValue], rust: &RustWork, context: &mut Context) -> JsResult<JsValue> {
    let callback = arguments.get_or_undefined(1).as_callable();
    let steps = async move |task: AsyncTask| {
        task.yield_now().await;
        task.sleep(Duration::from_millis(3)).await;
        let Some(callback) = callback else { return };
        let called = task.with(move |context| callback.call(&JsValue::undefined(), &[], context)).await;
        if let Ok(value) = called {
            task.yield_now().await;
            // The promise of an asynchronous callback is settled or never will be.
            drop(value);
        }
    };
    let options = options(arguments.get_or_undefined(0), context)?;
    let handle = spawn(options, steps, context)?;
    Ok(rust.keep(Handle::Spawned(Rc::new(handle))))
}

/// Calls a function with a handle, while nothing is borrowed.
fn with_handle(
    argument: &JsValue,
    rust: &RustWork,
    context: &mut Context,
    of_task: impl FnOnce(&TaskHandle, &mut Context) -> JsResult<()>,
    of_spawned: impl FnOnce(&SpawnHandle<()>, &mut Context) -> JsResult<()>,
) -> JsResult<JsValue> {
    let number = argument.to_length(context)?;
    let handles = rust.handles.borrow();
    match usize::try_from(number).ok().and_then(|number| handles.get(number)) {
        Some(Handle::Task(handle)) => {
            let handle = Rc::clone(handle);
            drop(handles);
            of_task(&handle, context)?;
        }
        Some(Handle::Spawned(handle)) => {
            let handle = Rc::clone(handle);
            drop(handles);
            of_spawned(&handle, context)?;
        }
        None => {}
    }
    Ok(JsValue::undefined())
}

/// `abortRust(handle)`.
fn abort_rust(arguments: &[JsValue], rust: &RustWork, context: &mut Context) -> JsResult<JsValue> {
    with_handle(
        arguments.get_or_undefined(0),
        rust,
        context,
        |handle, context| handle.abort(None, context),
        |handle, context| handle.abort(None, context),
    )
}

/// `setRustPriority(handle, priority)`.
fn set_rust_priority(arguments: &[JsValue], rust: &RustWork, context: &mut Context) -> JsResult<JsValue> {
    let priority = priority(arguments.get_or_undefined(1));
    with_handle(
        arguments.get_or_undefined(0),
        rust,
        context,
        |handle, context| handle.set_priority(priority, context),
        |handle, context| handle.set_priority(priority, context),
    )
}

/// `promiseFromRust(kind)`: a promise that is fulfilled, rejected, or whose resolver is dropped.
fn promise_from_rust(arguments: &[JsValue], _: &RustWork, context: &mut Context) -> JsResult<JsValue> {
    let (promise, resolver) = RemoteResolver::new(context)?;
    let settled = match arguments.get_or_undefined(0).to_u32(context)? {
        0 => resolver.settle(|_| Ok(5.into())),
        1 => resolver.settle(|_| Err(JsNativeError::typ().with_message("from Rust").into())),
        _ => {
            drop(resolver);
            Ok(())
        }
    };
    settled.map_err(JsError::from_rust)?;
    Ok(promise.into())
}

/// `abortSignalFromRust(signal)`: aborts a signal as another thread would.
fn abort_signal_from_rust(arguments: &[JsValue], _: &RustWork, context: &mut Context) -> JsResult<JsValue> {
    if let Some(signal) = implements::<AbortSignal>(arguments.get_or_undefined(0)) {
        AbortHandle::new(&signal, context)?.abort().map_err(JsError::from_rust)?;
    }
    Ok(JsValue::undefined())
}

/// `callRust(priority, number)`: posts a task as another thread would, which calls the function `callBack` of the
/// prelude.
fn call_rust(arguments: &[JsValue], _: &RustWork, context: &mut Context) -> JsResult<JsValue> {
    let number = arguments.get_or_undefined(1).to_u32(context)?;
    let Some(event_loop) = EventLoop::of(context) else { return Ok(false.into()) };
    let job = event_loop.remote().call(priority(arguments.get_or_undefined(0)), move |context| {
        let function = context.global_object().get(JsString::from("callBack"), context);
        let function = function.ok().and_then(|function| function.as_callable());
        // An exception of the callback is of no interest.
        function.map(|function| function.call(&JsValue::undefined(), &[number.into()], context).is_ok())
    });
    job.detach();
    Ok(true.into())
}
