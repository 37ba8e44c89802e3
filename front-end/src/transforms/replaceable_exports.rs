//! Exports that a test can replace: `vi.spyOn(namespace, 'name')` changes what other modules import.
//!
//! In the files that Vitest and Jest compile, an export is a property of an object. Here, functions, classes and
//! constants are exported through a variable of their own, which the module itself does not read:
//! `export function a() {}` becomes
//!
//! ```js
//! function __posttask_export_0() { return a.apply(this, arguments); }
//! __posttask_export_0 = a;
//! __posttask.helpers.replaceable(
//!   import.meta.filename,
//!   { a: [() => __posttask_export_0, it => { __posttask_export_0 = it; }] },
//! );
//! function a() {}
//! export { __posttask_export_0 as a };
//! ```
//!
//! A module that is in a cycle with this one may call the function before this one starts.

use oxc_allocator::{ArenaVec, TakeIn};
use oxc_ast::ast::{
    Declaration, ExportDefaultDeclarationKind, Program, Statement, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast::builder::AstBuilder;
use oxc_semantic::Scoping;
use oxc_span::Span;
use rustc_hash::FxHashMap;

use super::snippets::statement;
use super::transform::{Settings, Transform, Tree};
use crate::helpers::{HELPERS, HOST};
use crate::links::DEFAULT;
use crate::purpose::Purpose;
use crate::syntax_error::SyntaxError;

pub(super) struct ReplaceableExports;

impl Transform for ReplaceableExports {
    fn may_apply(&self, tree: &Tree<'_>, settings: &Settings<'_>) -> bool {
        settings.options.purpose == Purpose::CompiledTests && tree.program.body.iter().any(is_export)
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let exports = Exports::of(&tree.program, &tree.scoping);
        if exports.all.is_empty() {
            return Ok(false);
        }
        let ast = AstBuilder::new(tree.allocator);
        let added = |text: String| statement(&text, Span::default(), tree.allocator);
        let mut body: Vec<_> = exports.declarations().map(added).collect();
        for mut it in tree.program.body.take_in(&ast) {
            let declared = fixed_names(&it);
            if exports.remove_from(&mut it, &ast) {
                body.push(it);
            }
            body.extend(exports.assignments(&declared).map(added));
        }
        body.push(added(exports.specifiers()));
        tree.program.body = ArenaVec::from_iter_in(body, &ast);
        Ok(true)
    }
}

fn is_export(it: &Statement<'_>) -> bool {
    matches!(
        it,
        Statement::ExportDeclaration(_) | Statement::ExportNamedDeclaration(_) | Statement::ExportDefaultDeclaration(_)
    )
}

/// When a variable that never changes has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ready {
    /// At the start of the module.
    AtOnce,
    /// After its declaration.
    Later,
}

