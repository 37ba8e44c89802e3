//! What happened to the work of a program. Needs no engine.

use std::rc::Rc;

use posttask::event_loop::{Ending, SignalId, Timestamp, Work, WorkId, WorkKind};
use posttask::scheduling::{EffectivePriority, QueueKind, TaskPriority};
use posttask::trace::QueueView;
use rustc_hash::FxHashSet;

use super::limits::Limits;
use super::task::{Moment, Task};

/// Work ran although work of a higher effective priority was ready. The tasks are indices of the history; the
/// priorities are those of that moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Inversion {
    pub(super) waiting: (usize, Option<TaskPriority>),
    pub(super) ran: (usize, Option<TaskPriority>),
}

/// The work that was scheduled since the start of a recording.
#[derive(Debug, Default)]
pub(in crate::testing) struct History {
    tasks: Vec<Task>,
    /// Work that has not ended: its indices.
    open: QueueView<usize>,
    /// Work of the host that has not ended. It does not count.
    host: FxHashSet<WorkId>,
    inversions: Vec<Inversion>,
    /// The number of pieces of work that have started.
    started: u64,
    /// The work that runs, or that ran last.
    running: Option<WorkId>,
    /// Its index, if it is in the history.
    current: Option<usize>,
    labels: Vec<Rc<str>>,
    stopped: Option<Timestamp>,
}

/// What happens.
impl History {
    /// The program scheduled work.
    pub(in crate::testing) fn scheduled(&mut self, now: Timestamp, work: Work, signal: Option<SignalId>) {
        // The rest of a task keeps its label.
        let is_rest = work.kind == WorkKind::Continuation;
        let label = self.current.filter(|_| is_rest).and_then(|current| self.tasks[current].label.clone());
        self.open.schedule(work, signal, self.tasks.len());
        self.tasks.push(Task::new(now, work, label));
    }

    /// The host scheduled work, which does not count.
    pub(in crate::testing) fn host_scheduled(&mut self, work: WorkId) {
        self.host.insert(work);
    }

    /// Work was queued.
    pub(in crate::testing) fn ready(&mut self, now: Timestamp, work: WorkId) {
        let Some(&index) = self.open.get(work) else { return };
        self.open.make_ready(work, now);
        let moment = self.moment(now);
        self.tasks[index].ready.get_or_insert(moment);
    }

    /// Work started.
    pub(in crate::testing) fn started(&mut self, now: Timestamp, work: WorkId) {
        self.current = None;
        self.running = Some(work);
        if self.host.contains(&work) {
            return;
        }
        if let Some(&index) = self.open.get(work) {
            self.start_task(self.moment(now), work, index);
        }
        self.started += 1;
    }

    fn start_task(&mut self, now: Moment, work: WorkId, index: usize) {
        self.current = Some(index);
        self.open.leave_queue(work);
        let priority = self.open.priority(work);
        let task = &mut self.tasks[index];
        task.ready.get_or_insert(now);
        (task.started, task.priority) = (Some(now), priority);
        // An idle callback ranks as other work that is no scheduler task.
        let level =
            self.open.level(work).unwrap_or(EffectivePriority::new(TaskPriority::UserVisible, QueueKind::Tasks));
        let first = self.open.next().filter(|&first| self.open.level(first) > Some(level));
        if let Some((first, &waiting)) = first.and_then(|first| Some((first, self.open.get(first)?))) {
            let waiting = (waiting, self.open.priority(first));
            self.inversions.push(Inversion { waiting, ran: (index, priority) });
        }
    }

    /// Work ended.
    pub(in crate::testing) fn ended(&mut self, now: Timestamp, work: WorkId, how: Ending) {
        if self.host.remove(&work) {
            return;
        }
        let was_cleared = how == Ending::Removed && self.running == Some(work);
        if was_cleared {
            // It started, but did nothing.
            self.started = self.started.saturating_sub(1);
            self.current = None;
        }
        let Some(&index) = self.open.get(work) else { return };
        let moment = self.moment(now);
        let task = &mut self.tasks[index];
        task.ended = Some((moment, how));
        if task.started.is_none() {
            task.priority = self.open.priority(work);
        }
        self.open.remove(work);
        if was_cleared {
            self.inversions.pop_if(|inversion| inversion.ran.0 == index);
        }
    }

    /// The priority of a signal changed.
    pub(in crate::testing) fn priority_changed(&mut self, signal: SignalId, priority: TaskPriority) {
        self.open.set_priority(signal, priority);
    }

    /// A function with a label is called.
    pub(super) fn label(&mut self, label: &Rc<str>) {
        if self.stopped.is_some() {
            return;
        }
        self.labels.push(Rc::clone(label));
        if let Some(current) = self.current {
            self.tasks[current].label.get_or_insert_with(|| Rc::clone(label));
        }
    }

    /// What runs next belongs to no work: the test goes on.
    pub(in crate::testing) fn leave(&mut self) {
        (self.current, self.running) = (None, None);
    }

    /// Nothing is recorded any more.
    pub(in crate::testing) fn stop(&mut self, now: Timestamp) {
        self.stopped.get_or_insert(now);
        self.tasks = self.current_tasks();
        drop((std::mem::take(&mut self.open), std::mem::take(&mut self.host)));
    }
}

/// What has happened.
impl History {
    /// This moment, or that at which the recording was stopped.
    pub(super) fn moment(&self, now: Timestamp) -> Moment {
        Moment { at: self.stopped.unwrap_or(now), started: self.started }
    }

    /// A piece of work with its priority now, or when it started.
    fn current(&self, task: &Task) -> Task {
        let now = self.open.priority(task.work.id).filter(|_| task.started.is_none());
        Task { priority: now.or(task.priority), ..task.clone() }
    }

    /// All work with its priority now, or when it started.
    pub(super) fn current_tasks(&self) -> Vec<Task> {
        self.tasks.iter().map(|task| self.current(task)).collect()
    }

    /// All work, in the order in which it was scheduled.
    pub(super) fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The labels of the functions that were called, in the order of the calls.
    pub(super) fn labels(&self) -> Vec<Rc<str>> {
        self.labels.clone()
    }

    /// The work that ran, in the order in which it started.
    pub(super) fn ran(&self) -> Vec<&Task> {
        let mut ran: Vec<&Task> = self.tasks.iter().filter(|task| task.has_run()).collect();
        ran.sort_by_key(|task| task.started.map(|moment| moment.started));
        ran
    }

    /// The work that waited for longer than the limits, or that has waited for longer by now.
    pub(super) fn starved(&self, limits: Limits, now: Timestamp) -> Vec<Task> {
        let now = self.moment(now);
        let is_starved = |task: &&Task| task.wait(now).is_some_and(|wait| limits.are_exceeded_by(wait));
        self.tasks.iter().filter(is_starved).map(|task| self.current(task)).collect()
    }

    /// When work ran although work of a higher effective priority was ready, in the order in which it ran.
    pub(super) fn inversions(&self) -> &[Inversion] {
        &self.inversions
    }
}
