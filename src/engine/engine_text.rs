//! The text that the engine gets for a source text. A front end writes what the engine compiles wrongly in another way.
//! Without one, only assignments to `length` are written with brackets.

use std::borrow::Cow;

use boa_engine::Context;

use super::workarounds::{Goal, with_bracketed_lengths};

/// Writes a text that a program has made in a way that the engine compiles rightly. `None` if it is right.
type Correct = fn(&str) -> Option<String>;

/// A front end has compiled the files of the context.
struct FrontEnd {
    correct: Correct,
}

/// Leaves the texts of the context to a front end: files are compiled when the engine gets them, and the texts of
/// string handlers are corrected by `correct`.
pub fn set_front_end(correct: Correct, context: &mut Context) {
    context.insert_data(FrontEnd { correct });
}

/// Returns the text of a string handler as that of a file.
pub(crate) fn handler_text<'a>(text: &'a str, context: &Context) -> Cow<'a, str> {
    let corrected = context.get_data::<FrontEnd>().and_then(|front_end| (front_end.correct)(text));
    corrected.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Returns the text of a file for the engine.
pub(super) fn for_the_engine<'a>(text: &'a str, goal: Goal, context: &Context) -> Cow<'a, str> {
    if context.has_data::<FrontEnd>() { Cow::Borrowed(text) } else { with_bracketed_lengths(text, goal) }
}
