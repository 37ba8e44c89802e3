//! What a module imports and exports, as far as its text says.

use indexmap::{IndexMap, IndexSet};
use oxc_ast::ast::{ImportDeclarationSpecifier, Program, Statement};
use oxc_span::Span;
use oxc_syntax::module_record::{
    ExportEntry, ExportExportName, ExportImportName, ExportLocalName, ImportEntry, ImportImportName, ModuleRecord,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The imports and exports of an ES module. Types are left out, as far as the text says that they are types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Links {
    /// The names that the module imports.
    pub(super) imports: Vec<Import>,
    /// The names that it exports and declares.
    pub(super) exports: IndexSet<String>,
    /// The names that it exports and takes from other modules.
    pub(super) reexports: IndexMap<String, Import>,
    /// The modules of which it exports everything.
    pub(super) stars: Vec<String>,
    /// The specifiers of the modules whose namespaces it imports.
    pub(super) namespaces: Vec<String>,
    /// The specifiers of the modules that are loaded with it. Those of dynamic imports are not.
    pub(super) requests: Vec<String>,
}

/// A name that must be exported by another module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Import {
    pub(super) specifier: String,
    pub(super) name: String,
    pub(super) span: Span,
    /// The variable, if there is one.
    pub(super) local: Option<String>,
}

/// The name of the default export.
pub(super) const DEFAULT: &str = "default";

impl Links {
    /// `record` is that of the text, and `program` has only the imports and exports that are values.
    pub(super) fn of(record: &ModuleRecord<'_>, program: &Program<'_>) -> Self {
        let import = |(specifier, name, span): (&str, &str, Span), local: Option<&str>| Import {
            specifier: specifier.to_owned(),
            name: name.to_owned(),
            span,
            local: local.map(str::to_owned),
        };
        let imported = |entry: &ImportEntry<'_>| {
            let (name, span) = imported_name(entry)?;
            let found = (entry.module_request.name.as_str(), name, span);
            (!entry.is_type).then(|| import(found, Some(&entry.local_name.name)))
        };
        // An export of an import has the place of the imported name, or of the variable of a default import.
        let places = record.import_entries.iter().flat_map(|entry| {
            let imported = imported_name(entry).map(|(_, span)| span);
            [Some(entry.local_name.span), imported].into_iter().flatten().map(move |span| (span.start, entry))
        });
        let declarations: FxHashMap<u32, &ImportEntry<'_>> = places.collect();
        let reexported = |entry: &ExportEntry<'_>| {
            let ExportImportName::Name(name) = &entry.import_name else { return None };
            // `import { a } from 'b'; export { a }`
            let import = match declarations.get(&name.span.start) {
                Some(declared) => imported(declared)?,
                None => import((&entry.module_request.as_ref()?.name, &name.name, name.span), None),
            };
            Some((exported_name(entry)?, import))
        };
        let indirect = || record.indirect_export_entries.iter().filter(|entry| !entry.is_type);
        // `export * as a from 'b'`
        let namespaces = indirect().filter(|entry| !matches!(entry.import_name, ExportImportName::Name(_)));
        // `interface T {} export { T }`: only the program says that it is a type.
        let clauses = names_in_clauses(program);
        let is_value = |entry: &&ExportEntry<'_>| {
            !entry.is_type
                && (!is_in_clause(entry) || exported_name(entry).is_some_and(|name| clauses.contains(&*name)))
        };
        let local = record.local_export_entries.iter().filter(is_value).chain(namespaces);
        // To the parser, abstract classes are types.
        let default = (declares_default(program) || clauses.contains(DEFAULT)).then(|| DEFAULT.to_owned());
        let stars = record.star_export_entries.iter().filter(|entry| !entry.is_type);
        // TypeScript leaves out imports that are only used as types.
        let values = imported_variables(program);
        let imports = record.import_entries.iter().filter(|entry| values.contains(&entry.local_name.span));
        Self {
            imports: imports.filter_map(imported).collect(),
            exports: local.filter_map(exported_name).chain(default).collect(),
            reexports: indirect().filter_map(reexported).collect(),
            namespaces: program.body.iter().filter_map(namespace).collect(),
            stars: stars.filter_map(|entry| Some(entry.module_request.as_ref()?.name.to_string())).collect(),
            requests: requests(program),
        }
    }
}

/// The specifiers of the modules that are loaded with a program.
pub(super) fn requests(program: &Program<'_>) -> Vec<String> {
    program.body.iter().filter_map(request).collect()
}

/// The specifier of the module that a statement loads.
fn request(statement: &Statement<'_>) -> Option<String> {
    let source = match statement {
        Statement::ImportDeclaration(it) => Some(&it.source),
        Statement::ExportAllDeclaration(it) => Some(&it.source),
        Statement::ExportFromDeclaration(it) => Some(&it.source),
        _ => None,
    };
    source.map(|source| source.value.to_string())
}

/// The specifier of the module whose namespace a statement imports.
fn namespace(statement: &Statement<'_>) -> Option<String> {
    let Statement::ImportDeclaration(import) = statement else { return None };
    let is_namespace =
        |it: &ImportDeclarationSpecifier<'_>| matches!(it, ImportDeclarationSpecifier::ImportNamespaceSpecifier(_));
    import.specifiers.iter().flatten().any(is_namespace).then(|| import.source.value.to_string())
}

fn declares_default(program: &Program<'_>) -> bool {
    program.body.iter().any(|statement| matches!(statement, Statement::ExportDefaultDeclaration(_)))
}

/// The names in clauses such as `export { a }`.
fn names_in_clauses(program: &Program<'_>) -> FxHashSet<String> {
    let clauses = program.body.iter().filter_map(|statement| match statement {
        Statement::ExportNamedDeclaration(clause) => Some(&clause.specifiers),
        _ => None,
    });
    clauses.flatten().map(|specifier| specifier.exported.name().to_string()).collect()
}

/// Whether an export is in a clause. Those of declarations begin with a keyword.
fn is_in_clause(entry: &ExportEntry<'_>) -> bool {
    matches!(&entry.local_name, ExportLocalName::Name(name) if name.span.start == entry.span.start)
}

fn imported_variables(program: &Program<'_>) -> FxHashSet<Span> {
    let imports = program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(import) => import.specifiers.as_ref(),
        _ => None,
    });
    imports.flatten().map(|specifier| specifier.local().span).collect()
}

fn imported_name<'e>(entry: &'e ImportEntry<'_>) -> Option<(&'e str, Span)> {
    match &entry.import_name {
        ImportImportName::Name(name) => Some((name.name.as_str(), name.span)),
        ImportImportName::Default(span) => Some((DEFAULT, *span)),
        ImportImportName::NamespaceObject => None,
    }
}

fn exported_name(entry: &ExportEntry<'_>) -> Option<String> {
    match &entry.export_name {
        ExportExportName::Name(name) => Some(name.name.to_string()),
        ExportExportName::Default(_) => Some(DEFAULT.to_owned()),
        ExportExportName::Null => None,
    }
}
