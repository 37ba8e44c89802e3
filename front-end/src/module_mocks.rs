//! Modules that a test file replaces, and modules that it loads again. Each runtime has its own.
//!
//! A module that is replaced, or loaded again, has another identity for the engine: its path and a mark.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use boa_engine::module::SyntheticModuleInitializer;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, Module, js_string};
use posttask::internal::engine::{a_synthetic_module_fails, normalize};
use posttask::internal::webidl::type_error;
use rustc_hash::{FxHashMap, FxHashSet};

use super::links::DEFAULT;
use super::package_files::is_in_package;

/// Starts the mark of a module that is replaced. No path of a file contains it.
const MOCK: &str = "\0mock:";

/// Starts the mark of a module that is loaded again.
const AGAIN: &str = "\0again:";

/// Starts the mark of a module that is imported with a query or a fragment, which follows it.
const QUERY: &str = "\0query:";

/// Imports the module at the absolute path that follows a version, replaced if it is. A null character and a query may
/// follow the path. A module must get the same module for the same specifier each time, so the version is another one
/// when modules have been replaced.
const IMPORT: &str = "posttask:import:";

/// The same, even if it is replaced.
const ACTUAL: &str = "posttask:actual:";

/// The replaced modules of a runtime.
#[derive(Default)]
pub(super) struct ModuleMocks(RefCell<State>);

/// The identities that importers have got for specifiers. The engine requires that they get the same one each time.
/// After a reset, importers are other modules.
type Given = FxHashMap<(PathBuf, String, u32), PathBuf>;

#[derive(Default)]
struct State {
    /// By the path of the real module, or by [`key_of_missing`].
    mocks: FxHashMap<PathBuf, Mock>,
    given: Given,
    /// The number of mocks so far: each has an identity of its own.
    count: u32,
    /// How often something has changed.
    version: u32,
    /// How often the modules have been reset.
    resets: u32,
}

/// Which names a mock exports besides those that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MockedNames {
    /// Those of the real module, as `undefined`.
    OfTheModule,
    /// None: to import another name is an error.
    Own,
}

#[derive(Clone)]
struct Mock {
    number: u32,
    names: MockedNames,
    /// Returns the object whose properties are the exports.
    provide: JsObject,
}

/// The replaced modules, as native functions find them in a context.
pub(super) struct MocksOfContext(pub(super) Rc<ModuleMocks>);

/// What the engine knows a module by.
pub(super) struct Identity<'p> {
    pub(super) path: &'p str,
    pub(super) is_mock: bool,
}

/// Splits the path by which the engine knows a module.
pub(super) fn identity(path: &Path) -> Option<Identity<'_>> {
    let text = path.to_str()?;
    let is_mock = text.contains(MOCK);
    let (path, _) = text.split_once('\0').filter(|_| is_mock || text.contains(AGAIN) || text.contains(QUERY))?;
    Some(Identity { path, is_mock })
}

/// Returns the identity of a module that is imported with a query.
pub(super) fn with_query(path: PathBuf, query: &str) -> PathBuf {
    if query.is_empty() { path } else { format!("{}{QUERY}{query}", path.display()).into() }
}

/// The query of a module, from its identity.
pub(super) fn query_of(path: &Path) -> &str {
    path.to_str().and_then(|text| text.split_once(QUERY)).map_or("", |(_, query)| query)
}

impl ModuleMocks {
    /// Resolves a specifier. `find` returns the path of the real module.
    pub(super) fn resolve<E>(
        &self,
        specifier: &str,
        importer: &Path,
        find: impl FnOnce(&str) -> Result<PathBuf, E>,
    ) -> Result<PathBuf, E> {
        if let Some(path) = versioned(specifier, ACTUAL) {
            return Ok(self.current(PathBuf::from(path)));
        }
        let named = versioned(specifier, IMPORT);
        if let Some((path, query)) = named.and_then(|path| path.split_once('\0')) {
            // With a query, it is another module than the replaced one.
            return Ok(self.current(with_query(PathBuf::from(path), query)));
        }
        let found = named.map_or_else(|| find(specifier), |path| Ok(PathBuf::from(path)));
        let key = found.as_ref().map_or_else(|_| key_of_missing(specifier, importer), Clone::clone);
        let number = self.0.borrow().mocks.get(&key).map(|mock| mock.number);
        match number {
            Some(number) => Ok(format!("{}{MOCK}{number}", key.display()).into()),
            None => found.map(|path| self.current(path)),
        }
    }

    /// Returns what an importer has got for a specifier, or else what `find` does.
    pub(super) fn once<E>(
        &self,
        specifier: &str,
        importer: Option<&Path>,
        find: impl FnOnce() -> Result<PathBuf, E>,
    ) -> Result<PathBuf, E> {
        let Some(importer) = importer else { return find() };
        let key = (importer.to_owned(), specifier.to_owned(), self.0.borrow().resets);
        if let Some(known) = self.0.borrow().given.get(&key) {
            return Ok(known.clone());
        }
        let found = find()?;
        self.0.borrow_mut().given.insert(key, found.clone());
        Ok(found)
    }

    /// The identity of a module that is not replaced. Packages are not loaded again.
    fn current(&self, path: PathBuf) -> PathBuf {
        let resets = self.0.borrow().resets;
        if resets == 0 || is_in_package(&path) || !path.is_absolute() || super::host_files::is_host(&path) {
            return path;
        }
        format!("{}{AGAIN}{resets}", path.display()).into()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.borrow().mocks.is_empty()
    }

