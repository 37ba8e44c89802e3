//! Static fields with decorators from before the standard.
//!
//! The transformer writes static fields as assignments when `useDefineForClassFields` is off, and then does not see
//! that they had decorators.

use oxc_allocator::{ArenaVec, GetAllocator, TakeIn};
use oxc_ast::ast::{Class, ClassElement, PropertyDefinition, PropertyKey};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};

use crate::syntax::scoping_of;
use crate::syntax_error::SyntaxError;
use crate::transforms::snippets;
use crate::transforms::transform::{Settings, Transform, Tree};

/// Assigns the values of decorated static fields in blocks of their own.
pub(in super::super) struct StaticFields;

impl Transform for StaticFields {
    fn may_apply(&self, tree: &Tree<'_>, settings: &Settings<'_>) -> bool {
        let options = settings.options;
        tree.features.decorator.is_some() && options.legacy_decorators.is_some() && options.assigns_fields
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        Splitter(AstBuilder::new(tree.allocator)).visit_program(&mut tree.program);
        tree.scoping = scoping_of(&tree.program);
        Ok(true)
    }
}

struct Splitter<'a>(AstBuilder<'a>);

impl<'a> Splitter<'a> {
    /// Returns the block that assigns the value to a decorated static field.
    fn assignment(&self, field: &mut PropertyDefinition<'a>) -> Option<ArenaVec<'a, ClassElement<'a>>> {
        let PropertyKey::StaticIdentifier(key) = &field.key else { return None };
        if !field.r#static || field.decorators.is_empty() {
            return None;
        }
        let text = format!("static {{ this.{} = $0; }}", key.name);
        Some(snippets::class_elements(&text, field.span, [field.value.take()?], self.0.allocator()))
    }
}

impl<'a> VisitMut<'a> for Splitter<'a> {
    fn visit_class(&mut self, class: &mut Class<'a>) {
        walk_mut::walk_class(self, class);
        let mut elements = ArenaVec::new_in(&self.0);
        for mut element in class.body.body.take_in(&self.0) {
            let assignment = match &mut element {
                ClassElement::PropertyDefinition(field) => self.assignment(field),
                _ => None,
            };
            elements.push(element);
            elements.extend(assignment.into_iter().flatten());
        }
        class.body.body = elements;
    }
}
