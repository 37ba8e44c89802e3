//! What the functions of a program use, for an exploration.
//!
//! A file gets calls of hidden functions: where a function starts, around what it awaits, around the executors of
//! promises, and around properties whose names are not known. The calls are inserted into the text of the file, like
//! those that count for coverage.

mod file;
mod frame;
mod instrumentation;
#[cfg(test)]
mod tests;
mod variables;

use std::path::Path;
use std::sync::Arc;

use oxc_allocator::Allocator;
use oxc_ast_visit::VisitJs;
use oxc_span::SourceType;
use posttask::internal::exploration::footprints::{FunctionId, FunctionUses, HostModules, Uses};

use super::edits::{Edits, Shifts};
use super::syntax::{Thoroughness, parse};
use super::tokens::Tokens;
use file::File;
use instrumentation::Instrumentation;
use variables::Variables;

/// A text whose functions announce themselves.
#[derive(Debug)]
pub(super) struct Announced {
    pub(super) text: String,
    /// Where its parts are in the text of the file.
    pub(super) shifts: Shifts,
}

/// The words of files with code that may do anything.
const OTHER_CODE: [&str; 3] = ["eval", "document", "Function"];

/// Looks at a file that does not announce its functions: the script of a worker, or a module that is loaded later.
pub(super) fn look(uses: &Uses, path: &Path, text: &str) {
    if let Some((at, word)) = OTHER_CODE.iter().filter_map(|word| Some((find_word(text, word)?, word))).min() {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        uses.are_open(File::new(path, text).obstacle_named(format_args!("the word `{word}`"), at));
    }
}

/// Where a text has a word that is not a part of another name or of a comment.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '$');
    let is_whole = |at: &usize| !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part);
    let mut found = text.match_indices(word).map(|(at, _)| at).filter(is_whole).peekable();
    found.peek()?;
    let tokens = Tokens::new(text);
    found.find(|&at| {
        let offset = u32::try_from(at).unwrap_or(u32::MAX);
        tokens.get(tokens.at(offset)).is_none_or(|token| token.span.start <= offset)
    })
}

/// Adds calls to a text that has no errors, and adds its functions to `uses`. `None` if the file may use anything, so
/// that nothing is gained.
pub(super) fn announce(uses: &Arc<Uses>, path: &Path, text: &str, source_type: SourceType) -> Option<Announced> {
    if uses.may_be_anything() {
        return None;
    }
    if find_word(text, "Worker").is_some() {
        uses.have_workers();
        return None;
    }
    let mut edits = Edits::default();
    let mut obstacle = None;
    uses.add(|first| {
        let functions = instrument(&File::new(path, text), uses.host(), source_type, first, &mut edits);
        obstacle = functions.first().and_then(|main| main.obstacle.clone());
        functions
    });
    if let Some(obstacle) = obstacle {
        uses.are_open(obstacle);
        return None;
    }
    let (text, shifts) = edits.apply(text);
    Some(Announced { text, shifts })
}

fn instrument(
    file: &File<'_>,
    host: &HostModules,
    source_type: SourceType,
    first: FunctionId,
    edits: &mut Edits,
) -> Vec<FunctionUses> {
    let text = file.text;
    let allocator = Allocator::default();
    let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
    // In a script, `this` may be the global object.
    let has_global_object = !syntax.program.source_type.is_module() && text.contains("this");
    let variables = Variables::of(&syntax.scoping, first, has_global_object);
    let mut instrumentation = Instrumentation::new(variables, host, first, file, edits);
    instrumentation.visit_program(&syntax.program);
    instrumentation.into_functions()
}
