//! Finds signals that are aborted when all their work has just ended, so that the abort has no effect.
//!
//! The program wanted to stop something, but came too late, for example because the task that aborts the signal has a
//! lower priority than the work, or because a timeout is too long. What to do: abort the signal earlier, or not at all.
//!
//! An abort has an effect if it stops work, of this signal or of one that depends on it, if the signal has listeners,
//! or if the code of one of its tasks continues later: it may look at the signal. So a warning waits for a while.

use std::collections::VecDeque;

use posttask::event_loop::{Ending, Event, SignalId, Timestamp, WorkId, WorkKind};
use posttask::scheduling::TaskPriority;
use posttask::trace::Record;
use rustc_hash::FxHashMap;

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::known_work::KnownWork;
use super::turn::Turn;
use super::warning::Place;
use super::warnings::Warnings;
use super::wording::{amount, described, place};
use super::works::Works;

/// How long a warning waits, in milliseconds.
const PATIENCE: u64 = 1000;

/// The number of signals that are looked at, and the number of warnings that wait.
const MOST: usize = 1 << 12;

/// A late abort, unless it turns out to have had an effect.
#[derive(Debug)]
struct Suspect {
    aborted: Timestamp,
    /// The number of pieces of work that had started.
    turn: u64,
    message: String,
    place: Place,
}

/// A signal whose work has ended.
#[derive(Debug)]
struct Finished {
    at: Timestamp,
    /// The work that ended last.
    last: KnownWork,
    /// Its priority then.
    priority: Option<TaskPriority>,
}

/// The detector.
#[derive(Debug)]
pub(super) struct LateAbort {
    thresholds: Thresholds,
    /// Signals whose work has ended, and that have not been aborted.
    finished: FxHashMap<SignalId, Finished>,
    /// The same signals, and others that got new work, in the order in which their work ended.
    order: VecDeque<(Timestamp, SignalId)>,
    /// The signals that have observers, and how many.
    observers: FxHashMap<SignalId, u64>,
    suspects: FxHashMap<SignalId, Suspect>,
    /// The signals of the suspects, and of others that were cleared, in the order in which they were aborted.
    suspected: VecDeque<SignalId>,
}

impl LateAbort {
    pub(super) fn new(thresholds: Thresholds) -> Self {
        Self {
            thresholds,
            finished: FxHashMap::default(),
            order: VecDeque::new(),
            observers: FxHashMap::default(),
            suspects: FxHashMap::default(),
            suspected: VecDeque::new(),
        }
    }

    fn ended(&mut self, work: &KnownWork, at: Timestamp, works: &Works) {
        let Some(signal) = work.what.signal else { return };
        if !work.has_started || work.what.kind == WorkKind::AbortTimeout || works.open_work(signal) > 0 {
            return;
        }
        self.finished.insert(signal, Finished { at, last: work.clone(), priority: works.priority_of(work) });
        self.order.push_back((at, signal));
        while let Some(&(ended, signal)) = self.order.front() {
            if self.order.len() <= MOST && !self.thresholds.is_too_long(at.duration_since(ended)) {
                break;
            }
            self.order.pop_front();
            if self.finished.get(&signal).is_some_and(|finished| finished.at == ended) {
                self.finished.remove(&signal);
            }
        }
    }

    fn aborted(&mut self, signal: SignalId, at: Timestamp, works: &Works) {
        let observers = self.observers.remove(&signal).unwrap_or_default();
        let Some(Finished { at: ended, last, priority }) = self.finished.remove(&signal) else { return };
        let after = at.duration_since(ended);
        let is_timeout = |work: &KnownWork| work.what.kind == WorkKind::AbortTimeout;
        let times_out = works.turn().and_then(Turn::known_work).is_some_and(is_timeout);
        if times_out || observers > 0 || self.thresholds.is_too_long(after) {
            return;
        }
        let message = format!(
            "the signal of {} was aborted {} after it had ended, so nothing was aborted",
            described(&last, priority),
            amount(after)
        );
        let (turn, place) = (works.now().starts.total(), place(&last, priority));
        self.suspects.insert(signal, Suspect { aborted: at, turn, message, place });
        self.suspected.push_back(signal);
    }

    /// An abort has stopped something, so all aborts of this turn had a purpose.
    fn stopped(&mut self, works: &Works) {
        let turn = works.now().starts.total();
        while let Some(signal) = self.suspected.back() {
            if self.suspects.get(signal).is_some_and(|suspect| suspect.turn != turn) {
                break;
            }
            self.suspects.remove(signal);
            self.suspected.pop_back();
        }
    }

    /// The code of a task continues: its signal may still matter to it.
    fn continued(&mut self, task: WorkId, works: &Works) {
        if let Some(signal) = works.get(task).and_then(|work| work.what.signal) {
            self.suspects.remove(&signal);
        }
    }

    /// Reports the aborts that are long ago.
    fn report(&mut self, at: Timestamp, warnings: &mut Warnings) {
        while let Some(signal) = self.suspected.front() {
            let is_recent = |suspect: &Suspect| suspect.aborted.after_milliseconds(PATIENCE) > at;
            if self.suspected.len() <= MOST && self.suspects.get(signal).is_some_and(is_recent) {
                break;
            }
            self.report_first(warnings);
        }
    }

    /// Reports the first suspect, unless it was cleared.
    fn report_first(&mut self, warnings: &mut Warnings) {
        let first = self.suspected.pop_front().and_then(|signal| self.suspects.remove(&signal));
        if let Some(Suspect { message, place, .. }) = first {
            warnings.add(DetectorId::LateAbort, vec![place], message);
        }
    }
}

impl Detector for LateAbort {
    fn receive(&mut self, record: &Record, works: &Works, warnings: &mut Warnings) {
        self.report(record.at, warnings);
        match &record.event {
            Event::Scheduled(work) => {
                if let Some(signal) = work.signal {
                    self.finished.remove(&signal);
                }
            }
            Event::Ended { how: Ending::Aborted, .. } | Event::AbortedWhileRunning { .. } => {
                self.stopped(works);
            }
            Event::Ended { work, .. } => {
                if let Some(work) = works.get(*work) {
                    self.ended(work, record.at, works);
                }
            }
            Event::SignalAborted { signal } => self.aborted(*signal, record.at, works),
            Event::JobCallbackCalled { task, .. } => self.continued(*task, works),
            Event::SignalObserved { signal, observers, .. } => {
                let others = u64::try_from(*observers).unwrap_or_default().saturating_sub(works.open_work(*signal));
                if others > 0 {
                    self.observers.insert(*signal, others)
                } else {
                    self.observers.remove(signal)
                };
            }
            _ => {}
        }
    }

    fn finish(&mut self, _: &Works, warnings: &mut Warnings) {
        while !self.suspected.is_empty() {
            self.report_first(warnings);
        }
    }
}
