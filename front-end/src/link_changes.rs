//! What changes in the imports and exports of a file when the exports of the other modules are known.

use std::collections::{HashMap, HashSet};

use indexmap::IndexSet;

/// The changes. By default, there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LinkChanges {
    /// Exports that are removed: the other module does not export the name. In TypeScript, they are types that the text
    /// does not mark as types. `export { T } from './types.ts'` may export one, and only the other module says so.
    pub(super) removed_exports: HashSet<String>,
    /// The variables of imports that are removed with them.
    pub(super) removed_imports: HashSet<String>,
    /// The variables of imports of names that the other module does not export.
    pub(super) missing_imports: HashSet<String>,
    /// The paths of the ES modules of a project whose namespaces are imported, by specifier: tests can replace their
    /// exports.
    pub(super) namespaces: HashMap<String, String>,
    /// The CommonJS modules that are not imported as Node imports them, by specifier.
    pub(super) common_js: HashMap<String, CommonJsImport>,
    /// The properties that are read with brackets: their getters, in other modules, replace themselves.
    pub(super) self_replacing: IndexSet<String>,
    /// Present if the module waits for others.
    pub(super) waiting: Option<Waiting>,
}

/// A module that waits for others that await.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    /// Its path.
    pub(super) path: String,
    /// The number of modules it should wait for besides.
    pub(super) missing: usize,
}

/// How a CommonJS module is imported in tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CommonJsImport {
    /// Whether it was an ES module before it was compiled, so that its default export is a property.
    pub(super) is_compiled: bool,
}

impl LinkChanges {
    pub(super) fn is_empty(&self) -> bool {
        !self.are_of_links() && self.self_replacing.is_empty() && self.waiting.is_none()
    }

    /// Whether imports or exports change.
    pub(super) fn are_of_links(&self) -> bool {
        !(self.removed_exports.is_empty()
            && self.missing_imports.is_empty()
            && self.namespaces.is_empty()
            && self.common_js.is_empty())
    }
}
