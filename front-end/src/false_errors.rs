//! Errors that the semantic analysis reports for valid texts.
//!
//! `[a = f(arguments)] = b` is valid in strict mode: `arguments` is read. The analysis refuses the names `eval` and
//! `arguments` everywhere in a pattern that is assigned to.

use oxc_ast::ast::{Expression, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_diagnostics::OxcDiagnostic;
use oxc_span::{GetSpan, Span};
use rustc_hash::FxHashSet;

/// How the message of such an error begins.
const ASSIGNED: &str = "Cannot assign to '";

/// Removes the errors that are false.
pub(super) fn remove_false_errors(errors: &mut Vec<OxcDiagnostic>, program: &Program<'_>) {
    if !errors.iter().any(is_of_assigned_name) {
        return;
    }
    let mut read = ReadNames::default();
    read.visit_program(program);
    errors.retain(|error| !is_of_assigned_name(error) || !span(error).is_some_and(|span| read.spans.contains(&span)));
}

fn is_of_assigned_name(error: &OxcDiagnostic) -> bool {
    error.message.starts_with(ASSIGNED)
}

fn span(error: &OxcDiagnostic) -> Option<Span> {
    let label = error.labels.first()?;
    Some(Span::sized(label.offset(), label.len()))
}

/// The places of the names that are expressions. Those that are assigned to are targets.
#[derive(Default)]
struct ReadNames {
    spans: FxHashSet<Span>,
}

impl<'a> VisitJs<'a> for ReadNames {
    fn visit_expression(&mut self, it: &Expression<'a>) {
        if matches!(it, Expression::Identifier(_)) {
            self.spans.insert(it.span());
        }
        walk_js::walk_expression(self, it);
    }
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use crate::syntax::{Thoroughness, parse};

    fn has_errors(text: &str) -> bool {
        let allocator = Allocator::default();
        !parse(&allocator, text, SourceType::mjs(), Thoroughness::Usual).errors.is_empty()
    }

    #[test]
    fn names_that_are_read_in_patterns_are_no_errors() {
        for text in ["[a = eval('1')] = b", "({ a: b[eval('c')] = [eval] } = d)", "f = () => { [x = f(...eval)] = y }"]
        {
            assert!(!has_errors(text), "{text}");
        }
        for text in
            ["eval = 1", "[eval] = []", "({ eval } = {})", "({ a: [eval = 1] } = {})", "eval++", "[a = eval = 1] = []"]
        {
            assert!(has_errors(text), "{text}");
        }
    }
}
