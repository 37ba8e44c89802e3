//! What coverage measures.

use std::collections::BTreeMap;

use posttask_front_end::coverage::CountedFile;

use super::hits::Hits;

/// How many there are, and how many have run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) covered: usize,
    pub(super) total: usize,
}

impl Part {
    fn of(counts: impl Iterator<Item = u64>) -> Self {
        counts.fold(Self::default(), |part, count| Self {
            covered: part.covered + usize::from(count > 0),
            total: part.total + 1,
        })
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { covered: self.covered + other.covered, total: self.total + other.total }
    }

    /// Returns the percentage, rounded down to two digits, so that only what is complete has 100. What is empty is.
    #[expect(clippy::cast_precision_loss, reason = "files are not that long")]
    pub(super) fn percent(self) -> f64 {
        match self.total {
            0 => 100.0,
            total => (self.covered as f64 * 10_000.0 / total as f64).floor() / 100.0,
        }
    }
}

/// How often each line ran: as often as its statement that ran most, as Istanbul counts.
pub(super) fn lines(file: &CountedFile, hits: &Hits) -> BTreeMap<u32, u64> {
    let mut lines = BTreeMap::new();
    for statement in &file.statements {
        let count = lines.entry(statement.range.start.line).or_default();
        *count = hits.get(statement.counter).max(*count);
    }
    lines
}

/// What of a file is covered, in the order of [`Measure::ALL`].
pub(super) fn parts(file: &CountedFile, hits: &Hits) -> [Part; 4] {
    let arms = file.branches.iter().flat_map(|branch| &branch.arms);
    [
        Part::of(file.statements.iter().map(|statement| hits.get(statement.counter))),
        Part::of(arms.map(|arm| hits.get(arm.counter))),
        Part::of(file.functions.iter().map(|function| hits.get(function.counter))),
        Part::of(lines(file, hits).into_values()),
    ]
}

/// The sums of several files.
pub(super) fn sum(files: impl IntoIterator<Item = [Part; 4]>) -> [Part; 4] {
    files.into_iter().fold([Part::default(); 4], |sum, file| std::array::from_fn(|index| sum[index].plus(file[index])))
}
