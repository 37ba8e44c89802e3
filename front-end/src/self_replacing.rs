//! Getters that replace themselves with their result: `get x() { Object.defineProperty(this, 'x', { value: 1 }) }`, or
//! the same in a getter that is defined by `Object.defineProperty(o, 'x', { get: () => … })`. The object may be a
//! variable, and another function may do the change.
//!
//! A place that has read such a property goes on calling its result as if that were the getter. Within a file,
//! `corrections/moved_properties.rs` prevents this. Other files that read such a property need its name. They need not
//! import the file: they may get the object from a third one, so the names are collected for the whole program.

use std::mem;
use std::path::PathBuf;

use indexmap::IndexSet;
use oxc_ast::ast::{
    CallExpression, Expression, MemberExpression, MethodDefinition, MethodDefinitionKind, ObjectProperty, Program,
    PropertyKey, PropertyKind, UnaryExpression, UnaryOperator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use rustc_hash::FxHashSet;

/// What is known of getters that replace themselves.
#[derive(Debug, Default)]
pub(super) struct SelfReplacing {
    /// The names of the properties.
    pub(super) names: IndexSet<String>,
    /// The paths of the modules in which they were looked for.
    pub(super) visited: FxHashSet<PathBuf>,
}

/// Returns the names of the properties whose getters delete them, or pass them to a function with their object.
pub(super) fn self_replacing_names(program: &Program<'_>) -> IndexSet<String> {
    let mut getters = Getters::default();
    let text = program.source_text;
    if text.contains("get ") || text.contains("defineProperty") {
        getters.visit_program(program);
    }
    getters.found
}

#[derive(Default)]
struct Getters<'a> {
    /// The name of the getter around.
    current: Option<&'a str>,
    found: IndexSet<String>,
}

impl<'a> Getters<'a> {
    fn within(&mut self, name: Option<&'a str>, walk: impl FnOnce(&mut Self)) {
        let outer = mem::replace(&mut self.current, name);
        walk(self);
        self.current = outer;
    }

    fn note(&mut self, object: &Expression<'a>, name: Option<&str>) {
        if let Some(current) = self.current.filter(|&current| Some(current) == name)
            && matches!(object.get_inner_expression(), Expression::ThisExpression(_) | Expression::Identifier(_))
        {
            self.found.insert(current.to_owned());
        }
    }
}

impl<'a> VisitJs<'a> for Getters<'a> {
    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.kind == PropertyKind::Get {
            self.within(name_of(&it.key), |getters| walk_js::walk_object_property(getters, it));
        } else {
            walk_js::walk_object_property(self, it);
        }
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if it.kind == MethodDefinitionKind::Get {
            self.within(name_of(&it.key), |getters| walk_js::walk_method_definition(getters, it));
        } else {
            walk_js::walk_method_definition(self, it);
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let [object, name, others @ ..] = it.arguments.as_slice() else {
            return walk_js::walk_call_expression(self, it);
        };
        let (Some(object), Some(Expression::StringLiteral(name))) = (object.as_expression(), name.as_expression())
        else {
            return walk_js::walk_call_expression(self, it);
        };
        let name = name.value.as_str();
        self.note(object, Some(name));
        self.visit_expression(&it.callee);
        self.visit_expression(object);
        let callee = it.callee.as_member_expression().and_then(MemberExpression::static_property_name);
        let current = if callee == Some("defineProperty") { Some(name) } else { self.current };
        self.within(current, |getters| others.iter().for_each(|argument| getters.visit_argument(argument)));
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        walk_js::walk_unary_expression(self, it);
        if it.operator == UnaryOperator::Delete
            && let Some(member) = it.argument.get_inner_expression().as_member_expression()
        {
            self.note(member.object(), member.static_property_name());
        }
    }
}

fn name_of<'a>(key: &PropertyKey<'a>) -> Option<&'a str> {
    match key {
        PropertyKey::StaticIdentifier(name) => Some(name.name.as_str()),
        PropertyKey::StringLiteral(name) => Some(name.value.as_str()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use super::self_replacing_names;
    use crate::syntax::{Thoroughness, parse};

    #[test]
    fn names_are_found() {
        for (text, expected) in [
            ("({ get a() { return Object.defineProperty(this, 'a', { value: 1 }).a } })", &["a"][..]),
            ("class A { get b() { delete this.b; return this.b = 1 } }", &["b"]),
            ("({ get 'c d'() { Reflect.defineProperty(this, 'c d', d) } })", &["c d"]),
            ("({ get a() { Object.defineProperty(this, 'b', d) } })", &[]),
            ("({ get a() { Object.defineProperty(o, 'a', d) } })", &["a"]),
            ("({ get a() { assign(this, 'a', d) } })", &["a"]),
            ("Object.defineProperty(o, 'a', { get: () => { Object.defineProperty(o, 'a', { value: 1 }) } })", &["a"]),
            ("Object.defineProperty(o, 'a', { get: () => { Object.defineProperty(o, 'b', { value: 1 }) } })", &[]),
            ("({ a() { Object.defineProperty(this, 'a', d) }, get b() { delete this.a } })", &[]),
        ] {
            let allocator = Allocator::default();
            let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
            let found: Vec<_> = self_replacing_names(&syntax.program).into_iter().collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
