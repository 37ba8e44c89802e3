//! `WorkerOptions`: <https://html.spec.whatwg.org/multipage/workers.html#workeroptions>.

use boa_engine::{Context, JsResult, JsString, JsValue, js_string};

use crate::web::webidl::{Description, Dictionary, dom_string, type_error};

/// The options of a worker. `credentials` is converted, and has no effect: nothing has credentials.
pub(super) struct WorkerOptions {
    pub(super) name: JsString,
    pub(super) is_module: bool,
}

fn enumeration(value: &JsValue, known: &[&str], what: Description<'_>, context: &mut Context) -> JsResult<String> {
    let text = value.to_string(context)?.to_std_string_lossy();
    if known.contains(&text.as_str()) {
        return Ok(text);
    }
    let list = known.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    Err(type_error(format!("{what}: '{text}' is none of {list}")))
}

impl WorkerOptions {
    /// Converts the second argument of `Worker`.
    ///
    /// # Errors
    ///
    /// `TypeError` if it is not a dictionary, or a member has a value that it cannot have. Whatever a getter throws.
    pub(super) fn from_value(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let options = Dictionary::from_value(value, "Worker")?;
        // Members are converted in alphabetical order.
        options.convert(&js_string!("credentials"), context, |value, what, context| {
            enumeration(value, &["omit", "same-origin", "include"], what, context)
        })?;
        let name = options.convert(&js_string!("name"), context, dom_string)?.unwrap_or_default();
        let kind = options.convert(&js_string!("type"), context, |value, what, context| {
            enumeration(value, &["classic", "module"], what, context)
        })?;
        Ok(Self { name, is_module: kind.is_some_and(|kind| kind == "module") })
    }
}
