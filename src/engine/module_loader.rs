//! HostLoadImportedModule.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use boa_engine::module::{ModuleRequest, Referrer};
use boa_engine::{Context, JsObject, JsResult, Module, js_string};
use rustc_hash::FxHashMap;

use super::coded_errors::{type_error, with_code};
use super::data_modules::{self, is_data_url};
use super::import_meta;
use super::module_source::parse_unplaced;
use super::{DECLARE, Files, LoadError, ModuleSource, ModuleType, position_after, provide_declare};
use crate::debug::debug;
use crate::event_loop::EventLoop;
use crate::event_loop::{is_marked, unmarked};

/// Loads modules from a [`ModuleSource`]. Each is loaded once for each module type, so that all its importers get the
/// same module.
pub struct ModuleLoader {
    source: Rc<dyn ModuleSource>,
    modules: RefCell<FxHashMap<(PathBuf, ModuleType), Module>>,
}

debug!(ModuleLoader, "modules" = |loader| loader.modules.borrow().len());

impl Default for ModuleLoader {
    fn default() -> Self {
        Self::new(Rc::new(Files))
    }
}

impl ModuleLoader {
    /// Creates a loader that has not loaded any modules.
    #[must_use]
    pub fn new(source: Rc<dyn ModuleSource>) -> Self {
        Self { source, modules: RefCell::default() }
    }

    /// Parses the main module and registers it, so that importing its file returns the same module.
    ///
    /// # Errors
    ///
    /// `SyntaxError` if the text does not parse as a module, or is nested too deeply.
    pub(crate) fn parse_main(&self, text: &str, path: &Path, context: &mut Context) -> JsResult<Module> {
        let module = parse_unplaced(text, path, context)?;
        let key = (self.source.main_module(&unmarked(path)), ModuleType::JavaScript);
        self.modules.borrow_mut().insert(key, module.clone());
        Ok(module)
    }

    /// Loads a module that no module imports. The specifier may be that of a file.
    ///
    /// # Errors
    ///
    /// `TypeError` if there is no such module; `SyntaxError` if it does not parse.
    pub(crate) fn load_main(
        &self,
        specifier: &str,
        importer: Option<&Path>,
        context: &mut Context,
    ) -> JsResult<Module> {
        let path = self.source.resolve(specifier, importer).map_err(type_error)?;
        self.load_once((path, ModuleType::JavaScript), String::new, context)
    }

    fn load_once(
        &self,
        key: (PathBuf, ModuleType),
        place: impl Fn() -> String,
        context: &mut Context,
    ) -> JsResult<Module> {
        if let Some(module) = self.modules.borrow().get(&key) {
            return Ok(module.clone());
        }
        let module = self.source.load(&key.0, key.1, context).map_err(|error| match error {
            LoadError::Unavailable(error) => type_error(format!("{error}{}", place())),
            LoadError::Exception(error) => error,
        })?;
        self.modules.borrow_mut().insert(key, module.clone());
        Ok(module)
    }

    fn load(&self, referrer: &Referrer, request: &ModuleRequest, context: &mut Context) -> JsResult<Module> {
        // Omitted: worklets, fetch options and destinations of HostLoadImportedModule.
        let specifier = request.specifier().to_std_string_escaped();
        let importer = referrer.path().map(unmarked);
        let importer = importer.as_deref();
        let place =
            || importer.map(|path| format!(" ({})", self.place_of_import(&specifier, path))).unwrap_or_default();
        if is_data_url(&specifier) {
            return self.load_data(&specifier, module_type(request, context)?, context);
        }
        if importer.and_then(Path::to_str).is_some_and(is_data_url) && specifier.starts_with(['.', '/']) {
            let why = format!("cannot import '{specifier}': it is relative to a data: URL");
            return Err(with_code(type_error(why), Some("ERR_UNSUPPORTED_RESOLVE_REQUEST"), context));
        }
        // Bundlers import the text of a file like this.
        let (name, is_raw) = specifier.strip_suffix("?raw").map_or((&*specifier, false), |name| (name, true));
        let path = self.source.resolve(name, importer).map_err(|why| {
            let error = type_error(format!("{why}{}", place()));
            with_code(error, self.source.error_code(name, importer), context)
        })?;
        let module_type = match module_type(request, context)? {
            ModuleType::JavaScript if is_raw => ModuleType::Text,
            ModuleType::JavaScript if is_json(&path) => ModuleType::Json,
            other => other,
        };
        self.load_once((path, module_type), place, context)
    }

