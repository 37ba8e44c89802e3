//! Finds imports of names that the other module does not export. The engine refuses them too, but does not say where.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::FrontEnd;
use super::builtin_modules::BuiltinContent;
use super::common_js::exports_of;
use super::diagnostic::Diagnostic;
use super::links::{DEFAULT, Import};
use super::module_format::{Format, Language, Role};
use super::packages::Request;
use super::source_file::SourceFile;
use super::syntax_error::{Label, SyntaxError};
use super::type_exports::TypeExports;

/// The maximum number of exports that an error lists.
const LISTED: usize = 8;

/// The names that modules are asked for, directly or because others export their names.
type Questions = FxHashSet<(PathBuf, String)>;

/// Whether a module exports a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exports {
    Yes,
    No,
    /// A module is missing or does not compile, which is another error.
    Unknown,
}

impl FrontEnd {
    /// Returns the first import of a module whose name the other module does not export. Re-exports of types that
    /// TypeScript does not mark as types are erased instead.
    pub(super) fn missing_export(&self, file: &SourceFile) -> Option<Diagnostic> {
        let links = &file.compiled.as_ref().ok()?.links;
        let missing = |import: &Import| {
            let path = self.resolve(&import.specifier, file.path(), Request::Import).ok()?;
            (self.exports(&path, &import.name, &mut Questions::default()) == Exports::No).then_some(path)
        };
        let mut types = TypeExports::default();
        for (name, import) in &links.reexports {
            match missing(import) {
                Some(_) if Language::of(file.path()).is_typescript() => {
                    types.exports.insert(name.clone());
                    types.imports.extend(import.local.clone());
                }
                Some(path) => return Some(self.describe(import, file, &path)),
                None => {}
            }
        }
        let is_type = |import: &&Import| import.local.as_ref().is_some_and(|local| types.imports.contains(local));
        let mut imports = links.imports.iter().filter(|import| !is_type(import));
        let found = imports.find_map(|import| missing(import).map(|path| self.describe(import, file, &path)));
        file.erase_types(|| types);
        found
    }

    /// Returns whether a module at a path exports a name. Modules may export the names of each other, so `seen` are the
    /// questions that are being answered.
    fn exports(&self, path: &Path, name: &str, seen: &mut Questions) -> Exports {
        if path.extension().is_some_and(|extension| extension == "json") {
            return if name == DEFAULT { Exports::Yes } else { Exports::No };
        }
        if let Some(exports) = self.native_exports(path) {
            return if name == DEFAULT || exports.contains(&name) { Exports::Yes } else { Exports::No };
        }
        let Ok(file) = self.file(path) else { return Exports::Unknown };
        let Ok(compiled) = &file.compiled else { return Exports::Unknown };
        if file.format(compiled, Role::Imported) == Format::CommonJs {
            let found = exports_of(self, &file, compiled).contains(name);
            return if found { Exports::Yes } else { Exports::No };
        }
        if compiled.links.exports.contains(name) {
            return Exports::Yes;
        }
        if !seen.insert((path.to_owned(), name.to_owned())) {
            return Exports::No;
        }
        if let Some(import) = compiled.links.reexports.get(name) {
            return self.exports_of_specifier(&import.specifier, path, &import.name, seen);
        }
        let stars = if name == DEFAULT { &[] } else { compiled.links.stars.as_slice() };
        let mut answer = Exports::No;
        for star in stars {
            match self.exports_of_specifier(star, path, name, seen) {
                Exports::Yes => return Exports::Yes,
                Exports::Unknown => answer = Exports::Unknown,
                Exports::No => {}
            }
        }
        answer
    }

    /// Returns the names that a module exports, if a function of the host makes it.
    fn native_exports(&self, path: &Path) -> Option<&'static [&'static str]> {
        match self.packages.builtins.at(path)?.content {
            BuiltinContent::Native { exports, .. } => Some(exports),
            BuiltinContent::Text(_) | BuiltinContent::NodeText(_) => None,
        }
    }

    fn exports_of_specifier(&self, specifier: &str, importer: &Path, name: &str, seen: &mut Questions) -> Exports {
        let found = self.resolve(specifier, importer, Request::Import);
        found.map_or(Exports::Unknown, |path| self.exports(&path, name, seen))
    }

    fn describe(&self, import: &Import, importer: &SourceFile, path: &Path) -> Diagnostic {
        let Import { specifier, name, span, .. } = import;
        let message = match name.as_str() {
            DEFAULT => format!("'{specifier}' has no default export"),
            name => format!("'{specifier}' does not export '{name}'"),
        };
        let place = Label { span: *span, text: None };
        let help = self.exports_in_words(path, name);
        Diagnostic::new(SyntaxError { message, place, labels: Vec::new(), help }, importer.text())
    }

    fn exports_in_words(&self, path: &Path, name: &str) -> Option<String> {
        if let Some(exports) = self.native_exports(path) {
            return Some(match exports {
                [] => "its package excludes it in browsers: use its default export".to_owned(),
                names => format!("it exports {}", names.join(", ")),
            });
        }
        let file = self.file(path).ok()?;
        let compiled = file.compiled.as_ref().ok()?;
        if file.format(compiled, Role::Imported) == Format::CommonJs {
            return Some("it is a CommonJS module: use its default export, and read the property from it".to_owned());
        }
        let links = &compiled.links;
        if links.reexports.contains_key(name) {
            return Some("the modules re-export it from each other, but none of them declares it".to_owned());
        }
        let names: Vec<&str> = links.exports.iter().chain(links.reexports.keys()).map(String::as_str).collect();
        let is_short = (1..=LISTED).contains(&names.len()) && links.stars.is_empty();
        is_short.then(|| format!("it exports {}", names.join(", ")))
    }
}
