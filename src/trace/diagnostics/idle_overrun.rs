//! *Idle over its deadline*: an idle callback ran longer than its idle period.
//!
//! Check `deadline.timeRemaining()` in a loop, and continue in another idle callback.

use std::time::Duration;

use super::Detector;
use super::knowledge::{Knowledge, describe, ms, place_of};
use super::options::Threshold;
use super::warning::Findings;
use crate::event_loop::{Timestamp, WorkKind};
use crate::trace::record::{Happening, Record};

pub(super) struct IdleOverrun {
    threshold: Duration,
    deadline: Option<Timestamp>,
    has_timed_out: bool,
}

impl IdleOverrun {
    pub(super) fn new(threshold: Threshold) -> Self {
        Self { threshold: threshold.time(), deadline: None, has_timed_out: false }
    }
}

impl Detector for IdleOverrun {
    fn receive(&mut self, record: &Record, known: &Knowledge, findings: &mut Findings) {
        match record.what {
            Happening::IdlePeriodStarted { deadline } => self.deadline = Some(deadline),
            // A callback whose timeout has passed runs as a task, without a deadline.
            Happening::TimerFired { work } => {
                self.has_timed_out |= known.get(work).is_some_and(|it| it.work.kind == WorkKind::IdleCallback);
            }
            Happening::Ended { work, .. } => {
                let Some(running) = known.running().filter(|running| running.work.work == work) else { return };
                if running.work.kind != WorkKind::IdleCallback || std::mem::take(&mut self.has_timed_out) {
                    return;
                }
                let Some(deadline) = self.deadline else { return };
                let over = record.at.duration_since(deadline);
                if over > self.threshold {
                    findings.add("idle-overrun", &place_of(&running.work), || {
                        let what = describe(&running.work, None);
                        let took = ms(record.at.duration_since(running.started));
                        format!("{what} ran for {took}, {} over its deadline", ms(over))
                    });
                }
            }
            _ => {}
        }
    }
}
