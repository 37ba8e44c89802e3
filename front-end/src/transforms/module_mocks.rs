//! Calls of `vi.mock`, `vi.hoisted` and `jest.mock`, which run before the imports of their file.
//!
//! The calls move to the start of the file, in Vitest also from functions, which is noted. Its imports become dynamic
//! ones, which run after them, in their order. As in Vitest and Jest, only calls whose object is called `vi`, `vitest`
//! or `jest` move.

use std::mem;

use oxc_allocator::{Allocator, ArenaVec, TakeIn};
use oxc_ast::ast::{
    BindingPattern, Expression, ImportDeclaration, ImportDeclarationSpecifier, Statement, VariableDeclaration,
};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};

use super::snippets::{filled, statement};
use super::transform::{Settings, Transform, Tree};
use crate::helpers::HOST;
use crate::host_files::is_host;
use crate::syntax_error::SyntaxError;

/// The objects whose methods move.
const OBJECTS: [&str; 3] = ["vi", "vitest", "jest"];

/// The methods that move.
const METHODS: [&str; 6] = ["mock", "unmock", "deepUnmock", "hoisted", "enableAutomock", "disableAutomock"];

/// The modules whose imports stay: they have the functions that are called.
const RUNNERS: [&str; 3] = ["vitest", "@jest/globals", "node:test"];

/// Parts of texts that replace modules.
const SIGNS: [&str; 11] = [
    "mock.module(",
    "vi.mock(",
    "vi.doMock(",
    "vi.hoisted(",
    "vi.resetModules(",
    "vi.unmock(",
    "vitest.mock(",
    "jest.mock(",
    "jest.doMock(",
    "jest.resetModules(",
    "jest.unmock(",
];

/// Makes the replacement of modules come before the imports.
pub(super) struct ModuleMocks;

impl Transform for ModuleMocks {
    fn may_apply(&self, tree: &Tree<'_>, settings: &Settings<'_>) -> bool {
        // Modules of the host implement these functions, and their texts have the names.
        !is_host(settings.path) && SIGNS.iter().any(|sign| tree.program.source_text.contains(sign))
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let ast = AstBuilder::new(tree.allocator);
        let is_module = tree.program.source_type.is_module();
        if is_module {
            DynamicImports(tree.allocator).visit_program(&mut tree.program);
        }
        let (mut hoisted, mut rest) = (Vec::new(), Vec::new());
        for mut it in tree.program.body.take_in(&ast) {
            if is_hoisted(&it) {
                hoisted.push(it);
                continue;
            }
            if is_module {
                let (text, allocator) = (tree.program.source_text, tree.allocator);
                Nested { text, allocator, found: &mut hoisted }.visit_statement(&mut it);
            }
            rest.push(it);
        }
        let (mut first, mut imports, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for it in rest {
            match it {
                Statement::ImportDeclaration(import) if !hoisted.is_empty() && may_be_dynamic(&import) => {
                    imports.push(dynamic(&import, tree.allocator));
                }
                it @ Statement::ImportDeclaration(_) => first.push(it),
                it => others.push(it),
            }
        }
        let all = first.into_iter().chain(hoisted).chain(imports).chain(others);
        tree.program.body = ArenaVec::from_iter_in(all, &ast);
        Ok(true)
    }
}

/// Whether a statement is, or declares variables with, a call that moves.
fn is_hoisted(it: &Statement<'_>) -> bool {
    match it {
        Statement::ExpressionStatement(it) => calls_a_hoisted_method(&it.expression),
        Statement::VariableDeclaration(it) => declares_what_is_hoisted(it),
        _ => false,
    }
}

/// Takes the calls that replace modules out of functions and blocks, as Vitest does it. Those of Jest stay there.
struct Nested<'a, 'f> {
    text: &'a str,
    allocator: &'a Allocator,
    found: &'f mut Vec<Statement<'a>>,
}

impl<'a> VisitMut<'a> for Nested<'a, '_> {
    fn visit_statement(&mut self, it: &mut Statement<'a>) {
        match it {
            Statement::ExpressionStatement(call)
                if calls_method_of(&call.expression, &["vi", "vitest"], &["mock", "unmock"]) =>
            {
                let line = self.text[..call.span.start as usize].matches('\n').count() + 1;
                let note = format!("{HOST}.noteMovedMock?.(import.meta.filename, {line});");
                let span = call.span;
                self.found.push(statement(&note, span, self.allocator));
                self.found.push(mem::replace(it, statement(";", span, self.allocator)));
            }
            it => walk_mut::walk_statement(self, it),
        }
    }
}

/// As in Jest, constants whose names start with `mock` and that are mock functions move, too.
fn declares_what_is_hoisted(it: &VariableDeclaration<'_>) -> bool {
    let is_mock = |pattern: &BindingPattern<'_>| match pattern {
        BindingPattern::BindingIdentifier(it) => it.name.starts_with("mock"),
        _ => false,
    };
    !it.declarations.is_empty()
        && it.declarations.iter().all(|declared| {
            let Some(value) = &declared.init else { return false };
            calls(value, &["hoisted"]) || is_mock(&declared.id) && calls_method_of(value, &["jest"], &["fn"])
        })
}

