//! The tokens of a text that does not parse, or not yet, and how its brackets match.
//!
//! The parser stops at the first error, and tells kinds instead of texts. These go on to the end and never fail: they
//! tell what stands around an error, and color what is being typed.

use oxc_span::Span;
use posttask::internal::engine::{Lexer, LexicalGoal, Token as LexicalToken, TokenKind};

/// A token, and the brackets that it belongs to: their indices in the list of tokens.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Where it is, in bytes.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
    /// Whether it is the first token of its line.
    pub first: bool,
    /// The innermost bracket that is open before this token.
    pub within: Option<usize>,
    /// The bracket that this one closes.
    pub opener: Option<usize>,
    /// The bracket that closes this one.
    pub closer: Option<usize>,
}

/// A text and its tokens.
#[derive(Debug)]
pub struct Tokens<'t> {
    pub(crate) source: &'t str,
    list: Vec<Token>,
}

/// The words that cannot be names.
const RESERVED: &str = " break case catch class const continue debugger default delete do else enum export extends \
    false finally for function if import in instanceof new null return super switch this throw true try typeof var \
    void while with ";

/// The words that an operand follows, so that a `/` after them begins a regular expression.
const BEFORE_OPERAND: &str = " return typeof case do else in instanceof new void delete throw yield await of ";

fn is_listed(word: &str, list: &str) -> bool {
    list.split(' ').any(|listed| !listed.is_empty() && listed == word)
}

pub(crate) fn is_reserved(word: &str) -> bool {
    is_listed(word, RESERVED)
}

impl<'t> Tokens<'t> {
    /// Reads all tokens of a text. Comments are none. The time is linear in the length of the text.
    #[must_use]
    pub fn new(source: &'t str) -> Self {
        let mut scanner = Scanner { source, lexer: Lexer::new(source), list: Vec::new(), open: Vec::new() };
        while scanner.token() {}
        Self { source, list: scanner.list }
    }

    /// Returns all tokens.
    #[must_use]
    pub fn as_slice(&self) -> &[Token] {
        &self.list
    }

