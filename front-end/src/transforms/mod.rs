//! What is changed in the syntax tree of a file before it is printed for the engine.
//!
//! A file is parsed once. The transforms change its tree, one after the other, and it is printed once, with a map of
//! its positions. A file that no transform changes is not printed: the engine gets its text as it is.
//!
//! To add a transform, implement [`Transform`](transform::Transform) in a file of its own, and put it into the list in
//! [`apply_all`].

mod common_js_names;
mod decorators;
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

use super::call_places::CallPlaces;
use super::syntax_error::SyntaxError;
use transform::Transform;

pub(super) use transform::{Settings, Tree};

/// Applies the transforms. Returns where the calls were in the text if the tree has changed, for its printer.
///
/// # Errors
///
/// The first thing in the text that cannot run.
pub(super) fn apply_all(tree: &mut Tree<'_>, settings: &Settings<'_>) -> Result<Option<CallPlaces>, SyntaxError> {
    // Syntax that the engine does not have comes first, so that the others see what the engine will.
    let transforms: [&dyn Transform; 10] = [
        &using_blocks::UsingBlocks,
        &decorators::Decorators,
        &decorators::StaticFields,
        &namespaces::Namespaces,
        &typescript::TypeScript,
        settings.changes,
        &common_js_names::CommonJsNames,
        &replaceable_exports::ReplaceableExports,
        &using_names::UsingNames,
        &module_mocks::ModuleMocks,
    ];
    let mut calls = None;
    let mut has_changed = false;
    for transform in transforms {
        if transform.may_apply(tree, settings) {
            calls.get_or_insert_with(|| CallPlaces::of(&tree.program));
            has_changed |= transform.apply(tree, settings)?;
        }
    }
    Ok(calls.filter(|_| has_changed))
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
        let Syntax { program, scoping, errors, .. } = parse(&allocator, text, source_type, Thoroughness::Usual);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        let features = features(&program).unwrap();
        let mut tree = Tree { allocator: &allocator, program, scoping, features };
        let calls =
            apply_all(&mut tree, &Settings { path, options: &CompilerOptions::new(None, "production"), changes })
                .unwrap()?;
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