fn calls_a_hoisted_method(it: &Expression<'_>) -> bool {
    calls(it, &METHODS)
}

fn calls(it: &Expression<'_>, methods: &[&str]) -> bool {
    calls_method_of(it, &OBJECTS, methods)
}

/// Whether an expression calls such a method, or the methods of what such a call returns.
fn calls_method_of(it: &Expression<'_>, objects: &[&str], methods: &[&str]) -> bool {
    match it {
        Expression::AwaitExpression(it) => calls_method_of(&it.argument, objects, methods),
        Expression::CallExpression(call) => match &call.callee {
            Expression::StaticMemberExpression(member) => {
                methods.contains(&member.property.name.as_str())
                    && match &member.object {
                        Expression::Identifier(object) => objects.contains(&object.name.as_str()),
                        object => calls_method_of(object, objects, methods),
                    }
            }
            _ => false,
        },
        _ => false,
    }
}

fn may_be_dynamic(import: &ImportDeclaration<'_>) -> bool {
    import.with_clause.is_none() && !RUNNERS.contains(&import.source.value.as_str())
}

/// Returns the statement that imports the same dynamically. The variables are constants: they do not follow later
/// assignments of the module.
fn dynamic<'a>(import: &ImportDeclaration<'a>, allocator: &'a Allocator) -> Statement<'a> {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let call = format!("await {HOST}.imported({}, import.meta.filename)", quoted(&import.source.value));
    let (mut names, mut namespace) = (Vec::new(), None);
    for specifier in import.specifiers.iter().flatten() {
        let local = specifier.local().name;
        match specifier {
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => namespace = Some(local),
            ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => names.push(format!("default: {local}")),
            ImportDeclarationSpecifier::ImportSpecifier(it) => {
                names.push(format!("{}: {local}", quoted(it.imported.name().as_str())));
            }
        }
    }
    let text = match (namespace, names.as_slice()) {
        (Some(all), []) => format!("const {all} = {call};"),
        (Some(all), [name, ..]) => format!("const {all} = {call}, {{ {name} }} = {all};"),
        (None, []) => format!("{call};"),
        (None, names) => format!("const {{ {} }} = {call};", names.join(", ")),
    };
    statement(&text, import.span, allocator)
}

/// Makes dynamic imports wait for the factories of mocks. The first argument of `vi.mock(import('./a.js'))` only names
/// a module.
struct DynamicImports<'a>(&'a Allocator);

impl<'a> VisitMut<'a> for DynamicImports<'a> {
    fn visit_expression(&mut self, it: &mut Expression<'a>) {
        let ast = AstBuilder::new(self.0);
        if calls(it, &["mock", "doMock", "unmock", "doUnmock"])
            && let Expression::CallExpression(call) = it
            && let Some(argument) = call.arguments.first_mut().and_then(|it| it.as_expression_mut())
            && let Expression::ImportExpression(import) = argument
        {
            *argument = import.source.take_in(&ast);
        }
        walk_mut::walk_expression(self, it);
        if let Expression::ImportExpression(import) = it
            && import.options.is_none()
        {
            let span = import.span;
            let source = import.source.take_in(&ast);
            *it = filled(&format!("{HOST}.imported($0, import.meta.filename)"), span, [source], self.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{transformed, unchanged};

    #[test]
    fn calls_move_before_the_imports() {
        assert_eq!(
            transformed(
                "import { vi } from 'vitest';\nimport a, { b as c } from './a';\nimport * as d from 'd';\n\
                 const e = 1;\n\
                 vi.mock('./a', () => ({}));\nconst f = vi.hoisted(() => 1);",
                "a.mjs"
            ),
            "import { vi } from \"vitest\";\nvi.mock(\"./a\", () => ({}));\nconst f = vi.hoisted(() => 1);\n\
             const { default: a, \"b\": c } = await __posttask.imported(\"./a\", import.meta.filename);\n\
             const d = await __posttask.imported(\"d\", import.meta.filename);\nconst e = 1;"
        );
    }

    #[test]
    fn calls_for_vitest_move_out_of_functions() {
        assert_eq!(
            transformed(
                "import a from './a';\nvi.mock('./b');\nit('c', () => {\n  vi.mock('./a');\n  jest.mock('./d');\n});\n\
                 const e = () => vi.mock('./e');",
                "a.mjs"
            ),
            "vi.mock(\"./b\");\n__posttask.noteMovedMock?.(import.meta.filename, 4);\nvi.mock(\"./a\");\n\
             const { default: a } = await __posttask.imported(\"./a\", import.meta.filename);\n\
             it(\"c\", () => {\n\t;\n\tjest.mock(\"./d\");\n});\nconst e = () => vi.mock(\"./e\");"
        );
    }

    #[test]
    fn dynamic_imports_wait_for_factories() {
        assert_eq!(
            transformed("vi.doMock(import('./a'), f);\nconst b = await import('./b');\nexport {};", "a.mjs"),
            "vi.doMock(\"./a\", f);\nconst b = await __posttask.imported(\"./b\", import.meta.filename);\nexport {};"
        );
    }

    #[test]
    fn other_files_stay() {
        unchanged(&["import { vi } from 'vitest'; vi.fn();"]);
    }
}
