//! Enums, which become objects on the lines where they are.
//!
//! `enum E { A, B = f() }` becomes
//! `var E; (function (E) { E[E["A"] = 0] = "A"; E[E["B"] = f()] = "B"; })(E || (E = {}));`

use std::fmt::Write;

use oxc_ast::ast::{
    Expression, IdentifierReference, ObjectProperty, TSEnumDeclaration, TSEnumMember, TSEnumMemberName,
};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use posttask::internal::engine::is_line_terminator;

use super::{Eraser, refusals};

/// An enum whose members can be used by their names alone.
#[derive(Clone, Debug)]
pub(super) struct EnumScope {
    pub(super) symbol: SymbolId,
    name: String,
    scope: Option<ScopeId>,
}

/// The member before another one, which decides what the other one is if it has no value.
enum Previous {
    None,
    Number(f64),
    /// Its value is computed when the program runs. It has this quoted name.
    Computed(String),
    /// Its value is a string. It has this quoted name.
    Text(String),
}

impl Eraser<'_> {
    /// Compiles an enum. The span is that of the export, if it is exported.
    pub(super) fn compile_enum(&mut self, declaration: &TSEnumDeclaration<'_>, export: Option<Span>) {
        let Some(symbol) = declaration.id.symbol_id.get() else { return };
        let names = declaration.body.members.iter().map(|member| member.id.static_name().to_string());
        let is_first = self.enum_values.declare(symbol, names);
        self.open_enum(declaration, symbol, export.filter(|_| !is_first), is_first);
        let name = declaration.id.name.to_string();
        self.enum_scopes.push(EnumScope { symbol, name: name.clone(), scope: declaration.body.scope_id.get() });
        self.compile_members(declaration, &name, symbol);
        self.enum_scopes.pop();
        self.insert(declaration.span.end, format!(")({name} || ({name} = {{}}));"));
    }

    /// Writes what is before the body of an enum. Only the first declaration of an enum declares its variable.
    fn open_enum(
        &mut self,
        declaration: &TSEnumDeclaration<'_>,
        symbol: SymbolId,
        export: Option<Span>,
        is_first: bool,
    ) {
        let (start, name) = (declaration.span.start, &declaration.id);
        let Some(keyword) = self.source.find("enum", start, name.span.start) else { return };
        self.erase(Span::new(start, keyword.start));
        if let Some(export) = export {
            self.erase(Span::new(export.start, start));
        }
        let is_top_level = self.scoping.symbol_scope_id(symbol) == self.scoping.root_scope_id();
        let variable = if is_top_level { "var" } else { "let" };
        let text = if is_first { format!("{variable} {}; (function", name.name) } else { ";(function".to_owned() };
        self.replace(keyword, text);
        self.insert(name.span.start, "(");
        self.insert(name.span.end, ")");
    }

    fn compile_members(&mut self, declaration: &TSEnumDeclaration<'_>, name: &str, symbol: SymbolId) {
        let mut previous = Previous::None;
        let members = &declaration.body.members;
        for (at, member) in members.iter().enumerate() {
            let end = members.get(at + 1).map_or(declaration.body.span.end, |next| next.span.start);
            previous = self.compile_member(member, name, symbol, &previous);
            match self.source.find(",", member.span.end, end) {
                Some(comma) => self.replace(comma, ";"),
                None => self.insert(member.span.end, ";"),
            }
        }
    }

    fn compile_member(
        &mut self,
        member: &TSEnumMember<'_>,
        name: &str,
        symbol: SymbolId,
        previous: &Previous,
    ) -> Previous {
        let quoted = self.quoted_name(&member.id);
        let name_span = Span::new(member.span.start, self.end_of_name(member));
        let Some(value) = &member.initializer else {
            let (value, number) = self.next_value(previous, name, member.span, &quoted);
            self.replace(name_span, format!("{name}[{name}[{quoted}] = {value}] = {quoted}"));
            return number.map_or(Previous::Computed(quoted), Previous::Number);
        };
        let is_text = self.is_text(value);
        let target = if is_text { format!("{name}[{quoted}]") } else { format!("{name}[{name}[{quoted}]") };
        self.replace(name_span, target);
        self.visit_expression(value);
        if is_text {
            self.enum_values.set_text(symbol, &member.id.static_name());
            return Previous::Text(quoted);
        }
        self.insert(member.span.end, format!("] = {quoted}"));
        match value {
            Expression::NumericLiteral(literal) => Previous::Number(literal.value),
            _ => Previous::Computed(quoted),
        }
    }

    /// Returns the value of a member without one, and its number if it is known here.
    fn next_value(&mut self, previous: &Previous, name: &str, span: Span, quoted: &str) -> (String, Option<f64>) {
        match previous {
            Previous::None => ("0".to_owned(), Some(0.0)),
            Previous::Number(number) => ((number + 1.0).to_string(), Some(number + 1.0)),
            Previous::Computed(previous) => (format!("{name}[{previous}] + 1"), None),
            Previous::Text(previous) => {
                self.refusals.push(refusals::enum_member_without_value(span, quoted, previous));
                ("0".to_owned(), Some(0.0))
            }
        }
    }

    /// Returns the end of the name of a member with its bracket, if it has one.
    fn end_of_name(&self, member: &TSEnumMember<'_>) -> u32 {
        let end = member.id.span().end;
        let bracket = if member.id.span().start == member.span.start { None } else { self.source.next_if("]", end) };
        bracket.map_or(end, |bracket| bracket.end)
    }

    fn quoted_name(&self, name: &TSEnumMemberName<'_>) -> String {
        if let TSEnumMemberName::String(literal) | TSEnumMemberName::ComputedString(literal) = name {
            let written = self.source.slice(literal.span);
            if !written.is_empty() && !written.contains(is_line_terminator) {
                return written.to_owned();
            }
        }
        quoted(&name.static_name())
    }

    /// Returns the enum that has a member with a name that is used alone. Names in functions in the initializer of a
    /// member can be something else.
    pub(super) fn enum_with_member(&self, reference: &IdentifierReference<'_>) -> Option<&EnumScope> {
        let declared_in = self.symbol_of(reference).map(|symbol| self.scoping.symbol_scope_id(symbol));
        self.enum_scopes.iter().rev().find(|scope| {
            self.enum_values.has_member(scope.symbol, &reference.name)
                && !scope.scope.zip(declared_in).is_some_and(|(scope, declared_in)| {
                    scope != declared_in && self.scoping.scope_ancestors(declared_in).any(|outer| outer == scope)
                })
        })
    }

    /// Writes the name of the enum before a name of one of its members.
    pub(super) fn qualify_enum_member(&mut self, reference: &IdentifierReference<'_>) {
        if let Some(name) = self.enum_with_member(reference).map(|scope| scope.name.clone()) {
            self.insert(reference.span.start, format!("{name}."));
        }
    }

    /// `{ A }` has to become `{ A: E.A }`.
    pub(super) fn expand_enum_shorthand(&mut self, property: &ObjectProperty<'_>) {
        if let (true, Expression::Identifier(reference)) = (property.shorthand, &property.value)
            && self.enum_with_member(reference).is_some()
        {
            self.insert(reference.span.start, format!("{}: ", reference.name));
        }
    }
}

