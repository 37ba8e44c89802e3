//! The names of CommonJS in ES modules. Vitest and Jest compile these, so that they have them.

use oxc_allocator::{ArenaVec, TakeIn};
use oxc_ast::builder::AstBuilder;
use oxc_span::Span;

use super::snippets::statement;
use super::transform::{Settings, Transform, Tree};
use crate::purpose::Purpose;
use crate::syntax_error::SyntaxError;

/// The names that files read without declaring them, and what declares them. `module` and `exports` are not among them:
/// an assignment to a property of theirs would have to change the exports.
const NAMES: [(&str, &[&str]); 3] = [
    ("__filename", &["var __filename = import.meta.filename;"]),
    ("__dirname", &["var __dirname = import.meta.dirname;"]),
    (
        "require",
        &[
            "import { createRequire as __posttask_create_require } from 'node:module';",
            "var require = __posttask_create_require(import.meta.filename);",
        ],
    ),
];

/// Declares the names of CommonJS that a file for tests reads.
pub(super) struct CommonJsNames;

impl Transform for CommonJsNames {
    fn may_apply(&self, tree: &Tree<'_>, settings: &Settings<'_>) -> bool {
        settings.options.purpose == Purpose::CompiledTests
            && tree.program.source_type.is_module()
            && NAMES.iter().any(|(name, _)| is_free(name, tree))
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let ast = AstBuilder::new(tree.allocator);
        let texts = NAMES.iter().filter(|(name, _)| is_free(name, tree)).flat_map(|(_, texts)| *texts);
        let added: Vec<_> = texts.map(|text| statement(text, Span::default(), tree.allocator)).collect();
        let body = tree.program.body.take_in(&ast);
        tree.program.body = ArenaVec::from_iter_in(added.into_iter().chain(body), &ast);
        Ok(true)
    }
}

/// Whether a file reads a name without declaring it, or declares it only for TypeScript, with `declare`.
fn is_free(name: &str, tree: &Tree<'_>) -> bool {
    let scoping = &tree.scoping;
    let is_ambient = |symbol| scoping.symbol_flags(symbol).is_ambient() && !scoping.symbol_is_unused(symbol);
    scoping.root_unresolved_references().keys().any(|free| *free == name)
        || scoping.get_root_binding(name.into()).is_some_and(is_ambient)
}
