//! Finds signals whose observers only become more.
//!
//! An observer is a listener, a dependent signal or an algorithm. A long-lived signal that gets listeners which nobody
//! removes keeps alive what they refer to, and calls all of them when it is aborted. What to do: pass `{ signal }` of a
//! shorter life to `addEventListener`, or call `removeEventListener` when an operation is over. Tasks that wait are not
//! counted: a signal may be that of many.

use posttask::event_loop::{Event, Location, SignalId};
use posttask::trace::Record;
use rustc_hash::FxHashMap;

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::warning::Place;
use super::warnings::Warnings;
use super::works::Works;

/// How often the number of observers must have grown.
const GROWN: u32 = 10;

/// The number of signals that are looked at.
const MOST: usize = 1 << 12;

/// What is known about a signal.
#[derive(Debug, Default)]
struct Growth {
    observers: u64,
    /// How often the number has grown since it last became smaller.
    grown: u32,
    is_reported: bool,
}

impl Growth {
    fn count(&mut self, observers: u64) {
        self.grown = if observers < self.observers { 0 } else { self.grown + u32::from(observers > self.observers) };
        self.observers = observers;
    }
}

/// The detector.
#[derive(Debug)]
pub(super) struct LeakedSignal {
    thresholds: Thresholds,
    signals: FxHashMap<SignalId, Growth>,
}

impl LeakedSignal {
    pub(super) fn new(thresholds: Thresholds) -> Self {
        Self { thresholds, signals: FxHashMap::default() }
    }

    fn growth(&mut self, signal: SignalId) -> &mut Growth {
        // No record says when a signal is gone. One that grows and is forgotten here is found again.
        if self.signals.len() >= MOST && !self.signals.contains_key(&signal) {
            self.signals.retain(|_, growth| growth.grown > 1);
            if self.signals.len() >= MOST / 2 {
                self.signals.clear();
            }
        }
        self.signals.entry(signal).or_default()
    }
}

fn report(growth: &Growth, created: Option<&Location>, warnings: &mut Warnings) {
    let place = Place { label: "signal".to_owned(), location: created.cloned() };
    let created = created.map(|created| format!(" (created at {created})")).unwrap_or_default();
    let message = format!("a signal{created} has {} observers, and their number has only grown", growth.observers);
    warnings.add(DetectorId::LeakedSignal, vec![place], message);
}

impl Detector for LeakedSignal {
    fn receive(&mut self, record: &Record, works: &Works, warnings: &mut Warnings) {
        match record.event {
            Event::SignalAborted { signal } => drop(self.signals.remove(&signal)),
            Event::SignalObserved { signal, observers, ref created } => {
                let observers = u64::try_from(observers).unwrap_or_default().saturating_sub(works.open_work(signal));
                let thresholds = self.thresholds;
                let growth = self.growth(signal);
                growth.count(observers);
                if !growth.is_reported && growth.grown >= GROWN && thresholds.are_too_many(observers) {
                    growth.is_reported = true;
                    report(growth, created.as_ref(), warnings);
                }
            }
            _ => {}
        }
    }
}
