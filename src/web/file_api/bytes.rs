//! Bytes that several blobs share.

use std::ops::Range;
use std::sync::Arc;

/// A part of bytes that never change. Copies and slices share them, also on other threads, so each takes O(1).
#[derive(Clone, Debug)]
pub(crate) struct Bytes {
    all: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl Default for Bytes {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        let range = 0..bytes.len();
        Self { all: Arc::new(bytes), range }
    }
}

impl Bytes {
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.all.get(self.range.clone()).unwrap_or_default()
    }

    pub(crate) fn len(&self) -> usize {
        self.range.len()
    }

    /// A part of these bytes. Positions beyond the end count as the end.
    pub(crate) fn slice(&self, start: usize, end: usize) -> Self {
        let at = |position: usize| self.range.start + position.min(self.len());
        Self { all: Arc::clone(&self.all), range: at(start)..at(end.max(start)) }
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn slices_of_slices_are_inside() {
        let bytes = Bytes::from(b"0123456789".to_vec());
        let part = bytes.slice(2, 8);
        assert_eq!(part.as_slice(), b"234567");
        assert_eq!(part.slice(1, 3).as_slice(), b"34");
        assert_eq!(part.slice(4, 100).as_slice(), b"67");
        assert_eq!(part.slice(50, 100).len(), 0);
        assert_eq!(part.slice(3, 1).len(), 0);
    }
}
