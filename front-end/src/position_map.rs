//! Where the text for the engine comes from in the text of the file.

use super::text_index::{Position, TextIndex};

/// Where the parts of a text for the engine are in the text of the file. The default is for equal texts.
#[derive(Debug, Default)]
pub(super) struct PositionMap(Option<Texts>);

#[derive(Debug)]
struct Texts {
    compiled: TextIndex,
    original: TextIndex,
    /// In the order of the compiled text.
    mappings: Vec<Mapping>,
}

/// A place in a compiled text, and where it is in the original text. Offsets count bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mapping {
    pub(super) compiled: u32,
    pub(super) original: u32,
    /// How many bytes are the same from here on. What follows them was not in the original text.
    pub(super) same: u32,
}

impl PositionMap {
    /// `mappings` are in the order of the compiled text.
    pub(super) fn new(compiled: TextIndex, original: TextIndex, mappings: Vec<Mapping>) -> Self {
        Self(Some(Texts { compiled, original, mappings }))
    }

    /// Returns the position in the original text of a position in the compiled text. O(log n).
    pub(super) fn original(&self, position: Position) -> Position {
        let Some(texts) = &self.0 else { return position };
        let offset = texts.compiled.offset(position);
        let after = texts.mappings.partition_point(|mapping| mapping.compiled <= offset);
        let Some(last) = after.checked_sub(1).map(|last| texts.mappings[last]) else { return (1, 1) };
        texts.original.position(last.original + last.same.min(offset - last.compiled))
    }
}
