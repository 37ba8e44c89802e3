//! `process.env.NODE_ENV` as a text.
//!
//! Many packages ask for it to choose between their builds for development and for production. There is no `process`
//! here, so that the question is answered in the text. Tests may change the variable, if there is one.

use oxc_ast::ast::{
    ChainElement, Expression, IdentifierReference, MemberExpression, Program, SimpleAssignmentTarget, Statement,
    UnaryExpression, UnaryOperator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use posttask::internal::engine::is_line_terminator;

use crate::edits::Edits;

const NAME: &str = "NODE_ENV";

/// What reads the variable, if there is a `process`.
const VARIABLE: &str = "globalThis.process?.env.NODE_ENV";

/// Replaces `process.env.NODE_ENV` by a string of the same width, where `process` is not a variable of the program.
/// Without a mode, it is read if it exists.
pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, mode: Option<&'static str>, edits: &mut Edits) {
    if program.source_text.contains(NAME) {
        Replacer { text: program.source_text, scoping, mode, edits }.visit_program(program);
    }
}

/// Whether an expression is `process.env.NODE_ENV`, or has it inside parentheses or an optional chain.
pub(crate) fn is_node_env(expression: &Expression<'_>, scoping: &Scoping) -> bool {
    let replacer = Replacer { text: "", scoping, mode: None, edits: &mut Edits::default() };
    inner_member(expression).is_some_and(|member| replacer.is_node_env(member))
}

struct Replacer<'r> {
    text: &'r str,
    scoping: &'r Scoping,
    mode: Option<&'static str>,
    edits: &'r mut Edits,
}

impl Replacer<'_> {
    fn is_node_env(&self, member: &MemberExpression<'_>) -> bool {
        member.static_property_name() == Some(NAME) && inner_member(member.object()).is_some_and(|env| self.is_env(env))
    }

    fn is_env(&self, member: &MemberExpression<'_>) -> bool {
        member.static_property_name() == Some("env")
            && matches!(member.object().without_parentheses(), Expression::Identifier(root) if self.is_process(root))
    }

    fn is_process(&self, identifier: &IdentifierReference<'_>) -> bool {
        let is_bound = || identifier.reference_id.get().is_some_and(|id| self.scoping.has_binding(id));
        identifier.name == "process" && !is_bound()
    }

    fn replace(&mut self, span: Span) {
        if let Some(old) = self.text.get(span.start as usize..span.end as usize) {
            let new = self.mode.map_or_else(|| VARIABLE.to_owned(), |mode| padded(mode, old));
            self.edits.replace(span, new);
        }
    }
}

/// A string literal with the lines of the old text and, if it is one line, its width. The spaces are after the literal:
/// parentheses around it could make a call of what is before it.
fn padded(mode: &str, old: &str) -> String {
    let mut new = format!("\"{mode}\"");
    let written = new.chars().count();
    let (first, rest) = old.split_at(old.find(is_line_terminator).unwrap_or(old.len()));
    new.extend(std::iter::repeat_n(' ', first.chars().count().saturating_sub(written)));
    new.extend(rest.chars().map(|character| if is_line_terminator(character) { character } else { ' ' }));
    new
}

/// The member expression in parentheses and optional chains.
fn inner_member<'e, 'a>(expression: &'e Expression<'a>) -> Option<&'e MemberExpression<'a>> {
    match expression.without_parentheses() {
        Expression::ChainExpression(chain) => chain.expression.as_member_expression(),
        expression => expression.as_member_expression(),
    }
}

impl<'a> VisitJs<'a> for Replacer<'_> {
    fn visit_member_expression(&mut self, member: &MemberExpression<'a>) {
        if self.is_node_env(member) {
            self.replace(member.span());
        } else {
            walk_js::walk_member_expression(self, member);
        }
    }

    fn visit_chain_element(&mut self, element: &ChainElement<'a>) {
        match element.as_member_expression() {
            Some(member) => self.visit_member_expression(member),
            None => walk_js::walk_chain_element(self, element),
        }
    }

    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        if !target.as_member_expression().is_some_and(|member| self.is_node_env(member)) {
            walk_js::walk_simple_assignment_target(self, target);
        }
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        let deleted = unary.operator == UnaryOperator::Delete;
        if !(deleted && inner_member(&unary.argument).is_some_and(|member| self.is_node_env(member))) {
            walk_js::walk_unary_expression(self, unary);
        }
    }

    fn visit_statement(&mut self, statement: &Statement<'a>) {
        // A statement of its own stays: a string there would be a directive.
        let alone = matches!(statement, Statement::ExpressionStatement(only)
            if inner_member(&only.expression).is_some_and(|member| self.is_node_env(member)));
        if !alone {
            walk_js::walk_statement(self, statement);
        }
    }
}

#[cfg(test)]
mod tests;
