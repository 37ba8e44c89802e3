//! Attributes of imports in the syntax of an older proposal: `import data from './data.json' assert { type: 'json' }`.
//!
//! Vitest and Jest compile them, while Node only has `with`.

use oxc_ast::ast::{Program, Statement, WithClause, WithClauseKeyword};

use super::transform::{Settings, Transform, Tree};
use crate::purpose::Purpose;
use crate::syntax_error::SyntaxError;

/// Writes `with` instead of `assert`.
pub(super) struct ImportAssertions;

impl Transform for ImportAssertions {
    fn may_apply(&self, tree: &Tree<'_>, settings: &Settings<'_>) -> bool {
        settings.options.purpose == Purpose::CompiledTests && tree.program.source_type.is_module()
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let mut has_changed = false;
        for clause in clauses(&mut tree.program) {
            has_changed |= clause.keyword == WithClauseKeyword::Assert;
            clause.keyword = WithClauseKeyword::With;
        }
        Ok(has_changed)
    }
}

fn clauses<'t, 'a>(program: &'t mut Program<'a>) -> impl Iterator<Item = &'t mut WithClause<'a>> {
    program.body.iter_mut().filter_map(|statement| match statement {
        Statement::ImportDeclaration(it) => it.with_clause.as_deref_mut(),
        Statement::ExportFromDeclaration(it) => it.with_clause.as_deref_mut(),
        Statement::ExportAllDeclaration(it) => it.with_clause.as_deref_mut(),
        _ => None,
    })
}