/// Returns the variables that a statement of a module declares, if they never change.
fn fixed_names(it: &Statement<'_>) -> Vec<(String, Ready)> {
    let function = |name: Option<&str>| name.map(|name| (name.to_owned(), Ready::AtOnce)).into_iter().collect();
    let class = |name: Option<&str>| name.map(|name| (name.to_owned(), Ready::Later)).into_iter().collect();
    match it {
        Statement::FunctionDeclaration(it) => function(it.id.as_ref().map(|id| id.name.as_str())),
        Statement::ClassDeclaration(it) => class(it.id.as_ref().map(|id| id.name.as_str())),
        Statement::VariableDeclaration(it) => constants(it),
        Statement::ExportDeclaration(it) => match &it.declaration {
            Declaration::FunctionDeclaration(it) => function(it.id.as_ref().map(|id| id.name.as_str())),
            Declaration::ClassDeclaration(it) => class(it.id.as_ref().map(|id| id.name.as_str())),
            Declaration::VariableDeclaration(it) => constants(it),
            _ => Vec::new(),
        },
        Statement::ExportDefaultDeclaration(it) => match &it.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(it) => {
                function(it.id.as_ref().map(|id| id.name.as_str()))
            }
            ExportDefaultDeclarationKind::ClassDeclaration(it) => class(it.id.as_ref().map(|id| id.name.as_str())),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Patterns are left out.
fn constants(it: &VariableDeclaration<'_>) -> Vec<(String, Ready)> {
    let names = it.declarations.iter().map(|it| Some((it.id.get_binding_identifier()?.name.to_string(), Ready::Later)));
    let names: Option<Vec<_>> = names.collect();
    names.filter(|_| it.kind == VariableDeclarationKind::Const).unwrap_or_default()
}

/// The exports of a module that can be replaced.
struct Exports {
    /// The variables of the module that never change.
    fixed: FxHashMap<String, Ready>,
    /// The variable and the name of each.
    all: Vec<(String, String)>,
}

impl Exports {
    fn of(program: &Program<'_>, scoping: &Scoping) -> Self {
        let changes = |name: &str| {
            let symbol = scoping.get_root_binding(name.into());
            symbol.is_some_and(|symbol| scoping.symbol_is_mutated(symbol))
        };
        let fixed = program.body.iter().flat_map(fixed_names).filter(|(name, _)| !changes(name));
        let fixed: FxHashMap<_, _> = fixed.collect();
        let all = program.body.iter().flat_map(|it| Self::in_statement(it, &fixed)).collect();
        Self { fixed, all }
    }

    fn in_statement(it: &Statement<'_>, fixed: &FxHashMap<String, Ready>) -> Vec<(String, String)> {
        match it {
            Statement::ExportDeclaration(_) => {
                let names = fixed_names(it);
                // All of them move, or none does.
                let are_fixed = names.iter().all(|(name, _)| fixed.contains_key(name));
                let names = names.into_iter().filter(|_| are_fixed);
                names.map(|(name, _)| (name.clone(), name)).collect()
            }
            Statement::ExportDefaultDeclaration(export) => {
                let local = match &export.declaration {
                    ExportDefaultDeclarationKind::Identifier(name) => Some(name.name.to_string()),
                    _ => fixed_names(it).into_iter().next().map(|(name, _)| name),
                };
                let local = local.filter(|local| fixed.contains_key(local));
                local.map(|local| (local, DEFAULT.to_owned())).into_iter().collect()
            }
            Statement::ExportNamedDeclaration(export) => {
                let names =
                    export.specifiers.iter().map(|it| (it.local.name().to_string(), it.exported.name().to_string()));
                names.filter(|(local, _)| fixed.contains_key(local)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Removes these exports from a statement. Returns whether anything is left of it.
    fn remove_from<'a>(&self, it: &mut Statement<'a>, ast: &AstBuilder<'a>) -> bool {
        let is_taken = !Self::in_statement(it, &self.fixed).is_empty();
        match it {
            Statement::ExportDeclaration(export) if is_taken => {
                *it = Statement::from(export.declaration.take_in(ast));
                true
            }
            Statement::ExportDefaultDeclaration(export) if is_taken => match export.declaration.take_in(ast) {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                    *it = Statement::FunctionDeclaration(function);
                    true
                }
                ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                    *it = Statement::ClassDeclaration(class);
                    true
                }
                _ => false,
            },
            Statement::ExportNamedDeclaration(export) if is_taken => {
                export.specifiers.retain(|it| !self.fixed.contains_key(it.local.name().as_str()));
                !export.specifiers.is_empty()
            }
            _ => true,
        }
    }

    /// Returns the variables of the exports, and the call that says how they are replaced.
    fn declarations(&self) -> impl Iterator<Item = String> {
        let declared = self.all.iter().enumerate().flat_map(|(number, (local, _))| {
            let variable = variable(number);
            match self.fixed.get(local) {
                Some(Ready::AtOnce) => vec![
                    format!(
                        "function {variable}() {{ return new.target ? Reflect.construct({local}, arguments, \
                         new.target) : {local}.apply(this, arguments); }}"
                    ),
                    format!("{variable} = {local};"),
                ],
                _ => vec![format!("var {variable};")],
            }
        });
        let entries = self.all.iter().enumerate().map(|(number, (_, exported))| {
            let (name, variable) = (serde_json::Value::from(exported.as_str()), variable(number));
            format!("{name}: [() => {variable}, (it) => {{ {variable} = it; }}]")
        });
        let entries: Vec<_> = entries.collect();
        let call = format!("{HOST}.{HELPERS}.replaceable(import.meta.filename, {{ {} }});", entries.join(", "));
        declared.chain(std::iter::once(call))
    }

    /// Returns the statements that follow the declaration of variables that are exported.
    fn assignments(&self, declared: &[(String, Ready)]) -> impl Iterator<Item = String> {
        self.all.iter().enumerate().filter_map(move |(number, (local, _))| {
            let is_declared = declared.iter().any(|(name, ready)| name == local && *ready == Ready::Later);
            is_declared.then(|| format!("{} = {local};", variable(number)))
        })
    }

    fn specifiers(&self) -> String {
        let all = self.all.iter().enumerate().map(|(number, (_, exported))| {
            format!("{} as {}", variable(number), serde_json::Value::from(exported.as_str()))
        });
        format!("export {{ {} }};", all.collect::<Vec<_>>().join(", "))
    }
}

fn variable(number: usize) -> String {
    format!("__posttask_export_{number}")
}
