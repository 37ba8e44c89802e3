//! What is known about all work that waits or runs, and about tasks that have ended but may continue. The detectors
//! share it.

use std::collections::BTreeMap;
use std::rc::Rc;

use posttask::event_loop::{Ending, SignalId, Timestamp, WorkId, WorkKind};
use posttask::scheduling::{EffectivePriority, TaskPriority};
use posttask::trace::{Happening, Record, ScheduledWork};
use rustc_hash::FxHashMap;

use super::known_work::KnownWork;
use super::point::Point;
use super::ready_tasks::{Queue, ReadyTasks};
use super::remembered::Remembered;
use super::signals::Signals;
use super::turn::{Runner, Turn, Turns};

/// What is known about work.
#[derive(Debug, Default)]
pub(super) struct Works {
    known: FxHashMap<WorkId, KnownWork>,
    remembered: Remembered,
    signals: Signals,
    ready_tasks: ReadyTasks,
    /// Work in other queues, by age.
    other_ready: BTreeMap<u64, WorkId>,
    /// The number of pieces of work that were queued.
    queued: u64,
    turns: Turns,
    now: Point,
    /// The task whose code continued last in the running microtask checkpoint.
    continued: Option<Rc<ScheduledWork>>,
}

/// What happens.
impl Works {
    /// To be called with each record, before the detectors receive it. Returns the turn that is over, if one is.
    pub(super) fn before(&mut self, record: &Record) -> Option<Turn> {
        let turn = self.apply(record)?;
        let work = turn.known_work();
        if let Some(level) = work.and_then(|work| work.level(turn.priority)) {
            self.now.add_time(level, turn.duration());
        }
        Some(turn)
    }

    fn apply(&mut self, record: &Record) -> Option<Turn> {
        self.now.at = record.at;
        match &record.what {
            Happening::Scheduled(work) => self.schedule(work),
            Happening::Ready { work } => self.queue(*work),
            Happening::TimerSet { work, due } => self.set_timer(*work, *due),
            Happening::TimerCleared { work } => self.change(*work, |work| work.due = None),
            Happening::TimerFired { work } => self.change(*work, |work| work.has_fired = true),
            Happening::PriorityChanged { signal, priority, .. } => {
                self.signals.set_priority(*signal, *priority);
                self.ready_tasks.set_priority(*signal, *priority);
            }
            Happening::JobCallbackCalled { task, .. } => {
                self.continued = self.known.get(task).map(|work| Rc::clone(work.task()));
            }
            Happening::Started { work } => return self.start(*work),
            Happening::Ended { work, how } => self.end(*work, *how),
            Happening::CheckpointStarted { .. } => {
                self.continued = None;
                self.turns.start_checkpoint(self.now);
            }
            Happening::CheckpointEnded { microtasks, .. } => {
                self.continued = None;
                return self.turns.end_checkpoint(*microtasks, record.at);
            }
            Happening::EvaluationStarted { name, is_module } if !self.turns.is_running() => {
                let program = Runner::Program { name: Rc::clone(name), is_module: *is_module };
                return self.turns.start(Turn::new(None, program, None, self.now));
            }
            Happening::EvaluationEnded => return self.turns.end_program(record.at),
            Happening::Chosen { .. } | Happening::Sleeping { .. } => return self.turns.end(),
            _ => {}
        }
        None
    }

    /// To be called with each record, after the detectors have received it.
    pub(super) fn after(&mut self, record: &Record) {
        match record.what {
            Happening::Ended { work, .. } => self.retire(work),
            Happening::JobCallbackCalled { task, .. } => {
                let now = self.now;
                self.change(task, |work| work.active = now);
            }
            _ => {}
        }
    }

    /// There are no more records. Returns the last turn.
    pub(super) fn finish(&mut self, now: Timestamp) -> Option<Turn> {
        self.now.at = now;
        self.turns.end()
    }

    fn change(&mut self, work: WorkId, change: impl FnOnce(&mut KnownWork)) {
        if let Some(work) = self.known.get_mut(&work) {
            change(work);
        }
    }

    fn schedule(&mut self, what: &Rc<ScheduledWork>) {
        let is_rest = what.kind == WorkKind::Continuation;
        let root = is_rest.then(|| self.current_task()).flatten();
        self.signals.add(what);
        self.known.insert(what.work, KnownWork::new(Rc::clone(what), root, self.now));
    }

    /// The work whose code runs.
    fn current_task(&self) -> Option<Rc<ScheduledWork>> {
        let of_turn = || Some(Rc::clone(self.turns.current()?.known_work()?.task()));
        self.continued.clone().or_else(of_turn)
    }

    fn set_timer(&mut self, id: WorkId, due: Timestamp) {
        let Some(work) = self.known.get_mut(&id) else { return };
        work.due = Some(due);
        if work.what.delay == Some(0) {
            work.age = Some(self.queued);
            self.queued += 1;
        }
    }

