//! The order of Google's `scheduler-polyfill`: it has one turn in the event loop at a time, which is a message or an
//! idle callback, and runs one task (`src/scheduler.js` and `src/host-callback.js`).

use rustc_hash::FxHashMap;

use crate::event_loop::{
    Candidate, Candidates, DefaultPolicy, Ending, Event, Policy, Quirk, Quirks, SignalId, Timestamp, WorkId, WorkKind,
};
use crate::scheduling::TaskPriority;

/// A scheduler task that has not started.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    priority: TaskPriority,
    signal: Option<SignalId>,
    /// Whether it ran out of its delay, if it has one.
    is_pushed: bool,
    is_delayed: bool,
    is_aborted: bool,
}

/// The turn that the scheduler has requested.
#[derive(Clone, Copy, Debug)]
struct Pending {
    place: u64,
    is_idle: bool,
}

/// The turns of the polyfill.
#[derive(Clone, Debug)]
pub(super) struct OneTurn {
    quirks: Quirks,
    last_place: u64,
    tasks: FxHashMap<WorkId, Waiting>,
    /// The number of tasks that were pushed, by priority. Aborted ones count until they are found.
    counts: [usize; TaskPriority::ALL.len()],
    aborted: Vec<WorkId>,
    pending: Option<Pending>,
    /// The scheduler task whose callback is running.
    running: Option<WorkId>,
    /// Whether a delay is over, so that the best task runs in the task of the timer.
    runs_now: bool,
    /// The places of timers without a delay, tasks of other sources, and idle callbacks.
    places: FxHashMap<WorkId, u64>,
    idle: FxHashMap<WorkId, u64>,
}

impl OneTurn {
    pub(super) fn new(quirks: Quirks) -> Self {
        Self {
            quirks,
            last_place: 0,
            tasks: FxHashMap::default(),
            counts: [0; TaskPriority::ALL.len()],
            aborted: Vec::new(),
            pending: None,
            running: None,
            runs_now: false,
            places: FxHashMap::default(),
            idle: FxHashMap::default(),
        }
    }

    fn place(&mut self) -> u64 {
        self.last_place += 1;
        self.last_place
    }

    /// `scheduleHostCallbackIfNeeded_`: requests a turn if a task is waiting and no turn is pending.
    fn request_if_needed(&mut self) {
        let Some(best) = self.counts.iter().rposition(|&count| count > 0) else { return };
        let is_idle = best == 0 && self.quirks.has(Quirk::BackgroundIsIdle);
        if self.pending.is_some_and(|pending| is_idle || !pending.is_idle) {
            return;
        }
        self.pending = Some(Pending { place: self.place(), is_idle });
    }

    fn forget(&mut self, work: WorkId) {
        if let Some(task) = self.tasks.remove(&work).filter(|task| task.is_pushed) {
            let count = &mut self.counts[task.priority as usize];
            *count = count.saturating_sub(1);
        }
    }

    /// The task of the turn was taken; aborted ones of its priority or a higher one were found on the way.
    fn take(&mut self, work: Option<WorkId>) {
        let priority =
            work.and_then(|work| self.tasks.get(&work)).map_or(TaskPriority::Background, |task| task.priority);
        let (found, left) = self.aborted.drain(..).partition(|aborted: &WorkId| {
            let task = self.tasks.get(aborted);
            task.is_none_or(|task| (task.priority, work) > (priority, Some(*aborted)) || work.is_none())
        });
        self.aborted = left;
        let found: Vec<WorkId> = found;
        found.into_iter().chain(work).for_each(|work| self.forget(work));
    }

