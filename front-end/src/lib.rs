//! What happens to source text before the engine gets it: TypeScript, packages, errors and their places.
//!
//! The engine has a parser of its own, which sees the text of every file. A second parser goes first. It explains
//! syntax errors, knows TypeScript and the exports of CommonJS modules, and provides the names of functions. Files with
//! syntax that the engine does not have are compiled and printed. What it compiles wrongly is corrected in place, so
//! that lines stay and columns nearly always do.

mod aliases;
mod async_evaluation;
pub mod bounded_file;
mod builtin_modules;
mod call_anchors;
mod call_places;
mod call_text;
mod callee;
mod class_texts;
mod common_js;
mod compile;
mod compiler_options;
mod corrections;
pub mod coverage;
mod dependencies;
mod diagnostic;
mod edit_conflicts;
mod edits;
mod error_places;
mod evaluations;
mod export_names;
mod false_errors;
mod footprints;
mod frames;
mod function_names;
mod function_scope;
mod function_sources;
mod helpers;
mod host_files;
mod import_meta_env;
mod import_meta_glob;
mod link_changes;
mod linking;
mod links;
mod mocking;
mod module_format;
mod module_graph;
mod module_mocks;
mod modules;
mod nested_code;
mod node_globals;
mod options;
mod package_files;
mod package_type;
mod packages;
mod position_map;
mod printer;
mod program;
mod purpose;
mod refusal;
mod refused_text;
mod relative_path;
mod remembered_names;
mod required;
mod self_replacing;
mod shown_value;
mod slashes;
mod source_file;
mod source_map;
mod sources;
mod specifiers;
mod suspensions;
mod syntax;
mod syntax_error;
mod text_index;
mod token_search;
mod tokens;
mod top_level_await;
mod transforms;
mod tsconfig;
mod typeof_guards;
mod vite_assets;
mod vite_project;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use posttask::event_loop::Location;
use posttask::internal::engine::{normalize, path_of_specifier, read_source};
use posttask::{Error, debug};
use rustc_hash::FxHashMap;

use compiler_options::{CompilerOptions, Guards};
use module_format::{Stated, is_component};
use package_type::package_type;
use packages::{NotFound, Packages, Request};
use self_replacing::SelfReplacing;
use source_file::{Inserted, SourceFile};
use specifiers::split_query;

pub use aliases::Alias;
pub use builtin_modules::{BuiltinContent, BuiltinModule};
pub use call_anchors::{CallAnchor, CallAnchors};
pub use common_js::{builtin_exports, create_require};
pub use diagnostic::{Diagnostic, Mark};
pub use host_files::HostFile;
pub use import_meta_env::{import_meta_env, provide_import_meta_env, variables_of_tests};
pub use mocking::{imports_of_file, is_common_js, load_actual, mocked_imports, real_path, reset_modules};
pub use module_format::is_declaration;
pub use module_mocks::{MockedNames, mock_module, mocks_version, unmock_module};
pub use options::{CompileComponent, FrontEndError, Options};
pub use packages::import_map_of;
pub use program::{call_text, text_of_script};
pub use purpose::Purpose;
pub use relative_path::parts_between;
pub use slashes::with_slashes;
pub use sources::{builtin_names, main_program, may_read, may_write};
pub use tokens::{Token, Tokens};
pub use vite_project::ViteProject;

/// Called with the paths of files that the program uses, before they are read.
type OnUse = Box<dyn Fn(&Path) + Send + Sync>;

/// Finds, reads and compiles the files of programs. Shared by all runs of a program and by all threads; each file is
/// read once.
pub struct FrontEnd {
    options: Options,
    packages: Packages,
    /// By the name that the engine knows.
    files: Mutex<FxHashMap<String, Arc<SourceFile>>>,
    /// The paths of modules that were found, by specifier and importer.
    resolved: Mutex<FxHashMap<(String, PathBuf, Request), PathBuf>>,
    self_replacing: Mutex<SelfReplacing>,
    on_use: OnceLock<OnUse>,
}

debug!(FrontEnd, "options" = |front_end| front_end.options);

