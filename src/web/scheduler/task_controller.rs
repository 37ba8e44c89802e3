//! `TaskController`: <https://wicg.github.io/scheduling-apis/#sec-task-controller>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::Gc;

use super::TaskSignal;
use crate::web::dom::AbortController;
use crate::web::webidl::{Dictionary, Layers, enumeration, event_loop, interface, new_object, prototype_of_new_target};

/// The `TaskController` interface. The state of a controller is its signal. Its `AbortController` layer contains the
/// same signal as an `AbortSignal`.
pub(crate) struct TaskController;

interface! {
    TaskController: AbortController, state = TaskSignal;
    constructor(0) = construct;
    operation "setPriority"(1) = set_priority;
}

/// [The constructor](https://wicg.github.io/scheduling-apis/#dom-taskcontroller-taskcontroller).
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let init = Dictionary::from_value(arguments.get_or_undefined(0), "TaskController")?;
    let priority = init.convert(&js_string!("priority"), context, enumeration)?.unwrap_or_default();
    let prototype = prototype_of_new_target::<TaskController>(new_target, context)?;
    let signal = TaskSignal::create(priority, context)?;
    let layers = Layers::default().with::<AbortController>(signal.abort_signal()).with::<TaskController>(&signal);
    Ok(new_object(prototype, layers, context))
}

/// [`setPriority`](https://wicg.github.io/scheduling-apis/#dom-taskcontroller-setpriority).
fn set_priority(signal: &Gc<TaskSignal>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let priority = enumeration(&arguments[0], &"TaskController.setPriority: priority", context)?;
    signal.signal_priority_change(priority, &*event_loop(context)?, context)
}
