//! Finds imports of names that the other module does not export. The engine refuses them too, but does not say where.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxHashSet;

use super::builtin_modules::BuiltinContent;
use super::common_js::exports_of;
use super::diagnostic::Diagnostic;
use super::link_changes::{CommonJsImport, LinkChanges};
use super::links::{DEFAULT, Import, Links};
use super::module_format::{Format, Language, Role};
use super::package_files::is_in_package;
use super::packages::Request;
use super::source_file::SourceFile;
use super::syntax_error::{Label, SyntaxError};
use super::{FrontEnd, locked};

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
    /// TypeScript does not mark as types are erased instead. In tests, Vitest and Jest compile all modules but those of
    /// packages so that such an import is `undefined`, or a property of a CommonJS or JSON module.
    pub(super) fn missing_export(&self, file: &SourceFile) -> Option<Diagnostic> {
        let links = &file.compiled.as_ref().ok()?.links;
        let mut changes = LinkChanges::default();
        let wrong = self.missing_reexport(links, file, &mut changes);
        if let Some((import, path)) = wrong.or_else(|| self.missing_import(links, file, &mut changes)) {
            return Some(self.describe(import, file, &path));
        }
        if file.is_for_tests() {
            changes.common_js = self.common_js_imports(links, &changes.missing_imports, file.path());
            changes.namespaces = self.namespaces_of_project(links, &changes.common_js, file.path());
        }
        changes.self_replacing = self.self_replacing_properties(file);
        file.change_links(|| changes);
        None
    }

    /// Returns the path of the module that does not export the name of an import.
    fn module_without(&self, import: &Import, importer: &Path) -> Option<PathBuf> {
        let path = self.resolve(&import.specifier, importer, Request::Import).ok()?;
        (self.exports(&path, &import.name, &mut Questions::default()) == Exports::No).then_some(path)
    }

    /// Returns the first missing name that a module exports, and from where, unless the export is removed.
    fn missing_reexport<'l>(
        &self,
        links: &'l Links,
        file: &SourceFile,
        changes: &mut LinkChanges,
    ) -> Option<(&'l Import, PathBuf)> {
        for (name, import) in &links.reexports {
            let Some(path) = self.module_without(import, file.path()) else { continue };
            if Language::of(file.path()).is_typescript() {
                changes.removed_exports.insert(name.clone());
                changes.removed_imports.extend(import.local.clone());
            } else if file.is_for_tests() && import.local.is_some() {
                // The variable of an import remains.
            } else if file.is_for_tests() && self.common_js_import(&path).is_none() {
                changes.removed_exports.insert(name.clone());
            } else {
                return Some((import, path));
            }
        }
        None
    }

    /// Returns the first missing name that a module imports, and from where, unless it becomes a variable. The engine
    /// does not link dynamic imports.
    fn missing_import<'l>(
        &self,
        links: &'l Links,
        file: &SourceFile,
        changes: &mut LinkChanges,
    ) -> Option<(&'l Import, PathBuf)> {
        for import in &links.imports {
            let Some(local) = import.local.as_ref().filter(|it| !changes.removed_imports.contains(*it)) else {
                continue;
            };
            let Some(path) = self.module_without(import, file.path()) else { continue };
            if file.is_for_tests() {
                changes.missing_imports.insert(local.clone());
            } else if links.requests.contains(&import.specifier) {
                return Some((import, path));
            }
        }
        None
    }

    /// Returns the CommonJS and JSON modules that a file for tests does not import as Node would.
    fn common_js_imports(
        &self,
        links: &Links,
        missing: &HashSet<String>,
        importer: &Path,
    ) -> HashMap<String, CommonJsImport> {
        let found = |specifier: &String| {
            let path = self.resolve(specifier, importer, Request::Import).ok()?;
            Some((specifier.clone(), self.common_js_import(&path)?))
        };
        let is_missing = |import: &Import| import.local.as_ref().is_some_and(|local| missing.contains(local));
        let named = links.imports.iter().filter_map(|import| {
            let module = (import.name == DEFAULT || is_missing(import)).then(|| found(&import.specifier)).flatten()?;
            (is_missing(import) || module.1.is_compiled).then_some(module)
        });
        named.chain(links.namespaces.iter().filter_map(found)).collect()
    }

    /// Returns the paths of the ES modules of the project whose namespaces a file imports, by specifier.
    fn namespaces_of_project(
        &self,
        links: &Links,
        common_js: &HashMap<String, CommonJsImport>,
        importer: &Path,
    ) -> HashMap<String, String> {
        let others = links.namespaces.iter().filter(|specifier| !common_js.contains_key(*specifier));
        let found = others.filter_map(|specifier| {
            let path = self.resolve(specifier, importer, Request::Import).ok()?;
            let is_of_project = self.native_exports(&path).is_none() && !is_in_package(&path);
            is_of_project.then(|| (specifier.clone(), path.display().to_string()))
        });
        found.collect()
    }

    /// Returns the properties that a file mentions whose getters replace themselves: in the modules that it imports, in
    /// those that they import, and in what was loaded before. The objects may come from any of them.
    fn self_replacing_properties(&self, file: &SourceFile) -> IndexSet<String> {
        self.find_self_replacing(file);
        let known = locked(&self.self_replacing);
        known.names.iter().filter(|name| file.text().contains(name.as_str())).cloned().collect()
    }

    /// Visits the modules below a file. Each is visited once for all files: O(imports) for the whole program.
    fn find_self_replacing(&self, file: &SourceFile) {
        let mut next = self.imported_files(file);
        while let Some(file) = next.pop() {
            if !locked(&self.self_replacing).visited.insert(file.path().to_owned()) {
                continue;
            }
            if let Ok(compiled) = &file.compiled {
                locked(&self.self_replacing).names.extend(compiled.self_replacing.iter().cloned());
            }
            next.extend(self.imported_files(&file));
        }
    }

    /// Returns the modules that a file loads, except for those of the host.
    fn imported_files(&self, by: &SourceFile) -> Vec<Arc<SourceFile>> {
        let Ok(compiled) = &by.compiled else { return Vec::new() };
        let imported = compiled.links.requests.iter().filter_map(|specifier| {
            let path = self.resolve(specifier, by.path(), Request::Import).ok()?;
            if self.packages.builtins.at(&path).is_some() { None } else { self.file(&path).ok() }
        });
        imported.collect()
    }

    fn common_js_import(&self, path: &Path) -> Option<CommonJsImport> {
        if path.extension().is_some_and(|extension| extension == "json") {
            return Some(CommonJsImport::default());
        }
        self.native_exports(path).is_none().then_some(())?;
        let file = self.file(path).ok()?;
        let compiled = file.compiled.as_ref().ok()?;
        (file.format(compiled, Role::Imported) == Format::CommonJs)
            .then(|| CommonJsImport { is_compiled: exports_of(self, &file, compiled).contains("__esModule") })
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
