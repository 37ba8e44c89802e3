//! The tokens of a text that does not parse, and how its brackets match.
//!
//! The parser stops at the first error, and tells kinds instead of texts. This scanner goes on to the end and never
//! fails: it needs no more than to tell what stands around an error.

use oxc_span::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// `#name`
    Private,
    Number,
    String,
    /// A template string, or its part before, between or after substitutions.
    Template,
    Regexp,
    Punctuator,
    /// A character that JavaScript does not use.
    Other,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) span: Span,
    pub(super) kind: Kind,
    /// Whether it is the first token of its line.
    pub(super) first: bool,
    /// The innermost bracket that is open before this token.
    pub(super) within: Option<usize>,
    /// The bracket that this one closes.
    pub(super) opener: Option<usize>,
    /// The bracket that closes this one.
    pub(super) closer: Option<usize>,
}

/// A text and its tokens.
pub(super) struct Tokens<'t> {
    pub(super) source: &'t str,
    list: Vec<Token>,
}

/// The words that cannot be names.
const RESERVED: &str = " break case catch class const continue debugger default delete do else enum export extends \
    false finally for function if import in instanceof new null return super switch this throw true try typeof var \
    void while with ";

/// The punctuators of several characters, longest first.
const PUNCTUATORS: &[&str] = &[
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
];

/// The words that an operand follows, so that a `/` after them begins a regular expression.
const BEFORE_OPERAND: &str = " return typeof case do else in instanceof new void delete throw yield await of ";

fn is_listed(word: &str, list: &str) -> bool {
    list.split(' ').any(|listed| !listed.is_empty() && listed == word)
}

pub(super) fn is_reserved(word: &str) -> bool {
    is_listed(word, RESERVED)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '\\')
}

/// Whether a character cannot be seen, or passes for a plain space.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}')
}

impl<'t> Tokens<'t> {
    pub(super) fn new(source: &'t str) -> Self {
        let mut scanner = Scanner { source, at: 0, list: Vec::new(), open: Vec::new() };
        while scanner.token() {}
        Self { source, list: scanner.list }
    }

    pub(super) fn get(&self, index: usize) -> Option<&Token> {
        self.list.get(index)
    }

    /// Returns the text of a token, or nothing after the last one.
    pub(super) fn text(&self, index: usize) -> &'t str {
        self.get(index).map_or("", |token| slice(self.source, token.span))
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the token that contains or follows an offset, or the number of tokens at the end.
    pub(super) fn at(&self, offset: u32) -> usize {
        self.list.partition_point(|token| token.span.end <= offset)
    }

    /// Returns the span of a token. At the end it is that of the last character.
    pub(super) fn span(&self, index: usize) -> Span {
        self.get(index).map_or_else(|| self.last_character(), |token| first_line(self.source, token.span))
    }

    fn last_character(&self) -> Span {
        let end = self.list.last().map_or(0, |token| token.span.end);
        let size = slice(self.source, Span::new(0, end)).chars().next_back().map_or(0, char::len_utf8);
        Span::new(end - offset(size), end)
    }

    /// Returns the innermost bracket that is open before a token.
    pub(super) fn within(&self, index: usize) -> Option<usize> {
        match self.get(index) {
            Some(token) => token.within,
            None => (0..self.len()).rev().find(|&i| self.opens(i) && self.list[i].closer.is_none()),
        }
    }

    pub(super) fn opens(&self, index: usize) -> bool {
        self.get(index).is_some_and(|token| opens(token.kind, self.text(index)))
    }

    /// Returns the bracket that a bracket closes.
    pub(super) fn opener(&self, index: usize) -> Option<usize> {
        self.get(index).and_then(|token| token.opener)
    }

    /// Returns how far the line of a token is indented.
    pub(super) fn indentation(&self, index: usize) -> usize {
        let before = slice(self.source, Span::new(0, self.span(index).start));
        let line = &self.source[before.rfind('\n').map_or(0, |at| at + 1)..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    /// Returns the start of the text of a token.
    pub(super) fn short(&self, index: usize) -> String {
        let text = slice(self.source, self.span(index));
        let short: String = text.chars().take(30).collect();
        if short.len() < text.len() { short + "…" } else { short }
    }

    /// Returns what a token is called in messages.
    pub(super) fn describe(&self, index: usize) -> String {
        let Some(token) = self.get(index) else { return "end of input".into() };
        let (text, short) = (self.text(index), self.short(index));
        match token.kind {
            Kind::Word if is_reserved(text) => format!("token '{short}'"),
            Kind::Word => format!("identifier '{short}'"),
            Kind::Private => format!("private name '{short}'"),
            Kind::Number => format!("number '{short}'"),
            Kind::String => format!("string {short}"),
            Kind::Template => "template string".into(),
            Kind::Regexp => format!("regular expression {short}"),
            Kind::Punctuator => format!("token '{short}'"),
            Kind::Other => format!("character '{short}'"),
        }
    }
}

/// Returns a part of a text, or nothing if the span does not fit.
pub(super) fn slice(source: &str, span: Span) -> &str {
    source.get(span.start as usize..span.end as usize).unwrap_or("")
}

/// Cuts a span at the end of its first line.
pub(super) fn first_line(source: &str, span: Span) -> Span {
    let length = slice(source, span).lines().next().map_or(0, str::len);
    Span::new(span.start, span.start + offset(length))
}

fn opens(kind: Kind, text: &str) -> bool {
    matches!(text, "(" | "[" | "{") || kind == Kind::Template && text.ends_with("${")
}

fn closes(kind: Kind, text: &str) -> bool {
    matches!(text, ")" | "]" | "}") || kind == Kind::Template && text.starts_with('}')
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
    at: usize,
    list: Vec<Token>,
    /// The open brackets.
    open: Vec<usize>,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        self.source.get(self.at..).unwrap_or("")
    }

    /// Adds the next token. Returns whether there was one.
    fn token(&mut self) -> bool {
        let first = self.skip_blanks() || self.list.is_empty();
        let Some(c) = self.rest().chars().next() else { return false };
        let (kind, length) = self.extent(c);
        let text = &self.rest()[..length];
        let (start, end) = (offset(self.at), offset(self.at + length));
        let index = self.list.len();
        self.list.push(Token {
            span: Span::new(start, end),
            kind,
            first,
            within: self.open.last().copied(),
            opener: None,
            closer: None,
        });
        if closes(kind, text) {
            self.close(index, text);
        }
        if opens(kind, text) {
            self.open.push(index);
        }
        self.at += length;
        true
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

    /// Skips spaces and comments. Returns whether a line ended.
    fn skip_blanks(&mut self) -> bool {
        let start = self.at;
        loop {
            let rest = self.rest();
            let length = if rest.starts_with("//") || self.at == 0 && rest.starts_with("#!") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}' || is_invisible(c);
                rest.len() - rest.trim_start_matches(is_blank).len()
            };
            if length == 0 {
                return self.source[start..self.at].contains('\n');
            }
            self.at += length;
        }
    }

