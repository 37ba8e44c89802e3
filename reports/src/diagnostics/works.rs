//! What is known about all work that waits or runs, and about tasks that have ended but may continue. The detectors
//! share it.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use posttask::event_loop::{Ending, Event, Scheduled, SignalId, Timestamp, WorkId, WorkKind};
use posttask::scheduling::{EffectivePriority, EnqueueOrder, TaskPriority};
use posttask::trace::{QueueView, Record};
use rustc_hash::FxHashMap;

use super::known_work::KnownWork;
use super::point::Point;
use super::remembered::Remembered;
use super::turn::{Runner, Turn, Turns};

/// What is known about work.
#[derive(Debug, Default)]
pub(super) struct Works {
    known: QueueView<KnownWork>,
    remembered: Remembered,
    /// The number of pieces of work that each signal may abort and that have not ended.
    open: FxHashMap<SignalId, u64>,
    turns: Turns,
    now: Point,
    /// The task whose code continued last in the running microtask checkpoint.
    continued: Option<Rc<Scheduled>>,
}

/// What happens.
impl Works {
    /// To be called with each record, before the detectors receive it. Returns the turn that is over, if one is.
    pub(super) fn before(&mut self, record: &Record) -> Option<Turn> {
        let turn = self.apply(record)?;
        if let Some(level) = turn.level {
            self.now.add_time(level, turn.duration());
        }
        Some(turn)
    }

    fn apply(&mut self, record: &Record) -> Option<Turn> {
        self.now.at = record.at;
        match &record.event {
            Event::Scheduled(work) => self.schedule(work),
            Event::Ready { work } => self.queue(*work),
            Event::TimerSet { work, due } => self.known.set_timer(*work, *due, record.at),
            Event::TimerCleared { work } => self.known.clear_timer(*work),
            Event::PriorityChanged { signal, priority, .. } => {
                self.known.set_priority(*signal, *priority);
            }
            Event::JobCallbackCalled { task, .. } => {
                self.continued = self.known.get(*task).map(|work| Rc::clone(work.task()));
            }
            Event::Started { work } => return self.start(*work),
            Event::Ended { work, how } => self.end(*work, *how),
            Event::CheckpointStarted { .. } => {
                self.continued = None;
                self.turns.start_checkpoint(self.now);
            }
            Event::CheckpointEnded { microtasks, .. } => {
                self.continued = None;
                return self.turns.end_checkpoint(*microtasks, record.at);
            }
            Event::EvaluationStarted { name, is_module } if !self.turns.is_running() => {
                let program = Runner::Program { name: Rc::clone(name), is_module: *is_module };
                return self.turns.start(Turn::new(None, program, self.now));
            }
            Event::EvaluationEnded => return self.turns.end_program(record.at),
            Event::Chosen { .. } | Event::Sleeping { .. } => return self.turns.end(),
            _ => {}
        }
        None
    }

