//! Realms: every one has all interfaces, a global object and a `Scheduler` of its own, on the same event loop.

use std::rc::Rc;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction, js_string};

use super::Runtime;
use crate::event_loop::{in_realm, save_stack_getter};
use crate::host::limit_string_lengths;
use crate::html::ConsoleOutput;
use crate::webidl::{event_loop, register_realm};
use crate::{dom, html, performance, scheduler};

/// Declares everything in the current realm.
pub(super) fn register_interfaces(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    register_realm(context);
    save_stack_getter(context);
    limit_string_lengths(context)?;
    dom::register(context)?;
    scheduler::register(context)?;
    html::register(output, context)?;
    performance::register(context)
}

fn create_realm(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<Realm> {
    let realm = context.create_realm()?;
    in_realm(&realm, context, |context| register_interfaces(output, context))?;
    Ok(realm)
}

impl Runtime {
    /// Makes another realm on the same event loop. Its `Scheduler` competes with the others' by priority and age.
    ///
    /// # Errors
    ///
    /// [`Error::JavaScript`](crate::Error::JavaScript) if the engine cannot set it up.
    pub fn create_realm(&mut self) -> Result<Realm, crate::Error> {
        let output = Rc::clone(&self.output);
        self.with_context(|context| create_realm(&output, context)).map_err(|error| self.error(error))
    }
}

/// Defines `testHost`, for tests that are written in JavaScript.
pub(super) fn register_test_host(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    let output = Rc::clone(output);
    let new_realm = move |_: &JsValue, _: &[JsValue], context: &mut Context| -> JsResult<JsValue> {
        let realm = create_realm(&output, context)?;
        Ok(in_realm(&realm, context, |context| context.global_object()).into())
    };
    // SAFETY: the closure captures a reference counter of the host, nothing that the collector traces.
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
    // A function made by the other realm's own `eval` runs there, whoever calls it.
    let global = arguments.get_or_undefined(0).to_object(context)?;
    let eval = global.get(js_string!("eval"), context)?;
    let Some(eval) = eval.as_callable() else { return Ok(JsValue::undefined()) };
    eval.call(&global.into(), &arguments[1..], context)
}

#[expect(clippy::unnecessary_wraps, reason = "the engine calls it through a pointer of this type")]
fn collect_garbage(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    context.clear_kept_objects();
    boa_gc::force_collect();
    // What only a dead object's state held dies in a second round.
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
