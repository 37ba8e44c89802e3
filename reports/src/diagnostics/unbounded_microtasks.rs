//! Finds work that is followed by very many microtasks, or by microtasks that take a long time.
//!
//! A microtask checkpoint goes on until there are no microtasks. Until then, no task runs, whatever its priority is, so
//! a loop that only awaits promises that are settled blocks the program as if it were synchronous. What to do: await
//! `scheduler.yield()` from time to time.

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::turn::Turn;
use super::warnings::Warnings;
use super::wording::{amount, described_turn, place_of_turn};
use super::works::Works;

/// The detector.
#[derive(Debug)]
pub(super) struct UnboundedMicrotasks {
    pub(super) thresholds: Thresholds,
}

impl Detector for UnboundedMicrotasks {
    fn turn_over(&mut self, turn: &Turn, _: &Works, warnings: &mut Warnings) {
        let time = turn.in_microtasks;
        if !self.thresholds.is_too_long(time) && !self.thresholds.are_too_many(turn.microtasks) {
            return;
        }
        let during = if time.is_zero() { String::new() } else { format!(" during {}", amount(time)) };
        let message =
            format!("{} ran {} microtasks{during} before any other task", described_turn(turn), turn.microtasks);
        warnings.add(DetectorId::UnboundedMicrotasks, vec![place_of_turn(turn)], message);
    }
}
