//! `require`, and the function around a CommonJS module.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boa_engine::object::builtins::JsArray;
use boa_engine::object::{FunctionObjectBuilder, ObjectInitializer};
use boa_engine::property::{Attribute, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};
use posttask::internal::engine::{
    a_property_is_deleted, check_nesting, normalize, parse_json, parse_text, with_code, with_place,
};
use posttask::internal::event_loop::{ANONYMOUS, HOST_FILE, marked};
use rustc_hash::{FxHashMap, FxHashSet};

use super::es_module::{self, error_with_code};
use crate::FrontEnd;
use crate::builtin_modules::{BuiltinContent, exports_of_native};
use crate::module_format::{Format, Role};
use crate::module_mocks::{provided, provided_for_missing};
use crate::packages::{NotFound, Request};
use crate::refusal::explained;
use crate::source_file::SourceFile;
use crate::sources::{front_end_of, main_program};

/// The CommonJS modules of a context.
struct Modules {
    front_end: Arc<FrontEnd>,
    /// The `module` objects of the host's modules, by path. One that is still running is in it, so that cycles end.
    of_host: FxHashMap<PathBuf, JsObject>,
    /// `require.cache`: the same for other modules. Programs can change it.
    cache: JsObject,
    /// The main program, if it is a CommonJS module.
    main: Option<PathBuf>,
    /// Those that run because an ES module imports them. Not the main program.
    imported_now: FxHashSet<PathBuf>,
    /// The ES modules that are being required.
    required_now: FxHashSet<PathBuf>,
}

/// Makes a CommonJS module the main program.
pub(crate) fn set_main(front_end: &Arc<FrontEnd>, path: &Path, context: &mut Context) {
    set_up(front_end, context);
    if let Some(modules) = context.host_defined_mut().get_mut::<Modules>() {
        modules.main = Some(real_path(path));
    }
}

/// Makes the next `require` of each module run it again, except those of the host, which have paths that are not
/// absolute.
pub(crate) fn forget_all(context: &mut Context) {
    let Some(cache) = context.get_data::<Modules>().map(|modules| modules.cache.clone()) else { return };
    for key in cache.own_property_keys(context).unwrap_or_default() {
        // A program may have made it impossible.
        let _ = forget(&cache, key, context);
    }
}

fn forget(cache: &JsObject, key: PropertyKey, context: &mut Context) -> JsResult<bool> {
    let name = JsValue::from(key.clone());
    a_property_is_deleted(&cache.clone().into(), &name, context);
    cache.delete_property_or_throw(key, context)
}

/// Returns the `module` object of a module that has been loaded.
fn loaded(key: &Path, context: &mut Context) -> JsResult<Option<JsObject>> {
    let modules = modules(context)?;
    if !key.is_absolute() {
        return Ok(modules.of_host.get(key).cloned());
    }
    let cache = modules.cache.clone();
    Ok(cache.get(text(key), context)?.as_object())
}

fn remember(key: &Path, module: &JsObject, context: &mut Context) -> JsResult<()> {
    let modules = modules(context)?;
    if !key.is_absolute() {
        modules.of_host.insert(key.to_owned(), module.clone());
        return Ok(());
    }
    let cache = modules.cache.clone();
    cache.set(text(key), module.clone(), false, context).map(drop)
}

/// Returns what a module of the host exports, which is loaded if no program in the context has used it.
///
/// # Errors
///
/// `TypeError` if no program was compiled for the context, and whatever the module throws.
pub fn builtin_exports(name: &str, context: &mut Context) -> JsResult<JsValue> {
    set_up(&front_end_of(context)?, context);
    require(&js_string!(name).into(), &js_string!(name), context)
}

/// Returns the function `require` of a file, which need not exist.
///
/// # Errors
///
/// `TypeError` if no program was compiled for the context.
pub fn create_require(file: &Path, context: &mut Context) -> JsResult<JsObject> {
    set_up(&front_end_of(context)?, context);
    new_require(file, None, context)
}

