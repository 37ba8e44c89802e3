//! Removes the exports of types that the text does not mark as types.

use oxc_allocator::ArenaVec;
use oxc_ast::ast::{ExportSpecifier, Statement};

use super::transform::{Settings, Transform, Tree};
use crate::syntax_error::SyntaxError;
use crate::type_exports::TypeExports;

/// Removes the types from the specifiers of an export. Returns whether any are left.
fn retain_values(types: &TypeExports, specifiers: &mut ArenaVec<'_, ExportSpecifier<'_>>) -> bool {
    let before = specifiers.len();
    specifiers.retain(|it| !types.exports.contains(it.exported.name().as_str()));
    before == 0 || !specifiers.is_empty()
}

impl Transform for TypeExports {
    fn may_apply(&self, _: &Tree<'_>, _: &Settings<'_>) -> bool {
        !self.is_empty()
    }

    /// Removes the exports and their imports. A declaration without specifiers does not load its module.
    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        tree.program.body.retain_mut(|statement| match statement {
            Statement::ImportDeclaration(import) => import.specifiers.as_mut().is_none_or(|specifiers| {
                let before = specifiers.len();
                specifiers.retain(|it| !self.imports.contains(it.local().name.as_str()));
                before == 0 || !specifiers.is_empty()
            }),
            Statement::ExportNamedDeclaration(it) => retain_values(self, &mut it.specifiers),
            Statement::ExportFromDeclaration(it) => retain_values(self, &mut it.specifiers),
            _ => true,
        });
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use crate::transforms::tests::transformed_with;
    use crate::type_exports::TypeExports;

    #[test]
    fn types_are_neither_imported_nor_exported() {
        let types = TypeExports { exports: ["T".to_owned()].into(), imports: ["T".to_owned()].into() };
        for (text, expected) in [
            ("export { T, V } from 'a'", "export { V } from \"a\";"),
            ("import { T, V } from 'a'; export { T, V }", "import { V } from \"a\";\nexport { V };"),
            ("export { T } from 'a'", ""),
            ("export {} from 'a'", "export {} from \"a\";"),
        ] {
            assert_eq!(transformed_with(text, "a.ts", &types), expected);
        }
    }
}
