//! A lexer for texts that may not be JavaScript, or not yet: it never fails, and goes on to the end.
//!
//! It knows no grammar. As with the lexical goals of ECMAScript (`sec-ecmascript-language-lexical-grammar`), the caller
//! says what a slash and a closing brace mean at each place.

use super::lines::is_line_terminator;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `// a`, `/* a */`, and `#! a` at the start of the text.
    Comment,
    /// A name or a keyword.
    Word,
    /// `#name`
    PrivateName,
    /// A number with the letters that follow it.
    Number,
    /// A string, with its quotes.
    String,
    /// A template, or its part before, between or after substitutions, with their delimiters.
    Template,
    /// A regular expression with its flags.
    RegularExpression,
    /// A bracket, an operator or another punctuator.
    Punctuator,
    /// A character that JavaScript does not use, or `#` or `@`.
    Other,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The byte offset of its first character.
    pub start: usize,
    /// The byte offset of what follows it.
    pub end: usize,
    /// Whether a literal or a comment has its end: the line or the text may end before.
    pub is_closed: bool,
}

/// What characters mean at a place.
#[derive(Clone, Copy, Debug, Default)]
pub struct LexicalGoal {
    /// Whether a slash begins a regular expression.
    pub regular_expression: bool,
    /// Whether `}` ends the substitution of a template, whose text continues after it.
    pub template_tail: bool,
}

/// The punctuators of more than one character, the longest ones first.
pub(super) const PUNCTUATORS: [&str; 33] = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
];

/// Reads the tokens of a text one by one.
#[derive(Clone, Copy, Debug)]
pub struct Lexer<'t> {
    source: &'t str,
    position: usize,
}

impl<'t> Lexer<'t> {
    /// Starts at the first character.
    #[must_use]
    pub fn new(source: &'t str) -> Self {
        Self { source, position: 0 }
    }

    /// Returns the byte offset up to which tokens have been read.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Goes on at another place, which is the start of a character.
    pub fn move_to(&mut self, position: usize) {
        self.position = position;
    }

    /// Returns the text that has not been read.
    #[must_use]
    pub fn rest(&self) -> &'t str {
        self.source.get(self.position..).unwrap_or_default()
    }

    /// Skips white space, and characters that cannot be seen.
    pub fn skip_blanks(&mut self) {
        self.position = self.source.len() - self.rest().trim_start_matches(is_blank).len();
    }

    /// Returns the next token after blanks, or nothing at the end.
    pub fn next(&mut self, goal: LexicalGoal) -> Option<Token> {
        self.skip_blanks();
        let (rest, start) = (self.rest(), self.position);
        let first = rest.chars().next()?;
        let (kind, length, is_closed) = match first {
            '/' | '#' if is_comment(rest, start) => comment(rest),
            '/' if goal.regular_expression => regular_expression(rest),
            '"' | '\'' => string(rest, first),
            '`' => template(rest),
            '}' if goal.template_tail => template(rest),
            _ if starts_number(rest) => (TokenKind::Number, number(rest), true),
            '#' if rest[1..].starts_with(is_in_word) => (TokenKind::PrivateName, 1 + word(&rest[1..]), true),
            _ if is_in_word(first) => (TokenKind::Word, word(rest), true),
            _ if first.is_ascii_punctuation() && !matches!(first, '#' | '@') => {
                (TokenKind::Punctuator, punctuator(rest), true)
            }
            _ => (TokenKind::Other, first.len_utf8(), true),
        };
        self.position = start + length;
        Some(Token { kind, start, end: self.position, is_closed })
    }
}

/// Whether a character may be part of a name, or of its escape sequences.
fn is_in_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '$' | '_' | '\\' | '\u{200c}' | '\u{200d}')
}

/// Whether a character cannot be seen, or passes for a plain space.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}')
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}' || is_invisible(character)
}

fn is_comment(rest: &str, start: usize) -> bool {
    rest.starts_with("//") || rest.starts_with("/*") || start == 0 && rest.starts_with("#!")
}

/// The kind of a token, its length in bytes, and whether it has its end.
type Extent = (TokenKind, usize, bool);

fn comment(rest: &str) -> Extent {
    let end = match rest.strip_prefix("/*") {
        Some(inside) => inside.find("*/").map(|end| end + 4),
        None => Some(rest.find(is_line_terminator).unwrap_or(rest.len())),
    };
    (TokenKind::Comment, end.unwrap_or(rest.len()), end.is_some())
}

/// A string, or what there is of it on its line.
fn string(rest: &str, quote: char) -> Extent {
    literal(TokenKind::String, rest, |character, _| match character {
        '\n' | '\r' => End::Missing,
        _ if character == quote => End::After(1),
        _ => End::Later,
    })
}

fn template(rest: &str) -> Extent {
    literal(TokenKind::Template, rest, |character, rest| match character {
        '`' => End::After(1),
        '$' if rest.starts_with("${") => End::After(2),
        _ => End::Later,
    })
}

fn regular_expression(rest: &str) -> Extent {
    let mut in_class = false;
    let (kind, length, is_closed) = literal(TokenKind::RegularExpression, rest, |character, _| {
        in_class = character == '[' || in_class && character != ']';
        match character {
            '/' if !in_class => End::After(1),
            _ if is_line_terminator(character) => End::Missing,
            _ => End::Later,
        }
    });
    (kind, length + if is_closed { word(&rest[length..]) } else { 0 }, is_closed)
}

/// Whether a literal ends at a character.
enum End {
    Later,
    /// After this many bytes.
    After(usize),
    /// Before the character, without a delimiter.
    Missing,
}

