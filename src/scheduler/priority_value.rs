//! A `TaskPriority` as JavaScript sees it.

use boa_engine::{JsValue, js_string};

use crate::scheduling::TaskPriority;

/// The value of the enumeration.
pub(super) fn priority_value(priority: TaskPriority) -> JsValue {
    match priority {
        TaskPriority::Background => js_string!("background").into(),
        TaskPriority::UserVisible => js_string!("user-visible").into(),
        TaskPriority::UserBlocking => js_string!("user-blocking").into(),
    }
}
