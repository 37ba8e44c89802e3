//! The engine remembers, for each place that names a property, where it found it: in a prototype, or as an accessor. It
//! does not notice when a property of the prototype is deleted or changes its kind, nor when a getter replaces itself:
//!
//! ```js
//! const p = { x: 1 }, o = Object.create(p), read = () => o.x;
//! read(); delete p.x; read() // a panic; with more properties, the value of another one
//! ```
//!
//! It remembers nothing for `o['x']`. So the properties that a file deletes or defines by their names are written like
//! that, and so are those that move with them, because the same object literal, class or prototype has them. The
//! modules that a file imports may have getters that replace themselves: `../self_replacing.rs`.

use std::cmp::Ordering;

use indexmap::IndexSet;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, BindingIdentifier, CallExpression, Class, Expression, IdentifierReference,
    MemberExpression, ObjectExpression, Program, PropertyKey, StaticMemberExpression, UnaryExpression, UnaryOperator,
    VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::edits::Edits;
use super::super::token_search::Source;

/// What the names of functions that change properties contain.
const CHANGES: [&str; 17] = [
    "define",
    "Define",
    "deleteProperty",
    "spyOn",
    "SpyOn",
    "stub",
    "Stub",
    "replace",
    "Replace",
    "lazy",
    "Lazy",
    "cached",
    "Cached",
    "getter",
    "Getter",
    "setter",
    "Setter",
];

/// `replaced` are the properties whose getters, in other modules, replace themselves.
pub(super) fn correct(
    program: &Program<'_>,
    source: Source<'_>,
    replaced: Option<&IndexSet<String>>,
    edits: &mut Edits,
) {
    let mut changes = Changes::default();
    if may_apply(program.source_text) {
        changes.visit_program(program);
    }
    let replaced = replaced.filter(|names| !names.is_empty());
    changes.add_what_moves();
    if changes.is_any_name || !changes.names.is_empty() || replaced.is_some() {
        Bracketer { source, changes, replaced, edits }.visit_program(program);
    }
}

/// Whether a text contains `delete`, or one of the names. A name with escapes is not looked for.
fn may_apply(text: &str) -> bool {
    text.contains("delete") || CHANGES.iter().any(|name| text.contains(name))
}

/// The properties that a file changes, and those that it gives to the same objects.
#[derive(Default)]
struct Changes<'a> {
    names: FxHashSet<&'a str>,
    /// Whether a property of a prototype is changed by a name that the text does not contain.
    is_any_name: bool,
    /// The names of the properties of each object literal, class and prototype.
    groups: Vec<Vec<&'a str>>,
    /// The properties that are assigned to each prototype, with the text that names it.
    prototypes: Vec<(&'a str, &'a str)>,
    /// The variables that contain prototypes.
    variables: FxHashSet<&'a str>,
    /// The variables by name, as far as they contain an object literal.
    literals: FxHashMap<&'a str, Literal<'a>>,
    /// The variables with the properties that objects get, and whether these objects are prototypes.
    defined: Vec<(&'a str, bool)>,
}

/// A variable whose value may be that of an object literal, such as `{ type: {}, pos: {} }`.
#[derive(Default)]
struct Literal<'a> {
    /// Its properties, and others that the file reads or writes. `None` if the variable has no literal, or more names.
    names: Option<Vec<&'a str>>,
    /// The members of the variable that the file uses.
    members: Vec<&'a str>,
    /// How often its name is declared.
    declarations: usize,
    /// How often its name is used, and how often for a member or for the properties of another object.
    references: usize,
    uses: usize,
}

impl<'a> Literal<'a> {
    /// All names that properties of the object can have. `None` if they are not known.
    fn all_names(&self) -> Option<impl Iterator<Item = &'a str>> {
        let names = self.names.as_ref().filter(|_| self.declarations == 1 && self.references == self.uses)?;
        Some(names.iter().chain(&self.members).copied())
    }
}

