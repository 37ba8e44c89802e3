//! Timers, in the order of their due times and then of their starts.

use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{Work, WorkKind};
use crate::scheduling::{Agenda, Arena, EnqueueOrder, TaskPriority, low_half};

/// Identifies a timer. A stale id is harmless until four billion timers later. The id is short because every task with
/// a delay stores one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimerId {
    index: u32,
    low_half_of_serial: u32,
}

/// A timer with steps of type `S`.
pub(crate) struct Timer<S> {
    /// The work that it delays.
    pub(crate) work: Work,
    /// The delay in milliseconds, which decides which timers it waits for.
    pub(crate) delay: u64,
    pub(crate) due: Timestamp,
    /// How much later than its due time it may fire in hosts that have a leeway, in milliseconds.
    pub(crate) leeway: u8,
    /// Whether it fires before all timers that are not.
    pub(crate) is_immediate: bool,
    pub(crate) keeps_alive: bool,
    /// The place among the tasks that it took when it was set; usually `None` if it has a delay.
    pub(crate) place: Option<EnqueueOrder>,
    pub(crate) steps: S,
}

// There may be a million, each in a slot with its serial.
const _: () = assert!(size_of::<Timer<Box<dyn Fn()>>>() <= 80);

impl<S> Timer<S> {
    /// The time by which timers are ordered.
    fn latest(&self) -> Timestamp {
        self.due.after_milliseconds(self.leeway.into())
    }
}

/// Information about a timer that has not fired.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimerInfo {
    pub(crate) id: TimerId,
    pub(crate) due: Timestamp,
    pub(crate) delay: u64,
    pub(crate) place: Option<EnqueueOrder>,
    pub(crate) keeps_alive: bool,
    pub(crate) work: Work,
    /// The position in the order in which timers were set.
    pub(crate) serial: u64,
}

/// A timer that has not fired, for policies that look ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitingTimer {
    pub(crate) id: TimerId,
    /// The work that it delays.
    pub(crate) work: Work,
    pub(crate) due: Timestamp,
    /// The delay in milliseconds.
    pub(crate) delay: u64,
    /// The position in the order in which timers were set.
    pub(crate) serial: u64,
    /// The priority of the scheduler task that it delays, if it does.
    pub(crate) priority: Option<TaskPriority>,
}

/// The sort key of a timer. Serials are never reused, so a stale entry never matches a later timer with the same index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    latest: Timestamp,
    serial: u64,
    index: u32,
}

impl Entry {
    const fn id(self) -> TimerId {
        TimerId { index: self.index, low_half_of_serial: low_half(self.serial) }
    }
}

struct Slot<S> {
    serial: u64,
    timer: Timer<S>,
}

impl<S> Slot<S> {
    fn entry(&self, index: u32) -> Entry {
        Entry { latest: self.timer.latest(), serial: self.serial, index }
    }

    fn info(&self, index: u32) -> TimerInfo {
        let Timer { work, delay, due, place, keeps_alive, .. } = self.timer;
        TimerInfo { id: self.entry(index).id(), due, delay, place, keeps_alive, work, serial: self.serial }
    }
}

/// All running timers of an event loop. Starting a timer is O(1) if it is due after all others, for example if all have
/// the same delay, and O(log n) otherwise. Stopping a timer and taking the first one are O(log n) amortized.
///
/// Timers without a delay do not have to wait, so they fire before all others, by age.
pub(crate) struct Timers<S> {
    running: Arena<Slot<S>>,
    without_delay: Agenda<Entry>,
    delayed: Agenda<Entry>,
    next_serial: u64,
    keeping_alive: usize,
}

impl<S> Default for Timers<S> {
    fn default() -> Self {
        Self {
            running: Arena::new(),
            without_delay: Agenda::default(),
            delayed: Agenda::default(),
            next_serial: 0,
            keeping_alive: 0,
        }
    }
}

impl<S> Timers<S> {
    pub(crate) fn len(&self) -> usize {
        self.running.len()
    }

    pub(crate) fn keep_alive(&self) -> bool {
        self.keeping_alive > 0
    }

    fn first_entry(&self) -> Option<Entry> {
        self.without_delay.first().or_else(|| self.delayed.first())
    }

