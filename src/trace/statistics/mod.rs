//! How long work waited and ran, and how busy the event loop was.

mod group;
mod report;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::rc::Rc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::record::{Happening, Record, ScheduledWork};
use super::recorder::Sink;
use crate::event_loop::{Ending, SignalId, Timestamp, WorkId, WorkKind};
use crate::scheduling::TaskPriority;
use group::{Group, GroupKey};

/// A task that takes longer is a [long task](https://w3c.github.io/longtasks/#long-task).
pub(crate) const LONG_TASK: Duration = Duration::from_millis(50);

/// The number of long tasks that are kept: the longest.
const LONG_TASKS: usize = 10;

/// Counts and measures work. The memory that it needs grows with the work that is waiting, not with all work.
#[derive(Default)]
pub(crate) struct Statistics {
    groups: FxHashMap<GroupKey, Group>,
    /// Work that has not ended.
    work: FxHashMap<WorkId, Known>,
    /// The signals whose priority has changed.
    priorities: FxHashMap<SignalId, TaskPriority>,
    /// The waiting work with the priority of each signal, by group.
    of_signals: FxHashMap<SignalId, Vec<(GroupKey, usize)>>,
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
    most_microtasks: u64,
    is_virtual: bool,
    end: Timestamp,
}

/// Work that has not ended.
struct Known {
    work: Rc<ScheduledWork>,
    /// When its timer is due, if it has one.
    due: Option<Timestamp>,
    ready: Option<Timestamp>,
}

/// The task that is running: a piece of work with the microtasks after it, or an evaluation.
struct Running {
    work: Option<Rc<ScheduledWork>>,
    name: Rc<str>,
    /// The time of the loop.
    at: Timestamp,
    /// The real time.
    real: Timestamp,
    /// When the last part of it ended: both clocks.
    ended: Option<(Timestamp, Timestamp)>,
    microtasks: u64,
}

/// A task that took longer than 50 ms.
struct LongTask {
    work: Option<Rc<ScheduledWork>>,
    name: Rc<str>,
    at: Timestamp,
    took: Duration,
}

impl Statistics {
    /// Creates statistics for a real or a virtual clock. Under virtual time, running times are real.
    pub(crate) fn new(is_virtual: bool) -> Self {
        Self { is_virtual, ..Self::default() }
    }

    fn key(&self, work: &ScheduledWork) -> GroupKey {
        let changed = work.priority_signal.and_then(|signal| self.priorities.get(&signal)).copied();
        GroupKey { kind: work.kind, priority: changed.or(work.priority) }
    }

    fn group(&mut self, key: GroupKey) -> &mut Group {
        self.groups.entry(key).or_default()
    }

    fn ready(&mut self, at: Timestamp, id: WorkId) {
        let Some(known) = self.work.get_mut(&id) else { return };
        // Work with a timer waits from the time at which that is due, even if the loop is late.
        known.ready = Some(known.due.map_or(at, |due| due.min(at)));
        let work = Rc::clone(&known.work);
        let key = self.key(&work);
        self.group(key).enter_queue(1);
        if let Some(signal) = work.priority_signal {
            let of_signal = self.of_signals.entry(signal).or_default();
            match of_signal.iter_mut().find(|(of_kind, _)| of_kind.kind == key.kind) {
                Some((_, count)) => *count += 1,
                None => of_signal.push((key, 1)),
            }
        }
    }

    /// Removes work from its queue, and returns how long it waited.
    fn leave_queue(&mut self, at: Timestamp, id: WorkId) -> Option<(GroupKey, Duration)> {
        let known = self.work.get_mut(&id)?;
        let ready = known.ready.take()?;
        let work = Rc::clone(&known.work);
        let key = self.key(&work);
        self.group(key).leave_queue(1);
        if let Some(signal) = work.priority_signal
            && let Some(of_signal) = self.of_signals.get_mut(&signal)
        {
            of_signal.iter_mut().filter(|(of_kind, _)| of_kind.kind == key.kind).for_each(|(_, count)| *count -= 1);
            of_signal.retain(|(_, count)| *count > 0);
            if of_signal.is_empty() {
                self.of_signals.remove(&signal);
            }
        }
        Some((key, at.duration_since(ready)))
    }

