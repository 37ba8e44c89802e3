//! How long work may wait: the argument of `starved` and `assertNoStarvation`.

use boa_engine::{Context, JsResult, JsValue, js_string};
use posttask::internal::event_loop::milliseconds;

use super::task::Wait;
use crate::testing::assert::{invalid_arg_type, invalid_arg_value, plain_object};

/// How long work may be ready before it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Limits {
    /// In milliseconds.
    pub(super) ms: Option<f64>,
    /// The number of other pieces of work that may run in the meantime.
    pub(super) tasks: Option<f64>,
}

impl Limits {
    /// Reads `{ ms, tasks }`, of which one can be left out.
    ///
    /// # Errors
    ///
    /// `TypeError` if neither is given, or if one is not a number from 0. Whatever their getters throw.
    pub(super) fn from_value(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let Some(object) = plain_object(value) else {
            return Err(invalid_arg_type("limits", "an object with ms or tasks", value, context));
        };
        let mut number = |name: &str| {
            let value = object.get(js_string!(name), context)?;
            if value.is_undefined() {
                return Ok(None);
            }
            let number = value.as_number().filter(|number| *number >= 0.0);
            let name = format!("limits.{name}");
            number.map(Some).ok_or_else(|| invalid_arg_type(&name, "a number from 0", &value, context))
        };
        let limits = Self { ms: number("ms")?, tasks: number("tasks")? };
        if limits == Self::default() {
            return Err(invalid_arg_value("limits", value, "must have the property ms or tasks", context));
        }
        Ok(limits)
    }

    #[expect(clippy::cast_precision_loss, reason = "fewer pieces of work run than 2^53")]
    pub(super) fn are_exceeded_by(self, wait: Wait) -> bool {
        self.ms.is_some_and(|ms| milliseconds(wait.time) > ms)
            || self.tasks.is_some_and(|tasks| wait.overtaken as f64 > tasks)
    }
}

impl std::fmt::Display for Limits {
    /// For example `more than 10 ms, or while more than 5 others ran`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(ms) = self.ms {
            write!(f, "more than {ms} ms")?;
        }
        if let Some(tasks) = self.tasks {
            let or = if self.ms.is_some() { ", or " } else { "" };
            write!(
                f,
                "{or}while more than {tasks} {} ran",
                if (tasks - 1.0).abs() < f64::EPSILON { "other" } else { "others" }
            )?;
        }
        Ok(())
    }
}
