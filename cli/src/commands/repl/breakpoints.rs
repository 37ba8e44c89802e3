//! Breakpoints of a prompt: the loop is held before a task from a place or of a priority, or after an error.

use std::fmt;
use std::str::FromStr;

use posttask::event_loop::{Candidate, Location};
use posttask::scheduling::TaskPriority;

/// When the loop is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Breakpoint {
    /// Before work that was scheduled at this line.
    Place { file: String, line: u32 },
    /// Before a scheduler task of this priority.
    Priority(TaskPriority),
    /// After an uncaught error was reported.
    Error,
}

impl FromStr for Breakpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "error" {
            return Ok(Self::Error);
        }
        if let Ok(priority) = text.parse() {
            return Ok(Self::Priority(priority));
        }
        let place = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        let place = place.filter(|(file, line)| !file.is_empty() && *line > 0);
        match place {
            Some((file, line)) => Ok(Self::Place { file: file.to_owned(), line }),
            None => Err(format!("'{text}' is neither FILE:LINE, a priority such as background, nor error")),
        }
    }
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { file, line } => write!(f, "work from {file}:{line}"),
            Self::Priority(priority) => write!(f, "tasks of priority {priority}"),
            Self::Error => f.write_str("errors"),
        }
    }
}

impl Breakpoint {
    /// Whether the loop is held before this work.
    pub(super) fn holds(&self, next: &Candidate<'_>) -> bool {
        match self {
            Self::Place { file, line } => next.location().is_some_and(|place| is_at(&place, file, *line)),
            Self::Priority(priority) => {
                next.effective_priority().is_some_and(|level| level.priority() == *priority) && next.due().is_none()
            }
            Self::Error => false,
        }
    }
}

/// Whether a location is in this line of a file, which may be given by the end of its path.
pub(super) fn is_at(place: &Location, file: &str, line: u32) -> bool {
    place.line == line && (place.file == file || place.file.ends_with(&format!("/{file}")))
}
