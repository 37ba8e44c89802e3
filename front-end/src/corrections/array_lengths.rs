//! Assignments to `length`, written with brackets: `with_bracketed_lengths` of the library says why, and does the same
//! for the texts that it compiles itself. Here, it is one of the changes after which positions are those of the source
//! file.

use oxc_ast::ast::{Program, SimpleAssignmentTarget};
use oxc_ast_visit::{VisitJs, walk_js};

use crate::edits::Edits;
use crate::token_search::Source;

const NAME: &str = "length";

/// Writes each property `length` that is assigned to with brackets.
pub(super) fn correct(program: &Program<'_>, source: Source<'_>, edits: &mut Edits) {
    if may_have_lengths(program.source_text) {
        Bracketer { source, edits }.visit_program(program);
    }
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
    use std::borrow::Cow;
    use std::fs;
    use std::path::Path;

    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use super::correct;
    use crate::edits::Edits;
    use crate::syntax::{Thoroughness, parse};
    use crate::token_search::Source;
    use posttask::internal::engine::{Goal, with_bracketed_lengths};

    fn bracketed(text: &str, source_type: SourceType) -> String {
        let (allocator, mut edits) = (Allocator::default(), Edits::default());
        let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
        correct(&syntax.program, Source::new(text, &syntax.program.comments), &mut edits);
        edits.apply(text).0
    }

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
            ("delete a.length; length = 0; ({ length: 0 })", ""),
        ] {
            assert_eq!(bracketed(text, SourceType::cjs()), if expected.is_empty() { text } else { expected });
        }
    }

    #[test]
    fn the_library_finds_the_same_assignments() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../js-tests/programs");
        let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut changed = 0;
        for path in entries(&folder).flat_map(|theme| entries(&theme)) {
            if path.extension().is_some_and(|extension| extension == "js") {
                let text = fs::read_to_string(&path).unwrap();
                let found = with_bracketed_lengths(&text, Goal::Script);
                changed += usize::from(matches!(found, Cow::Owned(_)));
                assert_eq!(found, bracketed(&text, SourceType::script()), "{}", path.display());
            }
        }
        assert!(changed > 1, "{changed}");
    }
}
