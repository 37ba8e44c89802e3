//! The engine does not notice that a property of a prototype is deleted: see `moved_properties.rs`, which corrects the
//! file that does it. Other files may have read the property, too. So where the object may be a prototype, it passes
//! through a function that tells the program: `delete p.x` becomes `delete __posttask.moving(p, "x").x`. Directly after
//! the declaration of a class, nothing can have read the properties of its instances.
//!
//! `delete super[key()]` throws an error before it evaluates the key. So it becomes `(this, key(), delete super[0])`.

use oxc_allocator::Vec as AstVec;
use oxc_ast::ast::{
    Class, ClassElement, ComputedMemberExpression, Expression, MemberExpression, Program, Statement, UnaryExpression,
    UnaryOperator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, edits: &mut Edits) {
    if program.source_text.contains("delete") {
        Corrector { source, edits, harmless: FxHashSet::default() }.visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    source: Source<'s>,
    edits: &'e mut Edits,
    /// Where deletions from the prototypes of classes start that have had no instances.
    harmless: FxHashSet<u32>,
}

impl Corrector<'_, '_> {
    fn delete_of_super(&mut self, it: &UnaryExpression<'_>, member: &ComputedMemberExpression<'_>) {
        let key = member.expression.span();
        if let Some(open) = self.source.find("[", member.object.span().end, key.start)
            && let Some(close) = self.source.find("]", key.end, member.span.end)
        {
            // The keyword remains at the start: a bracket would belong to the line before it.
            self.edits.replace(Span::sized(it.span.start, 6), "void 0 || (this, ");
            self.edits.replace(member.object.span(), "");
            self.edits.replace(open, "(");
            self.edits.replace(close, "), delete super[0])");
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_statements(&mut self, statements: &AstVec<'a, Statement<'a>>) {
        for (index, statement) in statements.iter().enumerate() {
            if let Statement::ClassDeclaration(class) = statement {
                let after = statements.get(index + 1..).unwrap_or_default().iter();
                self.harmless.extend(after.map_while(|statement| deletion_from_prototype(statement, class)));
            }
        }
        walk_js::walk_statements(self, statements);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete
            && let Some(member) = it.argument.get_inner_expression().as_member_expression()
            && may_be_prototype(member.object())
            && !self.harmless.contains(&it.span.start)
            && let Some(key) = key(member)
        {
            self.edits.wrap(member.object().span(), format!("{HOST}.moving("), format!(", {key})"));
        }
        if it.operator == UnaryOperator::Delete
            && let Expression::ComputedMemberExpression(member) = &it.argument
            && member.object.is_super()
        {
            self.delete_of_super(it, member);
        }
        walk_js::walk_unary_expression(self, it);
    }
}

/// Returns the start of `delete C.prototype.x`, if evaluating `class C` creates no instances.
fn deletion_from_prototype(statement: &Statement<'_>, class: &Class<'_>) -> Option<u32> {
    let Statement::ExpressionStatement(statement) = statement else { return None };
    let Expression::UnaryExpression(it) = &statement.expression else { return None };
    let prototype = it.argument.get_inner_expression().as_member_expression()?.object();
    let Expression::StaticMemberExpression(prototype) = prototype else { return None };
    let Expression::Identifier(name) = &prototype.object else { return None };
    let is_of_class =
        class.id.as_ref().is_some_and(|id| id.name == name.name) && prototype.property.name == "prototype";
    let is_deletion = it.operator == UnaryOperator::Delete && is_of_class && !runs_code(class);
    is_deletion.then_some(it.span.start)
}

/// Whether code that can use a class runs while it is evaluated.
fn runs_code(class: &Class<'_>) -> bool {
    let runs = |element: &ClassElement<'_>| match element {
        ClassElement::StaticBlock(_) => true,
        ClassElement::MethodDefinition(it) => !it.decorators.is_empty(),
        ClassElement::PropertyDefinition(it) => it.r#static || !it.decorators.is_empty(),
        ClassElement::AccessorProperty(it) => it.r#static || !it.decorators.is_empty(),
        ClassElement::TSIndexSignature(_) => false,
    };
    !class.decorators.is_empty() || class.body.body.iter().any(runs)
}

/// Whether the value of an expression may be a prototype, as far as it says. Other objects are not looked at.
fn may_be_prototype(object: &Expression<'_>) -> bool {
    match object {
        Expression::Identifier(_) | Expression::CallExpression(_) => true,
        Expression::StaticMemberExpression(it) => matches!(it.property.name.as_str(), "prototype" | "__proto__"),
        _ => false,
    }
}

/// Returns an expression for the key that has no effects.
fn key(member: &MemberExpression<'_>) -> Option<String> {
    match member {
        MemberExpression::StaticMemberExpression(it) => Some(format!("\"{}\"", it.property.name)),
        MemberExpression::ComputedMemberExpression(it) => match &it.expression {
            Expression::Identifier(name) => Some(name.name.to_string()),
            _ => None,
        },
        MemberExpression::PrivateFieldExpression(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use super::{Edits, Source, correct};
    use crate::syntax::{Thoroughness, parse};

    fn is_told(text: &str) -> bool {
        let (allocator, mut edits) = (Allocator::default(), Edits::default());
        let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
        correct(&syntax.program, Source::new(text, &syntax.program.comments), &mut edits);
        edits.apply(text).0.contains("moving")
    }

    #[test]
    fn deletions_before_there_are_instances_are_harmless() {
        for text in [
            "class A { x() {} } delete A.prototype.constructor; delete A.prototype.x;",
            "function f() { class A { #x = 1; static y() {} } delete A.prototype['x']; new A().z; }",
        ] {
            assert!(!is_told(text), "{text}");
        }
        for text in [
            "class A {} new A().x; delete A.prototype.constructor;",
            "class A { static a = new A().x } delete A.prototype.x;",
            "class A { static { new A().x; } } delete A.prototype.x;",
            "class A {} delete B.prototype.x;",
            "function A() {} delete A.prototype.x;",
        ] {
            assert!(is_told(text), "{text}");
        }
    }
}