    /// Returns a token, or nothing after the last one.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Token> {
        self.list.get(index)
    }

    /// Returns the text of a token, or nothing after the last one.
    #[must_use]
    pub fn text(&self, index: usize) -> &'t str {
        self.get(index).map_or("", |token| slice(self.source, token.span))
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the token that contains or follows an offset, or the number of tokens at the end.
    pub(crate) fn at(&self, offset: u32) -> usize {
        self.list.partition_point(|token| token.span.end <= offset)
    }

    /// Returns the span of a token. At the end it is that of the last character.
    pub(crate) fn span(&self, index: usize) -> Span {
        self.get(index).map_or_else(|| self.last_character(), |token| first_line(self.source, token.span))
    }

    fn last_character(&self) -> Span {
        let end = self.list.last().map_or(0, |token| token.span.end);
        let size = slice(self.source, Span::new(0, end)).chars().next_back().map_or(0, char::len_utf8);
        Span::new(end - offset(size), end)
    }

    /// Returns the innermost bracket that is open before a token.
    pub(crate) fn within(&self, index: usize) -> Option<usize> {
        match self.get(index) {
            Some(token) => token.within,
            None => (0..self.len()).rev().find(|&i| self.opens(i) && self.list[i].closer.is_none()),
        }
    }

    pub(crate) fn opens(&self, index: usize) -> bool {
        self.get(index).is_some_and(|token| opens(token.kind, self.text(index)))
    }

    /// Returns the bracket that a bracket closes.
    pub(crate) fn opener(&self, index: usize) -> Option<usize> {
        self.get(index).and_then(|token| token.opener)
    }

    /// Returns how far the line of a token is indented.
    pub(crate) fn indentation(&self, index: usize) -> usize {
        let before = slice(self.source, Span::new(0, self.span(index).start));
        let line = &self.source[before.rfind('\n').map_or(0, |at| at + 1)..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    /// Returns the start of the text of a token.
    pub(crate) fn short(&self, index: usize) -> String {
        let text = slice(self.source, self.span(index));
        let short: String = text.chars().take(30).collect();
        if short.len() < text.len() { short + "…" } else { short }
    }

    /// Returns what a token is called in messages.
    pub(crate) fn describe(&self, index: usize) -> String {
        let Some(token) = self.get(index) else { return "end of input".into() };
        let (text, short) = (self.text(index), self.short(index));
        match token.kind {
            TokenKind::Word if is_reserved(text) => format!("token '{short}'"),
            TokenKind::Word => format!("identifier '{short}'"),
            TokenKind::PrivateName => format!("private name '{short}'"),
            TokenKind::Number => format!("number '{short}'"),
            TokenKind::String => format!("string {short}"),
            TokenKind::Template => "template string".into(),
            TokenKind::RegularExpression => format!("regular expression {short}"),
            TokenKind::Punctuator => format!("token '{short}'"),
            TokenKind::Comment => "comment".into(),
            TokenKind::Other => format!("character '{short}'"),
        }
    }
}

/// Returns a part of a text, or nothing if the span does not fit.
pub(crate) fn slice(source: &str, span: Span) -> &str {
    source.get(span.start as usize..span.end as usize).unwrap_or("")
}

/// Cuts a span at the end of its first line.
pub(crate) fn first_line(source: &str, span: Span) -> Span {
    let length = slice(source, span).lines().next().map_or(0, str::len);
    Span::new(span.start, span.start + offset(length))
}

fn opens(kind: TokenKind, text: &str) -> bool {
    matches!(text, "(" | "[" | "{") || kind == TokenKind::Template && text.ends_with("${")
}

fn closes(kind: TokenKind, text: &str) -> bool {
    matches!(text, ")" | "]" | "}") || kind == TokenKind::Template && text.starts_with('}')
}

fn closer(opener: &str) -> &'static str {
    match opener {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

struct Scanner<'t> {
    source: &'t str,
    lexer: Lexer<'t>,
    list: Vec<Token>,
    /// The open brackets.
    open: Vec<usize>,
}

impl Scanner<'_> {
    /// Adds the next token that is no comment. Returns whether there was one.
    fn token(&mut self) -> bool {
        let end_before = self.lexer.position();
        let Some(token) = self.next() else { return false };
        let text = &self.source[token.start..token.end];
        let index = self.list.len();
        self.list.push(Token {
            span: Span::new(offset(token.start), offset(token.end)),
            kind: token.kind,
            first: self.list.is_empty() || self.source[end_before..token.start].contains('\n'),
            within: self.open.last().copied(),
            opener: None,
            closer: None,
        });
        if closes(token.kind, text) {
            self.close(index, text);
        }
        if opens(token.kind, text) {
            self.open.push(index);
        }
        true
    }

    fn next(&mut self) -> Option<LexicalToken> {
        let template_tail = self.open.last().is_some_and(|&open| self.list[open].kind == TokenKind::Template);
        loop {
            self.lexer.skip_blanks();
            let goal = LexicalGoal { regular_expression: self.operand_expected(), template_tail };
            let token = self.lexer.next(goal)?;
            if token.kind != TokenKind::Comment {
                return Some(token);
            }
        }
    }

    /// Matches a closing bracket with the nearest open one of its kind.
    fn close(&mut self, index: usize, text: &str) {
        let source = self.source;
        let matching = |&open: &usize| closer(slice(source, self.list[open].span)) == &text[..1];
        if let Some(depth) = self.open.iter().rposition(matching) {
            let opener = self.open[depth];
            self.open.truncate(depth);
            self.list[index].opener = Some(opener);
            self.list[opener].closer = Some(index);
        }
    }

    /// Whether an operand, not an operator, stands here.
    fn operand_expected(&self) -> bool {
        self.list.last().is_none_or(|last| {
            let text = slice(self.source, last.span);
            match last.kind {
                TokenKind::Word => is_listed(text, BEFORE_OPERAND),
                // An HTML tag
                TokenKind::Punctuator if text == "<" && last.span.end == offset(self.lexer.position()) => false,
                TokenKind::Punctuator => !matches!(text, ")" | "]" | "}" | "++" | "--"),
                TokenKind::Template => text.ends_with("${"),
                _ => false,
            }
        })
    }
}

pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