    fn queue(&mut self, id: WorkId) {
        let Some(work) = self.known.get_mut(&id) else { return };
        // An idle callback is ready at once. If its timeout queues it as a task, it is ready again.
        let age = work.age.filter(|_| work.what.kind != WorkKind::IdleCallback).unwrap_or(self.queued);
        (work.ready, work.age) = (Some(self.now), Some(age));
        self.queued += 1;
        if let Some((queue, level)) = self.queue_of(id) {
            self.ready_tasks.add(queue, level, age, id);
        } else if self.known.get(&id).is_some_and(KnownWork::is_queued) {
            self.other_ready.insert(age, id);
        }
    }

    /// The queue and the level of a scheduler task.
    fn queue_of(&self, work: WorkId) -> Option<(Queue, EffectivePriority)> {
        let work = self.known.get(&work).filter(|work| work.is_scheduler_task())?;
        let level = work.level(self.priority_of(work))?;
        Some((Queue::new(work.what.priority_signal, level), level))
    }

    fn leave_queue(&mut self, id: WorkId) {
        let Some(age) = self.known.get(&id).filter(|work| work.ready.is_some()).and_then(|work| work.age) else {
            return;
        };
        match self.queue_of(id) {
            Some((queue, level)) => self.ready_tasks.remove(queue, level, age),
            None => _ = self.other_ready.remove(&age),
        }
    }

    fn start(&mut self, id: WorkId) -> Option<Turn> {
        let before = self.now;
        // The parts of an asynchronous job run between turns.
        if self.known.get(&id).is_some_and(|work| work.what.kind == WorkKind::AsyncJob) {
            return None;
        }
        self.leave_queue(id);
        let priority = self.known.get(&id).and_then(|work| self.priority_of(work));
        let level = self.known.get(&id).and_then(|work| work.level(priority));
        self.now.starts.add(level);
        let now = self.now;
        self.change(id, |work| (work.active, work.has_started) = (now, true));
        if let Some(task) = self.known.get(&id).map(KnownWork::task_id) {
            self.change(task, |task| task.own_starts += 1);
        }
        if self.turns.is_running() {
            return None;
        }
        let runner = self.known.get(&id).map_or(Runner::Unknown, |work| Runner::Work(Box::new(work.clone())));
        self.turns.start(Turn::new(Some(id), runner, priority, before))
    }

    fn end(&mut self, id: WorkId, how: Ending) {
        if let Some(work) = self.known.get(&id) {
            self.signals.end(&work.what);
            if !work.has_started {
                self.leave_queue(id);
            }
        }
        self.turns.end_work(id, how, self.now.at);
    }

    /// Forgets work that has ended, unless it is a task whose code may continue.
    fn retire(&mut self, id: WorkId) {
        let Some(work) = self.known.get(&id) else { return };
        let may_continue = work.has_started && work.root.is_none() && work.is_scheduler_task();
        match self.priority_of(work).filter(|_| may_continue) {
            None => self.forget(id),
            Some(priority) => {
                let last_active = |id| self.known.get(&id).map(|work| work.active.starts.total());
                let task = (id, work.active.starts.total());
                if let Some(forgotten) = self.remembered.add(task, priority, last_active) {
                    self.forget(forgotten);
                }
            }
        }
    }

    fn forget(&mut self, id: WorkId) {
        if let Some(work) = self.known.remove(&id) {
            self.signals.remove(&work.what);
        }
    }
}

/// What is known.
impl Works {
    /// This moment.
    pub(super) fn now(&self) -> &Point {
        &self.now
    }

    /// The turn that runs, or that has ended while its last microtasks have not.
    pub(super) fn turn(&self) -> Option<&Turn> {
        self.turns.current()
    }

    /// The number of pieces of work that are kept.
    #[cfg(test)]
    pub(super) fn kept(&self) -> usize {
        self.known.len()
    }

    pub(super) fn get(&self, work: WorkId) -> Option<&KnownWork> {
        self.known.get(&work)
    }

    /// The priority of work now.
    pub(super) fn priority_of(&self, work: &KnownWork) -> Option<TaskPriority> {
        self.signals.priority_of(&work.what)
    }

    /// The oldest scheduler task of a level that is ready.
    pub(super) fn oldest_task(&self, level: EffectivePriority) -> Option<&KnownWork> {
        self.get(self.ready_tasks.oldest(level)?)
    }

    /// The oldest work that is ready and no scheduler task.
    pub(super) fn oldest_other(&self) -> Option<&KnownWork> {
        self.get(*self.other_ready.first_key_value()?.1)
    }

    /// The scheduler tasks of a priority that are ready, the oldest first.
    pub(super) fn ready_tasks(&self, priority: TaskPriority) -> Vec<&KnownWork> {
        let mut tasks: Vec<_> = self.ready_tasks.of_priority(priority).filter_map(|work| self.get(work)).collect();
        tasks.sort_by_key(|work| work.age);
        tasks
    }

    /// The number of pieces of work that a signal may abort and that have not ended.
    pub(super) fn open_work(&self, signal: SignalId) -> u64 {
        self.signals.open_work(signal)
    }
}
