//! Workers, for `node:worker_threads`.

#![expect(clippy::unnecessary_wraps, reason = "functions of the engine return results")]

use std::rc::Rc;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsValue, js_string};
use posttask::internal::html::is_worker;
use posttask::internal::url::parse;
use posttask::internal::webidl::{event_loop, type_error};
use posttask::internal::workers::{
    agent_number, end_worker, end_worker_when_idle, new_worker_with_data, receive_message, set_worker_referenced,
    worker_data,
};
use posttask_front_end::builtin_exports;

use super::process::{Arguments, Stage, at_end, set_up};
use crate::node::globals::install;

/// The module that runs in a worker before its script.
const IN_WORKER: &str = "node:internal/worker";

/// What the creator of a worker has given it.
struct Given(JsValue);

/// The functions that `modules/worker_threads.js` uses.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    let list = &[
        ("given", given as _),
        ("isWorker", is_in_worker as _),
        ("threadId", thread_id as _),
        ("newWorker", new_worker as _),
        ("receive", receive as _),
        ("setReferenced", set_referenced as _),
    ];
    super::functions(list, context)
}

/// Sets up the realm of a worker that `node:worker_threads` has created. Does nothing in another realm.
///
/// # Errors
///
/// What deserializing the data of the worker throws.
pub(crate) fn set_up_worker(context: &mut Context) -> JsResult<()> {
    let Some(data) = worker_data(context)? else { return Ok(()) };
    context.insert_data(Given(data));
    install(context)?;
    let exit = Rc::new(|code: u8, context: &mut Context| {
        tell_of_exit(code, context)?;
        end_worker(context).map_or(Ok(()), Err)
    });
    set_up(Arguments(Vec::new()), exit, context);
    builtin_exports(IN_WORKER, context)?;
    // An error is that of `process.exit`, which has told the creator.
    end_worker_when_idle(Rc::new(|context| goes_on(context).unwrap_or_default()), context);
    Ok(())
}

/// Whether a worker that has nothing left to do waits for a message, or has got something to do by a listener.
fn goes_on(context: &mut Context) -> JsResult<bool> {
    if call("isWaiting", &[], context)?.to_boolean() {
        return Ok(true);
    }
    let ended = at_end(Stage::BeforeExit, 0, context);
    let event_loop = event_loop(context)?;
    let ended = match ended {
        Ok(_) if event_loop.has_work() => return Ok(true),
        Ok(_) => at_end(Stage::Exit, 0, context),
        Err(error) => Err(error),
    };
    match ended {
        Ok(code) => tell_of_exit(code.unwrap_or_default(), context)?,
        Err(error) => fail(error, context)?,
    }
    Ok(false)
}

/// Tells the creator of the worker that it ends.
fn tell_of_exit(code: u8, context: &mut Context) -> JsResult<()> {
    call("tellOfExit", &[code.into()], context).map(drop)
}

/// Tells the creator of the worker about an error that ends it.
fn fail(error: JsError, context: &mut Context) -> JsResult<()> {
    let error = error.into_opaque(context)?;
    call("fail", &[error], context).map(drop)
}

/// Calls a function of the module of workers.
fn call(name: &'static str, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let exports = builtin_exports(IN_WORKER, context)?.to_object(context)?;
    let function = exports.get(js_string!(name), context)?.as_callable();
    function.map_or(Ok(JsValue::undefined()), |function| function.call(&exports.into(), arguments, context))
}

fn given(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(context.get_data::<Given>().map(|Given(data)| data.clone()).unwrap_or_default())
}

fn is_in_worker(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(is_worker(context).into())
}

fn thread_id(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(agent_number(context).into())
}

/// `newWorker(url, name, data, transfer)`. Returns the worker and its number.
fn new_worker(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    let url = parse(&text, None).map_err(|error| type_error(format!("{text}: {error}")))?;
    let name = arguments.get_or_undefined(1).to_string(context)?;
    let transfer = arguments.get_or_undefined(3).to_object(context)?;
    let transfer = JsArray::from_object(transfer)?;
    let length = transfer.length(context)?;
    let transfer: Vec<JsObject> =
        (0..length).map(|index| transfer.get(index, context)?.to_object(context)).collect::<JsResult<_>>()?;
    let (worker, number) = new_worker_with_data(url, name, arguments.get_or_undefined(2), &transfer, context)?;
    Ok(JsArray::from_iter([worker, number.into()], context).into())
}

/// `receive(port)` takes the oldest message of a port. Returns it in an array, or `undefined`.
fn receive(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let message = receive_message(arguments.get_or_undefined(0), context)?;
    Ok(message.map(|message| JsArray::from_iter([message], context).into()).unwrap_or_default())
}

/// `setReferenced(number, isReferenced)` sets whether a worker keeps the program alive.
fn set_referenced(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = arguments.get_or_undefined(0).to_length(context)?;
    set_worker_referenced(number, arguments.get_or_undefined(1).to_boolean(), context);
    Ok(JsValue::undefined())
}
