//! Finds timers that start long after they were due.
//!
//! Timers only run when nothing else does, so each long task, and each queue of more urgent tasks, delays them. What to
//! do: split the work that the message names. The delay of a background task is not a timer in this sense: such a task
//! is meant to wait.

use std::collections::BTreeSet;

use posttask::event_loop::{Event, Timestamp, WorkId};
use posttask::scheduling::TaskPriority;
use posttask::trace::Record;
use rustc_hash::FxHashMap;

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::known_work::KnownWork;
use super::turn::Turn;
use super::warnings::Warnings;
use super::wording::{amount, described, described_turn, others, place, place_of_turn};
use super::works::Works;

/// The detector.
#[derive(Debug)]
pub(super) struct TimerOverdue {
    thresholds: Thresholds,
    /// The timers that were not overdue at the end of the last turn, by due time.
    pending: BTreeSet<(Timestamp, WorkId)>,
    /// The other timers that wait, each with the number of the first turn that delayed it.
    overdue: FxHashMap<WorkId, u64>,
    /// The number of turns.
    turns: u64,
    /// The turns since the first timer was overdue that are longer than all later ones, with their numbers.
    longest: Vec<(u64, Turn)>,
}

impl TimerOverdue {
    pub(super) fn new(thresholds: Thresholds) -> Self {
        Self { thresholds, pending: BTreeSet::new(), overdue: FxHashMap::default(), turns: 0, longest: Vec::new() }
    }

    fn remove(&mut self, work: &KnownWork, works: &Works) {
        let id = work.what.work;
        if let Some(due) = works.due(work) {
            self.pending.remove(&(due, id));
        }
        self.overdue.remove(&id);
        if self.overdue.is_empty() {
            self.longest.clear();
        }
    }

    fn start(&mut self, work: &KnownWork, works: &Works, warnings: &mut Warnings) {
        let (Some(due), priority) = (works.due(work), works.priority_of(work)) else { return };
        let late = works.now().at.duration_since(due);
        if priority != Some(TaskPriority::Background) && self.thresholds.is_too_long(late) {
            let delayed_by = self.overdue.get(&work.what.work).and_then(|&first| self.longest_since(first));
            let reason = delayed_by.map(reason).unwrap_or_default();
            let message = format!("{} started {} late{reason}", described(work, priority), amount(late));
            let turn = delayed_by.map(|(turn, _)| place_of_turn(turn));
            warnings.add(
                DetectorId::TimerOverdue,
                std::iter::once(place(work, priority)).chain(turn).collect(),
                message,
            );
        }
        self.remove(work, works);
    }

    /// The longest turn since the one of this number, and how many others there were.
    fn longest_since(&self, first: u64) -> Option<(&Turn, u64)> {
        let index = self.longest.partition_point(|&(number, _)| number < first);
        let (_, turn) = self.longest.get(index)?;
        Some((turn, self.turns - first - 1))
    }
}

/// What delayed a timer: the longest turn, and the number of others.
fn reason((turn, more): (&Turn, u64)) -> String {
    let and_others = if more == 0 { String::new() } else { format!(", and {}", others(more)) };
    format!(", after {} had run for {}{and_others}", described_turn(turn), amount(turn.duration()))
}

impl Detector for TimerOverdue {
    fn receive(&mut self, record: &Record, works: &Works, warnings: &mut Warnings) {
        match record.event {
            Event::TimerSet { work, due } => {
                self.pending.insert((due, work));
            }
            Event::Started { work } => {
                if let Some(work) = works.get(work) {
                    self.start(work, works, warnings);
                }
            }
            Event::Ended { work, .. } => {
                if let Some(work) = works.get(work) {
                    self.remove(work, works);
                }
            }
            _ => {}
        }
    }

    fn turn_over(&mut self, turn: &Turn, _: &Works, _: &mut Warnings) {
        let number = self.turns;
        self.turns += 1;
        while let Some(&(due, work)) = self.pending.first().filter(|(due, _)| *due < turn.ended) {
            self.pending.remove(&(due, work));
            self.overdue.insert(work, number);
        }
        if !self.overdue.is_empty() {
            while self.longest.pop_if(|(_, earlier)| earlier.duration() <= turn.duration()).is_some() {}
            self.longest.push((number, turn.clone()));
        }
    }
}
