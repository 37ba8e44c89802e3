//! Other names for variables called `using`.
//!
//! The engine's parser takes the word for a keyword where a variable is read, and in some declarations. Such variables
//! get a name that looks the same, so that errors show what people wrote.

use std::collections::HashSet;

use oxc_allocator::{ArenaVec, TakeIn};
use oxc_ast::ast::{
    AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingIdentifier, Class, Declaration, ExportSpecifier,
    Expression, Function, IdentifierName, ImportOrExportKind, LabelIdentifier, MemberExpression, ModuleExportName,
    Program, PropertyKey, SimpleAssignmentTarget, Statement,
};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitJs, VisitJsMut, walk_js, walk_js_mut};
use oxc_semantic::{Scoping, SymbolFlags, SymbolId};
use oxc_span::{SPAN, Span};
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::scope::ScopeFlags;

use super::look_alikes::unused_name;
use super::transform::{Settings, Transform, Tree};
use crate::syntax_error::SyntaxError;

const WORD: &str = "using";

/// Renames the variables and labels called `using` that the engine's parser would refuse. They keep the names under
/// which they are properties, imports and exports. A global variable is read as a property of the global object.
pub(super) struct UsingNames;

impl Transform for UsingNames {
    fn may_apply(&self, tree: &Tree<'_>, _: &Settings<'_>) -> bool {
        tree.program.source_text.contains(WORD) || tree.scoping.symbol_names().any(|name| name == WORD)
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let mut chooser = Chooser { scoping: &tree.scoping, chosen: referenced(&tree.program, &tree.scoping) };
        chooser.visit_program(&tree.program);
        let chosen = chooser.chosen;
        let name = tree.allocator.alloc_str(&unused_name(WORD, tree));
        let ast = AstBuilder::new(tree.allocator);
        let mut renamer =
            Renamer { ast, scoping: &tree.scoping, chosen: &chosen, name, has_changed: !chosen.is_empty() };
        renamer.export_apart(&mut tree.program);
        renamer.visit_program(&mut tree.program);
        let has_changed = renamer.has_changed;
        let symbols: Vec<SymbolId> = chosen.into_iter().collect();
        tree.scoping.set_symbol_names(&symbols, name.into());
        Ok(has_changed)
    }
}

/// The variables called `using`, except those that stay: functions and classes that are never read, as the new name
/// would be the value of their property `name`, and variables that are properties of the global object.
fn referenced(program: &Program<'_>, scoping: &Scoping) -> HashSet<SymbolId> {
    let stays = |symbol: SymbolId| {
        let flags = scoping.symbol_flags(symbol);
        let unread = scoping.get_resolved_reference_ids(symbol).is_empty();
        let in_script = program.source_type.is_script() && scoping.symbol_scope_id(symbol) == scoping.root_scope_id();
        let in_global_object =
            in_script && flags.intersects(SymbolFlags::FunctionScopedVariable | SymbolFlags::Function);
        in_global_object || (unread && flags.intersects(SymbolFlags::Function | SymbolFlags::Class))
    };
    scoping.symbol_ids().filter(|&symbol| scoping.symbol_name(symbol) == WORD && !stays(symbol)).collect()
}

/// Adds the names of function and class expressions, which are refused even if they are never read.
struct Chooser<'r> {
    scoping: &'r Scoping,
    chosen: HashSet<SymbolId>,
}

impl Chooser<'_> {
    fn add(&mut self, identifier: Option<&BindingIdentifier<'_>>) {
        if let Some(symbol) = identifier.and_then(|identifier| identifier.symbol_id.get())
            && self.scoping.symbol_name(symbol) == WORD
        {
            self.chosen.insert(symbol);
        }
    }
}

impl<'a> VisitJs<'a> for Chooser<'_> {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if function.is_expression() {
            self.add(function.id.as_ref());
        }
        walk_js::walk_function(self, function, flags);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        if class.is_expression() {
            self.add(class.id.as_ref());
        }
        walk_js::walk_class(self, class);
    }
}

fn bound_by<'e, 'a>(declaration: &'e Declaration<'a>) -> Vec<&'e BindingIdentifier<'a>> {
    match declaration {
        Declaration::VariableDeclaration(variables) => {
            variables.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers()).collect()
        }
        _ => declaration.id().into_iter().collect(),
    }
}

