//! The names of properties at whose places in a text the engine remembers where it found them: those behind a dot, and
//! those of object patterns.

use oxc_allocator::Allocator;
use oxc_ast::ast::{AssignmentTargetPropertyIdentifier, PropertyKey, StaticMemberExpression};
use oxc_ast::ast::{AssignmentTargetPropertyProperty, BindingProperty};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::SourceType;
use posttask::internal::runtime::fits_a_large_stack;
use rustc_hash::FxHashSet;

use super::syntax::{Thoroughness, parse};

/// Returns the names in a text that the engine gets. Of a text with errors, those before the first one.
pub(super) fn remembered_names(text: &str, source_type: SourceType) -> FxHashSet<String> {
    let mut collector = Collector::default();
    if fits_a_large_stack(text) {
        let allocator = Allocator::default();
        let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
        collector.visit_program(&syntax.program);
    }
    collector.names
}

#[derive(Default)]
struct Collector {
    names: FxHashSet<String>,
}

impl Collector {
    fn key(&mut self, key: &PropertyKey<'_>) {
        if let PropertyKey::StaticIdentifier(name) = key {
            self.names.insert(name.name.to_string());
        }
    }
}

impl<'a> VisitJs<'a> for Collector {
    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.names.insert(it.property.name.to_string());
        walk_js::walk_static_member_expression(self, it);
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        self.key(&it.key);
        walk_js::walk_binding_property(self, it);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        self.names.insert(it.binding.name.to_string());
        walk_js::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_assignment_target_property_property(&mut self, it: &AssignmentTargetPropertyProperty<'a>) {
        self.key(&it.name);
        walk_js::walk_assignment_target_property_property(self, it);
    }
}

#[cfg(test)]
mod tests {
    use oxc_span::SourceType;

    use super::remembered_names;

    #[test]
    fn names_are_found() {
        let text = "a.b?.c['d']; const { e, f: { g } } = h; ({ i, j: k } = l); 'm.n'; ({ o: p })";
        let mut names: Vec<_> = remembered_names(text, SourceType::cjs()).into_iter().collect();
        names.sort();
        assert_eq!(names, ["b", "c", "e", "f", "g", "i", "j"]);
    }
}