/// Prepares a context for CommonJS modules.
pub(crate) fn set_up(front_end: &Arc<FrontEnd>, context: &mut Context) {
    if !context.has_data::<Modules>() {
        let front_end = Arc::clone(front_end);
        context.insert_data(Modules {
            front_end,
            of_host: FxHashMap::default(),
            cache: JsObject::with_null_proto(),
            main: None,
            imported_now: FxHashSet::default(),
            required_now: FxHashSet::default(),
        });
    }
}

fn modules(context: &mut Context) -> JsResult<&mut Modules> {
    let missing = || type_error("CommonJS modules are not set up in this context".to_owned());
    context.host_defined_mut().get_mut::<Modules>().ok_or_else(missing)
}

fn type_error(message: String) -> JsError {
    JsNativeError::typ().with_message(message).into()
}

/// Returns the exports of the module at a path, which is run if it was not before.
///
/// # Errors
///
/// Whatever the module throws, `SyntaxError` if it does not parse, and `TypeError` if it cannot be read.
pub(super) fn load(path: &Path, context: &mut Context) -> JsResult<JsValue> {
    match provided(path, context)? {
        Some(mock) => Ok(mock),
        None => load_actual(path, context),
    }
}

/// Like [`load`], for an ES module that imports it.
pub(super) fn load_imported(path: &Path, context: &mut Context) -> JsResult<JsValue> {
    let key = real_path(path);
    let modules = modules(context)?;
    let is_first = modules.main.as_ref() != Some(&key) && modules.imported_now.insert(key.clone());
    let result = load(path, context);
    if is_first {
        self::modules(context)?.imported_now.remove(&key);
    }
    result
}

/// Like [`load`], even if a test replaces the module.
pub(crate) fn load_actual(path: &Path, context: &mut Context) -> JsResult<JsValue> {
    let front_end = Arc::clone(&modules(context)?.front_end);
    let builtin = front_end.packages.builtins.at(path);
    if let Some(builtin) = builtin {
        front_end.prepare_for(builtin, context)?;
        if let BuiltinContent::Native { create, .. } = builtin.content {
            return exports_of_native(builtin, create, context).map(JsValue::from);
        }
    }
    let key = if builtin.is_some() { path.to_owned() } else { real_path(path) };
    if let Some(module) = loaded(&key, context)? {
        if modules(context)?.required_now.contains(&key) {
            return Err(es_module::is_running(path, path, context));
        }
        return module.get(js_string!("exports"), context);
    }
    let module = new_module(&key, context)?;
    remember(&key, &module, context)?;
    let result = run(path, &module, &front_end, context).and_then(|()| {
        module.set(js_string!("loaded"), true, false, context)?;
        module.get(js_string!("exports"), context)
    });
    if result.is_err() {
        let modules = modules(context)?;
        modules.of_host.remove(&key);
        let cache = modules.cache.clone();
        forget(&cache, text(&key).into(), context)?;
    }
    result
}

/// Returns the path that identifies a module. The main program may have a relative name.
fn real_path(path: &Path) -> PathBuf {
    dunce::canonicalize(path).unwrap_or_else(|_| normalize(path))
}

fn text(path: &Path) -> JsString {
    JsString::from(path.to_string_lossy().as_ref())
}

/// Returns a new `module` object.
fn new_module(path: &Path, context: &mut Context) -> JsResult<JsObject> {
    let exports = JsObject::with_object_proto(context.intrinsics());
    let module = ObjectInitializer::new(context)
        .property(js_string!("id"), text(path), Attribute::all())
        .property(js_string!("filename"), text(path), Attribute::all())
        .property(js_string!("loaded"), false, Attribute::all())
        .property(js_string!("exports"), exports, Attribute::all())
        .build();
    let main = match modules(context)?.main.clone() {
        Some(main) if main == path => Some(module.clone()),
        Some(main) => loaded(&main, context)?,
        None => None,
    };
    let require = new_require(path, main, context)?;
    module.create_data_property_or_throw(js_string!("require"), require, context)?;
    Ok(module)
}

