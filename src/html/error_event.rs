//! `ErrorEvent`: <https://html.spec.whatwg.org/multipage/webappapis.html#errorevent>.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::dom::{Event, EventInit};
use crate::webidl::{dom_string, implements, interface, unsigned_long, usv_string};

/// What an `ErrorEvent` has beyond an `Event`.
#[derive(Trace, Finalize)]
pub struct ErrorEvent {
    /// What went wrong, in words.
    pub message: JsString,
    /// The file.
    pub filename: JsString,
    /// The line, from 1; 0 if it is not known.
    pub lineno: u32,
    /// The column, from 1; 0 if it is not known.
    pub colno: u32,
    /// What was thrown.
    pub error: JsValue,
}

interface! {
    ErrorEvent: Event;
    constructor(1) = construct;
    get "message" = |event| event.message.clone();
    get "filename" = |event| event.filename.clone();
    get "lineno" = |event| event.lineno;
    get "colno" = |event| event.colno;
    get "error" = |event| event.error.clone();
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    Event::construct(new_target, arguments, context, |init, context| {
        // Members are converted in alphabetical order.
        let colno = init.convert(js_string!("colno"), context, unsigned_long)?.unwrap_or_default();
        let error = init.get(js_string!("error"), context)?.unwrap_or_default();
        let filename = init.convert(js_string!("filename"), context, usv_string)?.unwrap_or_default();
        let lineno = init.convert(js_string!("lineno"), context, unsigned_long)?.unwrap_or_default();
        let message = init.convert(js_string!("message"), context, dom_string)?.unwrap_or_default();
        Ok(ErrorEvent { message, filename, lineno, colno, error })
    })
}

impl ErrorEvent {
    /// The five arguments of an [`OnErrorEventHandler`](https://html.spec.whatwg.org/multipage/webappapis.html#onerroreventhandlernonnull)
    /// that is called for this event; `None` if it is no `ErrorEvent`.
    #[must_use]
    pub fn error_arguments(event: &JsObject) -> Option<[JsValue; 5]> {
        let state = implements::<Self>(&event.clone().into())?;
        let (message, filename) = (state.message.clone().into(), state.filename.clone().into());
        Some([message, filename, state.lineno.into(), state.colno.into(), state.error.clone()])
    }

    /// The cancelable `error` event with this state.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn create(self, context: &mut Context) -> JsResult<(JsObject, Gc<Event>)> {
        Event::create(js_string!("error"), EventInit { cancelable: true, ..EventInit::default() }, self, context)
    }
}