    fn provide(&self, path: &Path, is_required: bool, context: &mut Context) -> JsResult<Option<JsValue>> {
        let mock = self.0.borrow().mocks.get(path).cloned();
        let Some(Mock { provide, .. }) = mock else { return Ok(None) };
        provide.call(&JsValue::undefined(), &[is_required.into()], context).map(Some)
    }

    fn has_own_names(&self, path: &Path) -> bool {
        self.0.borrow().mocks.get(path).is_some_and(|mock| mock.names == MockedNames::Own)
    }
}

/// What a replaced module that does not exist is known by: the path that a relative specifier stands for, or the
/// specifier.
fn key_of_missing(specifier: &str, importer: &Path) -> PathBuf {
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
    if is_relative { normalize(&importer.with_file_name(specifier)) } else { PathBuf::from(specifier) }
}

/// The path in a specifier with such a start.
fn versioned<'s>(specifier: &'s str, start: &str) -> Option<&'s str> {
    specifier.strip_prefix(start)?.split_once(':').map(|(_, path)| path)
}

/// Returns a number that changes when a module is replaced or all are reset.
#[must_use]
pub fn mocks_version(context: &Context) -> u32 {
    mocks_of(context).map_or(0, |mocks| mocks.0.borrow().version)
}

/// The mocks of a context, which [`FrontEnd::configure`](super::FrontEnd::configure) has set up.
pub(super) fn mocks_of(context: &Context) -> Option<Rc<ModuleMocks>> {
    context.get_data::<MocksOfContext>().map(|MocksOfContext(mocks)| Rc::clone(mocks))
}

/// Replaces the module at a path, or a package that does not exist, with this specifier. `provide` returns an object
/// with the exports when the module is first imported. If its argument is true, it returns what `require` does.
pub fn mock_module(path: &Path, provide: JsObject, names: MockedNames, context: &Context) {
    if let Some(mocks) = mocks_of(context) {
        let mut state = mocks.0.borrow_mut();
        state.count += 1;
        state.version += 1;
        let number = state.count;
        state.mocks.insert(path.to_owned(), Mock { number, names, provide });
    }
}

/// Lets a module be the real one again.
pub fn unmock_module(path: &Path, context: &Context) {
    if let Some(mocks) = mocks_of(context) {
        let mut state = mocks.0.borrow_mut();
        state.version += 1;
        state.mocks.remove(path);
    }
}

/// Makes the next import of each ES module load it again.
pub(super) fn reset_es_modules(context: &Context) {
    if let Some(mocks) = mocks_of(context) {
        let mut state = mocks.0.borrow_mut();
        state.version += 1;
        state.resets += 1;
    }
}

/// Returns what a CommonJS module gets instead of the module at a path. `None` if it is not replaced.
///
/// # Errors
///
/// Whatever the factory throws.
pub(super) fn provided(path: &Path, context: &mut Context) -> JsResult<Option<JsValue>> {
    match mocks_of(context) {
        Some(mocks) if !mocks.is_empty() => mocks.provide(path, true, context),
        _ => Ok(None),
    }
}

/// The same for a module that does not exist.
///
/// # Errors
///
/// Whatever the factory throws.
pub(super) fn provided_for_missing(
    specifier: &str,
    importer: &Path,
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    provided(&key_of_missing(specifier, importer), context)
}

/// Returns the modules at these paths and those that they import, as far as they are replaced. `imports` returns the
/// paths of the modules that one imports.
pub(super) fn mocked_among(
    start: &Path,
    mocks: &ModuleMocks,
    mut imports: impl FnMut(&Path) -> Vec<PathBuf>,
) -> Vec<PathBuf> {
    let (mut found, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![start.to_owned()]);
    while let Some(path) = open.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        if mocks.0.borrow().mocks.contains_key(&path) {
            found.push(path);
        } else {
            open.extend(imports(&path));
        }
    }
    found
}

/// Returns an ES module with the exports of a mock. `names` are those of the real module: an import of one of them that
/// the mock does not have is `undefined`.
///
/// # Errors
///
/// Whatever the factory throws.
pub(super) fn as_es_module(path: &Path, names: &[String], context: &mut Context) -> JsResult<Module> {
    let missing = || type_error(format!("the mock of {} is not an object", path.display()));
    let mocks = mocks_of(context).ok_or_else(missing)?;
    let exports = mocks.provide(path, false, context)?.and_then(|exports| exports.as_object()).ok_or_else(missing)?;
    let is_exact = mocks.has_own_names(path);
    let names = if is_exact { &[] } else { names };
    let mut all: Vec<JsString> = Vec::new();
    for key in exports.own_property_keys(context)? {
        if let boa_engine::property::PropertyKey::String(name) = key {
            all.push(name);
        }
    }
    all.extend(names.iter().map(|name| JsString::from(name.as_str())));
    if !is_exact && (exports.has_property(js_string!("__esModule"), context)? || all.is_empty()) {
        all.push(DEFAULT.into());
    }
    let mut seen = FxHashSet::default();
    all.retain(|name| seen.insert(name.clone()));
    let run = SyntheticModuleInitializer::from_copy_closure_with_captures(
        |module, (exports, names): &(JsObject, Vec<JsString>), context| {
            for name in names {
                let value = exports.get(name.clone(), context).inspect_err(|_| a_synthetic_module_fails(context))?;
                module.set_export(name, value)?;
            }
            Ok(())
        },
        (exports, all.clone()),
    );
    Ok(Module::synthetic(&all, run, Some(normalize(path)), None, context))
}
