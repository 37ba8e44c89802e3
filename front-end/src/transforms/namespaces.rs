//! Variables that namespaces export.
//!
//! The transformer turns a namespace into a function, whose variables it copies to the object of the namespace when
//! they are declared. In TypeScript, they are properties of this object: assignments to them are seen outside, and
//! other namespaces with the same name see them, too.

use oxc_allocator::{ArenaVec, GetAllocator, TakeIn};
use oxc_ast::ast::{
    AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern, Declaration, Expression, IdentifierName,
    IdentifierReference, MemberExpression, ObjectProperty, PropertyKey, SimpleAssignmentTarget, Statement,
    TSModuleBlock, TSModuleReference, TSNamespaceDeclaration, TSNamespaceDeclarationBody, TSTypeName,
    VariableDeclaration, VariableDeclarationKind, VariableDeclarator,
};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{Visit, VisitMut, walk, walk_mut};
use oxc_semantic::{Scoping, SymbolId};
use oxc_span::{GetSpan, Span};
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::scope::ScopeId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::snippets;
use super::transform::{Settings, Transform, Tree};
use crate::syntax::scoping_of;
use crate::syntax_error::SyntaxError;

/// Writes variables as properties of the namespaces that export them.
pub(super) struct Namespaces;

impl Transform for Namespaces {
    fn may_apply(&self, tree: &Tree<'_>, _: &Settings<'_>) -> bool {
        let contains = |word: &str| tree.program.source_text.contains(word);
        tree.program.source_type.is_typescript() && (contains("namespace") || contains("module"))
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let mut exports = Exports::default();
        exports.visit_program(&tree.program);
        if exports.namespaces.is_empty() {
            return Ok(false);
        }
        let (ast, scoping) = (AstBuilder::new(tree.allocator), &tree.scoping);
        Rewriter { ast, scoping, exports, open: Vec::new() }.visit_program(&mut tree.program);
        tree.scoping = scoping_of(&tree.program);
        Ok(true)
    }
}

/// What the namespaces of a program export.
#[derive(Default)]
struct Exports<'a> {
    /// The names that each exports, from all blocks of the same name.
    namespaces: FxHashMap<SymbolId, FxHashSet<&'a str>>,
    /// The variables that become properties, with the names of their namespaces.
    variables: FxHashMap<SymbolId, &'a str>,
}

/// Whether the variables of a declaration become properties. Constants are copied, which makes no difference, and
/// patterns stay.
fn has_properties(declaration: &VariableDeclaration<'_>) -> bool {
    let is_named = |pattern: &BindingPattern<'_>| matches!(pattern, BindingPattern::BindingIdentifier(_));
    let is_variable = matches!(declaration.kind, VariableDeclarationKind::Let | VariableDeclarationKind::Var);
    is_variable && !declaration.declare && declaration.declarations.iter().all(|it| is_named(&it.id))
}

impl<'a> Exports<'a> {
    fn add(&mut self, namespace: &TSNamespaceDeclaration<'a>, block: &TSModuleBlock<'a>) -> Option<()> {
        let names = self.namespaces.entry(namespace.id.symbol_id.get()?).or_default();
        for statement in &block.body {
            let Statement::ExportDeclaration(export) = statement else { continue };
            match &export.declaration {
                Declaration::VariableDeclaration(it) => {
                    let bound = it.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers());
                    for identifier in bound {
                        names.insert(identifier.name.as_str());
                        if let Some(symbol) = identifier.symbol_id.get().filter(|_| has_properties(it)) {
                            self.variables.insert(symbol, namespace.id.name.as_str());
                        }
                    }
                }
                other => names.extend(other.id().map(|id| id.name.as_str())),
            }
        }
        Some(())
    }
}

impl<'a> Visit<'a> for Exports<'a> {
    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        if let TSNamespaceDeclarationBody::TSModuleBlock(block) = &it.body
            && !it.declare
        {
            self.add(it, block);
        }
        walk::walk_ts_namespace_declaration(self, it);
    }
}

/// A namespace whose block is visited.
struct Open<'a> {
    symbol: SymbolId,
    name: &'a str,
    scope: ScopeId,
}

struct Rewriter<'a, 's> {
    ast: AstBuilder<'a>,
    scoping: &'s Scoping,
    exports: Exports<'a>,
    open: Vec<Open<'a>>,
}

