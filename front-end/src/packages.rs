//! Finds modules: files, packages in `node_modules`, import maps, and the folder to which they are confined.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use import_map::{ImportMap, ImportMapErrorKind, parse_from_json};
use oxc_resolver::{ResolveError, ResolveOptions, TsConfig};
use posttask::internal::engine::{file_url, is_path_with_drive, normalize, path_of_specifier, read_source};
use url::Url;

use super::aliases::{Alias, unaliased};
use super::builtin_modules::{self, BuiltinModules, EMPTY};
use super::host_files::{HostFiles, is_host, is_too_old, packages_with_more};
use super::module_format::{Language, is_declaration};
use super::options::{FrontEndError, Options};
use super::package_files::{Resolver, is_in_package, nearest_package};
use super::purpose::Purpose;
use super::specifiers::{folder_of, package_of};
use super::tsconfig::TsConfigs;

/// What asks for a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Request {
    Import,
    Require,
}

/// Why a module was not found.
#[derive(Clone, Debug)]
pub(super) struct NotFound {
    /// The `code` of the error, as in Node.
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl NotFound {
    /// The message without its start, which says that a specifier cannot be found or imported.
    pub(super) fn reason(&self, specifier: &str) -> &str {
        let starts = ["find", "import"].map(|verb| format!("cannot {verb} '{specifier}': "));
        starts.iter().find_map(|start| self.message.strip_prefix(start)).unwrap_or(&self.message)
    }
}

impl From<String> for NotFound {
    fn from(message: String) -> Self {
        Self { code: "ERR_MODULE_NOT_FOUND", message }
    }
}

/// Finds the files of modules as Node does, and a little more: without extension, in TypeScript, and in the field
/// `module` of a package that has no `exports`.
pub(super) struct Packages {
    pub(super) builtins: BuiltinModules,
    pub(super) host_files: HostFiles,
    aliases: Vec<Alias>,
    conditions: Vec<String>,
    compiles_components: bool,
    /// Most programs are one file and need no resolver.
    resolvers: OnceLock<Resolvers>,
    import_map: Option<ImportMap>,
    /// What is wrong with the import map.
    pub(super) warnings: Vec<String>,
    /// The folder that modules must be in, without symbolic links.
    root: Option<PathBuf>,
    /// The folder that programs may write to, without symbolic links.
    writable: Option<PathBuf>,
}

struct Resolvers {
    import: Resolver,
    require: Resolver,
    /// The same two for importers in TypeScript, which prefer its files.
    typed_import: Resolver,
    typed_require: Resolver,
    /// For [`COMPONENT_PACKAGES`].
    components: Resolver,
    /// Knows the names of Node's own modules.
    builtin: Resolver,
    tsconfigs: TsConfigs,
}

impl Resolvers {
    fn new(conditions: &[String]) -> Self {
        let of = |request, typed| resolve_options(request, typed, conditions);
        let import = Resolver::new(of(Request::Import, false));
        Self {
            require: import.clone_with_options(of(Request::Require, false)),
            typed_import: import.clone_with_options(of(Request::Import, true)),
            typed_require: import.clone_with_options(of(Request::Require, true)),
            components: import.clone_with_options(options_for_components(conditions)),
            builtin: import.clone_with_options(ResolveOptions { builtin_modules: true, ..ResolveOptions::default() }),
            tsconfigs: TsConfigs::new(&import),
            import,
        }
    }
}

/// What components of Svelte and Solid are made of. Components are for browsers, and cannot use the versions for
/// servers that Node gets without the condition `browser`. The documents of tests need packages without it.
const COMPONENT_PACKAGES: [&str; 3] = ["svelte", "esm-env", "solid-js"];

fn options_for_components(conditions: &[String]) -> ResolveOptions {
    let own = conditions.iter().filter(|&condition| condition != NODE).cloned();
    let conditions: Vec<String> = [BROWSER.to_owned()].into_iter().chain(own).collect();
    resolve_options(Request::Import, false, &conditions)
}

const SCRIPT_EXTENSIONS: [&str; 4] = [".js", ".jsx", ".mjs", ".cjs"];
const TYPED_EXTENSIONS: [&str; 4] = [".ts", ".tsx", ".mts", ".cts"];

/// The extensions of TypeScript files that become files with an extension of JavaScript. Without an option, JSX becomes
/// JavaScript, too.
const SOURCE_EXTENSIONS: [(&str, &[&str]); 4] =
    [(".js", &[".ts", ".tsx"]), (".jsx", &[".tsx"]), (".mjs", &[".mts"]), (".cjs", &[".cts"])];

/// The condition for versions of packages that run in browsers, and the field of `package.json` that names their files:
/// [the specification](https://github.com/defunctzombie/package-browser-field-spec).
const BROWSER: &str = "browser";

/// What tests for Vitest need. Until version 4, it installs these packages.
const OF_VITEST: [&str; 4] = ["@vitest/expect", "@vitest/snapshot", "@vitest/spy", "chai"];

/// The condition for versions of packages that run in Node.
const NODE: &str = "node";

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|&item| item.to_owned()).collect()
}

