//! ES modules: files that are compiled, and CommonJS modules under an ES module.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, Module};
use posttask::engine::{ClassicScript, LoadError, ModuleSource, ModuleType, parse_a_module, parse_a_script};
use posttask::internal::engine::{
    parse_json, parse_json_with_members, set_front_end, text_module, url_of_file, with_code,
};
use posttask::internal::exploration::footprints::Obstacle;
use posttask::{Error, RuntimeBuilder};

use super::FrontEnd;
use super::builtin_modules::{self, BuiltinContent, BuiltinModule};
use super::common_js;
use super::compile::{Compiled, correct_text, error_in_function};
use super::corrections::{ENDS_AT_ONCE, TEXT_THAT_ENDS_AT_ONCE, TextCompiler, define_host};
use super::import_meta_env::{define_import_meta_env, root_of_module};
use super::import_meta_glob::define_import_meta_glob;
use super::locked;
use super::module_format::{Format, Role, Stated, is_component};
use super::module_mocks::{self, Identity, MocksOfContext, ModuleMocks, identity, query_of, with_query};
use super::packages::{NotFound, Request};
use super::purpose::Purpose;
use super::refusal::explained;
use super::source_file::SourceFile;
use super::sources::{class_text, function_text, main_program, path_of_main};
use super::specifiers::split_query;
use super::vite_assets::Asset;
use url::Url;

/// A front end as the source of modules and the translator of frames of a runtime.
pub(super) struct Handle {
    pub(super) front_end: Arc<FrontEnd>,
    pub(super) mocks: Rc<ModuleMocks>,
}

impl Handle {
    fn find(&self, specifier: &str, importer: Option<&Path>) -> Result<PathBuf, NotFound> {
        let importer = importer.unwrap_or(Path::new(""));
        if specifier.starts_with(ENDS_AT_ONCE) {
            return Ok(specifier.into());
        }
        self.front_end.module_for(specifier, importer, |name, find| self.mocks.resolve(name, importer, find))
    }

    fn parse(
        &self,
        path: &Path,
        file: &SourceFile,
        compiled: &Compiled,
        context: &mut Context,
    ) -> Result<Module, JsError> {
        let find = |specifier: &str, importer: &Path| self.find(specifier, Some(importer)).ok();
        let text = self.front_end.module_text(path, file, compiled, &find, context);
        let parsed = parse_a_module(&text, file.path(), context);
        parsed.map_err(|error| explained(error, file, context))
    }
}

impl ModuleSource for Handle {
    fn resolve(&self, specifier: &str, importer: Option<&Path>) -> Result<PathBuf, String> {
        let found = self.mocks.once(specifier, importer, || self.find(specifier, importer));
        if let (Some(uses), Ok(path)) = (&self.front_end.options.uses, &found)
            && self.front_end.packages.builtins.at(path).is_some()
            && !uses.host().know(specifier)
        {
            // The importer does not know what it imports.
            uses.are_open(Obstacle::everywhere(format_args!("the module `{specifier}`")));
        }
        found.map_err(|NotFound { message, .. }| message)
    }

    fn error_code(&self, specifier: &str, importer: Option<&Path>) -> Option<&'static str> {
        self.find(specifier, importer).err().map(|NotFound { code, .. }| code)
    }

    fn url(&self, path: &Path) -> Option<String> {
        if let Some(builtin) = self.front_end.packages.builtins.at(path) {
            return Some(builtin.name.to_owned());
        }
        let url = url_of_file(identity(path).map_or(path, |it| Path::new(it.path)))?;
        Some(url + query_of(path))
    }

    fn extend_import_meta(&self, path: &Path, import_meta: &JsObject, context: &mut Context) {
        if define_import_meta_env(path, import_meta, context) {
            define_import_meta_glob(path, import_meta, context);
        }
    }

    fn read(&self, path: &Path) -> Result<String, Error> {
        match self.front_end.known(&path.display().to_string()) {
            Some(file) => Ok(file.text().to_string()),
            None => self.front_end.program_text(path),
        }
    }

    fn load(&self, path: &Path, module_type: ModuleType, context: &mut Context) -> Result<Module, LoadError> {
        let Self { front_end, mocks } = self;
        let module = path;
        let path = match identity(path) {
            Some(Identity { path, is_mock: true }) => {
                let path = Path::new(path);
                return Ok(module_mocks::as_es_module(path, &front_end.exported_names(path), context)?);
            }
            Some(Identity { path, is_mock: false }) => Path::new(path),
            None => path,
        };
        if path.to_str().is_some_and(|path| path.starts_with(ENDS_AT_ONCE)) {
            return Ok(parse_a_module(TEXT_THAT_ENDS_AT_ONCE, path, context)?);
        }
        if let Some(builtin) = front_end.packages.builtins.at(path) {
            front_end.prepare_for(builtin, context)?;
            if let BuiltinContent::Native { exports, create, .. } = builtin.content {
                return Ok(builtin_modules::as_es_module(builtin, exports, create, context));
            }
        }
        let is_compiled = front_end.options.purpose == Purpose::CompiledTests;
        if is_compiled
            && module_type != ModuleType::Text
            && let Some(asset) = Asset::of(path, query_of(module))
        {
            let root = root_of_module(path, context);
            return Ok(asset.module(front_end, &root, context)?);
        }
        match module_type {
            ModuleType::Json => {
                let parse = if is_compiled { parse_json_with_members } else { parse_json };
                return Ok(parse(&front_end.source(path)?, path, context)?);
            }
            ModuleType::Text => return Ok(text_module(&front_end.source(path)?, path, context)),
            _ => {}
        }
        if !(is_component(path) && front_end.options.compile_component.is_some()) {
            check_extension(path, context)?;
        }
        let file = front_end.file(path)?;
        let compiled = file.compiled.as_ref().map_err(|error| error.to_exception(path))?;
        front_end.prepare_for_file(compiled, context)?;
        Ok(match file.format(compiled, Role::Imported) {
            Format::CommonJs => common_js::as_es_module(front_end, &file, path, compiled, context),
            Format::Module | Format::Script => {
                let checked = front_end.check_links(&file);
                // A mock may have other exports than the module, and its import says what is missing.
                if mocks.is_empty() {
                    checked?;
                }
                self.parse(module, &file, compiled, context)?
            }
        })
    }

    fn parse_script(&self, text: &str, path: &Path, context: &mut Context) -> JsResult<ClassicScript> {
        let file = self.front_end.add_as(path, text, || (Stated::Nothing, Ok(())));
        let compiled = file.compiled.as_ref().map_err(|error| error.to_exception(path))?;
        self.front_end.prepare_for_file(compiled, context)?;
        let parsed = parse_a_script(file.engine_text(compiled), Some(path), context);
        parsed.map_err(|error| explained(error, &file, context))
    }

    fn parse_module(&self, text: &str, path: &Path, context: &mut Context) -> JsResult<Module> {
        let file = self.front_end.add_as(path, text, || (Stated::Module, Ok(())));
        let compiled = file.compiled.as_ref().map_err(|error| error.to_exception(path))?;
        self.front_end.prepare_for_file(compiled, context)?;
        self.front_end.check_links(&file)?;
        self.parse(path, &file, compiled, context)
    }

    fn program_url(&self, context: &Context) -> Option<Url> {
        let main = Some(main_program(context)).filter(|main| !main.as_os_str().is_empty())?;
        Url::parse(&url_of_file(&main)?).ok()
    }

    fn main_module(&self, name: &Path) -> PathBuf {
        path_of_main(name)
    }
}

