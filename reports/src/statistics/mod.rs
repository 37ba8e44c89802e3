//! How long work waited and ran, and how busy the event loop was.

mod group;
mod report;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::rc::Rc;
use std::time::Duration;

use posttask::debug;
use posttask::event_loop::{Ending, Event, Location, SignalId, Timestamp, WorkId, WorkKind};
use posttask::scheduling::TaskPriority;
use posttask::trace::{QueueView, Record, Sink};
use rustc_hash::FxHashMap;

use group::{Group, GroupKey};

pub use report::Report;

/// A task that takes longer is a [long task](https://w3c.github.io/longtasks/#long-task).
pub(crate) const LONG_TASK: Duration = Duration::from_millis(50);

/// The number of long tasks that are kept: the longest.
const LONG_TASKS: usize = 10;

/// Counts and measures work. The memory that it needs grows with the work that is waiting, not with all work.
#[derive(Default)]
pub struct Statistics {
    groups: FxHashMap<GroupKey, Group>,
    /// Work that has not started, with the location. There may be a million pieces.
    work: QueueView<Option<Rc<Location>>>,
    running: Option<Running>,
    long_tasks: Vec<LongTask>,
    long_task_count: u64,
    /// The sum of the times by which tasks were longer than 50 ms: total blocking time, as Lighthouse computes it from
    /// the tasks between the first paint and the time at which a page is interactive. Here, from all tasks.
    blocking: Duration,
    busy: Duration,
    asleep: Duration,
    asleep_since: Option<Timestamp>,
    tasks: u64,
    microtasks: u64,
    ticks: u64,
    most_microtasks: u64,
    is_virtual: bool,
    end: Timestamp,
}

/// The task that is running: a piece of work with the microtasks after it, or an evaluation.
struct Running {
    /// `None` for an evaluation.
    work: Option<(WorkId, GroupKey)>,
    /// The name of the program, for an evaluation.
    name: Option<Rc<str>>,
    location: Option<Rc<Location>>,
    /// The time of the loop.
    at: Timestamp,
    /// The real time.
    real: Timestamp,
    /// When the last part of it ended: both clocks.
    ended: Option<(Timestamp, Timestamp)>,
    /// How the work ended.
    how: Option<Ending>,
    microtasks: u64,
}

/// A task that took longer than 50 ms.
struct LongTask {
    /// `None` for an evaluation.
    work: Option<GroupKey>,
    name: Option<Rc<str>>,
    location: Option<Rc<Location>>,
    at: Timestamp,
    took: Duration,
}

debug!(Statistics, "tasks" = |statistics| statistics.tasks);

impl Statistics {
    /// Creates statistics for a real or a virtual clock. Under virtual time, running times are real.
    #[must_use]
    pub fn new(is_virtual: bool) -> Self {
        Self { is_virtual, ..Self::default() }
    }

    fn group(&mut self, key: GroupKey) -> &mut Group {
        self.groups.entry(key).or_default()
    }

    /// The group of work, with its current priority.
    fn key(&self, id: WorkId) -> Option<GroupKey> {
        Some(GroupKey { kind: self.work.kind(id)?, priority: self.work.priority(id) })
    }

    fn ready(&mut self, at: Timestamp, id: WorkId) {
        if self.work.make_ready(id, at)
            && let Some(key) = self.key(id)
        {
            self.group(key).enter_queue(1);
        }
    }

    /// Work leaves its queue, if it is in one. Returns how long it waited.
    fn leave_queue(&mut self, at: Timestamp, id: WorkId, key: GroupKey) -> Option<Duration> {
        let ready = self.work.ready_since(id)?;
        self.group(key).leave_queue(1);
        Some(at.duration_since(ready))
    }

    fn started(&mut self, record: &Record, id: WorkId) {
        self.end_task();
        let Some(key) = self.key(id) else { return };
        if let Some(waited) = self.leave_queue(record.at, id, key) {
            self.group(key).waited(waited);
        }
        let location = self.work.remove(id).flatten();
        self.begin_task(record, Some((id, key)), None, location);
    }

    fn begin_task(
        &mut self,
        record: &Record,
        work: Option<(WorkId, GroupKey)>,
        name: Option<Rc<str>>,
        location: Option<Rc<Location>>,
    ) {
        let (at, real) = (record.at, record.real);
        self.running = Some(Running { work, name, location, at, real, ended: None, how: None, microtasks: 0 });
    }

    fn ended(&mut self, record: &Record, id: WorkId, how: Ending) {
        if let Some(running) = &mut self.running
            && running.work.is_some_and(|(work, _)| work == id)
        {
            running.ended = Some((record.at, record.real));
            running.how = Some(how);
            return;
        }
        if let Some(key) = self.key(id) {
            self.leave_queue(record.at, id, key);
            self.group(key).ended_early(how);
            self.work.remove(id);
        }
    }

