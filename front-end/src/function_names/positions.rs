//! Lines and columns of offsets.

use posttask::internal::engine::is_line_terminator;

use super::super::text_index::Position;

/// Where the innermost function changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Boundary {
    pub(super) position: Position,
    /// The number of the function from here on.
    pub(super) function: Option<usize>,
}

/// Returns the positions of offsets. Of those with the same offset only the last one counts. One pass over the text.
pub(super) fn boundaries(mut offsets: Vec<(u32, Option<usize>)>, text: &str) -> Vec<Boundary> {
    // They are nearly always sorted, which makes this linear. The sort is stable.
    offsets.sort_by_key(|&(offset, _)| offset);
    let mut cursor = Cursor { text, offset: 0, position: (1, 1) };
    let mut boundaries: Vec<Boundary> = Vec::with_capacity(offsets.len());
    for (offset, function) in offsets {
        let boundary = Boundary { position: cursor.advance(offset as usize), function };
        match boundaries.last_mut() {
            Some(last) if last.position == boundary.position => *last = boundary,
            _ => boundaries.push(boundary),
        }
    }
    boundaries
}

struct Cursor<'t> {
    text: &'t str,
    offset: usize,
    position: Position,
}

impl Cursor<'_> {
    /// Goes to an offset, which is not before the one of the last call.
    fn advance(&mut self, offset: usize) -> Position {
        let rest = self.text.get(self.offset..).unwrap_or_default();
        let mut characters = rest.chars().peekable();
        while self.offset < offset
            && let Some(character) = characters.next()
        {
            self.offset += character.len_utf8();
            let ends_line = is_line_terminator(character) && !(character == '\r' && characters.peek() == Some(&'\n'));
            let (line, column) = self.position;
            self.position = if ends_line { (line + 1, 1) } else { (line, column + 1) };
        }
        self.position
    }
}
