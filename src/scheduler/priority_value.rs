//! `TaskPriority` in JavaScript.

use boa_engine::{JsValue, js_string};

use crate::scheduling::TaskPriority;
use crate::webidl::Enumeration;

impl Enumeration for TaskPriority {
    const NAME: &'static str = "TaskPriority";
}

/// The value of the enumeration.
pub(super) fn priority_value(priority: TaskPriority) -> JsValue {
    match priority {
        TaskPriority::Background => js_string!("background").into(),
        TaskPriority::UserVisible => js_string!("user-visible").into(),
        TaskPriority::UserBlocking => js_string!("user-blocking").into(),
    }
}
