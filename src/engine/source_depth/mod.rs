//! Checks how deeply brackets and operators of a source text are nested, without parsing it, and finds `using`
//! declarations on the way.
//!
//! What is in strings, comments, regular expressions and the text of templates does not count. Whether a slash starts a
//! regular expression depends on the token before it: a division follows an operand. After `)` and `}`, it depends on
//! the construct that the brackets belong to, which is recorded when they open.
//!
//! The depth is counted in units of the stack space that a parser needs. Operators are nested until their statement, or
//! their element of a list, ends. A statement also ends where an operand follows another one.

mod operators;
mod punctuators;
mod using_declarations;
mod words;

pub(super) use using_declarations::first_using_declaration;

use super::lexer::{Lexer, LexicalGoal, Token, TokenKind};

/// The units of a pair of brackets.
const BRACKET: usize = 64;

/// The units of an operator whose operand the parser reads by calling itself, and of a statement in another one:
/// `a = b = c`, `!!a`, `if (a) if (b) c`.
const NESTED: usize = 8;

/// The units of an operator whose left operand may be a tree of the same operators, which only the compiler walks:
/// `a + b + c`, `a.b.c`.
const LEFT: usize = 1;

/// Returns the index of the first token that is nested too deeply: more deeply than `limit` brackets, or than operators
/// that need as much stack space. The time is linear in the length of the text.
pub(super) fn first_too_deep(limit: usize, source: &str) -> Option<usize> {
    // A few operators around the brackets do not matter.
    let limit = limit.saturating_mul(BRACKET).saturating_add(BRACKET - 1);
    // Most source texts do not have that many brackets and operators.
    let most = |byte| if matches!(byte, b'(' | b'[' | b'{') { BRACKET } else { NESTED };
    if source.bytes().map(most).sum::<usize>() <= limit {
        return None;
    }
    Scanner::new(limit, source).run(|_, _| ()).err().map(|TooDeep(index)| index)
}

/// The construct that an open bracket belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// The head of `if`, `while`, `for` or `with`: a statement follows, which is a new one at the end of a `do` loop.
    Head { ends_loop: bool },
    /// The parameters of a function, and whether the function is an expression.
    Parameters { of_expression: bool },
    /// A substitution in a template, whose text continues after it.
    Substitution,
    /// Braces at the end of a statement or a declaration.
    Block,
    /// Brackets that are an expression, or the end of one.
    Expression,
}

/// The kind of the previous token, which determines the meaning of a slash or a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    /// The end of a statement, or the start of the text.
    Start,
    Operator,
    /// `:`, which ends a label or a case, or is part of an expression.
    Colon,
    Arrow,
    Dot,
    Operand,
    /// `if`, `while`, `for` or `with`, and whether it is at the end of a `do` loop.
    Control {
        ends_loop: bool,
    },
    /// The `function` keyword with what follows it, and whether it starts an expression.
    Function {
        is_expression: bool,
    },
    /// `)` of parameters.
    Parameters {
        of_expression: bool,
    },
    /// `)` of the head of a statement, or a keyword that a statement or a block follows.
    Head,
}

/// Brackets that are open, and what is nested directly in them.
struct Level {
    bracket: Bracket,
    /// Whether commas separate elements, and so are no operators.
    is_list: bool,
    /// The number of `?` that have no `:` yet.
    conditions: usize,
    /// The units of prefix operators before the current operand.
    prefixes: usize,
    /// The units of all other operators of the current element or statement.
    operators: usize,
    /// The units of the commas of the current statement.
    commas: usize,
    /// Whether the current statement declares variables.
    declares: bool,
    /// The number of `do` in the current statement that have no `while` yet.
    loops: usize,
}

impl Level {
    const fn new(bracket: Bracket, is_list: bool) -> Self {
        Self { bracket, is_list, conditions: 0, prefixes: 0, operators: 0, commas: 0, declares: false, loops: 0 }
    }
}

