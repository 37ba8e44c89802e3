//! The messages between a process that explores and those that run its orders.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::exploration::active::{AppliedDeviation, SkippedDeviation};
use crate::exploration::outcome::Outcome;
use crate::exploration::points::{Points, SeenOrders};
use crate::exploration::rules::Bounds;
use crate::exploration::run::Run;
use crate::exploration::schedule::Deviation;
use crate::exploration::strategy::{Fresh, Path, StrategySpec, Walked};
use crate::exploration::tracker::Ran;
use crate::exploration::wire::{Wire, wire_fields};

/// What a server says when it has loaded the program and waits for orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loaded {
    /// Whether the program has drawn random numbers before its first decision. Their seed cannot be changed any more.
    pub(super) has_drawn: bool,
}

/// Asks for a run.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) bounds: Bounds,
    pub(super) deviations: Vec<Deviation>,
    pub(super) how: Picking,
    pub(super) most_tasks: u64,
    /// Whether to send [`Reply::Progress`] at each decision, because the process did not survive this order before.
    pub(super) is_careful: bool,
}

/// How a run decides what its deviations leave open.
#[derive(Clone, Debug)]
pub(super) enum Picking {
    /// As by default, without a strategy.
    Nothing,
    Strategy(StrategySpec),
    /// Follows this path. All points behind its picks are sent.
    Trail(Path),
}

/// What the process of a run sends.
pub(super) enum Reply {
    /// Points behind the picks of a trail. The answer says whether to stop.
    Points(Vec<Fresh>),
    /// What has happened since the last decision.
    Progress(Progress),
    /// The run has ended.
    Ran(Box<Answer>),
}

/// What has happened in a run since the last decision.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub(super) ran: Vec<Ran>,
    /// What runs next, if the decision is about that.
    pub(super) next: Option<Ran>,
    /// All deviations so far, if another one had an effect.
    pub(super) applied: Option<Vec<AppliedDeviation>>,
}

/// The result of a run, as far as anybody needs it who has the default order.
pub(super) struct Answer {
    pub(super) outcome: Outcome,
    pub(super) applied: Vec<AppliedDeviation>,
    pub(super) skipped: Vec<SkippedDeviation>,
    /// The numbers of alternatives of the points.
    pub(super) alternatives: Vec<usize>,
    pub(super) other_orders: Vec<usize>,
    pub(super) places: BTreeMap<Arc<str>, usize>,
    pub(super) pairs: BTreeMap<(Arc<str>, Arc<str>), SeenOrders>,
    pub(super) ran: Vec<Ran>,
    pub(super) random_numbers: u64,
    pub(super) order: u64,
    pub(super) is_bounded: bool,
    pub(super) is_stopped: bool,
    /// What a trail has not sent before.
    pub(super) rest: Rest,
}

/// The rest of a trail.
#[derive(Debug, Default)]
pub(super) struct Rest {
    /// The last points behind its picks.
    pub(super) points: Vec<Fresh>,
    /// What has run, if the run has ended, and if it was recorded.
    pub(super) walked: Walked,
}

impl Answer {
    pub(super) fn new(run: Run, rest: Rest) -> Self {
        let Run {
            outcome, applied, skipped, points, pairs, ran, random_numbers, order, is_bounded, is_stopped, ..
        } = run;
        let Points { alternatives, other_orders, places, .. } = points;
        Self {
            outcome,
            applied,
            skipped,
            alternatives,
            other_orders,
            places,
            pairs,
            ran,
            random_numbers,
            order,
            is_bounded,
            is_stopped,
            rest,
        }
    }

    /// Returns the run, without what only the default order is asked for: its offers and weights.
    pub(super) fn into_run(self) -> Run {
        let Self { alternatives, other_orders, places, .. } = self;
        let points = Points { alternatives, other_orders, places, ..Points::default() };
        let Self { outcome, applied, skipped, pairs, ran, random_numbers, order, is_bounded, is_stopped, .. } = self;
        Run {
            outcome,
            applied,
            skipped,
            points,
            pairs,
            ran,
            random_numbers,
            order,
            is_bounded,
            is_stopped,
            ..Run::stopped()
        }
    }
}

wire_fields! {
    Loaded { has_drawn }
    Request { bounds, deviations, how, most_tasks, is_careful }
    Progress { ran, next, applied }
    Answer {
        outcome, applied, skipped, alternatives, other_orders, places, pairs, ran, random_numbers, order, is_bounded,
        is_stopped, rest
    }
    Rest { points, walked }
}

impl Wire for Picking {
    fn put(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Nothing => bytes.push(0),
            Self::Strategy(strategy) => {
                bytes.push(1);
                strategy.put(bytes);
            }
            Self::Trail(path) => {
                bytes.push(2);
                path.put(bytes);
            }
        }
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        Some(match u8::get(bytes)? {
            0 => Self::Nothing,
            1 => Self::Strategy(Wire::get(bytes)?),
            2 => Self::Trail(Wire::get(bytes)?),
            _ => return None,
        })
    }
}

impl Wire for Reply {
    fn put(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Points(points) => {
                bytes.push(0);
                points.put(bytes);
            }
            Self::Progress(progress) => {
                bytes.push(1);
                progress.put(bytes);
            }
            Self::Ran(answer) => {
                bytes.push(2);
                answer.put(bytes);
            }
        }
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        Some(match u8::get(bytes)? {
            0 => Self::Points(Wire::get(bytes)?),
            1 => Self::Progress(Wire::get(bytes)?),
            2 => Self::Ran(Box::new(Wire::get(bytes)?)),
            _ => return None,
        })
    }
}
