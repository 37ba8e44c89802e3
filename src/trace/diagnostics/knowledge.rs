//! What all detectors need to know: the work that has not ended, and what runs.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::event_loop::{Ending, Location, SignalId, Timestamp, WorkId, WorkKind, milliseconds};
use crate::scheduling::TaskPriority;
use crate::trace::record::{Happening, Record, ScheduledWork};
use crate::trace::work_map::WorkMap;

/// Work that has not ended.
pub(super) struct Known {
    pub(super) work: Rc<ScheduledWork>,
    /// When its timer is due.
    pub(super) due: Option<Timestamp>,
    /// When it was queued, and how many pieces of work had started before.
    pub(super) ready: Option<(Timestamp, u64)>,
}

/// The piece of work that runs, or has run and may be followed by microtasks.
pub(super) struct Running {
    pub(super) work: Rc<ScheduledWork>,
    pub(super) priority: Option<TaskPriority>,
    /// When it was queued, and how many pieces of work had started before.
    pub(super) ready: Option<(Timestamp, u64)>,
    pub(super) started: Timestamp,
    /// The time in microtask checkpoints.
    pub(super) in_microtasks: std::time::Duration,
    /// When the work, or the last checkpoint after it, ended.
    pub(super) ended: Option<Timestamp>,
}

/// What is known so far.
#[derive(Default)]
pub(super) struct Knowledge {
    work: WorkMap<Known>,
    /// The signals whose priority has changed.
    priorities: FxHashMap<SignalId, TaskPriority>,
    running: Option<Running>,
    /// The last task that has ended.
    last: Option<Running>,
    checkpoint: Option<Timestamp>,
    /// The number of pieces of work that have started.
    started: u64,
}

impl Knowledge {
    /// Work that has not ended.
    pub(super) fn get(&self, id: WorkId) -> Option<&Known> {
        self.work.get(id)
    }

    /// All work that has not ended.
    pub(super) fn all(&self) -> impl Iterator<Item = &Known> {
        self.work.values()
    }

    /// The current priority of scheduler work.
    pub(super) fn priority(&self, work: &ScheduledWork) -> Option<TaskPriority> {
        let changed = work.priority_signal.and_then(|signal| self.priorities.get(&signal));
        changed.copied().or(work.priority)
    }

    /// The task that runs, or to which the current microtasks belong.
    pub(super) fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// The task that has just ended, with its microtasks. Set while the record that ends it is looked at.
    pub(super) fn ended_task(&self) -> Option<&Running> {
        self.last.as_ref()
    }

    /// The number of pieces of work that have started.
    pub(super) fn started(&self) -> u64 {
        self.started
    }

    /// The next task begins, or the loop sleeps.
    pub(super) fn end_task(&mut self) {
        self.last = self.running.take().filter(|running| running.ended.is_some());
    }

    pub(super) fn receive(&mut self, record: &Record) {
        self.last = None;
        match &record.what {
            Happening::Scheduled(work) => {
                let known = Known { work: Rc::clone(work), due: None, ready: None };
                self.work.insert(work.work, known);
            }
            Happening::TimerSet { work, due } => {
                if let Some(known) = self.work.get_mut(*work) {
                    known.due = Some(*due);
                }
            }
            Happening::Ready { work } => {
                if let Some(known) = self.work.get_mut(*work) {
                    known.ready = Some((record.at, self.started));
                }
            }
            Happening::Started { work } => self.start(record.at, *work),
            Happening::Ended { work, .. } => self.end(record.at, *work),
            Happening::CheckpointStarted { .. } => self.checkpoint = Some(record.at),
            Happening::CheckpointEnded { .. } => self.end_checkpoint(record.at),
            Happening::PriorityChanged { signal, priority, .. } => drop(self.priorities.insert(*signal, *priority)),
            _ => {}
        }
    }

    fn start(&mut self, at: Timestamp, id: WorkId) {
        self.started += 1;
        let Some(known) = self.work.get(id) else { return };
        let (work, ready) = (Rc::clone(&known.work), known.ready);
        let priority = self.priority(&work);
        let in_microtasks = std::time::Duration::ZERO;
        self.running = Some(Running { work, priority, ready, started: at, in_microtasks, ended: None });
    }

    fn end(&mut self, at: Timestamp, id: WorkId) {
        self.work.remove(id);
        if let Some(running) = self.running.as_mut().filter(|running| running.work.work == id) {
            running.ended = Some(at);
        }
    }

    fn end_checkpoint(&mut self, at: Timestamp) {
        let since = self.checkpoint.take();
        if let (Some(running), Some(since)) = (&mut self.running, since) {
            running.in_microtasks += at.duration_since(since);
            if running.ended.is_some() {
                running.ended = Some(at);
            }
        }
    }
}

/// Describes work: `background task 'save' (posted at app.js:3:1)`.
pub(super) fn describe(work: &ScheduledWork, priority: Option<TaskPriority>) -> String {
    let kind = work.kind.as_str();
    let kind = priority.map_or_else(|| kind.to_owned(), |priority| format!("{priority} {kind}"));
    let name = work.name.as_deref().map(|name| format!(" '{name}'")).unwrap_or_default();
    let verb = work.kind.request_verb();
    let place = work.location.as_deref().map(|place| format!(" ({verb} at {place})")).unwrap_or_default();
    format!("{kind}{name}{place}")
}

/// Identifies the place of work: equal for all work from the same place.
pub(super) fn place_of(work: &ScheduledWork) -> String {
    work.location.as_deref().map_or_else(|| work.kind.as_str().to_owned(), Location::to_string)
}

/// Whether a program asks for this kind of work.
pub(super) fn is_scheduler_work(kind: WorkKind) -> bool {
    matches!(kind, WorkKind::Task | WorkKind::Continuation)
}

/// Writes a duration in milliseconds, without the fraction if it is long.
pub(super) fn ms(duration: std::time::Duration) -> String {
    let time = milliseconds(duration);
    if time >= 10.0 { format!("{} ms", time.round()) } else { format!("{} ms", (time * 10.0).round() / 10.0) }
}

/// `1 other piece of work`, or `3 other pieces of work`.
pub(super) fn others(count: u64) -> String {
    if count == 1 { "1 other piece of work".to_owned() } else { format!("{count} other pieces of work") }
}

/// Whether work that ended has run.
pub(super) fn has_run(how: Ending) -> bool {
    matches!(how, Ending::Returned | Ending::Threw)
}
