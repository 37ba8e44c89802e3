//! What `--watch` runs next: what depends on a changed file, or what a key chooses.

use std::io::{Read, Write, stdin, stdout};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::rerun::FailedTests;
use crate::arguments::Test;
use crate::exit_status::ExitStatus;
use crate::terminal;
use crate::terminal::say;
use crate::terminal_mode;
use crate::testing::NamePattern;
use crate::watch;

/// What one run passes on to the next one, which is a new process.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Watching {
    /// The files that have changed. If there are none, all tests run.
    pub(super) changed: Vec<PathBuf>,
    /// The tests that run, if they are those that failed.
    pub(super) failed: Option<FailedTests>,
    /// A part of the paths of the files that run.
    pub(super) path: Option<String>,
    /// A pattern for the names of the tests that run.
    name: Option<String>,
}

const HINT: &str = "keys: Enter rerun, a all, f failed, p files, t tests, q quit";

impl Watching {
    /// What the process before has passed on.
    pub(super) fn of_this_run() -> Self {
        watch::state().and_then(|state| serde_json::from_str(&state).ok()).unwrap_or_default()
    }

    /// Returns the options of this run.
    pub(super) fn applied_to(&self, options: &Test) -> Test {
        let names = self.name.as_ref().and_then(|name| name.parse::<NamePattern>().ok());
        let mut options = options.clone();
        options.names.extend(names);
        options
    }

    /// What the run after a change gets.
    pub(super) fn after_changes(self, changed: Vec<PathBuf>) -> Option<String> {
        Self { changed, failed: None, ..self }.to_text()
    }

    fn to_text(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// Waits for changes and keys. Never returns: the next run is another process.
    pub(super) fn wait(self, status: ExitStatus, failed: &FailedTests) -> ! {
        let again = Self { changed: Vec::new(), ..self };
        if !terminal_mode::read_keys() {
            watch::wait(status);
        }
        let code = status.code();
        say(format_args!("exited with code {code}; waiting for changes; {HINT}"));
        let mut key = [0];
        while stdin().read_exact(&mut key).is_ok() {
            let next = match key[0] {
                b'\r' | b'\n' => again.clone(),
                b'a' => Self::default(),
                b'f' => Self { failed: Some(failed.clone()), ..again.clone() },
                b'p' => Self { path: ask("part of the file path"), failed: None, ..again.clone() },
                b't' => Self { name: ask("part of the test name"), failed: None, ..again.clone() },
                b'q' => status.exit(),
                _ => continue,
            };
            watch::restart(next.to_text().as_deref());
        }
        watch::wait(status)
    }
}

/// Asks for a text. `None` if it is empty.
fn ask(what: &str) -> Option<String> {
    terminal_mode::restore();
    terminal::write(format_args!("{what} (empty for all): "));
    let _ = stdout().flush();
    let mut line = String::new();
    stdin().read_line(&mut line).ok()?;
    Some(line.trim().to_owned()).filter(|text| !text.is_empty())
}
