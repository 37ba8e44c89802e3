//! Modules that are part of the host, such as `node:assert`.

use std::path::{Path, PathBuf};

use boa_engine::module::SyntheticModuleInitializer;
use boa_engine::{Context, JsObject, JsResult, JsString, Module};
use posttask::internal::engine::a_synthetic_module_fails;
use posttask::internal::exploration::footprints::{HostFunctions, HostModules, Obstacle};
use rustc_hash::FxHashMap;

use super::links::DEFAULT;

/// A module of the host.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinModule {
    /// Its specifier, with its scheme: `node:assert`.
    pub name: &'static str,
    /// Whether the specifier can be written without `node:`.
    pub is_bare: bool,
    /// What makes it.
    pub content: BuiltinContent,
}

/// What makes a module of the host.
#[derive(Clone, Copy, Debug)]
pub enum BuiltinContent {
    /// A function of the host.
    Native {
        /// The names that an ES module can import besides `default`: properties of the value that `create` returns.
        exports: &'static [&'static str],
        /// Creates what `require` returns, which is also the default export. Called once for each context.
        create: fn(&mut Context) -> JsResult<JsObject>,
        /// What its functions use, for explorations; `None` if they may use anything.
        functions: Option<&'static HostFunctions>,
    },
    /// The text of a CommonJS module, which is compiled like any other when it is first used. Its `require` also finds
    /// modules whose name starts with `node:internal/`.
    Text(&'static str),
    /// Like [`Self::Text`], of a module that belongs to Node alone: the program is one for Node, so
    /// [`Options::prepare_for_node`](crate::Options::prepare_for_node) is called first.
    NodeText(&'static str),
}

/// What a package leaves out in browsers.
pub(super) static EMPTY: BuiltinModule = BuiltinModule {
    name: "posttask:empty",
    is_bare: false,
    content: BuiltinContent::Native {
        exports: &[],
        create: |context| Ok(JsObject::with_object_proto(context.intrinsics())),
        functions: None,
    },
};

/// The scheme of Node's modules.
const NODE: &str = "node:";

/// The start of the names that only modules of the host can require.
const INTERNAL: &str = "node:internal/";

/// What the modules of a context export, by the name of the module.
#[derive(Default)]
struct Created(FxHashMap<&'static str, JsObject>);

impl BuiltinModule {
    fn is_internal(&self) -> bool {
        self.name.starts_with(INTERNAL)
    }

    /// Returns the text of the module. `None` if a function makes it.
    pub(super) fn text(&self) -> Option<&'static str> {
        match self.content {
            BuiltinContent::Native { .. } => None,
            BuiltinContent::Text(text) | BuiltinContent::NodeText(text) => Some(text),
        }
    }

    /// What its functions use, if that is known.
    pub(super) fn functions(&self) -> Option<&'static HostFunctions> {
        match self.content {
            BuiltinContent::Native { functions, .. } => functions,
            BuiltinContent::Text(_) | BuiltinContent::NodeText(_) => None,
        }
    }

    /// Why nothing is known of a program that uses the module, if its functions are not known.
    pub(super) fn obstacle(&self) -> Obstacle {
        // Programs do not import these modules themselves.
        if self.is_internal() {
            return Obstacle::everywhere("what Node adds to the global object");
        }
        Obstacle::everywhere(format_args!("the module `{}`", self.name))
    }

    /// Whether the module belongs to Node alone.
    pub(super) fn is_for_node(&self) -> bool {
        matches!(self.content, BuiltinContent::NodeText(_))
    }
}

/// The modules that the host provides.
#[derive(Default)]
pub(super) struct BuiltinModules(pub(super) &'static [&'static [BuiltinModule]]);

impl BuiltinModules {
    fn all(&self) -> impl Iterator<Item = &'static BuiltinModule> {
        self.0.iter().copied().flatten()
    }

    /// Returns the names that programs can import, without `node:` where it can be left out.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        let public = self.all().filter(|module| !module.is_internal());
        public.map(|module| module.name.strip_prefix(NODE).filter(|_| module.is_bare).unwrap_or(module.name))
    }

    /// The modules whose functions are known: those that make objects with members only if programs can use them.
    pub(super) fn known_functions(&self, are_for_tests: bool) -> HostModules {
        let mut known = HostModules::default();
        for module in self.all() {
            let is_usable = |functions: &&HostFunctions| are_for_tests || functions.members.is_empty();
            let Some(functions) = module.functions().filter(is_usable) else { continue };
            known.add(module.name, functions);
            if let Some(bare) = module.name.strip_prefix(NODE).filter(|_| module.is_bare) {
                known.add(bare, functions);
            }
        }
        known
    }

    /// Returns the module that a specifier in a file names.
    pub(super) fn find(&self, specifier: &str, importer: &Path) -> Option<&'static BuiltinModule> {
        let is_named = |module: &&BuiltinModule| {
            module.name == specifier
                || module.is_bare && module.name.strip_prefix(NODE).is_some_and(|name| name == specifier)
        };
        let found = self.all().find(is_named)?;
        (!found.is_internal() || self.at(importer).is_some()).then_some(found)
    }

    /// Returns the module with a path, which [`path_of`] returned.
    pub(super) fn at(&self, path: &Path) -> Option<&'static BuiltinModule> {
        self.all().chain([&EMPTY]).find(|module| path.as_os_str() == module.name)
    }
}

/// Describes a module of Node that the host does not have.
pub(super) fn missing_message(name: &str) -> String {
    format!("'{name}' is a Node.js module that posttask does not have")
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
pub(super) fn exports_of_native(
    module: &'static BuiltinModule,
    create: fn(&mut Context) -> JsResult<JsObject>,
    context: &mut Context,
) -> JsResult<JsObject> {
    let created = context.get_data::<Created>().and_then(|created| created.0.get(module.name).cloned());
    if let Some(exports) = created {
        return Ok(exports);
    }
    let exports = create(context)?;
    let data = context.host_defined_mut();
    if data.get::<Created>().is_none() {
        data.insert_default::<Created>();
    }
    if let Some(created) = data.get_mut::<Created>() {
        created.0.insert(module.name, exports.clone());
    }
    Ok(exports)
}

/// Returns an ES module with the exports of a module that a function of the host makes.
pub(super) fn as_es_module(
    module: &'static BuiltinModule,
    exports: &'static [&'static str],
    create: fn(&mut Context) -> JsResult<JsObject>,
    context: &mut Context,
) -> Module {
    let names: Vec<JsString> = [DEFAULT].iter().chain(exports).map(|&name| JsString::from(name)).collect();
    let run = SyntheticModuleInitializer::from_copy_closure(move |synthetic, context| {
        let made = exports_of_native(module, create, context).inspect_err(|_| a_synthetic_module_fails(context))?;
        for &name in exports {
            let value = made.get(JsString::from(name), context)?;
            synthetic.set_export(&name.into(), value)?;
        }
        synthetic.set_export(&DEFAULT.into(), made.into())
    });
    Module::synthetic(&names, run, Some(path_of(module)), None, context)
}
