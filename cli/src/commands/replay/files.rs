//! The files that a replay consists of, and what to do with them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::arguments::{Debugger, Replay};
use crate::shell_words::quoted;
use crate::terminal;
use crate::whole_file;

use super::module::{self, Engine, Settings};
use super::recording::Recording;

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error("cannot write {}: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Writes the module and what a debugger needs besides, and prints how to start it.
pub(super) fn write(
    options: &Replay,
    file: &Path,
    arguments: &[String],
    recording: &Recording,
    settings: &Settings,
) -> Result<(), FileError> {
    let folder = &options.output;
    fs::create_dir_all(folder).map_err(|source| FileError::Unwritable { path: folder.clone(), source })?;
    let engine = if options.debugger == Debugger::Chrome { Engine::Page } else { Engine::Node };
    let module = folder.join("replay.mjs");
    save(&module, &module::text(recording, settings, engine)?)?;
    let count = recording.len();
    let noun = if count == 1 { "step" } else { "steps" };
    let mut lines = vec![format!("{}: {count} {noun} of {}", module.display(), file.display())];
    let program: Vec<String> =
        std::iter::once(file.display().to_string()).chain(arguments.iter().cloned()).map(|it| quoted(&it)).collect();
    match options.debugger {
        Debugger::Node => {
            let import = quoted(&importable(&module));
            lines.push(format!("node --inspect-brk --import {import} {}", program.join(" ")));
        }
        Debugger::Chrome | Debugger::Vscode => {}
    }
    terminal::write(lines.join("\n") + "\n");
    Ok(())
}

/// The path of a module as `--import` expects it: a relative path starts with a dot.
fn importable(path: &Path) -> String {
    let text = path.display().to_string().replace('\\', "/");
    if path.is_absolute() || text.starts_with("./") || text.starts_with("../") { text } else { format!("./{text}") }
}

fn save(path: &Path, text: &str) -> Result<(), FileError> {
    whole_file::write(path, text).map_err(|source| FileError::Unwritable { path: path.to_owned(), source })
}
