//! What a module imports and exports, as far as its text says.

use oxc_span::Span;
use oxc_syntax::module_record::{ExportEntry, ExportExportName, ExportImportName, ImportEntry, ImportImportName};

use super::diagnostic::position;
use super::edits::{Edits, Position};
use super::syntax::Syntax;

/// The imports and exports of an ES module. Types are left out, as far as the text says that they are types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Links {
    /// The names that the module imports.
    pub(super) imports: Vec<Import>,
    /// The names that it exports and declares.
    pub(super) exports: Vec<String>,
    /// The names that it exports and takes from other modules.
    pub(super) reexports: Vec<Reexport>,
    /// The modules of which it exports everything.
    pub(super) stars: Vec<String>,
}

/// A name that must be exported by another module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Import {
    pub(super) specifier: String,
    pub(super) name: String,
    pub(super) position: Position,
    pub(super) width: u32,
    /// The variable, if there is one.
    pub(super) local: Option<String>,
}

/// An export that is an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reexport {
    pub(super) name: String,
    pub(super) import: Import,
}

/// The name of the default export.
pub(super) const DEFAULT: &str = "default";

impl Links {
    pub(super) fn of(syntax: &Syntax<'_>, text: &str, edits: &Edits) -> Self {
        let record = &syntax.record;
        let import = |(specifier, name, span): (&str, &str, Span), local: Option<&str>| Import {
            specifier: specifier.to_owned(),
            name: name.to_owned(),
            position: position(text, span.start),
            width: span.size(),
            local: local.map(str::to_owned),
        };
        let imported = |entry: &ImportEntry<'_>| {
            let (name, span) = imported_name(entry)?;
            let found = (entry.module_request.name.as_str(), name, span);
            (!entry.is_type).then(|| import(found, Some(&entry.local_name.name)))
        };
        let reexported = |entry: &ExportEntry<'_>| {
            let ExportImportName::Name(name) = &entry.import_name else { return None };
            // `import { a } from 'b'; export { a }`
            let declared = record.import_entries.iter().find(|import| declares(import, name.span));
            let import = match declared {
                Some(declared) => imported(declared)?,
                None => import((&entry.module_request.as_ref()?.name, &name.name, name.span), None),
            };
            Some(Reexport { name: exported_name(entry)?, import })
        };
        let indirect = || record.indirect_export_entries.iter().filter(|entry| !entry.is_type);
        // `export * as a from 'b'`
        let namespaces = indirect().filter(|entry| !matches!(entry.import_name, ExportImportName::Name(_)));
        let exports = record.local_export_entries.iter().filter(|entry| !entry.is_type).chain(namespaces);
        let stars = record.star_export_entries.iter().filter(|entry| !entry.is_type);
        // TypeScript leaves out imports that are only used as types.
        let imports = record.import_entries.iter().filter(|entry| !edits.erase(entry.local_name.span));
        Self {
            imports: imports.filter_map(imported).collect(),
            exports: exports.filter_map(exported_name).collect(),
            reexports: indirect().filter_map(reexported).collect(),
            stars: stars.filter_map(|entry| Some(entry.module_request.as_ref()?.name.to_string())).collect(),
        }
    }
}

fn imported_name<'e>(entry: &'e ImportEntry<'_>) -> Option<(&'e str, Span)> {
    match &entry.import_name {
        ImportImportName::Name(name) => Some((name.name.as_str(), name.span)),
        ImportImportName::Default(span) => Some((DEFAULT, *span)),
        ImportImportName::NamespaceObject => None,
    }
}

/// Whether an import is the one that an export refers to. The parser gives the export the place of the imported name,
/// or of the variable of a default import.
fn declares(entry: &ImportEntry<'_>, place: Span) -> bool {
    entry.local_name.span == place || imported_name(entry).is_some_and(|(_, span)| span == place)
}

fn exported_name(entry: &ExportEntry<'_>) -> Option<String> {
    match &entry.export_name {
        ExportExportName::Name(name) => Some(name.name.to_string()),
        ExportExportName::Default(_) => Some(DEFAULT.to_owned()),
        ExportExportName::Null => None,
    }
}
