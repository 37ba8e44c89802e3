//! *Background that never runs*: a background task was ready, and the program ended before it ran.
//!
//! Background tasks run only when nothing else is ready. Give the task a higher priority, or leave time for it.

use std::time::Duration;

use super::Detector;
use super::knowledge::{Knowledge, Known, describe, is_scheduler_work, ms, others, place_of};
use super::options::Threshold;
use super::warning::Findings;
use crate::event_loop::Timestamp;
use crate::scheduling::TaskPriority;
use crate::trace::record::Record;

/// So many others count like the time.
const MOST_OTHERS: u64 = 100;

pub(super) struct BackgroundNeverRan {
    threshold: Duration,
}

impl BackgroundNeverRan {
    pub(super) fn new(threshold: Threshold) -> Self {
        Self { threshold: threshold.time() }
    }
}

impl Detector for BackgroundNeverRan {
    fn receive(&mut self, _: &Record, _: &Knowledge, _: &mut Findings) {}

    fn finish(&mut self, now: Timestamp, known: &Knowledge, findings: &mut Findings) {
        let is_background = |waiting: &&Known| {
            is_scheduler_work(waiting.work.kind) && known.priority(&waiting.work) == Some(TaskPriority::Background)
        };
        let mut waiting: Vec<_> = known.all().filter(is_background).collect();
        waiting.sort_by_key(|waiting| waiting.work.work);
        for waiting in waiting {
            let Some((since, started)) = waiting.ready else { continue };
            let (waited, between) = (now.duration_since(since), known.started() - started);
            if waited >= self.threshold || between >= MOST_OTHERS {
                findings.add("background-never-ran", &place_of(&waiting.work), || {
                    let what = describe(&waiting.work, Some(TaskPriority::Background));
                    format!("{what} was ready for {}, in which {} ran, and never ran", ms(waited), others(between))
                });
            }
        }
    }
}