/// Renames labels, and reads global variables as properties. The scopes rename the other variables.
struct Renamer<'a, 'r> {
    ast: AstBuilder<'a>,
    scoping: &'r Scoping,
    chosen: &'r HashSet<SymbolId>,
    name: &'a str,
    has_changed: bool,
}

impl<'a> Renamer<'a, '_> {
    /// Whether a variable called `using` keeps this name in its scope.
    fn is_global(&self, name: &str, reference: Option<ReferenceId>) -> bool {
        let symbol = reference.and_then(|id| self.scoping.get_reference(id).symbol_id());
        name == WORD && symbol.is_none_or(|symbol| !self.chosen.contains(&symbol))
    }

    fn is_chosen(&self, identifier: &BindingIdentifier<'_>) -> bool {
        identifier.symbol_id.get().is_some_and(|symbol| self.chosen.contains(&symbol))
    }

    /// `export let using` becomes `let x; export { x as using }`, as exports of declarations can't have another name.
    fn export_apart(&self, program: &mut Program<'a>) {
        let ast = &self.ast;
        let mut specifiers = ArenaVec::new_in(ast);
        for statement in &mut program.body {
            let Statement::ExportDeclaration(export) = statement else { continue };
            let bound = bound_by(&export.declaration);
            if !bound.iter().any(|identifier| self.is_chosen(identifier)) {
                continue;
            }
            specifiers.extend(bound.into_iter().map(|identifier| {
                let local = if self.is_chosen(identifier) { self.name } else { identifier.name.as_str() };
                let local = ModuleExportName::new_identifier_reference(identifier.span, local, ast);
                let exported = ModuleExportName::new_identifier_name(identifier.span, identifier.name, ast);
                ExportSpecifier::new(identifier.span, local, exported, ImportOrExportKind::Value, ast)
            }));
            *statement = Statement::from(export.declaration.take_in(ast));
        }
        if !specifiers.is_empty() {
            let kind = ImportOrExportKind::Value;
            program.body.push(Statement::new_export_named_declaration(SPAN, specifiers, kind, ast));
        }
    }

    /// `globalThis.using`
    fn global(&mut self, span: Span) -> MemberExpression<'a> {
        self.has_changed = true;
        let object = Expression::new_identifier(span, "globalThis", &self.ast);
        let property = IdentifierName::new(span, WORD, &self.ast);
        MemberExpression::new_static_member_expression(span, object, property, false, &self.ast)
    }
}

impl<'a> VisitJsMut<'a> for Renamer<'a, '_> {
    fn visit_expression(&mut self, expression: &mut Expression<'a>) {
        match expression {
            Expression::Identifier(it) if self.is_global(it.name.as_str(), it.reference_id.get()) => {
                *expression = self.global(it.span).into();
            }
            _ => walk_js_mut::walk_expression(self, expression),
        }
    }

    fn visit_simple_assignment_target(&mut self, target: &mut SimpleAssignmentTarget<'a>) {
        match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(it)
                if self.is_global(it.name.as_str(), it.reference_id.get()) =>
            {
                *target = self.global(it.span).into();
            }
            _ => walk_js_mut::walk_simple_assignment_target(self, target),
        }
    }

    fn visit_assignment_target_property(&mut self, property: &mut AssignmentTargetProperty<'a>) {
        if let AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(it) = property
            && self.is_global(it.binding.name.as_str(), it.binding.reference_id.get())
        {
            let span = it.span;
            let key = PropertyKey::new_static_identifier(it.binding.span, WORD, &self.ast);
            let target = SimpleAssignmentTarget::from(self.global(it.binding.span)).into();
            let target = match it.init.take() {
                Some(value) => {
                    AssignmentTargetMaybeDefault::new_assignment_target_with_default(span, target, value, &self.ast)
                }
                None => target.into(),
            };
            *property =
                AssignmentTargetProperty::new_assignment_target_property_property(span, key, target, false, &self.ast);
        }
        walk_js_mut::walk_assignment_target_property(self, property);
    }

    fn visit_label_identifier(&mut self, label: &mut LabelIdentifier<'a>) {
        if label.name == WORD {
            label.name = self.name.into();
            self.has_changed = true;
        }
    }
}

#[cfg(test)]
mod tests;
