//! `StreamPipeOptions`: <https://streams.spec.whatwg.org/#dictdef-streampipeoptions>.

use boa_engine::{Context, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::web::dom::AbortSignal;
use crate::web::webidl::{Dictionary, implementation};

/// The converted options of a pipe.
#[derive(Default, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(crate) struct PipeOptions {
    pub(super) prevent_abort: bool,
    pub(super) prevent_cancel: bool,
    pub(super) prevent_close: bool,
    pub(super) signal: Option<Gc<AbortSignal>>,
}

impl PipeOptions {
    /// Converts the members in alphabetical order.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value or its signal is not of its type. Whatever getters throw.
    pub(super) fn convert(value: &JsValue, what: &'static str, context: &mut Context) -> JsResult<Self> {
        let options = Dictionary::from_value(value, what)?;
        Ok(Self {
            prevent_abort: options.boolean(js_string!("preventAbort"), context)?,
            prevent_cancel: options.boolean(js_string!("preventCancel"), context)?,
            prevent_close: options.boolean(js_string!("preventClose"), context)?,
            signal: options.convert(&js_string!("signal"), context, implementation::<AbortSignal>)?,
        })
    }
}
