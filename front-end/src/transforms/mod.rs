//! What is changed in the syntax tree of a file before it is printed for the engine.
//!
//! A file is parsed once. The transforms change its tree, one after the other, and it is printed once, with a map of
//! its positions. A file that no transform changes is not printed: the engine gets its text as it is.
//!
//! To add a transform, implement [`Transform`](transform::Transform) in a file of its own, and put it into the list in
//! [`apply_all`].

mod common_js_names;
mod decorators;
mod import_assertions;
mod link_changes;
mod look_alikes;
mod module_mocks;
mod namespaces;
mod replaceable_exports;
mod snippets;
mod transform;
mod typescript;
mod using_blocks;
mod using_names;

use oxc_syntax::module_record::ModuleRecord;

use super::call_places::CallPlaces;
use super::links::{Links, requests};
use super::syntax_error::SyntaxError;
use transform::Transform;

pub(super) use transform::{Settings, Tree};

/// What the transforms found out about a text.
pub(super) struct Transformed {
    /// Where the calls were in the text, for the printer of the tree. `None` if the tree has not changed.
    pub(super) calls: Option<CallPlaces>,
    pub(super) links: Links,
}

/// Applies the transforms. `record` is that of the text.
///
/// # Errors
///
/// The first thing in the text that cannot run.
pub(super) fn apply_all(
    tree: &mut Tree<'_>,
    record: &ModuleRecord<'_>,
    settings: &Settings<'_>,
) -> Result<Transformed, SyntaxError> {
    // Syntax that the engine does not have comes first, so that the others see what the engine will.
    let transforms: [&dyn Transform; 10] = [
        &using_blocks::UsingBlocks,
        &decorators::Decorators,
        &decorators::StaticFields,
        &namespaces::Namespaces,
        &typescript::TypeScript,
        settings.changes,
        &common_js_names::CommonJsNames,
        &import_assertions::ImportAssertions,
        &replaceable_exports::ReplaceableExports,
        &using_names::UsingNames,
    ];
    let (mut calls, mut has_changed) = (None, false);
    let mut apply = |transform: &dyn Transform, tree: &mut Tree<'_>| {
        if !transform.may_apply(tree, settings) {
            return Ok(false);
        }
        calls.get_or_insert_with(|| CallPlaces::of(&tree.program));
        let changes = transform.apply(tree, settings)?;
        has_changed |= changes;
        Ok(changes)
    };
    for transform in transforms {
        apply(transform, tree)?;
    }
    let mut links = Links::of(record, &tree.program);
    if apply(&module_mocks::ModuleMocks, tree)? {
        // The imports are dynamic, and the same.
        links.requests = requests(&tree.program);
    }
    Ok(Transformed { calls: calls.filter(|_| has_changed), links })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use oxc_allocator::Allocator;

    use super::{Settings, Tree, apply_all};
    use crate::compiler_options::CompilerOptions;
    use crate::link_changes::LinkChanges;
    use crate::module_format::{Language, Stated};
    use crate::printer::print;
    use crate::syntax::{Syntax, Thoroughness, parse};
    use crate::syntax_error::features;

    /// Returns the text for the engine. `None` if it is that of the file.
    fn printed(text: &str, name: &str, changes: &LinkChanges) -> Option<String> {
        let allocator = Allocator::default();
        let path = Path::new(name);
        let source_type = Stated::of(path, || None).source_type(Language::of(path));
        let Syntax { program, scoping, errors, record, .. } = parse(&allocator, text, source_type, Thoroughness::Usual);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        let features = features(&program).unwrap();
        let mut tree = Tree { allocator: &allocator, program, scoping, features };
        let settings = Settings {
            path,
            language: Language::of(path),
            options: &CompilerOptions::new(None, "production"),
            changes,
        };
        let calls = apply_all(&mut tree, &record, &settings).unwrap().calls?;
        Some(print(&tree.program, tree.scoping, &calls).0.trim_end().to_owned())
    }

    pub(super) fn transformed_with(text: &str, name: &str, changes: &LinkChanges) -> String {
        printed(text, name, changes).unwrap_or_else(|| text.to_owned())
    }

    pub(super) fn transformed(text: &str, name: &str) -> String {
        transformed_with(text, name, &LinkChanges::default())
    }

    /// Checks that no transform changes some texts.
    #[track_caller]
    pub(super) fn unchanged(texts: &[&str]) {
        for text in texts {
            let name = if text.starts_with("import ") { "a.mjs" } else { "a.cjs" };
            assert_eq!(printed(text, name, &LinkChanges::default()), None, "{text}");
        }
    }
}
