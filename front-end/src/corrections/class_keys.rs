//! The engine converts the computed key of a static field when it defines the field: after all other keys, and after
//! the values of the static fields before it:
//!
//! ```js
//! class A { static [key] = 1; [log()]() {} } // `key` must be converted before `log` is called
//! ```
//!
//! So the key is converted by a function, unless it is one already.

use oxc_ast::ast::{Expression, Program, PropertyDefinition};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;

use super::super::edits::Edits;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if program.source_text.contains("static") {
        Corrector { edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if it.r#static
            && it.computed
            && let Some(key) = it.key.as_expression().filter(|key| !is_key(key))
        {
            self.edits.wrap(key.span(), format!("{HOST}.key("), ")");
        }
        walk_js::walk_property_definition(self, it);
    }
}

/// Whether the value of an expression needs no conversion.
fn is_key(value: &Expression<'_>) -> bool {
    match value {
        Expression::TemplateLiteral(_) => true,
        Expression::StaticMemberExpression(it) => it.object.is_specific_id("Symbol"),
        value => value.is_literal(),
    }
}
