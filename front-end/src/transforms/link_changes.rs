//! Makes the imports and exports of a file fit the exports of the other modules.

use oxc_allocator::{ArenaVec, TakeIn};
use oxc_ast::ast::{
    CallExpression, ExportSpecifier, Expression, ImportDeclaration, ImportDeclarationSpecifier, MemberExpression,
    Program, SimpleAssignmentTarget, Statement,
};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::Span;
use oxc_syntax::symbol::SymbolId;
use rustc_hash::FxHashSet;

use super::snippets::statement;
use super::transform::{Settings, Transform, Tree};
use crate::helpers::{HELPERS, HOST};
use crate::link_changes::LinkChanges;
use crate::syntax_error::SyntaxError;

impl Transform for LinkChanges {
    fn may_apply(&self, _: &Tree<'_>, _: &Settings<'_>) -> bool {
        self.are_of_links()
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let assigned = assigned_namespaces(&tree.program, &tree.scoping);
        let mut variables = Variables { changes: self, assigned, count: 0, statements: Vec::new() };
        tree.program.body.retain_mut(|it| match it {
            Statement::ImportDeclaration(import) => self.retain_imports(import) && variables.take_from(import),
            Statement::ExportNamedDeclaration(it) => self.retain_exports(&mut it.specifiers),
            Statement::ExportFromDeclaration(it) => self.retain_exports(&mut it.specifiers),
            _ => true,
        });
        let ast = AstBuilder::new(tree.allocator);
        let added = variables.statements.iter().map(|(text, span)| statement(text, *span, tree.allocator));
        let body = tree.program.body.take_in(&ast);
        tree.program.body = ArenaVec::from_iter_in(added.chain(body), &ast);
        Ok(true)
    }
}

impl LinkChanges {
    /// Removes specifiers of an import. Returns whether any are left: a declaration that had only types does not load
    /// its module.
    fn retain_imports(&self, import: &mut ImportDeclaration<'_>) -> bool {
        let Some(specifiers) = &mut import.specifiers else { return true };
        let before = specifiers.len();
        specifiers.retain(|it| !self.removed_imports.contains(it.local().name.as_str()));
        before == 0 || !specifiers.is_empty()
    }

    /// Removes specifiers of an export. Returns whether any are left.
    fn retain_exports(&self, specifiers: &mut ArenaVec<'_, ExportSpecifier<'_>>) -> bool {
        let before = specifiers.len();
        specifiers.retain(|it| !self.removed_exports.contains(it.exported.name().as_str()));
        before == 0 || !specifiers.is_empty()
    }

    /// Returns the expression that stands for an import from a module, whose namespace is in a variable. `None` if the
    /// import stays.
    fn value(
        &self,
        source: &str,
        specifier: &ImportDeclarationSpecifier<'_>,
        is_assigned: bool,
        module: &str,
    ) -> Option<String> {
        let is_missing = self.missing_imports.contains(specifier.local().name.as_str());
        let call = |helper: &str, more: &str| Some(format!("{HOST}.{HELPERS}.{helper}({module}{more})"));
        match (specifier, self.common_js.get(source)) {
            (ImportDeclarationSpecifier::ImportNamespaceSpecifier(_), Some(_)) => call("importedNamespace", ""),
            (ImportDeclarationSpecifier::ImportNamespaceSpecifier(_), None) if is_assigned => call("writable", ""),
            (ImportDeclarationSpecifier::ImportDefaultSpecifier(_), Some(it)) if it.is_compiled => {
                call("importedDefault", "")
            }
            (ImportDeclarationSpecifier::ImportSpecifier(it), Some(_)) if is_missing => {
                call("importedName", &format!(", {}", quoted(it.imported.name().as_str())))
            }
            // A mock of the module may have the name.
            (ImportDeclarationSpecifier::ImportSpecifier(it), None) if is_missing => {
                Some(format!("{module}[{}]", quoted(it.imported.name().as_str())))
            }
            (ImportDeclarationSpecifier::ImportDefaultSpecifier(_), _) if is_missing => {
                Some(format!("{module}.default"))
            }
            _ => None,
        }
    }
}

/// The variables that imports become.
struct Variables<'c> {
    changes: &'c LinkChanges,
    /// The variables of namespaces to whose properties the file assigns.
    assigned: FxHashSet<String>,
    /// The number of modules that they are taken from.
    count: usize,
    /// Statements that import these modules and declare the variables, with the places of the imports.
    statements: Vec<(String, Span)>,
}