    /// Ends the task that was running, and the microtasks after it.
    fn end_task(&mut self) {
        let Some(task) = self.running.take() else { return };
        let Some((at, real)) = task.ended else { return };
        let ran = real.duration_since(task.real);
        if let (Some((_, key)), Some(how)) = (task.work, task.how) {
            self.group(key).ran(ran, how);
        }
        self.busy += ran;
        self.tasks += 1;
        self.microtasks += task.microtasks;
        self.most_microtasks = self.most_microtasks.max(task.microtasks);
        // By the clock of the loop: under virtual time, a long task is one in every run.
        let took = at.duration_since(task.at);
        if took > LONG_TASK {
            let Running { name, location, at, .. } = task;
            let work = task.work.map(|(_, key)| key);
            self.blocking += took.saturating_sub(LONG_TASK);
            self.long_task_count += 1;
            self.long_tasks.push(LongTask { work, name, location, at, took });
            self.long_tasks.sort_by_key(|task| (Reverse(task.took), task.at));
            self.long_tasks.truncate(LONG_TASKS);
        }
    }

    fn checkpoint_ended(&mut self, record: &Record, microtasks: usize, ticks: usize) {
        let Some(running) = &mut self.running else { return };
        running.microtasks += microtasks as u64;
        self.ticks += ticks as u64;
        if running.ended.is_some() {
            running.ended = Some((record.at, record.real));
        }
    }

    fn evaluation_started(&mut self, record: &Record, name: &Rc<str>) {
        // An evaluation within a task is part of it.
        if self.running.as_ref().is_none_or(|running| running.ended.is_some()) {
            self.end_task();
            self.begin_task(record, None, Some(Rc::clone(name)), None);
        }
    }

    fn evaluation_ended(&mut self, record: &Record) {
        if let Some(running) = self.running.as_mut().filter(|running| running.work.is_none()) {
            running.ended = Some((record.at, record.real));
        }
    }

    fn priority_changed(&mut self, signal: SignalId, previous: TaskPriority, priority: TaskPriority) {
        let moved = self.work.set_priority(signal, priority);
        for (kind, count) in [WorkKind::Task, WorkKind::Continuation].into_iter().zip(moved) {
            if count > 0 {
                self.group(GroupKey { kind, priority: Some(previous) }).leave_queue(count);
                let group = self.group(GroupKey { kind, priority: Some(priority) });
                group.enter_queue(count);
                group.reprioritized += count as u64;
            }
        }
    }

    /// Counts the work whose delay has not ended.
    fn count_delayed(&mut self) {
        self.groups.values_mut().for_each(|group| group.delayed = 0);
        let is_delayed = |id: &WorkId| self.work.ready_since(*id).is_none() && self.work.due(*id).is_some();
        let delayed = self.work.iter().map(|(id, _)| id).filter(is_delayed);
        let delayed: Vec<_> = delayed.filter_map(|id| self.key(id)).collect();
        for key in delayed {
            self.group(key).delayed += 1;
        }
    }

    fn slept(&mut self, until: Timestamp) {
        if let Some(since) = self.asleep_since.take() {
            self.asleep += until.duration_since(since);
        }
    }
}

impl Sink for Statistics {
    fn receive(&mut self, record: &Record) {
        self.end = record.at;
        match &record.event {
            Event::Scheduled(work) => {
                self.work.schedule(work.work(), work.priority_signal, work.location.clone());
            }
            Event::TimerSet { work, due } => self.work.set_timer(*work, *due, record.at),
            Event::Ready { work } => self.ready(record.at, *work),
            Event::Started { work } => self.started(record, *work),
            Event::Ended { work, how } => self.ended(record, *work, *how),
            Event::CheckpointEnded { microtasks, ticks, .. } => self.checkpoint_ended(record, *microtasks, *ticks),
            Event::EvaluationStarted { name, .. } => self.evaluation_started(record, name),
            Event::EvaluationEnded => self.evaluation_ended(record),
            Event::PriorityChanged { signal, previous, priority } => {
                self.priority_changed(*signal, *previous, *priority);
            }
            Event::Sleeping { .. } => {
                self.end_task();
                self.asleep_since = Some(record.at);
            }
            Event::Woke => self.slept(record.at),
            _ => {}
        }
    }

    fn wants(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::Scheduled(_)
                | Event::TimerSet { .. }
                | Event::Ready { .. }
                | Event::Started { .. }
                | Event::Ended { .. }
                | Event::CheckpointEnded { .. }
                | Event::EvaluationStarted { .. }
                | Event::EvaluationEnded
                | Event::PriorityChanged { .. }
                | Event::Sleeping { .. }
                | Event::Woke
        )
    }
}
