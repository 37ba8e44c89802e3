//! Where modules come from.

use std::path::{Component, Path, PathBuf};

use boa_engine::module::SyntheticModuleInitializer;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, Module, Source, js_string};
use percent_encoding::percent_decode_str;
use url::Url;

use super::engine_text::for_the_engine;
use super::file_urls::{file_url, path_of_file_url};
use super::{ClassicScript, Goal, check_nesting, parse_a_script, parse_json_text, read_source, with_place};
use crate::Error;

/// How the text of a module is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ModuleType {
    /// A [source text module](https://tc39.es/ecma262/#sec-source-text-module-records).
    JavaScript,
    /// A module imported with `{ type: 'json' }`, or whose name ends with `.json`. Its default export is the parsed
    /// value.
    Json,
    /// A module imported with `{ type: 'text' }`, or with `?raw` after its name, as bundlers have it. Its default
    /// export is the text.
    Text,
}

/// Why a module was not loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// Its text is not available. The import throws a `TypeError`.
    Unavailable(Error),
    /// The import throws this exception, such as a `SyntaxError`.
    Exception(JsError),
}

impl From<Error> for LoadError {
    fn from(error: Error) -> Self {
        Self::Unavailable(error)
    }
}

impl From<JsError> for LoadError {
    fn from(error: JsError) -> Self {
        Self::Exception(error)
    }
}

/// Finds and reads modules, for [`RuntimeBuilder::module_source`](crate::RuntimeBuilder::module_source). Each module is
/// identified by a path, and loaded once for each module type.
///
/// ```
/// use std::path::{Path, PathBuf};
/// use std::rc::Rc;
///
/// use posttask::engine::ModuleSource;
/// use posttask::{Error, Runtime, SourceKind};
///
/// struct InMemory;
///
/// impl ModuleSource for InMemory {
///     fn resolve(&self, specifier: &str, _importer: Option<&Path>) -> Result<PathBuf, String> {
///         if specifier == "answer" { Ok("answer".into()) } else { Err(format!("there is no module '{specifier}'")) }
///     }
///
///     fn read(&self, _path: &Path) -> Result<String, Error> {
///         Ok("export default 42".to_owned())
///     }
/// }
///
/// let mut runtime = Runtime::builder().module_source(Rc::new(InMemory)).build()?;
/// let main = "import answer from 'answer'; globalThis.answer = answer";
/// runtime.start_source(main, Path::new("main.js"), SourceKind::Module);
/// runtime.run();
/// assert_eq!(runtime.run_script("answer")?.as_number(), Some(42.0));
/// # Ok::<(), Error>(())
/// ```
pub trait ModuleSource {
    /// [Resolves a module specifier][resolve] to the path that identifies the module. `importer` is the path of the
    /// importing script or module, if it has one.
    ///
    /// # Errors
    ///
    /// A message that says why there is no such module. The place of the import is added to it.
    ///
    /// [resolve]: https://html.spec.whatwg.org/multipage/webappapis.html#resolve-a-module-specifier
    fn resolve(&self, specifier: &str, importer: Option<&Path>) -> Result<PathBuf, String>;

