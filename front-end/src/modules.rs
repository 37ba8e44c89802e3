//! ES modules: files that are compiled, and CommonJS modules under an ES module.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boa_engine::{Context, JsError, JsNativeError, Module};
use posttask::Error;
use posttask::engine::{LoadError, ModuleSource, ModuleType, parse_a_module};
use posttask::event_loop::Location;
use posttask::internal::engine::{normalize, parse_json};

use super::FrontEnd;
use super::builtin_modules;
use super::common_js;
use super::compile::Compiled;
use super::module_format::{Format, Role};
use super::packages::Request;
use super::source_file::SourceFile;

/// A front end as the source of modules and the translator of frames of a runtime.
pub(super) struct Handle(pub(super) Arc<FrontEnd>);

impl ModuleSource for Handle {
    fn resolve(&self, specifier: &str, importer: Option<&Path>) -> Result<PathBuf, String> {
        self.0.resolve(specifier, importer.unwrap_or(Path::new("")), Request::Import)
    }

    fn read(&self, path: &Path) -> Result<String, Error> {
        match self.0.known(&path.display().to_string()) {
            Some(file) => Ok(file.text().to_string()),
            None => self.0.source(path),
        }
    }

    fn load(&self, path: &Path, module_type: ModuleType, context: &mut Context) -> Result<Module, LoadError> {
        let Self(front_end) = self;
        if let Some(builtin) = front_end.packages.builtins.at(path) {
            return Ok(builtin_modules::as_es_module(builtin, context));
        }
        if module_type == ModuleType::Json {
            return Ok(parse_json(&front_end.source(path)?, path, context)?);
        }
        let file = front_end.file(path)?;
        let compiled = file.compiled.as_ref().map_err(|error| error.to_exception(path))?;
        Ok(match file.format(compiled, Role::Imported) {
            Format::CommonJs => common_js::as_es_module(front_end, &file, path, compiled, context),
            Format::Module | Format::Script => {
                front_end.check_links(&file)?;
                parse(&file, compiled, context)?
            }
        })
    }

    /// Modules are identified by their paths without symbolic links.
    fn main_module(&self, name: &Path) -> PathBuf {
        name.canonicalize().unwrap_or_else(|_| normalize(name))
    }
}

impl FrontEnd {
    /// Checks that the other modules export the names that a module imports.
    ///
    /// # Errors
    ///
    /// `SyntaxError` if one does not.
    pub(super) fn check_links(&self, file: &SourceFile) -> Result<(), JsError> {
        let missing = file.unlinked(|| self.missing_export(file));
        missing.map_or(Ok(()), |missing| Err(missing.to_exception(file.path())))
    }
}

fn parse(file: &SourceFile, compiled: &Compiled, context: &mut Context) -> Result<Module, JsError> {
    let parsed = parse_a_module(file.engine_text(compiled), file.path(), context);
    parsed.map_err(|error| explained(error, file, context))
}

/// Returns the exception for a text that was compiled, but that the engine refuses.
pub(super) fn explained(error: JsError, file: &SourceFile, context: &mut Context) -> JsError {
    if let Some(diagnostic) = file.explain_refusal() {
        return diagnostic.to_exception(file.path());
    }
    match error.try_native(context) {
        Ok(native) if !native.message().starts_with("brackets are nested") => {
            let message = format!("the engine cannot run this: {}", in_the_file(native.message(), file));
            JsNativeError::syntax().with_message(message).into()
        }
        _ => error,
    }
}

/// Returns a message of the engine with the place in the file instead of that in the compiled text.
fn in_the_file(message: &str, file: &SourceFile) -> String {
    let place = message.rfind(" (").and_then(|at| Some((at, Location::at_end_of(&message[at..])?)));
    let Some((at, Location { file: name, line, column })) = place else { return message.to_owned() };
    let (line, column) = file.position((line, column));
    format!("{} ({})", &message[..at], Location { file: name, line, column })
}
