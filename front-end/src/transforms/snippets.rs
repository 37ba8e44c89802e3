//! New parts of a tree, written as text.

use oxc_allocator::{Allocator, TakeIn};
use oxc_ast::ast::{Expression, Statement};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::VisitMut;
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};

/// Gives all nodes one span, so that errors in new code are shown at the text that it stands for.
struct Spans(Span);

impl VisitMut<'_> for Spans {
    fn visit_span(&mut self, span: &mut Span) {
        *span = self.0;
    }
}

/// Parses a statement, which may await. Its nodes have the given span; if it is empty, they have no place.
pub(super) fn statement<'a>(text: &str, span: Span, allocator: &'a Allocator) -> Statement<'a> {
    let parsed = Parser::new(allocator, allocator.alloc_str(text), SourceType::mjs()).parse();
    debug_assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    let mut statement = parsed.program.body.into_iter().next().unwrap_or_else(|| empty(span, allocator));
    Spans(span).visit_statement(&mut statement);
    statement
}

fn empty(span: Span, allocator: &Allocator) -> Statement<'_> {
    Statement::new_empty_statement(span, &AstBuilder::new(allocator))
}

/// Parses an expression, like [`statement`].
pub(super) fn expression<'a>(text: &str, span: Span, allocator: &'a Allocator) -> Expression<'a> {
    let ast = AstBuilder::new(allocator);
    match statement(&format!("({text});"), span, allocator) {
        Statement::ExpressionStatement(mut statement) => match &mut statement.expression {
            Expression::ParenthesizedExpression(inner) => inner.expression.take_in(&ast),
            other => other.take_in(&ast),
        },
        _ => Expression::new_null_literal(span, &ast),
    }
}
