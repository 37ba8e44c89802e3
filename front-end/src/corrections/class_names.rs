//! The engine gives an anonymous class the name of a computed key, or `default`, although it has a member `name`:
//!
//! ```js
//! ({ ['k']: class { static name = 'own' } }).k.name // 'k'
//! export default (class { static name() {} });      // its `name` is 'default'
//! ```
//!
//! So the class becomes `(0, class { … })`, which gets no name.

use oxc_ast::ast::{
    Class, ClassElement, ExportDefaultDeclaration, ExportDefaultDeclarationKind, Expression, ObjectProperty, Program,
    PropertyDefinition, PropertyKey,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;

use super::super::edits::Edits;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if program.source_text.contains("static") {
        Corrector { edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    edits: &'e mut Edits,
}

impl Corrector<'_> {
    fn value(&mut self, value: &Expression<'_>) {
        if let Expression::ClassExpression(class) = value.get_inner_expression()
            && class.id.is_none()
            && has_own_name(class)
        {
            self.edits.wrap(value.span(), "(0, ", ")");
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.computed {
            self.value(&it.value);
        }
        walk_js::walk_object_property(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if let Some(value) = it.value.as_ref().filter(|_| it.computed) {
            self.value(value);
        }
        walk_js::walk_property_definition(self, it);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        match &it.declaration {
            ExportDefaultDeclarationKind::ClassDeclaration(class) if class.id.is_none() && has_own_name(class) => {
                self.edits.wrap(class.span, "(0, ", ")");
            }
            other => other.as_expression().into_iter().for_each(|value| self.value(value)),
        }
        walk_js::walk_export_default_declaration(self, it);
    }
}

fn has_own_name(class: &Class<'_>) -> bool {
    class.body.body.iter().any(|element| match element {
        ClassElement::MethodDefinition(it) => it.r#static && is_name(&it.key),
        ClassElement::PropertyDefinition(it) => it.r#static && is_name(&it.key),
        _ => false,
    })
}

fn is_name(key: &PropertyKey<'_>) -> bool {
    match key {
        PropertyKey::StaticIdentifier(key) => key.name == "name",
        PropertyKey::StringLiteral(key) => key.value == "name",
        _ => false,
    }
}
