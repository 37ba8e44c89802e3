//! Finding tokens in source text around the nodes of its syntax tree, which has no spans for them.

use oxc_ast::ast::Comment;
use oxc_span::Span;
use posttask::internal::engine::is_line_terminator;

/// A source text and its comments, which are in order and do not overlap.
#[derive(Clone, Copy)]
pub(super) struct Source<'s> {
    text: &'s str,
    comments: &'s [Comment],
}

impl<'s> Source<'s> {
    pub(super) fn new(text: &'s str, comments: &'s [Comment]) -> Self {
        Self { text, comments }
    }

    /// The whole text.
    pub(super) fn text(self) -> &'s str {
        self.text
    }

    /// Returns the text of a span, or nothing if the span is not one of this text, as after a syntax error.
    pub(super) fn slice(self, span: Span) -> &'s str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    pub(super) fn char_at(self, offset: u32) -> Option<char> {
        self.text.get(offset as usize..)?.chars().next()
    }

    /// Returns the span of the character that starts at an offset.
    pub(super) fn char_span(self, offset: u32) -> Span {
        Span::sized(offset, self.char_at(offset).map_or(0, width))
    }

    /// Returns the span of the character that ends at an offset.
    pub(super) fn char_span_before(self, offset: u32) -> Span {
        let last = self.text.get(..offset as usize).and_then(|before| before.chars().next_back());
        Span::new(offset.saturating_sub(last.map_or(0, width)), offset)
    }

    pub(super) fn has_line_terminator(self, start: u32, end: u32) -> bool {
        start < end && self.slice(Span::new(start, end)).contains(is_line_terminator)
    }

    /// Returns the start of the first token at or after an offset.
    pub(super) fn skip_trivia(self, mut offset: u32) -> u32 {
        while let Some(character) = self.char_at(offset) {
            if is_space(character) {
                offset += width(character);
            } else if let Some(end) = self.comment_end(offset) {
                offset = end;
            } else {
                break;
            }
        }
        offset
    }

    /// Returns the end of the last token that ends at or before an offset.
    pub(super) fn skip_trivia_back(self, mut offset: u32) -> u32 {
        while let Some(before) = self.text.get(..offset as usize) {
            let end = u32::try_from(before.trim_end_matches(is_space).len()).unwrap_or(offset);
            match self.comment_start(end) {
                Some(start) => offset = start,
                None => return end,
            }
        }
        0
    }

    fn comment_end(self, start: u32) -> Option<u32> {
        let at = self.comments.binary_search_by_key(&start, |comment| comment.span.start).ok()?;
        let end = self.comments[at].span.end;
        (end > start).then_some(end)
    }

    fn comment_start(self, end: u32) -> Option<u32> {
        let at = self.comments.binary_search_by_key(&end, |comment| comment.span.end).ok()?;
        let start = self.comments[at].span.start;
        (start < end).then_some(start)
    }

    /// The words and the single punctuation characters that start in a range. Literals are not recognized.
    pub(super) fn tokens(self, start: u32, end: u32) -> impl Iterator<Item = Span> {
        let mut offset = start;
        std::iter::from_fn(move || {
            let token = self.token_at(self.skip_trivia(offset))?;
            offset = token.end;
            (token.start < end).then_some(token)
        })
    }

    /// Returns the span of the word or the punctuation character that starts at an offset.
    pub(super) fn token_at(self, offset: u32) -> Option<Span> {
        let rest = self.text.get(offset as usize..)?;
        let first = rest.chars().next()?;
        let word = rest.find(|character| !is_word_character(character)).unwrap_or(rest.len());
        let size = u32::try_from(word).ok().filter(|&size| size > 0).unwrap_or(width(first));
        Some(Span::sized(offset, size))
    }

    /// Returns the first token with a text that starts in a range.
    pub(super) fn find(self, token: &str, start: u32, end: u32) -> Option<Span> {
        self.tokens(start, end).find(|&span| self.slice(span) == token)
    }

    /// Returns the next token if it has a text.
    pub(super) fn next_if(self, token: &str, offset: u32) -> Option<Span> {
        self.token_at(self.skip_trivia(offset)).filter(|&span| self.slice(span) == token)
    }
}

fn width(character: char) -> u32 {
    u32::try_from(character.len_utf8()).unwrap_or(1)
}

fn is_space(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

fn is_word_character(character: char) -> bool {
    character == '_'
        || character == '$'
        || character.is_alphanumeric()
        || (!character.is_ascii() && !is_space(character))
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_span::{SourceType, Span};

    use super::Source;

    /// Calls a function with a source text, which has to be without errors to have comments.
    fn with(text: &str, function: impl FnOnce(Source<'_>)) {
        let allocator = Allocator::default();
        let program = Parser::new(&allocator, text, SourceType::ts()).parse().program;
        function(Source::new(text, &program.comments));
    }

    #[test]
    fn comments_and_spaces_are_skipped() {
        with("a /* b */ // c\n\u{a0}\u{feff}/**/+d /* e */ ;", |source| {
            assert_eq!(source.skip_trivia(1), 24);
            assert_eq!(source.skip_trivia_back(24), 1);
            assert_eq!(source.skip_trivia_back(1), 1);
            assert_eq!(source.skip_trivia(26), 35);
            assert_eq!(source.skip_trivia(36), 36);
            assert_eq!(source.skip_trivia_back(0), 0);
        });
    }

    #[test]
    fn tokens_are_found_outside_of_comments() {
        with("class ab /* b */ { b() {} } // b", |source| {
            let texts: Vec<&str> = source.tokens(0, 23).map(|token| source.slice(token)).collect();
            assert_eq!(texts, ["class", "ab", "{", "b", "(", ")"]);
            assert_eq!(source.find("b", 0, 30), Some(Span::new(19, 20)));
            assert_eq!(source.find("b", 20, 40), None);
            assert_eq!(source.next_if("{", 8), Some(Span::new(17, 18)));
            assert_eq!(source.next_if("b", 8), None);
        });
    }

    #[test]
    fn offsets_that_are_not_in_the_text_have_no_tokens() {
        with("\u{e9}", |source| {
            assert_eq!(source.slice(Span::new(1, 2)), "");
            assert_eq!(source.token_at(1), None);
            assert_eq!(source.token_at(9), None);
            assert_eq!(source.skip_trivia_back(9), 0);
            assert_eq!(source.char_span_before(2), Span::new(0, 2));
        });
    }
}
