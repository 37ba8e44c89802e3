//! Strategies: which of the allowed steps a run takes.

mod exhaustive;
mod frontier;
mod pct;
mod races;
mod random;
mod spec;
mod walk;

use super::footprints::Recorder;
use super::tracker::Tracker;
use crate::event_loop::WorkId;

pub(super) use exhaustive::Exhaustive;
pub(super) use frontier::{Frontier, Untried};
pub(super) use spec::StrategySpec;
pub(super) use walk::{Fresh, Path, Walk, Walked};

/// A deviation that is possible at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alternative {
    /// This work runs before the default one.
    Before(WorkId),
    /// The timer of this work fires before the default one, or before the default work enters its queue.
    FireBefore(WorkId),
    /// The default timer is as late as it may be.
    Late,
    /// The last task takes until the next due time.
    Slow,
    /// The idle period has no time left.
    ShortIdle,
    /// A choice of a test is this number.
    Choose(u32),
}

/// A point of a run at which more than one step is allowed.
pub(super) struct Point<'a> {
    /// What runs, or whose timer fires, by default.
    pub(super) default: WorkId,
    pub(super) alternatives: &'a [Alternative],
    /// A hash of everything that determines how the run continues, if the strategy needs it.
    pub(super) state: u64,
    pub(super) tracker: &'a Tracker,
    /// What the work that has run accesses, if any work could run next: see [`Situation::is_simple`].
    ///
    /// [`Situation::is_simple`]: super::situation::Situation::is_simple
    pub(super) recorder: Option<&'a Recorder>,
}

/// What a strategy picks at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    Default,
    /// The alternative with this index.
    Alternative(usize),
    /// The rest of the run is known: stop it.
    Stop,
}

impl Pick {
    /// 0 stands for the default, 1 for the first alternative.
    pub(super) fn from_index(index: usize) -> Self {
        index.checked_sub(1).map_or(Self::Default, Self::Alternative)
    }
}

/// Chooses at each point of a run.
pub(super) trait Strategy {
    fn pick(&mut self, point: &Point<'_>) -> Pick;

    /// Whether it needs [`Point::state`], which is costly.
    fn needs_state(&self) -> bool {
        false
    }

    /// Whether the other orders are to be counted that were possible.
    fn counts_orders(&self) -> bool {
        false
    }

    /// The run has ended, and was not stopped.
    fn ended(&mut self, _: &Recorder) {}

    /// Whether it may pick anything but the default. Otherwise, it is not asked.
    fn has_plans(&self) -> bool {
        true
    }
}

impl Strategy for Box<dyn Strategy> {
    fn pick(&mut self, point: &Point<'_>) -> Pick {
        (**self).pick(point)
    }

    fn needs_state(&self) -> bool {
        (**self).needs_state()
    }

    fn counts_orders(&self) -> bool {
        (**self).counts_orders()
    }

    fn ended(&mut self, recorder: &Recorder) {
        (**self).ended(recorder);
    }

    fn has_plans(&self) -> bool {
        (**self).has_plans()
    }
}

/// Always picks the default.
pub(super) struct DefaultOrder;

impl Strategy for DefaultOrder {
    fn pick(&mut self, _: &Point<'_>) -> Pick {
        Pick::Default
    }
}

/// Runs the newest work first: answers come in the reverse order, and chains of work one after the other.
struct NewestFirst;

impl Strategy for NewestFirst {
    fn pick(&mut self, point: &Point<'_>) -> Pick {
        let before = |alternative: &Alternative| match *alternative {
            Alternative::Before(work) => Some(work),
            _ => None,
        };
        let alternatives = point.alternatives.iter().enumerate().filter_map(|(index, it)| Some((before(it)?, index)));
        let newest = alternatives.max().filter(|(work, _)| *work > point.default);
        newest.map_or(Pick::Default, |(_, index)| Pick::Alternative(index))
    }
}

/// Picks one alternative at one point, and the default everywhere else.
struct SingleDeviation {
    point: usize,
    alternative: usize,
    next: usize,
}

impl Strategy for SingleDeviation {
    fn pick(&mut self, point: &Point<'_>) -> Pick {
        let is_here = self.next == self.point && self.alternative < point.alternatives.len();
        self.next += 1;
        if is_here { Pick::Alternative(self.alternative) } else { Pick::Default }
    }
}

/// The names of the strategies of [`Explorer::strategy`](super::Explorer::strategy).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StrategyKind {
    /// All orders, as long as few are left to try. Then single deviations, postponements, the newest work first, and
    /// the other strategies in turn.
    #[default]
    Portfolio,
    /// The default order and every single deviation from it, nearest first.
    Single,
    /// All orders, without repeating equivalent beginnings.
    Exhaustive,
    /// [PCT] over chains of work: random priorities for chains, which change at a few random points.
    ///
    /// [PCT]: https://dl.acm.org/doi/10.1145/1736020.1736040
    Pct,
    /// A random walk in which work that leads to more work is more likely to run next.
    Weighted,
    /// A random walk in which all alternatives are equally likely.
    Random,
}

impl StrategyKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Portfolio, Self::Single, Self::Exhaustive, Self::Pct, Self::Weighted, Self::Random];

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Portfolio => "portfolio",
            Self::Single => "single",
            Self::Exhaustive => "exhaustive",
            Self::Pct => "pct",
            Self::Weighted => "weighted",
            Self::Random => "random",
        }
    }
}
