//! *Unbounded microtasks*: one checkpoint ran very many microtasks.
//!
//! The loop runs nothing else until the queue is empty. Use a task now and then instead of a microtask.

use super::Detector;
use super::knowledge::{Knowledge, describe, place_of};
use super::options::Threshold;
use super::warning::Findings;
use crate::trace::record::{Happening, Record};

pub(super) struct UnboundedMicrotasks {
    threshold: u64,
}

impl UnboundedMicrotasks {
    pub(super) fn new(threshold: Threshold) -> Self {
        Self { threshold: threshold.count() }
    }
}

impl Detector for UnboundedMicrotasks {
    fn receive(&mut self, record: &Record, known: &Knowledge, findings: &mut Findings) {
        let Happening::CheckpointEnded { microtasks, .. } = record.what else { return };
        if microtasks as u64 <= self.threshold {
            return;
        }
        let running = known.running();
        let place = running.map_or_else(|| "script".to_owned(), |running| place_of(&running.work));
        findings.add("unbounded-microtasks", &place, || {
            let what =
                running.map_or_else(|| "the script".to_owned(), |running| describe(&running.work, running.priority));
            format!("{microtasks} microtasks ran in one checkpoint after {what}")
        });
    }
}
