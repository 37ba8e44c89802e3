//! Assignments to `length`, written with brackets.
//!
//! The engine remembers where `array.length = 0` has found the property, and the next time, it writes there without
//! removing elements. It does not remember this for `array["length"] = 0`.

use oxc_ast::ast::{Program, SimpleAssignmentTarget};
use oxc_ast_visit::{VisitJs, walk_js};

use super::edits::Edits;
use super::token_search::Source;

const NAME: &str = "length";

/// Writes each property `length` that is assigned to with brackets.
pub(super) fn bracket_lengths(program: &Program<'_>, edits: &mut Edits) {
    let source = Source::new(program.source_text, &program.comments);
    Bracketer { source, edits }.visit_program(program);
}

struct Bracketer<'s, 'e> {
    source: Source<'s>,
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Bracketer<'_, '_> {
    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        if let SimpleAssignmentTarget::StaticMemberExpression(member) = target
            && member.property.name == NAME
        {
            let dot = self.source.char_span_before(self.source.skip_trivia_back(member.property.span.start));
            self.edits.replace(dot, "[");
            self.edits.replace(member.property.span, "\"length\"]");
        }
        walk_js::walk_simple_assignment_target(self, target);
    }
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use super::bracket_lengths;
    use crate::front_end::edits::Edits;
    use crate::front_end::syntax::{Thoroughness, parse};

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
            ("a.length; a.length == 0; a.#length = 0; a.lengths = 0; a['length'] = 0", ""),
            ("delete a.length; length = 0; ({ length: 0 })", ""),
        ] {
            let (allocator, mut edits) = (Allocator::default(), Edits::default());
            bracket_lengths(parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual).program, &mut edits);
            assert_eq!(edits.apply(text).0, if expected.is_empty() { text } else { expected });
        }
    }
}
