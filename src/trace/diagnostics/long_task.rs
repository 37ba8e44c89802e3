//! *Long task*: a piece of work, with the microtasks after it, kept the loop for a long time.
//!
//! Nothing else can run in the meantime. Divide the work, for example with `await scheduler.yield()`.

use std::time::Duration;

use super::Detector;
use super::knowledge::{Knowledge, Running, describe, ms, place_of};
use super::options::Threshold;
use super::warning::Findings;
use crate::event_loop::Timestamp;
use crate::trace::record::Record;

pub(super) struct LongTask {
    threshold: Duration,
}

impl LongTask {
    pub(super) fn new(threshold: Threshold) -> Self {
        Self { threshold: threshold.time() }
    }

    fn look(&self, task: Option<&Running>, findings: &mut Findings) {
        let Some(task) = task else { return };
        let Some(took) = task.ended.map(|ended| ended.duration_since(task.started)) else { return };
        if took > self.threshold {
            findings.add("long-task", &place_of(&task.work), || {
                let what = describe(&task.work, task.priority);
                let microtasks = task.in_microtasks;
                let part = if microtasks.is_zero() {
                    String::new()
                } else {
                    format!(", {} of it in microtasks", ms(microtasks))
                };
                format!("{what} ran for {}{part}", ms(took))
            });
        }
    }
}

impl Detector for LongTask {
    fn receive(&mut self, _: &Record, known: &Knowledge, findings: &mut Findings) {
        self.look(known.ended_task(), findings);
    }

    fn finish(&mut self, _: Timestamp, known: &Knowledge, findings: &mut Findings) {
        self.look(known.running(), findings);
    }
}