    /// Returns the kind and the length of the token that begins with a character.
    fn extent(&self, c: char) -> (Kind, usize) {
        let rest = self.rest();
        let digit_follows = rest[c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        let in_template = || self.open.last().is_some_and(|&open| self.list[open].kind == Kind::Template);
        match c {
            '"' | '\'' => (Kind::String, string(rest, c)),
            '`' => (Kind::Template, template(rest)),
            '}' if in_template() => (Kind::Template, template(rest)),
            '/' if self.operand_expected() => (Kind::Regexp, regexp(rest)),
            _ if c.is_ascii_digit() || c == '.' && digit_follows => (Kind::Number, number(rest)),
            _ if is_name(c) => (Kind::Word, word(rest)),
            '#' if rest[1..].starts_with(is_name) => (Kind::Private, 1 + word(&rest[1..])),
            _ if c.is_ascii_punctuation() && !matches!(c, '#' | '@') => (Kind::Punctuator, punctuator(rest)),
            _ => (Kind::Other, c.len_utf8()),
        }
    }

    /// Whether an operand, not an operator, stands here.
    fn operand_expected(&self) -> bool {
        self.list.last().is_none_or(|last| {
            let text = slice(self.source, last.span);
            match last.kind {
                Kind::Word => is_listed(text, BEFORE_OPERAND),
                // An HTML tag
                Kind::Punctuator if text == "<" && last.span.end == offset(self.at) => false,
                Kind::Punctuator => !matches!(text, ")" | "]" | "}" | "++" | "--"),
                Kind::Template => text.ends_with("${"),
                _ => false,
            }
        })
    }
}

pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn word(rest: &str) -> usize {
    let plain = |c: char| is_name(c) || matches!(c, '\u{200c}' | '\u{200d}');
    rest.find(|c| !plain(c)).unwrap_or(rest.len())
}

/// A number, with the letters that follow it.
fn number(rest: &str) -> usize {
    let mut dots = 0;
    let mut last = ' ';
    let hex = rest.starts_with("0x") || rest.starts_with("0X");
    let is_part = |c: char| {
        dots += usize::from(c == '.');
        let exponent_sign = matches!(c, '+' | '-') && matches!(last, 'e' | 'E') && !hex;
        last = c;
        is_name(c) || exponent_sign || c == '.' && dots == 1
    };
    let mut is_part = is_part;
    rest.find(|c| !is_part(c)).unwrap_or(rest.len())
}

fn punctuator(rest: &str) -> usize {
    let known = PUNCTUATORS.iter().find(|known| rest.starts_with(**known));
    // `a ?.5 : b` is a conditional.
    let conditional = rest.starts_with("?.") && rest[2..].starts_with(|c: char| c.is_ascii_digit());
    known.filter(|_| !conditional).map_or(1, |known| known.len())
}

/// A string, to its line's end if it has no other.
fn string(rest: &str, quote: char) -> usize {
    scan(rest, |c, _| if c == quote { Some(1) } else { (c == '\n').then_some(0) })
}

fn template(rest: &str) -> usize {
    scan(rest, |c, rest| match c {
        '`' => Some(1),
        '$' if rest.starts_with("${") => Some(2),
        _ => None,
    })
}

fn regexp(rest: &str) -> usize {
    let mut in_class = false;
    let end = scan(rest, |c, _| {
        in_class = c == '[' || in_class && c != ']';
        if c == '/' && !in_class { Some(1) } else { (c == '\n').then_some(0) }
    });
    end + word(&rest[end..])
}

/// Returns how far a literal goes whose end the function knows: how much of the rest still belongs to it. Characters
/// after a backslash do not end it.
fn scan(rest: &str, mut end: impl FnMut(char, &str) -> Option<usize>) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if !escaped && let Some(more) = end(c, &rest[at..]) {
            return at + more;
        }
        escaped = !escaped && c == '\\';
    }
    rest.len()
}
