//! Replaces modules, and finds them.

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string};
use posttask::internal::engine::import_at_once;
use posttask::internal::event_loop::HOST_FILE;
use posttask_front_end::{
    MockedNames, ViteProject, import_meta_env, imports_of_file, is_common_js, load_actual, main_program, may_read,
    mock_module, mocked_imports, mocks_version, provide_import_meta_env, real_path, reset_modules, unmock_module,
};

use super::functions::{Function, function, path, path_value, text};

pub(super) const FUNCTIONS: &[Function] = &[
    ("realPath", find),
    ("exists", exists),
    ("mockModule", mock),
    ("unmockModule", unmock),
    ("resetModules", reset),
    ("mockedImports", mocked),
    ("actualCommonJs", actual),
    ("importsOf", imports),
    ("isCommonJs", common_js),
    ("importAtOnce", import_now),
    ("mocksVersion", version),
    ("variables", variables),
    ("env", env),
    ("provideEnv", provide_env),
];

/// `realPath(specifier, importer)` returns the path of a module.
fn find(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(path_value(&real_path(&text(arguments, 0)?, &path(arguments, 1)?, context)?))
}

/// `exists(path)` tells whether there is a file.
fn exists(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(path(arguments, 0)?.is_file().into())
}

/// `mockModule(path, provide, isExact)` replaces a module. An exact mock has no other names than its own.
fn mock(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let is_exact = arguments.get_or_undefined(2).to_boolean();
    let names = if is_exact { MockedNames::Own } else { MockedNames::OfTheModule };
    mock_module(&path(arguments, 0)?, function(arguments, 1)?, names, context);
    Ok(JsValue::undefined())
}

/// `unmockModule(path)` lets it be the real one again.
fn unmock(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    unmock_module(&path(arguments, 0)?, context);
    Ok(JsValue::undefined())
}

/// `mocksVersion()` returns a number that changes when a module is replaced or all are reset.
#[expect(clippy::unnecessary_wraps, reason = "the type of these functions")]
fn version(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(mocks_version(context).into())
}

/// `resetModules()` makes each module run again when it is imported next.
#[expect(clippy::unnecessary_wraps, reason = "the type of these functions")]
fn reset(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    reset_modules(context);
    Ok(JsValue::undefined())
}

/// `mockedImports(path)` returns the paths of the replaced modules that are loaded with the module at a path.
fn mocked(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let paths: Vec<JsValue> =
        mocked_imports(&path(arguments, 0)?, context)?.iter().map(|path| path_value(path)).collect();
    Ok(JsArray::from_iter(paths, context).into())
}

/// `actualCommonJs(path)` returns `{ exports }` of a CommonJS module, even if it is replaced. `undefined` if it is an
/// ES module.
fn actual(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(exports) = load_actual(&path(arguments, 0)?, context)? else { return Ok(JsValue::undefined()) };
    let object = JsObject::with_object_proto(context.intrinsics());
    object.create_data_property_or_throw(js_string!("exports"), exports, context)?;
    Ok(object.into())
}

/// `isCommonJs(path)` tells whether a module is a CommonJS module, or one of Node.
fn common_js(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(is_common_js(&path(arguments, 0)?, context).into())
}

/// `importAtOnce(specifier)` returns the exports of a module, which has run when this returns. It is found as what the
/// modules of the host import.
fn import_now(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let importer = main_program(context).with_file_name(format!("importer{HOST_FILE}"));
    Ok(import_at_once(&text(arguments, 0)?, &importer, context)?.into())
}

/// `importsOf(path)` returns what a file imports: lists of a specifier and the names.
fn imports(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let imports = imports_of_file(&path(arguments, 0)?, context)?;
    let list = JsArray::new(context)?;
    for (specifier, names) in imports {
        let all = std::iter::once(specifier).chain(names);
        let all: Vec<JsValue> = all.map(|name| JsString::from(name.as_str()).into()).collect();
        let entry = JsArray::from_iter(all, context);
        list.push(entry, context)?;
    }
    Ok(list.into())
}

/// `variables(folder, mode, prefixes)` returns the variables of `.env` files: lists of a name and a value.
fn variables(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut project = ViteProject::new(&path(arguments, 0)?, &text(arguments, 1)?);
    // A list of several prefixes becomes one text with commas.
    let prefixes = arguments.get_or_undefined(2).to_string(context)?.to_std_string_lossy();
    project.prefixes = prefixes.split(',').map(str::to_owned).collect();
    let list = JsArray::new(context)?;
    let variables = project.variables(&|path| may_read(path, context));
    for (name, value) in variables.map_err(|message| JsNativeError::error().with_message(message))? {
        let pair = [name, value].map(|text| JsValue::from(JsString::from(text)));
        let pair = JsArray::from_iter(pair, context);
        list.push(pair, context)?;
    }
    Ok(list.into())
}

/// `env(path)` returns `import.meta.env` of the module at a path, or `undefined`.
fn env(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let path = path(arguments, 0)?;
    Ok(import_meta_env(&path, context)?.map(JsValue::from).unwrap_or_default())
}

/// `provideEnv()` makes the modules of the program have an `import.meta.env`.
#[expect(clippy::unnecessary_wraps, reason = "the type of these functions")]
fn provide_env(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    provide_import_meta_env(context);
    Ok(JsValue::undefined())
}
