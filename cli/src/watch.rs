//! `posttask run --watch`: runs the program again when one of its files changes.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use posttask_front_end::FrontEnd;

use crate::exit_status::ExitStatus;
use crate::terminal::say;
use crate::terminal_mode;

/// How long files must have been unchanged before the program runs again: an editor may write a file in several steps.
const QUIET: Duration = Duration::from_millis(50);

/// The number of changes after which the program runs again, even if there are more.
const MOST_CHANGES: usize = 20;

/// What is watched. Folders are, because editors replace files.
struct Watched {
    watcher: RecommendedWatcher,
    files: HashSet<PathBuf>,
    folders: HashSet<PathBuf>,
}

impl Watched {
    /// Adds a file, and the one that it is a link to.
    fn add(&mut self, path: &Path) {
        self.add_path(path);
        if let Ok(target) = dunce::canonicalize(path) {
            self.add_path(&target);
        }
    }

    fn add_path(&mut self, path: &Path) {
        let folder = path.parent().unwrap_or(Path::new("/"));
        if self.files.insert(path.to_owned()) && self.folders.insert(folder.to_owned()) {
            // A missing folder is that of a missing file. It may appear later, which is not noticed.
            let _ = self.watcher.watch(folder, RecursiveMode::NonRecursive);
        }
    }
}

/// Restarts this process when a file that one of the front ends uses changes. The engine cannot be interrupted, so the
/// process is replaced by a new one, even if the program is still running. `state` says what it gets. A new file in a
/// watched folder counts, too, if `is_wanted` says so.
///
/// # Errors
///
/// Returns an error if the system cannot watch files.
pub(super) fn restart_on_changes<'f>(
    front_ends: impl IntoIterator<Item = &'f FrontEnd>,
    is_wanted: fn(&Path) -> bool,
    state: impl Fn(Vec<PathBuf>) -> Option<String> + Send + 'static,
) -> notify::Result<()> {
    let (sender, changes) = channel();
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| send_changes(event, &sender))?;
    let used = Watched { watcher, files: HashSet::new(), folders: HashSet::new() };
    let used = Arc::new(Mutex::new(used));
    // A file is watched before it is read, so that no change is missed.
    for front_end in front_ends {
        let added_to = Arc::clone(&used);
        front_end.on_use(move |path| added_to.lock().unwrap_or_else(PoisonError::into_inner).add(path));
    }
    let thread = thread::Builder::new().name("watch".to_owned());
    let watching = thread.spawn(move || {
        let is_used = |path: &PathBuf| {
            used.lock().unwrap_or_else(PoisonError::into_inner).files.contains(path) || is_wanted(path)
        };
        while let Ok(paths) = changes.recv() {
            let mut paths: Vec<PathBuf> = paths.into_iter().filter(is_used).collect();
            if let Some(first) = paths.first().cloned() {
                paths.extend(until_quiet(&changes).into_iter().filter(is_used));
                say(format_args!("{} changed; running again", first.display()));
                restart(state(paths).as_deref());
            }
        }
    });
    watching.map(drop).map_err(notify::Error::io)
}

fn send_changes(event: notify::Result<Event>, changes: &Sender<Vec<PathBuf>>) {
    match event {
        Ok(event) if event.kind.is_access() => {}
        Ok(event) => {
            // Receiving only ends when the process does.
            let _ = changes.send(event.paths);
        }
        Err(error) => say(format_args!("cannot watch files: {error}")),
    }
}

/// Waits until nothing changes for a while, but not for long: other files in a folder may change all the time. Returns
/// what has changed.
fn until_quiet(changes: &Receiver<Vec<PathBuf>>) -> Vec<PathBuf> {
    (0..MOST_CHANGES).map_while(|_| changes.recv_timeout(QUIET).ok()).flatten().collect()
}

/// The variable of the environment that passes something on to the next run.
const STATE: &str = "POSTTASK_WATCH";

/// Returns what the run before has passed on.
pub(super) fn state() -> Option<String> {
    std::env::var(STATE).ok()
}

/// Says how the program ended, and waits for changes.
pub(super) fn wait(status: ExitStatus) -> ! {
    let code = status.code();
    say(format_args!("exited with code {code}; waiting for changes"));
    loop {
        thread::park();
    }
}

/// Replaces this process by a new one with the same arguments, which gets a state.
pub(super) fn restart(state: Option<&str>) -> ! {
    terminal_mode::restore();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let executable = std::env::current_exe().unwrap_or_else(|_| PathBuf::from(&arguments[0]));
    let mut command = Command::new(executable);
    command.args(&arguments[1..]).env_remove(STATE);
    command.envs(state.map(|state| (STATE, state)));
    let error = replace(&mut command);
    say(format_args!("cannot run again: {error}"));
    ExitStatus::Usage.exit()
}

#[cfg(unix)]
fn replace(command: &mut Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

/// Other systems cannot replace a process, so this one waits for the new one.
#[cfg(not(unix))]
fn replace(command: &mut Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
