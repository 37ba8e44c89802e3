//! Modules that are part of the host, such as `node:assert`.

use std::path::{Path, PathBuf};

use boa_engine::module::SyntheticModuleInitializer;
use boa_engine::{Context, JsObject, JsResult, JsString, Module};
use posttask::internal::engine::a_synthetic_module_fails;
use rustc_hash::FxHashMap;

use super::links::DEFAULT;

/// A module of the host.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinModule {
    /// Its specifier, with its scheme: `node:assert`.
    pub name: &'static str,
    /// Whether the specifier can be written without `node:`.
    pub is_bare: bool,
    /// The names that an ES module can import besides `default`: properties of the value that `create` returns.
    pub exports: &'static [&'static str],
    /// Creates what `require` returns, which is also the default export. Called once for each context.
    pub create: fn(&mut Context) -> JsResult<JsObject>,
}

/// What a package leaves out in browsers.
pub(super) static EMPTY: BuiltinModule = BuiltinModule {
    name: "posttask:empty",
    is_bare: false,
    exports: &[],
    create: |context| Ok(JsObject::with_object_proto(context.intrinsics())),
};

/// The scheme of Node's modules.
const NODE: &str = "node:";

/// What the modules of a context export, by the name of the module.
#[derive(Default)]
struct Created(FxHashMap<&'static str, JsObject>);

/// The modules that the host provides.
#[derive(Default)]
pub(super) struct BuiltinModules(pub(super) &'static [BuiltinModule]);

impl BuiltinModules {
    /// Returns the module that a specifier names.
    pub(super) fn find(&self, specifier: &str) -> Option<&'static BuiltinModule> {
        let is_named = |module: &&BuiltinModule| {
            module.name == specifier
                || module.is_bare && module.name.strip_prefix(NODE).is_some_and(|name| name == specifier)
        };
        self.0.iter().find(is_named)
    }

    /// Returns the module with a path, which [`path_of`] returned.
    pub(super) fn at(&self, path: &Path) -> Option<&'static BuiltinModule> {
        self.0.iter().chain([&EMPTY]).find(|module| path.as_os_str() == module.name)
    }

    /// Describes a module of Node that the host does not have.
    pub(super) fn missing_message(&self, name: &str) -> String {
        let names: Vec<&str> = self.0.iter().map(|module| module.name).collect();
        match names.split_last() {
            None => format!("'{name}' is a module of Node.js, which posttask does not have"),
            Some((last, others)) => {
                format!(
                    "'{name}' is a module of Node.js, which posttask does not have; it has {} and {last}",
                    others.join(", ")
                )
            }
        }
    }
}

/// The path that identifies a module of the host. It is not the path of a file.
pub(super) fn path_of(module: &BuiltinModule) -> PathBuf {
    PathBuf::from(module.name)
}

/// Returns what a module exports in a context.
///
/// # Errors
///
/// Whatever creating the module throws.
pub(super) fn exports_of_builtin(module: &'static BuiltinModule, context: &mut Context) -> JsResult<JsObject> {
    let created = context.get_data::<Created>().and_then(|created| created.0.get(module.name).cloned());
    if let Some(exports) = created {
        return Ok(exports);
    }
    let exports = (module.create)(context)?;
    let data = context.host_defined_mut();
    if data.get::<Created>().is_none() {
        data.insert_default::<Created>();
    }
    if let Some(created) = data.get_mut::<Created>() {
        created.0.insert(module.name, exports.clone());
    }
    Ok(exports)
}

/// Returns an ES module with the exports of a module of the host.
pub(super) fn as_es_module(module: &'static BuiltinModule, context: &mut Context) -> Module {
    let names: Vec<JsString> = [DEFAULT].iter().chain(module.exports).map(|&name| JsString::from(name)).collect();
    let run = SyntheticModuleInitializer::from_copy_closure(move |synthetic, context| {
        let exports = exports_of_builtin(module, context).inspect_err(|_| a_synthetic_module_fails(context))?;
        for &name in module.exports {
            let value = exports.get(JsString::from(name), context)?;
            synthetic.set_export(&name.into(), value)?;
        }
        synthetic.set_export(&DEFAULT.into(), exports.into())
    });
    Module::synthetic(&names, run, Some(path_of(module)), None, context)
}
