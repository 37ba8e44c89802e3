//! Assignments to `length`, written with brackets.
//!
//! The engine remembers where `array.length = 0` has found the property, and the next time, it writes there without
//! removing elements. It does not remember this for `array["length"] = 0`.

use oxc_allocator::Allocator;
use oxc_ast::ast::{Expression, Program, SimpleAssignmentTarget};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::SourceType;

use super::edits::Edits;
use super::syntax::{Thoroughness, parse};
use super::token_search::Source;
use crate::runtime::fits_a_large_stack;

const NAME: &str = "length";

/// Writes each property `length` that is assigned to with brackets.
pub(super) fn bracket_lengths(program: &Program<'_>, edits: &mut Edits) {
    if !may_have_lengths(program.source_text) {
        return;
    }
    let source = Source::new(program.source_text, &program.comments);
    Bracketer { source, edits }.visit_program(program);
}

/// Does this in a text that is not compiled otherwise, with the same lines. The engine refuses what does not parse.
pub(crate) fn with_bracketed_lengths(text: String, source_type: SourceType) -> String {
    if !may_have_lengths(&text) || !fits_a_large_stack(&text) {
        return text;
    }
    let (allocator, mut edits) = (Allocator::default(), Edits::default());
    let syntax = parse(&allocator, &text, source_type, Thoroughness::Usual);
    if syntax.errors.is_empty() {
        bracket_lengths(syntax.program, &mut edits);
    }
    if edits.is_empty() { text } else { edits.apply(&text).0 }
}

/// Whether a text contains the name, or may contain it with escapes.
fn may_have_lengths(text: &str) -> bool {
    text.contains(NAME) || text.contains("\\u")
}

struct Bracketer<'s, 'e> {
    source: Source<'s>,
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Bracketer<'_, '_> {
    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        let member = match target {
            SimpleAssignmentTarget::StaticMemberExpression(member) => Some(&**member),
            // In TypeScript: `(array.length as number) = 0`.
            typed => match typed.get_expression().map(Expression::get_inner_expression) {
                Some(Expression::StaticMemberExpression(member)) => Some(&**member),
                _ => None,
            },
        };
        if let Some(member) = member.filter(|member| member.property.name == NAME) {
            let dot = self.source.char_span_before(self.source.skip_trivia_back(member.property.span.start));
            self.edits.replace(dot, "[");
            self.edits.replace(member.property.span, "\"length\"]");
        }
        walk_js::walk_simple_assignment_target(self, target);
    }
}

#[cfg(test)]
mod tests {
    use oxc_span::SourceType;

    use super::with_bracketed_lengths;

    #[test]
    fn assigned_lengths_have_brackets() {
        for (text, expected) in [
            ("a.length = 0", r#"a["length"] = 0"#),
            ("a.b().length -= a.length", r#"a.b()["length"] -= a.length"#),
            ("a.length++; --a.length", r#"a["length"]++; --a["length"]"#),
            ("[a.length, b.size] = [0]", r#"[a["length"], b.size] = [0]"#),
            ("({ n: a.length = 1, ...b.length } = c)", r#"({ n: a["length"] = 1, ...b["length"] } = c)"#),
            ("for (a.length of b);", r#"for (a["length"] of b);"#),
            ("for (a.length in b);", r#"for (a["length"] in b);"#),
            ("(a).length = 0", r#"(a)["length"] = 0"#),
            ("a /* . */ . // .\n length = 0", "a /* . */ [ // .\n \"length\"] = 0"),
            (r"a.l\u0065ngth = 0", r#"a["length"] = 0"#),
            ("a[(b.length = 1)].length = 2", r#"a[(b["length"] = 1)]["length"] = 2"#),
            ("f(() => { this.length = 0 })", r#"f(() => { this["length"] = 0 })"#),
            ("a.length; a.length == 0; a.lengths = 0; a['length'] = 0", ""),
            ("a.length = 0; ]", ""),
            ("delete a.length; length = 0; ({ length: 0 })", ""),
        ] {
            let bracketed = with_bracketed_lengths(text.to_owned(), SourceType::cjs());
            assert_eq!(bracketed, if expected.is_empty() { text } else { expected });
        }
        let typed = with_bracketed_lengths("(a.length as any) = a!.length = 0".to_owned(), SourceType::ts());
        assert_eq!(typed, r#"(a["length"] as any) = a!["length"] = 0"#);
    }
}