/// Returns how modules are found. `typed` prefers TypeScript to JavaScript.
fn resolve_options(request: Request, typed: bool, conditions: &[String]) -> ResolveOptions {
    let has = |name: &str| conditions.iter().any(|condition| condition == name);
    let is_browser = has(BROWSER);
    // Node knows no `module`, and neither do the runners that let it import packages.
    let (condition, main_fields): (_, &[&str]) = match request {
        Request::Import if !has(NODE) => ("import", &[BROWSER, "module", "main"]),
        Request::Import => ("import", &[BROWSER, "main"]),
        Request::Require => ("require", &[BROWSER, "main"]),
    };
    let [first, second] =
        if typed { [TYPED_EXTENSIONS, SCRIPT_EXTENSIONS] } else { [SCRIPT_EXTENSIONS, TYPED_EXTENSIONS] };
    // TypeScript imports `./a.ts` under the name that it has after compilation, `./a.js`.
    let aliases = SOURCE_EXTENSIONS.map(|(script, sources)| {
        let names = if typed { [sources, &[script]] } else { [&[script][..], sources] };
        (script.to_owned(), strings(&names.concat()))
    });
    ResolveOptions {
        condition_names: conditions.iter().cloned().chain(strings(&["posttask", condition, "default"])).collect(),
        main_fields: strings(if is_browser { main_fields } else { &main_fields[1..] }),
        alias_fields: if is_browser { vec![strings(&[BROWSER])] } else { Vec::new() },
        extensions: strings(&[&first[..], &second[..], &[".json"]].concat()),
        extension_alias: aliases.into(),
        node_path: false,
        ..ResolveOptions::default()
    }
}

impl Packages {
    pub(super) fn new(options: &Options) -> Result<Self, FrontEndError> {
        let import_map =
            options.import_map.as_deref().map(|path| read_import_map(path, options.max_source)).transpose()?;
        let (import_map, warnings) = import_map.unzip();
        // Packages have versions for Node under this name.
        let node = options.is_for_node.then_some(NODE);
        Ok(Self {
            builtins: BuiltinModules(options.builtins),
            host_files: HostFiles { files: options.host_files, has_tests: options.purpose != Purpose::Run },
            aliases: options.aliases.clone(),
            conditions: options.conditions.iter().cloned().chain(node.map(str::to_owned)).collect(),
            compiles_components: options.compile_component.is_some() && !options.is_for_node,
            resolvers: OnceLock::new(),
            import_map,
            warnings: warnings.unwrap_or_default(),
            root: options.root.as_deref().map(real_folder).transpose()?,
            writable: options.writable.as_deref().map(real_folder).transpose()?,
        })
    }