/// Writes a string literal.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            _ if character.is_control() || is_line_terminator(character) => {
                let _ = write!(literal, "\\u{:04x}", u32::from(character));
            }
            _ => literal.push(character),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, erased, refused};

    #[test]
    fn members_get_numbers() {
        check(&[
            ("enum E {}", "var E; (function (E) {})(E || (E = {}));"),
            ("enum E { A }", "var E; (function (E) { E[E[\"A\"] = 0] = \"A\"; })(E || (E = {}));"),
            (
                "enum E { A, B = 5, C, }",
                "var E; (function (E) { E[E[\"A\"] = 0] = \"A\"; E[E[\"B\"] = 5] = \"B\"; \
                    E[E[\"C\"] = 6] = \"C\"; })(E || (E = {}));",
            ),
            (
                "enum E { A = 1 << 3, B }",
                "var E; (function (E) { E[E[\"A\"] = 1 << 3] = \"A\"; E[E[\"B\"] = E[\"A\"] \
                    + 1] = \"B\"; })(E || (E = {}));",
            ),
            ("enum E { A = 'a' }", "var E; (function (E) { E[\"A\"] = 'a'; })(E || (E = {}));"),
            (
                "enum E { 'a-b', ['c'] = 1 }",
                "var E; (function (E) { E[E['a-b'] = 0] = 'a-b'; E[E['c'] = 1] = 'c'; })(E || (E = {}));",
            ),
            ("enum E { [`a`] }", "var E; (function (E) { E[E[\"a\"] = 0] = \"a\"; })(E || (E = {}));"),
            ("const enum E { A }", " var E; (function (E) { E[E[\"A\"] = 0] = \"A\"; })(E || (E = {}));"),
            ("export const enum E {}", "export var E; (function (E) {})(E || (E = {}));"),
            ("{ enum E {} }", "{ let E; (function (E) {})(E || (E = {})); }"),
            ("enum E { A = <T>f()! as U }", "var E; (function (E) { E[E[\"A\"] = f() ] = \"A\"; })(E || (E = {}));"),
        ]);
    }

    #[test]
    fn lines_stay() {
        check(&[(
            "a\nenum\nE // b\n{\n  A, // c\n  B /*,*/\n  = 1\n  ,\n}\n(d)",
            "a\nvar E; (function\n(E) // b\n{\nE[E[\"A\"] = 0] = \"A\"; // c\nE[E[\"B\"] \
                /*,*/\n= 1] = \"B\"\n;\n})(E || (E = {}));\n(d)",
        )]);
        assert_eq!(erased("enum E { ['a\\\nb'], [\n'c'\n] }").matches('\n').count(), 3);
    }

    #[test]
    fn declarations_are_merged() {
        check(&[
            (
                "enum E { A } enum E { B = 1 }",
                "var E; (function (E) { E[E[\"A\"] = 0] = \"A\"; })(E || (E = {})); \
                    ;(function (E) { E[E[\"B\"] = 1] = \"B\"; })(E || (E = {}));",
            ),
            (
                "export enum E {} export enum E {}",
                "export var E; (function (E) {})(E || (E = {})); ;(function (E) {})(E || (E = {}));",
            ),
        ]);
    }

    #[test]
    fn names_of_members_are_qualified() {
        for (input, expected) in [
            ("enum E { A, B = A }", "E[\"B\"] = E.A]"),
            ("enum E { A, B = A | (A << 1) }", "= E.A | (E.A << 1)]"),
            ("enum E { A } enum E { B = A }", "= E.A]"),
            ("enum E { A, B = f({ A }) }", "f({ A: E.A })"),
            ("enum E { A, B = f({ A: 1 }) }", "f({ A: 1 })"),
            ("enum E { A, B = E.A }", "= E.A]"),
            ("enum E { A, B = (A => A)(1) }", "= (A => A)(1)]"),
            ("const A = 1; enum E { A = 2, B = A }", "= E.A]"),
            ("const a = 1; enum E { A = a }", "= a]"),
            ("enum E { A = `${1}`, B = `${A}x` }", "= `${E.A}x`;"),
            ("enum E { A = 1 } enum F { B = A.toString() }", "= A.toString()]"),
        ] {
            assert!(erased(input).contains(expected), "{input}\n{}", erased(input));
        }
    }

    #[test]
    fn members_after_strings_need_values() {
        assert_eq!(
            refused("enum E { A = 'a', B }"),
            [("B", "the enum member \"B\" needs a value, because the value of \"A\" before it is a string".to_owned())]
        );
    }
}
