//! If `return()` ends a generator that waits in a `for-of` loop, the engine does not close the iterator of the loop:
//!
//! ```js
//! (function* () { for (const x of values) yield x })() // `return()` must call that of the iterator
//! ```
//!
//! So such a loop takes its values from an iterator of the host, and all statements of the generator are in a `try`
//! statement: its `finally` block closes what is still open. No `break` leaves the statement, so it does not disturb
//! other jumps (see `exits.rs`).

use oxc_ast::ast::{ArrowFunctionExpression, ForOfStatement, Function, FunctionBody, Program, YieldExpression};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;
use super::HOST;
use super::function_body::start_of_statements;
use super::names::Names;

pub(super) fn correct(program: &Program<'_>, names: &Names, edits: &mut Edits) {
    if program.source_text.contains("yield") {
        Corrector { names, edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    names: &'e Names,
    edits: &'e mut Edits,
}

impl Corrector<'_> {
    fn generator(&mut self, body: &FunctionBody<'_>) {
        let mut loops = Loops::default();
        loops.visit_function_body(body);
        if loops.iterated.is_empty() {
            return;
        }
        let name = self.names.fresh();
        self.edits.insert(start_of_statements(body), format!(" const {name} = {HOST}.loops(); try {{"));
        self.edits.insert(body.span.end - 1, format!("}} finally {{ {name}.close(); }}"));
        for span in loops.iterated {
            self.edits.wrap(span, format!("{name}.open("), ")");
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = it.body.as_ref().filter(|_| it.generator && !it.r#async) {
            self.generator(body);
        }
        walk_js::walk_function(self, it, flags);
    }
}

/// The loops of a function that contain `yield`.
#[derive(Default)]
struct Loops {
    /// What they iterate over.
    iterated: Vec<Span>,
    yields: usize,
}

impl<'a> VisitJs<'a> for Loops {
    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.visit_expression(&it.right);
        let before = self.yields;
        self.visit_for_statement_left(&it.left);
        self.visit_statement(&it.body);
        if self.yields > before {
            self.iterated.push(it.right.span());
        }
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        self.yields += 1;
        walk_js::walk_yield_expression(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
