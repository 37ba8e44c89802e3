//! How long work waited and ran, and how busy the event loop was.

mod group;
mod report;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::rc::Rc;
use std::time::Duration;

use posttask::event_loop::{Ending, Event, Location, SignalId, Timestamp, WorkId, WorkKind};
use posttask::scheduling::TaskPriority;
use posttask::trace::Sink;
use posttask::trace::{Happening, Record, ScheduledWork};
use rustc_hash::FxHashMap;

use super::work_map::WorkMap;
use group::{Group, GroupKey};

/// A task that takes longer is a [long task](https://w3c.github.io/longtasks/#long-task).
pub(crate) const LONG_TASK: Duration = Duration::from_millis(50);

/// The number of long tasks that are kept: the longest.
const LONG_TASKS: usize = 10;

/// Counts and measures work. The memory that it needs grows with the work that is waiting, not with all work.
#[derive(Default)]
pub(crate) struct Statistics {
    groups: FxHashMap<GroupKey, Group>,
    /// Work that has not started.
    work: WorkMap<Known>,
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

/// Work that has not ended. There may be a million, so this is small.
struct Known {
    kind: WorkKind,
    priority: Option<TaskPriority>,
    priority_signal: Option<SignalId>,
    location: Option<Rc<Location>>,
    /// When its timer is due, until it is ready. Then, since when it is.
    time: Option<Timestamp>,
    is_ready: bool,
}

impl From<&ScheduledWork> for Known {
    fn from(work: &ScheduledWork) -> Self {
        Self {
            kind: work.kind,
            priority: work.priority,
            priority_signal: work.priority_signal,
            location: work.location.clone(),
            time: None,
            is_ready: false,
        }
    }
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

impl Statistics {
    /// Creates statistics for a real or a virtual clock. Under virtual time, running times are real.
    pub(crate) fn new(is_virtual: bool) -> Self {
        Self { is_virtual, ..Self::default() }
    }

    fn group(&mut self, key: GroupKey) -> &mut Group {
        self.groups.entry(key).or_default()
    }

    fn ready(&mut self, at: Timestamp, id: WorkId) {
        // An idle callback is ready at once, and again if its timeout queues it as a task.
        let Some(known) = self.work.get_mut(id).filter(|known| !known.is_ready) else { return };
        // Work with a timer waits from the time at which that is due, even if the loop is late.
        known.time = Some(known.time.map_or(at, |due| due.min(at)));
        known.is_ready = true;
        let key = key(&self.priorities, known);
        if let Some(signal) = known.priority_signal {
            let of_signal = self.of_signals.entry(signal).or_default();
            match of_signal.iter_mut().find(|(of_kind, _)| of_kind.kind == key.kind) {
                Some((_, count)) => *count += 1,
                None => of_signal.push((key, 1)),
            }
        }
        self.group(key).enter_queue(1);
    }

    /// Work leaves its queue, if it is in one. Returns how long it waited.
    fn leave_queue(&mut self, at: Timestamp, known: &Known, key: GroupKey) -> Option<Duration> {
        let ready = known.time.filter(|_| known.is_ready)?;
        self.group(key).leave_queue(1);
        if let Some(signal) = known.priority_signal
            && let Some(of_signal) = self.of_signals.get_mut(&signal)
        {
            of_signal.iter_mut().filter(|(of_kind, _)| of_kind.kind == key.kind).for_each(|(_, count)| *count -= 1);
            of_signal.retain(|(_, count)| *count > 0);
            if of_signal.is_empty() {
                self.of_signals.remove(&signal);
            }
        }
        Some(at.duration_since(ready))
    }

    fn started(&mut self, record: &Record, id: WorkId) {
        self.end_task();
        let Some(known) = self.work.remove(id) else { return };
        let key = key(&self.priorities, &known);
        if let Some(waited) = self.leave_queue(record.at, &known, key) {
            self.group(key).waited(waited);
        }
        self.begin_task(record, Some((id, key)), None, known.location);
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
        if let Some(known) = self.work.remove(id) {
            let key = key(&self.priorities, &known);
            self.leave_queue(record.at, &known, key);
            self.group(key).ended_early(how);
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

    fn checkpoint_ended(&mut self, record: &Record, microtasks: usize) {
        let Some(running) = &mut self.running else { return };
        running.microtasks += microtasks as u64;
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

    fn priority_changed(&mut self, signal: SignalId, priority: TaskPriority) {
        let waiting = self.of_signals.get(&signal).cloned().unwrap_or_default();
        let moved: Vec<_> =
            waiting.iter().map(|&(key, count)| (GroupKey { priority: Some(priority), ..key }, count)).collect();
        for (&(from, count), &(to, _)) in waiting.iter().zip(&moved) {
            self.group(from).leave_queue(count);
            self.group(to).enter_queue(count);
            self.group(to).reprioritized += count as u64;
        }
        self.priorities.insert(signal, priority);
        if !moved.is_empty() {
            self.of_signals.insert(signal, moved);
        }
    }

    /// Counts the work whose delay has not ended.
    fn count_delayed(&mut self) {
        self.groups.values_mut().for_each(|group| group.delayed = 0);
        let delayed: Vec<_> = self
            .work
            .values()
            .filter(|known| !known.is_ready && known.time.is_some())
            .map(|known| key(&self.priorities, known))
            .collect();
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

/// The group of work, with its current priority.
fn key(priorities: &FxHashMap<SignalId, TaskPriority>, work: &Known) -> GroupKey {
    let changed = work.priority_signal.and_then(|signal| priorities.get(&signal)).copied();
    GroupKey { kind: work.kind, priority: changed.or(work.priority) }
}

impl Sink for Statistics {
    fn receive(&mut self, record: &Record) {
        self.end = record.at;
        match &record.what {
            Happening::Scheduled(work) => drop(self.work.insert(work.work, Known::from(&**work))),
            Happening::TimerSet { work, due } => {
                if let Some(known) = self.work.get_mut(*work).filter(|known| !known.is_ready) {
                    known.time = Some(*due);
                }
            }
            Happening::Ready { work } => self.ready(record.at, *work),
            Happening::Started { work } => self.started(record, *work),
            Happening::Ended { work, how } => self.ended(record, *work, *how),
            Happening::CheckpointEnded { microtasks, .. } => self.checkpoint_ended(record, *microtasks),
            Happening::EvaluationStarted { name, .. } => self.evaluation_started(record, name),
            Happening::EvaluationEnded => self.evaluation_ended(record),
            Happening::PriorityChanged { signal, priority, .. } => self.priority_changed(*signal, *priority),
            Happening::Sleeping { .. } => {
                self.end_task();
                self.asleep_since = Some(record.at);
            }
            Happening::Woke => self.slept(record.at),
            _ => {}
        }
    }

    fn wants(&self, event: &Event<'_>) -> bool {
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
