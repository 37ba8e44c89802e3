//! Finds `using` declarations, which the engine compiles to something else.

use super::{Lexer, LexicalGoal, Previous, Scanner, Token, TokenKind};
use crate::engine::lines::is_line_terminator;

/// Returns the index of the first [`using` declaration](https://tc39.es/proposal-explicit-resource-management/), with
/// or without `await`: the name `using` before another name in the same line. A few words may follow it otherwise, such
/// as in `class using extends C` and `import using from`; then it is a declaration if an assignment follows.
pub(in crate::engine) fn first_using_declaration(source: &str) -> Option<usize> {
    memchr::memmem::find(source.as_bytes(), b"using")?;
    let mut using = UsingDeclarations { source, last: None, named: None, found: None };
    // Without a limit, nothing is nested too deeply.
    let mut end = 0;
    let _ = Scanner::new(usize::MAX, source).run(|scanner, token| {
        end = token.end;
        using.see(token, scanner.previous == Previous::Dot);
    });
    using.found.or_else(|| after_an_html_comment(source, end))
}

/// What has been seen of a `using` declaration.
struct UsingDeclarations<'a> {
    source: &'a str,
    /// The last token, if it is the name `using`.
    last: Option<Token>,
    /// The start of a declaration of one of [`MAY_FOLLOW`], if the last token is that name.
    named: Option<usize>,
    found: Option<usize>,
}

/// Words that may follow the name `using` in other places.
const MAY_FOLLOW: [&str; 6] = ["in", "of", "instanceof", "extends", "from", "as"];

impl UsingDeclarations<'_> {
    fn see(&mut self, token: Token, follows_a_dot: bool) {
        let text = &self.source[token.start..token.end];
        if let Some(named) = self.named.take()
            && text == "="
        {
            self.found = self.found.or(Some(named));
        }
        if let Some(using) = self.last.take()
            && token.kind == TokenKind::Word
            && !self.source[using.end..token.start].contains(is_line_terminator)
        {
            if MAY_FOLLOW.contains(&text) {
                self.named = Some(using.start);
            } else {
                self.found = self.found.or(Some(using.start));
            }
        }
        self.last = Some(token).filter(|_| token.kind == TokenKind::Word && text == "using" && !follows_a_dot);
    }
}

/// What looks like a declaration after `<!--`, where the scanner stops: only its line is a comment. The last token
/// before it ends at `end`.
fn after_an_html_comment(source: &str, end: usize) -> Option<usize> {
    let mut lexer = Lexer::new(source);
    lexer.move_to(end);
    lexer.skip_blanks();
    while !lexer.rest().starts_with("<!--") {
        lexer.next(LexicalGoal::default()).filter(|token| token.kind == TokenKind::Comment)?;
        lexer.skip_blanks();
    }
    let start = lexer.position();
    let start = start + source[start..].find(is_line_terminator)?;
    let is_name = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$' | '.' | '#');
    source[start..].match_indices("using").map(|(at, _)| start + at).find(|&at| {
        let rest = &source[at + "using".len()..];
        let next = rest.trim_start_matches([' ', '\t']);
        let is_word = !source[..at].ends_with(is_name) && next.len() < rest.len();
        let follows = next.split(|character| !is_name(character)).next().unwrap_or_default();
        is_word && !follows.is_empty() && !MAY_FOLLOW.contains(&follows)
    })
}