    /// Returns the path of a module, without symbolic links. `importer` is the path of the importing file.
    ///
    /// # Errors
    ///
    /// A message if there is no such module, or it is not in the folder to which modules are confined.
    pub(super) fn resolve(&self, specifier: &str, importer: &Path, request: Request) -> Result<PathBuf, NotFound> {
        if self.builtins.at(importer).is_some()
            && let Some(module) = self.builtins.find(specifier, importer)
        {
            return Ok(builtin_modules::path_of(module));
        }
        // The main program may be a symbolic link.
        let importer = dunce::canonicalize(importer).unwrap_or_else(|_| normalize(importer));
        if let Some(path) = self.host_files.resolve(specifier, &importer) {
            return Ok(path);
        }
        let alias = if is_host(&importer) { None } else { unaliased(&self.aliases, specifier) };
        let specifier = alias.as_deref().unwrap_or(specifier);
        let mapped = if request == Request::Import { self.mapped(specifier, &importer)? } else { None };
        let specifier = mapped.as_deref().unwrap_or(specifier);
        let folder = folder_of(&importer);
        if let Some(replaced) = self.replaced_in_browsers(specifier, &importer, request) {
            return Ok(replaced?);
        }
        if let Some(module) = self.builtins.find(specifier, &importer) {
            return Ok(builtin_modules::path_of(module));
        }
        if let Some(name) = specifier.strip_prefix("node:") {
            let code = "ERR_UNKNOWN_BUILTIN_MODULE";
            return Err(NotFound { code, message: self.missing_builtin(name, folder) });
        }
        check_specifier(specifier, request)?;
        let path = path_of(specifier, &importer, request)?;
        if let Some(path) = path.as_ref().filter(|path| is_host(path)) {
            // What `require` makes of a module of the host imports it by its URL.
            return Ok(path.clone());
        }
        if let Some(path) = path.as_ref().filter(|path| path.to_string_lossy().contains('?') && path.is_file()) {
            // The resolver would take this for a query.
            return Ok(self.confine(dunce::canonicalize(path).unwrap_or_else(|_| path.clone()), specifier)?);
        }
        let wanted = match &path {
            Some(path) => path.to_str().ok_or_else(|| format!("{} is not valid UTF-8", path.display()))?,
            None => specifier,
        };
        if path.is_none()
            && let Some(found) = self.alias(specifier, &importer, request)?
        {
            return Ok(self.confine(found, specifier)?);
        }
        let resolver = match request {
            Request::Import if self.is_for_components(specifier) => &self.resolvers().components,
            _ => self.resolver(&importer, request, path.is_some()),
        };
        match self.look_up(wanted, specifier, resolver, folder) {
            Ok(Ok(found)) if is_host(&importer) && is_too_old(specifier, &found) => {
                Ok(self.for_host(specifier, resolver, folder)?)
            }
            Ok(found) => Ok(found?),
            Err(_) if is_host(&importer) => Ok(self.for_host(specifier, resolver, folder)?),
            Err(error) => {
                let message = self.explain(&error, specifier, path.as_deref(), folder);
                Err(NotFound { code: code_of(&error, specifier), message })
            }
        }
    }

    /// Returns the package that a module of the host imports, among the dependencies of others.
    fn for_host(&self, specifier: &str, resolver: &Resolver, folder: &Path) -> Result<PathBuf, String> {
        self.among_dependencies(specifier, resolver, folder).ok_or_else(|| {
            let is_missing = |name: &&str| {
                self.look_up(name, name, resolver, folder).is_err()
                    && self.among_dependencies(name, resolver, folder).is_none()
            };
            let others = OF_VITEST.into_iter().filter(|_| OF_VITEST.contains(&specifier));
            let others: Vec<&str> = others.filter(|name| *name != specifier).filter(is_missing).collect();
            let names = [&[specifier][..], &others].concat().join(" ");
            let (subject, verb) = if others.is_empty() { ("package", "is") } else { ("packages", "are") };
            let why = format!("{verb} not installed, which this test needs");
            format!("the {subject} '{}' {why}: npm install --save-dev {names}", names.replace(' ', "', '"))
        })
    }

    fn among_dependencies(&self, specifier: &str, resolver: &Resolver, folder: &Path) -> Option<PathBuf> {
        packages_with_more(folder).find_map(|folder| {
            let found = self.look_up(specifier, specifier, resolver, &folder).ok()?.ok();
            found.filter(|found| !is_too_old(specifier, found))
        })
    }

