//! The text of a function without its guards.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentPattern, ClassHeritage, Expression, ParenthesizedExpression,
    Program, Statement, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, SourceType, Span};

use super::caught::EXPLAIN;
use super::guards::{guarded_value, is_guard, throws};
use super::host_call::called_host_function;
use super::superclasses::checked_superclass;
use crate::edits::Edits;
use crate::helpers::{HOST, PREFIX};
use crate::syntax::{Thoroughness, parse};

/// What a function may be a part of, so that its text alone can be parsed: nothing, an object, a class, and a derived
/// class.
const FRAMES: [(&str, &str); 4] = [("(", "\n)"), ("({", "\n})"), ("(class {", "\n})"), ("(class extends X {", "\n})")];

/// Returns the text of a function without the guards, and without the calls that explain errors. `None` if there are
/// none.
pub(in super::super) fn without_guards(text: &str) -> Option<String> {
    if !text.contains(HOST) {
        return None;
    }
    // An arrow function may use `super` and the private names of the class that it is in.
    let private: BTreeSet<&str> = text
        .split('#')
        .skip(1)
        .map(identifier_at_start)
        .filter(|it| it.starts_with(|first: char| !first.is_ascii_digit()))
        .collect();
    let private: Vec<String> = private.into_iter().map(|name| format!("#{name}; ")).collect();
    let private = private.concat();
    let field = format!("(class extends X {{ {private}x = ");
    let frames = FRAMES.iter().copied().chain([(field.as_str(), "\n})")]);
    frames.into_iter().find_map(|(before, after)| {
        let whole = format!("{before}{text}{after}");
        let allocator = Allocator::default();
        let syntax = parse(&allocator, &whole, SourceType::mjs(), Thoroughness::Usual);
        if !syntax.errors.is_empty() {
            return None;
        }
        let restored = restore(&syntax.program, &whole);
        Some(restored.strip_prefix(before)?.strip_suffix(after)?.to_owned())
    })
}

fn identifier_at_start(text: &str) -> &str {
    let end = text.find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '$'))).unwrap_or(text.len());
    &text[..end]
}

fn restore(program: &Program<'_>, text: &str) -> String {
    let mut removals = Removals(Vec::new());
    removals.visit_program(program);
    let mut edits = Edits::default();
    for span in removals.0 {
        edits.replace(span, "");
    }
    edits.apply(text).0
}

/// The parts of a text that are removed.
struct Removals(Vec<Span>);

impl Removals {
    /// Keeps only the inner part of a span.
    fn keep(&mut self, outer: Span, inner: Span) {
        self.0.push(Span::new(outer.start, inner.start));
        self.0.push(Span::new(inner.end, outer.end));
    }
}

impl<'a> VisitJs<'a> for Removals {
    fn visit_parenthesized_expression(&mut self, it: &ParenthesizedExpression<'a>) {
        if let Expression::LogicalExpression(guard) = &it.expression
            && is_guard(guard)
        {
            self.keep(it.span, guarded_value(guard).span());
            self.visit_expression(guarded_value(guard));
        } else {
            walk_js::walk_parenthesized_expression(self, it);
        }
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        match it {
            // The value of a declaration or a loop has no parentheses around its guard.
            Expression::LogicalExpression(guard) if is_guard(guard) => {
                self.keep(guard.span, guarded_value(guard).span());
                self.visit_expression(guarded_value(guard));
            }
            _ => walk_js::walk_expression(self, it),
        }
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let ArrowFunctionBody::FunctionBody(body) = &it.body
            && let [Statement::VariableDeclaration(declaration), Statement::ReturnStatement(returned)] =
                &body.statements[..]
            && declaration.kind == VariableDeclarationKind::Let
            && is_looked_at(declaration)
            && let Some(value) = &returned.argument
        {
            self.visit_formal_parameters(&it.params);
            self.keep(body.span, value.span());
            self.visit_expression(value);
        } else {
            walk_js::walk_arrow_function_expression(self, it);
        }
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        if throws(&it.right) {
            self.keep(it.span, it.left.span());
            self.visit_binding_pattern(&it.left);
        } else {
            walk_js::walk_assignment_pattern(self, it);
        }
    }

    fn visit_class_heritage(&mut self, it: &ClassHeritage<'a>) {
        if let Some(value) = checked_superclass(&it.expression) {
            self.keep(it.expression.span(), value.span());
            self.visit_expression(value);
        } else {
            walk_js::walk_class_heritage(self, it);
        }
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            Statement::ExpressionStatement(statement)
                if called_host_function(&statement.expression) == Some(EXPLAIN) =>
            {
                self.0.push(statement.span);
            }
            Statement::VariableDeclaration(declaration) if is_looked_at(declaration) => self.0.push(declaration.span),
            _ => walk_js::walk_statement(self, it),
        }
    }
}

/// Whether a declaration is that of the variable that guards look at.
fn is_looked_at(declaration: &VariableDeclaration<'_>) -> bool {
    let [declarator] = &declaration.declarations[..] else { return false };
    let name = declarator.id.get_identifier_name();
    declarator.init.is_none() && name.is_some_and(|name| name.starts_with(PREFIX))
}

#[cfg(test)]
mod tests {
    use super::without_guards;

    #[test]
    fn the_text_of_the_program_is_restored() {
        for (text, expected) in [
            (
                "f(x) { var $pt0;return (($pt0 = (x ?? __posttask.nullish(x)).y) ?? __posttask.nullish($pt0)).z; }",
                "f(x) { return x.y.z; }",
            ),
            ("get x() { return (a ?? __posttask.nullish(a)).b; }", "get x() { return a.b; }"),
            ("#p() { return (a ?? __posttask.nullish(a)).b; }", "#p() { return a.b; }"),
            ("a => { for (const b of a ?? __posttask.nullish(a)) c(b); }", "a => { for (const b of a) c(b); }"),
            ("constructor() { super(); (a ?? __posttask.nullish(a)).b(); }", "constructor() { super(); a.b(); }"),
            (
                "({ a: { b } = __posttask.nullish(void 0), c: [d] = __posttask.nullish(void 0) }) => b",
                "({ a: { b }, c: [d] }) => b",
            ),
            ("class A extends __posttask.superclass(B.C) { m() { } }", "class A extends B.C { m() { } }"),
            ("x => {let $pt0;return (($pt0 = a.b()) ?? __posttask.nullish($pt0)).c}", "x => a.b().c"),
            ("() => ((__posttask.value = a.b()) ?? __posttask.nullish(__posttask.value)).c", "() => a.b().c"),
            (
                "() => { try { f(); } catch (e) {__posttask.explain(e); g(e) } }",
                "() => { try { f(); } catch (e) { g(e) } }",
            ),
        ] {
            assert_eq!(without_guards(text).as_deref(), Some(expected));
        }
        let private = "() => (($pt0 = this.#a) ?? __posttask.nullish($pt0)).b";
        assert_eq!(without_guards(private).as_deref(), Some("() => this.#a.b"));
        assert_eq!(without_guards("() => 1"), None);
    }
}
