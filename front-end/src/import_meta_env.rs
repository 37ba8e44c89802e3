//! [`import.meta.env`](https://vite.dev/guide/env-and-mode) of modules that Vite would compile.

use std::path::Path;

use boa_engine::{Context, JsObject, JsString, JsValue, js_string};
use rustc_hash::FxHashMap;

use super::FrontEnd;
use super::package_files::is_in_package;
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
#[must_use]
pub fn import_meta_env(module: &Path, context: &mut Context) -> Option<JsObject> {
    let project = project_of(module, context)?;
    if let Some(known) = context.get_data::<Environments>().and_then(|known| known.objects.get(&project)) {
        return Some(known.clone());
    }
    let front_end = front_end_of(context).ok()?;
    let object = front_end.environment_of(&project, context);
    change(context, |known| drop(known.objects.insert(project, object.clone())));
    Some(object)
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
#[must_use]
pub fn variables_of_tests(context: &Context) -> Vec<(String, String)> {
    let Ok(front_end) = front_end_of(context) else { return Vec::new() };
    let project = front_end.options.vite.as_ref().filter(|project| project.of_tests.is_some());
    let of_project = project.map(|project| front_end.variables_of(project)).unwrap_or_default();
    let is_missing = front_end.options.is_test && std::env::var_os(NODE_ENV).is_none();
    let mode = is_missing.then(|| (NODE_ENV.to_owned(), front_end.options.node_env().to_owned()));
    of_project.into_iter().chain(mode).collect()
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
    fn variables_of(&self, project: &ViteProject) -> Vec<(String, String)> {
        project.variables(&|path| {
            self.uses(path);
            self.packages.may_read(path)
        })
    }

    /// Creates the object of a project.
    fn environment_of(&self, project: &ViteProject, context: &mut Context) -> JsObject {
        let text = |text: &str| JsValue::from(JsString::from(text));
        let is_production = project.of_tests.is_none() && self.options.node_env() == "production";
        let object = JsObject::with_object_proto(context.intrinsics());
        let variables = self.variables_of(project);
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
        object
    }
}
