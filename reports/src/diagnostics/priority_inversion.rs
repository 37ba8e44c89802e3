//! Finds tasks that wait for work of a lower priority, while that waits for others.
//!
//! If a user-blocking task awaits the result of a background task, it is in effect a background task itself: everything
//! else runs first. What to do: give the work that is awaited the priority of the task, with the option `priority`, or
//! with the `signal` of a `TaskController`, whose priority can be raised when the result is needed.
//!
//! A task has waited for work if its code continues in the microtasks of that work: these have settled a promise that
//! it awaited, or on which it called `then`. The work may also have continued a second task, and this the first: if the
//! code of the second one continued, and then the reactions to its promise, it is a link of a chain. A task that awaits
//! work of its own or a higher priority is not reported, and neither is one whose work ran as soon as it was ready.

use posttask::event_loop::{Event, WorkId};
use posttask::scheduling::TaskPriority;
use posttask::trace::Record;
use rustc_hash::{FxHashMap, FxHashSet};

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::known_work::KnownWork;
use super::turn::Turn;
use super::warning::Place;
use super::warnings::Warnings;
use super::wording::{described, others, place};
use super::works::Works;

/// The length of the longest chain that is followed.
const MOST_LINKS: usize = 8;

/// A task whose code has continued in this turn.
#[derive(Debug)]
struct Continued {
    /// The task that it waited for, and that also continued in this turn.
    waited_for: Option<WorkId>,
    /// Whether it continued more than once: first its code, then the reactions to its promise.
    is_settled: bool,
}

/// The task whose promise the running microtasks have settled last.
#[derive(Clone, Copy, Debug, Default)]
enum Settled {
    #[default]
    None,
    One(WorkId),
    /// There are several that did not wait for each other, so it is unknown who waited for whom.
    Several,
}

/// A task that waited for work of a lower priority.
#[derive(Debug)]
struct Inversion {
    task: WorkId,
    message: String,
    places: Vec<Place>,
}

/// The detector.
#[derive(Debug)]
pub(super) struct PriorityInversion {
    thresholds: Thresholds,
    /// The tasks that have continued in this turn.
    continued: FxHashMap<WorkId, Continued>,
    settled: Settled,
    inversions: Vec<Inversion>,
}

impl PriorityInversion {
    pub(super) fn new(thresholds: Thresholds) -> Self {
        Self { thresholds, continued: FxHashMap::default(), settled: Settled::None, inversions: Vec::new() }
    }

    /// The code of a task continues in this turn.
    fn continue_task(&mut self, task: &KnownWork, turn: &Turn, works: &Works) {
        let Some(work) = turn.known_work().filter(|work| work.is_scheduler_task()) else { return };
        let id = task.what.work;
        if work.task_id() == id {
            return;
        }
        if let Some(known) = self.continued.get_mut(&id) {
            if !known.is_settled {
                known.is_settled = true;
                self.settled = match (self.settled, known.waited_for) {
                    (Settled::One(previous), Some(waited_for)) if previous == waited_for => Settled::One(id),
                    (Settled::None, _) => Settled::One(id),
                    _ => Settled::Several,
                };
            }
            return;
        }
        let waited_for = if let Settled::One(other) = self.settled { Some(other) } else { None };
        self.continued.insert(id, Continued { waited_for, is_settled: false });
        let mut chain = self.chain(waited_for, works);
        chain.push((works.get(work.task_id()).unwrap_or(work), turn.priority));
        if let Some(others) = self.overtaken(task, &chain, turn, works) {
            *chain.last_mut().unwrap_or(&mut (work, None)) = (work, turn.priority);
            self.inversions.push(inversion(task, &chain, others, works));
        }
    }

    /// The tasks that a task waited for, and that continued in this turn, with their priorities.
    fn chain<'a>(&self, first: Option<WorkId>, works: &'a Works) -> Vec<(&'a KnownWork, Option<TaskPriority>)> {
        let next = |task: &WorkId| self.continued.get(task)?.waited_for;
        let tasks = std::iter::successors(first, next).take(MOST_LINKS).filter_map(|task| works.get(task));
        tasks.map(|task| (task, works.priority_of(task))).collect()
    }

    /// How much other work ran while a task waited for tasks of which at least one has a lower priority. `None` if none
    /// has, or if it was not enough work.
    fn overtaken(
        &self,
        task: &KnownWork,
        chain: &[(&KnownWork, Option<TaskPriority>)],
        turn: &Turn,
        works: &Works,
    ) -> Option<u64> {
        let own = works.priority_of(task);
        let lower = chain.iter().filter(|(_, priority)| priority.is_some() && *priority < own);
        let ready = lower.filter_map(|(work, _)| Some(work.ready?.starts.total())).min()?;
        let since = ready.max(task.active.starts.total());
        // What the tasks of the chain themselves did does not count. The turn itself has not been counted yet.
        let by_chain = chain.iter().map(|(work, _)| work.own_starts).sum::<u64>().saturating_sub(1);
        let others = turn.started.starts.total().saturating_sub(since).saturating_sub(by_chain);
        self.thresholds.are_too_many(others).then_some(others)
    }
}

/// Describes what happened.
fn inversion(task: &KnownWork, chain: &[(&KnownWork, Option<TaskPriority>)], count: u64, works: &Works) -> Inversion {
    let own = works.priority_of(task);
    let waited_for: Vec<_> = chain.iter().map(|(work, priority)| described(work, *priority)).collect();
    let waited_for = waited_for.join(", which waited for ");
    let message = format!("{} waited for {waited_for}, while {} ran", described(task, own), others(count));
    let all = std::iter::once((task, own)).chain(chain.iter().copied());
    let places = all.map(|(work, priority)| place(work, priority)).collect();
    Inversion { task: task.what.work, message, places }
}

impl Detector for PriorityInversion {
    fn receive(&mut self, record: &Record, works: &Works, _: &mut Warnings) {
        let Event::JobCallbackCalled { task, .. } = record.event else { return };
        if let (Some(task), Some(turn)) = (works.get(task), works.turn()) {
            self.continue_task(task, turn, works);
        }
    }

    /// Reports the tasks at the starts of the chains.
    fn turn_over(&mut self, _: &Turn, _: &Works, warnings: &mut Warnings) {
        if self.continued.is_empty() {
            return;
        }
        let inversions = std::mem::take(&mut self.inversions);
        let waited_for = |inversion: &Inversion| self.continued.get(&inversion.task)?.waited_for;
        let links: FxHashSet<WorkId> = inversions.iter().filter_map(waited_for).collect();
        for Inversion { task, message, places } in inversions {
            if !links.contains(&task) {
                warnings.add(DetectorId::PriorityInversion, places, message);
            }
        }
        self.continued.clear();
        self.settled = Settled::None;
    }
}
