//! What a front end does for the texts of a context.

use std::rc::Rc;

use boa_engine::Context;

/// Writes a text that a program has made in a way that the engine compiles rightly. `None` if it is right.
pub(super) type Correct = fn(&str) -> Option<String>;

/// Whether a file reads properties with a name in a way that the engine remembers.
type ReadsByName = dyn Fn(&str) -> bool;

/// A front end has compiled the files of the context.
pub(super) struct FrontEnd {
    pub(super) correct: Correct,
    reads_by_name: Rc<ReadsByName>,
}

/// Leaves the texts of the context to a front end: files are compiled when the engine gets them, and the texts of
/// string handlers are corrected by `correct`.
pub fn set_front_end(correct: Correct, reads_by_name: Rc<ReadsByName>, context: &mut Context) {
    context.insert_data(FrontEnd { correct, reads_by_name });
}

/// Whether a file reads properties with a name in a way that the engine remembers, as far as a front end knows.
pub(super) fn reads_by_name(name: &str, context: &Context) -> bool {
    context.get_data::<FrontEnd>().is_some_and(|front_end| (front_end.reads_by_name)(name))
}
