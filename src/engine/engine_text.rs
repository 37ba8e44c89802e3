//! The text that the engine gets for a source text. A front end writes what the engine compiles wrongly in another way.
//! Without one, only assignments to `length` are written with brackets.

use std::borrow::Cow;

use boa_engine::{Context, JsResult, JsString};

use super::front_end::FrontEnd;
use super::unsupported_syntax::refuse_using;
use super::workarounds::{Goal, with_bracketed_lengths};
use crate::event_loop::{EngineFault, EventLoop};

/// The text that the front end has corrected last, as far as it needed it, for `eval` or a constructor of functions.
struct Corrected(JsString);

/// Notes that the front end has corrected a text that the engine is about to compile.
pub fn set_corrected(text: JsString, context: &mut Context) {
    context.insert_data(Corrected(text));
}

/// Reports a text that the engine is about to compile although it needs corrections.
pub(super) fn check_is_corrected(text: &JsString, context: &mut Context) {
    let Some(front_end) = context.get_data::<FrontEnd>() else { return };
    let is_corrected = context.get_data::<Corrected>().is_some_and(|Corrected(corrected)| corrected == text);
    if !is_corrected
        && (front_end.correct)(&text.to_std_string_lossy()).is_some()
        && let Some(event_loop) = EventLoop::of(context)
    {
        let what = "eval was called in a way that is not recognized, and the engine compiles its text wrongly";
        event_loop.an_engine_fault_was_met(EngineFault::UncorrectedText, what, context);
    }
}

/// Returns the text of a string handler as that of a file.
pub(crate) fn handler_text<'a>(text: &'a str, context: &Context) -> Cow<'a, str> {
    let corrected = context.get_data::<FrontEnd>().and_then(|front_end| (front_end.correct)(text));
    corrected.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Returns the text of a file for the engine.
///
/// # Errors
///
/// `SyntaxError` if only a front end could write it in another way.
pub(super) fn for_the_engine<'a>(text: &'a str, goal: Goal, context: &Context) -> JsResult<Cow<'a, str>> {
    if context.has_data::<FrontEnd>() {
        return Ok(Cow::Borrowed(text));
    }
    refuse_using(text)?;
    Ok(with_bracketed_lengths(text, goal))
}
