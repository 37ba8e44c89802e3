//! The program that the arguments of a command select.

use std::io::stdin;
use std::path::Path;
use std::sync::Arc;

use posttask::Error;
use posttask::internal::engine::{read_source, read_text};

use posttask::internal::exploration::footprints::Uses;
use posttask_front_end::coverage::Coverage;
use posttask_front_end::{Alias, BuiltinModule, FrontEnd, FrontEndError, HostFile, Options, Purpose, ViteProject};

use crate::arguments::Sources;
use crate::components;
use crate::dom;
use crate::node;
use crate::terminal::say;
use crate::testing::{FILES, MODULES};

/// The modules that programs can import.
static BUILTINS: &[&[BuiltinModule]] = &[MODULES, node::MODULES];

/// The modules in JavaScript that stand for packages, and those that make documents.
static HOST_FILES: &[&[HostFile]] = &[FILES, dom::FILES];

/// Sets up the front end, and prints its warnings.
///
/// # Errors
///
/// Returns an error if the import map is not valid, or the root or the writable folder is not a folder.
pub(super) fn front_end(sources: &Sources) -> Result<Arc<FrontEnd>, FrontEndError> {
    let front_end = front_end_with(sources, Setup::default())?;
    say_warnings(&front_end);
    Ok(front_end)
}

/// Prints the warnings of a front end.
pub(super) fn say_warnings(front_end: &FrontEnd) {
    for warning in front_end.warnings() {
        say(format_args!("{warning}"));
    }
}

/// What a project adds to the front end.
#[derive(Clone, Default)]
pub(super) struct Setup {
    pub(super) aliases: Vec<Alias>,
    pub(super) conditions: Vec<String>,
    pub(super) purpose: Purpose,
    /// The project whose modules have its `import.meta.env`.
    pub(super) vite: Option<ViteProject>,
    /// What is counted.
    pub(super) coverage: Option<Arc<Coverage>>,
    /// What the functions of programs use, for an exploration.
    pub(super) uses: Option<Arc<Uses>>,
}

/// Sets up the front end with what a project adds. Does not print its warnings.
///
/// # Errors
///
/// As [`front_end`].
pub(super) fn front_end_with(
    sources: &Sources,
    Setup { aliases, conditions: more_conditions, purpose, vite, coverage, uses }: Setup,
) -> Result<Arc<FrontEnd>, FrontEndError> {
    let Sources { conditions, import_map, root, allow_write: writable, node: is_for_node, .. } = sources.clone();
    let conditions = conditions.into_iter().chain(more_conditions).collect();
    let max_source = sources.max_source();
    FrontEnd::new(Options {
        builtins: BUILTINS,
        prepare_for_node: Some(node::install),
        prepare_worker: Some(node::set_up_worker),
        compile_component: Some(components::compile),
        host_files: HOST_FILES,
        aliases,
        purpose,
        vite,
        conditions,
        import_map,
        root,
        writable,
        is_for_node,
        max_source,
        coverage,
        uses,
    })
}

/// Where a program comes from.
pub(super) enum Program<'a> {
    File(&'a Path),
    StandardInput,
    Eval(&'a str),
    Print(&'a str),
}

impl<'a> Program<'a> {
    /// Returns the program that the first operand selects, and its arguments: the other operands.
    pub(super) fn of_operands(operands: &'a [String]) -> (Self, &'a [String]) {
        match operands.split_first() {
            Some((file, arguments)) if file != "-" => (Self::File(Path::new(file)), arguments),
            operands => (Self::StandardInput, operands.map_or(&[], |(_, arguments)| arguments)),
        }
    }

    /// Returns the name of the program in error messages.
    pub(super) fn name(&self) -> &'a Path {
        match self {
            Self::File(path) => path,
            Self::StandardInput => Path::new("[stdin]"),
            Self::Eval(_) | Self::Print(_) => Path::new("[eval]"),
        }
    }

    /// Reads the source text, of at most this number of bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be read, is too large, or is not valid UTF-8.
    pub(super) fn read(&self, max_source: u64) -> Result<String, Error> {
        match self {
            Self::File(path) => read_source(path, max_source),
            Self::StandardInput => read_text(stdin(), self.name(), max_source),
            Self::Eval(text) | Self::Print(text) => Ok((*text).to_owned()),
        }
    }
}
