//! What a file imports from modules of the host.

use std::sync::Arc;

use oxc_ast::ast::{ImportDeclaration, ImportDeclarationSpecifier, ModuleExportName, Program, Statement};
use oxc_syntax::symbol::SymbolId;
use posttask::internal::exploration::footprints::HostModules;
use rustc_hash::FxHashMap;

/// What a file imports from a module of the host.
#[derive(Clone)]
pub(super) struct Import {
    /// How the file calls the module.
    pub(super) specifier: Arc<str>,
    /// The name of the export; empty if it is the default export, or the module itself.
    pub(super) export: String,
}

/// The variables of a file that are imports from modules of the host.
pub(super) fn imports_from(host: &HostModules, program: &Program<'_>) -> FxHashMap<SymbolId, Import> {
    let imports = program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(import) if host.know(&import.source.value) => Some(&**import),
        _ => None,
    });
    imports.flat_map(names_of).collect()
}

fn names_of(declaration: &ImportDeclaration<'_>) -> Vec<(SymbolId, Import)> {
    let specifier: Arc<str> = declaration.source.value.as_str().into();
    let imported = declaration.specifiers.iter().flatten().filter_map(|it| {
        let (local, export) = match it {
            ImportDeclarationSpecifier::ImportSpecifier(named) => (&named.local, export_name(&named.imported)),
            ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => (&default.local, String::new()),
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(namespace) => (&namespace.local, String::new()),
        };
        Some((local.symbol_id.get()?, Import { specifier: Arc::clone(&specifier), export }))
    });
    imported.collect()
}

fn export_name(name: &ModuleExportName<'_>) -> String {
    let name = name.name();
    if name == "default" { String::new() } else { name.to_string() }
}
