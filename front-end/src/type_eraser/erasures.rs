//! The erased parts of a source text, and the single characters that are put into them.

use oxc_span::Span;

use super::super::edits::Edits;
use super::super::token_search::Source;

/// The parts of a text that are erased. They are collected first, because what has to be put into one of them depends
/// on the others.
#[derive(Debug, Default)]
pub(super) struct Erasures {
    spans: Vec<Span>,
    /// Where one character of an erased part is replaced by another one, instead of a space.
    characters: Vec<(u32, &'static str)>,
}

impl Erasures {
    pub(super) fn erase(&mut self, span: Span) {
        if span.start < span.end {
            self.spans.push(span);
        }
    }

    /// Puts an ASCII character where an erased character was. This keeps all columns.
    pub(super) fn put(&mut self, character: &'static str, offset: u32) {
        self.characters.push((offset, character));
    }

    /// Sorts the parts and drops those within other ones. The other functions need this.
    pub(super) fn sort(&mut self) {
        self.spans.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        let mut end = 0;
        self.spans.retain(|span| {
            let is_outside = span.start >= end;
            end = end.max(span.end);
            is_outside
        });
        self.characters.sort_unstable();
        self.characters.dedup_by_key(|(offset, _)| *offset);
    }

    /// Returns the erased part with the character at an offset.
    pub(super) fn at(&self, offset: u32) -> Option<Span> {
        let after = self.spans.partition_point(|span| span.start <= offset);
        self.spans[..after].last().copied().filter(|span| offset < span.end)
    }

    /// Returns the first character that is put into an erased part.
    pub(super) fn character_in(&self, span: Span) -> Option<&'static str> {
        let from = self.characters.partition_point(|&(offset, _)| offset < span.start);
        self.characters.get(from).filter(|&&(offset, _)| offset < span.end).map(|&(_, character)| character)
    }

    /// Makes the edits.
    pub(super) fn apply(mut self, source: Source<'_>, edits: &mut Edits) {
        self.sort();
        let mut characters = self.characters.iter().peekable();
        for &span in self.spans.iter().filter(|&&span| source.has(span)) {
            let mut start = span.start;
            while let Some((offset, character)) = characters.next_if(|(offset, _)| *offset < span.end) {
                let replaced = source.char_span(*offset);
                if *offset >= start && source.has(replaced) {
                    edits.blank(Span::new(start, *offset));
                    edits.replace(replaced, *character);
                    start = replaced.end;
                }
            }
            edits.blank(Span::new(start, span.end));
        }
    }
}

#[cfg(test)]
mod tests {
    use oxc_span::Span;

    use super::Erasures;
    use crate::edits::Edits;
    use crate::token_search::Source;

    fn applied(text: &str, erasures: Erasures) -> String {
        let mut edits = Edits::default();
        erasures.apply(Source::new(text, &[]), &mut edits);
        edits.apply(text).0
    }

    #[test]
    fn parts_within_others_are_dropped() {
        let mut erasures = Erasures::default();
        for (start, end) in [(4, 6), (2, 8), (2, 3), (8, 9)] {
            erasures.erase(Span::new(start, end));
        }
        erasures.sort();
        assert_eq!(erasures.spans, [Span::new(2, 8), Span::new(8, 9)]);
        assert_eq!(erasures.at(7), Some(Span::new(2, 8)));
        assert_eq!(erasures.at(8), Some(Span::new(8, 9)));
        assert_eq!(erasures.at(9), None);
    }

    #[test]
    fn characters_replace_one_erased_character() {
        let mut erasures = Erasures::default();
        erasures.erase(Span::new(1, 6));
        erasures.put(")", 5);
        erasures.put("(", 1);
        erasures.sort();
        assert_eq!(erasures.character_in(Span::new(1, 6)), Some("("));
        assert_eq!(erasures.character_in(Span::new(2, 6)), Some(")"));
        assert_eq!(applied("abc\u{e9}d", erasures), "a(  )");
    }

    #[test]
    fn parts_that_are_not_in_the_text_are_ignored() {
        let mut erasures = Erasures::default();
        erasures.erase(Span::new(3, 90));
        erasures.erase(Span::new(1, 2));
        erasures.put(";", 1);
        assert_eq!(applied("\u{e9}bc", erasures), "\u{e9}bc");
    }
}
