//! The file that is looked at, for what is told about it.

use std::path::Path;
use std::sync::Arc;

use oxc_span::Span;
use posttask::internal::exploration::footprints::Obstacle;

use crate::text_index::TextIndex;

/// The number of characters of a program that are shown.
const MOST_SHOWN: usize = 40;

/// The text of a file, and where its lines are.
pub(super) struct File<'t> {
    pub(super) name: Arc<str>,
    pub(super) text: &'t str,
    pub(super) index: TextIndex,
}

impl<'t> File<'t> {
    pub(super) fn new(path: &Path, text: &'t str) -> Self {
        Self { name: path.display().to_string().into(), text, index: TextIndex::new(text) }
    }

    /// A part of the text may do anything. Its first line is shown.
    pub(super) fn obstacle(&self, part: Span) -> Obstacle {
        let text = self.text.get(part.start as usize..part.end as usize).unwrap_or_default();
        let line = text.lines().next().unwrap_or_default().trim_end();
        let shown: String = line.chars().take(MOST_SHOWN).collect();
        let rest = if shown.len() < text.len() { "..." } else { "" };
        self.obstacle_named(format_args!("`{shown}{rest}`"), part.start)
    }

    /// Something at an offset may do anything.
    pub(super) fn obstacle_named(&self, what: impl std::fmt::Display, at: u32) -> Obstacle {
        let (line, column) = self.index.position(at);
        Obstacle::new(what, format_args!("{}:{line}:{column}", self.name))
    }
}
