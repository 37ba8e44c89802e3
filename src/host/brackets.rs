//! Checks how deeply the brackets of a source text are nested, without parsing it.
//!
//! Brackets in strings, comments, regular expressions and the text of templates do not count. Whether a slash starts a
//! regular expression depends on the token before it: a division follows an operand. After `)` and `}`, it depends on
//! the construct that the brackets belong to, which is recorded when they open.

/// Returns the index of the first bracket that is nested more than `limit` deep.
pub(super) fn first_bracket_below(limit: usize, source: &str) -> Option<usize> {
    // Most source texts do not have that many brackets.
    let openers = source.bytes().filter(|byte| matches!(byte, b'(' | b'[' | b'{')).count();
    if openers <= limit {
        return None;
    }
    Scanner::new(limit, source).run()
}

/// The construct that an open bracket belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// The head of `if`, `while`, `for` or `with`: a statement follows.
    Head,
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
    /// `if`, `while`, `for` or `with`.
    Control,
    /// The `function` keyword with what follows it, and whether it starts an expression.
    Function {
        is_expression: bool,
    },
    /// `)` of parameters.
    Parameters {
        of_expression: bool,
    },
    /// `)` of the head of a statement.
    Head,
}

struct Scanner<'a> {
    source: &'a str,
    position: usize,
    limit: usize,
    /// The open brackets, each with the number of `?` directly in it that have no `:` yet.
    open: Vec<(Bracket, usize)>,
    /// The number of `?` outside all brackets that have no `:` yet.
    conditions: usize,
    previous: Previous,
    /// Whether the next `{` opens the body of a class, and if so, whether the class is an expression.
    class: Option<bool>,
    /// Whether all opening brackets count from here on, even in strings and comments, and closing ones do not.
    only_openers: bool,
}

fn is_line_terminator(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn is_in_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '$' | '_' | '\\' | '\u{200c}' | '\u{200d}')
}

impl<'a> Scanner<'a> {
    fn new(limit: usize, source: &'a str) -> Self {
        let (open, previous) = (Vec::new(), Previous::Start);
        Self { source, position: 0, limit, open, conditions: 0, previous, class: None, only_openers: false }
    }