    fn started(&mut self, record: &Record, id: WorkId) {
        self.end_task();
        let waited = self.leave_queue(record.at, id);
        if let Some((key, waited)) = waited {
            self.group(key).waited(waited);
        }
        let work = self.work.get(&id).map(|known| Rc::clone(&known.work));
        self.begin_task(record, work, Rc::from(""));
    }

    fn begin_task(&mut self, record: &Record, work: Option<Rc<ScheduledWork>>, name: Rc<str>) {
        let (at, real) = (record.at, record.real);
        self.running = Some(Running { work, name, at, real, ended: None, microtasks: 0 });
    }

    fn ended(&mut self, record: &Record, id: WorkId, how: Ending) {
        let running = self.running.as_mut().filter(|it| it.work.as_ref().is_some_and(|work| work.work == id));
        if let Some(running) = running {
            running.ended = Some((record.at, record.real));
            let (work, took) = (running.work.clone(), record.real.duration_since(running.real));
            self.work.remove(&id);
            if let Some(work) = work {
                let key = self.key(&work);
                self.group(key).ran(took, how);
            }
            return;
        }
        self.leave_queue(record.at, id);
        if let Some(known) = self.work.remove(&id) {
            let key = self.key(&known.work);
            self.group(key).ended_early(how);
        }
    }

    /// Ends the task that was running, and the microtasks after it.
    fn end_task(&mut self) {
        let Some(task) = self.running.take() else { return };
        let Some((at, real)) = task.ended else { return };
        self.busy += real.duration_since(task.real);
        self.tasks += 1;
        self.microtasks += task.microtasks;
        self.most_microtasks = self.most_microtasks.max(task.microtasks);
        // By the clock of the loop: under virtual time, a long task is one in every run.
        let took = at.duration_since(task.at);
        if took > LONG_TASK {
            self.blocking += took.saturating_sub(LONG_TASK);
            self.long_task_count += 1;
            self.long_tasks.push(LongTask { work: task.work, name: task.name, at: task.at, took });
            self.long_tasks.sort_by_key(|task| (Reverse(task.took), task.at));
            self.long_tasks.truncate(LONG_TASKS);
        }
    }

    fn checkpoint_ended(&mut self, record: &Record, microtasks: usize) {
        let Some(running) = &mut self.running else { return };
        running.microtasks += microtasks as u64;
        if running.ended.is_some() {
            running.ended = Some((record.at, record.real));
        }
    }

    fn priority_changed(&mut self, signal: SignalId, priority: TaskPriority) {
        let waiting = self.of_signals.get(&signal).cloned().unwrap_or_default();
        let moved: Vec<_> =
            waiting.iter().map(|&(key, count)| (GroupKey { priority: Some(priority), ..key }, count)).collect();
        for (&(from, count), &(to, _)) in waiting.iter().zip(&moved) {
            self.group(from).leave_queue(count);
            self.group(to).enter_queue(count);
            self.group(to).reprioritised += count as u64;
        }
        self.priorities.insert(signal, priority);
        if !moved.is_empty() {
            self.of_signals.insert(signal, moved);
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
        match &record.what {
            Happening::Scheduled(work) if work.kind != WorkKind::MicrotaskCheckpoint => {
                self.work.insert(work.work, Known { work: Rc::clone(work), due: None, ready: None });
            }
            Happening::Ready { work } => self.ready(record.at, *work),
            Happening::TimerSet { work, due } => {
                if let Some(known) = self.work.get_mut(work) {
                    known.due = Some(*due);
                }
            }
            Happening::Started { work } => self.started(record, *work),
            Happening::Ended { work, how } => self.ended(record, *work, *how),
            Happening::CheckpointEnded { microtasks, .. } => self.checkpoint_ended(record, *microtasks),
            Happening::EvaluationStarted { name, .. } if self.running.as_ref().is_none_or(|it| it.ended.is_some()) => {
                self.end_task();
                self.begin_task(record, None, Rc::clone(name));
            }
            Happening::EvaluationEnded => {
                if let Some(running) = self.running.as_mut().filter(|running| running.work.is_none()) {
                    running.ended = Some((record.at, record.real));
                }
            }
            Happening::PriorityChanged { signal, priority, .. } => self.priority_changed(*signal, *priority),
            Happening::Sleeping { .. } => {
                self.end_task();
                self.asleep_since = Some(record.at);
            }
            Happening::Woke => self.slept(record.at),
            _ => {}
        }
    }
}
