//! Where a built-in error happened, and what to call it.
//!
//! The engine knows the positions of few expressions, and its messages name no expression. What it reports is the
//! position of something around the fault. The syntax tree says which expressions have that position and can fail
//! with that message. If there is one, the error gets its place, and the words of V8, which name it. Otherwise, the
//! error stays as it is.

mod candidates;
mod caught;
mod collector;
mod complaint;
mod guardable;
mod guards;
mod host_call;
mod members;
mod names;
mod nullish;
mod nullish_objects;
mod parenthesis;
mod patterns;
mod places;
mod restored;
mod risk;
mod superclasses;
mod survey;
#[cfg(test)]
mod tests;
mod thrower;
mod v8_messages;
mod visitor;

use oxc_ast::ast::Program;
use oxc_semantic::Scoping;
use posttask::event_loop::{EngineReport, Explanation, Vicinity};
use posttask::internal::engine::{line_of, position_after};

use super::helpers::{HOST, PREFIX};
use super::text_index::Position;
use super::token_search::Source;
use candidates::Between;
use collector::{Collector, Sought};
use complaint::Complaint;
use thrower::{REVOKED, Thrower};
use v8_messages::{in_words_of_v8, is_reworded};

pub(super) use caught::explain_caught;
pub(super) use nullish_objects::late;
pub(super) use restored::without_guards;
pub(super) use superclasses::check_superclasses;
pub(super) use survey::{Outermost, guard, guard_all};

/// The message if a property is not deleted.
const UNDELETED: &str = "Cannot delete property";

/// Whether a message is one of those that can be said better.
pub(super) fn is_complaint(message: &str) -> bool {
    message == REVOKED || message == UNDELETED || Complaint::of(message).is_some() || is_reworded(message)
}

/// What is known about the fault of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Found(Explanation),
    /// Several expressions are left, or the engine has no position: the vicinity may decide.
    Several,
    Unknown,
}

/// Finds the fault of which the engine reports an error. `vicinity` leaves fewer expressions.
pub(super) fn find_fault(
    program: &Program<'_>,
    scoping: &Scoping,
    report: &EngineReport,
    vicinity: Option<&Vicinity>,
) -> Fault {
    let text = program.source_text;
    let Some(complaint) = Complaint::of(&report.message) else { return Fault::Unknown };
    let recorded = report.position.and_then(|position| offset_of(text, position));
    if recorded.is_none() && report.position.is_some() {
        return Fault::Unknown;
    }
    let source = Source::new(text, &program.comments);
    let sought = Sought { complaint, recorded, function: &report.function, is_in_module: report.is_in_module };
    let between = vicinity.map(|Vicinity { before, after }| {
        let offset = |position: &Option<Position>| position.and_then(|position| offset_of(text, position));
        Between { before: offset(before), after: offset(after) }
    });
    let mut faults = Collector::faults(program, scoping, source, sought, between);
    match &mut faults[..] {
        // The names in corrected code are not those of the program.
        [(_, message)] if message.contains(HOST) || message.contains(PREFIX) => Fault::Unknown,
        [(place, message)] => {
            let Some(before) = text.get(..*place as usize) else { return Fault::Unknown };
            Fault::Found(Explanation { position: position_after(before), message: std::mem::take(message) })
        }
        [] => Fault::Unknown,
        _ => Fault::Several,
    }
}

/// Returns the message of an error in the words of V8, at the place that the engine reports. `None` if they are the
/// same.
pub(super) fn reworded(program: &Program<'_>, report: &EngineReport) -> Option<Explanation> {
    let text = program.source_text;
    let position = report.position?;
    let thrower = Thrower::at(offset_of(text, position)?, program);
    let message = match (thrower.operation(&report.message), thrower.deleted()) {
        (Some(operation), _) => format!("Cannot perform '{operation}' on a proxy that has been revoked"),
        (None, Some(key)) if report.message == UNDELETED => format!("Cannot delete property '{key}'"),
        (None, _) => in_words_of_v8(&report.message, thrower.native())?,
    };
    let is_assigned = message.starts_with("Cannot assign to ") || message == "Invalid array length";
    let assignment = thrower.assignment().filter(|_| is_assigned);
    let position = assignment.and_then(|at| Some(position_after(text.get(..at as usize)?))).unwrap_or(position);
    Some(Explanation { message, position })
}

/// Returns the offset of a position in a text.
fn offset_of(text: &str, (line, column): Position) -> Option<u32> {
    let line = line_of(text, line)?;
    let start = line.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    let column = column.checked_sub(1)? as usize;
    let within = line.char_indices().map(|(at, _)| at).chain([line.len()]).nth(column)?;
    u32::try_from(start + within).ok()
}