/// The extensions of what can be imported. Node has no others, except for TypeScript and JSX.
const EXTENSIONS: [&str; 10] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "json", "node"];

/// Refuses files that are no modules, as Node does.
fn check_extension(path: &Path, context: &mut Context) -> Result<(), LoadError> {
    let Some(extension) = path.extension().filter(|it| path.is_file() && !EXTENSIONS.iter().any(|known| it == known))
    else {
        return Ok(());
    };
    let extension = extension.to_string_lossy();
    let message = format!("Unknown file extension \".{extension}\" for {}", path.display());
    let help = "; to import its text, use { with: { type: 'text' } }";
    let error = JsNativeError::typ().with_message(message + help);
    Err(LoadError::Exception(with_code(error.into(), Some("ERR_UNKNOWN_FILE_EXTENSION"), context)))
}

impl FrontEnd {
    /// Makes a runtime load modules through the front end, which has written assigned lengths with brackets.
    pub fn configure(self: &Arc<Self>, builder: RuntimeBuilder) -> RuntimeBuilder {
        let front_end = Arc::clone(self);
        let builder = builder.extension(move |context| {
            let reader = Arc::clone(&front_end);
            set_front_end(correct_text, Rc::new(move |name| reader.reads_by_name(name)), context);
            let correct = correct_text;
            define_host(TextCompiler { correct, error_in_function, class_text, function_text }, context)?;
            front_end.set_program(Path::new(""), context);
            let prepare = front_end.options.prepare_for_node.filter(|_| front_end.options.is_for_node);
            prepare.map_or(Ok(()), |prepare| prepare(context))
        });
        let mocks = Rc::new(ModuleMocks::default());
        let handle = Rc::new(Handle { front_end: Arc::clone(self), mocks: Rc::clone(&mocks) });
        let builder = builder.extension(move |context| {
            context.insert_data(MocksOfContext(Rc::clone(&mocks)));
            Ok(())
        });
        let builder = self.options.prepare_worker.into_iter().fold(builder, RuntimeBuilder::worker_extension);
        builder.module_source(Rc::clone(&handle) as _).frame_translator(handle)
    }

    /// Whether a file reads properties with a name in a way that the engine remembers.
    fn reads_by_name(&self, name: &str) -> bool {
        locked(&self.files).values().any(|file| file.is_remembered(name))
    }

    /// To be called before a context runs a file.
    pub(super) fn prepare_for_file(&self, compiled: &Compiled, context: &mut Context) -> JsResult<()> {
        match self.options.prepare_for_node {
            Some(prepare) if compiled.needs_node_globals => prepare(context),
            _ => Ok(()),
        }
    }

    /// To be called before a context uses a module of the host. Its functions do not announce what they do, but what
    /// they use may be known.
    pub(super) fn prepare_for(&self, builtin: &BuiltinModule, context: &mut Context) -> JsResult<()> {
        self.options.uses.iter().filter(|uses| !uses.host().know(builtin.name)).for_each(|uses| {
            uses.are_open(builtin.obstacle());
        });
        match self.options.prepare_for_node {
            Some(prepare) if builtin.is_for_node() => prepare(context),
            _ => Ok(()),
        }
    }

    /// Returns what identifies the module that a specifier in a file names. `replace` may replace it, and can find the
    /// path of what it replaces.
    pub(super) fn module_for(
        &self,
        specifier: &str,
        importer: &Path,
        replace: impl FnOnce(&str, &dyn Fn(&str) -> Result<PathBuf, NotFound>) -> Result<PathBuf, NotFound>,
    ) -> Result<PathBuf, NotFound> {
        let (specifier, query) = split_query(specifier);
        let path = replace(specifier, &|name| self.resolve(name, importer, Request::Import))?;
        Ok(with_query(path, query))
    }

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