/// Returns the function `require` of the module at a path.
fn new_require(path: &Path, main: Option<JsObject>, context: &mut Context) -> JsResult<JsObject> {
    let resolve = NativeFunction::from_copy_closure_with_captures(
        |_, arguments, importer: &JsString, context| {
            let (specifier, path) = resolve(arguments.get_or_undefined(0), importer, context)?;
            // Modules of the host are named as they were asked for.
            let is_builtin = modules(context)?.front_end.packages.builtins.at(&path).is_some();
            Ok(if is_builtin { JsString::from(specifier).into() } else { text(&path).into() })
        },
        text(path),
    );
    let resolve = FunctionObjectBuilder::new(context.realm(), resolve).name(js_string!("resolve")).length(1).build();
    let require = NativeFunction::from_copy_closure_with_captures(
        |_, arguments, importer: &JsString, context| require(arguments.get_or_undefined(0), importer, context),
        text(path),
    );
    let require = FunctionObjectBuilder::new(context.realm(), require).name(js_string!("require")).length(1).build();
    let paths = NativeFunction::from_copy_closure_with_captures(
        |_, arguments, importer: &JsString, context| paths(arguments.get_or_undefined(0), importer, context),
        text(path),
    );
    let paths = FunctionObjectBuilder::new(context.realm(), paths).name(js_string!("paths")).length(1).build();
    resolve.create_data_property_or_throw(js_string!("paths"), paths, context)?;
    require.create_data_property_or_throw(js_string!("resolve"), resolve, context)?;
    let cache = modules(context)?.cache.clone();
    require.create_data_property_or_throw(js_string!("cache"), cache, context)?;
    let main = main.map_or_else(JsValue::undefined, JsValue::from);
    require.create_data_property_or_throw(js_string!("main"), main, context)?;
    Ok(require.into())
}

/// `require.resolve.paths(request)`: the folders that are searched for a package, or the folder that a relative path
/// starts from. `null` for a module of the host.
fn paths(specifier: &JsValue, importer: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let specifier = specifier.to_string(context)?.to_std_string_lossy();
    let importer = PathBuf::from(importer.to_std_string_lossy());
    if modules(context)?.front_end.builtin_for(&specifier, &importer).is_some() {
        return Ok(JsValue::null());
    }
    let folder = importer.parent().unwrap_or(Path::new("")).to_owned();
    let found: Vec<JsValue> = if specifier.starts_with("./") || specifier.starts_with("../") {
        vec![text(&folder).into()]
    } else {
        let folders = folder.ancestors().filter(|folder| !folder.ends_with("node_modules"));
        folders.map(|folder| text(&folder.join("node_modules")).into()).collect()
    };
    Ok(JsArray::from_iter(found, context).into())
}

/// Finds the module that a call of `require` asks for. Returns the specifier too.
fn resolve(specifier: &JsValue, importer: &JsString, context: &mut Context) -> JsResult<(String, PathBuf)> {
    let Some(specifier) = specifier.as_string() else {
        let error = JsNativeError::typ().with_message("require: the \"id\" argument must be of type string");
        return Err(with_code(error.into(), Some("ERR_INVALID_ARG_TYPE"), context));
    };
    let (specifier, importer) = (specifier.to_std_string_lossy(), importer.to_std_string_lossy());
    let front_end = Arc::clone(&modules(context)?.front_end);
    let importer_path = match front_end.packages.builtins.at(Path::new(&importer)) {
        // Packages that modules of the host use are those of the program, or come with the command.
        Some(_) if front_end.builtin_for(&specifier, Path::new(&importer)).is_none() => {
            main_program(context).with_file_name(format!("node{HOST_FILE}"))
        }
        _ => PathBuf::from(&importer),
    };
    let found = front_end.resolve(&specifier, &importer_path, Request::Require);
    match found {
        Ok(path) => Ok((specifier, path)),
        // Node has another code for `require` than for `import`. Programs that can do without a package look for the
        // start of Node's message.
        Err(error) if error.code == "ERR_MODULE_NOT_FOUND" => {
            let why = error.reason(&specifier);
            let message = format!("Cannot find module '{specifier}': {why} (required by {importer})");
            Err(error_with_code("MODULE_NOT_FOUND", message, context))
        }
        Err(NotFound { code, message }) => {
            Err(error_with_code(code, format!("{message} (required by {importer})"), context))
        }
    }
}

