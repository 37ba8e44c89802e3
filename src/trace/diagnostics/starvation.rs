//! *Starvation*: a scheduler task was ready for a long time while other work ran.
//!
//! Work of higher priorities, or continuations of the same one, keep it out. Give it a higher priority after some time,
//! or post the others in smaller numbers.

use std::time::Duration;

use super::Detector;
use super::knowledge::{Knowledge, Known, describe, is_scheduler_work, ms, others, place_of};
use super::options::Threshold;
use super::warning::Findings;
use crate::event_loop::Timestamp;
use crate::scheduling::TaskPriority;
use crate::trace::record::{Happening, Record};

/// So many others mean starvation, however fast they are: under virtual time, tasks take no time.
const MOST_OTHERS: u64 = 1_000;

/// A single long task before a task is not starvation.
const FEWEST_OTHERS: u64 = 2;

pub(super) struct Starvation {
    threshold: Duration,
}

impl Starvation {
    pub(super) fn new(threshold: Threshold) -> Self {
        Self { threshold: threshold.time() }
    }

    fn look(&self, now: Timestamp, waiting: &Known, known: &Knowledge, findings: &mut Findings) {
        let Some((since, started)) = waiting.ready.filter(|_| is_scheduler_work(waiting.work.kind)) else { return };
        let (waited, between) = (now.duration_since(since), known.started() - started);
        if (waited >= self.threshold && between >= FEWEST_OTHERS) || between >= MOST_OTHERS {
            findings.add("starvation", &place_of(&waiting.work), || {
                let what = describe(&waiting.work, known.priority(&waiting.work));
                format!("{what} was ready for {} while {} ran", ms(waited), others(between))
            });
        }
    }
}

impl Detector for Starvation {
    fn receive(&mut self, record: &Record, known: &Knowledge, findings: &mut Findings) {
        if let Happening::Started { work } = &record.what
            && let Some(waiting) = known.get(*work)
        {
            self.look(record.at, waiting, known, findings);
        }
    }

    fn finish(&mut self, now: Timestamp, known: &Knowledge, findings: &mut Findings) {
        // Background tasks that never ran have a detector of their own.
        let is_foreground = |waiting: &&Known| known.priority(&waiting.work) != Some(TaskPriority::Background);
        let mut waiting: Vec<_> = known.all().filter(is_foreground).collect();
        waiting.sort_by_key(|waiting| waiting.work.work);
        for waiting in waiting {
            self.look(now, waiting, known, findings);
        }
    }
}
