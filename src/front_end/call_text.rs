//! The source text of the call at a place, for the messages of assertions.

use std::ops::Range;

use oxc_ast::ast::{CallExpression, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

use crate::host::{line_of, position_after};

/// Calls that are longer, in bytes, are not shown.
const LONGEST_CALL: usize = 1_000;

/// Returns the text of the call whose opening parenthesis is at a position. Lines and columns are from 1. `None` if
/// there is no such call, or it is very long.
pub(super) fn call_text<'t>(program: &Program<'_>, text: &'t str, position: (u32, u32)) -> Option<&'t str> {
    let (line, column) = position;
    let start = line_of(text, line)?.as_ptr().addr() - text.as_ptr().addr();
    let mut finder = Finder { text, line: start..start + line_of(text, line)?.len(), column, found: None };
    finder.visit_program(program);
    let span = finder.found?;
    text.get(span.start as usize..span.end as usize).filter(|call| call.len() <= LONGEST_CALL)
}

struct Finder<'t> {
    text: &'t str,
    /// The offsets of the line.
    line: Range<usize>,
    column: u32,
    found: Option<Span>,
}

impl<'a> VisitJs<'a> for Finder<'_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let (callee, end) = (call.callee.span().end as usize, call.span.end as usize);
        // Type arguments or spaces may come before the parenthesis.
        let parenthesis = self.text.get(callee..end).and_then(|rest| Some(callee + rest.find('(')?));
        let is_here = |offset: usize| {
            self.line.contains(&offset) && position_after(&self.text[self.line.start..offset]).1 == self.column
        };
        if self.found.is_none() && parenthesis.is_some_and(is_here) {
            self.found = Some(call.span);
        }
        walk_js::walk_call_expression(self, call);
    }
}
