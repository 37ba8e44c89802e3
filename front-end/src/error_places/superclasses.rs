//! Superclasses, which the host checks: the engine does not say what is not a constructor.
//!
//! `class A extends lib.B {}` becomes `class A extends __posttask.superclass(lib.B) {}`. Declared classes need no
//! check.

use oxc_ast::ast::{Class, Expression, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;

use super::host_call::host_function;
use super::nullish::Knowledge;
use crate::edits::Edits;
use crate::helpers::HOST;

/// The function of the host that throws.
const SUPERCLASS: &str = "superclass";

/// Lets the host check the superclasses that are not known.
pub(in super::super) fn check_superclasses(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    if program.source_text.contains("extends") {
        Superclasses { knowledge: Knowledge::without_constants(scoping), edits }.visit_program(program);
    }
}

struct Superclasses<'s, 'e> {
    knowledge: Knowledge<'s>,
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Superclasses<'_, '_> {
    fn visit_class(&mut self, class: &Class<'a>) {
        if let Some(heritage) = &class.heritage {
            let parent = &heritage.expression;
            let is_class = match parent.without_parentheses() {
                Expression::Identifier(name) => self.knowledge.is_declaration_or_global(name),
                Expression::ClassExpression(_) | Expression::NullLiteral(_) => true,
                _ => false,
            };
            if !is_class {
                self.edits.wrap(parent.span(), format!("{HOST}.{SUPERCLASS}("), ")");
            }
        }
        walk_js::walk_class(self, class);
    }
}

/// The superclass that the host checks, if the expression is the call.
pub(super) fn checked_superclass<'t, 'a>(expression: &'t Expression<'a>) -> Option<&'t Expression<'a>> {
    let Expression::CallExpression(call) = expression else { return None };
    call.arguments.first().filter(|_| host_function(call) == Some(SUPERCLASS))?.as_expression()
}