struct Scanner<'a> {
    source: &'a str,
    lexer: Lexer<'a>,
    /// The largest depth.
    limit: usize,
    /// The depth here.
    depth: usize,
    /// The open brackets around the innermost ones.
    outer: Vec<Level>,
    /// The innermost open brackets, or the whole text.
    level: Level,
    previous: Previous,
    /// Whether a list of names may follow the previous token: `var`, `let`, `const`, `import` or `export`.
    after_list_keyword: bool,
    /// Whether the next `{` opens the body of a class, and if so, whether the class is an expression.
    class: Option<bool>,
}

/// Whether the text may be parsed up to here.
type Scanned = Result<(), TooDeep>;

/// The index of the first token that is nested too deeply.
struct TooDeep(usize);

impl<'a> Scanner<'a> {
    fn new(limit: usize, source: &'a str) -> Self {
        Self {
            source,
            lexer: Lexer::new(source),
            limit,
            depth: 0,
            outer: Vec::new(),
            level: Level::new(Bracket::Block, false),
            previous: Previous::Start,
            after_list_keyword: false,
            class: None,
        }
    }

    /// Reads all tokens, and calls `see` before each.
    fn run(mut self, mut see: impl FnMut(&Self, Token)) -> Scanned {
        self.lexer.skip_blanks();
        while !self.lexer.rest().starts_with("<!--") {
            let Some(token) = self.next() else { return Ok(()) };
            if token.kind != TokenKind::Comment {
                see(&self, token);
                self.token(token)?;
            }
            self.lexer.skip_blanks();
        }
        // This is a comment in a script, but operators in a module: count everything that may be a token.
        let start = self.lexer.position();
        self.source[start..].char_indices().try_for_each(|(at, character)| self.possible_token(start + at, character))
    }

    fn next(&mut self) -> Option<Token> {
        let goal = LexicalGoal {
            regular_expression: self.is_expression_start(),
            template_tail: self.level.bracket == Bracket::Substitution,
        };
        let token = self.lexer.next(goal)?;
        let must_end = matches!(token.kind, TokenKind::String | TokenKind::RegularExpression);
        if !must_end || token.is_closed {
            return Some(token);
        }
        // This is a syntax error, or no literal. What follows the first character must not be hidden.
        let end = token.start + 1;
        self.lexer.move_to(end);
        let kind = if token.kind == TokenKind::String { TokenKind::String } else { TokenKind::Punctuator };
        Some(Token { kind, end, ..token })
    }

    /// A token in a text that may be a comment.
    fn possible_token(&mut self, index: usize, character: char) -> Scanned {
        match character {
            '(' | '[' | '{' => self.open(index, character),
            ';' => {
                self.end_statement();
                Ok(())
            }
            '=' | '?' | '!' | '~' | '+' | '-' | '*' => {
                self.level.operators += NESTED;
                self.deepen(NESTED, index)
            }
            _ => Ok(()),
        }
    }

    fn token(&mut self, token: Token) -> Scanned {
        let text = &self.source[token.start..token.end];
        if self.previous == Previous::Start {
            self.start_statement(token, text);
        }
        let after_list_keyword = std::mem::take(&mut self.after_list_keyword);
        match token.kind {
            TokenKind::Template => self.template(token, text),
            TokenKind::Word | TokenKind::PrivateName | TokenKind::Number => {
                self.word(token.start, text, after_list_keyword)
            }
            TokenKind::String => {
                self.start_operand();
                self.previous = Previous::Operand;
                Ok(())
            }
            TokenKind::RegularExpression => {
                self.previous = Previous::Operand;
                Ok(())
            }
            TokenKind::Punctuator => self.punctuator(token.start, text, after_list_keyword),
            TokenKind::Comment | TokenKind::Other => Ok(()),
        }
    }

    /// A template, or its part before, between or after substitutions.
    fn template(&mut self, token: Token, text: &str) -> Scanned {
        if text.starts_with('}') {
            self.close();
        } else if self.previous == Previous::Operand {
            self.add_operator(LEFT, token.start)?;
        }
        self.previous = Previous::Operand;
        if token.is_closed && text.ends_with('{') {
            self.previous = Previous::Operator;
            self.nest(Level::new(Bracket::Substitution, false), token.end - 1)?;
        }
        Ok(())
    }

