//! The engine does not notice that a class, or a method of an object, contains a direct `eval`. So the text of the
//! `eval` reads the wrong variables of the functions around it:
//!
//! ```js
//! (x => ({ m() { return eval('x') } }).m())(1) // undefined, or another variable
//! ```
//!
//! A call that never happens, beside the class or the object, makes it notice: `(0 && eval(""), { m() {} })`.

use oxc_ast::ast::{
    CallExpression, Class, ClassElement, Declaration, ExportDefaultDeclarationKind, Expression, ObjectExpression,
    ObjectPropertyKind, Program, PropertyKind, Statement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;

use super::super::edits::Edits;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if program.source_text.contains("eval") {
        Corrector { edits, evals: 0 }.visit_program(program);
    }
}

struct Corrector<'e> {
    edits: &'e mut Edits,
    /// How many calls of `eval` have been seen.
    evals: usize,
}

impl Corrector<'_> {
    /// Visits the parts of a class. Returns whether its members contain `eval`.
    fn members_evaluate(&mut self, it: &Class<'_>) -> bool {
        if let Some(heritage) = &it.heritage {
            self.visit_expression(&heritage.expression);
        }
        let before = self.evals;
        it.body.body.iter().for_each(|element: &ClassElement<'_>| self.visit_class_element(element));
        self.evals > before
    }
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.evals += usize::from(it.callee.is_specific_id("eval"));
        walk_js::walk_call_expression(self, it);
    }

    fn visit_object_expression(&mut self, it: &ObjectExpression<'a>) {
        let mut methods_evaluate = false;
        for property in &it.properties {
            let before = self.evals;
            self.visit_object_property_kind(property);
            let is_method = matches!(property, ObjectPropertyKind::ObjectProperty(property)
                if property.method || property.kind != PropertyKind::Init);
            methods_evaluate |= is_method && self.evals > before;
        }
        if methods_evaluate {
            self.edits.wrap(it.span, "(0 && eval(\"\"), ", ")");
        }
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        match it {
            Expression::ClassExpression(class) => {
                if self.members_evaluate(class) {
                    self.edits.wrap(class.span, "(0 && eval(\"\"), ", ")");
                }
            }
            _ => walk_js::walk_expression(self, it),
        }
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        let class = match it {
            Statement::ClassDeclaration(class) => Some(class),
            Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                ExportDefaultDeclarationKind::ClassDeclaration(class) => Some(class),
                _ => None,
            },
            Statement::ExportDeclaration(it) => match &it.declaration {
                Declaration::ClassDeclaration(class) => Some(class),
                _ => None,
            },
            _ => None,
        };
        match class {
            Some(class) => {
                if self.members_evaluate(class) {
                    self.edits.insert(it.span().start, "0 && eval(\"\"); ");
                }
            }
            None => walk_js::walk_statement(self, it),
        }
    }
}
