//! How far an exploration has come, so that it can go on later.

use super::schedule::Schedule;
use super::strategy::Untried;

/// How far an exploration has come: what [`Explorer::resume`](super::Explorer::resume) needs to go on. With the feature
/// `serde`, it can be stored.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// The number of runs that are planned.
    pub(super) planned: u64,
    /// The number of runs so far, with those that were stopped because their rest was known.
    pub(super) attempts: u64,
    pub(super) draws_random_numbers: bool,
    /// Identifies the default order.
    pub(super) default_order: u64,
    pub(super) phase: Phase,
    /// Failing orders that have not been shrunk.
    #[cfg_attr(feature = "serde", serde(with = "text::schedules"))]
    pub(super) failures: Vec<Schedule>,
}

impl Position {
    /// Returns the number of runs that the exploration was started with, or `None` if it has no limit.
    #[must_use]
    pub const fn runs(&self) -> Option<u64> {
        if self.planned == u64::MAX { None } else { Some(self.planned) }
    }
}

/// What an exploration is doing.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub(super) enum Phase {
    /// Running all orders.
    Exhausting(Untried),
    /// Running sampled orders.
    Sampling(Sample),
}

/// The sampled runs that have been done.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Sample {
    /// Whether all orders had been run before.
    pub(super) is_complete: bool,
    /// Whether they only reverse races.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) is_reduced: bool,
    /// The number of runs before the first sampled one.
    pub(super) runs_before: u64,
    /// The number of the next run, from 0.
    next: u64,
    /// The numbers of earlier runs that were stopped before their end.
    stopped: Vec<u64>,
}

impl Sample {
    pub(super) fn new(is_complete: bool, is_reduced: bool, runs_before: u64) -> Self {
        Self { is_complete, is_reduced, runs_before, ..Self::default() }
    }

    /// Takes the number of a run that has not been done.
    pub(super) fn take(&mut self) -> u64 {
        self.stopped.pop().unwrap_or_else(|| {
            let number = self.next;
            self.next = number.saturating_add(1);
            number
        })
    }

    /// Whether no run was stopped before its end.
    pub(super) fn is_done(&self) -> bool {
        self.stopped.is_empty()
    }

    /// Takes the number of a run back that was stopped before its end.
    pub(super) fn give_back(&mut self, number: u64) {
        self.stopped.push(number);
    }
}

/// The text forms of what a position contains.
#[cfg(feature = "serde")]
mod text {
    use std::collections::{BTreeSet, VecDeque};
    use std::str::FromStr;

    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde::de::{Deserializer, Error};
    use serde::ser::Serializer;
    use serde::{Deserialize, Serialize};

    use super::super::strategy::{Path, Untried};
    use super::super::wire::{decode, encode};

    /// Schedules as they are written on a command line.
    pub(super) mod schedules {
        use super::super::Schedule;
        use super::{Deserialize, Deserializer, Error, Serializer};

        pub(in super::super) fn serialize<S: Serializer>(it: &[Schedule], serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(it.iter().map(ToString::to_string))
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Vec<Schedule>, D::Error> {
            let texts = Vec::<String>::deserialize(deserializer)?;
            texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
        }
    }

    /// An [`Untried`] with picks such as `3:0 5:1;4:2`, and with states as bytes in base64: there may be millions. If
    /// only races are reversed, all of it is in `reduced`, as bytes in base64.
    #[derive(Serialize, Deserialize)]
    struct Texts {
        picks: String,
        reached: String,
        is_incomplete: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reduced: Option<String>,
    }

    fn text_of(paths: &VecDeque<Path>) -> String {
        let pick = |(point, index): &(u32, u16)| format!("{point}:{index}");
        let texts = paths.iter().map(|path| path.picks.iter().map(pick).collect::<Vec<_>>().join(" "));
        texts.collect::<Vec<_>>().join(";")
    }

    /// Reads lists of picks, each in ascending order of its points.
    fn paths_of(text: &str) -> Option<VecDeque<Path>> {
        let pick = |text: &str| {
            let (point, index) = text.split_once(':')?;
            Some((u32::from_str(point).ok()?, u16::from_str(index).ok()?))
        };
        let list = |text: &str| {
            let picks: Vec<(u32, u16)> = text.split_whitespace().map(pick).collect::<Option<_>>()?;
            picks.is_sorted_by(|(one, _), (other, _)| one < other).then_some(picks)
        };
        text.split(';').map(|text| list(text).map(Path::from)).collect()
    }

    fn states_of(text: &str) -> Option<BTreeSet<u64>> {
        let bytes = STANDARD.decode(text).ok()?;
        let (states, rest) = bytes.as_chunks();
        rest.is_empty().then(|| states.iter().copied().map(u64::from_le_bytes).collect())
    }

    impl Serialize for Untried {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let reduced = self.nodes.as_ref().map(|nodes| {
                let paths: Vec<Path> = self.paths.iter().cloned().collect();
                STANDARD.encode([encode(&paths), encode(nodes)].concat())
            });
            let picks = if reduced.is_some() { String::new() } else { text_of(&self.paths) };
            let bytes: Vec<u8> = self.reached.iter().flat_map(|state| state.to_le_bytes()).collect();
            let reached = STANDARD.encode(bytes);
            Texts { picks, reached, is_incomplete: self.is_incomplete, reduced }.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Untried {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let Texts { picks, reached, is_incomplete, reduced } = Texts::deserialize(deserializer)?;
            let (paths, nodes) = if let Some(text) = reduced {
                let read = STANDARD.decode(text).ok().and_then(|bytes| decode::<(Vec<Path>, _)>(&bytes));
                let (paths, nodes) = read.ok_or_else(|| D::Error::custom("the races are not in base64"))?;
                (paths.into(), Some(nodes))
            } else {
                let paths = paths_of(&picks);
                (paths.ok_or_else(|| D::Error::custom("the picks are not numbers in ascending order"))?, None)
            };
            let reached = states_of(&reached).ok_or_else(|| D::Error::custom("the states are not in base64"))?;
            Ok(Self { paths, reached, is_incomplete, nodes })
        }
    }
}
