//! `WorkerOptions`: <https://html.spec.whatwg.org/multipage/workers.html#workeroptions>.

use std::str::FromStr;

use boa_engine::{Context, JsResult, JsString, JsValue, js_string};

use crate::web::webidl::{Dictionary, Enumeration, dom_string, enumeration};

/// The options of a worker. `credentials` is converted, and has no effect: nothing has credentials.
pub(super) struct WorkerOptions {
    pub(super) name: JsString,
    pub(super) is_module: bool,
}

/// `WorkerType`.
#[derive(PartialEq, Eq)]
enum WorkerType {
    Classic,
    Module,
}

impl FromStr for WorkerType {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "classic" => Ok(Self::Classic),
            "module" => Ok(Self::Module),
            _ => Err(()),
        }
    }
}

impl Enumeration for WorkerType {
    const NAME: &'static str = "WorkerType";
}

/// [`RequestCredentials`](https://fetch.spec.whatwg.org/#requestcredentials), whose values make no difference.
struct RequestCredentials;

impl FromStr for RequestCredentials {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if matches!(text, "omit" | "same-origin" | "include") { Ok(Self) } else { Err(()) }
    }
}

impl Enumeration for RequestCredentials {
    const NAME: &'static str = "RequestCredentials";
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
        options.convert(&js_string!("credentials"), context, enumeration::<RequestCredentials>)?;
        let name = options.convert(&js_string!("name"), context, dom_string)?.unwrap_or_default();
        let kind = options.convert(&js_string!("type"), context, enumeration)?;
        Ok(Self { name, is_module: kind == Some(WorkerType::Module) })
    }
}
