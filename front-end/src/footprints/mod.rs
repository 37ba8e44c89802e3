//! What the functions of a program use, for an exploration.
//!
//! A file gets calls of hidden functions: where a function starts, around what it awaits, around the executors of
//! promises, and around properties whose names are not known. The calls are inserted into the text of the file, like
//! those that count for coverage.

mod frame;
mod instrumentation;
#[cfg(test)]
mod tests;
mod variables;

use std::sync::Arc;

use oxc_allocator::Allocator;
use oxc_ast_visit::VisitJs;
use oxc_span::SourceType;
use posttask::internal::exploration::footprints::{FunctionId, FunctionUses, Uses};

use super::edits::{Edits, Shifts};
use super::syntax::{Thoroughness, parse};
use instrumentation::Instrumentation;
use variables::Variables;

/// A text whose functions announce themselves.
#[derive(Debug)]
pub(super) struct Announced {
    pub(super) text: String,
    /// Where its parts are in the text of the file.
    pub(super) shifts: Shifts,
}

/// The words of programs with code that does not announce what it does.
const OTHER_CODE: [&str; 3] = ["eval", "document", "Function"];

/// Whether the text of a program says nothing that prevents it from announcing its functions.
#[must_use]
pub fn can_announce(text: &str) -> bool {
    !OTHER_CODE.iter().any(|word| text.contains(word))
}

/// Looks at a file that does not announce its functions: the script of a worker, or a module that is loaded later.
pub(super) fn look(uses: &Uses, text: &str) {
    if !can_announce(text) {
        uses.are_open();
    }
}

/// Adds calls to a text that has no errors, and adds its functions to `uses`. `None` if the file may use anything, so
/// that nothing is gained.
pub(super) fn announce(uses: &Arc<Uses>, text: &str, source_type: SourceType) -> Option<Announced> {
    look(uses, text);
    if uses.may_be_anything() {
        return None;
    }
    if text.contains("Worker") {
        uses.have_workers();
        return None;
    }
    let mut edits = Edits::default();
    let mut is_known = false;
    uses.add(|first| {
        let functions = instrument(text, source_type, first, &mut edits);
        is_known = functions.first().is_some_and(|main| !main.is_unknown);
        functions
    });
    if !is_known {
        uses.are_open();
    }
    is_known.then(|| {
        let (text, shifts) = edits.apply(text);
        Announced { text, shifts }
    })
}

fn instrument(text: &str, source_type: SourceType, first: FunctionId, edits: &mut Edits) -> Vec<FunctionUses> {
    let allocator = Allocator::default();
    let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
    // In a script, `this` may be the global object.
    let has_global_object = !syntax.program.source_type.is_module() && text.contains("this");
    let variables = Variables::of(&syntax.scoping, first, has_global_object);
    let mut instrumentation = Instrumentation::new(variables, first, edits);
    instrumentation.visit_program(&syntax.program);
    instrumentation.into_functions()
}
