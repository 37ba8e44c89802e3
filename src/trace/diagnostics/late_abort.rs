//! *Late abort*: a signal was aborted when everything that it could have aborted had just run.
//!
//! The abort had no effect: it came too late, or is not needed.

use std::rc::Rc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::Detector;
use super::knowledge::{Knowledge, describe, has_run, ms, place_of};
use super::options::Threshold;
use super::warning::Findings;
use crate::event_loop::{SignalId, Timestamp, WorkId, WorkKind};
use crate::trace::record::{Happening, Record, ScheduledWork};

/// The work of a signal.
#[derive(Default)]
struct OfSignal {
    /// The number of pieces of work that have not ended.
    open: usize,
    /// The last one that has run, and when it ended.
    last: Option<(Rc<ScheduledWork>, Timestamp)>,
}

pub(super) struct LateAbort {
    threshold: Duration,
    signals: FxHashMap<SignalId, OfSignal>,
    /// How many signals there may be before those that cannot matter any more are forgotten.
    sweep_at: usize,
}

impl LateAbort {
    pub(super) fn new(threshold: Threshold) -> Self {
        Self { threshold: threshold.time(), signals: FxHashMap::default(), sweep_at: 64 }
    }

    fn scheduled(&mut self, now: Timestamp, work: &ScheduledWork) {
        let Some(signal) = work.signal.filter(|_| work.kind != WorkKind::AbortTimeout) else { return };
        self.signals.entry(signal).or_default().open += 1;
        if self.signals.len() > self.sweep_at {
            let is_recent = |(_, ended): &(_, Timestamp)| now.duration_since(*ended) <= self.threshold;
            self.signals.retain(|_, it| it.open > 0 || it.last.as_ref().is_some_and(is_recent));
            self.sweep_at = (self.signals.len() * 2).max(64);
        }
    }

    fn ended(&mut self, now: Timestamp, id: WorkId, has_run: bool, known: &Knowledge) {
        let Some(work) = known.get(id).map(|known| &known.work) else { return };
        let Some(of_signal) = work.signal.and_then(|signal| self.signals.get_mut(&signal)) else { return };
        of_signal.open = of_signal.open.saturating_sub(1);
        if has_run {
            of_signal.last = Some((Rc::clone(work), now));
        }
    }

    fn aborted(&mut self, now: Timestamp, signal: SignalId, known: &Knowledge, findings: &mut Findings) {
        let Some(of_signal) = self.signals.remove(&signal).filter(|it| it.open == 0) else { return };
        let Some((work, ended)) = of_signal.last else { return };
        let after = now.duration_since(ended);
        if after <= self.threshold {
            findings.add("late-abort", &place_of(&work), || {
                let what = describe(&work, known.priority(&work));
                format!("{what} had run when its signal was aborted {} later: the abort had no effect", ms(after))
            });
        }
    }
}

impl Detector for LateAbort {
    fn receive(&mut self, record: &Record, known: &Knowledge, findings: &mut Findings) {
        match &record.what {
            Happening::Scheduled(work) => self.scheduled(record.at, work),
            Happening::Ended { work, how } => self.ended(record.at, *work, has_run(*how), known),
            Happening::SignalAborted { signal } => self.aborted(record.at, *signal, known, findings),
            _ => {}
        }
    }
}
