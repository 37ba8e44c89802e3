//! The program that the arguments of a command select.

use std::io::stdin;
use std::path::Path;
use std::sync::Arc;

use posttask::Error;
use posttask::internal::engine::{read_source, read_text};
use posttask_front_end::coverage::Coverage;
use posttask_front_end::{BuiltinModule, FrontEnd, FrontEndError, Options};

use crate::arguments::Sources;
use crate::node;
use crate::terminal::say;
use crate::testing::MODULES;

/// The modules that programs can import.
static BUILTINS: &[&[BuiltinModule]] = &[MODULES, node::MODULES];

/// Sets up the front end, and prints its warnings.
///
/// # Errors
///
/// Returns an error if the import map is not valid, or the root or the writable folder is not a folder.
pub(super) fn front_end(sources: &Sources) -> Result<Arc<FrontEnd>, FrontEndError> {
    front_end_that_counts(sources, None)
}

/// Sets up the front end, which counts what `coverage` says, and prints its warnings.
///
/// # Errors
///
/// As [`front_end`].
pub(super) fn front_end_that_counts(
    sources: &Sources,
    coverage: Option<Arc<Coverage>>,
) -> Result<Arc<FrontEnd>, FrontEndError> {
    let Sources { conditions, import_map, root, allow_write: writable, node: is_for_node, .. } = sources.clone();
    let max_source = sources.max_source();
    let front_end = FrontEnd::new(Options {
        builtins: BUILTINS,
        prepare_for_node: Some(node::install),
        conditions,
        import_map,
        root,
        writable,
        is_for_node,
        max_source,
        coverage,
    })?;
    for warning in front_end.warnings() {
        say(format_args!("{warning}"));
    }
    Ok(front_end)
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
