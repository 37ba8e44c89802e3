//! The turns of Firefox. Its event loop has no scheduler task queues: it has runnables, here called turns, in three
//! queues. A scheduler task posts a turn, and the turn runs the best scheduler task of that moment, whichever it is
//! (`dom/base/WebTaskScheduler.cpp`). The list of timers has at most one turn (`dom/base/TimeoutManager.cpp`).

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::event_loop::{
    Candidate, Candidates, DefaultPolicy, Ending, Event, Policy, Quirk, Quirks, TaskSource, Timestamp, WorkId, WorkKind,
};
use crate::scheduling::{EffectivePriority, TaskPriority};

/// After this time, a turn of the timers ends, even if more are due.
const LONGEST_BATCH: Duration = Duration::from_millis(4);

/// The queue of a turn, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    High,
    Normal,
    Low,
}

impl Level {
    /// `GetEventQueuePriority`: continuations of user-visible tasks are as urgent as user-blocking ones.
    const fn of(priority: TaskPriority, is_continuation: bool) -> Self {
        match (priority, is_continuation) {
            (TaskPriority::UserBlocking, _) | (TaskPriority::UserVisible, true) => Self::High,
            (TaskPriority::UserVisible, false) => Self::Normal,
            (TaskPriority::Background, _) => Self::Low,
        }
    }

    fn of_effective(level: EffectivePriority) -> Self {
        Self::of(level.priority(), level.get() % 2 == 1)
    }
}

/// The place of a turn: its queue, when it was posted, and a number.
type Place = (Level, Timestamp, u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Runs the best scheduler task.
    Scheduler,
    /// Runs the timers that are due.
    Timers,
    /// Runs the oldest task of the other sources.
    Plain,
}

/// A turn of the timers that has started.
#[derive(Clone, Copy, Debug)]
struct Batch {
    start: Timestamp,
    /// Timers that are set later belong to the next turn.
    newest: Option<WorkId>,
    /// The work of the timer that has fired, if it has queued a task.
    task: Option<WorkId>,
}

/// Work that has been scheduled and has not started.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    /// A scheduler task, with the level of its turn.
    Scheduler(Level),
    IdleCallback,
}

/// The turns of an event loop.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    quirks: Quirks,
    now: Timestamp,
    next: u64,
    posted: BTreeMap<Place, Turn>,
    waiting: FxHashMap<WorkId, Waiting>,
    /// The turns that scheduler tasks have posted.
    own: FxHashMap<WorkId, Place>,
    timers: BTreeSet<(Timestamp, WorkId)>,
    due: FxHashMap<WorkId, Timestamp>,
    newest: Option<WorkId>,
    has_timer_turn: bool,
    last_timer_turn: Timestamp,
    firing: Option<WorkId>,
    batch: Option<Batch>,
    /// Whether the chosen scheduler task runs in a turn that another task has posted.
    is_foreign: bool,
    why: &'static str,
}

impl Turns {
    pub(super) fn new(quirks: Quirks) -> Self {
        Self {
            quirks,
            now: Timestamp::default(),
            next: 0,
            posted: BTreeMap::new(),
            waiting: FxHashMap::default(),
            own: FxHashMap::default(),
            timers: BTreeSet::new(),
            due: FxHashMap::default(),
            newest: None,
            has_timer_turn: false,
            last_timer_turn: Timestamp::default(),
            firing: None,
            batch: None,
            is_foreign: false,
            why: "",
        }
    }

    pub(super) fn explain(&self) -> String {
        self.why.to_owned()
    }

    fn has(&self, quirk: Quirk) -> bool {
        self.quirks.has(quirk)
    }

    /// Whether the turn of a scheduler task stays where it is when the priority of the task changes. If it does not,
    /// the turn of a task that waits is where its priority is.
    fn keeps_place(&self) -> bool {
        self.has(Quirk::TurnRunsBestTask) && self.has(Quirk::PriorityChangeMovesNoTurn)
    }

    fn has_batches(&self) -> bool {
        self.has(Quirk::TimersRunInBatches)
    }

    fn place(&mut self, level: Level, posted: Timestamp) -> Place {
        self.next += 1;
        (level, posted, self.next)
    }

    fn post(&mut self, level: Level, turn: Turn) {
        let place = self.place(level, self.now);
        self.posted.insert(place, turn);
    }

    /// Posts the turn of the timers if a timer is due: with the age of its due time, even if other work ran then.
    fn post_timer_turn(&mut self) {
        let Some(&(due, _)) = self.timers.first().filter(|_| self.has_batches()) else { return };
        if due <= self.now && !self.has_timer_turn && self.batch.is_none() {
            self.has_timer_turn = true;
            let place = self.place(Level::Normal, due.max(self.last_timer_turn));
            self.posted.insert(place, Turn::Timers);
        }
    }

    pub(super) fn observe(&mut self, now: Timestamp, event: &Event) {
        self.now = now;
        match *event {
            Event::Scheduled(ref scheduled) => {
                let work = scheduled.work();
                self.newest = self.newest.max(Some(work.id));
                if let Some(priority) = work.priority {
                    let waits = scheduled.delay.is_some() && self.has(Quirk::DelayedTaskWaitsForTimerTurn);
                    let level = Level::of(priority, work.kind == WorkKind::Continuation);
                    self.waiting.insert(work.id, Waiting::Scheduler(if waits { Level::High } else { level }));
                } else if work.kind == WorkKind::IdleCallback {
                    self.waiting.insert(work.id, Waiting::IdleCallback);
                }
            }
            Event::Ready { work } => self.ready(work),
            Event::TimerSet { work, due } => {
                self.timers.insert((due, work));
                self.due.insert(work, due);
                self.post_timer_turn();
            }
            Event::TimerFired { work } => {
                self.forget_timer(work);
                self.firing = Some(work);
            }
            Event::TimerCleared { work } => self.forget_timer(work),
            Event::Started { work } => self.started(work),
            Event::Ended { work, how: Ending::Aborted | Ending::Removed } => self.removed(work),
            _ => {}
        }
    }