impl<'a> Changes<'a> {
    /// Adds the properties that the same objects have.
    fn add_what_moves(&mut self) {
        for (variable, is_prototype) in std::mem::take(&mut self.defined) {
            match self.literals.get(variable).and_then(Literal::all_names) {
                Some(names) => self.names.extend(names),
                None => self.is_any_name |= is_prototype,
            }
        }
        self.prototypes.sort_unstable();
        for group in self.prototypes.chunk_by(|one, other| one.0.cmp(other.0) == Ordering::Equal) {
            self.groups.push(group.iter().map(|&(_, name)| name).collect());
        }
        let is_changed = |names: &FxHashSet<&str>, group: &[&str]| group.iter().any(|name| names.contains(name));
        let moved = self.groups.iter().filter(|group| is_changed(&self.names, group)).flatten();
        let moved: Vec<&str> = moved.copied().collect();
        self.names.extend(moved);
    }

    /// Notes that a property of an object changes. `name` is `None` if the text does not contain its name.
    fn note(&mut self, object: &Expression<'a>, name: Option<&'a str>) {
        match name {
            Some(name) => _ = self.names.insert(name),
            None => self.is_any_name |= self.is_prototype(object),
        }
    }

    fn is_prototype(&self, object: &Expression<'a>) -> bool {
        match object {
            Expression::Identifier(variable) => self.variables.contains(variable.name.as_str()),
            other => is_prototype(other),
        }
    }

    fn call(&mut self, callee: &str, arguments: &[&Expression<'a>]) {
        let &[object, ref others @ ..] = arguments else { return };
        if matches!(callee, "create" | "setPrototypeOf") {
            let prototype = if callee == "create" { Some(&object) } else { others.first() };
            if let Some(Expression::Identifier(variable)) = prototype {
                self.variables.insert(variable.name.as_str());
            }
            return;
        }
        // Strings have a `replace` with two arguments.
        let is_other = callee == "replace" && others.len() < 2 || is_exports(object);
        if is_other || !CHANGES.iter().any(|name| callee.contains(name)) {
            return;
        }
        let name = match object {
            // `object.__defineGetter__('name', ..)`
            Expression::StringLiteral(_) => Some(object),
            _ => others.first().copied(),
        };
        match name {
            Some(Expression::StringLiteral(name)) => _ = self.names.insert(name.value.as_str()),
            Some(Expression::ObjectExpression(properties)) => self.names.extend(names_in(properties)),
            Some(Expression::Identifier(variable)) if callee.ends_with("defineProperties") => {
                let variable = variable.name.as_str();
                self.literals.entry(variable).or_default().uses += 1;
                self.defined.push((variable, self.is_prototype(object)));
            }
            Some(key) if is_symbol(key) || others.get(1).is_some_and(|it| keeps_kind(it)) => {}
            Some(_) => self.note(object, None),
            None => {}
        }
    }
}

impl<'a> VisitJs<'a> for Changes<'a> {
    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete
            && let Some(member) = it.argument.get_inner_expression().as_member_expression()
        {
            self.note(member.object(), name_of(member));
        }
        walk_js::walk_unary_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let callee = match it.callee.get_inner_expression() {
            Expression::Identifier(name) => Some(name.name.as_str()),
            callee => callee.as_member_expression().and_then(name_of),
        };
        if let Some(callee) = callee {
            let arguments: Vec<_> = it.arguments.iter().map_while(|it| it.as_expression()).collect();
            self.call(callee, &arguments);
        }
        walk_js::walk_call_expression(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (Some(name), Some(value)) = (it.id.get_binding_identifier(), &it.init) {
            match value.get_inner_expression() {
                Expression::ObjectExpression(object) if has_only_names(object) => {
                    let literal = self.literals.entry(name.name.as_str()).or_default();
                    literal.names = Some(names_in(object).collect());
                }
                value if is_prototype(value) => _ = self.variables.insert(name.name.as_str()),
                _ => {}
            }
        }
        walk_js::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::StaticMemberExpression(target) = &it.left
            && let Some(prototype) = prototype_text(&target.object)
        {
            self.prototypes.push((prototype, target.property.name.as_str()));
        }
        walk_js::walk_assignment_expression(self, it);
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.literals.entry(it.name.as_str()).or_default().declarations += 1;
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.literals.entry(it.name.as_str()).or_default().references += 1;
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if let Expression::Identifier(variable) = &it.object {
            let literal = self.literals.entry(variable.name.as_str()).or_default();
            literal.uses += 1;
            literal.members.push(it.property.name.as_str());
        }
        walk_js::walk_static_member_expression(self, it);
    }

