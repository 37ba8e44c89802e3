//! `TaskPriorityChangeEvent`: <https://wicg.github.io/scheduling-apis/#sec-task-priority-change-event>.

use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::priority_value::priority_value;
use crate::dom::{Event, EventInit};
use crate::scheduling::TaskPriority;
use crate::webidl::{Interface, InterfaceBuilder, enumeration, this_object};

/// What a `TaskPriorityChangeEvent` has beyond an `Event`.
#[derive(Clone, Copy, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub struct TaskPriorityChangeEvent {
    previous_priority: TaskPriority,
}

impl Interface for TaskPriorityChangeEvent {
    type State = Self;
    const NAME: &'static str = "TaskPriorityChangeEvent";
    const DEPTH: usize = 1;
}

impl TaskPriorityChangeEvent {
    /// The `prioritychange` event of a signal that had `previous_priority`.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn create(previous_priority: TaskPriority, context: &mut Context) -> JsResult<(JsObject, Gc<Event>)> {
        Event::create(js_string!("prioritychange"), EventInit::default(), Self { previous_priority }, context)
    }
}

fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Event::construct(new_target, arguments, 2, context, |init, context| {
        let previous = init.required(&js_string!("previousPriority"), "TaskPriorityChangeEventInit", context)?;
        Ok(TaskPriorityChangeEvent {
            previous_priority: enumeration(&previous, "TaskPriority", "previousPriority", context)?,
        })
    })
}

fn get_previous_priority(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(priority_value(this_object::<TaskPriorityChangeEvent>(this)?.previous_priority))
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<TaskPriorityChangeEvent>(context)
        .inherits::<Event>()?
        .constructor(2, constructor)
        .attribute("previousPriority", get_previous_priority)
        .build()
}