    /// Returns what a resolver finds for an importer in a folder: a file, or what its package leaves out in browsers.
    /// The inner error says that the file is not in the folder to which modules are confined.
    fn look_up(
        &self,
        wanted: &str,
        specifier: &str,
        resolver: &Resolver,
        folder: &Path,
    ) -> Result<Result<PathBuf, String>, ResolveError> {
        match resolver.resolve(folder, wanted) {
            Ok(found) => Ok(self.confine(found.into_path_buf(), specifier)),
            Err(ResolveError::Ignored(_)) => Ok(Ok(builtin_modules::path_of(&EMPTY))),
            Err(error) => Err(error),
        }
    }

    /// Returns the `tsconfig.json` of a file. `uses` is called with the files that this depends on.
    ///
    /// # Errors
    ///
    /// A message if it is not valid.
    pub(super) fn tsconfig(&self, file: &Path, uses: impl Fn(&Path)) -> Result<Option<Arc<TsConfig>>, String> {
        if Language::of(file).is_compiled() { self.resolvers().tsconfigs.of(file, uses) } else { Ok(None) }
    }

    /// Returns the file that `paths` or `baseUrl` of a `tsconfig.json` find for a bare specifier. Declarations are for
    /// TypeScript only.
    fn alias(&self, specifier: &str, importer: &Path, request: Request) -> Result<Option<PathBuf>, String> {
        let Some(tsconfig) = self.tsconfig(importer, |_| {})? else { return Ok(None) };
        let resolver = self.resolver(importer, request, true);
        let mut candidates = tsconfig.resolve_path_alias_or_base_url(specifier).into_iter();
        Ok(candidates.find_map(|path| {
            let found = resolver.resolve(tsconfig.directory(), path.to_str()?).ok()?;
            Some(found.into_path_buf()).filter(|path| !is_declaration(path))
        }))
    }

    /// Whether a specifier names a package that components are made of. With `--node`, programs want that for servers.
    fn is_for_components(&self, specifier: &str) -> bool {
        self.compiles_components && COMPONENT_PACKAGES.contains(&package_of(specifier))
    }

    fn is_for_browsers(&self) -> bool {
        self.conditions.iter().any(|condition| condition == BROWSER)
    }

    /// Returns what the package of an importer has for browsers instead of a module of the host.
    fn replaced_in_browsers(
        &self,
        specifier: &str,
        importer: &Path,
        request: Request,
    ) -> Option<Result<PathBuf, String>> {
        let without_scheme = specifier.strip_prefix("node:");
        if !self.is_for_browsers() || without_scheme.is_none() && self.builtins.find(specifier, importer).is_none() {
            return None;
        }
        let (resolver, folder) = (self.resolver(importer, request, false), folder_of(importer));
        let look_up = |wanted: &str| self.look_up(wanted, specifier, resolver, folder).ok();
        look_up(specifier).or_else(|| look_up(without_scheme?))
    }

    /// Describes a module of Node that the host does not have, for an importer in a folder.
    fn missing_builtin(&self, name: &str, folder: &Path) -> String {
        let message = builtin_modules::missing_message(name);
        match package_for_browsers(folder).filter(|_| !self.is_for_browsers()) {
            Some(package) => format!("{message}; the package '{package}' has a version for browsers: try -C {BROWSER}"),
            None => message,
        }
    }

    fn resolvers(&self) -> &Resolvers {
        self.resolvers.get_or_init(|| Resolvers::new(&self.conditions))
    }

    /// Packages say which files they consist of, so that all importers get the same ones. Only a path in TypeScript may
    /// stand for a TypeScript file.
    fn resolver(&self, importer: &Path, request: Request, is_path: bool) -> &Resolver {
        let typed = is_path && Language::of(importer).is_typescript();
        let resolvers = self.resolvers();
        match (request, typed) {
            (Request::Import, false) => &resolvers.import,
            (Request::Import, true) => &resolvers.typed_import,
            (Request::Require, false) => &resolvers.require,
            (Request::Require, true) => &resolvers.typed_require,
        }
    }

