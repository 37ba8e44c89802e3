//! In a `switch`, the engine lets code read a variable that another case declares, and reads whatever its register
//! contains:
//!
//! ```js
//! switch (2) { case 1: let x = 1; break; case 2: x } // 2 instead of a ReferenceError
//! ```
//!
//! A variable that a closure captures is right, unless it is a constant that is not declared by a pattern. So a closure
//! that never exists captures those that other cases name, and `const x = 1` becomes `const { x } = { x: 1 }`.

use oxc_ast::ast::{
    BindingPattern, Declaration, IdentifierReference, Program, Statement, SwitchStatement, VariableDeclarationKind,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use rustc_hash::FxHashMap;

use super::super::edits::Edits;
use super::super::token_search::Source;

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, edits: &mut Edits) {
    Corrector { source, edits }.visit_program(program);
}

struct Corrector<'s, 'e> {
    source: Source<'s>,
    edits: &'e mut Edits,
}

/// The names in a part of the text, and where each is first.
#[derive(Default)]
struct Named<'a>(Vec<(&'a str, u32)>);

impl<'a> VisitJs<'a> for Named<'a> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.0.push((it.name.as_str(), it.span.start));
    }
}

/// Returns the names that a statement of a case declares in the scope of the `switch`, besides functions.
fn declared<'a>(statement: &Statement<'a>) -> Vec<&'a str> {
    match statement.as_declaration() {
        Some(Declaration::VariableDeclaration(it)) if it.kind != VariableDeclarationKind::Var => {
            let names = it.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers());
            names.map(|name| name.name.as_str()).collect()
        }
        Some(Declaration::ClassDeclaration(it)) => it.id.iter().map(|name| name.name.as_str()).collect(),
        _ => Vec::new(),
    }
}

impl Corrector<'_, '_> {
    fn declare_by_patterns(&mut self, statement: &Statement<'_>, captured: &[&str]) {
        let Some(Declaration::VariableDeclaration(it)) = statement.as_declaration() else { return };
        for declarator in it.declarations.iter().filter(|_| it.kind == VariableDeclarationKind::Const) {
            if let BindingPattern::BindingIdentifier(id) = &declarator.id
                && let Some(value) = &declarator.init
                && captured.contains(&id.name.as_str())
            {
                self.edits.wrap(id.span, "{ ", " }");
                self.edits.wrap(value.span(), format!("{{ {}: ", id.name), " }");
            }
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        let mut references: FxHashMap<&str, Vec<(usize, u32)>> = FxHashMap::default();
        for (index, case) in it.cases.iter().enumerate() {
            let mut named = Named::default();
            named.visit_switch_case(case);
            named.0.into_iter().for_each(|(name, at)| references.entry(name).or_default().push((index, at)));
        }
        let mut captured = Vec::new();
        for (index, case) in it.cases.iter().enumerate() {
            for statement in &case.consequent {
                let is_early = |name: &&str| {
                    let references = references.get(name).map(Vec::as_slice).unwrap_or_default();
                    references.iter().any(|&(other, at)| other != index || at < statement.span().end)
                };
                let early = declared(statement).into_iter().filter(is_early);
                let known = captured.len();
                captured.extend(early);
                self.declare_by_patterns(statement, &captured[known..]);
            }
        }
        if let Some(first) = it.cases.first().filter(|_| !captured.is_empty()) {
            let test = first.test.as_ref().map_or(first.span.start, |test| test.span().end);
            if let Some(colon) = self.source.find(":", test, first.span.end) {
                self.edits.insert(colon.end, format!(" 0 && (() => [{}]);", captured.join(", ")));
            }
        }
        walk_js::walk_switch_statement(self, it);
    }
}
