//! The warnings so far: equal ones are merged, and their number is limited.

use indexmap::IndexMap;

use super::detector_id::DetectorId;
use super::warning::{Place, Warning};

/// The number of different warnings of one detector that are kept.
const MOST: usize = 10;

/// The warnings so far.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    /// By detector and places.
    found: IndexMap<(DetectorId, Vec<Place>), Warning>,
    /// The number of different warnings by detector.
    kept: [usize; DetectorId::COUNT],
    /// The number of cases that were not kept, by detector.
    omitted: [u64; DetectorId::COUNT],
    /// The number of warnings that were drained.
    drained: usize,
}

impl Warnings {
    /// Adds a warning, or counts it if there is one of the same detector with the same places.
    pub(super) fn add(&mut self, id: DetectorId, places: Vec<Place>, message: String) {
        let key = (id, places);
        if let Some(known) = self.found.get_mut(&key) {
            known.count += 1;
        } else if self.kept[id as usize] == MOST {
            self.omitted[id as usize] += 1;
        } else {
            self.kept[id as usize] += 1;
            let places = key.1.clone();
            self.found.insert(key, Warning { id, message, places, count: 1 });
        }
    }

    /// All warnings that are kept, in the order in which they were found first.
    pub(super) fn all(&self) -> Vec<Warning> {
        self.found.values().cloned().collect()
    }

    /// The warnings that were found first since the last call.
    pub(super) fn drain(&mut self) -> Vec<Warning> {
        let new = self.found.values().skip(self.drained).cloned().collect();
        self.drained = self.found.len();
        new
    }

    /// The number of cases that were not kept, of each detector that had too many.
    pub(super) fn omitted(&self) -> Vec<(DetectorId, u64)> {
        let counts = DetectorId::ALL.iter().map(|&id| (id, self.omitted[id as usize]));
        counts.filter(|&(_, count)| count > 0).collect()
    }
}
