//! Exports of types that the text does not mark as types.
//!
//! `export { T } from './types.ts'` may export a type. Only the other module says so: it exports no value of this name.

use std::collections::HashSet;

/// What a TypeScript file exports from other modules, and those do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TypeExports {
    pub(super) exports: HashSet<String>,
    /// The variables of imports that are exported.
    pub(super) imports: HashSet<String>,
}

impl TypeExports {
    pub(super) fn is_empty(&self) -> bool {
        self.exports.is_empty()
    }
}
