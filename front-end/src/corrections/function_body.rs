//! Places in the bodies of functions.

use oxc_ast::ast::{Function, FunctionBody, Statement};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::edits::Edits;
use super::names::Names;
use super::variables::{declared_variables, turn_into_assignments};

/// Returns where the statements of a body start: after the directives.
pub(super) fn start_of_statements(body: &FunctionBody<'_>) -> u32 {
    body.directives.last().map_or(body.span.start + 1, |directive| directive.span.end)
}

/// Returns the functions that statements declare, not those in them, with their names.
pub(super) fn declared_functions<'b, 'a: 'b>(
    statements: impl IntoIterator<Item = &'b Statement<'a>>,
) -> impl Iterator<Item = (&'a str, &'b Function<'a>)> {
    statements.into_iter().filter_map(|statement| {
        let Statement::FunctionDeclaration(function) = statement else { return None };
        Some((function.id.as_ref()?.name.as_str(), &**function))
    })
}

/// Makes the statements of a body those of a block that something else puts around them, and which declares `others`:
/// in a block, a name can be declared only once.
pub(super) fn prepare_for_block(body: &FunctionBody<'_>, others: &FxHashSet<&str>, names: &Names, edits: &mut Edits) {
    let mut functions: FxHashMap<&str, &Function<'_>> = FxHashMap::default();
    for (name, function) in declared_functions(&body.statements) {
        if let Some(hidden) = functions.insert(name, function) {
            edits.blank(hidden.span);
        }
    }
    let variables = declared_variables(body);
    let declared = functions.keys().chain(others).copied().filter(|name| variables.contains(name)).collect();
    turn_into_assignments(body, &declared, names, edits);
}
