//! Idle periods: when nothing else is ready, requested steps run until the deadline of the period.
//!
//! Follows [cooperative scheduling of background tasks](https://w3c.github.io/requestidlecallback/): steps requested
//! during a period wait for the next one, so a callback that requests itself cannot run for ever in one period.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::event_loop::time::Timestamp;
use crate::event_loop::work::Work;

/// The longest idle period: 50 milliseconds.
pub(crate) const IDLE_PERIOD: Duration = Duration::from_millis(50);

/// The shortest idle period: none starts if a timer is due sooner than this.
const SHORTEST_IDLE_PERIOD: Duration = Duration::from_millis(1);

/// The longest idle period of Firefox, about: it ends with the next frame or so.
pub(crate) const FIREFOX_IDLE_PERIOD: Duration = Duration::from_millis(40);

/// The shortest idle period of Firefox: `dom.idle_period.min`.
pub(crate) const SHORTEST_FIREFOX_IDLE_PERIOD: Duration = Duration::from_millis(3);

/// The end of an idle period that starts now: in 50 ms, or when the next timer is due. `None` if that is too soon.
pub(crate) fn idle_period_end(now: Timestamp, next_timer: Option<Timestamp>) -> Option<Timestamp> {
    // A pending animation frame is a timer, so it ends the period, too.
    let end = now.after(IDLE_PERIOD);
    let end = next_timer.map_or(end, |due| due.min(end));
    (end.duration_since(now) >= SHORTEST_IDLE_PERIOD).then_some(end)
}

/// Identifies steps that wait for an idle period. A stale id is harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct IdleId(u64);

/// The next steps to run in an idle period.
pub(crate) struct IdleTask<S> {
    pub(crate) work: Work,
    pub(crate) steps: S,
    /// When the period ends.
    pub(crate) deadline: Timestamp,
}

/// Steps of type `S` that wait for an idle period.
pub(crate) struct IdlePeriods<S> {
    requested: BTreeMap<IdleId, (Work, S)>,
    runnable: BTreeMap<IdleId, (Work, S)>,
    deadline: Timestamp,
    next_id: u64,
    /// In Firefox: when the period ends, and the newest request when it started.
    firefox: (Timestamp, IdleId),
}

impl<S> Default for IdlePeriods<S> {
    fn default() -> Self {
        Self {
            requested: BTreeMap::new(),
            runnable: BTreeMap::new(),
            deadline: Timestamp::default(),
            next_id: 0,
            firefox: (Timestamp::default(), IdleId(0)),
        }
    }
}

impl<S> IdlePeriods<S> {
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.requested.len() + self.runnable.len()
    }

    /// The waiting work: first the work of the current period, then the work of the next one.
    pub(crate) fn works(&self) -> impl Iterator<Item = Work> {
        self.runnable.values().chain(self.requested.values()).map(|(work, _)| *work)
    }

    /// In Firefox, the time until which the next steps wait, if they wait: the newest request of a period, and those
    /// made after it, run in the next one (`IneligibleForCurrentIdlePeriod` in dom/base/nsGlobalWindowInner.cpp).
    pub(crate) fn waits_until(&self, now: Timestamp) -> Option<Timestamp> {
        let (&first, _) = self.runnable.first_key_value().or_else(|| self.requested.first_key_value())?;
        let (end, newest) = self.firefox;
        (now < end && first >= newest).then_some(end)
    }

    /// In Firefox, whether no period is running.
    pub(crate) fn is_between_periods(&self, now: Timestamp) -> bool {
        now >= self.firefox.0
    }

    /// In Firefox, starts a period that ends at `end`.
    pub(crate) fn start_firefox_period(&mut self, end: Timestamp) {
        self.firefox = (end, IdleId(self.next_id.saturating_sub(1)));
    }

    pub(crate) fn request(&mut self, work: Work, steps: S) -> IdleId {
        let id = IdleId(self.next_id);
        self.next_id += 1;
        self.requested.insert(id, (work, steps));
        id
    }

    pub(crate) fn cancel(&mut self, id: IdleId) -> Option<(Work, S)> {
        self.requested.remove(&id).or_else(|| self.runnable.remove(&id))
    }

    /// Whether the next steps start a period.
    pub(crate) fn starts_period(&self, now: Timestamp) -> bool {
        self.runnable.is_empty() || now >= self.deadline
    }

    /// Starts a period that ends at `deadline`.
    pub(crate) fn start_period(&mut self, deadline: Timestamp) {
        self.deadline = deadline;
        self.runnable.append(&mut self.requested);
    }

    /// Takes the next steps of the current period.
    pub(crate) fn next(&mut self) -> Option<IdleTask<S>> {
        let (_, (work, steps)) = self.runnable.pop_first()?;
        Some(IdleTask { work, steps, deadline: self.deadline })
    }
}
