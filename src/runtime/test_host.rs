//! `testHost`: functions for tests that are written in JavaScript.

use std::rc::Rc;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction, js_string};

use super::Runtime;
use super::realms::create_realm;
use crate::Error;
use crate::event_loop::in_realm;
use crate::web::html::ConsoleOutput;
use crate::web::webidl::{closure, event_loop};

impl Runtime {
    /// Adds the global `testHost`, for tests that are written in JavaScript.
    ///
    /// # Errors
    ///
    /// [`Error::JavaScript`] if the property cannot be defined.
    #[doc(hidden)]
    pub fn add_test_host(&mut self) -> Result<(), Error> {
        let output = Rc::clone(&self.output);
        self.try_with_context(|context| define(&output, context))
    }
}

fn define(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    let output = Rc::clone(output);
    let new_realm = move |_: &JsValue, _: &[JsValue], context: &mut Context| -> JsResult<JsValue> {
        let realm = create_realm(&output, context)?;
        Ok(in_realm(&realm, context, |context| context.global_object()).into())
    };
    let host = ObjectInitializer::new(context)
        .function(closure(new_realm), js_string!("createRealm"), 0)
        .function(NativeFunction::from_fn_ptr(evaluate_in_realm), js_string!("evaluateInRealm"), 2)
        .function(NativeFunction::from_fn_ptr(collect), js_string!("collectGarbage"), 0)
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
fn collect(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    crate::event_loop::collect_garbage(context);
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