/// Locks a table. If a thread has panicked, the table is still whole: only finished entries are inserted.
fn locked<T>(table: &Mutex<T>) -> MutexGuard<'_, T> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FrontEnd {
    /// # Errors
    ///
    /// Returns an error if the import map is not valid or the root is not a folder.
    pub fn new(options: Options) -> Result<Arc<Self>, FrontEndError> {
        let packages = Packages::new(&options)?;
        if let Some(uses) = &options.uses {
            uses.set_host(packages.builtins.known_functions(options.purpose != Purpose::Run));
        }
        Ok(Arc::new(Self {
            options,
            packages,
            files: Mutex::default(),
            resolved: Mutex::default(),
            self_replacing: Mutex::default(),
            on_use: OnceLock::new(),
        }))
    }

    /// The size of the largest source file, in bytes.
    pub fn max_source(&self) -> u64 {
        self.options.max_source
    }

    /// Returns what is wrong with the options, but not so wrong that nothing can run.
    pub fn warnings(&self) -> &[String] {
        &self.packages.warnings
    }

    /// Returns the text of a file that the program consists of, of a source in one of its source maps, or else of a
    /// file with this name.
    pub fn text(&self, file: &str) -> Option<Arc<str>> {
        let files = locked(&self.files);
        // What is told about a component is told about its text, and not about what it is compiled to.
        let own = files.get(file).filter(|_| !is_component(Path::new(file))).map(|file| Arc::clone(file.text()));
        let known = own.or_else(|| files.values().find_map(|other| other.mapped_text(file)));
        drop(files);
        // The name may be any path, because a program can assign any `stack` to an error.
        known.or_else(|| Some(String::from_utf8(self.read(Path::new(file))?).ok()?.into()))
    }

    /// Returns the text of the call whose opening parenthesis is at a place.
    fn call_text(&self, place: &Location) -> Option<String> {
        self.known(&place.file)?.call_text((place.line, place.column))
    }

    /// Returns what stands around the calls of a file. `None` if it cannot be read, or if it is nested too deeply.
    pub fn call_anchors(&self, path: &Path) -> Option<CallAnchors> {
        self.file(path).ok()?.call_anchors()
    }

    /// Returns the error that was found at a place.
    pub fn error_at(&self, place: &Location) -> Option<Diagnostic> {
        self.known(&place.file)?.error_at((place.line, place.column)).cloned()
    }

    /// Sets a function that is called with the absolute path of each file that the program uses. Only the first one
    /// counts.
    pub fn on_use(&self, function: impl Fn(&Path) + Send + Sync + 'static) {
        // A second function is ignored.
        let _ = self.on_use.set(Box::new(function));
    }

    /// To be called before a file is read, also if it may not exist.
    pub fn uses(&self, path: &Path) {
        if let Some(on_use) = self.on_use.get() {
            on_use(&normalize(path));
        }
    }

    /// Reads a file of the program.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is too large.
    pub fn source(&self, path: &Path) -> Result<String, Error> {
        if let Some(text) = self.packages.host_files.text(path) {
            return Ok(text.to_owned());
        }
        self.uses(path);
        read_source(path, self.options.max_source)
    }

    /// Returns the path of a module, as [`Packages::resolve`].
    fn resolve(&self, specifier: &str, importer: &Path, request: Request) -> Result<PathBuf, NotFound> {
        let specifier = if request == Request::Import { split_query(specifier).0 } else { specifier };
        let key = (specifier.to_owned(), importer.to_owned(), request);
        if let Some(path) = locked(&self.resolved).get(&key) {
            return Ok(path.clone());
        }
        let found = self.packages.resolve(specifier, importer, request);
        match &found {
            Ok(path) => {
                locked(&self.resolved).insert(key, path.clone());
            }
            Err(_) => {
                if let Ok(Some(missing)) = path_of_specifier(specifier, Some(importer)) {
                    self.uses(&missing);
                }
            }
        }
        found
    }

    /// Returns the module of the host that a specifier of a CommonJS module names.
    fn builtin_for(&self, specifier: &str, importer: &Path) -> Option<&'static BuiltinModule> {
        let builtins = &self.packages.builtins;
        builtins.find(specifier, importer)?;
        // A package may replace it in browsers.
        builtins.at(&self.resolve(specifier, importer, Request::Require).ok()?)
    }

    fn known(&self, name: &str) -> Option<Arc<SourceFile>> {
        locked(&self.files).get(name).cloned()
    }

    /// Returns the file at a path, which is read if it is not known.
    fn file(&self, path: &Path) -> Result<Arc<SourceFile>, Error> {
        if let Some(file) = self.known(&path.display().to_string()) {
            return Ok(file);
        }
        match self.packages.builtins.at(path).and_then(BuiltinModule::text) {
            Some(text) => {
                let options = CompilerOptions::new(None, self.options.node_env());
                Ok(self.insert(path, text, Stated::CommonJs, Ok(options)))
            }
            None => Ok(self.add(path, &self.program_text(path)?)),
        }
    }

    /// Returns the text of a program file: that of a component is what it is compiled to.
    fn program_text(&self, path: &Path) -> Result<String, Error> {
        let text = self.source(path)?;
        match self.options.compile_component.filter(|_| is_component(path)) {
            Some(compile) => compile(path, &text).map_err(|why| {
                let path = path.to_owned();
                Error::Unreadable { path, source: io::Error::other(why) }
            }),
            None => Ok(text),
        }
    }

    /// Compiles a file and forgets it. Returns whether it has no errors.
    pub fn compiles(&self, text: &str, path: &Path) -> bool {
        self.add(path, text).compiled.is_ok()
    }

    /// The guards of a file.
    fn guards_of(&self, path: &Path) -> Guards {
        let is_of_program = !package_files::is_in_package(path) && self.packages.builtins.at(path).is_none();
        if is_of_program { Guards::All } else { Guards::Indistinct }
    }

    /// Compiles a file. If it is known with the same text, nothing happens.
    fn add(&self, path: &Path, text: &str) -> Arc<SourceFile> {
        self.add_as(path, text, || self.stated(path))
    }

    /// What a path and its package say about the format of a file, or why the package cannot say it.
    fn stated(&self, path: &Path) -> (Stated, Result<(), String>) {
        let mut package = Ok(None);
        let stated = Stated::of(path, || {
            package = package_type(path, |package| self.uses(package));
            package.clone().ok().flatten()
        });
        (stated, package.map(drop))
    }

    /// Compiles a file as [`Self::add`], with what `stated` says about its format, or why its package cannot say it.
    fn add_as(
        &self,
        path: &Path,
        text: &str,
        stated: impl FnOnce() -> (Stated, Result<(), String>),
    ) -> Arc<SourceFile> {
        self.add_guarded(path, text, self.guards_of(path), stated)
    }

    /// Compiles a file as [`Self::add_as`], with these guards.
    fn add_guarded(
        &self,
        path: &Path,
        text: &str,
        guards: Guards,
        stated: impl FnOnce() -> (Stated, Result<(), String>),
    ) -> Arc<SourceFile> {
        let name = path.display().to_string();
        if let Some(known) = self.known(&name).filter(|known| **known.text() == *text) {
            return known;
        }
        let (stated, package) = stated();
        let tsconfig = package.and_then(|()| self.packages.tsconfig(path, |path| self.uses(path)));
        let purpose = self.options.purpose_of(path);
        let node_env = self.options.node_env();
        let options = tsconfig.map(|it| {
            let options = CompilerOptions::new(it.as_deref(), node_env);
            CompilerOptions { purpose, guards, ..options }
        });
        self.insert(path, text, stated, options.map_err(|message| Box::new(Diagnostic::of_whole_text(message, None))))
    }

    fn insert(
        &self,
        path: &Path,
        text: &str,
        stated: Stated,
        options: Result<CompilerOptions, Box<Diagnostic>>,
    ) -> Arc<SourceFile> {
        let inserted = if self.packages.builtins.at(path).is_none() {
            let uses = self.options.uses.clone().filter(|uses| uses.are_loading());
            if let (None, Some(others)) = (&uses, &self.options.uses) {
                footprints::look(others, path, text);
            }
            Inserted { coverage: self.options.coverage.clone(), uses }
        } else {
            Inserted::default()
        };
        let file = Arc::new(SourceFile::new(path, text.into(), stated, options, inserted));
        locked(&self.files).insert(path.display().to_string(), Arc::clone(&file));
        file
    }

    /// Reads a file that only reports need, such as a source map.
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        self.packages
            .may_read(path)
            .then(|| bounded_file::read_ordinary(path, bounded_file::LARGEST_SOURCE).ok())
            .flatten()
            .filter(|bytes| !bytes.is_empty())
    }
}