    /// To be called with each record, after the detectors have received it.
    pub(super) fn after(&mut self, record: &Record) {
        match record.event {
            Event::Ended { work, .. } => self.retire(work),
            Event::JobCallbackCalled { task, .. } => {
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
        if let Some(work) = self.known.get_mut(work) {
            change(work);
        }
    }

    fn schedule(&mut self, what: &Rc<Scheduled>) {
        let is_rest = what.kind == WorkKind::Continuation;
        let root = is_rest.then(|| self.current_task()).flatten();
        if let Some(signal) = what.signal {
            *self.open.entry(signal).or_default() += 1;
        }
        self.known.schedule(what.work(), what.priority_signal, KnownWork::new(Rc::clone(what), root, self.now));
    }

    /// The work whose code runs.
    fn current_task(&self) -> Option<Rc<Scheduled>> {
        let of_turn = || Some(Rc::clone(self.turns.current()?.known_work()?.task()));
        self.continued.clone().or_else(of_turn)
    }

    fn queue(&mut self, id: WorkId) {
        self.known.make_ready(id, self.now.at);
        let now = self.now;
        self.change(id, |work| work.ready = Some(now));
    }

    fn start(&mut self, id: WorkId) -> Option<Turn> {
        let before = self.now;
        // The parts of an asynchronous job run between turns.
        if self.known.kind(id) == Some(WorkKind::AsyncJob) {
            return None;
        }
        self.known.leave_queue(id);
        let (priority, level) = (self.known.priority(id), self.known.level(id));
        self.now.starts.add(level);
        let now = self.now;
        self.change(id, |work| (work.active, work.has_started) = (now, true));
        if let Some(task) = self.known.get(id).map(KnownWork::task_id) {
            self.change(task, |task| task.own_starts += 1);
        }
        if self.turns.is_running() {
            return None;
        }
        let runner = self.known.get(id).map_or(Runner::Unknown, |work| Runner::Work(Box::new(work.clone())));
        self.turns.start(Turn { priority, level, ..Turn::new(Some(id), runner, before) })
    }

    fn end(&mut self, id: WorkId, how: Ending) {
        self.known.leave_queue(id);
        if let Some(signal) = self.known.get(id).and_then(|work| work.what.signal)
            && let Entry::Occupied(mut open) = self.open.entry(signal)
        {
            *open.get_mut() -= 1;
            if *open.get() == 0 {
                open.remove();
            }
        }
        self.turns.end_work(id, how, self.now.at);
    }

    /// Forgets work that has ended, unless it is a task whose code may continue.
    fn retire(&mut self, id: WorkId) {
        let Some(work) = self.known.get(id) else { return };
        let may_continue = work.has_started && work.root.is_none() && work.is_scheduler_task();
        match self.priority_of(work).filter(|_| may_continue) {
            None => drop(self.known.remove(id)),
            Some(priority) => {
                let last_active = |id| self.known.get(id).map(|work| work.active.starts.total());
                let task = (id, work.active.starts.total());
                if let Some(forgotten) = self.remembered.add(task, priority, last_active) {
                    self.known.remove(forgotten);
                }
            }
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
        self.known.iter().count()
    }

    pub(super) fn get(&self, work: WorkId) -> Option<&KnownWork> {
        self.known.get(work)
    }

    /// The priority of work now.
    pub(super) fn priority_of(&self, work: &KnownWork) -> Option<TaskPriority> {
        self.known.priority(work.what.work)
    }

    /// The effective priority of work now. `None` for an idle callback, until its timeout queues it.
    pub(super) fn level_of(&self, work: &KnownWork) -> Option<EffectivePriority> {
        self.known.level(work.what.work)
    }

    /// The place of work in the order in which work became ready.
    pub(super) fn order_of(&self, work: &KnownWork) -> Option<EnqueueOrder> {
        self.known.order(work.what.work)
    }

    /// When the timer of work is due, if it has one that has not been cleared.
    pub(super) fn due(&self, work: &KnownWork) -> Option<Timestamp> {
        self.known.due(work.what.work)
    }

    /// The oldest scheduler task of a level that is ready.
    pub(super) fn oldest_task(&self, level: EffectivePriority) -> Option<&KnownWork> {
        self.get(self.known.oldest_task(level)?)
    }

    /// The oldest work that is ready and no scheduler task.
    pub(super) fn oldest_other(&self) -> Option<&KnownWork> {
        self.get(self.known.oldest_other()?)
    }

    /// The scheduler tasks of a priority that are ready, the oldest first.
    pub(super) fn ready_tasks(&self, priority: TaskPriority) -> Vec<&KnownWork> {
        let is_ready = |work: &&KnownWork| work.is_scheduler_task() && work.ready.is_some() && !work.has_started;
        let ready = self.known.iter().map(|(_, work)| work).filter(is_ready);
        let mut tasks: Vec<_> = ready.filter(|work| self.priority_of(work) == Some(priority)).collect();
        tasks.sort_by_key(|work| self.order_of(work));
        tasks
    }

    /// The number of pieces of work that a signal may abort and that have not ended.
    pub(super) fn open_work(&self, signal: SignalId) -> u64 {
        self.open.get(&signal).copied().unwrap_or_default()
    }
}
