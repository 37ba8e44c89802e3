//! Finds tasks that yield again and again although nothing gets a chance to run.
//!
//! A continuation runs before all tasks of the same priority. So a task that only uses `scheduler.yield()` to let
//! others run lets in only work of a higher priority, and blocks its own. What to do: continue at a lower priority,
//! with `scheduler.yield({ priority: 'background' })`, or in a new task of `scheduler.postTask`.

use posttask::event_loop::{Event, WorkId};
use posttask::scheduling::{EffectivePriority, QueueKind, TaskPriority};
use posttask::trace::Record;

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::known_work::KnownWork;
use super::point::Point;
use super::warnings::Warnings;
use super::wording::{amount, described, place};
use super::works::Works;

/// Continuations of one task that ran in a row while other work of their priority was waiting.
#[derive(Clone, Copy, Debug)]
struct Chain {
    task: WorkId,
    since: Point,
    length: u64,
    is_reported: bool,
}

/// The detector.
#[derive(Debug)]
pub(super) struct YieldChain {
    thresholds: Thresholds,
    chains: [Option<Chain>; TaskPriority::ALL.len()],
}

impl YieldChain {
    pub(super) fn new(thresholds: Thresholds) -> Self {
        Self { thresholds, chains: [None; TaskPriority::ALL.len()] }
    }

    /// A continuation has started.
    fn extend(&mut self, work: &KnownWork, priority: TaskPriority, works: &Works, warnings: &mut Warnings) {
        let slot = &mut self.chains[priority as usize];
        let Some(victim) = victim(priority, works) else {
            *slot = None;
            return;
        };
        let (task, since) = (work.task_id(), *works.now());
        let chain = match slot {
            Some(chain) if chain.task == task => chain,
            _ => slot.insert(Chain { task, since, length: 0, is_reported: false }),
        };
        chain.length += 1;
        let time = since.time_since(&chain.since);
        let is_too_long = self.thresholds.is_too_long(time) && chain.length > 1;
        if !chain.is_reported && (is_too_long || self.thresholds.are_too_many(chain.length)) {
            chain.is_reported = true;
            report(work, priority, (chain.length, time), victim, works, warnings);
        }
    }
}

/// The oldest work of a priority that waits for the continuations of this priority.
fn victim(priority: TaskPriority, works: &Works) -> Option<&KnownWork> {
    let task = works.oldest_task(EffectivePriority::new(priority, QueueKind::Tasks));
    task.or_else(|| works.oldest_other().filter(|_| priority == TaskPriority::UserVisible))
}

fn report(
    work: &KnownWork,
    priority: TaskPriority,
    (length, time): (u64, std::time::Duration),
    victim: &KnownWork,
    works: &Works,
    warnings: &mut Warnings,
) {
    let victim_priority = works.priority_of(victim);
    let during = if time.is_zero() { String::new() } else { format!(", during {}", amount(time)) };
    let message = format!(
        "{} ran {length} times in a row{during}, while {} was waiting",
        described(work, Some(priority)),
        described(victim, victim_priority)
    );
    let places = vec![place(work, Some(priority)), place(victim, victim_priority)];
    warnings.add(DetectorId::YieldChain, places, message);
}

impl Detector for YieldChain {
    fn receive(&mut self, record: &Record, works: &Works, warnings: &mut Warnings) {
        let Event::Started { work } = record.event else { return };
        let Some(work) = works.get(work) else { return };
        let priority = works.priority_of(work).unwrap_or(TaskPriority::UserVisible);
        if work.is_continuation() {
            self.extend(work, priority, works, warnings);
        } else {
            self.chains[priority as usize] = None;
        }
    }
}
