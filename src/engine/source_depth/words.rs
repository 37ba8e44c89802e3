//! Names, numbers and keywords.

use super::{LEFT, NESTED, Previous, Scanned, Scanner};

impl Scanner<'_> {
    pub(super) fn word(&mut self, start: usize, word: &str, after_list_keyword: bool) -> Scanned {
        if self.previous == Previous::Dot {
            self.previous = Previous::Operand;
            return Ok(());
        }
        let is_operator = matches!(word, "in" | "of" | "instanceof" | "extends");
        if !is_operator && !after_list_keyword && !self.continues_statement(word) {
            self.start_operand();
        }
        let ends_loop = word == "while" && self.level.loops > 0;
        self.count_word(word, start)?;
        let starts_expression = !matches!(self.previous, Previous::Start | Previous::Head | Previous::Operand);
        self.previous = match word {
            "if" | "while" | "for" | "with" => Previous::Control { ends_loop },
            // `for await (`
            "await" if matches!(self.previous, Previous::Control { .. }) => self.previous,
            "return" | "typeof" | "instanceof" | "in" | "of" | "new" | "delete" | "void" | "throw" | "case"
            | "await" | "yield" | "extends" => Previous::Operator,
            "else" | "do" | "try" | "finally" => Previous::Head,
            "default" => Previous::Start,
            "function" => Previous::Function { is_expression: starts_expression },
            "class" => {
                self.class = Some(starts_expression);
                Previous::Operator
            }
            // The name of a function; `async` before `function`.
            _ if matches!(self.previous, Previous::Function { .. }) => self.previous,
            "async" => self.previous,
            _ => Previous::Operand,
        };
        Ok(())
    }

    /// Counts a word that is an operator, or that begins a statement in another one.
    pub(super) fn count_word(&mut self, word: &str, index: usize) -> Scanned {
        match word {
            "typeof" | "void" | "delete" | "new" | "await" | "yield" => self.add_prefix(NESTED, index),
            "in" | "of" | "instanceof" => self.add_operator(LEFT, index),
            "while" if self.level.loops > 0 => {
                self.level.loops -= 1;
                Ok(())
            }
            "else" | "do" | "if" | "while" | "with" => {
                self.level.loops += usize::from(word == "do");
                self.add_operator(NESTED, index)
            }
            // The parser needs more for these.
            "for" => self.add_operator(2 * NESTED, index),
            "extends" => self.add_operator(3 * NESTED, index),
            "case" => {
                self.end_statement();
                Ok(())
            }
            "var" | "let" | "const" => {
                (self.level.declares, self.after_list_keyword) = (true, true);
                Ok(())
            }
            "import" | "export" => {
                self.after_list_keyword = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether a token continues a statement after one of its parts.
    pub(super) fn continues_statement(&self, token: &str) -> bool {
        match token {
            "else" | "catch" | "finally" => true,
            "while" => self.level.loops > 0,
            _ => false,
        }
    }
}
