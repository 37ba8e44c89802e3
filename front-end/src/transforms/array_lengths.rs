//! Assignments to `length`, written with brackets: `with_bracketed_lengths` of the library says why, and does the same
//! for the texts that it compiles itself.

use oxc_allocator::TakeIn;
use oxc_ast::ast::{ComputedMemberExpression, Expression, SimpleAssignmentTarget};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitJsMut, walk_js_mut};

use super::{Settings, Transform, Tree};
use crate::syntax_error::SyntaxError;

const NAME: &str = "length";

/// Writes each property `length` that is assigned to with brackets.
pub(super) struct ArrayLengths;

impl Transform for ArrayLengths {
    fn may_apply(&self, tree: &Tree<'_>, _: &Settings<'_>) -> bool {
        // The name may be written with escapes.
        tree.program.source_text.contains(NAME) || tree.program.source_text.contains("\\u")
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let mut bracketer = Bracketer { ast: AstBuilder::new(tree.allocator), has_changed: false };
        bracketer.visit_program(&mut tree.program);
        Ok(bracketer.has_changed)
    }
}

struct Bracketer<'a> {
    ast: AstBuilder<'a>,
    has_changed: bool,
}

impl<'a> VisitJsMut<'a> for Bracketer<'a> {
    fn visit_simple_assignment_target(&mut self, target: &mut SimpleAssignmentTarget<'a>) {
        walk_js_mut::walk_simple_assignment_target(self, target);
        if let SimpleAssignmentTarget::StaticMemberExpression(member) = target
            && member.property.name == NAME
        {
            let object = member.object.take_in(&self.ast);
            let name = Expression::new_string_literal(member.property.span, NAME, None, &self.ast);
            let member = ComputedMemberExpression::boxed(member.span, object, name, false, &self.ast);
            *target = SimpleAssignmentTarget::ComputedMemberExpression(member);
            self.has_changed = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::fs;
    use std::path::Path;

    use posttask::internal::engine::{Goal, with_bracketed_lengths};

    use crate::transforms::tests::{transformed, unchanged};

    #[test]
    fn assigned_lengths_have_brackets() {
        for (text, expected) in [
            ("a.length = 0", r#"a["length"] = 0;"#),
            ("a.b().length -= a.length", r#"a.b()["length"] -= a.length;"#),
            ("a.length++", r#"a["length"]++;"#),
            ("--a.length", r#"--a["length"];"#),
            ("[a.length, b.size] = [0]", r#"[a["length"], b.size] = [0];"#),
            ("({ n: a.length = 1, ...b.length } = c)", r#"({n: a["length"] = 1, ...b["length"]} = c);"#),
            ("for (a.length of b);", r#"for (a["length"] of b);"#),
            ("for (a.length in b);", r#"for (a["length"] in b);"#),
            ("(a).length = 0", r#"a["length"] = 0;"#),
            (r"a.l\u0065ngth = 0", r#"a["length"] = 0;"#),
            ("a[(b.length = 1)].length = 2", r#"a[b["length"] = 1]["length"] = 2;"#),
        ] {
            assert_eq!(transformed(text, "a.cjs"), expected);
        }
        unchanged(&[
            "a.length; a.length == 0; a.lengths = 0; a['length'] = 0",
            "delete a.length; length = 0; ({ length: 0 })",
        ]);
        let typed = transformed("(a.length as any) = a!.length = 0", "a.ts");
        assert_eq!(typed, r#"a["length"] = a["length"] = 0;"#);
    }

    #[test]
    fn the_library_finds_assignments_in_the_same_texts() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../js-tests/programs");
        let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut changed = 0;
        for path in entries(&folder).flat_map(|theme| entries(&theme)) {
            if path.extension().is_some_and(|extension| extension == "js") {
                let text = fs::read_to_string(&path).unwrap();
                let found = matches!(with_bracketed_lengths(&text, Goal::Script), Cow::Owned(_));
                changed += usize::from(found);
                let name = path.file_name().unwrap().to_str().unwrap();
                assert!(!found || transformed(&text, name).contains(r#"["length"]"#), "{name}");
            }
        }
        assert!(changed > 1, "{changed}");
    }
}