fn require(specifier: &JsValue, importer: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let (specifier, path) = match resolve(specifier, importer, context) {
        Ok(found) => found,
        Err(error) => return mock_of_missing(specifier, importer, context)?.ok_or(error),
    };
    if path.extension().is_some_and(|extension| extension == "node") {
        return Err(type_error(format!("cannot require '{specifier}': native modules are not supported")));
    }
    load(&path, context)
}

/// The exports of the mock of a module that does not exist.
fn mock_of_missing(specifier: &JsValue, importer: &JsString, context: &mut Context) -> JsResult<Option<JsValue>> {
    let Some(specifier) = specifier.as_string() else { return Ok(None) };
    let importer = importer.to_std_string_lossy();
    provided_for_missing(&specifier.to_std_string_lossy(), Path::new(&importer), context)
}

/// Runs a module. Its exports are then in the `module` object.
fn run(path: &Path, module: &JsObject, front_end: &Arc<FrontEnd>, context: &mut Context) -> JsResult<()> {
    if path.extension().is_some_and(|extension| extension == "json") {
        let source = front_end.source(path).map_err(|error| type_error(error.to_string()))?;
        let json = parse_json(&source, path, context)?;
        json.link(context)?;
        json.evaluate(context)?;
        let value = json.namespace(context).get(js_string!("default"), context)?;
        return module.set(js_string!("exports"), value, true, context).map(drop);
    }
    let file = front_end.file(path).map_err(|error| type_error(error.to_string()))?;
    let compiled = file.compiled.as_ref().map_err(|error| error.to_exception(path))?;
    if file.format(compiled, Role::Required) != Format::CommonJs {
        let (key, imported_now) = (real_path(path), modules(context)?.imported_now.clone());
        modules(context)?.required_now.insert(key.clone());
        let exports = es_module::required(path, &imported_now, front_end, context);
        modules(context)?.required_now.remove(&key);
        return module.set(js_string!("exports"), exports?, true, context).map(drop);
    }
    front_end.prepare_for_file(compiled, context)?;
    for specifier in &compiled.required {
        if let Some(builtin) = front_end.builtin_for(specifier, path) {
            front_end.prepare_for(builtin, context)?;
        }
    }
    let function = wrap(&file, file.engine_text(compiled), context)?;
    let exports = module.get(js_string!("exports"), context)?;
    let require = module.get(js_string!("require"), context)?;
    let filename = module.get(js_string!("filename"), context)?;
    let folder = normalize(path).parent().map(text).unwrap_or_default();
    let arguments = [exports.clone(), require, module.clone().into(), filename, folder.into()];
    function.call(&exports, &arguments, context).map(drop)
}

/// Returns the function around a module. Its parameters are in a line of their own, which positions do not count.
fn wrap(file: &SourceFile, source: &str, context: &mut Context) -> JsResult<JsObject> {
    let wrapped = format!("(function (exports, require, module, __filename, __dirname) {{\n{source}\n}})");
    let path = marked(file.path());
    // The front end does not parse what is nested too deeply.
    check_nesting(source, context).map_err(|error| with_place(error, source, file.path(), context))?;
    let parsed = parse_text(&wrapped, Some(&path), context);
    let script = parsed.map_err(|error| {
        let error = with_place(error, source, file.path(), context);
        explained(error, file, context)
    })?;
    let function = script.evaluate(context)?.as_object();
    function.ok_or_else(|| type_error(format!("{ANONYMOUS} is not a function")))
}
