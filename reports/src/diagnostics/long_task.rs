//! Finds work that runs for a long time, with the microtasks after it.
//!
//! Nothing else runs in the meantime, whatever its priority is: timers are late, and messages wait. What to do: split
//! the work into parts with `await scheduler.yield()`, or into several tasks.

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::turn::{Runner, Turn};
use super::warnings::Warnings;
use super::wording::{amount, described_turn, place_of_turn};
use super::works::Works;

/// The detector.
#[derive(Debug)]
pub(super) struct LongTask {
    pub(super) thresholds: Thresholds,
}

impl Detector for LongTask {
    fn turn_over(&mut self, turn: &Turn, _: &Works, warnings: &mut Warnings) {
        if !self.thresholds.is_too_long(turn.duration()) || matches!(turn.runner, Runner::Unknown) {
            return;
        }
        // The code of a module itself runs in microtasks, which says nothing.
        let in_microtasks = turn.known_work().map(|_| turn.in_microtasks).filter(|time| !time.is_zero());
        let in_microtasks = in_microtasks.map(|time| format!(", {} of it in microtasks", amount(time)));
        let in_microtasks = in_microtasks.unwrap_or_default();
        let message = format!("{} ran for {}{in_microtasks}", described_turn(turn), amount(turn.duration()));
        warnings.add(DetectorId::LongTask, vec![place_of_turn(turn)], message);
    }
}