    /// Returns what the import map replaces a specifier with. `None` if it does not mention it.
    fn mapped(&self, specifier: &str, importer: &Path) -> Result<Option<String>, String> {
        let Some((map, referrer)) = self.import_map.as_ref().zip(file_url(importer)) else {
            return Ok(None);
        };
        match map.resolve(specifier, &referrer) {
            Ok(url) => Ok(Some(url.into())),
            Err(error) => match *error.0 {
                ImportMapErrorKind::UnmappedBareSpecifier(..) => Ok(None),
                ImportMapErrorKind::BlockedByNullEntry(_) => {
                    Err(format!("cannot import '{specifier}': the import map maps it to null"))
                }
                other => Err(format!("cannot import '{specifier}': {other}")),
            },
        }
    }

    /// Checks that a path is in the folder to which modules are confined.
    ///
    /// # Errors
    ///
    /// A message if it is not.
    fn confine(&self, path: PathBuf, specifier: &str) -> Result<PathBuf, String> {
        if path.to_str().is_none() {
            // The engine knows paths as text.
            return Err(format!("cannot import '{specifier}': {} is not valid UTF-8", path.display()));
        }
        match &self.root {
            Some(root) if !path.starts_with(root) => {
                Err(format!("cannot import '{specifier}': {} is not in {}", path.display(), root.display()))
            }
            _ => Ok(path),
        }
    }

    /// Whether the file at a path may be read, symbolic links resolved.
    pub(super) fn may_read(&self, path: &Path) -> bool {
        let Some(root) = &self.root else { return true };
        dunce::canonicalize(path).is_ok_and(|path| path.starts_with(root))
    }

    /// Whether a program may write to a path: it, or the folder that it is to be made in, is in the writable folder.
    pub(super) fn may_write(&self, path: &Path) -> bool {
        let Some(writable) = &self.writable else { return false };
        let path = normalize(path);
        // What does not exist yet is made in the nearest folder that exists.
        let existing = path.ancestors().find_map(|path| match path.symlink_metadata() {
            Ok(_) => Some(dunce::canonicalize(path).ok()),
            Err(_) => None,
        });
        existing.flatten().is_some_and(|existing| existing.starts_with(writable))
    }

    fn explain(&self, error: &ResolveError, specifier: &str, path: Option<&Path>, folder: &Path) -> String {
        let is_missing = matches!(error, ResolveError::NotFound(_) | ResolveError::ExtensionAlias(..));
        match path {
            Some(path) if is_missing => format!("cannot find '{specifier}': there is no file {}", path.display()),
            None if is_missing && specifier.starts_with('#') => {
                format!("cannot find '{specifier}': the package of the importing file has no such entry in `imports`")
            }
            None if is_missing => {
                if let Err(ResolveError::Builtin { .. }) = self.resolvers().builtin.resolve(folder, specifier) {
                    return self.missing_builtin(specifier, folder);
                }
                Self::missing_package(package_of(specifier), specifier, folder)
            }
            _ => match error {
                ResolveError::Json(error) => {
                    format!("cannot import '{specifier}': {} is not valid: {}", error.path.display(), error.message)
                }
                error => format!("cannot import '{specifier}': {error}"),
            },
        }
    }

    fn missing_package(package: &str, specifier: &str, folder: &Path) -> String {
        let mut installed = folder.ancestors().map(|folder| folder.join("node_modules").join(package));
        match installed.find(|folder| folder.is_dir()) {
            Some(folder) => format!("cannot find '{specifier}': {} has no such file", folder.display()),
            // Not a name of a package: an alias of a bundler or of TypeScript.
            None if specifier.starts_with("@/") || specifier.starts_with('~') => {
                format!(
                    "cannot find '{specifier}': `paths` in tsconfig.json or --import-map can say what it stands for"
                )
            }
            None => format!("cannot find the package '{package}' in node_modules: install it, for example with npm"),
        }
    }
}

/// Returns the code that Node has for an error of the resolver.
fn code_of(error: &ResolveError, specifier: &str) -> &'static str {
    match error {
        ResolveError::PackagePathNotExported { .. } => "ERR_PACKAGE_PATH_NOT_EXPORTED",
        ResolveError::PackageImportNotDefined(..) => "ERR_PACKAGE_IMPORT_NOT_DEFINED",
        ResolveError::InvalidPackageTarget(..) => "ERR_INVALID_PACKAGE_TARGET",
        ResolveError::InvalidModuleSpecifier(..) => "ERR_INVALID_MODULE_SPECIFIER",
        ResolveError::Json(..) => "ERR_INVALID_PACKAGE_CONFIG",
        _ if specifier.starts_with('#') => "ERR_PACKAGE_IMPORT_NOT_DEFINED",
        _ => "ERR_MODULE_NOT_FOUND",
    }
}