    /// Returns the `code` of the error for a specifier that [`Self::resolve`] refuses, as Node has it:
    /// `ERR_MODULE_NOT_FOUND`. By default, the error has none.
    fn error_code(&self, specifier: &str, importer: Option<&Path>) -> Option<&'static str> {
        let _ = (specifier, importer);
        None
    }

    /// Returns `import.meta.url` of the module at `path`. `None` if it has none. By default, it is the URL of a file.
    fn url(&self, path: &Path) -> Option<String> {
        url_of_file(path)
    }

    /// Adds properties to `import.meta` of the module at `path`, besides `url`, `resolve`, `filename` and `dirname`. By
    /// default, there are none. Called when the module first evaluates `import.meta`.
    fn extend_import_meta(&self, path: &Path, import_meta: &JsObject, context: &mut Context) {
        let _ = (path, import_meta, context);
    }

    /// Returns the text of the module at `path`, which [`Self::resolve`] returned.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not available.
    fn read(&self, path: &Path) -> Result<String, Error>;

    /// Creates the module at `path`. By default, it is parsed from the text that [`Self::read`] returns.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not available or does not parse.
    fn load(&self, path: &Path, module_type: ModuleType, context: &mut Context) -> Result<Module, LoadError> {
        load_text(&self.read(path)?, path, module_type, context)
    }

    /// Parses a classic script of a worker: its own, or one that `importScripts` runs. By default, it is parsed as it
    /// is.
    ///
    /// # Errors
    ///
    /// `SyntaxError` if the text does not parse, or is nested too deeply.
    fn parse_script(&self, text: &str, path: &Path, context: &mut Context) -> JsResult<ClassicScript> {
        parse_a_script(text, Some(path), context).map_err(|error| with_place(error, text, path, context))
    }

    /// Parses a module of a worker whose text is in a `data:` or `blob:` URL. By default, it is parsed as it is.
    ///
    /// # Errors
    ///
    /// `SyntaxError` if the text does not parse, or is nested too deeply.
    fn parse_module(&self, text: &str, path: &Path, context: &mut Context) -> JsResult<Module> {
        parse_a_module(text, path, context)
    }

    /// Returns the URL of the program that runs in a context, which those of its workers are relative to if it has no
    /// [base URL](crate::RuntimeBuilder::base_url). By default, there is none.
    fn program_url(&self, context: &Context) -> Option<Url> {
        let _ = context;
        None
    }

    /// Returns the path that identifies the main module, which has this name. Imports that resolve to it return the
    /// main module.
    fn main_module(&self, name: &Path) -> PathBuf {
        normalize(name)
    }
}

/// Returns the URL of a file, or of a text that came from a URL, whose path is this URL. `None` if the path has none.
pub fn url_of_file(path: &Path) -> Option<String> {
    let is_url = |path: &&str| path.starts_with("data:") || path.starts_with("blob:");
    if let Some(url) = path.to_str().filter(is_url) {
        return Some(url.to_owned());
    }
    file_url(&normalize(path)).map(String::from)
}

/// Creates a module from its text.
pub(super) fn load_text(
    text: &str,
    path: &Path,
    module_type: ModuleType,
    context: &mut Context,
) -> Result<Module, LoadError> {
    Ok(match module_type {
        ModuleType::JavaScript => parse_a_module(text, path, context)?,
        ModuleType::Json => parse_json(text, path, context)?,
        ModuleType::Text => text_module(text, path, context),
    })
}

/// Parses a module. `path` is its name in errors and stack frames, and its imports are relative to it.
///
/// # Errors
///
/// `SyntaxError` with its place if the text does not parse, or is nested too deeply.
pub fn parse_a_module(text: &str, path: &Path, context: &mut Context) -> Result<Module, JsError> {
    parse_unplaced(text, path, context).map_err(|error| with_place(error, text, path, context))
}

/// Parses a module like [`parse_a_module`], but leaves the error as the engine reports it.
pub(crate) fn parse_unplaced(text: &str, path: &Path, context: &mut Context) -> Result<Module, JsError> {
    check_nesting(text, context)?;
    let text = for_the_engine(text, Goal::Module, context)?;
    Module::parse(Source::from_bytes(&*text).with_path(path), None, context)
}

/// Parses a JSON module with the parser of `JSON.parse`, which does not know the path of the file. That of the engine
/// refuses strings with surrogates that have no pair.
///
/// # Errors
///
/// `SyntaxError` if the text is not valid JSON.
pub fn parse_json(text: &str, path: &Path, context: &mut Context) -> Result<Module, JsError> {
    Ok(Module::from_value_as_default(json_value(text, path, context)?, context))
}

