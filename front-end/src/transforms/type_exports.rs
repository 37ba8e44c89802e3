//! Exports of types that the text does not mark as types.
//!
//! `export { T } from './types.ts'` may export a type. Only the other module says so: it exports no value of this name.

use std::collections::HashSet;

use oxc_ast::ast::{ExportSpecifier, Statement};

use super::{Settings, Transform, Tree};
use crate::syntax_error::SyntaxError;

/// What a TypeScript file exports from other modules, and those do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct TypeExports {
    pub(in super::super) exports: HashSet<String>,
    /// The variables of imports that are exported.
    pub(in super::super) imports: HashSet<String>,
}

impl TypeExports {
    pub(in super::super) fn is_empty(&self) -> bool {
        self.exports.is_empty()
    }

    /// Removes the types from the specifiers of an export. Returns whether any are left.
    fn retain_values(&self, specifiers: &mut oxc_allocator::ArenaVec<'_, ExportSpecifier<'_>>) -> bool {
        let before = specifiers.len();
        specifiers.retain(|it| !self.exports.contains(it.exported.name().as_str()));
        before == 0 || !specifiers.is_empty()
    }
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
            Statement::ExportNamedDeclaration(it) => self.retain_values(&mut it.specifiers),
            Statement::ExportFromDeclaration(it) => self.retain_values(&mut it.specifiers),
            _ => true,
        });
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::TypeExports;
    use crate::transforms::tests::transformed_with;

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