/// Finds the end of a literal. Its first character, and characters after a backslash, do not end it.
fn literal(kind: TokenKind, rest: &str, mut end: impl FnMut(char, &str) -> End) -> Extent {
    let mut characters = rest.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        if character == '\\' {
            // A carriage return and a line feed are one line break.
            if characters.next().is_some_and(|(_, escaped)| escaped == '\r') {
                characters.next_if(|&(_, next)| next == '\n');
            }
            continue;
        }
        match end(character, &rest[at..]) {
            End::Later => {}
            End::After(length) => return (kind, at + length, true),
            End::Missing => return (kind, at, false),
        }
    }
    (kind, rest.len(), false)
}

fn starts_number(rest: &str) -> bool {
    rest.strip_prefix('.').unwrap_or(rest).starts_with(|character: char| character.is_ascii_digit())
}

fn word(rest: &str) -> usize {
    rest.find(|character| !is_in_word(character)).unwrap_or(rest.len())
}

fn number(rest: &str) -> usize {
    let is_hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    let (mut dots, mut last) = (0, ' ');
    let mut is_part = |character: char| {
        dots += usize::from(character == '.');
        let is_sign = matches!(character, '+' | '-') && matches!(last, 'e' | 'E') && !is_hexadecimal;
        last = character;
        is_in_word(character) || is_sign || character == '.' && dots == 1
    };
    rest.find(|character| !is_part(character)).unwrap_or(rest.len())
}

fn punctuator(rest: &str) -> usize {
    // Most have one character, and all others have one of these second.
    if !matches!(rest.as_bytes().get(1), Some(b'=' | b'>' | b'<' | b'&' | b'|' | b'?' | b'.' | b'+' | b'-' | b'*')) {
        return 1;
    }
    // `a?.5:b` is a condition.
    let is_condition = rest.strip_prefix('?').is_some_and(starts_number);
    PUNCTUATORS.iter().find(|known| rest.starts_with(**known) && !is_condition).map_or(1, |known| known.len())
}

#[cfg(test)]
mod tests {
    use super::{Lexer, LexicalGoal, PUNCTUATORS, Token, TokenKind};

    fn tokens(text: &str, goal: LexicalGoal) -> Vec<(TokenKind, &str)> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| lexer.next(goal)).map(|token| (token.kind, &text[token.start..token.end])).collect()
    }

    fn first(text: &str, goal: LexicalGoal) -> Token {
        Lexer::new(text).next(goal).expect("a token")
    }

    const REGULAR_EXPRESSION: LexicalGoal = LexicalGoal { regular_expression: true, template_tail: false };
    const TEMPLATE_TAIL: LexicalGoal = LexicalGoal { regular_expression: false, template_tail: true };

    #[test]
    fn the_goal_decides_what_slashes_and_braces_are() {
        use TokenKind::{Punctuator, RegularExpression, Template, Word};
        assert_eq!(tokens("/[/]\\//g", REGULAR_EXPRESSION), [(RegularExpression, "/[/]\\//g")]);
        assert_eq!(tokens("/g/", LexicalGoal::default()), [(Punctuator, "/"), (Word, "g"), (Punctuator, "/")]);
        assert_eq!(tokens("`a${b}`", LexicalGoal::default())[2..], [(Punctuator, "}"), (Template, "`")]);
        assert_eq!(tokens("} c${b} d`", TEMPLATE_TAIL), [(Template, "} c${"), (Word, "b"), (Template, "} d`")]);
    }

    #[test]
    fn the_longest_punctuator_is_found() {
        for text in PUNCTUATORS {
            assert_eq!(tokens(&format!("{text}a"), LexicalGoal::default())[0], (TokenKind::Punctuator, text));
        }
        assert_eq!(tokens("?.5:1", LexicalGoal::default())[0], (TokenKind::Punctuator, "?"));
    }

    #[test]
    fn every_punctuator_is_one_token() {
        for known in PUNCTUATORS {
            assert_eq!(tokens(&format!("{known} a"), LexicalGoal::default())[0], (TokenKind::Punctuator, known));
        }
    }

    #[test]
    fn literals_without_an_end_stop_where_their_line_or_the_text_does() {
        for (text, length) in [("'a\\\r\nb\nc'", 6), ("\"a", 2), ("/a\u{2028}/", 2), ("`a\\${", 5), ("/* a", 4)] {
            let token = first(text, REGULAR_EXPRESSION);
            assert_eq!((token.end, token.is_closed), (length, false), "{text}");
        }
        for text in ["'\\''", "`\\``", "`${", "// a", "/**/", "/\\//", "#! a"] {
            let token = first(text, REGULAR_EXPRESSION);
            assert_eq!((token.end, token.is_closed), (text.len(), true), "{text}");
        }
    }

    #[test]
    fn numbers_and_names_are_whole() {
        use TokenKind::{Number, Other, PrivateName, Punctuator, Word};
        let texts = tokens("1.5e-3.a .5 0xe+1 1..b #c \u{e9}\\u0061 @", LexicalGoal::default());
        let expected = [
            (Number, "1.5e-3"),
            (Punctuator, "."),
            (Word, "a"),
            (Number, ".5"),
            (Number, "0xe"),
            (Punctuator, "+"),
            (Number, "1"),
            (Number, "1."),
            (Punctuator, "."),
            (Word, "b"),
            (PrivateName, "#c"),
            (Word, "\u{e9}\\u0061"),
            (Other, "@"),
        ];
        assert_eq!(texts, expected);
    }
}
