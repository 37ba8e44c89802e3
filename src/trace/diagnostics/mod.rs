//! Detectors of typical problems of scheduling. Each is a state machine over records.
//!
//! `docs/diagnostics.md` describes them for users.

mod background_never_ran;
mod idle_overrun;
mod knowledge;
mod late_abort;
mod leaked_signal;
mod long_task;
mod options;
mod priority_inversion;
mod starvation;
#[cfg(test)]
mod tests;
mod timer_overdue;
mod unbounded_microtasks;
mod warning;
mod yield_chain;

use super::record::{Happening, Record};
use super::recorder::Sink;
use crate::event_loop::{Event, Timestamp};
use background_never_ran::BackgroundNeverRan;
use idle_overrun::IdleOverrun;
use knowledge::Knowledge;
use late_abort::LateAbort;
use leaked_signal::LeakedSignal;
use long_task::LongTask;
use priority_inversion::PriorityInversion;
use starvation::Starvation;
use timer_overdue::TimerOverdue;
use unbounded_microtasks::UnboundedMicrotasks;
use warning::Findings;
use yield_chain::YieldChain;

pub(crate) use options::WarnOptions;
pub(crate) use warning::Warning;

/// A state machine that looks for one problem.
trait Detector {
    /// Looks at a record. What is known is as it was before the record.
    fn receive(&mut self, record: &Record, known: &Knowledge, findings: &mut Findings);

    /// Nothing follows.
    fn finish(&mut self, _now: Timestamp, _known: &Knowledge, _findings: &mut Findings) {}
}

/// Looks for problems.
pub(crate) struct Diagnostics {
    known: Knowledge,
    findings: Findings,
    detectors: Vec<Box<dyn Detector>>,
    end: Timestamp,
}

impl Diagnostics {
    /// Creates the detectors that the options select.
    pub(crate) fn new(options: &WarnOptions) -> Self {
        let mut detectors: Vec<Box<dyn Detector>> = Vec::new();
        for (id, threshold) in options.selected() {
            detectors.push(match id {
                "starvation" => Box::new(Starvation::new(threshold)),
                "priority-inversion" => Box::new(PriorityInversion::new(threshold)),
                "long-task" => Box::new(LongTask::new(threshold)),
                "timer-overdue" => Box::new(TimerOverdue::new(threshold)),
                "yield-chain" => Box::new(YieldChain::new(threshold)),
                "idle-overrun" => Box::new(IdleOverrun::new(threshold)),
                "unbounded-microtasks" => Box::new(UnboundedMicrotasks::new(threshold)),
                "late-abort" => Box::new(LateAbort::new(threshold)),
                "background-never-ran" => Box::new(BackgroundNeverRan::new(threshold)),
                _ => Box::new(LeakedSignal::new(threshold)),
            });
        }
        Self { known: Knowledge::default(), findings: Findings::default(), detectors, end: Timestamp::default() }
    }

    /// Ends the recording, and returns what was found, in the order in which it was found first.
    pub(crate) fn finish(&mut self) -> Vec<Warning> {
        for detector in &mut self.detectors {
            detector.finish(self.end, &self.known, &mut self.findings);
        }
        self.findings.take()
    }
}

impl Sink for Diagnostics {
    fn receive(&mut self, record: &Record) {
        self.end = record.at;
        self.findings.now = record.at;
        // A task ends when the next one begins: until then, microtasks may follow.
        if matches!(record.what, Happening::Started { .. } | Happening::Sleeping { .. }) {
            self.known.end_task();
        }
        for detector in &mut self.detectors {
            detector.receive(record, &self.known, &mut self.findings);
        }
        self.known.receive(record);
    }

    fn wants(&self, event: &Event<'_>) -> bool {
        !matches!(event, Event::Chosen(_) | Event::JobCallbackCreated { .. } | Event::PromiseRejected { .. })
    }
}
