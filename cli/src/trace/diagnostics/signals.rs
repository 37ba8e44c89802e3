//! The signals that work refers to.

use std::rc::Rc;

use posttask::event_loop::SignalId;
use posttask::scheduling::TaskPriority;
use posttask::trace::ScheduledWork;
use rustc_hash::FxHashMap;

/// A signal that work refers to.
#[derive(Debug)]
struct Signal {
    priority: Option<TaskPriority>,
    /// The number of pieces of known work that refer to it.
    uses: usize,
    /// The number of pieces of work that it may abort and that have not ended.
    open: u64,
}

/// The signals that work refers to. A signal is forgotten with the last work that refers to it.
#[derive(Debug, Default)]
pub(super) struct Signals(FxHashMap<SignalId, Signal>);

fn signals_of(work: &ScheduledWork) -> impl Iterator<Item = SignalId> {
    [work.signal, work.priority_signal].into_iter().flatten()
}

impl Signals {
    /// Work was scheduled.
    pub(super) fn add(&mut self, work: &Rc<ScheduledWork>) {
        for signal in signals_of(work) {
            self.0.entry(signal).or_insert(Signal { priority: None, uses: 0, open: 0 }).uses += 1;
        }
        if let Some(signal) = work.priority_signal.and_then(|signal| self.0.get_mut(&signal)) {
            signal.priority = work.priority;
        }
        if let Some(signal) = work.signal.and_then(|signal| self.0.get_mut(&signal)) {
            signal.open += 1;
        }
    }

    /// Work that was added has ended.
    pub(super) fn end(&mut self, work: &ScheduledWork) {
        if let Some(signal) = work.signal.and_then(|signal| self.0.get_mut(&signal)) {
            signal.open = signal.open.saturating_sub(1);
        }
    }

    /// Work that was added is forgotten.
    pub(super) fn remove(&mut self, work: &ScheduledWork) {
        for id in signals_of(work) {
            let Some(signal) = self.0.get_mut(&id) else { continue };
            signal.uses -= 1;
            if signal.uses == 0 {
                self.0.remove(&id);
            }
        }
    }

    pub(super) fn set_priority(&mut self, signal: SignalId, priority: TaskPriority) {
        if let Some(signal) = self.0.get_mut(&signal) {
            signal.priority = Some(priority);
        }
    }

    /// The priority of work now.
    pub(super) fn priority_of(&self, work: &ScheduledWork) -> Option<TaskPriority> {
        let of_signal = |signal: SignalId| self.0.get(&signal)?.priority;
        work.priority_signal.and_then(of_signal).or(work.priority)
    }

    /// The number of pieces of work that a signal may abort and that have not ended.
    pub(super) fn open_work(&self, signal: SignalId) -> u64 {
        self.0.get(&signal).map_or(0, |signal| signal.open)
    }
}
