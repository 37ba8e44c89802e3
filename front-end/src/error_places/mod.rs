//! Where a built-in error happened, and what to call it.
//!
//! The engine knows the positions of few expressions, and its messages name no expression. What it reports is the
//! position of something around the fault. The syntax tree says which expressions have that position and can fail
//! with that message. If there is one, the error gets its place, and the words of V8, which name it. Otherwise, the
//! error stays as it is.

mod caught;
mod collector;
mod complaint;
mod guards;
mod members;
mod names;
mod nullish;
mod parenthesis;
mod patterns;
mod places;
mod restored;
mod risk;
mod survey;
#[cfg(test)]
mod tests;
mod thrower;
mod v8_messages;
mod visitor;

use oxc_ast::ast::Program;
use oxc_semantic::Scoping;
use posttask::event_loop::{EngineReport, Explanation};
use posttask::internal::engine::{line_of, position_after};

use super::helpers::HOST;
use super::text_index::Position;
use super::token_search::Source;
use collector::{Collector, Sought};
use complaint::Complaint;
use thrower::{REVOKED, Thrower};
use v8_messages::{in_words_of_v8, is_reworded};

pub(super) use caught::explain_caught;
pub(super) use restored::without_guards;
pub(super) use survey::{guard, guard_all};

/// Whether a message is one of those that can be said better.
pub(super) fn is_complaint(message: &str) -> bool {
    message == REVOKED || Complaint::of(message).is_some() || is_reworded(message)
}

/// Finds the fault of which the engine reports an error. `None` if there may be several, or none is known.
pub(super) fn find_fault(program: &Program<'_>, scoping: &Scoping, report: &EngineReport) -> Option<Explanation> {
    let text = program.source_text;
    let complaint = Complaint::of(&report.message)?;
    let at = match report.position {
        Some(position) => Some(offset_of(text, position)?),
        None => None,
    };
    let source = Source::new(text, &program.comments);
    let mut faults = Collector::faults(
        program,
        scoping,
        source,
        Sought { complaint, recorded: at, function: &report.function, is_in_module: report.is_in_module },
    );
    faults.dedup();
    match &mut faults[..] {
        // The names in corrected code are not those of the program.
        [(_, message)] if message.contains(HOST) || message.contains("$pt") => None,
        [(place, message)] => Some(Explanation {
            position: position_after(text.get(..*place as usize)?),
            message: std::mem::take(message),
        }),
        _ => None,
    }
}

/// Returns the message of an error in the words of V8, at the place that the engine reports. `None` if they are the
/// same.
pub(super) fn reworded(program: &Program<'_>, report: &EngineReport) -> Option<Explanation> {
    let text = program.source_text;
    let position = report.position?;
    let thrower = Thrower::at(offset_of(text, position)?, program);
    let message = match thrower.operation(&report.message) {
        Some(operation) => format!("Cannot perform '{operation}' on a proxy that has been revoked"),
        None => in_words_of_v8(&report.message, thrower.native())?,
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
