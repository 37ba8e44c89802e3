//! New parts of a tree, written as text.

use oxc_allocator::{Allocator, ArenaVec, TakeIn};
use oxc_ast::ast::{ClassElement, Expression, Statement};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
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

/// Puts expressions where a snippet has the names `$0`, `$1` and so on.
struct Fills<'a>(Vec<Option<Expression<'a>>>);

impl<'a> Fills<'a> {
    fn new(expressions: impl IntoIterator<Item = Expression<'a>>) -> Self {
        Self(expressions.into_iter().map(Some).collect())
    }
}

impl<'a> VisitMut<'a> for Fills<'a> {
    fn visit_expression(&mut self, it: &mut Expression<'a>) {
        let number = match it {
            Expression::Identifier(it) => it.name.strip_prefix('$').and_then(|number| number.parse::<usize>().ok()),
            _ => None,
        };
        match number.and_then(|number| self.0.get_mut(number)?.take()) {
            Some(expression) => *it = expression,
            None => walk_mut::walk_expression(self, it),
        }
    }
}

/// Parses an expression with the names `$0`, `$1` and so on, which stand for others that keep their spans.
pub(super) fn filled<'a>(
    text: &str,
    span: Span,
    fills: impl IntoIterator<Item = Expression<'a>>,
    allocator: &'a Allocator,
) -> Expression<'a> {
    let mut expression = expression(text, span, allocator);
    Fills::new(fills).visit_expression(&mut expression);
    expression
}

/// Parses a statement, like [`filled`].
pub(super) fn filled_statement<'a>(
    text: &str,
    span: Span,
    fills: impl IntoIterator<Item = Expression<'a>>,
    allocator: &'a Allocator,
) -> Statement<'a> {
    let mut statement = statement(text, span, allocator);
    Fills::new(fills).visit_statement(&mut statement);
    statement
}

/// Parses elements of classes, like [`filled`].
pub(super) fn class_elements<'a>(
    text: &str,
    span: Span,
    fills: impl IntoIterator<Item = Expression<'a>>,
    allocator: &'a Allocator,
) -> ArenaVec<'a, ClassElement<'a>> {
    let ast = AstBuilder::new(allocator);
    match filled(&format!("class {{ {text} }}"), span, fills, allocator) {
        Expression::ClassExpression(mut class) => class.body.body.take_in(&ast),
        _ => ArenaVec::new_in(&ast),
    }
}