    fn peek(&self) -> Option<char> {
        self.source[self.position..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.position += character.len_utf8();
        Some(character)
    }

    fn next_if(&mut self, condition: impl FnOnce(char) -> bool) -> Option<char> {
        self.peek().filter(|&character| condition(character))?;
        self.next()
    }

    fn run(mut self) -> Option<usize> {
        loop {
            let index = self.position;
            let character = self.next()?;
            if self.only_openers && !matches!(character, '(' | '[' | '{') {
                continue;
            }
            match character {
                '(' | '[' | '{' => {
                    self.open(character);
                    if self.open.len() > self.limit {
                        return Some(index);
                    }
                }
                ')' | ']' | '}' => {
                    if let Some(text) = self.close() {
                        return Some(text);
                    }
                }
                '"' | '\'' => self.string(index, character),
                '`' => {
                    if let Some(text) = self.template() {
                        return Some(text);
                    }
                }
                '/' => self.slash(index),
                _ if self.source[index..].starts_with("<!--") => {
                    // This is a comment in a script, but operators in a module: count everything that may be a bracket.
                    self.only_openers = true;
                }
                _ if is_in_word(character) => self.word(index),
                _ if character.is_whitespace() => {}
                _ => self.punctuator(index, character),
            }
        }
    }

    /// Whether an expression can begin here, so that a slash starts a regular expression.
    fn is_expression_start(&self) -> bool {
        !matches!(self.previous, Previous::Operand)
    }

    fn open(&mut self, bracket: char) {
        let kind = match (bracket, self.previous) {
            ('(', Previous::Control) => Bracket::Head,
            ('(', Previous::Function { is_expression }) => Bracket::Parameters { of_expression: is_expression },
            ('{', _) if self.class.is_some() => {
                if self.class.take() == Some(true) {
                    Bracket::Expression
                } else {
                    Bracket::Block
                }
            }
            ('{', Previous::Parameters { of_expression: true } | Previous::Operator) => Bracket::Expression,
            ('{', Previous::Colon) if !matches!(self.open.last(), None | Some((Bracket::Block, _))) => {
                Bracket::Expression
            }
            ('{', _) => Bracket::Block,
            _ => Bracket::Expression,
        };
        self.open.push((kind, 0));
        self.previous = if kind == Bracket::Block { Previous::Start } else { Previous::Operator };
    }

    /// Handles a closing bracket. If the text of a template continues here, returns the result of [`Self::template`].
    fn close(&mut self) -> Option<usize> {
        self.previous = match self.open.pop().map(|(bracket, _)| bracket) {
            Some(Bracket::Head) => Previous::Head,
            Some(Bracket::Parameters { of_expression }) => Previous::Parameters { of_expression },
            Some(Bracket::Substitution) => return self.template(),
            Some(Bracket::Block) | None => Previous::Start,
            Some(Bracket::Expression) => Previous::Operand,
        };
        None
    }

    /// Skips the character after a backslash. A carriage return and a line feed are one line break.
    fn escaped(&mut self) {
        if self.next() == Some('\r') {
            self.next_if(|next| next == '\n');
        }
    }

    /// Skips a string. If it does not end on its line, which is a syntax error, skips only the opening quote.
    fn string(&mut self, start: usize, quote: char) {
        self.previous = Previous::Operand;
        while let Some(character) = self.next() {
            match character {
                '\\' => self.escaped(),
                '\n' | '\r' => break,
                _ if character == quote => return,
                _ => {}
            }
        }
        self.position = start + quote.len_utf8();
    }

    /// Skips the text of a template, up to its end or to a substitution. Returns the index of the substitution's
    /// bracket if that is too deep.
    fn template(&mut self) -> Option<usize> {
        self.previous = Previous::Operand;
        while let Some(character) = self.next() {
            match character {
                '\\' => drop(self.next()),
                '`' => return None,
                '$' => {
                    let index = self.position;
                    if self.next_if(|next| next == '{').is_some() {
                        self.open.push((Bracket::Substitution, 0));
                        self.previous = Previous::Operator;
                        return (self.open.len() > self.limit).then_some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn slash(&mut self, start: usize) {
        let rest = &self.source[start + 1..];
        if rest.starts_with('/') {
            while self.next_if(|next| !is_line_terminator(next)).is_some() {}
        } else if let Some(comment) = rest.strip_prefix('*') {
            // A comment that does not end is a syntax error. The rest of the text is skipped.
            self.position = comment.find("*/").map_or(self.source.len(), |length| start + 2 + length + 2);
        } else if self.is_expression_start() {
            self.regular_expression(start);
        } else {
            self.previous = Previous::Operator;
        }
    }

    fn regular_expression(&mut self, start: usize) {
        self.previous = Previous::Operand;
        let mut in_class = false;
        while let Some(character) = self.next() {
            match character {
                '\\' => drop(self.next()),
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => return,
                _ if is_line_terminator(character) => break,
                _ => {}
            }
        }
        self.previous = Previous::Operator;
        self.position = start + 1;
    }

    fn word(&mut self, start: usize) {
        while self.next_if(is_in_word).is_some() {}
        if self.previous == Previous::Dot {
            self.previous = Previous::Operand;
            return;
        }
        let starts_expression = !matches!(self.previous, Previous::Start | Previous::Head | Previous::Operand);
        self.previous = match &self.source[start..self.position] {
            "if" | "while" | "for" | "with" => Previous::Control,
            // `for await (`
            "await" if self.previous == Previous::Control => Previous::Control,
            "return" | "typeof" | "instanceof" | "in" | "of" | "new" | "delete" | "void" | "throw" | "case"
            | "await" | "yield" | "extends" => Previous::Operator,
            "else" | "do" | "try" | "finally" | "default" => Previous::Start,
            "function" => Previous::Function { is_expression: starts_expression },
            "class" => {
                self.class = Some(starts_expression);
                Previous::Operand
            }
            // The name of a function; `async` before `function`.
            _ if matches!(self.previous, Previous::Function { .. }) => self.previous,
            "async" => self.previous,
            _ => Previous::Operand,
        };
    }

    fn punctuator(&mut self, index: usize, character: char) {
        let rest = &self.source[index..];
        let long = ["...", "++", "--", "=>", "??", "?."].into_iter().find(|&long| rest.starts_with(long));
        self.position = index + long.map_or(character.len_utf8(), str::len);
        self.previous = match long {
            // These operators do not change what can follow, neither as a prefix nor as a suffix.
            Some("++" | "--") => self.previous,
            Some("=>") => Previous::Arrow,
            Some("?.") => Previous::Dot,
            Some(_) => Previous::Operator,
            None => self.single(character),
        };
    }

    fn single(&mut self, character: char) -> Previous {
        let conditions = self.open.last_mut().map_or(&mut self.conditions, |(_, conditions)| conditions);
        match character {
            ';' => Previous::Start,
            '.' => Previous::Dot,
            '?' => {
                *conditions += 1;
                Previous::Operator
            }
            ':' if *conditions > 0 => {
                *conditions -= 1;
                Previous::Operator
            }
            ':' => Previous::Colon,
            // A generator: `function* name(`.
            '*' if matches!(self.previous, Previous::Function { .. }) => self.previous,
            '#' | '@' => self.previous,
            _ => Previous::Operator,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::first_bracket_below;

    const LIMIT: usize = 100;

    fn accepted(source: &str) -> bool {
        first_bracket_below(LIMIT, source).is_none()
    }

    #[test]
    fn the_limit_is_exact() {
        let nested = |depth: usize| format!("\n x = {}1{}", "(".repeat(depth), ")".repeat(depth));
        assert!(accepted(&nested(LIMIT)));
        assert_eq!(first_bracket_below(LIMIT, &nested(LIMIT + 1)), Some(6 + LIMIT));
        assert!(accepted(&"()[]{}".repeat(LIMIT)));
        let templates = |depth: usize| format!("{}1{}", "`${".repeat(depth), "}`".repeat(depth));
        assert!(accepted(&templates(LIMIT)));
        assert!(!accepted(&templates(LIMIT + 1)));
    }

    /// In each text, `@` stands for many brackets that are part of a string, a comment, a template or a regular
    /// expression. They do not count, but brackets after the text do.
    #[test]
    fn brackets_in_literals_and_comments_do_not_count() {
        for text in [
            r"'\'@'",
            r#""@""#,
            "// @",
            "// ' @\r",
            "// ' @\u{2028}",
            "/* ' @\n */",
            "/*/ @ */",
            "`@`",
            "`' @`",
            "`\\`@`",
            "`${1}@`",
            "`${`@`}@`",
            "'\\\n@'",
            "'\\\r\n@'",
            "/@/",
            "/\"@/",
            "/[/*@]@/",
            "/\\/@/g",
            "x = /@/",
            "f(/@/)",
            "[/@/]",
            "return /@/",
            "typeof /@/",
            "if (x) /@/.test(y)",
            "while (x) /@/",
            "for await (const x of y) /@/",
            "{}\n/@/",
            "if (x) {} /@/",
            "function f() {} /@/",
            "function f(a = {}) {} /@/",
            "class A { m() {} } /@/",
            "x => {}\n/@/",
            "a: {} /@/",
            "switch (x) { case 1: {} /@/ }",
            "`${{}}@`",
            "x = `${{ a: `@` }}`; '@'",
            "a ? b : /@/",
            "!/@/",
            "a = b / c / d; '@'",
            "a = {} / 2; /@/",
            "(a) / 2; '@' / 2",
            "x = function() {} / 2; '@'",
            "a?.b / c; '@'",
            "a++ / 2; '@'",
            "x = a ? b : {} / 2; '@'",
            "a.return / 2; '@'",
            "x = class {} / 2; '@'",
            "[1] / 2; '@'",
            "`a` / 2; '@'",
            "async function f() {} /@/",
            "function* f() {} /@/",
            "x = { m() {}, n: 1 } / 2; '@'",
            "1 / 2; '@'",
        ] {
            // In a regular expression, a square bracket would start a class.
            for brackets in ["(", "{(", "[("] {
                if text.contains("@/") && brackets.contains('[') {
                    continue;
                }
                let text = text.replace('@', &brackets.repeat(LIMIT));
                assert!(accepted(&text), "{text}");
                assert!(!accepted(&format!("{text}\n;{}", "([{".repeat(LIMIT))), "{text}");
            }
        }
    }

    #[test]
    fn what_is_not_a_literal_hides_nothing() {
        let brackets = "(".repeat(LIMIT + 1);
        for text in [
            "'\n@",
            "\"a\n@",
            "a / '/'; @",
            "a = b / c; @ /",
            "(a) / @ /",
            "[] / @ /",
            "({}) / @ /",
            "a++ / @ /",
            "x = {} / @ /",
            "a.return / @ /",
            "x = function() {} / @ /",
            "x = class { m() {} } / @ /",
            "a ? b : {} / @ /",
            "`a` / @ /",
            "this / @ /",
            "x <!-- @",
            "x <!-- /*\n@",
            "x <!-- '@",
            "/a/ / @ /",
            "'a' / @ /",
            "1 / @ /",
            "a?.b / @ /",
            "`${a} /` / @ /",
        ] {
            assert!(!accepted(&text.replace('@', &brackets)), "{text}");
        }
    }

    #[test]
    fn a_long_text_takes_linear_time() {
        for part in ["/*", "'", "\"'", "/", "a/", "`", "`${", "\\", "<!-", "'\n", "/\n", "{}/"] {
            let text = format!("{}{}", part.repeat(200_000), "(".repeat(LIMIT + 1));
            let _ = first_bracket_below(LIMIT, &text);
        }
    }
}