    /// Loads the module in a `data:` URL, once.
    fn load_data(&self, url: &str, module_type: ModuleType, context: &mut Context) -> JsResult<Module> {
        let key = (PathBuf::from(url), module_type);
        if let Some(module) = self.modules.borrow().get(&key) {
            return Ok(module.clone());
        }
        let module = data_modules::load(url, module_type, &*self.source, context)?;
        self.modules.borrow_mut().insert(key, module.clone());
        Ok(module)
    }

    /// Returns the path that identifies a module, which may be that of its file with a mark. The main module may have
    /// another name.
    fn identity(&self, module: &Module, path: &Path) -> Option<PathBuf> {
        let modules = self.modules.borrow();
        let ((identity, _), _) = modules.iter().find(|(_, known)| *known == module)?;
        let is_marked = identity.to_str()?.strip_prefix(path.to_str()?)?.starts_with('\0');
        is_marked.then(|| identity.clone())
    }

    /// Returns `file:line:column`, the first position of the specifier as a string in the importing module: the engine
    /// does not say which import failed. `imported from file` if there is no such string.
    fn place_of_import(&self, specifier: &str, importer: &Path) -> String {
        let text = self.source.read(importer).unwrap_or_default();
        let found = ['\'', '"'].iter().filter_map(|quote| text.find(&format!("{quote}{specifier}{quote}"))).min();
        match found {
            Some(index) => {
                let (line, column) = position_after(&text[..index]);
                format!("{}:{line}:{column}", importer.display())
            }
            None => format!("imported from {}", importer.display()),
        }
    }
}

/// Whether the name of a file is that of JSON. A source may add a mark to a path, which starts with a NUL.
fn is_json(path: &Path) -> bool {
    let file = path.to_str().and_then(|path| path.split('\0').next()).map(Path::new);
    file.and_then(Path::extension).is_some_and(|extension| extension == "json")
}

fn module_type(request: &ModuleRequest, context: &mut Context) -> JsResult<ModuleType> {
    let mut module_type = ModuleType::JavaScript;
    for attribute in request.attributes() {
        let (key, value) = (attribute.key().to_std_string_escaped(), attribute.value().to_std_string_escaped());
        module_type = match (key.as_str(), value.as_str()) {
            ("type", "json") => ModuleType::Json,
            ("type", "text") => ModuleType::Text,
            ("type", _) => {
                let error = type_error(format!("modules of type '{value}' are not supported"));
                return Err(with_code(error, Some("ERR_IMPORT_ATTRIBUTE_TYPE_UNSUPPORTED"), context));
            }
            _ => {
                let error = type_error(format!("the import attribute '{key}' is not supported"));
                return Err(with_code(error, Some("ERR_IMPORT_ATTRIBUTE_UNSUPPORTED"), context));
            }
        };
    }
    Ok(module_type)
}

impl boa_engine::module::ModuleLoader for ModuleLoader {
    async fn load_imported_module(
        self: Rc<Self>,
        referrer: Referrer,
        request: ModuleRequest,
        context: &RefCell<&mut Context>,
    ) -> JsResult<Module> {
        let context = &mut context.borrow_mut();
        let module = self.load(&referrer, &request, context);
        // What follows in this job is the engine's: it evaluates the module, whose body does not depend on which import
        // came first. The importer's own continuations have captured its values.
        if let Some(event_loop) = EventLoop::of(context)
            && !event_loop.runs_jobs_at_once()
        {
            event_loop.drop_variables();
        }
        module
    }

    /// [HostGetImportMetaProperties][meta].
    ///
    /// [meta]: https://html.spec.whatwg.org/multipage/webappapis.html#hostgetimportmetaproperties
    fn init_import_meta(self: Rc<Self>, import_meta: &JsObject, module: &Module, context: &mut Context) {
        let Some(path) = module.path() else { return };
        if is_marked(path) {
            // This cannot fail: the object is new and ordinary.
            let _ = provide_declare(import_meta, js_string!(DECLARE), context);
        }
        let path = unmarked(path);
        let identity = self.identity(module, &path);
        import_meta::define_properties(import_meta, &path, identity.as_deref(), &self.source, context);
        self.source.extend_import_meta(&path, import_meta, context);
    }
}
