//! Finds background tasks that were ready, but had not run at the end.
//!
//! The program ended, or was ended, while more urgent work kept coming. What to do: give the task a higher priority, or
//! let the other work wait for something. A task that had only just become ready is not reported.

use posttask::scheduling::TaskPriority;

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::warnings::Warnings;
use super::wording::{amount, described, others, place};
use super::works::Works;

/// The detector.
#[derive(Debug)]
pub(super) struct BackgroundNeverRan {
    pub(super) thresholds: Thresholds,
}

impl Detector for BackgroundNeverRan {
    fn finish(&mut self, works: &Works, warnings: &mut Warnings) {
        for task in works.ready_tasks(TaskPriority::Background) {
            let Some(ready) = task.ready else { continue };
            let (wait, ran) = (works.now().time_since(&ready), works.now().starts_since(&ready));
            if !self.thresholds.is_too_long(wait) && !self.thresholds.are_too_many(ran) {
                continue;
            }
            let priority = works.priority_of(task);
            let message = format!(
                "{} never ran: it was ready for {}, while {} ran",
                described(task, priority),
                amount(wait),
                others(ran)
            );
            warnings.add(DetectorId::BackgroundNeverRan, vec![place(task, priority)], message);
        }
    }
}
