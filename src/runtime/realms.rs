//! Realms. Each has its own global object, interfaces and `Scheduler`, and all share the event loop.

use std::rc::Rc;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction, js_string};

use super::Runtime;
use crate::event_loop::{in_realm, save_stack_getter};
use crate::host::limit_string_lengths;
use crate::html::{ConsoleOutput, ErrorReporter, ErrorSink};
use crate::webidl::{event_loop, register_realm};
use crate::{dom, html, performance, scheduler};

/// Defines all interfaces and global functions in the current realm.
pub(super) fn register_in_realm(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    register_realm(context);
    save_stack_getter(context);
    limit_string_lengths(context)?;
    dom::register(context)?;
    scheduler::register(context)?;
    html::register(output, context)?;
    performance::register(context)
}

/// Defines all interfaces and global functions in the current realm of a context that does not belong to a
/// [`Runtime`]. `console` writes to `output`, and `errors` receives the uncaught errors.
///
/// The context must have an [`EventLoop`](crate::event_loop::EventLoop) as its job executor,
/// [`Hooks`](crate::host::Hooks) as its host hooks, and a global object from
/// [`create_global_object`](html::create_global_object): see [the example](crate#use-your-own-context).
///
/// # Errors
///
/// `TypeError` if the context does not have an event loop. Whatever the global object throws when a property is
/// defined.
pub fn register_interfaces(
    output: &Rc<dyn ConsoleOutput>,
    errors: Rc<dyn ErrorSink>,
    context: &mut Context,
) -> JsResult<()> {
    event_loop(context)?.set_error_reporting(Rc::new(ErrorReporter::new(errors)));
    register_in_realm(output, context)
}

fn create_realm(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<Realm> {
    let realm = context.create_realm()?;
    in_realm(&realm, context, |context| register_in_realm(output, context))?;
    Ok(realm)
}

impl Runtime {
    /// Creates another realm on the same event loop. The tasks of all realms are ordered together, by priority and
    /// age.
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`](crate::Error::JavaScript) if the realm cannot be set up.
    pub fn create_realm(&mut self) -> Result<Realm, crate::Error> {
        let output = Rc::clone(&self.output);
        self.with_context(|context| create_realm(&output, context)).map_err(|error| self.error(error))
    }
}

/// Defines `testHost`, for tests written in JavaScript.
pub(super) fn register_test_host(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    let output = Rc::clone(output);
    let new_realm = move |_: &JsValue, _: &[JsValue], context: &mut Context| -> JsResult<JsValue> {
        let realm = create_realm(&output, context)?;
        Ok(in_realm(&realm, context, |context| context.global_object()).into())
    };
    // SAFETY: the closure captures only the output, which the garbage collector does not trace.
    let new_realm = unsafe { NativeFunction::from_closure(new_realm) };
    let host = ObjectInitializer::new(context)
        .function(new_realm, js_string!("createRealm"), 0)
        .function(NativeFunction::from_fn_ptr(evaluate_in_realm), js_string!("evaluateInRealm"), 2)
        .function(NativeFunction::from_fn_ptr(collect_garbage), js_string!("collectGarbage"), 0)
        .function(NativeFunction::from_fn_ptr(queue_count), js_string!("queueCount"), 0)
        .function(NativeFunction::from_fn_ptr(timer_count), js_string!("timerCount"), 0)
        .build();
    context.register_global_property(js_string!("testHost"), host, Attribute::all())
}

/// `evaluateInRealm(global, source)`: runs a script in the realm of `global`.
fn evaluate_in_realm(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    // An indirect call of `eval` runs in the realm of that `eval` function, not in the caller's.
    let global = arguments.get_or_undefined(0).to_object(context)?;
    let eval = global.get(js_string!("eval"), context)?;
    let Some(eval) = eval.as_callable() else { return Ok(JsValue::undefined()) };
    eval.call(&global.into(), &arguments[1..], context)
}

#[expect(clippy::unnecessary_wraps, reason = "the engine calls it through a pointer of this type")]
fn collect_garbage(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    context.clear_kept_objects();
    boa_gc::force_collect();
    // Objects that were kept alive only by the state of a dead object are freed by a second collection.
    boa_gc::force_collect();
    Ok(JsValue::undefined())
}

fn queue_count(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(count(event_loop(context)?.scheduler_task_queue_count()))
}

fn timer_count(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(count(event_loop(context)?.timer_count()))
}

fn count(count: usize) -> JsValue {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}
