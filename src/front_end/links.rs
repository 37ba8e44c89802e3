//! What a module imports and exports, as far as its text says.

use oxc_span::Span;
use oxc_syntax::module_record::{ExportEntry, ExportExportName, ExportImportName, ImportEntry, ImportImportName};

use super::diagnostic::position;
use super::edits::{Edits, Position};
use super::syntax::Syntax;

/// The imports and exports of an ES module. Types are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Links {
    /// The names that the module imports, or exports from other modules.
    pub(super) imports: Vec<Import>,
    pub(super) exports: Vec<String>,
    /// The modules of which everything is exported.
    pub(super) stars: Vec<String>,
}

/// A name that must be exported by another module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Import {
    pub(super) specifier: String,
    pub(super) name: String,
    pub(super) position: Position,
    pub(super) width: u32,
}

/// The name of the default export.
pub(super) const DEFAULT: &str = "default";

impl Links {
    pub(super) fn of(syntax: &Syntax<'_>, text: &str, edits: &Edits) -> Self {
        let record = &syntax.record;
        let is_typescript = syntax.program.source_type.is_typescript();
        let import = |specifier: &str, name: &str, span: Span| Import {
            specifier: specifier.to_owned(),
            name: name.to_owned(),
            position: position(text, span.start),
            width: span.size(),
        };
        let imported = record.import_entries.iter().filter_map(|entry| {
            let (name, span) = imported_name(entry)?;
            // TypeScript leaves out imports that are only used as types.
            if is_typescript && edits.erase(span) {
                return None;
            }
            Some(import(&entry.module_request.name, name, span))
        });
        // Whether TypeScript re-exports a type is not known here.
        let indirect = || record.indirect_export_entries.iter().filter(|entry| !entry.is_type);
        let reexported = indirect().filter(|_| !is_typescript).filter_map(|entry| {
            let (Some(module), ExportImportName::Name(name)) = (&entry.module_request, &entry.import_name) else {
                return None;
            };
            // `import { a } from 'b'; export { a }` is an indirect export too, but its import is checked.
            let is_import = record.import_entries.iter().any(|import| import.module_request.span == module.span);
            (!is_import).then(|| import(&module.name, &name.name, name.span))
        });
        let exported = record.local_export_entries.iter().filter(|entry| !entry.is_type).chain(indirect());
        let stars = record.star_export_entries.iter().filter(|entry| !entry.is_type);
        Self {
            imports: imported.chain(reexported).collect(),
            exports: exported.filter_map(exported_name).collect(),
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

fn exported_name(entry: &ExportEntry<'_>) -> Option<String> {
    match &entry.export_name {
        ExportExportName::Name(name) => Some(name.name.to_string()),
        ExportExportName::Default(_) => Some(DEFAULT.to_owned()),
        ExportExportName::Null => None,
    }
}
