//! Steps that wait for a moment, in the order of their due times and then of their starts.

use super::{EventLoop, Origin, Timestamp};
use crate::scheduling::{Agenda, Arena, low_half};

/// Names a timer. Harmless when stale, until four billion timers later: every task with a delay keeps one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimerId {
    index: u32,
    low_half_of_serial: u32,
}

pub(super) type TimerSteps = Box<dyn FnOnce(&EventLoop)>;

/// Who starts a timer. It changes nothing but what people are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimerKind {
    /// `setTimeout`.
    SetTimeout,
    /// `setInterval`.
    SetInterval,
    /// The `delay` of `postTask`.
    PostTaskDelay,
    /// `AbortSignal.timeout`.
    AbortSignalTimeout,
    /// The `timeout` of `requestIdleCallback`.
    IdleCallbackTimeout,
    /// A timeout or interval job of the engine.
    Engine,
}

impl TimerKind {
    /// A name for people.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SetTimeout => "setTimeout",
            Self::SetInterval => "setInterval",
            Self::PostTaskDelay => "delay of postTask",
            Self::AbortSignalTimeout => "AbortSignal.timeout",
            Self::IdleCallbackTimeout => "timeout of requestIdleCallback",
            Self::Engine => "engine",
        }
    }
}

pub(super) struct Timer {
    pub(super) keeps_alive: bool,
    pub(super) kind: TimerKind,
    pub(super) origin: Option<Origin>,
    pub(super) steps: TimerSteps,
}

/// When it is a timer's turn. Serials are never given out twice, so an entry cannot come to agree with a later timer of the same index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    due: Timestamp,
    serial: u64,
    index: u32,
}

impl Entry {
    const fn id(self) -> TimerId {
        TimerId { index: self.index, low_half_of_serial: low_half(self.serial) }
    }
}

struct Running {
    due: Timestamp,
    serial: u64,
    timer: Timer,
}

impl Running {
    const fn entry(&self, index: u32) -> Entry {
        Entry { due: self.due, serial: self.serial, index }
    }
}

/// All running timers of an event loop. Starting one is O(1) if it is due after all others, as with one delay, and O(log n) otherwise; stopping
/// one and taking the first are O(log n) amortised.
pub(super) struct Timers {
    running: Arena<Running>,
    agenda: Agenda<Entry>,
    next_serial: u64,
    keeping_alive: usize,
}

impl Default for Timers {
    fn default() -> Self {
        Self { running: Arena::new(), agenda: Agenda::default(), next_serial: 0, keeping_alive: 0 }
    }
}

impl Timers {
    pub(super) fn len(&self) -> usize {
        self.running.len()
    }

    pub(super) fn keep_alive(&self) -> bool {
        self.keeping_alive > 0
    }

    pub(super) fn next_due(&self) -> Option<Timestamp> {
        self.agenda.first().map(|entry| entry.due)
    }

    /// When each timer is due, who started it and where; the next one first. Sorts them all: for people, not for the loop.
    pub(super) fn list(&self) -> Vec<(Timestamp, TimerKind, Option<Origin>)> {
        let mut running: Vec<&Running> = self.running.iter().map(|(_, running)| running).collect();
        running.sort_unstable_by_key(|running| (running.due, running.serial));
        running.into_iter().map(|running| (running.due, running.timer.kind, running.timer.origin)).collect()
    }

    pub(super) fn insert(&mut self, due: Timestamp, timer: Timer) -> TimerId {
        let serial = self.next_serial;
        self.next_serial += 1;
        self.keeping_alive += usize::from(timer.keeps_alive);
        let index = self.running.insert(Running { due, serial, timer });
        let entry = Entry { due, serial, index };
        self.agenda.enter(entry);
        entry.id()
    }

    pub(super) fn remove(&mut self, id: TimerId) -> Option<TimerSteps> {
        let entry = self.entry(id)?;
        let timer = self.running.remove(entry.index)?.timer;
        self.keeping_alive -= usize::from(timer.keeps_alive);
        self.agenda.leave(entry);
        let running = &self.running;
        self.agenda.settle(|entry| running.get(entry.index).is_some_and(|running| running.serial == entry.serial));
        Some(timer.steps)
    }

    pub(super) fn set_keeps_alive(&mut self, id: TimerId, keeps_alive: bool) {
        if let Some(entry) = self.entry(id) {
            let timer = &mut self.running[entry.index].timer;
            self.keeping_alive -= usize::from(timer.keeps_alive);
            self.keeping_alive += usize::from(keeps_alive);
            timer.keeps_alive = keeps_alive;
        }
    }

    /// Takes the first timer if its time has come. Never early.
    pub(super) fn pop_due(&mut self, now: Timestamp) -> Option<TimerSteps> {
        let first = self.agenda.first().filter(|first| first.due <= now)?;
        self.remove(first.id())
    }

    /// The entry of a timer that still runs.
    fn entry(&self, id: TimerId) -> Option<Entry> {
        let entry = self.running.get(id.index)?.entry(id.index);
        (entry.id() == id).then_some(entry)
    }
}
