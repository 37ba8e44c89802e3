//! What the user decides about the front end.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boa_engine::{Context, JsResult};
use posttask::Error;
use posttask::internal::exploration::footprints::Uses;

use super::aliases::Alias;
use super::builtin_modules::BuiltinModule;
use super::coverage::Coverage;
use super::host_files::HostFile;
use super::package_files::is_in_package;
use super::purpose::Purpose;
use super::vite_project::ViteProject;
use crate::bounded_file;

/// Compiles a component, such as `Search.vue`, to a module of JavaScript or TypeScript that has a source map. Its
/// arguments are the path and the text of the component. Returns a message if it is not valid.
pub type CompileComponent = fn(&Path, &str) -> Result<String, String>;

/// The settings of the front end.
#[derive(Clone, Debug)]
pub struct Options {
    /// The modules of the host, in tables.
    pub builtins: &'static [&'static [BuiltinModule]],
    /// Called before a program first uses a module that belongs to Node alone, in each context: it may define what else
    /// such programs expect. May be called several times.
    pub prepare_for_node: Option<fn(&mut Context) -> JsResult<()>>,
    /// Called in the context of each worker, before its script is loaded.
    pub prepare_worker: Option<fn(&mut Context) -> JsResult<()>>,
    /// Whether programs are for Node even if they use no module of it.
    pub is_for_node: bool,
    /// Compiles [components](CompileComponent). Without it, they cannot be imported.
    pub compile_component: Option<CompileComponent>,
    /// The modules of the host that are written in JavaScript and stand for packages.
    pub host_files: &'static [&'static [HostFile]],
    /// The names that the project gives to modules.
    pub aliases: Vec<Alias>,
    /// What programs are compiled for.
    pub purpose: Purpose,
    /// The project whose modules have its `import.meta.env`. Without one, each module belongs to the closest project.
    pub vite: Option<ViteProject>,
    /// More conditions for the `exports` and `imports` of packages.
    pub conditions: Vec<String>,
    /// The file of the import map.
    pub import_map: Option<PathBuf>,
    /// The folder that all modules must be in.
    pub root: Option<PathBuf>,
    /// The folder that programs may write to. Without one, they may not write.
    pub writable: Option<PathBuf>,
    /// The size of the largest source file, in bytes.
    pub max_source: u64,
    /// What is counted while the program runs. Its runtimes need [`Counters`](super::coverage::Counters) then.
    pub coverage: Option<Arc<Coverage>>,
    /// What the functions of programs use, for an exploration. Its runtimes need the functions that programs call then.
    pub uses: Option<Arc<Uses>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            builtins: &[],
            prepare_for_node: None,
            prepare_worker: None,
            is_for_node: false,
            compile_component: None,
            host_files: &[],
            aliases: Vec::new(),
            purpose: Purpose::default(),
            vite: None,
            conditions: Vec::new(),
            import_map: None,
            root: None,
            writable: None,
            max_source: bounded_file::LARGEST_SOURCE,
            coverage: None,
            uses: None,
        }
    }
}

/// The condition that selects the development builds of packages.
const DEVELOPMENT: &str = "development";

/// The value of `NODE_ENV` in tests.
const TEST: &str = "test";

impl Options {
    /// Returns the value of `process.env.NODE_ENV`.
    pub(super) fn node_env(&self) -> &'static str {
        if self.purpose == Purpose::CompiledTests {
            return TEST;
        }
        let development = self.conditions.iter().any(|condition| condition == DEVELOPMENT);
        if development { DEVELOPMENT } else { "production" }
    }

    /// Returns what a file is compiled for.
    pub(super) fn purpose_of(&self, path: &Path) -> Purpose {
        if is_in_package(path) { Purpose::Run } else { self.purpose }
    }
}

/// Why the front end cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum FrontEndError {
    /// A file cannot be read.
    #[error(transparent)]
    Source(#[from] Error),
    /// The import map is not valid.
    #[error("{} is not a valid import map: {reason}", path.display())]
    ImportMap {
        /// The path of the import map.
        path: PathBuf,
        /// What is not valid.
        reason: String,
    },
    /// The root is not a folder that can be read.
    #[error("cannot confine modules to {}: {source}", path.display())]
    Root {
        /// The path of the root.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
}
