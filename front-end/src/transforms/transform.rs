//! A step on the way from the text of a file to the text for the engine, and what it needs to know.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_semantic::Scoping;

use crate::compiler_options::CompilerOptions;
use crate::link_changes::LinkChanges;
use crate::module_format::Language;
use crate::syntax_error::{Features, SyntaxError};

/// The tree of a file.
pub(in super::super) struct Tree<'a> {
    pub(in super::super) allocator: &'a Allocator,
    pub(in super::super) program: Program<'a>,
    /// The scopes and the names of the variables. Nodes that a transform adds need not be known here.
    pub(in super::super) scoping: Scoping,
    /// The syntax that the tree had when it was parsed.
    pub(in super::super) features: Features,
}

/// What the transforms need to know besides the text of a file.
pub(in super::super) struct Settings<'s> {
    pub(in super::super) path: &'s Path,
    pub(in super::super) language: Language,
    pub(in super::super) options: &'s CompilerOptions,
    /// What the exports of other modules change.
    pub(in super::super) changes: &'s LinkChanges,
}

/// A step on the way from the text of a file to the text for the engine.
pub(in super::super) trait Transform {
    /// Whether the transform may change a tree. To be found out without visiting all of it.
    fn may_apply(&self, tree: &Tree<'_>, settings: &Settings<'_>) -> bool;

    /// Changes a tree. Returns whether it did.
    ///
    /// The spans of new nodes are those of the text that they stand for: errors in them are shown there.
    ///
    /// # Errors
    ///
    /// What in the text cannot run.
    fn apply(&self, tree: &mut Tree<'_>, settings: &Settings<'_>) -> Result<bool, SyntaxError>;
}
