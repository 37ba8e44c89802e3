//! *Yield chain*: continuations run one after the other, and keep tasks of the same priority out.
//!
//! Continuations come before tasks of their priority, so a loop that only yields lets none of them run. Wait for a task
//! or a timer now and then, or give the loop a lower priority.

use std::collections::VecDeque;

use super::Detector;
use super::knowledge::{Knowledge, describe, others, place_of};
use super::options::Threshold;
use super::warning::Findings;
use crate::event_loop::{WorkId, WorkKind};
use crate::scheduling::TaskPriority;
use crate::trace::record::{Happening, Record};

/// Continuations of a priority that ran one after the other.
#[derive(Default)]
struct Streak {
    priority: Option<TaskPriority>,
    count: u64,
    /// The task that waited since the first one.
    waiting: Option<WorkId>,
}

pub(super) struct YieldChain {
    threshold: u64,
    /// Tasks that became ready, oldest first. Some may have started or changed their priority since.
    ready: VecDeque<WorkId>,
    streak: Streak,
}

impl YieldChain {
    pub(super) fn new(threshold: Threshold) -> Self {
        Self { threshold: threshold.count(), ready: VecDeque::new(), streak: Streak::default() }
    }

    /// The oldest waiting task of a priority.
    fn oldest(&mut self, priority: TaskPriority, known: &Knowledge) -> Option<WorkId> {
        while self.ready.front().is_some_and(|id| known.get(*id).is_none()) {
            self.ready.pop_front();
        }
        // Tasks of other priorities may be in front: only the first few are looked at, so that each step is O(1).
        let is_of = |id: &&WorkId| known.get(**id).is_some_and(|it| known.priority(&it.work) == Some(priority));
        self.ready.iter().take(16).find(is_of).copied()
    }

    fn continuation(&mut self, id: WorkId, known: &Knowledge, findings: &mut Findings) {
        let Some(continuation) = known.get(id) else { return };
        let Some(priority) = known.priority(&continuation.work) else { return };
        if self.streak.priority != Some(priority) {
            self.streak = Streak { priority: Some(priority), ..Streak::default() };
        }
        if self.streak.waiting.is_none_or(|waiting| known.get(waiting).is_none()) {
            self.streak.waiting = self.oldest(priority, known);
            self.streak.count = 0;
        }
        let Some(waiting) = self.streak.waiting.and_then(|waiting| known.get(waiting)) else { return };
        self.streak.count += 1;
        if self.streak.count == self.threshold {
            let places = place_of(&continuation.work) + &place_of(&waiting.work);
            findings.add("yield-chain", &places, || {
                let (what, who) =
                    (describe(&continuation.work, Some(priority)), describe(&waiting.work, Some(priority)));
                format!(
                    "{what} and {} before it ran one after the other while {who} waited",
                    others(self.threshold - 1)
                )
            });
        }
    }
}

impl Detector for YieldChain {
    fn receive(&mut self, record: &Record, known: &Knowledge, findings: &mut Findings) {
        let kind = |id: WorkId| known.get(id).map(|known| known.work.kind);
        match record.what {
            Happening::Ready { work } if kind(work) == Some(WorkKind::Task) => self.ready.push_back(work),
            Happening::Started { work } if kind(work) == Some(WorkKind::Continuation) => {
                self.continuation(work, known, findings);
            }
            Happening::Started { .. } | Happening::Sleeping { .. } => self.streak = Streak::default(),
            _ => {}
        }
    }
}
