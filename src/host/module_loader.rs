//! HostLoadImportedModule: modules from files.

use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use boa_engine::module::{ModuleRequest, Referrer};
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsString, Module, Source, js_string};
use rustc_hash::FxHashMap;
use url::Url;

use super::{DECLARE, check_nesting, is_marked, provide_declare, read_source, unmarked, with_place};

use crate::debug::debug;

/// How the text of a module is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ModuleType {
    JavaScript,
    Json,
}

/// Loads modules from files: by a path that starts with `./`, `../` or `/`, or by a `file:` URL.
///
/// A file is loaded once for each module type, so that all its importers get the same module.
#[derive(Default)]
pub struct ModuleLoader {
    modules: RefCell<FxHashMap<(PathBuf, ModuleType), Module>>,
}

debug!(ModuleLoader, "modules" = |loader| loader.modules.borrow().len());

impl ModuleLoader {
    /// Creates a loader without any modules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Parses the main module and registers it, so that importing its file returns the same module.
    ///
    /// # Errors
    ///
    /// `SyntaxError` if the text does not parse as a module, or is nested too deeply.
    pub(crate) fn parse_main(&self, text: &str, path: &Path, context: &mut Context) -> JsResult<Module> {
        check_nesting(text, context)?;
        let module = Module::parse(Source::from_bytes(text).with_path(path), None, context)?;
        self.modules.borrow_mut().insert((normalize(path), ModuleType::JavaScript), module.clone());
        Ok(module)
    }

    fn load(&self, referrer: &Referrer, request: &ModuleRequest, context: &mut Context) -> JsResult<Module> {
        // Omitted: worklets, fetch options and destinations of HostLoadImportedModule: modules are read from files.
        let specifier = request.specifier().to_std_string_escaped();
        let importer = referrer.path().map(unmarked);
        let importer = importer.as_deref();
        let place = || importer.map(|path| format!(" ({})", place_of_import(&specifier, path))).unwrap_or_default();
        let path = resolve(&specifier, importer).map_err(|why| type_error(format!("{why}{}", place())))?;
        let module_type = module_type(request)?;
        if module_type == ModuleType::JavaScript && path.extension().is_some_and(|extension| extension == "json") {
            let hint = "is JSON: import it with { type: 'json' }";
            return Err(type_error(format!("{} {hint}{}", path.display(), place())));
        }
        let key = (path, module_type);
        if let Some(module) = self.modules.borrow().get(&key) {
            return Ok(module.clone());
        }
        let path = &key.0;
        let text = read_source(path).map_err(|error| type_error(format!("{error}{}", place())))?;
        let module = match module_type {
            ModuleType::JavaScript => check_nesting(&text, context)
                .and_then(|()| Module::parse(Source::from_bytes(&text).with_path(path), None, context))
                .map_err(|error| with_place(error, &text, path, context))?,
            ModuleType::Json => {
                Module::parse_json(JsString::from(text), context).map_err(|error| in_file(error, path, context))?
            }
        };
        self.modules.borrow_mut().insert(key, module.clone());
        Ok(module)
    }
}

/// Prepends the path of the file to an error of the JSON parser, which does not know it.
fn in_file(error: JsError, path: &Path, context: &mut Context) -> JsError {
    match error.try_native(context) {
        Ok(native) => JsNativeError::syntax().with_message(format!("{}: {}", path.display(), native.message())).into(),
        Err(_) => error,
    }
}

fn module_type(request: &ModuleRequest) -> JsResult<ModuleType> {
    let mut module_type = ModuleType::JavaScript;
    for attribute in request.attributes() {
        let (key, value) = (attribute.key().to_std_string_escaped(), attribute.value().to_std_string_escaped());
        module_type = match (key.as_str(), value.as_str()) {
            ("type", "json") => ModuleType::Json,
            ("type", _) => return Err(type_error(format!("modules of type '{value}' are not supported"))),
            _ => return Err(type_error(format!("the import attribute '{key}' is not supported"))),
        };
    }
    Ok(module_type)
}

/// [Resolves a module specifier](https://html.spec.whatwg.org/multipage/webappapis.html#resolve-a-module-specifier) to
/// a path.
///
/// # Errors
///
/// A message if the specifier is not supported.
fn resolve(specifier: &str, importer: Option<&Path>) -> Result<PathBuf, String> {
    // Omitted: import maps and the resolved module set: only windows have them.
    if specifier.starts_with('/') {
        return Ok(normalize(Path::new(specifier)));
    }
    if specifier.starts_with("./") || specifier.starts_with("../") {
        let folder = importer.and_then(Path::parent).unwrap_or(Path::new(""));
        return Ok(normalize(&folder.join(specifier)));
    }
    match Url::parse(specifier) {
        Ok(url) if url.scheme() == "file" => {
            url.to_file_path().map_err(|()| format!("'{specifier}' is not the URL of a local file"))
        }
        Ok(url) => Err(format!("cannot import '{specifier}': the scheme '{}:' is not supported", url.scheme())),
        Err(_) => Err(format!(
            "cannot import '{specifier}': a specifier must start with './', '../', '/' or 'file:'; \
             packages are not supported"
        )),
    }
}

/// Returns `file:line:column`, the first position of the specifier as a string in the importing module: the engine does
/// not say which import failed. `imported from file` if there is no such string.
fn place_of_import(specifier: &str, importer: &Path) -> String {
    let text = read_source(importer).unwrap_or_default();
    let found = ['\'', '"'].iter().filter_map(|quote| text.find(&format!("{quote}{specifier}{quote}"))).min();
    match found {
        Some(index) => {
            let before = &text[..index];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            format!("{}:{line}:{column}", importer.display())
        }
        None => format!("imported from {}", importer.display()),
    }
}

/// Returns the absolute path without `.` and `..`. The file need not exist.
fn normalize(path: &Path) -> PathBuf {
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

fn type_error(message: String) -> JsError {
    JsNativeError::typ().with_message(message).into()
}

impl boa_engine::module::ModuleLoader for ModuleLoader {
    async fn load_imported_module(
        self: Rc<Self>,
        referrer: Referrer,
        request: ModuleRequest,
        context: &RefCell<&mut Context>,
    ) -> JsResult<Module> {
        self.load(&referrer, &request, &mut context.borrow_mut())
    }

    /// [HostGetImportMetaProperties][meta].
    ///
    /// [meta]: https://html.spec.whatwg.org/multipage/webappapis.html#hostgetimportmetaproperties
    fn init_import_meta(self: Rc<Self>, import_meta: &JsObject, module: &Module, context: &mut Context) {
        let Some(path) = module.path() else { return };
        // None of this can fail: the object is new and ordinary.
        if is_marked(path) {
            let _ = provide_declare(import_meta, js_string!(DECLARE), context);
        }
        if let Ok(url) = Url::from_file_path(normalize(&unmarked(path))) {
            let _ = import_meta.create_data_property(js_string!("url"), js_string!(url.as_str()), context);
        }
    }
}