/// Checks what Node checks before it looks for a module.
fn check_specifier(specifier: &str, request: Request) -> Result<(), NotFound> {
    let is_path = specifier.starts_with(['.', '/']);
    let has_encoded_slash = is_path && ["%2f", "%5c", "%2F", "%5C"].iter().any(|code| specifier.contains(code));
    let (code, why) = match request {
        Request::Import if has_encoded_slash => ("ERR_INVALID_MODULE_SPECIFIER", "it must not contain encoded slashes"),
        Request::Import if specifier.starts_with('@') && !specifier.contains('/') => {
            ("ERR_INVALID_MODULE_SPECIFIER", "it is not a valid package name")
        }
        Request::Import if is_path_with_drive(specifier) => return Ok(()),
        Request::Import if Url::parse(specifier).is_ok_and(|url| url.scheme() != "file") => {
            ("ERR_UNSUPPORTED_ESM_URL_SCHEME", "only file:, data: and node: URLs can be imported")
        }
        _ => return Ok(()),
    };
    Err(NotFound { code, message: format!("cannot import '{specifier}': {why}") })
}

/// Returns the path that a specifier refers to. `None` if it refers to a package, or is an entry of the `imports` of a
/// package.
fn path_of(specifier: &str, importer: &Path, request: Request) -> Result<Option<PathBuf>, String> {
    let is_folder = matches!(specifier, "." | "..");
    let is_relative = is_folder || ["./", "../", "/"].iter().any(|start| specifier.starts_with(start));
    let path = match request {
        _ if specifier.starts_with('#') => None,
        Request::Import if !is_folder => path_of_specifier(specifier, Some(importer))?,
        // A path, and not a URL.
        _ if is_relative => Some(normalize(&folder_of(importer).join(specifier))),
        _ => None,
    };
    // With a slash or dots at the end, only a folder is found.
    let names_folder = matches!(specifier.rsplit('/').next(), Some("" | "." | ".."));
    Ok(path.map(|path| if names_folder { path.join("") } else { path }))
}

/// Returns the name of the installed package around a folder if it has a version for browsers.
fn package_for_browsers(folder: &Path) -> Option<String> {
    let (_, text) = is_in_package(folder).then(|| nearest_package(folder, |_| {})).flatten()?;
    let package: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let has_condition = package["exports"].to_string().contains("\"browser\":");
    let name = package["name"].as_str().filter(|_| has_condition || !package[BROWSER].is_null());
    name.map(str::to_owned)
}

/// Reads an import map. Also returns what is wrong with its entries, which are then ignored or block an import.
fn read_import_map(path: &Path, max_source: u64) -> Result<(ImportMap, Vec<String>), FrontEndError> {
    import_map_of(&read_source(path, max_source)?, path)
}

/// Parses the text of an import map.
///
/// # Errors
///
/// [`FrontEndError::ImportMap`] if the text is not a valid import map.
pub fn import_map_of(text: &str, path: &Path) -> Result<(ImportMap, Vec<String>), FrontEndError> {
    let invalid = |reason: String| FrontEndError::ImportMap { path: path.to_owned(), reason };
    let base = file_url(&normalize(path)).ok_or_else(|| invalid("its path has no URL".to_owned()))?;
    let parsed = parse_from_json(base, text).map_err(|error| invalid(error.to_string()))?;
    let warnings = parsed.diagnostics.iter().map(|problem| format!("{}: {problem}", path.display()));
    Ok((parsed.import_map, warnings.collect()))
}

fn real_folder(path: &Path) -> Result<PathBuf, FrontEndError> {
    let root = |source| FrontEndError::Root { path: path.to_owned(), source };
    let real = dunce::canonicalize(path).map_err(root)?;
    if real.is_dir() { Ok(real) } else { Err(root(std::io::ErrorKind::NotADirectory.into())) }
}
