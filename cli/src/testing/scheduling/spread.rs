//! The distribution of waits.

use posttask::event_loop::Timestamp;
use posttask::internal::event_loop::milliseconds;
use posttask::scheduling::TaskPriority;

use super::history::History;

/// The distribution of some numbers. Without any, all are NaN: then no comparison with them holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub(super) min: f64,
    pub(super) median: f64,
    /// The smallest number that is not less than 95% of them.
    pub(super) p95: f64,
    pub(super) max: f64,
}

impl Spread {
    /// Computes the distribution of numbers, in any order.
    pub(super) fn of(mut numbers: Vec<f64>) -> Self {
        numbers.sort_by(f64::total_cmp);
        let at = |index: usize| numbers.get(index).copied().unwrap_or(f64::NAN);
        let (count, last) = (numbers.len(), numbers.len().saturating_sub(1));
        Self {
            min: at(0),
            median: f64::midpoint(at(last / 2), at(count / 2)),
            p95: at((count * 19).div_ceil(20).saturating_sub(1)),
            max: at(last),
        }
    }
}

/// The waits of the work that has run and had a priority when it started, or had none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waits {
    pub(super) count: usize,
    pub(super) milliseconds: Spread,
    /// The number of other pieces of work that ran in the meantime.
    pub(super) overtaken: Spread,
}

impl Waits {
    pub(super) fn of(history: &History, priority: Option<TaskPriority>, now: Timestamp) -> Self {
        let now = history.moment(now);
        let has_priority = history.tasks().iter().filter(|task| task.has_run() && task.priority == priority);
        let waits: Vec<_> = has_priority.filter_map(|task| task.wait(now)).collect();
        #[expect(clippy::cast_precision_loss, reason = "fewer pieces of work run than 2^53")]
        let overtaken = waits.iter().map(|wait| wait.overtaken as f64).collect();
        Self {
            count: waits.len(),
            milliseconds: Spread::of(waits.iter().map(|wait| milliseconds(wait.time)).collect()),
            overtaken: Spread::of(overtaken),
        }
    }
}