    /// Adds to the depth.
    fn deepen(&mut self, units: usize, index: usize) -> Scanned {
        self.depth += units;
        if self.depth <= self.limit { Ok(()) } else { Err(TooDeep(index)) }
    }

    /// An operator that is no prefix. It ends the operand of those before it.
    fn add_operator(&mut self, units: usize, index: usize) -> Scanned {
        self.end_prefixes();
        self.level.operators += units;
        self.deepen(units, index)
    }

    fn add_prefix(&mut self, units: usize, index: usize) -> Scanned {
        self.level.prefixes += units;
        self.deepen(units, index)
    }

    fn end_prefixes(&mut self) {
        self.depth -= std::mem::take(&mut self.level.prefixes);
    }

    /// The end of an element of a list, or of an operand of the comma operator.
    fn end_element(&mut self) {
        self.end_prefixes();
        self.depth -= std::mem::take(&mut self.level.operators);
    }

    fn end_statement(&mut self) {
        self.end_element();
        self.depth -= std::mem::take(&mut self.level.commas);
        (self.level.declares, self.level.loops) = (false, 0);
    }

    /// The first token after a semicolon or a block: a new statement, unless the last one continues. After the body of
    /// an arrow function, an operator continues it.
    fn start_statement(&mut self, token: Token, text: &str) {
        let starts = match token.kind {
            TokenKind::Punctuator => text.starts_with(|first| "([{/+-*!~;".contains(first)),
            _ => true,
        };
        if starts && !self.continues_statement(text) {
            self.end_statement();
        }
    }

    /// The first token of an operand. If it follows another operand, a statement has ended.
    fn start_operand(&mut self) {
        if self.previous == Previous::Operand {
            self.end_statement();
        }
    }

    /// Whether an expression can begin here, so that a slash starts a regular expression.
    fn is_expression_start(&self) -> bool {
        !matches!(self.previous, Previous::Operand)
    }

    fn open(&mut self, index: usize, bracket: char) -> Scanned {
        let kind = match (bracket, self.previous) {
            ('(', Previous::Control { ends_loop }) => Bracket::Head { ends_loop },
            ('(', Previous::Function { is_expression }) => Bracket::Parameters { of_expression: is_expression },
            ('{', _) if self.class.is_some() => {
                if self.class.take() == Some(true) {
                    Bracket::Expression
                } else {
                    Bracket::Block
                }
            }
            ('{', Previous::Parameters { of_expression: true } | Previous::Operator) => Bracket::Expression,
            ('{', Previous::Colon) if self.level.bracket != Bracket::Block => Bracket::Expression,
            ('{', _) => Bracket::Block,
            _ => Bracket::Expression,
        };
        let is_call = bracket != '{' && self.previous == Previous::Operand;
        if is_call {
            // A call or an access to a property: its left operand ends here.
            self.level.operators += LEFT;
            self.deepen(LEFT, index)?;
        }
        let is_list = match kind {
            Bracket::Parameters { .. } => true,
            Bracket::Expression => bracket != '(' || is_call,
            Bracket::Head { .. } | Bracket::Substitution | Bracket::Block => false,
        };
        self.previous = if kind == Bracket::Block { Previous::Start } else { Previous::Operator };
        self.nest(Level::new(kind, is_list), index)
    }

    fn nest(&mut self, level: Level, index: usize) -> Scanned {
        self.outer.push(std::mem::replace(&mut self.level, level));
        self.deepen(BRACKET, index)
    }

    fn close(&mut self) {
        self.end_statement();
        let Some(outer) = self.outer.pop() else {
            self.previous = Previous::Start;
            return;
        };
        self.depth -= BRACKET;
        self.previous = match std::mem::replace(&mut self.level, outer).bracket {
            Bracket::Head { ends_loop: false } => Previous::Head,
            Bracket::Parameters { of_expression } => Previous::Parameters { of_expression },
            Bracket::Block | Bracket::Head { ends_loop: true } => Previous::Start,
            Bracket::Substitution | Bracket::Expression => Previous::Operand,
        };
    }
}

#[cfg(test)]
mod tests;
