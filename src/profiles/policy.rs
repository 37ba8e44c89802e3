//! The policy of a host: the default policy, or one of those whose order is a matter of turns.

use super::one_turn::OneTurn;
use super::phases::Phases;
use super::turns::Turns;
use crate::event_loop::{Candidate, Candidates, DefaultPolicy, Event, Policy, Quirk, Quirks, Timestamp};

/// The quirks with which the scheduler has turns like those of Firefox.
const TURNS: Quirks = Quirks::of(&[
    Quirk::TurnRunsBestTask,
    Quirk::PriorityChangeMovesNoTurn,
    Quirk::AbortedTaskLeavesItsTurn,
    Quirk::DelayedTaskWaitsForTimerTurn,
    Quirk::TimersRunInBatches,
]);

/// The quirks with which the scheduler has at most one turn, like the polyfill.
const ONE_TURN: Quirks =
    Quirks::of(&[Quirk::OneTurnAtATime, Quirk::BackgroundIsIdle, Quirk::DelayedTaskRunsInItsTimer]);

#[derive(Clone, Debug)]
enum Order {
    Default,
    Turns(Box<Turns>),
    OneTurn(Box<OneTurn>),
    Phases(Box<Phases>),
}

/// Chooses what runs next as a host with some quirks does. Without any, this is the [`DefaultPolicy`].
#[derive(Clone, Debug)]
pub struct HostPolicy {
    order: Order,
}

impl Default for HostPolicy {
    fn default() -> Self {
        Self::new(Quirks::default())
    }
}

impl HostPolicy {
    /// The policy of a host with these quirks. The event loop must have the same quirks. The orders of
    /// Node, the polyfill and Firefox cannot be combined: the first of them prevails.
    #[must_use]
    pub fn new(quirks: Quirks) -> Self {
        let has = |some: Quirks| quirks.iter().any(|quirk| some.has(quirk));
        let order = if quirks.has(Quirk::LoopInPhases) {
            Order::Phases(Box::default())
        } else if has(ONE_TURN) {
            Order::OneTurn(Box::new(OneTurn::new(quirks)))
        } else if has(TURNS) {
            Order::Turns(Box::new(Turns::new(quirks)))
        } else {
            Order::Default
        };
        Self { order }
    }
}

impl Policy for HostPolicy {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        match &mut self.order {
            Order::Default => DefaultPolicy.choose(candidates),
            Order::Turns(turns) => turns.choose(candidates),
            Order::OneTurn(turn) => turn.choose(candidates),
            Order::Phases(phases) => phases.choose(candidates),
        }
    }

    fn wants_events(&self) -> bool {
        !matches!(self.order, Order::Default)
    }

    fn observe(&mut self, now: Timestamp, event: &Event) {
        match &mut self.order {
            Order::Default => {}
            Order::Turns(turns) => turns.observe(now, event),
            Order::OneTurn(turn) => turn.observe(now, event),
            Order::Phases(phases) => phases.observe(event),
        }
    }

    fn restarts_phase(&mut self, candidates: &Candidates<'_>) -> bool {
        match &mut self.order {
            Order::Phases(phases) => phases.restarts(candidates),
            _ => false,
        }
    }

    fn explain(&self, chosen: &Candidate<'_>, candidates: &Candidates<'_>) -> String {
        match &self.order {
            Order::Default => DefaultPolicy.explain(chosen, candidates),
            Order::Turns(turns) => turns.explain(),
            Order::OneTurn(_) => "it is its turn".to_owned(),
            Order::Phases(phases) => phases.explain(),
        }
    }
}