/// Like [`parse_json`], for a module that also exports the members of an object.
///
/// # Errors
///
/// As [`parse_json`].
pub fn parse_json_with_members(text: &str, path: &Path, context: &mut Context) -> Result<Module, JsError> {
    let value = json_value(text, path, context)?;
    let keys = value.as_object().map(|object| object.own_property_keys(context)).transpose()?.unwrap_or_default();
    let names = keys.into_iter().filter_map(|key| match key {
        PropertyKey::String(name) if name != js_string!("default") => Some(name),
        _ => None,
    });
    let names: Vec<JsString> = names.collect();
    let exports: Vec<JsString> = names.iter().cloned().chain([js_string!("default")]).collect();
    let run = SyntheticModuleInitializer::from_copy_closure_with_captures(
        |module, (value, names): &(JsValue, Vec<JsString>), context| {
            module.set_export(&js_string!("default"), value.clone())?;
            let object = value.to_object(context)?;
            names.iter().try_for_each(|name| module.set_export(name, object.get(name.clone(), context)?))
        },
        (value, names),
    );
    Ok(Module::synthetic(&exports, run, Some(path.to_owned()), None, context))
}

fn json_value(text: &str, path: &Path, context: &mut Context) -> JsResult<JsValue> {
    parse_json_text(&JsString::from(text), context).map_err(|error| match error.try_native(context) {
        Ok(native) => JsNativeError::syntax().with_message(format!("{}: {}", path.display(), native.message())).into(),
        Err(_) => error,
    })
}

/// Creates a module whose default export is a text.
#[must_use]
pub fn text_module(text: &str, path: &Path, context: &mut Context) -> Module {
    let run = SyntheticModuleInitializer::from_copy_closure_with_captures(
        |module, text: &JsString, _| module.set_export(&js_string!("default"), text.clone().into()),
        JsString::from(text),
    );
    Module::synthetic(&[js_string!("default")], run, Some(path.to_owned()), None, context)
}

/// Modules from files: a specifier is a path that starts with `./`, `../` or `/`, or a `file:` URL.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files;

impl ModuleSource for Files {
    fn resolve(&self, specifier: &str, importer: Option<&Path>) -> Result<PathBuf, String> {
        // Omitted: import maps and the resolved module set: only windows have them.
        let other = "packages are not supported";
        path_of_specifier(specifier, importer)?.ok_or_else(|| {
            format!("cannot import '{specifier}': a specifier must start with './', '../', '/' or 'file:'; {other}")
        })
    }

    fn read(&self, path: &Path) -> Result<String, Error> {
        read_source(path, u64::MAX)
    }
}

/// Returns the path that a relative or absolute specifier or a `file:` URL refers to. `None` for a bare specifier.
///
/// # Errors
///
/// A message if the specifier is a URL, but not of a local file.
pub fn path_of_specifier(specifier: &str, importer: Option<&Path>) -> Result<Option<PathBuf>, String> {
    if is_path_with_drive(specifier) {
        return Ok(Some(normalize(Path::new(specifier))));
    }
    if ["/", "./", "../"].iter().any(|start| specifier.starts_with(start)) {
        if specifier.contains(['?', '#']) {
            return Err(query_message(specifier));
        }
        let decoded = percent_decode_str(specifier).decode_utf8();
        let decoded = decoded.map_err(|_| format!("cannot import '{specifier}': it does not encode valid UTF-8"))?;
        let folder = importer.and_then(Path::parent).unwrap_or(Path::new(""));
        return Ok(Some(normalize(&folder.join(&*decoded))));
    }
    match Url::parse(specifier) {
        Ok(url) if url.query().or(url.fragment()).is_some() => Err(query_message(specifier)),
        Ok(url) if url.scheme() == "file" => {
            path_of_file_url(&url).map(Some).ok_or_else(|| format!("'{specifier}' is not the URL of a local file"))
        }
        Ok(url) => Err(format!("cannot import '{specifier}': the scheme '{}:' is not supported", url.scheme())),
        Err(_) => Ok(None),
    }
}

/// Whether a specifier is an absolute path that begins with a drive of Windows. It would also be a URL, whose scheme is
/// the drive.
#[must_use]
pub fn is_path_with_drive(specifier: &str) -> bool {
    cfg!(windows) && !specifier.starts_with('/') && Path::new(specifier).is_absolute()
}

/// Modules are identified by their paths, so a query cannot make another module of the same file.
fn query_message(specifier: &str) -> String {
    format!("cannot import '{specifier}': queries and fragments are not supported")
}

/// Returns the absolute path without `.` and `..`. The file need not exist.
#[must_use]
pub fn normalize(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut normal = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}
