//! `t.explore`: what a test leaves open, if its orders are explored.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};
use posttask::event_loop::{Ending, Event, TaskSource, WorkKind};
use posttask::interface;
use posttask::internal::event_loop::{QueuePosition, WorkRequest};
use posttask::internal::webidl::{
    PendingPromise, enforce_range, exception_value, mark_as_handled, range_error, type_error,
};
use posttask::webidl::{InterfaceBuilder, create};

use super::session::runner;

/// The largest number of alternatives of a choice.
const MOST_ALTERNATIVES: u32 = 1_000;

/// The largest number of choices in a run. Each one is a branch of the search.
const MOST_CHOICES: usize = 10_000;

/// The interface of `t.explore`.
#[derive(Debug, Trace, Finalize)]
pub(super) struct ExploreHandle;

interface! {
    ExploreHandle as "Explore";
    promise "arrives"(0) = arrives;
    operation "choose"(1) = choose;
    with = InterfaceBuilder::hidden;
}

impl ExploreHandle {
    /// Returns the object, or `undefined` if no orders are explored.
    pub(super) fn create(context: &mut Context) -> JsResult<JsValue> {
        match runner(context)?.host().choices {
            Some(_) => {
                let object = create(&Gc::new(Self), context)?;
                define_reject(&object, context)?;
                Ok(object.into())
            }
            None => Ok(JsValue::undefined()),
        }
    }
}

/// Defines `arrives.reject`.
fn define_reject(object: &JsObject, context: &mut Context) -> JsResult<()> {
    let arrives = object.get(js_string!("arrives"), context)?.to_object(context)?;
    let steps = NativeFunction::from_fn_ptr(arrives_rejected);
    let reject = FunctionObjectBuilder::new(context.realm(), steps).name(js_string!("reject")).build();
    arrives.set(js_string!("reject"), reject, true, context).map(drop)
}

/// What the promise of an arrival gets.
enum Answer {
    Value(JsValue),
    /// What the function returns when the answer arrives.
    Of(JsObject),
    Error(JsValue),
}

/// Returns a promise that is resolved with the value, or with the result of the function, when it arrives.
fn arrives(_: &Gc<ExploreHandle>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0).clone();
    if let Some(promise) = value.as_object().and_then(|object| JsPromise::from_object(object).ok()) {
        // Until it arrives, nobody can handle its rejection.
        mark_as_handled(&promise, context);
    }
    let answer = value.as_callable().map_or(Answer::Value(value), Answer::Of);
    arrival(answer, arguments.get_or_undefined(1), context)
}

/// Returns a promise that is rejected with the error when it arrives.
fn arrives_rejected(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    arrival(Answer::Error(arguments.get_or_undefined(0).clone()), arguments.get_or_undefined(1), context)
}

/// Returns a promise that gets the answer in a task of its own. Its task source is its own, too, so it runs in any
/// order with others. The option `label` names it.
fn arrival(answer: Answer, options: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let label = label(options, context)?;
    let runner = runner(context)?;
    let event_loop = runner.host().event_loop.clone();
    let (promise, pending) = PendingPromise::new(context);
    let source = TaskSource::Arrival(event_loop.new_arrival_id());
    let work = event_loop.new_work(WorkRequest { source: Some(source), ..WorkKind::Arrival.into() }, context);
    if let (Some(label), Some(choices)) = (label, &runner.host().choices) {
        choices.label(work.id, &label);
    }
    let realm = context.realm().clone();
    event_loop.queue_a_global_task(source, work, QueuePosition::Last, realm, move |event_loop, context| {
        let result = match answer {
            Answer::Value(value) => Ok(value),
            Answer::Of(function) => event_loop
                .call_javascript(context, |context| function.call(&JsValue::undefined(), &[], context))
                .map_err(|error| exception_value(error, context)),
            Answer::Error(error) => Err(error),
        };
        match result {
            Ok(value) => pending.resolve(value, event_loop, context),
            Err(reason) => pending.reject(reason, context),
        }
        Ok(())
    });
    Ok(promise)
}

/// Reads the option `label`.
fn label(options: &JsValue, context: &mut Context) -> JsResult<Option<String>> {
    let Some(options) = options.as_object() else { return Ok(None) };
    let label = options.get(js_string!("label"), context)?;
    if label.is_undefined() {
        return Ok(None);
    }
    let label = label.to_string(context)?.to_std_string_lossy();
    if label.is_empty() {
        return Err(type_error("explore.arrives: the label is empty"));
    }
    Ok(Some(label))
}

/// Returns a number from 0, less than the argument. Each is tried.
fn choose(_: &Gc<ExploreHandle>, arguments: &[JsValue], context: &mut Context) -> JsResult<u32> {
    let count: u32 = enforce_range(&arguments[0], &"explore.choose: count", context)?
        .try_into()
        .ok()
        .filter(|count| (1..=MOST_ALTERNATIVES).contains(count))
        .ok_or_else(|| range_error(format!("explore.choose: the count must be from 1 to {MOST_ALTERNATIVES}")))?;
    let runner = runner(context)?;
    let session = runner.host();
    let made = session.choices_made.get() + 1;
    if made > MOST_CHOICES {
        return Err(range_error(format!("explore.choose: a run can make at most {MOST_CHOICES} choices")));
    }
    session.choices_made.set(made);
    let work = session.event_loop.new_work(WorkKind::Choice, context);
    let number = session.choices.as_ref().map_or(0, |choices| choices.choose(work.id, count));
    session.event_loop.notify(|| Event::Ended { work: work.id, how: Ending::Returned });
    Ok(number)
}
