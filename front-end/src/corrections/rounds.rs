//! The order of the corrections, and what happens if two of them change the same place.
//!
//! Each correction knows how to correct any program, but not what others do to it. Their edits are made at once, unless
//! they are in conflict, or unless a correction has to see what others have added. Then the text is edited and parsed
//! again, and the remaining corrections are those of the new text. Most programs are parsed only once.

use std::cell::OnceCell;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_semantic::Scoping;

use super::super::compiler_options::CompilerOptions;
use super::super::edits::{Edits, Shifts};
use super::super::link_changes::LinkChanges;
use super::super::syntax::{Thoroughness, parse};
use super::super::token_search::Source;
use super::names::Names;
use super::value_kinds::ValueKinds;

/// A text to correct.
pub(crate) struct Text<'t, 'a> {
    pub(crate) program: &'t Program<'a>,
    pub(crate) scoping: &'t Scoping,
    pub(super) source: Source<'t>,
    pub(crate) names: Names,
    /// The options for the file. `None` for a text that a program has made.
    pub(crate) options: Option<&'t CompilerOptions>,
    /// What changes because of other modules. `None` for a text that a program has made.
    pub(super) changes: Option<&'t LinkChanges>,
    kinds: OnceCell<ValueKinds<'t>>,
}

impl<'t, 'a> Text<'t, 'a> {
    pub(crate) fn new(
        program: &'t Program<'a>,
        scoping: &'t Scoping,
        options: Option<&'t CompilerOptions>,
        changes: Option<&'t LinkChanges>,
    ) -> Self {
        let text = program.source_text;
        let (source, names) = (Source::new(text, &program.comments), Names::new(text));
        Self { program, scoping, source, names, options, changes, kinds: OnceCell::new() }
    }

    /// The kinds of its variables, which are found out when a correction asks for the first time.
    pub(super) fn kinds(&self) -> &ValueKinds<'t> {
        self.kinds.get_or_init(|| ValueKinds::of(self.program, self.scoping))
    }
}

/// Adds the edits of a correction.
pub(crate) type Correction = fn(&Text<'_, '_>, &mut Edits);

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Correct(Correction),
    /// Edits the text and parses it again, if the edits so far require it.
    ParseAgainIf(fn(&Edits) -> bool),
}

/// A corrected text.
pub(crate) struct Corrected {
    pub(crate) text: String,
    /// Where its positions were before the last round, the one before that, and so on.
    pub(crate) shifts: Vec<Shifts>,
}

/// Corrects a text. `None` if nothing changes.
pub(crate) fn correct<'a>(allocator: &'a Allocator, text: &Text<'_, 'a>, steps: &[Step]) -> Option<Corrected> {
    let mut edits = Edits::default();
    for (index, step) in steps.iter().enumerate() {
        match step {
            Step::ParseAgainIf(is_needed) if is_needed(&edits) => {
                return Some(correct_rest(allocator, text, edits, &steps[index + 1..]));
            }
            Step::ParseAgainIf(_) => {}
            Step::Correct(correction) => {
                let mut own = Edits::default();
                correction(text, &mut own);
                if edits.conflict_with(&own) {
                    return Some(correct_rest(allocator, text, edits, &steps[index..]));
                }
                edits.extend(own);
            }
        }
    }
    (!edits.is_empty()).then(|| {
        let (text, shifts) = edits.apply(text.program.source_text);
        Corrected { text, shifts: vec![shifts] }
    })
}

/// Edits a text, and corrects the result.
fn correct_rest<'a>(allocator: &'a Allocator, text: &Text<'_, 'a>, edits: Edits, steps: &[Step]) -> Corrected {
    let (edited, shifts) = edits.apply(text.program.source_text);
    let syntax = parse(allocator, allocator.alloc_str(&edited), text.program.source_type, Thoroughness::Usual);
    debug_assert!(syntax.errors.is_empty(), "corrections are valid: {edited} {:?}", syntax.errors);
    let next = Text::new(&syntax.program, &syntax.scoping, text.options, text.changes);
    match correct(allocator, &next, steps) {
        Some(mut corrected) => {
            corrected.shifts.push(shifts);
            corrected
        }
        None => Corrected { text: edited, shifts: vec![shifts] },
    }
}
