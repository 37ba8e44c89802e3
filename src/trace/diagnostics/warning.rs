//! What detectors find.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::event_loop::Timestamp;

/// The most different warnings of one detector that are kept.
const MOST: usize = 10;

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Warning {
    /// The id of the detector.
    pub(crate) id: &'static str,
    /// A sentence, with the places in the program.
    pub(crate) message: String,
    /// How often it was found at these places.
    pub(crate) count: usize,
    /// When it was found first.
    pub(crate) at: Timestamp,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.id)?;
        if self.count > 1 { write!(f, " ({} times)", self.count) } else { Ok(()) }
    }
}

/// Collects warnings. Those of one detector about the same places are merged: the first one stays.
#[derive(Default)]
pub(super) struct Findings {
    /// The time of the current record.
    pub(super) now: Timestamp,
    warnings: Vec<Warning>,
    /// By the detector and the places.
    known: FxHashMap<(&'static str, String), usize>,
    /// The number of different warnings of each detector, and of those that are not kept.
    counts: FxHashMap<&'static str, (usize, usize)>,
}

impl Findings {
    /// Adds a warning about places: texts that are the same whenever it is the same problem.
    pub(super) fn add(&mut self, id: &'static str, places: &str, message: impl FnOnce() -> String) {
        if let Some(index) = self.known.get(&(id, places.to_owned())) {
            self.warnings[*index].count += 1;
            return;
        }
        let (kept, more) = self.counts.entry(id).or_default();
        if *kept == MOST {
            *more += 1;
            return;
        }
        *kept += 1;
        self.known.insert((id, places.to_owned()), self.warnings.len());
        self.warnings.push(Warning { id, message: message(), count: 1, at: self.now });
    }

    /// Returns all warnings.
    pub(super) fn take(&mut self) -> Vec<Warning> {
        let mut all = std::mem::take(&mut self.warnings);
        let mut more: Vec<_> = self.counts.drain().filter(|(_, (_, more))| *more > 0).collect();
        more.sort_unstable();
        for (id, (_, more)) in more {
            all.push(Warning { id, message: format!("{more} more of these"), count: 1, at: self.now });
        }
        self.known.clear();
        all
    }
}
