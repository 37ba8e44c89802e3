//! What the parts of a decorated class are written with.

use oxc_allocator::{ArenaVec, GetAllocator};
use oxc_ast::ast::{ArrayExpressionElement, ClassElement, Decorator, Expression, PropertyKey};
use oxc_ast::builder::AstBuilder;
use oxc_span::Span;

use crate::helpers::{HELPERS, HOST};
use crate::transforms::snippets;

/// Makes the parts of trees that stand for decorators, and names for private fields.
pub(super) struct Writer<'a> {
    pub(super) ast: AstBuilder<'a>,
    /// The variable for the helper's object, and the start of the names of private fields.
    pub(super) state: &'a str,
    /// How many private fields were added.
    storages: usize,
}

impl<'a> Writer<'a> {
    /// The text has the name of the state nowhere.
    pub(super) fn new(ast: AstBuilder<'a>, state: &'a str) -> Self {
        Self { ast, state, storages: 0 }
    }

    pub(super) fn array(&self, span: Span, elements: impl Iterator<Item = Expression<'a>>) -> Expression<'a> {
        let elements = ArenaVec::from_iter_in(elements.map(ArrayExpressionElement::from), &self.ast);
        Expression::new_array_expression(span, elements, &self.ast)
    }

    /// Returns the array of some decorators.
    pub(super) fn evaluated(&self, span: Span, decorators: ArenaVec<'a, Decorator<'a>>) -> Expression<'a> {
        self.array(span, decorators.into_iter().map(|it| self.with_receiver(it)))
    }

    /// `@object.name` is called with `object` as `this`.
    fn with_receiver(&self, decorator: Decorator<'a>) -> Expression<'a> {
        let span = decorator.span;
        let (key, fills) = match decorator.expression.into_inner_expression() {
            Expression::StaticMemberExpression(it) if !it.object.is_super() => {
                let it = it.unbox();
                (format!("'{}'", it.property.name), vec![it.object])
            }
            Expression::PrivateFieldExpression(it) => {
                let it = it.unbox();
                let name = it.field.name;
                (format!("'#{name}', o => o.#{name}"), vec![it.object])
            }
            Expression::ComputedMemberExpression(it) if !it.object.is_super() => {
                let it = it.unbox();
                ("$1".to_owned(), vec![it.object, it.expression])
            }
            other => return other,
        };
        snippets::filled(&format!("{HOST}.{HELPERS}.received($0, {key})"), span, fills, self.ast.allocator())
    }

    /// Returns a name for a private field, which the text has nowhere.
    pub(super) fn private_name(&mut self) -> String {
        self.storages += 1;
        format!("{}_{}", self.state, self.storages - 1)
    }
}

/// Returns the decorators of an element of a class.
pub(super) fn decorators_of<'e, 'a>(element: &'e ClassElement<'a>) -> &'e [Decorator<'a>] {
    match element {
        ClassElement::MethodDefinition(it) => &it.decorators,
        ClassElement::PropertyDefinition(it) => &it.decorators,
        ClassElement::AccessorProperty(it) => &it.decorators,
        ClassElement::StaticBlock(_) | ClassElement::TSIndexSignature(_) => &[],
    }
}

/// Returns the key of an element of a class, if it is computed when the program runs.
pub(super) fn evaluated_key<'e, 'a>(element: &'e mut ClassElement<'a>) -> Option<&'e mut PropertyKey<'a>> {
    match element {
        ClassElement::MethodDefinition(it) if it.computed && it.value.body.is_some() => Some(&mut it.key),
        ClassElement::PropertyDefinition(it) if it.computed && !it.declare && !it.r#type.is_abstract() => {
            Some(&mut it.key)
        }
        _ => None,
    }
}
