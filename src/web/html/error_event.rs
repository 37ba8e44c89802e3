//! `ErrorEvent`: <https://html.spec.whatwg.org/multipage/webappapis.html#errorevent>.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::web::dom::{Event, EventInit};
use crate::web::webidl::{dom_string, implements, interface, unsigned_long, usv_string};

/// The state of an `ErrorEvent` beyond that of an `Event`.
#[derive(Trace, Finalize)]
pub(crate) struct ErrorEvent {
    pub message: JsString,
    /// The name of the file; empty if it is not known.
    pub filename: JsString,
    /// The line, from 1; 0 if it is not known.
    pub lineno: u32,
    /// The column, from 1; 0 if it is not known.
    pub colno: u32,
    /// The value that was thrown.
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
        let colno = init.convert(&js_string!("colno"), context, unsigned_long)?.unwrap_or_default();
        let error = init.get(js_string!("error"), context)?.unwrap_or_default();
        let filename = init.convert(&js_string!("filename"), context, usv_string)?.unwrap_or_default();
        let lineno = init.convert(&js_string!("lineno"), context, unsigned_long)?.unwrap_or_default();
        let message = init.convert(&js_string!("message"), context, dom_string)?.unwrap_or_default();
        Ok(ErrorEvent { message, filename, lineno, colno, error })
    })
}

impl ErrorEvent {
    /// Returns the five arguments of an [`OnErrorEventHandler`][1] that is called for this event, or `None` if it is
    /// not an `ErrorEvent`.
    ///
    /// [1]: https://html.spec.whatwg.org/multipage/webappapis.html#onerroreventhandlernonnull
    #[must_use]
    pub(crate) fn error_arguments(event: &JsObject) -> Option<[JsValue; 5]> {
        let state = implements::<Self>(&event.clone().into())?;
        let (message, filename) = (state.message.clone().into(), state.filename.clone().into());
        Some([message, filename, state.lineno.into(), state.colno.into(), state.error.clone()])
    }

    /// Creates a cancelable `error` event with this state.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn create(self, context: &mut Context) -> JsResult<(JsObject, Gc<Event>)> {
        Event::create(js_string!("error"), EventInit { cancelable: true, ..EventInit::default() }, self, context)
    }
}