impl<'a> Rewriter<'a, '_> {
    /// Returns the name of the namespace that a variable is a property of.
    fn namespace_of(&self, name: &str, reference: Option<ReferenceId>) -> Option<&'a str> {
        let reference = self.scoping.get_reference(reference?);
        let symbol = reference.symbol_id();
        if let Some(namespace) = symbol.and_then(|symbol| self.exports.variables.get(&symbol)) {
            return Some(namespace);
        }
        let is_inside = |scope| {
            let declared = symbol.map(|symbol| self.scoping.symbol_scope_id(symbol));
            declared.is_some_and(|declared| self.scoping.scope_ancestors(declared).any(|outer| outer == scope))
        };
        let outside = self.open.iter().rev().take_while(|open| !is_inside(open.scope));
        let exports = |open: &&Open<'_>| self.exports.namespaces.get(&open.symbol).is_some_and(|it| it.contains(name));
        outside.filter(|_| reference.is_value()).find(exports).map(|open| open.name)
    }

    /// Returns the first name of what `import x = name` stands for as a property of its namespace.
    fn qualified(&self, name: &IdentifierReference<'a>) -> Option<(TSTypeName<'a>, IdentifierName<'a>)> {
        let namespace = self.namespace_of(name.name.as_str(), name.reference_id.get())?;
        let left = TSTypeName::new_identifier_reference(name.span, namespace, &self.ast);
        Some((left, IdentifierName::new(name.span, name.name, &self.ast)))
    }

    fn property(&self, namespace: &'a str, span: Span, name: &'a str) -> MemberExpression<'a> {
        let object = Expression::new_identifier(span, namespace, &self.ast);
        let property = IdentifierName::new(span, name, &self.ast);
        MemberExpression::new_static_member_expression(span, object, property, false, &self.ast)
    }

    /// `export let x = 1, y` becomes `N.x = 1`.
    fn assignments(&self, namespace: &str, declaration: &mut VariableDeclaration<'a>) -> Vec<Statement<'a>> {
        let assign = |it: &mut VariableDeclarator<'a>| {
            let value = it.init.take()?;
            let text = format!("{namespace}.{} = $0;", it.id.get_identifier_name()?);
            Some(snippets::filled_statement(&text, it.span, [value], self.ast.allocator()))
        };
        declaration.declarations.iter_mut().filter_map(assign).collect()
    }
}

impl<'a> VisitMut<'a> for Rewriter<'a, '_> {
    fn visit_ts_namespace_declaration(&mut self, it: &mut TSNamespaceDeclaration<'a>) {
        if it.declare {
            return;
        }
        let opened = it.id.symbol_id.get().zip(it.scope_id.get());
        self.open.extend(opened.map(|(symbol, scope)| Open { symbol, name: it.id.name.as_str(), scope }));
        walk_mut::walk_ts_namespace_declaration(self, it);
        if opened.is_some() {
            self.open.pop();
        }
        let TSNamespaceDeclarationBody::TSModuleBlock(block) = &mut it.body else { return };
        let statements = block.body.take_in(&self.ast);
        let is_empty = statements.is_empty();
        let mut body = ArenaVec::new_in(&self.ast);
        for mut statement in statements {
            match &mut statement {
                Statement::ExportDeclaration(export) => match &mut export.declaration {
                    Declaration::VariableDeclaration(variables) if has_properties(variables) => {
                        body.extend(self.assignments(it.id.name.as_str(), variables));
                    }
                    _ => body.push(statement),
                },
                _ => body.push(statement),
            }
        }
        if body.is_empty() && !is_empty {
            // Without a statement, the transformer would take it for a namespace of types.
            body.push(snippets::statement("void 0;", it.span, self.ast.allocator()));
        }
        block.body = body;
    }

    fn visit_expression(&mut self, it: &mut Expression<'a>) {
        if let Expression::Identifier(identifier) = it
            && let Some(namespace) = self.namespace_of(identifier.name.as_str(), identifier.reference_id.get())
        {
            *it = self.property(namespace, identifier.span, identifier.name.as_str()).into();
        } else {
            walk_mut::walk_expression(self, it);
        }
    }

    fn visit_ts_module_reference(&mut self, it: &mut TSModuleReference<'a>) {
        match it {
            TSModuleReference::IdentifierReference(name) => {
                if let Some((left, right)) = self.qualified(name) {
                    *it = TSModuleReference::new_qualified_name(name.span, left, right, &self.ast);
                }
            }
            TSModuleReference::QualifiedName(name) => {
                let mut first = &mut name.left;
                while let TSTypeName::QualifiedName(name) = first {
                    first = &mut name.left;
                }
                if let TSTypeName::IdentifierReference(name) = first
                    && let Some((left, right)) = self.qualified(name)
                {
                    *first = TSTypeName::new_qualified_name(name.span, left, right, &self.ast);
                }
            }
            TSModuleReference::ExternalModuleReference(_) => {}
        }
    }

    fn visit_object_property(&mut self, it: &mut ObjectProperty<'a>) {
        walk_mut::walk_object_property(self, it);
        it.shorthand &= matches!(it.value, Expression::Identifier(_));
    }

    fn visit_simple_assignment_target(&mut self, it: &mut SimpleAssignmentTarget<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier) = it
            && let Some(namespace) = self.namespace_of(identifier.name.as_str(), identifier.reference_id.get())
        {
            *it = self.property(namespace, identifier.span, identifier.name.as_str()).into();
        } else {
            walk_mut::walk_simple_assignment_target(self, it);
        }
    }

    fn visit_assignment_target_property(&mut self, it: &mut AssignmentTargetProperty<'a>) {
        if let AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(property) = it
            && let name = property.binding.name.as_str()
            && let Some(namespace) = self.namespace_of(name, property.binding.reference_id.get())
        {
            let (span, binding) = (property.span, property.binding.span());
            let key = PropertyKey::new_static_identifier(binding, name, &self.ast);
            let target = SimpleAssignmentTarget::from(self.property(namespace, binding, name)).into();
            let target = match property.init.take() {
                Some(value) => {
                    AssignmentTargetMaybeDefault::new_assignment_target_with_default(span, target, value, &self.ast)
                }
                None => target.into(),
            };
            *it =
                AssignmentTargetProperty::new_assignment_target_property_property(span, key, target, false, &self.ast);
        }
        walk_mut::walk_assignment_target_property(self, it);
    }
}
