//! `process.env.NODE_ENV` as a text.
//!
//! Many packages ask for it to choose between their builds for development and for production. There is no `process`
//! here, so that the question is answered in the text.

use oxc_ast::ast::{Expression, IdentifierReference, MemberExpression, Statement, UnaryExpression, UnaryOperator};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitJsMut, walk_js_mut};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;

use super::{Settings, Transform, Tree};
use crate::syntax_error::SyntaxError;

const NAME: &str = "NODE_ENV";

/// Replaces `process.env.NODE_ENV` by a string, where `process` is not a variable of the program.
pub(super) struct NodeEnv;

impl Transform for NodeEnv {
    fn may_apply(&self, tree: &Tree<'_>, _: &Settings<'_>) -> bool {
        tree.program.source_text.contains(NAME)
    }

    fn apply(&self, tree: &mut Tree<'_>, settings: &Settings<'_>) -> Result<bool, SyntaxError> {
        let Tree { allocator, program, scoping, .. } = tree;
        let ast = AstBuilder::new(allocator);
        let mut replacer = Replacer { ast, scoping, mode: settings.options.node_env, has_changed: false };
        replacer.visit_program(program);
        Ok(replacer.has_changed)
    }
}

struct Replacer<'a, 's> {
    ast: AstBuilder<'a>,
    scoping: &'s Scoping,
    mode: &'static str,
    has_changed: bool,
}

impl Replacer<'_, '_> {
    fn is_node_env(&self, expression: &Expression<'_>) -> bool {
        inner_member(expression).is_some_and(|member| {
            member.static_property_name() == Some(NAME)
                && inner_member(member.object()).is_some_and(|env| self.is_env(env))
        })
    }

    fn is_env(&self, member: &MemberExpression<'_>) -> bool {
        member.static_property_name() == Some("env")
            && matches!(member.object().without_parentheses(), Expression::Identifier(root) if self.is_process(root))
    }

    fn is_process(&self, identifier: &IdentifierReference<'_>) -> bool {
        let is_bound = || identifier.reference_id.get().is_some_and(|id| self.scoping.has_binding(id));
        identifier.name == "process" && !is_bound()
    }
}

/// The member expression in parentheses and optional chains.
fn inner_member<'e, 'a>(expression: &'e Expression<'a>) -> Option<&'e MemberExpression<'a>> {
    match expression.without_parentheses() {
        Expression::ChainExpression(chain) => chain.expression.as_member_expression(),
        expression => expression.as_member_expression(),
    }
}

impl<'a> VisitJsMut<'a> for Replacer<'a, '_> {
    fn visit_expression(&mut self, expression: &mut Expression<'a>) {
        if self.is_node_env(expression) {
            *expression = Expression::new_string_literal(expression.span(), self.mode, None, &self.ast);
            self.has_changed = true;
        } else {
            walk_js_mut::walk_expression(self, expression);
        }
    }

    fn visit_unary_expression(&mut self, unary: &mut UnaryExpression<'a>) {
        if unary.operator != UnaryOperator::Delete || !self.is_node_env(&unary.argument) {
            walk_js_mut::walk_unary_expression(self, unary);
        }
    }

    fn visit_statement(&mut self, statement: &mut Statement<'a>) {
        // A statement of its own stays: a string there would be a directive.
        let alone = matches!(statement, Statement::ExpressionStatement(only) if self.is_node_env(&only.expression));
        if !alone {
            walk_js_mut::walk_statement(self, statement);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::transforms::tests::{transformed, unchanged};

    #[test]
    fn reads_become_strings() {
        for (text, expected) in [
            ("if (process.env.NODE_ENV !== 'x') {}", "if (\"production\" !== \"x\") {}"),
            ("a(process.env['NODE_ENV'])", "a(\"production\");"),
            ("a(process['env'][\"NODE_ENV\"])", "a(\"production\");"),
            ("a(process?.env?.NODE_ENV)", "a(\"production\");"),
            ("a(process?.env.NODE_ENV?.length)", "a(\"production\"?.length);"),
            ("a((process?.env).NODE_ENV)", "a(\"production\");"),
            ("a((process.env).NODE_ENV.length)", "a(\"production\".length);"),
            ("process.env.NODE_ENV === 'x' && a()", "\"production\" === \"x\" && a();"),
            ("a = typeof process.env.NODE_ENV", "a = typeof \"production\";"),
            ("a = b[process.env.NODE_ENV]", "a = b[\"production\"];"),
            ("`${process.env.NODE_ENV}`", "`${\"production\"}`;"),
            ("a.process.env.NODE_ENV, process.env.NODE_ENV", "a.process.env.NODE_ENV, \"production\";"),
            ("delete process.env[process.env.NODE_ENV]", "delete process.env[\"production\"];"),
        ] {
            assert_eq!(transformed(text, "a.cjs"), expected, "{text}");
        }
    }

    #[test]
    fn all_else_stays() {
        unchanged(&[
            "process.env.NODE_ENV = 'x'",
            "process.env.NODE_ENV += 'x'",
            "process.env.NODE_ENV ||= 'x'",
            "process.env.NODE_ENV++",
            "[process.env.NODE_ENV] = []",
            "({ a: process.env.NODE_ENV = 1 } = {})",
            "({ ...process.env.NODE_ENV } = {})",
            "for (process.env.NODE_ENV in a);",
            "for (process.env.NODE_ENV of a);",
            "delete process.env.NODE_ENV",
            "delete process?.env?.NODE_ENV",
            "delete (process.env).NODE_ENV",
            "process.env.NODE_ENV",
            "function f() { process.env.NODE_ENV; 'use strict' }",
            "a(typeof process, process.env, process.env.NODE)",
            "a(globalThis.process.env.NODE_ENV, window.process.env.NODE_ENV)",
            "var process; a(process.env.NODE_ENV)",
            "function f(process) { return process.env.NODE_ENV }",
            "a(process.env[NODE_ENV], process.env.NODE_ENV2, process.env.a.NODE_ENV)",
            "a(process().env.NODE_ENV, process.env().NODE_ENV)",
            "a('process.env.NODE_ENV') /* process.env.NODE_ENV */",
            "const { NODE_ENV } = process.env",
        ]);
    }
}
