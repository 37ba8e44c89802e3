//! Which enum members are strings. They have no reverse mapping.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{BindingPattern, Expression, IdentifierReference, VariableDeclaration};
use oxc_syntax::operator::BinaryOperator;
use oxc_syntax::symbol::SymbolId;

use super::Eraser;

/// What is known about the enums and the constants before a place in a program.
#[derive(Debug, Default)]
pub(super) struct EnumValues {
    /// For each enum, whether the value of each member is a string.
    enums: HashMap<SymbolId, HashMap<String, bool>>,
    /// Constants whose values are strings.
    texts: HashSet<SymbolId>,
}

impl EnumValues {
    /// Adds a declaration of an enum. Returns whether it is the first one.
    pub(super) fn declare(&mut self, symbol: SymbolId, names: impl Iterator<Item = String>) -> bool {
        let is_first = !self.enums.contains_key(&symbol);
        let members = self.enums.entry(symbol).or_default();
        members.extend(names.map(|name| (name, false)));
        is_first
    }

    pub(super) fn set_text(&mut self, symbol: SymbolId, name: &str) {
        self.enums.entry(symbol).or_default().insert(name.to_owned(), true);
    }

    pub(super) fn has_member(&self, symbol: SymbolId, name: &str) -> bool {
        self.enums.get(&symbol).is_some_and(|members| members.contains_key(name))
    }

    fn is_text_member(&self, symbol: SymbolId, name: &str) -> bool {
        self.enums.get(&symbol).and_then(|members| members.get(name)).copied().unwrap_or(false)
    }
}

impl Eraser<'_> {
    /// Tells whether the value of an expression in an enum is known to be a string.
    pub(super) fn is_text(&self, expression: &Expression<'_>) -> bool {
        let mut pending = vec![expression];
        while let Some(expression) = pending.pop() {
            match expression {
                Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => return true,
                Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                    pending.extend([&it.left, &it.right]);
                }
                Expression::ParenthesizedExpression(it) => pending.push(&it.expression),
                Expression::TSAsExpression(it) => pending.push(&it.expression),
                Expression::TSSatisfiesExpression(it) => pending.push(&it.expression),
                Expression::TSNonNullExpression(it) => pending.push(&it.expression),
                Expression::TSTypeAssertion(it) => pending.push(&it.expression),
                _ if self.is_text_reference(expression) => return true,
                _ => {}
            }
        }
        false
    }

    fn is_text_reference(&self, expression: &Expression<'_>) -> bool {
        match expression {
            Expression::Identifier(it) => self.is_text_name(it),
            Expression::StaticMemberExpression(it) => self.is_text_member(&it.object, &it.property.name),
            Expression::ComputedMemberExpression(it) => match &it.expression {
                Expression::StringLiteral(name) => self.is_text_member(&it.object, &name.value),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_text_name(&self, reference: &IdentifierReference<'_>) -> bool {
        if let Some(scope) = self.enum_with_member(reference) {
            return self.enum_values.is_text_member(scope.symbol, &reference.name);
        }
        self.symbol_of(reference).is_some_and(|symbol| self.enum_values.texts.contains(&symbol))
    }

    fn is_text_member(&self, object: &Expression<'_>, name: &str) -> bool {
        let Expression::Identifier(object) = object else { return false };
        self.symbol_of(object).is_some_and(|symbol| self.enum_values.is_text_member(symbol, name))
    }

    /// Notes constants that are strings, because enums can use them.
    pub(super) fn note_text_constants(&mut self, declaration: &VariableDeclaration<'_>) {
        if !declaration.kind.is_const() {
            return;
        }
        for declarator in &declaration.declarations {
            if let (BindingPattern::BindingIdentifier(id), Some(value)) = (&declarator.id, &declarator.init)
                && self.is_text(value)
            {
                self.enum_values.texts.extend(id.symbol_id.get());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::erased;

    /// Tells whether the last member of an enum has a reverse mapping.
    fn has_reverse_mapping(text: &str) -> bool {
        erased(text).contains("] = \"Z\"")
    }

    #[test]
    fn strings_have_no_reverse_mapping() {
        for text in [
            "enum E { Z = 'a' }",
            "enum E { Z = `a` }",
            "enum E { Z = `a${b}` }",
            "enum E { Z = 'a' + b }",
            "enum E { Z = 1 + ('a' as T) }",
            "enum E { A = 'a', Z = A }",
            "enum E { A = 'a', Z = E.A }",
            "enum E { A = 'a', Z = E['A'] }",
            "enum E { A = 'a', Z = A + 1 }",
            "enum E { A = 'a' } enum F { Z = E.A }",
            "enum E { A = 'a' } enum E { Z = A }",
            "const a = 'a'; enum E { Z = a }",
            "const a = 'a' as const; enum E { Z = `b` + a }",
        ] {
            assert!(!has_reverse_mapping(text), "{text}");
        }
    }

    #[test]
    fn other_values_have_reverse_mappings() {
        for text in [
            "enum E { Z }",
            "enum E { Z = 1 }",
            "enum E { Z = 'a'.length }",
            "enum E { Z = 1 + b }",
            "enum E { Z = b() }",
            "enum E { A = 1, Z = A }",
            "enum E { A = 1, Z = E.A }",
            "const a = 1; enum E { Z = a }",
            "let a = 'a'; enum E { Z = a }",
            "enum E { A = 'a' } { enum E { A, Z = E.A } }",
        ] {
            assert!(has_reverse_mapping(text), "{text}");
        }
    }
}
