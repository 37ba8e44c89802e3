//! What can fail, and what the engine would report of it.

use oxc_ast::ast::Statement;
use oxc_span::{GetSpan, Span};

use super::guards::Guard;

/// What the engine reports of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Region {
    /// The number of the function.
    pub(super) unit: usize,
    pub(super) recorded: Option<u32>,
    /// Whether a pattern takes the value apart.
    pub(super) is_pattern: bool,
}

/// Where a function declares a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Declaring {
    /// Before its first statement.
    Before(u32),
    /// Around the expression that is the body of an arrow function.
    Around(Span),
}

/// Variables are declared before the first statement.
pub(super) fn before_first(statements: &[Statement<'_>]) -> Option<Declaring> {
    statements.first().map(|statement| Declaring::Before(statement.span().start))
}

/// An expression that fails if a value is `undefined` or `null`.
#[derive(Debug)]
pub(super) struct Risk {
    pub(super) region: Region,
    /// `None` if it cannot be guarded.
    pub(super) guard: Option<Guard>,
    /// Where the function that the expression is in declares variables. `None` outside of functions.
    pub(super) declaring: Option<Declaring>,
    /// Whether it is in a `with` statement, whose object may have properties with the names in guards.
    pub(super) is_in_with: bool,
    /// In how many loops it is.
    pub(super) loops: u32,
}
