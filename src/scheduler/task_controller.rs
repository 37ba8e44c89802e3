//! `TaskController`: <https://wicg.github.io/scheduling-apis/#sec-task-controller>.

use boa_engine::{Context, JsArgs, JsResult, JsValue, js_string};

use super::TaskSignal;
use crate::dom::AbortController;
use crate::scheduling::TaskPriority;
use crate::webidl::{
    Dictionary, Interface, InterfaceBuilder, Layers, enumeration, event_loop, new_object, prototype_of_new_target,
    require_arguments, require_new, this_object,
};

/// `TaskController`. All there is to one is its signal, which its `AbortController` part knows as an `AbortSignal`.
pub struct TaskController;

impl Interface for TaskController {
    type State = TaskSignal;
    const NAME: &'static str = "TaskController";
    const DEPTH: usize = 1;
}

/// [The constructor](https://wicg.github.io/scheduling-apis/#dom-taskcontroller-taskcontroller).
fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_new::<TaskController>(new_target)?;
    let init = Dictionary::from_value(arguments.get_or_undefined(0), "TaskController: options")?;
    let priority = match init.get(js_string!("priority"), context)? {
        Some(priority) => enumeration(&priority, "TaskPriority", "TaskController: priority", context)?,
        None => TaskPriority::default(),
    };
    let prototype = prototype_of_new_target::<TaskController>(new_target, context)?;
    let signal = TaskSignal::create(priority, context)?;
    let layers = Layers::default().with::<AbortController>(signal.abort_signal()).with::<TaskController>(&signal);
    Ok(new_object(prototype, layers, context).into())
}

/// [`setPriority`](https://wicg.github.io/scheduling-apis/#dom-taskcontroller-setpriority).
fn set_priority(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let signal = this_object::<TaskController>(this)?;
    require_arguments(arguments, 1, "TaskController.setPriority")?;
    let priority = enumeration(&arguments[0], "TaskPriority", "TaskController.setPriority: priority", context)?;
    signal.signal_priority_change(priority, &*event_loop(context)?, context)?;
    Ok(JsValue::undefined())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<TaskController>(context)
        .inherits::<AbortController>()?
        .constructor(0, constructor)
        .operation("setPriority", 1, set_priority)
        .build()
}
