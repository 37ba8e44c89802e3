//! The source text of the call at a place, for the messages of assertions.

use oxc_ast::ast::{CallExpression, Expression, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use posttask::internal::engine::line_of;

/// Returns the first line of the call at a position, such as `assert.ok(a === b)`: that of the name of the function, or
/// of the opening parenthesis. Lines and columns are from 1. `None` if there is no such call.
pub(super) fn call_text(program: &Program<'_>, text: &str, position: (u32, u32)) -> Option<String> {
    let mut finder = Finder { offset: offset_of(text, position)?, found: None };
    finder.visit_program(program);
    let span = finder.found?;
    let call = text.get(span.start as usize..span.end as usize)?;
    call.lines().next().map(without_control_characters)
}

/// Returns the offset of a position in bytes.
fn offset_of(text: &str, (line, column): (u32, u32)) -> Option<u32> {
    let line = line_of(text, line)?;
    let start = line.as_ptr().addr() - text.as_ptr().addr();
    let (in_line, _) = line.char_indices().nth(usize::try_from(column.checked_sub(1)?).ok()?)?;
    u32::try_from(start + in_line).ok()
}

/// Replaces control characters other than tabs by escape sequences, because a terminal may react to them.
fn without_control_characters(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => plain.push('\t'),
            control if control.is_ascii_control() => plain.extend(control.escape_unicode()),
            other => plain.push(other),
        }
    }
    plain
}

struct Finder {
    offset: u32,
    found: Option<Span>,
}

impl<'a> VisitJs<'a> for Finder {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let is_inside = start_of_name(&call.callee) <= self.offset && self.offset < call.span.end;
        let is_here = is_inside && call.arguments.first().is_none_or(|first| self.offset < first.span().start);
        if is_here && may_be_assertion(&call.callee) {
            self.found = Some(call.span);
        }
        walk_js::walk_call_expression(self, call);
    }
}

/// Where the name of a function starts, or where the expression for it ends if it has none.
fn start_of_name(callee: &Expression<'_>) -> u32 {
    match callee {
        Expression::Identifier(name) => name.span.start,
        Expression::StaticMemberExpression(member) => member.property.span.start,
        callee => callee.span().end,
    }
}

/// Whether a call may be one of `assert` or `assert.ok`. The engine does not know the place of a call in an optional
/// chain, such as `assert?.ok(a)`, and reports that of an earlier call.
fn may_be_assertion(callee: &Expression<'_>) -> bool {
    let is_known = |name: &str| matches!(name, "assert" | "ok" | "strict" | "call" | "apply" | "default");
    callee.as_member_expression().is_none_or(|member| member.static_property_name().is_none_or(is_known))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::{FrontEnd, Options};
    use posttask::event_loop::Location;
    use posttask::internal::engine::position_after;

    fn call_text(source: &str, (line, column): (u32, u32)) -> Option<String> {
        let front_end = FrontEnd::new(Options::default()).unwrap();
        let place = Location::new("a.ts", line, column);
        front_end.add(Path::new(&place.file), source);
        front_end.call_text(&place)
    }

    #[test]
    fn finds_calls() {
        let source = "ok(a);\r\nassert . ok (f(x), 'é(' as string)(2); g(\n 3)\n";
        let after = |before: &str| {
            let end = source.find(before).unwrap() + before.len();
            call_text(source, position_after(&source[..end]))
        };
        assert_eq!(after("ok").as_deref(), Some("ok(a)"));
        assert_eq!(after("assert . ").as_deref(), Some("assert . ok (f(x), 'é(' as string)"));
        assert_eq!(after(". ok ").as_deref(), Some("assert . ok (f(x), 'é(' as string)"));
        assert_eq!(after("(f").as_deref(), Some("f(x)"));
        assert_eq!(after("string)").as_deref(), Some("assert . ok (f(x), 'é(' as string)(2)"));
        assert_eq!(after(" g").as_deref(), Some("g("));
        assert_eq!(call_text("console.log(a?.ok(b))", (1, 12)), None);
    }

    #[test]
    fn there_may_be_no_call() {
        for (source, line, column) in [("a + b", 1, 3), ("f()", 2, 1), ("f()", 1, 9), ("f(", 1, 2), ("f()", 0, 0)] {
            assert_eq!(call_text(source, (line, column)), None, "{source}");
        }
    }
}
