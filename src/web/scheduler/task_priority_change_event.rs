//! `TaskPriorityChangeEvent`: <https://wicg.github.io/scheduling-apis/#sec-task-priority-change-event>.

use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::priority_value::priority_value;
use crate::scheduling::TaskPriority;
use crate::web::dom::{Event, EventInit};
use crate::web::webidl::{enumeration, interface};

/// The state of a `TaskPriorityChangeEvent`.
#[derive(Clone, Copy, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub(crate) struct TaskPriorityChangeEvent {
    previous_priority: TaskPriority,
}

interface! {
    TaskPriorityChangeEvent: Event;
    constructor(2) = construct;
    get "previousPriority" = |event| priority_value(event.previous_priority);
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    Event::construct(new_target, arguments, context, |init, context| {
        let previous_priority = init.required(&js_string!("previousPriority"), context, enumeration)?;
        Ok(TaskPriorityChangeEvent { previous_priority })
    })
}

impl TaskPriorityChangeEvent {
    /// Creates the `prioritychange` event of a signal whose priority was `previous_priority`.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn create(previous_priority: TaskPriority, context: &mut Context) -> JsResult<(JsObject, Gc<Event>)> {
        Event::create(js_string!("prioritychange"), EventInit::default(), Self { previous_priority }, context)
    }
}
