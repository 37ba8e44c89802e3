//! Errors that a program catches: the message is right when the program reads it.
//!
//! The engine makes the object of a built-in error when a `catch` clause receives it, and asks nobody. So the first
//! statement of the clause asks the host. Rejections and errors that callbacks throw pass through the host anyway.

use oxc_ast::ast::{CatchClause, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;

use crate::corrections::HOST;
use crate::edits::Edits;

/// The function of the host that gives an error its message and place.
const EXPLAIN: &str = "explain";

/// Lets the host explain what `catch` clauses catch, if they use it.
pub(in super::super) fn explain_caught(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    Catches { scoping, edits }.visit_program(program);
}

struct Catches<'s, 'e> {
    scoping: &'s Scoping,
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Catches<'_, '_> {
    fn visit_catch_clause(&mut self, clause: &CatchClause<'a>) {
        let name = clause.param.as_ref().and_then(|parameter| parameter.pattern.get_binding_identifier());
        let used = name.filter(|name| {
            name.symbol_id.get().is_some_and(|symbol| !self.scoping.get_resolved_reference_ids(symbol).is_empty())
        });
        if let Some(name) = used {
            self.edits.insert(clause.body.span.start + 1, format!("{HOST}.{EXPLAIN}({});", name.name));
        }
        walk_js::walk_catch_clause(self, clause);
    }
}
