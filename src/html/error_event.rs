//! `ErrorEvent`: <https://html.spec.whatwg.org/multipage/webappapis.html#errorevent>.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::dom::{Event, EventInit};
use crate::webidl::{Interface, InterfaceBuilder, implements, this_object, unsigned_long};

/// What an `ErrorEvent` has beyond an `Event`.
#[derive(Default, Trace, Finalize)]
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

impl Interface for ErrorEvent {
    type State = Self;
    const NAME: &'static str = "ErrorEvent";
    const DEPTH: usize = 1;
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

fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Event::construct(new_target, arguments, 1, context, |init, context| {
        let mut state = ErrorEvent::default();
        if let Some(colno) = init.get(js_string!("colno"), context)? {
            state.colno = unsigned_long(&colno, context)?;
        }
        if let Some(error) = init.get(js_string!("error"), context)? {
            state.error = error;
        }
        if let Some(filename) = init.get(js_string!("filename"), context)? {
            state.filename = filename.to_string(context)?;
        }
        if let Some(lineno) = init.get(js_string!("lineno"), context)? {
            state.lineno = unsigned_long(&lineno, context)?;
        }
        if let Some(message) = init.get(js_string!("message"), context)? {
            state.message = message.to_string(context)?;
        }
        Ok(state)
    })
}

fn get_message(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<ErrorEvent>(this)?.message.clone().into())
}

fn get_filename(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<ErrorEvent>(this)?.filename.clone().into())
}

fn get_lineno(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<ErrorEvent>(this)?.lineno.into())
}

fn get_colno(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<ErrorEvent>(this)?.colno.into())
}

fn get_error(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<ErrorEvent>(this)?.error.clone())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<ErrorEvent>(context)
        .inherits::<Event>()?
        .constructor(1, constructor)
        .attribute("message", get_message)
        .attribute("filename", get_filename)
        .attribute("lineno", get_lineno)
        .attribute("colno", get_colno)
        .attribute("error", get_error)
        .build()
}