    fn visit_object_expression(&mut self, it: &ObjectExpression<'a>) {
        self.groups.push(names_in(it).collect());
        walk_js::walk_object_expression(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let keys = it.body.body.iter().filter_map(|element| element.property_key());
        self.groups.push(keys.filter_map(key_name).collect());
        walk_js::walk_class(self, it);
    }
}

fn names_in<'a>(object: &ObjectExpression<'a>) -> impl Iterator<Item = &'a str> {
    let keys = object.properties.iter().filter_map(|property| property.as_property()).map(|property| &property.key);
    keys.filter_map(key_name)
}

/// Whether the names of all properties of an object literal are known.
fn has_only_names(object: &ObjectExpression<'_>) -> bool {
    object.properties.iter().all(|it| it.as_property().is_some_and(|property| key_name(&property.key).is_some()))
}

/// Whether a key is a symbol, such as `Symbol.iterator`: no name is read with a dot then.
fn is_symbol(key: &Expression<'_>) -> bool {
    let Expression::StaticMemberExpression(member) = key else { return false };
    matches!(&member.object, Expression::Identifier(name) if name.name == "Symbol")
}

/// Whether a descriptor changes attributes only, so that a value stays a value, and an accessor an accessor.
fn keeps_kind(descriptor: &Expression<'_>) -> bool {
    let Expression::ObjectExpression(object) = descriptor else { return false };
    has_only_names(object) && names_in(object).all(|name| matches!(name, "configurable" | "enumerable"))
}

fn key_name<'a>(key: &PropertyKey<'a>) -> Option<&'a str> {
    match key {
        PropertyKey::StaticIdentifier(name) => Some(name.name.as_str()),
        PropertyKey::StringLiteral(name) => Some(name.value.as_str()),
        _ => None,
    }
}

fn name_of<'a>(member: &MemberExpression<'a>) -> Option<&'a str> {
    match member {
        MemberExpression::StaticMemberExpression(it) => Some(it.property.name.as_str()),
        MemberExpression::ComputedMemberExpression(it) => match &it.expression {
            Expression::StringLiteral(name) => Some(name.value.as_str()),
            _ => None,
        },
        MemberExpression::PrivateFieldExpression(_) => None,
    }
}

/// The exports of a CommonJS module: they are no prototype, and compilers define them as accessors.
fn is_exports(object: &Expression<'_>) -> bool {
    matches!(object, Expression::Identifier(name) if name.name == "exports")
}

/// Whether an expression says that its value is a prototype.
fn is_prototype(object: &Expression<'_>) -> bool {
    match object {
        Expression::StaticMemberExpression(it) => matches!(it.property.name.as_str(), "prototype" | "__proto__"),
        Expression::CallExpression(it) => {
            let callee = it.callee.get_inner_expression().as_member_expression().and_then(name_of);
            callee == Some("getPrototypeOf")
        }
        _ => false,
    }
}

/// Returns the name of the function in `f.prototype`.
fn prototype_text<'a>(object: &Expression<'a>) -> Option<&'a str> {
    let Expression::StaticMemberExpression(member) = object else { return None };
    match &member.object {
        Expression::Identifier(name) if member.property.name == "prototype" => Some(name.name.as_str()),
        _ => None,
    }
}

