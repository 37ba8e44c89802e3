//! *Leaked signal*: the listeners, algorithms and dependents of a signal only become more.
//!
//! They are removed when the signal is aborted, and otherwise only by the program. Remove listeners, use the option
//! `once`, or make a signal for each request.

use rustc_hash::FxHashMap;

use super::Detector;
use super::knowledge::Knowledge;
use super::options::Threshold;
use super::warning::Findings;
use crate::event_loop::SignalId;
use crate::trace::record::{Happening, Record};

/// The fewest times that the number must have grown: many listeners that are added at once are not a leak.
const FEWEST_STEPS: usize = 5;

/// How many signals there may be before those that have not grown are forgotten.
const MOST_SIGNALS: usize = 4_096;

/// How a signal has grown.
#[derive(Default)]
struct Growth {
    observers: usize,
    steps: usize,
    is_reported: bool,
}

pub(super) struct LeakedSignal {
    threshold: u64,
    signals: FxHashMap<SignalId, Growth>,
    sweep_at: usize,
}

impl LeakedSignal {
    pub(super) fn new(threshold: Threshold) -> Self {
        Self { threshold: threshold.count(), signals: FxHashMap::default(), sweep_at: MOST_SIGNALS }
    }

    fn sweep(&mut self) {
        if self.signals.len() > self.sweep_at {
            self.signals.retain(|_, growth| growth.steps > 1);
            self.sweep_at = (self.signals.len() * 2).max(MOST_SIGNALS);
        }
    }
}

impl Detector for LeakedSignal {
    fn receive(&mut self, record: &Record, _: &Knowledge, findings: &mut Findings) {
        match record.what {
            Happening::SignalAborted { signal } => drop(self.signals.remove(&signal)),
            Happening::SignalObserved { signal, observers, ref created } => {
                self.sweep();
                let growth = self.signals.entry(signal).or_default();
                growth.steps = if observers > growth.observers { growth.steps + 1 } else { 0 };
                growth.observers = observers;
                let leaks = observers as u64 >= self.threshold && growth.steps >= FEWEST_STEPS;
                if leaks && !std::mem::replace(&mut growth.is_reported, true) {
                    let place = created.as_ref().map(|place| format!(" (created at {place})")).unwrap_or_default();
                    findings.add("leaked-signal", &place, || {
                        format!(
                            "a signal{place} has {observers} listeners, algorithms and dependent signals, \
                             and their number has only grown"
                        )
                    });
                }
            }
            _ => {}
        }
    }
}
