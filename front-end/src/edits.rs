//! Replacements in a source text that keep its lines, and nearly always its columns.

use std::borrow::Cow;
use std::cmp::Reverse;

use oxc_span::Span;
use posttask::internal::engine::{is_line_terminator, lines_in, width_of_last_line};

use super::edit_conflicts::{Change, Extent, are_in_conflict};
use super::text_index::Position;

/// Replacements to be made in a source text. They are in any order. One that lies within another one has no effect.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<(Span, Place, Replacement)>);

/// The place of an edit among those at the same offset. What ends there comes first, the innermost first. What starts
/// there comes last, the outermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// The end of what starts at an offset.
    End(Reverse<u32>),
    Between,
    /// The start of what ends at an offset.
    Start(Reverse<u32>),
    /// A text that is replaced.
    Replaced(Reverse<u32>),
}

#[derive(Debug)]
enum Replacement {
    /// A space for each character except line terminators.
    Blank,
    Text(Cow<'static, str>),
}

/// Where the characters of an edited text were in the original one. Lines do not change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shifts {
    /// For each place from which the columns of a line are shifted: the line, the column in the edited text, and the
    /// column in the original text. Sorted.
    shifts: Vec<(u32, u32, u32)>,
}

impl Shifts {
    /// Returns the position in the original text of a position in the edited text.
    pub(super) fn original(&self, (line, column): Position) -> Position {
        let after = self.shifts.partition_point(|&(at, from, _)| (at, from) <= (line, column));
        match self.shifts[..after].last() {
            Some(&(at, from, original)) if at == line => {
                // Inserted text has the position of what follows it.
                let end = self.shifts.get(after).filter(|next| next.0 == line).map_or(u32::MAX, |next| next.2);
                (line, (original + (column - from)).min(end))
            }
            _ => (line, column),
        }
    }
}

impl Edits {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether these edits and others must be made one after the other, because they change the same places.
    pub(super) fn conflict_with(&self, others: &Self) -> bool {
        are_in_conflict(&self.extents(), &others.extents())
    }

    fn extents(&self) -> Vec<Extent> {
        let extent = |&(span, place, _): &(Span, Place, Replacement)| match place {
            Place::End(_) => None,
            Place::Between => Some(Extent { span, change: Change::Insert }),
            Place::Start(Reverse(end)) => Some(Extent { span: Span::new(span.start, end), change: Change::Wrap }),
            Place::Replaced(_) => Some(Extent { span, change: Change::Replace }),
        };
        self.0.iter().filter_map(extent).collect()
    }

    /// Adds other edits, which come after these at the same offset.
    pub(super) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Whether they may insert a function.
    pub(super) fn add_functions(&self) -> bool {
        let is_one = |text: &str| ["=>", "function", "#"].iter().any(|sign| text.contains(sign));
        self.0.iter().any(|(_, _, replacement)| matches!(replacement, Replacement::Text(text) if is_one(text)))
    }

    /// Replaces each character by a space, except line terminators.
    pub(super) fn blank(&mut self, span: Span) {
        if !span.is_empty() {
            self.0.push((span, Place::Replaced(Reverse(span.end)), Replacement::Blank));
        }
    }

    /// Replaces text. The replacement has as many line terminators as the text it replaces.
    pub(super) fn replace(&mut self, span: Span, text: impl Into<Cow<'static, str>>) {
        let place = if span.is_empty() { Place::Between } else { Place::Replaced(Reverse(span.end)) };
        self.0.push((span, place, Replacement::Text(text.into())));
    }

    /// Inserts text without line terminators around a part of the text. Parts may contain each other, and start or end
    /// at the same offsets.
    pub(super) fn wrap(
        &mut self,
        span: Span,
        before: impl Into<Cow<'static, str>>,
        after: impl Into<Cow<'static, str>>,
    ) {
        let (start, end) = (Place::Start(Reverse(span.end)), Place::End(Reverse(span.start)));
        self.0.push((Span::empty(span.start), start, Replacement::Text(before.into())));
        self.0.push((Span::empty(span.end), end, Replacement::Text(after.into())));
    }

    /// Inserts text without line terminators. Several insertions at the same offset stay in the order of the calls.
    pub(super) fn insert(&mut self, offset: u32, text: impl Into<Cow<'static, str>>) {
        self.replace(Span::empty(offset), text);
    }

