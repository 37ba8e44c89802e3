//! Errors that a program catches: the message is right when the program reads it.
//!
//! The engine makes the object of a built-in error when a `catch` clause receives it, and asks nobody. So the first
//! statement of the clause asks the host. Rejections and errors that callbacks throw pass through the host anyway.

use oxc_ast::ast::{BindingIdentifier, BindingPattern, CatchClause, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};

use crate::edits::Edits;
use crate::helpers::HOST;
use crate::token_search::Source;

/// The function of the host that gives an error its message and place.
pub(super) const EXPLAIN: &str = "explain";

/// The variable for an error that a pattern takes apart.
pub(super) const CAUGHT: &str = "__posttask_caught";

/// Lets the host explain what `catch` clauses catch, if they use it.
pub(in super::super) fn explain_caught(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    let source = Source::new(program.source_text, &program.comments);
    Catches { source, scoping, edits }.visit_program(program);
}

struct Catches<'s, 'e> {
    source: Source<'s>,
    scoping: &'s Scoping,
    edits: &'e mut Edits,
}

impl Catches<'_, '_> {
    fn is_used(&self, name: &BindingIdentifier<'_>) -> bool {
        name.symbol_id.get().is_some_and(|symbol| !self.scoping.get_resolved_reference_ids(symbol).is_empty())
    }

    /// Writes `catch ({ message }) {}` as `catch (e) {explain(e);let { message } = e;{}}`. The body keeps its scope.
    fn explain_before(&mut self, pattern: &BindingPattern<'_>, end: u32) {
        let span = pattern.span();
        // Iterators in patterns may need a correction of their own.
        if self.source.slice(span).contains('[') {
            return;
        }
        let Some(parenthesis) = self.source.next_if(")", span.end) else { return };
        self.edits.insert(span.start, format!("{CAUGHT}) {{{HOST}.{EXPLAIN}({CAUGHT});let "));
        self.edits.replace(parenthesis, format!(" = {CAUGHT};"));
        self.edits.wrap(Span::new(span.end, end), "", "}");
    }
}

impl<'a> VisitJs<'a> for Catches<'_, '_> {
    fn visit_catch_clause(&mut self, clause: &CatchClause<'a>) {
        if let Some(parameter) = &clause.param {
            match parameter.pattern.get_binding_identifier() {
                Some(name) if self.is_used(name) => {
                    self.edits.insert(clause.body.span.start + 1, format!("{HOST}.{EXPLAIN}({});", name.name));
                }
                Some(_) => {}
                None => self.explain_before(&parameter.pattern, clause.body.span.end),
            }
        }
        walk_js::walk_catch_clause(self, clause);
    }
}