    fn forget_timer(&mut self, work: WorkId) {
        if let Some(due) = self.due.remove(&work) {
            self.timers.remove(&(due, work));
        }
    }

    fn ready(&mut self, work: WorkId) {
        self.post_timer_turn();
        let is_fired = self.firing.take_if(|firing| *firing == work).is_some();
        match self.waiting.get(&work) {
            Some(&Waiting::Scheduler(level)) => {
                let place = self.place(level, self.now);
                self.own.insert(work, place);
                if self.keeps_place() {
                    self.posted.insert(place, Turn::Scheduler);
                }
            }
            Some(Waiting::IdleCallback) if !is_fired => {}
            _ => match self.batch.as_mut().filter(|_| is_fired) {
                Some(batch) => batch.task = Some(work),
                None => self.post(Level::Normal, Turn::Plain),
            },
        }
    }

    fn started(&mut self, work: WorkId) {
        self.waiting.remove(&work);
        if let Some(place) = self.own.remove(&work)
            && self.is_foreign
            && !self.keeps_place()
        {
            self.posted.insert(place, Turn::Scheduler);
        }
    }

    fn removed(&mut self, work: WorkId) {
        self.waiting.remove(&work);
        let Some(place) = self.own.remove(&work) else { return };
        if self.has(Quirk::TurnRunsBestTask) && self.has(Quirk::AbortedTaskLeavesItsTurn) {
            self.posted.insert(place, Turn::Scheduler);
        } else {
            self.posted.remove(&place);
        }
    }

    pub(super) fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        self.is_foreign = false;
        self.now = candidates.now();
        if let Some(due) = candidates.due_timer() {
            // A delayed task that need not wait, or a loop without turns for timers.
            let waits = due.kind() != Some(WorkKind::Task) || self.has(Quirk::DelayedTaskWaitsForTimerTurn);
            if !self.has_batches() || (self.batch.is_none() && !waits) {
                return self.chosen(due, "it is due");
            }
        }
        if let Some(next) = self.next_of_batch(candidates) {
            return self.chosen(next, "it runs in the turn of the timers");
        }
        self.post_timer_turn();
        loop {
            let Some(turn) = self.next_turn(candidates) else {
                // Only idle callbacks are left, or work that became ready before this policy was set.
                return self.chosen(DefaultPolicy.choose(candidates), "no turn is waiting");
            };
            match turn {
                Turn::Scheduler => {
                    if let Some(task) = candidates.scheduler_task() {
                        return self
                            .chosen(task, "it is the best scheduler task, and it is the turn of a scheduler task");
                    }
                }
                Turn::Plain => {
                    if let Some(task) = candidates.oldest_task() {
                        return self.chosen(task, "it is its turn");
                    }
                }
                Turn::Timers => {
                    self.has_timer_turn = false;
                    self.last_timer_turn = self.now;
                    if let Some(timer) = candidates.due_timer() {
                        self.batch = Some(Batch { start: self.now, newest: self.newest, task: None });
                        return self.chosen(timer, "it is due, and it is the timers' turn");
                    }
                }
            }
        }
    }

    fn chosen<'a>(&mut self, candidate: Candidate<'a>, why: &'static str) -> Candidate<'a> {
        self.why = why;
        candidate
    }

    /// What runs next in the turn of the timers: the task of the timer that has fired, or the next timer.
    fn next_of_batch<'a>(&mut self, candidates: &Candidates<'a>) -> Option<Candidate<'a>> {
        let batch = self.batch.as_mut()?;
        if let Some(work) = batch.task.take() {
            let sources = [TaskSource::Timer, TaskSource::IdleTask, TaskSource::Engine];
            let mut tasks = sources.into_iter().filter_map(|source| candidates.task(source));
            if let Some(task) = tasks.find(|task| task.id() == Some(work)) {
                return Some(task);
            }
        }
        let (start, newest) = (batch.start, batch.newest);
        let is_urgent = |task: Candidate<'_>| task.effective_priority().is_some_and(|level| level.get() >= 2);
        let ends =
            self.now.duration_since(start) >= LONGEST_BATCH || candidates.scheduler_task().is_some_and(is_urgent);
        let belongs = |timer: &Candidate<'_>| timer.due() <= Some(start) && timer.id() <= newest;
        let next = if ends { None } else { candidates.due_timer().filter(belongs) };
        if next.is_none() {
            self.batch = None;
            self.last_timer_turn = self.now;
        }
        next
    }

    /// Takes the next turn.
    fn next_turn(&mut self, candidates: &Candidates<'_>) -> Option<Turn> {
        let posted = self.posted.first_key_value().map(|(&place, _)| place);
        if !self.keeps_place()
            && let Some(task) = candidates.scheduler_task()
            && let (Some(level), Some(work)) = (task.effective_priority(), task.id())
            && let Some(&(_, posted_at, number)) = self.own.get(&work)
        {
            let level = Level::of_effective(level);
            if posted.is_none_or(|posted| (level, posted_at, number) < posted) {
                return Some(Turn::Scheduler);
            }
        }
        let (_, turn) = self.posted.pop_first()?;
        self.is_foreign = turn == Turn::Scheduler;
        Some(turn)
    }
}
