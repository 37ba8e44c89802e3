//! The front end of a context, and what it says about the program that runs there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boa_engine::{Context, JsNativeError, JsResult};
use posttask::internal::engine::normalize;
use posttask::internal::event_loop::unmarked;

use super::FrontEnd;
use super::class_texts::RunningClass;

/// The front end of a context that a program runs in, and the path of the program.
pub(super) struct Sources {
    pub(super) front_end: Arc<FrontEnd>,
    pub(super) main: PathBuf,
}

impl Sources {
    pub(super) fn of(context: &Context) -> Option<&Self> {
        context.get_data()
    }
}

/// Returns the front end of a context.
///
/// # Errors
///
/// `TypeError` if it has none.
pub(super) fn front_end_of(context: &Context) -> JsResult<Arc<FrontEnd>> {
    let front_end = Sources::of(context).map(|sources| Arc::clone(&sources.front_end));
    let missing = || JsNativeError::typ().with_message("no program was compiled for this context");
    Ok(front_end.ok_or_else(missing)?)
}

/// Returns the text of a class in a file of the program of a context. `None` if it cannot be determined.
pub(super) fn class_text(context: &Context, file: &str, class: &RunningClass) -> Option<String> {
    Sources::of(context)?.front_end.known(file)?.class_text(class)
}

/// Returns the text of a function in a file of the program of a context as it is written, for the one that the engine
/// returns. `None` if it is the same, or cannot be determined.
pub(super) fn function_text(context: &Context, file: &str, known: &str) -> Option<String> {
    // CommonJS modules have a mark.
    Sources::of(context)?.front_end.known(&unmarked(Path::new(file)).to_string_lossy())?.function_text(known)
}

/// Returns the path of the program that runs in a context. Empty if no program was compiled for it.
#[must_use]
pub fn main_program(context: &Context) -> PathBuf {
    Sources::of(context).map(|sources| sources.main.clone()).unwrap_or_default()
}

/// The path that identifies the main program among modules, without symbolic links.
pub(super) fn path_of_main(name: &Path) -> PathBuf {
    dunce::canonicalize(name).unwrap_or_else(|_| normalize(name))
}

/// Whether the program of a context may read the file at a path: the rule for modules.
#[must_use]
pub fn may_read(path: &Path, context: &Context) -> bool {
    front_end_of(context).is_ok_and(|front_end| front_end.packages.may_read(path))
}

/// Whether the program of a context may write to a path.
#[must_use]
pub fn may_write(path: &Path, context: &Context) -> bool {
    front_end_of(context).is_ok_and(|front_end| front_end.packages.may_write(path))
}

/// Returns the names of the modules of the host that programs can import, as Node lists them.
///
/// # Errors
///
/// `TypeError` if no program was compiled for the context.
pub fn builtin_names(context: &Context) -> JsResult<Vec<&'static str>> {
    Ok(front_end_of(context)?.packages.builtins.names().collect())
}
