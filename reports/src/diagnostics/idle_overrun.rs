//! Finds idle callbacks that run beyond their deadline.
//!
//! An idle period ends when the next timer is due, or after 50 ms. A callback that runs longer delays work that is not
//! idle. What to do: look at `deadline.timeRemaining()`, and request another callback for the rest. A callback that
//! runs because of its timeout has no deadline.

use posttask::event_loop::{Event, Timestamp, WorkKind};
use posttask::trace::Record;

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::turn::Turn;
use super::warnings::Warnings;
use super::wording::{amount, described_turn, place_of_turn};
use super::works::Works;

/// The detector.
#[derive(Debug)]
pub(super) struct IdleOverrun {
    pub(super) thresholds: Thresholds,
    /// The end of the last idle period.
    pub(super) deadline: Timestamp,
}

impl Detector for IdleOverrun {
    fn receive(&mut self, record: &Record, _: &Works, _: &mut Warnings) {
        if let Event::IdlePeriodStarted { deadline } = record.event {
            self.deadline = deadline;
        }
    }

    fn turn_over(&mut self, turn: &Turn, _: &Works, warnings: &mut Warnings) {
        let kind = turn.known_work().map(|work| work.what.kind);
        if kind != Some(WorkKind::IdleCallback) || turn.level.is_some() {
            return;
        }
        let over = turn.ended.duration_since(self.deadline);
        if self.thresholds.is_too_long(over) {
            let message = format!(
                "{} ran for {}, which is {} longer than its deadline allowed",
                described_turn(turn),
                amount(turn.duration()),
                amount(over)
            );
            warnings.add(DetectorId::IdleOverrun, vec![place_of_turn(turn)], message);
        }
    }
}
