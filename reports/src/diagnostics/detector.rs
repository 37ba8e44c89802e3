//! What all detectors have in common.

use posttask::trace::Record;

use super::turn::Turn;
use super::warnings::Warnings;
use super::works::Works;

/// Looks for one kind of problem. It is told what happens, and can look up what is known about work. The work that a
/// record is about is already up to date, except that a task that continues was last active before.
pub(super) trait Detector {
    /// Something happened.
    fn receive(&mut self, _record: &Record, _works: &Works, _warnings: &mut Warnings) {}

    /// A turn is over. What comes next may already have started.
    fn turn_over(&mut self, _turn: &Turn, _works: &Works, _warnings: &mut Warnings) {}

    /// There are no more records.
    fn finish(&mut self, _works: &Works, _warnings: &mut Warnings) {}
}