impl Variables<'_> {
    /// Takes the specifiers that become variables out of an import, which stays: it loads the module.
    fn take_from(&mut self, import: &mut ImportDeclaration<'_>) -> bool {
        let Some(specifiers) = &mut import.specifiers else { return true };
        let module = format!("__posttask_module_{}", self.count);
        let mut values = Vec::new();
        specifiers.retain(|specifier| {
            let source = import.source.value.as_str();
            let local = specifier.local().name.as_str();
            let path = self.changes.namespaces.get(source);
            let is_assigned = path.is_some() && self.assigned.contains(local);
            let Some(value) = self.changes.value(source, specifier, is_assigned, &module) else { return true };
            if let Some(path) = path.filter(|_| is_assigned) {
                values.push((named(&module, path), import.span));
            }
            values.push((format!("var {} = {value};", specifier.local().name), import.span));
            false
        });
        if !values.is_empty() {
            self.count += 1;
            let source = quoted(import.source.value.as_str());
            self.statements.push((format!("import * as {module} from {source};"), import.span));
        }
        self.statements.extend(values);
        for specifier in import.specifiers.iter().flatten() {
            let path = self.changes.namespaces.get(import.source.value.as_str());
            if let (ImportDeclarationSpecifier::ImportNamespaceSpecifier(it), Some(path)) = (specifier, path) {
                self.statements.push((named(it.local.name.as_str(), path), import.span));
            }
        }
        true
    }
}

/// The statement that says which module a namespace is of.
fn named(namespace: &str, path: &str) -> String {
    format!("{HOST}.{HELPERS}.named({namespace}, {});", quoted(path))
}

/// Returns the variables of imported namespaces to whose properties a program assigns, or which it gives to a function
/// that defines properties.
fn assigned_namespaces(program: &Program<'_>, scoping: &Scoping) -> FxHashSet<String> {
    let specifiers = program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(import) => import.specifiers.as_ref(),
        _ => None,
    });
    let namespaces = specifiers.flatten().filter_map(|specifier| match specifier {
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(it) => Some(it.local.symbol_id()),
        _ => None,
    });
    let mut finder = Assignments { scoping, namespaces: namespaces.collect(), found: FxHashSet::default() };
    if !finder.namespaces.is_empty() {
        finder.visit_program(program);
    }
    finder.found
}

struct Assignments<'s> {
    scoping: &'s Scoping,
    namespaces: FxHashSet<SymbolId>,
    found: FxHashSet<String>,
}

impl Assignments<'_> {
    fn note(&mut self, object: &Expression<'_>) {
        let Expression::Identifier(object) = object.get_inner_expression() else { return };
        let symbol = object.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        if symbol.is_some_and(|symbol| self.namespaces.contains(&symbol)) {
            self.found.insert(object.name.to_string());
        }
    }
}

impl<'a> VisitJs<'a> for Assignments<'_> {
    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        if let Some(member) = target.as_member_expression() {
            self.note(member.object());
        }
        walk_js::walk_simple_assignment_target(self, target);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let callee = call.callee.as_member_expression().and_then(MemberExpression::static_property_name);
        if let (Some("defineProperty" | "defineProperties" | "assign"), Some(object)) =
            (callee, call.arguments.first().and_then(|it| it.as_expression()))
        {
            self.note(object);
        }
        walk_js::walk_call_expression(self, call);
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use crate::link_changes::{CommonJsImport, LinkChanges};
    use crate::transforms::tests::transformed_with;

    #[test]
    fn types_are_neither_imported_nor_exported() {
        let types = LinkChanges {
            removed_exports: ["T".to_owned()].into(),
            removed_imports: ["T".to_owned()].into(),
            ..Default::default()
        };
        for (text, expected) in [
            ("export { T, V } from 'a'", "export { V } from \"a\";"),
            ("import { T, V } from 'a'; export { T, V }", "import { V } from \"a\";\nexport { V };"),
            ("export { T } from 'a'", ""),
            ("export {} from 'a'", "export {} from \"a\";"),
        ] {
            assert_eq!(transformed_with(text, "a.ts", &types), expected);
        }
    }

    #[test]
    fn missing_imports_become_variables() {
        let changes = LinkChanges { missing_imports: ["a".to_owned()].into(), ..Default::default() };
        assert_eq!(
            transformed_with("import a, { b } from './a.js'; import './c.js'; a(b)", "a.mjs", &changes),
            "import * as __posttask_module_0 from \"./a.js\";\nvar a = __posttask_module_0.default;\n\
             import { b } from \"./a.js\";\nimport \"./c.js\";\na(b);"
        );
    }

    #[test]
    fn imports_of_common_js_become_variables() {
        let changes = LinkChanges {
            missing_imports: ["d".to_owned()].into(),
            common_js: [("b".to_owned(), CommonJsImport { is_compiled: true })].into(),
            ..Default::default()
        };
        assert_eq!(
            transformed_with("import b, { c, d } from 'b';\nimport * as e from 'b';", "a.mjs", &changes),
            "import * as __posttask_module_0 from \"b\";\n\
             var b = __posttask.helpers.importedDefault(__posttask_module_0);\n\
             var d = __posttask.helpers.importedName(__posttask_module_0, \"d\");\n\
             import * as __posttask_module_1 from \"b\";\n\
             var e = __posttask.helpers.importedNamespace(__posttask_module_1);\n\
             import { c } from \"b\";\nimport {} from \"b\";"
        );
    }
}