    pub(super) fn observe(&mut self, now: Timestamp, event: &Event) {
        match *event {
            Event::Scheduled(ref scheduled) => {
                let work = scheduled.work();
                if let Some(priority) = work.priority {
                    let (signal, is_delayed) = (scheduled.signal, scheduled.delay.is_some());
                    let task = Waiting { priority, signal, is_delayed, is_pushed: false, is_aborted: false };
                    self.tasks.insert(work.id, task);
                } else if work.kind == WorkKind::IdleCallback {
                    let place = self.place();
                    self.idle.insert(work.id, place);
                }
            }
            Event::TimerSet { work, due } if due <= now => {
                let place = self.place();
                self.places.insert(work, place);
            }
            Event::Ready { work } => self.ready(work),
            Event::Started { work } => {
                self.places.remove(&work);
                self.idle.remove(&work);
                if self.tasks.contains_key(&work) {
                    self.pending = None;
                    self.running = Some(work);
                    self.take(Some(work));
                }
            }
            Event::CheckpointStarted { within, .. } if within.is_some() && within == self.running => self.end(),
            Event::Ended { work, .. } if self.running == Some(work) => self.end(),
            Event::Ended { work, how: Ending::Aborted | Ending::Removed } => {
                self.places.remove(&work);
                self.idle.remove(&work);
                if let Some(task) = self.tasks.get_mut(&work).filter(|task| task.is_pushed && !task.is_aborted) {
                    task.is_aborted = true;
                    self.aborted.push(work);
                } else {
                    self.tasks.remove(&work);
                }
            }
            Event::PriorityChanged { signal, previous, priority } => {
                for task in self.tasks.values_mut() {
                    if task.signal == Some(signal) && task.priority == previous {
                        task.priority = priority;
                        if task.is_pushed {
                            self.counts[previous as usize] = self.counts[previous as usize].saturating_sub(1);
                            self.counts[priority as usize] += 1;
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The callback of a scheduler task is over. The polyfill requests the next turn before the microtasks.
    fn end(&mut self) {
        self.running = None;
        self.request_if_needed();
    }

    fn ready(&mut self, work: WorkId) {
        if let Some(task) = self.tasks.get_mut(&work) {
            task.is_pushed = true;
            self.counts[task.priority as usize] += 1;
            if task.is_delayed && self.quirks.has(Quirk::DelayedTaskRunsInItsTimer) {
                self.pending = None;
                self.runs_now = true;
            } else {
                self.request_if_needed();
            }
        } else if !self.places.contains_key(&work) {
            let place = self.place();
            self.places.insert(work, place);
        }
    }

    pub(super) fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        if std::mem::take(&mut self.runs_now)
            && let Some(task) = candidates.scheduler_task()
        {
            return task;
        }
        if let Some(timer) = candidates.due_timer() {
            return timer;
        }
        if !self.quirks.has(Quirk::OneTurnAtATime) {
            return self.choose_by_priority(candidates);
        }
        let place = |candidate: &Candidate<'_>, places: &FxHashMap<WorkId, u64>| {
            candidate.id().and_then(|work| places.get(&work).copied()).unwrap_or(0)
        };
        let plain = candidates.oldest_task().map(|task| (place(&task, &self.places), task));
        if let Some(Pending { place: requested, is_idle: false }) = self.pending
            && plain.is_none_or(|(plain, _)| requested < plain)
        {
            self.pending = None;
            if let Some(task) = candidates.scheduler_task() {
                return task;
            }
            self.take(None);
        }
        if let Some((_, task)) = plain {
            return task;
        }
        let idle = candidates.idle_callback().map(|callback| (place(&callback, &self.idle), callback));
        match (self.pending, idle) {
            (Some(pending), Some((place, callback))) if place < pending.place => callback,
            (Some(_), _) => {
                self.pending = None;
                let best = candidates.scheduler_task();
                if best.is_none() {
                    self.take(None);
                }
                best.or(idle.map(|(_, callback)| callback)).unwrap_or_else(|| DefaultPolicy.choose(candidates))
            }
            (None, Some((_, callback))) => callback,
            (None, None) => DefaultPolicy.choose(candidates),
        }
    }

    /// The default order, except that background tasks run by age with idle callbacks.
    fn choose_by_priority<'a>(&self, candidates: &Candidates<'a>) -> Candidate<'a> {
        let chosen = DefaultPolicy.choose(candidates);
        let is_background = chosen.effective_priority().is_some_and(|level| level.get() < 2);
        let idle = candidates.idle_callback().filter(|idle| idle.id() < chosen.id());
        idle.filter(|_| is_background && self.quirks.has(Quirk::BackgroundIsIdle)).unwrap_or(chosen)
    }
}
