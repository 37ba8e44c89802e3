//! What a test runner asks about the modules of a program: where they are, and which of them a test replaces.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boa_engine::{Context, JsResult, JsValue};
use indexmap::IndexMap;
use posttask::internal::webidl::type_error;

use super::FrontEnd;
use super::common_js;
use super::evaluations::forget_evaluations;
use super::links::DEFAULT;
use super::module_format::{Format, Role};
use super::module_mocks::{mocked_among, mocks_of, reset_es_modules};
use super::packages::{NotFound, Request};
use super::source_file::SourceFile;
use super::sources::front_end_of;

/// Returns the path of the real module that a specifier names.
///
/// # Errors
///
/// An error with Node's code if there is no such module.
pub fn real_path(specifier: &str, importer: &Path, context: &mut Context) -> JsResult<PathBuf> {
    let found = front_end_of(context)?.resolve(specifier, importer, Request::Import);
    found.map_err(|NotFound { code, message }| common_js::error_with_code(code, message, context))
}

/// Whether the module at a path is a CommonJS module, or one of the host.
#[must_use]
pub fn is_common_js(path: &Path, context: &Context) -> bool {
    let Ok(front_end) = front_end_of(context) else { return false };
    let is_common_js = |file: Arc<SourceFile>| {
        file.compiled.as_ref().is_ok_and(|compiled| file.format(compiled, Role::Required) == Format::CommonJs)
    };
    front_end.packages.builtins.at(path).is_some() || front_end.file(path).is_ok_and(is_common_js)
}

/// Makes the next import of each module load it again.
pub fn reset_modules(context: &mut Context) {
    reset_es_modules(context);
    forget_evaluations(context);
    common_js::forget_all(context);
}

/// Returns the replaced modules among the one at a path and those that are loaded with it.
///
/// # Errors
///
/// `TypeError` if the context has no front end.
pub fn mocked_imports(path: &Path, context: &Context) -> JsResult<Vec<PathBuf>> {
    let front_end = front_end_of(context)?;
    let Some(mocks) = mocks_of(context) else { return Ok(Vec::new()) };
    Ok(mocked_among(path, &mocks, |path| front_end.imports_of(path)))
}

/// Returns the exports of a CommonJS module, even if a test replaces it. `None` if it is an ES module.
///
/// # Errors
///
/// Whatever the module throws.
pub fn load_actual(path: &Path, context: &mut Context) -> JsResult<Option<JsValue>> {
    let front_end = front_end_of(context)?;
    if !is_common_js(path, context) {
        return Ok(None);
    }
    common_js::set_up(&front_end, context);
    common_js::load_actual(path, context).map(Some)
}

/// Returns the specifiers of the modules that a file imports, with the names that it imports from each.
///
/// # Errors
///
/// `TypeError` if the context has no front end, or the file cannot be read.
pub fn imports_of_file(path: &Path, context: &Context) -> JsResult<IndexMap<String, Vec<String>>> {
    let file = front_end_of(context)?.file(path).map_err(|error| type_error(error.to_string()))?;
    let compiled = file.compiled.as_ref().map_err(|error| error.to_exception(path))?;
    let mut found: IndexMap<String, Vec<String>> = IndexMap::new();
    for specifier in &compiled.links.requests {
        found.entry(specifier.clone()).or_default();
    }
    for import in &compiled.links.imports {
        if let Some(names) = found.get_mut(&import.specifier) {
            names.push(import.name.clone());
        }
    }
    Ok(found)
}

impl FrontEnd {
    /// The paths of the modules that are loaded with an ES module.
    pub(super) fn imports_of(&self, path: &Path) -> Vec<PathBuf> {
        let Ok(file) = self.file(path) else { return Vec::new() };
        let Ok(compiled) = &file.compiled else { return Vec::new() };
        let requests = compiled.links.requests.iter();
        requests.filter_map(|specifier| self.resolve(specifier, path, Request::Import).ok()).collect()
    }

    /// The names that the module at a path exports, as far as that is known without running it.
    pub(super) fn exported_names(self: &Arc<Self>, path: &Path) -> Vec<String> {
        let (mut names, mut open, mut seen) = (Vec::new(), vec![path.to_owned()], Vec::new());
        while let Some(path) = open.pop() {
            if seen.contains(&path) || !path.is_file() {
                continue;
            }
            let is_first = seen.is_empty();
            seen.push(path.clone());
            let Ok(file) = self.file(&path) else { continue };
            let Ok(compiled) = &file.compiled else { continue };
            if file.format(compiled, Role::Imported) == Format::CommonJs {
                names.extend(common_js::exports_of(self, &file, compiled).iter().cloned());
                continue;
            }
            let own = compiled.links.exports.iter().chain(compiled.links.reexports.keys());
            names.extend(own.filter(|name| is_first || *name != DEFAULT).cloned());
            let stars = compiled.links.stars.iter();
            open.extend(stars.filter_map(|specifier| self.resolve(specifier, &path, Request::Import).ok()));
        }
        names
    }
}
