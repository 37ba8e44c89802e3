//! Classes. The values of fields are evaluated by the constructor, which need not be a function of the program.

use oxc_ast::ast::{Class, ClassElement, Expression, FormalParameter, PropertyDefinition, PropertyKey};
use oxc_ast_visit::VisitJs;
use oxc_syntax::scope::ScopeFlags;

use super::Instrumentation;

impl Instrumentation<'_, '_> {
    /// The definition of a class.
    pub(super) fn class(&mut self, it: &Class<'_>) {
        if !it.decorators.is_empty() || self.adds_to_any_object(it) {
            self.is_unknown();
        }
        if let Some(parent) = parent(it) {
            match (self.outside(parent), parent) {
                (Some(class), _) => self.uses_outside(&class, &format!("extends {}", class.name), true),
                (None, Expression::Identifier(_)) => self.visit_expression(parent),
                _ => self.is_unknown(),
            }
        }
        for element in &it.body.body {
            self.class_element(element);
        }
        if let Some(symbol) = it.id.as_ref().and_then(|id| id.symbol_id.get())
            && self.is_late(symbol)
        {
            self.variable(symbol, true);
        }
    }

    fn class_element(&mut self, it: &ClassElement<'_>) {
        match it {
            ClassElement::MethodDefinition(method) if !method.computed => {
                self.visit_function(&method.value, ScopeFlags::Function);
            }
            ClassElement::PropertyDefinition(field) if self.is_plain_field(field) => {
                field.value.iter().for_each(|value| self.visit_expression(value));
            }
            _ => {
                self.is_unknown();
                self.visit_class_element(it);
            }
        }
    }

    /// Whether nobody can tell when the value of a field is evaluated, and whether another one is.
    fn is_plain_field(&self, it: &PropertyDefinition<'_>) -> bool {
        let is_plain = |value: &Expression<'_>| match value.without_parentheses() {
            Expression::ArrayExpression(array) => array.elements.is_empty(),
            Expression::ObjectExpression(object) => object.properties.is_empty(),
            Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => true,
            Expression::NewExpression(new) => new.arguments.is_empty() && self.is_constant(&new.callee),
            value => value.is_literal() && !matches!(value, Expression::RegExpLiteral(_)),
        };
        !it.computed && it.value.as_ref().is_none_or(is_plain)
    }

    /// Whether an expression always has the same value.
    fn is_constant(&self, it: &Expression<'_>) -> bool {
        let Expression::Identifier(identifier) = it else { return false };
        let is_constant = |symbol| self.variables.is_constant(symbol) && !self.is_late(symbol);
        self.variables.symbol(identifier.reference_id.get()).is_none_or(is_constant)
    }

    /// Whether the fields of a class may be those of any object: the constructor of its parent may return one.
    fn adds_to_any_object(&self, it: &Class<'_>) -> bool {
        let adds = |element: &ClassElement<'_>| match element {
            ClassElement::PropertyDefinition(field) => !field.r#static,
            ClassElement::AccessorProperty(accessor) => !accessor.r#static,
            ClassElement::MethodDefinition(method) => {
                let is_property = |parameter: &FormalParameter<'_>| parameter.has_modifier();
                matches!(method.key, PropertyKey::PrivateIdentifier(_))
                    || method.value.params.items.iter().any(is_property)
            }
            _ => false,
        };
        let Some(parent) = parent(it) else { return false };
        it.body.body.iter().any(adds) && (self.overview.returns_in_constructor || !self.is_class(parent))
    }

    /// Whether an expression is a built-in class, or one of the program.
    fn is_class(&self, it: &Expression<'_>) -> bool {
        let Expression::Identifier(identifier) = it else { return false };
        self.variables.symbol(identifier.reference_id.get()).is_none_or(|symbol| self.variables.is_class(symbol))
    }
}

fn parent<'c, 'a>(it: &'c Class<'a>) -> Option<&'c Expression<'a>> {
    it.heritage.as_ref().map(|heritage| &heritage.expression)
}
