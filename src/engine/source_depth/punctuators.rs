//! Brackets, operators and other punctuators.

use super::operators::{Operator, operator};
use super::{LEFT, NESTED, Previous, Scanned, Scanner};

impl Scanner<'_> {
    pub(super) fn punctuator(&mut self, start: usize, text: &str, after_list_keyword: bool) -> Scanned {
        match text.chars().next() {
            Some(bracket @ ('(' | '[' | '{')) => {
                self.open(start, bracket)?;
                self.level.is_list |= after_list_keyword;
                Ok(())
            }
            Some(')' | ']' | '}') => {
                self.close();
                Ok(())
            }
            _ => self.operator(start, text),
        }
    }

    fn operator(&mut self, start: usize, text: &str) -> Scanned {
        let operator = operator(text);
        let is_prefix = self.previous != Previous::Operand;
        // A generator: `function* name(`.
        let is_generator = self.previous_is_function() && text == "*";
        self.previous = match operator {
            // These do not change what can follow.
            Operator::Update => self.previous,
            Operator::Binary if is_generator => self.previous,
            Operator::Dot => Previous::Dot,
            Operator::Semicolon => Previous::Start,
            Operator::Arrow => Previous::Arrow,
            Operator::Colon if self.level.conditions == 0 => Previous::Colon,
            _ => Previous::Operator,
        };
        match operator {
            Operator::Binary if is_generator => Ok(()),
            Operator::Binary if is_prefix => self.add_prefix(NESTED, start),
            Operator::Binary | Operator::Dot => self.add_operator(LEFT, start),
            Operator::Update if is_prefix => self.add_prefix(2 * NESTED, start),
            Operator::Update | Operator::Semicolon | Operator::Spread => Ok(()),
            Operator::Comma => self.comma(start),
            Operator::Colon => self.colon(start),
            Operator::Prefix => self.prefix_operator(is_prefix, start),
            Operator::Question => {
                self.level.conditions += 1;
                self.add_operator(NESTED, start)
            }
            Operator::Assignment | Operator::Arrow => self.add_operator(NESTED, start),
        }
    }

    pub(super) fn previous_is_function(&self) -> bool {
        matches!(self.previous, Previous::Function { .. })
    }

    /// `!` or `~`. After an operand, a statement has ended.
    pub(super) fn prefix_operator(&mut self, is_prefix: bool, index: usize) -> Scanned {
        if !is_prefix {
            self.end_statement();
        }
        self.add_prefix(NESTED, index)
    }

    pub(super) fn comma(&mut self, index: usize) -> Scanned {
        self.end_element();
        if self.level.is_list || self.level.declares {
            return Ok(());
        }
        self.level.commas += LEFT;
        self.deepen(LEFT, index)
    }

    pub(super) fn colon(&mut self, index: usize) -> Scanned {
        if let Some(conditions) = self.level.conditions.checked_sub(1) {
            self.level.conditions = conditions;
            self.end_prefixes();
            return Ok(());
        }
        // In a list, this is `name: value`. Otherwise, it may be a label, which a statement follows.
        if self.level.is_list { Ok(()) } else { self.add_operator(NESTED, index) }
    }
}