struct Bracketer<'a, 's, 'e> {
    source: Source<'s>,
    changes: Changes<'a>,
    replaced: Option<&'e IndexSet<String>>,
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Bracketer<'a, '_, '_> {
    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        let name = it.property.name.as_str();
        // The engine has other ways for `length`, and the one for assignments is written with brackets in all files.
        let is_replaced = || self.replaced.is_some_and(|names| names.contains(name));
        if name != "length" && (self.changes.is_any_name || self.changes.names.contains(name) || is_replaced()) {
            let dot = self.source.char_span_before(self.source.skip_trivia_back(it.property.span.start));
            self.edits.replace(dot, if it.optional { ".[" } else { "[" });
            self.edits.replace(it.property.span, format!("\"{name}\"]"));
        }
        walk_js::walk_static_member_expression(self, it);
    }

    // Only members are changed.
    fn visit_identifier_reference(&mut self, _: &IdentifierReference<'a>) {}
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use super::{Edits, Source, correct};
    use crate::syntax::{Thoroughness, parse};

    fn corrected(text: &str) -> String {
        let (allocator, mut edits) = (Allocator::default(), Edits::default());
        let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
        correct(&syntax.program, Source::new(text, &syntax.program.comments), None, &mut edits);
        edits.apply(text).0
    }

    #[test]
    fn properties_that_change_have_brackets() {
        for (text, expected) in [
            ("delete p.x; o.x; o.y", r#"delete p["x"]; o["x"]; o.y"#),
            ("delete p['x']; o?.x; o?.a.x()", r#"delete p['x']; o?.["x"]; o?.a["x"]()"#),
            (
                "Object.defineProperty(p, 'x', d); o /* . */ . x++",
                r#"Object.defineProperty(p, 'x', d); o /* . */ [ "x"]++"#,
            ),
            ("vi.spyOn(p, 'x', 'get'); [o.x] = []", r#"vi.spyOn(p, 'x', 'get'); [o["x"]] = []"#),
            ("p.__defineGetter__('x', f); super_.x", r#"p.__defineGetter__('x', f); super_["x"]"#),
            ("Object.defineProperties(p, { x: d }); o.x", r#"Object.defineProperties(p, { x: d }); o["x"]"#),
            ("p = { x: 1, y: 2 }; delete p.x; o.y", r#"p = { x: 1, y: 2 }; delete p["x"]; o["y"]"#),
            (
                "class A { x() {} get y() {} } spyOn(p, 'x'); o.y",
                r#"class A { x() {} get y() {} } spyOn(p, 'x'); o["y"]"#,
            ),
            (
                "A.prototype.x = A.prototype.y = f; delete q.x; o.y",
                r#"A.prototype["x"] = A.prototype["y"] = f; delete q["x"]; o["y"]"#,
            ),
            ("delete A.prototype[k]; o.y", r#"delete A["prototype"][k]; o["y"]"#),
            ("o = Object.create(p); delete p[k]; o.y", r#"o = Object["create"](p); delete p[k]; o["y"]"#),
            ("const p = A.prototype; delete p[k]; o.y", r#"const p = A["prototype"]; delete p[k]; o["y"]"#),
            // The names of an object that only this file knows.
            (
                "var all = { x: {} }; all.y.get = f; Object.defineProperties(A.prototype, all); o.x(o.y.z)",
                r#"var all = { x: {} }; all["y"].get = f; Object.defineProperties(A.prototype, all); o["x"](o["y"].z)"#,
            ),
            (
                "var all = { x: {} }; f(all); Object.defineProperties(A.prototype, all); o.z",
                r#"var all = { x: {} }; f(all); Object["defineProperties"](A["prototype"], all); o["z"]"#,
            ),
            (
                "var all = { [x]: {} }; Object.defineProperties(A.prototype, all); o.z",
                r#"var all = { [x]: {} }; Object["defineProperties"](A["prototype"], all); o["z"]"#,
            ),
            (
                "function f(all) {} var all = { x: {} }; Object.defineProperties(A.prototype, all); o.z",
                r#"function f(all) {} var all = { x: {} }; Object["defineProperties"](A["prototype"], all); o["z"]"#,
            ),
            (
                "Object.defineProperty(A.prototype, k, { value }); o.z",
                r#"Object["defineProperty"](A["prototype"], k, { value }); o["z"]"#,
            ),
        ] {
            assert_eq!(corrected(text), expected);
        }
    }

    #[test]
    fn other_properties_keep_their_form() {
        for text in [
            "delete cache[key]; cache.size",
            "Object.defineProperty(exports, 'x', d); exports.x = o.x",
            "delete a.length; b.length",
            "text.replace('a', 'b').b; o.x",
            "Object.defineProperty(o, key, d); o.x",
            "Object.defineProperty(A.prototype, Symbol.iterator, d); o.x",
            "Object.defineProperty(A.prototype, k, { enumerable: true }); o.x",
        ] {
            let corrected = corrected(text);
            assert!(!corrected.contains("[\""), "{corrected}");
        }
    }
}