    /// Returns the edited text. O(n log n) in the number of edits.
    pub(super) fn apply(mut self, text: &str) -> (String, Shifts) {
        // Stable, and the longest first: the others with the same start lie within it. Insertions come before it.
        // What starts last around the same text ends first.
        self.0.reverse();
        let ends = self.0.extract_if(.., |(_, place, _)| matches!(place, Place::End(_))).collect::<Vec<_>>();
        self.0.reverse();
        self.0.extend(ends);
        self.0.sort_by_key(|&(span, place, _)| (span.start, place));
        let mut output = Output { text: String::with_capacity(text.len()), line: 1, column: 1, original_column: 1 };
        let mut map = Shifts::default();
        let mut end = 0;
        for (span, _, replacement) in self.0 {
            if span.start < end {
                continue;
            }
            output.copy(&text[end as usize..span.start as usize]);
            let replaced = &text[span.start as usize..span.end as usize];
            match replacement {
                Replacement::Blank => output.blank(replaced),
                Replacement::Text(new) => {
                    output.note_shift(&mut map);
                    output.replace(replaced, &new);
                    output.note_shift(&mut map);
                }
            }
            end = span.end;
        }
        output.copy(&text[end as usize..]);
        (output.text, map)
    }
}

/// An edited text up to a position, and this position in both texts.
struct Output {
    text: String,
    line: u32,
    column: u32,
    original_column: u32,
}

impl Output {
    fn copy(&mut self, text: &str) {
        self.text.push_str(text);
        self.advance(text);
    }

    fn blank(&mut self, text: &str) {
        self.text.extend(text.chars().map(|character| if is_line_terminator(character) { character } else { ' ' }));
        self.advance(text);
    }

    /// Both positions move over text of the same shape.
    fn advance(&mut self, text: &str) {
        let lines = lines_in(text);
        let (columns, original_columns) = if lines == 0 { (self.column, self.original_column) } else { (1, 1) };
        let width = width_of_last_line(text);
        (self.line, self.column, self.original_column) = (self.line + lines, columns + width, original_columns + width);
    }

    fn replace(&mut self, old: &str, new: &str) {
        debug_assert_eq!(lines_in(old), lines_in(new), "lines are kept: {old:?} {new:?}");
        self.text.push_str(new);
        let lines = lines_in(new);
        let (columns, original_columns) = if lines == 0 { (self.column, self.original_column) } else { (1, 1) };
        self.line += lines;
        self.column = columns + width_of_last_line(new);
        self.original_column = original_columns + width_of_last_line(old);
    }

    fn note_shift(&self, map: &mut Shifts) {
        map.shifts.push((self.line, self.column, self.original_column));
    }
}

#[cfg(test)]
mod tests {
    use oxc_span::Span;

    use super::Edits;

    #[test]
    fn blanks_keep_all_positions() {
        let mut edits = Edits::default();
        edits.blank(Span::new(5, 16));
        edits.blank(Span::new(7, 9));
        let (text, map) = edits.apply("let x: \u{e9}\n  T\u{2028} = 1");
        assert_eq!(text, "let x   \n   \u{2028} = 1");
        assert_eq!(map.original((2, 7)), (2, 7));
    }

    #[test]
    fn wrapped_parts_contain_each_other() {
        let mut edits = Edits::default();
        edits.wrap(Span::new(1, 2), "(", ")");
        edits.wrap(Span::new(0, 2), "[", "]");
        edits.wrap(Span::new(0, 1), "{", "}");
        edits.insert(1, "+");
        assert_eq!(edits.apply("ab").0, "[{a}+(b)]");
    }

    #[test]
    fn positions_after_replacements_are_found() {
        let mut edits = Edits::default();
        edits.replace(Span::new(2, 5), "a");
        edits.insert(7, "long text ");
        edits.insert(7, "more ");
        let (text, map) = edits.apply("1 two 3\n4");
        assert_eq!(text, "1 a 3long text more \n4");
        assert_eq!(map.original((1, 1)), (1, 1));
        assert_eq!(map.original((1, 3)), (1, 3));
        assert_eq!(map.original((1, 5)), (1, 7));
        assert_eq!(map.original((1, 6)), (1, 8));
        assert_eq!(map.original((1, 12)), (1, 8));
        assert_eq!(map.original((2, 1)), (2, 1));
    }
}
