//! Finds scheduler tasks that are ready for a long time while other tasks overtake them.
//!
//! A task of a low priority waits until no work of a higher priority is ready. If there is always some, for example
//! because it schedules itself again and again, the task waits for ever. Only being overtaken counts: a task that waits
//! its turn in a long queue, or for one long task, is not starved. So the time that counts is that of the work that has
//! overtaken it. In virtual time, no time passes while tasks run, so the number of tasks counts, too. What to do: let
//! the other work wait for something, lower its priority, or raise that of the task with `TaskController.setPriority`.
//!
//! Only the oldest ready task of each effective priority is looked at: the others have waited for less.

use std::time::Duration;

use posttask::event_loop::{Event, WorkId};
use posttask::scheduling::{EffectivePriority, QueueKind, TaskPriority};
use posttask::trace::Record;

use super::detector::Detector;
use super::detector_id::{DetectorId, Thresholds};
use super::known_work::KnownWork;
use super::point::Point;
use super::turn::Turn;
use super::warnings::Warnings;
use super::wording::{amount, described, others, place};
use super::works::Works;

/// The oldest ready task of a level.
#[derive(Clone, Copy, Debug)]
struct Oldest {
    work: WorkId,
    /// The number of younger pieces of work of no higher level that have started since it is the oldest.
    overtaken_by_younger: u64,
    /// The time that these have taken.
    younger_took: Duration,
    /// The last of them.
    younger: Option<WorkId>,
    is_reported: bool,
}

impl Oldest {
    fn new(work: WorkId) -> Self {
        Self { work, overtaken_by_younger: 0, younger_took: Duration::ZERO, younger: None, is_reported: false }
    }
}

/// The detector.
#[derive(Debug)]
pub(super) struct Starvation {
    thresholds: Thresholds,
    oldest: [Option<Oldest>; EffectivePriority::COUNT],
}

impl Starvation {
    pub(super) fn new(thresholds: Thresholds) -> Self {
        Self { thresholds, oldest: [None; EffectivePriority::COUNT] }
    }

    /// Updates what is known about the oldest task of a level, now that `started` has started.
    fn update(&mut self, level: EffectivePriority, started: WorkId, works: &Works) {
        let slot = &mut self.oldest[level.index()];
        let Some(task) = works.oldest_task(level) else {
            *slot = None;
            return;
        };
        let work = task.what.work;
        let oldest = match slot {
            Some(oldest) if oldest.work == work => oldest,
            _ => slot.insert(Oldest::new(work)),
        };
        let is_younger = |other: &KnownWork| works.order_of(other) > works.order_of(task);
        if works.get(started).is_some_and(|other| works.level_of(other) <= Some(level) && is_younger(other)) {
            oldest.overtaken_by_younger += 1;
            oldest.younger = Some(started);
        }
    }

    fn check(&mut self, level: EffectivePriority, works: &Works, warnings: &mut Warnings) {
        let Some(oldest) = &mut self.oldest[level.index()] else { return };
        let Some(task) = works.get(oldest.work) else { return };
        let Some(ready) = task.ready.filter(|_| !oldest.is_reported) else { return };
        let overtaken = overtaken_by_higher(level, works.now(), &ready) + oldest.overtaken_by_younger;
        let others_took = works.now().time_above(level, &ready) + oldest.younger_took;
        if self.thresholds.is_too_long(others_took) || self.thresholds.are_too_many(overtaken) {
            oldest.is_reported = true;
            let priority = works.priority_of(task);
            let wait = works.now().time_since(&ready);
            let message = format!(
                "{} has been ready for {} while {} overtook it",
                described(task, priority),
                amount(wait),
                others(overtaken)
            );
            warnings.add(DetectorId::Starvation, vec![place(task, priority)], message);
        }
    }
}

fn overtaken_by_higher(level: EffectivePriority, now: &Point, ready: &Point) -> u64 {
    now.starts.above(level).saturating_sub(ready.starts.above(level))
}

impl Detector for Starvation {
    fn turn_over(&mut self, turn: &Turn, _: &Works, _: &mut Warnings) {
        for oldest in self.oldest.iter_mut().flatten().filter(|oldest| oldest.younger.is_some()) {
            if oldest.younger == turn.work {
                oldest.younger_took += turn.duration();
            }
        }
    }

    fn receive(&mut self, record: &Record, works: &Works, warnings: &mut Warnings) {
        let Event::Started { work } = record.event else { return };
        for priority in TaskPriority::ALL {
            for kind in QueueKind::ALL {
                let level = EffectivePriority::new(priority, kind);
                self.update(level, work, works);
                self.check(level, works, warnings);
            }
        }
    }
}
