//! The engine reads a local variable on the left of an operator after it has evaluated what is on the right:
//!
//! ```js
//! (x => x + (x = 5))(1) // 10 instead of 6
//! ```
//!
//! It reads `(x)` at once. So a variable that the right side writes gets brackets.
//!
//! In the condition of a loop, it reads a constant before the loop, and only once:
//!
//! ```js
//! const n = 9, o = { n: 1 }; () => n; with (o) { while (i++ < n) o.n = 3 } // in a function, `i` becomes 2, not 4
//! (() => { do { f() } while (i < n); const n = 1; () => n })() // `f` is not called
//! ```
//!
//! It evaluates `(n)` each time. So constants that may be properties of the object of a `with` statement, or that are
//! declared further down, get brackets, too.

use oxc_ast::ast::{
    BinaryExpression, DoWhileStatement, Expression, ExpressionStatement, ForStatement, IdentifierReference, Program,
    WhileStatement, WithStatement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolId;
use rustc_hash::FxHashMap;

use super::super::edits::Edits;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    let mut writes = Writes { scoping, places: FxHashMap::default() };
    writes.visit_program(program);
    Corrector { scoping, writes: writes.places, edits, statement: None, withs: 0 }.visit_program(program);
}

fn symbol_of(it: &IdentifierReference<'_>, scoping: &Scoping) -> Option<SymbolId> {
    scoping.get_reference(it.reference_id.get()?).symbol_id()
}

/// Where variables are written, in the order of the text.
struct Writes<'s> {
    scoping: &'s Scoping,
    places: FxHashMap<SymbolId, Vec<u32>>,
}

impl<'a> VisitJs<'a> for Writes<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(reference) = it.reference_id.get()
            && let reference = self.scoping.get_reference(reference)
            && reference.is_write()
            && let Some(symbol) = reference.symbol_id()
        {
            self.places.entry(symbol).or_default().push(it.span.start);
        }
    }
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    writes: FxHashMap<SymbolId, Vec<u32>>,
    edits: &'e mut Edits,
    /// The start of the statement around the current place. A bracket there would belong to the line before it.
    statement: Option<u32>,
    /// How many `with` statements are around the current place.
    withs: u32,
}

impl Corrector<'_, '_> {
    fn is_written_in(&self, name: &IdentifierReference<'_>, part: Span) -> bool {
        let Some(places) = symbol_of(name, self.scoping).and_then(|symbol| self.writes.get(&symbol)) else {
            return false;
        };
        let first = places.partition_point(|&place| place < part.start);
        places.get(first).is_some_and(|&place| place < part.end)
    }

    fn bracket(&mut self, name: Span) {
        let before = if self.statement == Some(name.start) { "0, (" } else { "(" };
        self.edits.wrap(name, before, ")");
    }

    /// Corrects the condition of a loop that starts at an offset.
    fn condition(&mut self, condition: &Expression<'_>, start: u32) {
        let Expression::BinaryExpression(it) = condition.get_inner_expression() else { return };
        for side in [&it.left, &it.right] {
            if let Expression::Identifier(name) = side
                && let Some(symbol) = symbol_of(name, self.scoping)
                && self.scoping.symbol_flags(symbol).is_const_variable()
                && (self.withs > 0 || self.scoping.symbol_span(symbol).start > start)
            {
                self.bracket(name.span);
            }
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.statement = Some(it.span.start);
        walk_js::walk_expression_statement(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        if let Expression::Identifier(name) = &it.left
            && self.is_written_in(name, it.right.span())
        {
            self.bracket(name.span);
        }
        walk_js::walk_binary_expression(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        it.test.iter().for_each(|test| self.condition(test, it.span.start));
        walk_js::walk_for_statement(self, it);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.condition(&it.test, it.span.start);
        walk_js::walk_while_statement(self, it);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.condition(&it.test, it.span.start);
        walk_js::walk_do_while_statement(self, it);
    }

    fn visit_with_statement(&mut self, it: &WithStatement<'a>) {
        self.visit_expression(&it.object);
        self.withs += 1;
        self.visit_statement(&it.body);
        self.withs -= 1;
    }
}
