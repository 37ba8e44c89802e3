//! Skips literals and comments, and the operators that start with a slash.

use super::{Bracket, LEFT, Level, Previous, Scanned, Scanner, is_in_word, is_line_terminator};

impl Scanner<'_> {
    /// Skips the character after a backslash. A carriage return and a line feed are one line break.
    pub(super) fn escaped(&mut self) {
        if self.next() == Some('\r') {
            self.next_if(|next| next == '\n');
        }
    }

    /// Skips a string. If it does not end on its line, which is a syntax error, skips only the opening quote.
    pub(super) fn string(&mut self, start: usize, quote: char) {
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

    /// Skips the text of a template, up to its end or to a substitution.
    pub(super) fn template(&mut self) -> Scanned {
        self.previous = Previous::Operand;
        while let Some(character) = self.next() {
            match character {
                '\\' => drop(self.next()),
                '`' => return Ok(()),
                '$' => {
                    let index = self.position;
                    if self.next_if(|next| next == '{').is_some() {
                        self.previous = Previous::Operator;
                        return self.nest(Level::new(Bracket::Substitution, false), index);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn comment(&mut self, start: usize) {
        let rest = &self.source[start + 1..];
        match rest.strip_prefix('*') {
            // A comment that does not end is a syntax error. The rest of the text is skipped.
            Some(comment) => {
                self.position = comment.find("*/").map_or(self.source.len(), |length| start + 2 + length + 2);
            }
            None => while self.next_if(|next| !is_line_terminator(next)).is_some() {},
        }
    }

    pub(super) fn slash(&mut self, start: usize) -> Scanned {
        if self.is_expression_start() {
            self.regular_expression(start);
            return Ok(());
        }
        self.previous = Previous::Operator;
        self.add_operator(LEFT, start)
    }

    pub(super) fn regular_expression(&mut self, start: usize) {
        self.previous = Previous::Operand;
        let mut in_class = false;
        while let Some(character) = self.next() {
            match character {
                '\\' => drop(self.next()),
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => {
                    // Flags are not another operand.
                    while self.next_if(is_in_word).is_some() {}
                    return;
                }
                _ if is_line_terminator(character) => break,
                _ => {}
            }
        }
        self.previous = Previous::Operator;
        self.position = start + 1;
    }
}
