//! Conversion of `TaskPriority` from and to JavaScript values.

use boa_engine::{JsValue, js_string};

use crate::scheduling::TaskPriority;
use crate::web::webidl::Enumeration;

impl Enumeration for TaskPriority {
    const NAME: &'static str = "TaskPriority";
}

pub(super) fn priority_value(priority: TaskPriority) -> JsValue {
    match priority {
        TaskPriority::Background => js_string!("background").into(),
        TaskPriority::UserVisible => js_string!("user-visible").into(),
        TaskPriority::UserBlocking => js_string!("user-blocking").into(),
    }
}
