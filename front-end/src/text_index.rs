//! Offsets in a text as positions, and back.

use posttask::internal::engine::is_line_terminator;

/// A position in source text: the line and the column, both from 1. Columns count characters, as in the engine.
pub(super) type Position = (u32, u32);

/// The lines of a text and its characters that are not ASCII. Offsets count bytes.
#[derive(Debug, Default)]
pub(super) struct TextIndex {
    /// Where the lines start.
    lines: Vec<u32>,
    /// In the order of the text.
    wide: Vec<Wide>,
    end: u32,
}

/// A character that is not ASCII.
#[derive(Clone, Copy, Debug, Default)]
struct Wide {
    start: u32,
    /// Where it ends.
    offset: u32,
    /// How many characters, and how many UTF-16 code units, are before the offset.
    characters: u32,
    units: u32,
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl TextIndex {
    /// O(n) in the length of the text.
    pub(super) fn new(text: &str) -> Self {
        let mut index = Self { lines: vec![0], wide: Vec::new(), end: number(text.len()) };
        if text.is_ascii() {
            let bytes = text.as_bytes();
            let is_end = |at: usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            index.lines.extend((0..bytes.len()).filter(|&at| is_end(at)).map(|at| number(at + 1)));
            return index;
        }
        let mut after = Wide::default();
        for (at, character) in text.char_indices() {
            let next = number(at + character.len_utf8());
            after.characters += 1;
            after.units += number(character.len_utf16());
            if !character.is_ascii() {
                index.wide.push(Wide { start: number(at), offset: next, ..after });
            }
            if is_line_terminator(character) && !(character == '\r' && text[next as usize..].starts_with('\n')) {
                index.lines.push(next);
            }
        }
        index
    }

    /// Returns what is before an offset. O(log n).
    fn before(&self, offset: u32) -> Wide {
        let after = self.wide.partition_point(|wide| wide.offset <= offset);
        let last = after.checked_sub(1).map(|last| self.wide[last]).unwrap_or_default();
        let ascii = offset.saturating_sub(last.offset);
        Wide { offset, characters: last.characters + ascii, units: last.units + ascii, ..last }
    }

    /// Returns the offset of a count of characters or code units, both from the start of the text.
    fn at(&self, count: u32, counted: impl Fn(&Wide) -> u32) -> u32 {
        let after = self.wide.partition_point(|wide| counted(wide) <= count);
        let last = after.checked_sub(1).map(|last| self.wide[last]).unwrap_or_default();
        let offset = last.offset + count.saturating_sub(counted(&last));
        // A count may end between the two code units of a character.
        self.wide.get(after).map_or(offset, |next| offset.min(next.start))
    }

    /// Returns the position of an offset. O(log n).
    pub(super) fn position(&self, offset: u32) -> Position {
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let start = self.before(self.lines.get(line - 1).copied().unwrap_or_default());
        (number(line), self.before(offset).characters - start.characters + 1)
    }

    /// Returns the line of an offset, from 1, and its column as source maps count it: from 0, in UTF-16 code units.
    /// O(log n).
    pub(super) fn line_and_units(&self, offset: u32) -> (u32, u32) {
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let start = self.before(self.lines.get(line - 1).copied().unwrap_or_default());
        (number(line), self.before(offset).units - start.units)
    }

    /// Returns the offset of a position. O(log n). What is not in the text has the offset of its end.
    pub(super) fn offset(&self, (line, column): Position) -> u32 {
        let Some(start) = self.line_start(line.saturating_sub(1)) else { return self.end };
        let count = self.before(start).characters.saturating_add(column.saturating_sub(1));
        self.at(count, |wide| wide.characters).min(self.end)
    }

    /// Returns the offset of a line and a column as source maps count them: from 0, in UTF-16 code units. O(log n).
    pub(super) fn offset_of_units(&self, line: u32, column: u32) -> u32 {
        let Some(start) = self.line_start(line) else { return self.end };
        let count = self.before(start).units.saturating_add(column);
        self.at(count, |wide| wide.units).min(self.end)
    }

    fn line_start(&self, line: u32) -> Option<u32> {
        self.lines.get(line as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use posttask::internal::engine::position_after;

    use super::TextIndex;

    #[test]
    fn every_offset_has_its_position() {
        for text in ["", "a\nbc\r\n\rd", "\u{e9}x\n\u{1f4a5}y\u{2028}z", "\u{1f4a5}\u{1f4a5}\r\n\u{e9}"] {
            let index = TextIndex::new(text);
            for (at, _) in text.char_indices() {
                let offset = u32::try_from(at).unwrap();
                let position = position_after(&text[..at]);
                // Between `\r` and `\n`, a line has ended already for a text that ends there.
                if !text[..at].ends_with('\r') || !text[at..].starts_with('\n') {
                    assert_eq!(index.position(offset), position, "{text:?} {at}");
                    assert_eq!(index.offset(position), offset, "{text:?} {at}");
                }
            }
        }
    }

    #[test]
    fn code_units_are_counted_as_in_source_maps() {
        let index = TextIndex::new("ab\n\u{e9}\u{1f4a5}c");
        let found: Vec<u32> = (0..5).map(|column| index.offset_of_units(1, column)).collect();
        assert_eq!(found, [3, 5, 5, 9, 10]);
        assert_eq!(index.offset_of_units(7, 0), 10);
        assert_eq!(index.offset((9, 9)), 10);
    }
}