    /// The timer that fires first and the place of its task, if the timer is due. A timer never fires early.
    #[inline]
    pub(crate) fn first_due(&self, now: Timestamp) -> Option<(TimerId, Option<EnqueueOrder>)> {
        let first = self.first_entry()?;
        let timer = &self.running.get(first.index)?.timer;
        (timer.due <= now).then_some((first.id(), timer.place))
    }

    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        Some(self.running.get(self.first_entry()?.index)?.timer.due)
    }

    /// The work that a timer delays.
    pub(crate) fn work(&self, id: TimerId) -> Option<Work> {
        let entry = self.entry(id)?;
        Some(self.running[entry.index].timer.work)
    }

    /// The steps of a timer.
    pub(crate) fn steps(&self, id: TimerId) -> Option<&S> {
        let entry = self.entry(id)?;
        Some(&self.running[entry.index].timer.steps)
    }

    /// The steps of all timers.
    pub(crate) fn all_steps(&self) -> impl Iterator<Item = &S> {
        self.running.iter().map(|(_, running)| &running.timer.steps)
    }

    pub(crate) fn due(&self, id: TimerId) -> Option<Timestamp> {
        Some(self.running[self.entry(id)?.index].timer.due)
    }

    /// All timers, the next one first. Sorts all timers: for display, not for the loop.
    pub(crate) fn list(&self) -> Vec<TimerInfo> {
        let mut list: Vec<(u32, &Slot<S>)> = self.running.iter().collect();
        list.sort_unstable_by_key(|(_, slot)| (!slot.timer.is_immediate, slot.timer.latest(), slot.serial));
        list.into_iter().map(|(index, slot)| slot.info(index)).collect()
    }

    /// All timers, in the order in which they were set. O(n) if the slots are mostly in this order, as they are unless
    /// many timers have been removed.
    pub(crate) fn by_age(&self) -> Vec<TimerInfo> {
        let mut list: Vec<TimerInfo> = self.running.iter().map(|(index, slot)| slot.info(index)).collect();
        list.sort_by_key(|timer| timer.serial);
        list
    }

    /// The timers that may fire now, oldest first: those that are due and need not wait for another timer to fire.
    /// O(n log n) in the number of timers: for policies that look at all of them.
    ///
    /// In [HTML][timeout], a timer waits for the timers with its ordering identifier and global that started before it
    /// with the same or a shorter delay. Here, globals are not distinguished: timers of different realms wait for each
    /// other, which HTML allows.
    ///
    /// [timeout]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#run-steps-after-a-timeout
    pub(crate) fn may_fire(&self, now: Timestamp) -> Vec<TimerInfo> {
        let due = self.running.iter().filter(|(_, running)| running.timer.due <= now);
        let mut due: Vec<TimerInfo> = due.map(|(index, running)| running.info(index)).collect();
        due.sort_by_key(|timer| timer.serial);
        let mut shortest: Vec<(OrderingIdentifier, u64)> = Vec::new();
        let by_due_time = |timer: &&TimerInfo| OrderingIdentifier::of(timer.work.kind).orders_by_due_time();
        let first_by_due_time = due.iter().filter(by_due_time).min_by_key(|timer| (timer.due, timer.serial));
        let first_by_due_time = first_by_due_time.map(|timer| timer.serial);
        due.retain(|timer| {
            let group = OrderingIdentifier::of(timer.work.kind);
            if group.orders_by_due_time() {
                return Some(timer.serial) == first_by_due_time;
            }
            if group == OrderingIdentifier::Unordered {
                return true;
            }
            match shortest.iter_mut().find(|(other, _)| *other == group) {
                Some((_, shortest)) if *shortest <= timer.delay => false,
                Some((_, shortest)) => {
                    *shortest = timer.delay;
                    true
                }
                None => {
                    shortest.push((group, timer.delay));
                    true
                }
            }
        });
        due
    }

    pub(crate) fn insert(&mut self, timer: Timer<S>) -> TimerId {
        let serial = self.next_serial;
        self.next_serial += 1;
        self.keeping_alive += usize::from(timer.keeps_alive);
        let latest = timer.latest();
        let agenda = if timer.is_immediate { &mut self.without_delay } else { &mut self.delayed };
        let index = self.running.insert_with(|| Slot { serial, timer });
        let entry = Entry { latest, serial, index };
        agenda.enter(entry);
        entry.id()
    }

    pub(crate) fn remove(&mut self, id: TimerId) -> Option<Timer<S>> {
        let entry = self.entry(id)?;
        let timer = self.running.remove(entry.index)?.timer;
        self.keeping_alive -= usize::from(timer.keeps_alive);
        let agenda = if timer.is_immediate { &mut self.without_delay } else { &mut self.delayed };
        let running = &self.running;
        agenda.leave(entry);
        agenda.settle(|entry| running.get(entry.index).is_some_and(|running| running.serial == entry.serial));
        Some(timer)
    }

    pub(crate) fn set_keeps_alive(&mut self, id: TimerId, keeps_alive: bool) {
        if let Some(entry) = self.entry(id) {
            let timer = &mut self.running[entry.index].timer;
            self.keeping_alive -= usize::from(timer.keeps_alive);
            self.keeping_alive += usize::from(keeps_alive);
            timer.keeps_alive = keeps_alive;
        }
    }

    /// The entry of a timer; `None` if it has fired or was stopped.
    fn entry(&self, id: TimerId) -> Option<Entry> {
        let entry = self.running.get(id.index)?.entry(id.index);
        (entry.id() == id).then_some(entry)
    }
}

/// An [ordering identifier]. Timers with the same identifier wait for each other, and timers with different identifiers
/// do not.
///
/// [ordering identifier]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#run-steps-after-a-timeout
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderingIdentifier {
    SetTimeoutOrInterval,
    PostTask,
    AbortTimeout,
    /// Latencies of the network, which do not wait for each other.
    Unordered,
    /// All other timers, with one identifier per kind of work.
    Other(WorkKind),
}

impl OrderingIdentifier {
    /// Whether timers with this identifier wait for those that are due earlier, whenever they were set: the timeouts of
    /// [idle callbacks](https://w3c.github.io/requestidlecallback/#the-requestidlecallback-method), step 6.2.
    pub(crate) const fn orders_by_due_time(self) -> bool {
        matches!(self, Self::Other(WorkKind::IdleCallback))
    }

    pub(crate) const fn of(kind: WorkKind) -> Self {
        match kind {
            WorkKind::Timeout | WorkKind::Interval => Self::SetTimeoutOrInterval,
            WorkKind::Task => Self::PostTask,
            WorkKind::AbortTimeout => Self::AbortTimeout,
            WorkKind::Fetch | WorkKind::ResponseBody => Self::Unordered,
            other => Self::Other(other),
        }
    }
}
