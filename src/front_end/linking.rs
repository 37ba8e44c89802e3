//! Finds imports of names that the other module does not export. The engine refuses them too, but does not say where.

use std::path::{Path, PathBuf};

use super::FrontEnd;
use super::common_js::exports_of;
use super::diagnostic::{Diagnostic, Mark};
use super::links::{DEFAULT, Import};
use super::module_format::{Format, Role};
use super::packages::Request;
use super::source_file::SourceFile;

/// The maximum number of exports that an error lists.
const LISTED: usize = 8;

/// Whether a module exports a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exports {
    Yes,
    No,
    /// A module is missing or does not compile, which is another error.
    Unknown,
}

impl FrontEnd {
    /// Returns the first import of a module whose name the other module does not export.
    pub(super) fn missing_export(&self, file: &SourceFile) -> Option<Diagnostic> {
        let links = &file.compiled.as_ref().ok()?.links;
        links.imports.iter().find_map(|import| {
            let path = self.resolve(&import.specifier, file.path(), Request::Import).ok()?;
            let is_missing = self.exports(&path, &import.name, &mut Vec::new()) == Exports::No;
            is_missing.then(|| self.describe(import, &path))
        })
    }

    /// Returns whether the module at a path exports a name. Modules may export everything of each other, so `seen` are
    /// those that are being asked.
    fn exports(&self, path: &Path, name: &str, seen: &mut Vec<PathBuf>) -> Exports {
        if path.extension().is_some_and(|extension| extension == "json") {
            return if name == DEFAULT { Exports::Yes } else { Exports::No };
        }
        let Ok(file) = self.file(path) else { return Exports::Unknown };
        let Ok(compiled) = &file.compiled else { return Exports::Unknown };
        if file.format(compiled, Role::Imported) == Format::CommonJs {
            let found = exports_of(self, &file, compiled).iter().any(|export| *export == name);
            return if found { Exports::Yes } else { Exports::No };
        }
        if compiled.links.exports.iter().any(|export| *export == name) {
            return Exports::Yes;
        }
        if name == DEFAULT || seen.iter().any(|other| other == path) {
            return Exports::No;
        }
        seen.push(path.to_owned());
        let mut answer = Exports::No;
        for star in &compiled.links.stars {
            let found = self.resolve(star, path, Request::Import);
            match found.map_or(Exports::Unknown, |path| self.exports(&path, name, seen)) {
                Exports::Yes => return Exports::Yes,
                Exports::Unknown => answer = Exports::Unknown,
                Exports::No => {}
            }
        }
        answer
    }

    fn describe(&self, import: &Import, path: &Path) -> Diagnostic {
        let Import { specifier, name, position, width } = import;
        let message = match name.as_str() {
            DEFAULT => format!("'{specifier}' has no default export"),
            name => format!("'{specifier}' does not export '{name}'"),
        };
        let marks = vec![Mark { position: *position, width: *width, text: None }];
        Diagnostic { message, position: *position, marks, help: self.exports_in_words(path) }
    }

    fn exports_in_words(&self, path: &Path) -> Option<String> {
        let file = self.file(path).ok()?;
        let compiled = file.compiled.as_ref().ok()?;
        if file.format(compiled, Role::Imported) == Format::CommonJs {
            return Some("it is a CommonJS module: use its default export, and read the property from it".to_owned());
        }
        let names = &compiled.links.exports;
        let is_short = (1..=LISTED).contains(&names.len()) && compiled.links.stars.is_empty();
        is_short.then(|| format!("it exports {}", names.join(", ")))
    }
}
