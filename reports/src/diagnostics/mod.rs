//! Warnings about how a program schedules its work: one detector per problem.
//!
//! [`Diagnostics`] receives the records of an event loop and passes them to the detectors that [`WarnOptions`] turns
//! on. What several detectors must know about work is kept in one place, [`works`]: who waits, with which priority, who
//! runs, and since when. Each record takes O(log n) in the number of pieces of work that wait, and only what waits,
//! runs or may continue is kept.

mod background_never_ran;
mod detector;
mod detector_id;
mod idle_overrun;
mod known_work;
mod late_abort;
mod leaked_signal;
mod long_task;
mod options;
mod point;
mod priority_inversion;
mod remembered;
mod starvation;
#[cfg(test)]
mod tests;
mod timer_overdue;
mod turn;
mod unbounded_microtasks;
mod unread_stream;
mod warning;
mod warnings;
mod wording;
mod works;
mod yield_chain;

use std::fmt;

use background_never_ran::BackgroundNeverRan;
use detector::Detector;

use idle_overrun::IdleOverrun;
use late_abort::LateAbort;
use leaked_signal::LeakedSignal;
use long_task::LongTask;
use posttask::event_loop::{Stall, Timestamp};
use posttask::trace::{Record, Sink};
use priority_inversion::PriorityInversion;
use starvation::Starvation;
use timer_overdue::TimerOverdue;
use unbounded_microtasks::UnboundedMicrotasks;
use unread_stream::UnreadStream;
use warnings::Warnings;
use works::Works;
use yield_chain::YieldChain;

pub use detector_id::{DetectorId, ParseDetectorError, Thresholds};
pub use options::{ParseWarnError, WarnOptions};
pub use warning::{Place, Warning};

/// Finds problems in how a program schedules its work, while it runs.
///
/// The recorder should count the observers of signals ([`Detail::signals`](posttask::trace::Detail)): without it,
/// `leaked-signal` finds nothing, and `late-abort` does not know which signals have listeners.
pub struct Diagnostics {
    works: Works,
    detectors: Vec<Box<dyn Detector>>,
    warnings: Warnings,
}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagnostics").field("warnings", &self.warnings).finish_non_exhaustive()
    }
}

impl Diagnostics {
    /// Creates the detectors that are on.
    #[must_use]
    pub fn new(options: &WarnOptions) -> Self {
        let detectors = DetectorId::ALL.iter().filter_map(|&id| Some(detector(id, options.thresholds(id)?)));
        Self { works: Works::default(), detectors: detectors.collect(), warnings: Warnings::default() }
    }

    /// To be called at the end, with the time of the event loop. Some detectors find something only now.
    pub fn finish(&mut self, now: Timestamp) {
        if let Some(turn) = self.works.finish(now) {
            for detector in &mut self.detectors {
                detector.turn_over(&turn, &self.works, &mut self.warnings);
            }
        }
        for detector in &mut self.detectors {
            detector.finish(&self.works, &mut self.warnings);
        }
    }

    /// All warnings so far, in the order in which they were found first. Of each detector, at most 10 are kept.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        self.warnings.all()
    }

    /// The warnings that are new since the last call. Cases that are found later are counted in [`Self::warnings`].
    #[must_use]
    pub fn drain(&mut self) -> Vec<Warning> {
        self.warnings.drain()
    }

    /// The detectors that found more than what is kept, and how many more cases there were.
    #[must_use]
    pub fn omitted(&self) -> Vec<(DetectorId, u64)> {
        self.warnings.omitted()
    }
}

fn detector(id: DetectorId, thresholds: Thresholds) -> Box<dyn Detector> {
    match id {
        DetectorId::Starvation => Box::new(Starvation::new(thresholds)),
        DetectorId::PriorityInversion => Box::new(PriorityInversion::new(thresholds)),
        DetectorId::LongTask => Box::new(LongTask { thresholds }),
        DetectorId::TimerOverdue => Box::new(TimerOverdue::new(thresholds)),
        DetectorId::YieldChain => Box::new(YieldChain::new(thresholds)),
        DetectorId::IdleOverrun => Box::new(IdleOverrun { thresholds, deadline: Timestamp::default() }),
        DetectorId::UnboundedMicrotasks => Box::new(UnboundedMicrotasks { thresholds }),
        DetectorId::LateAbort => Box::new(LateAbort::new(thresholds)),
        DetectorId::BackgroundNeverRan => Box::new(BackgroundNeverRan { thresholds }),
        DetectorId::LeakedSignal => Box::new(LeakedSignal::new(thresholds)),
        DetectorId::UnreadBody => Box::new(UnreadStream::new(id, Stall::Body)),
        DetectorId::UnreleasedReader => Box::new(UnreadStream::new(id, Stall::Reader)),
    }
}

impl Sink for Diagnostics {
    fn receive(&mut self, record: &Record) {
        if let Some(turn) = self.works.before(record) {
            for detector in &mut self.detectors {
                detector.turn_over(&turn, &self.works, &mut self.warnings);
            }
        }
        for detector in &mut self.detectors {
            detector.receive(record, &self.works, &mut self.warnings);
        }
        self.works.after(record);
    }
}
