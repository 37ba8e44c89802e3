//! *Priority inversion*: a task awaits a promise that only queued work of a lower priority settles.
//!
//! The task is as late as that work. Post what an urgent task awaits with the same priority, or raise it with
//! `setPriority`.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Detector;
use super::knowledge::{Knowledge, Running, describe, ms, others, place_of};
use super::options::Threshold;
use super::warning::Findings;
use crate::event_loop::{Timestamp, WorkId, WorkKind};
use crate::trace::record::{Happening, Record, ScheduledWork};

/// The number of tasks that are remembered after their callbacks have returned, because their code may continue.
const REMEMBERED: usize = 4_096;

/// A task whose callback has started.
struct Task {
    work: Rc<ScheduledWork>,
    /// When it was queued, and how many pieces of work had started before.
    ready: Option<(Timestamp, u64)>,
    /// When its code ran last, and how many pieces of work had started then.
    ran: (Timestamp, u64),
}

pub(super) struct PriorityInversion {
    threshold: u64,
    tasks: FxHashMap<WorkId, Task>,
    /// The tasks in the order in which they started.
    order: VecDeque<WorkId>,
    /// The tasks whose code has continued in this checkpoint.
    continued: Vec<WorkId>,
}

impl PriorityInversion {
    pub(super) fn new(threshold: Threshold) -> Self {
        let (tasks, order, continued) = Default::default();
        Self { threshold: threshold.count(), tasks, order, continued }
    }

    fn started(&mut self, now: Timestamp, id: WorkId, known: &Knowledge) {
        let Some(waiting) = known.get(id).filter(|known| known.work.kind == WorkKind::Task) else { return };
        if self.order.len() == REMEMBERED {
            let oldest = self.order.pop_front();
            oldest.and_then(|oldest| self.tasks.remove(&oldest));
        }
        self.order.push_back(id);
        let (work, ready) = (Rc::clone(&waiting.work), waiting.ready);
        self.tasks.insert(id, Task { work, ready, ran: (now, known.started() + 1) });
    }

    /// Code of a task continues in the microtasks of the running work.
    fn continues(&mut self, now: Timestamp, id: WorkId, known: &Knowledge, findings: &mut Findings) {
        if let (Some(task), Some(settler)) = (self.tasks.get(&id), known.running()) {
            self.look(now, task, settler, known, findings);
        }
        if let Some(task) = self.tasks.get_mut(&id) {
            task.ran = (now, known.started());
        }
        self.continued.push(id);
    }

    fn look(&self, now: Timestamp, task: &Task, settler: &Running, known: &Knowledge, findings: &mut Findings) {
        // To yield with a lower priority is to ask for the wait.
        if settler.work.kind != WorkKind::Task || settler.work.work == task.work.work {
            return;
        }
        let (Some(high), Some(low)) = (known.priority(&task.work), settler.priority) else { return };
        let Some(ready) = settler.ready.filter(|_| low < high) else { return };
        let chain = self.chain(task);
        // The wait begins when both are there: the task has awaited, and the first of the others is ready. These
        // others are not in between.
        let first = chain.iter().filter_map(|link| link.ready).fold(ready, Ord::min);
        let since = first.max(task.ran);
        let between = known.started().saturating_sub(since.1 + 1 + chain.len() as u64);
        if between < self.threshold {
            return;
        }
        let waited = now.duration_since(since.0);
        findings.add("priority-inversion", &(place_of(&task.work) + &place_of(&settler.work)), || {
            let link = |link: &&Task| format!(" {}, which awaited", describe(&link.work, known.priority(&link.work)));
            let chain: String = chain.iter().map(link).collect();
            let (what, who) = (describe(&task.work, Some(high)), describe(&settler.work, Some(low)));
            format!("{what} awaited{chain} {who}, which ran after {} and {}", ms(waited), others(between))
        });
    }

    /// The tasks between a task and the work that settled what it awaits: those that continued before it, and that it
    /// had posted.
    fn chain(&self, task: &Task) -> Vec<&Task> {
        let mut chain: Vec<&Task> = Vec::new();
        let mut posted_by = task.work.work;
        // Work is posted by older work, so this ends.
        while let Some(next) = self
            .continued
            .iter()
            .filter_map(|id| self.tasks.get(id))
            .find(|it| it.work.scheduled_by == Some(posted_by) && it.work.work > posted_by)
        {
            chain.push(next);
            posted_by = next.work.work;
        }
        chain
    }
}

impl Detector for PriorityInversion {
    fn receive(&mut self, record: &Record, known: &Knowledge, findings: &mut Findings) {
        match record.what {
            Happening::Started { work } => self.started(record.at, work, known),
            Happening::CheckpointStarted { .. } => self.continued.clear(),
            Happening::JobCallbackCalled { task, .. } => self.continues(record.at, task, known, findings),
            _ => {}
        }
    }
}
