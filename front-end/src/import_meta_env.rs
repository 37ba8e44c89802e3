//! [`import.meta.env`](https://vite.dev/guide/env-and-mode) of modules that Vite would compile.

use std::path::{Path, PathBuf};

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use rustc_hash::FxHashMap;

use super::FrontEnd;
use super::package_files::is_in_package;
use super::purpose::Purpose;
use super::sources::{Sources, front_end_of};
use super::vite_project::{ViteProject, folder_of_project};

/// The objects of a context, by project.
#[derive(Default)]
struct Environments {
    objects: FxHashMap<ViteProject, JsObject>,
    /// The project of modules that belong to no other one, since the program uses Vitest.
    usual: Option<ViteProject>,
}

/// Returns `import.meta.env` of the module at a path: the same object for all modules of a project. `None` if Vite
/// would not compile the module.
///
/// # Errors
///
/// `Error` if a file with variables cannot be read.
pub fn import_meta_env(module: &Path, context: &mut Context) -> JsResult<Option<JsObject>> {
    let Some(project) = project_of(module, context) else { return Ok(None) };
    if let Some(known) = context.get_data::<Environments>().and_then(|known| known.objects.get(&project)) {
        return Ok(Some(known.clone()));
    }
    let front_end = front_end_of(context)?;
    let object = front_end.environment_of(&project, context)?;
    change(context, |known| drop(known.objects.insert(project, object.clone())));
    Ok(Some(object))
}

/// Returns the folder that `/` means in Vite's imports of the module at a path.
pub(super) fn root_of_module(module: &Path, context: &Context) -> PathBuf {
    let module = std::path::absolute(module).unwrap_or_else(|_| module.to_owned());
    let own = folder_of_project(&module).map(Path::to_owned);
    own.or_else(|| project_of(&module, context).map(|project| project.folder)).unwrap_or_default()
}

/// Gives a module its `import.meta.env`. If that cannot be made, reading it throws the error. Returns whether Vite
/// would compile the module.
pub(super) fn define_import_meta_env(module: &Path, import_meta: &JsObject, context: &mut Context) -> bool {
    // This cannot fail: the object is new and ordinary.
    let _ = match import_meta_env(module, context) {
        Ok(Some(env)) => import_meta.create_data_property(js_string!("env"), env, context),
        Ok(None) => return false,
        Err(error) => {
            let message = error.as_native().map(|error| error.message().to_owned()).unwrap_or_default();
            let throw = |_: &JsValue, _: &[JsValue], message: &JsString, _: &mut Context| {
                Err(JsNativeError::error().with_message(message.to_std_string_lossy()).into())
            };
            let throw = NativeFunction::from_copy_closure_with_captures(throw, JsString::from(message));
            let get = FunctionObjectBuilder::new(context.realm(), throw).build();
            let env = PropertyDescriptor::builder().get(get).enumerable(true).configurable(true);
            import_meta.define_property_or_throw(js_string!("env"), env, context)
        }
    };
    true
}

/// Makes all modules of a context that are not installed packages have an `import.meta.env`, as under Vitest.
pub fn provide_import_meta_env(context: &mut Context) {
    let Some(Sources { main, .. }) = Sources::of(context) else { return };
    let folder = main.parent().unwrap_or(Path::new("")).to_owned();
    let usual = ViteProject { of_tests: Some(Vec::new()), ..ViteProject::new(&folder, "test") };
    change(context, |known| known.usual = Some(usual));
}

/// Returns the variables of the environment of tests: those of the project, which Vitest also has in `process.env`, and
/// `NODE_ENV` if it is not set.
///
/// # Errors
///
/// `Error` if a file with variables cannot be read.
pub fn variables_of_tests(context: &Context) -> JsResult<Vec<(String, String)>> {
    let Ok(front_end) = front_end_of(context) else { return Ok(Vec::new()) };
    let project = front_end.options.vite.as_ref().filter(|project| project.of_tests.is_some());
    let mut variables = project.map_or_else(|| Ok(Vec::new()), |project| front_end.variables_of(project))?;
    if front_end.options.purpose == Purpose::CompiledTests && std::env::var_os(NODE_ENV).is_none() {
        variables.push((NODE_ENV.to_owned(), front_end.options.node_env().to_owned()));
    }
    Ok(variables)
}

const NODE_ENV: &str = "NODE_ENV";

fn change(context: &mut Context, steps: impl FnOnce(&mut Environments)) {
    let data = context.host_defined_mut();
    if data.get::<Environments>().is_none() {
        data.insert_default::<Environments>();
    }
    if let Some(known) = data.get_mut::<Environments>() {
        steps(known);
    }
}

fn project_of(module: &Path, context: &Context) -> Option<ViteProject> {
    if is_in_package(module) {
        return None;
    }
    let front_end = front_end_of(context).ok()?;
    let module = std::path::absolute(module).unwrap_or_else(|_| module.to_owned());
    let own = || folder_of_project(&module).map(|folder| ViteProject::new(folder, front_end.options.node_env()));
    let usual = || context.get_data::<Environments>().and_then(|known| known.usual.clone());
    front_end.options.vite.clone().or_else(usual).or_else(own)
}

impl FrontEnd {
    fn variables_of(&self, project: &ViteProject) -> JsResult<Vec<(String, String)>> {
        let variables = project.variables(&|path| {
            self.uses(path);
            self.packages.may_read(path)
        });
        variables.map_err(|message| JsNativeError::error().with_message(message).into())
    }

    /// Creates the object of a project.
    fn environment_of(&self, project: &ViteProject, context: &mut Context) -> JsResult<JsObject> {
        let text = |text: &str| JsValue::from(JsString::from(text));
        let is_production = project.of_tests.is_none() && self.options.node_env() == "production";
        let object = JsObject::with_object_proto(context.intrinsics());
        let variables = self.variables_of(project)?;
        let variables = variables.iter().map(|(name, value)| (name.as_str(), text(value)));
        let mut has_document = || context.global_object().has_property(js_string!("document"), context);
        let is_server = project.of_tests.is_some() && !has_document().unwrap_or(false);
        let own = [
            ("BASE_URL", text(&project.base)),
            ("MODE", text(&project.mode)),
            ("DEV", (!is_production).into()),
            ("PROD", is_production.into()),
            ("SSR", is_server.into()),
        ];
        for (name, value) in variables.chain(own) {
            // This cannot fail: the object is new and ordinary.
            let _ = object.create_data_property(JsString::from(name), value, context);
        }
        Ok(object)
    }
}
