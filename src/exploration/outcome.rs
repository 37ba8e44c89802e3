//! How a run ended.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::web::html::Uncaught;

/// How a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// Nothing was left to do.
    Completed,
    /// Nothing was left to do, but the main module still awaited a promise.
    Unfinished,
    /// Nothing was left to do, but `Atomics.wait` suspended a worker, and nobody was left to notify it.
    Suspended,
    /// The time limit of a run passed, and work was left.
    TimedOut,
    /// The limit on work that runs without time passing was reached.
    NoProgress,
    /// So much more work ran than in the default order that the run was stopped. What would have happened is not known.
    Inconclusive,
    /// The engine or a function of the embedder panicked. The message is that of an error.
    Panicked,
    /// The process in which the order ran has ended: it had no memory left, or the engine made it crash. The message of
    /// an error says why.
    Killed,
}

impl Ending {
    /// All endings.
    pub(super) const ALL: [Self; 8] = [
        Self::Completed,
        Self::Unfinished,
        Self::Suspended,
        Self::TimedOut,
        Self::NoProgress,
        Self::Inconclusive,
        Self::Panicked,
        Self::Killed,
    ];

    /// The name of the ending.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Unfinished => "unfinished",
            Self::Suspended => "suspended",
            Self::TimedOut => "timed out",
            Self::NoProgress => "no progress",
            Self::Inconclusive => "inconclusive",
            Self::Panicked => "panicked",
            Self::Killed => "killed",
        }
    }
}

/// What a run did, as far as it can be seen from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// How it stopped.
    pub ending: Ending,
    /// The uncaught exceptions and unhandled rejections, in order.
    pub errors: Vec<Uncaught>,
    /// What the program printed. Lines of standard error are included.
    pub console: String,
}

impl Outcome {
    /// Whether there was an error, or the run did not complete. A run that timed out or is inconclusive has not failed.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        !self.errors.is_empty() || matches!(self.ending, Ending::Unfinished | Ending::Suspended | Ending::NoProgress)
    }

    /// Identifies the failure: how the run ended, and the message and place of the first error. Numbers in the message
    /// do not count, because they often count or measure something.
    pub(super) fn failure_key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.ending.hash(&mut hasher);
        if let Some(error) = self.errors.first() {
            let headline = error.headline();
            let parts = headline.split(|c: char| c.is_ascii_digit() || c == '.').filter(|part| !part.is_empty());
            parts.for_each(|part| part.hash(&mut hasher));
            error.location().hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Identifies the whole outcome.
    pub(super) fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.ending.hash(&mut hasher);
        for error in &self.errors {
            error.headline().hash(&mut hasher);
            error.location().hash(&mut hasher);
        }
        self.console.hash(&mut hasher);
        hasher.finish()
    }
}
