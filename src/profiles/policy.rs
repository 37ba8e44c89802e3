//! The policy of a host: the default policy, or one of those whose order is a matter of turns.

use super::one_turn::OneTurn;
use super::turns::Turns;
use crate::event_loop::{Candidate, Candidates, DefaultPolicy, Departure, Departures, Event, Policy, Timestamp};

/// The departures with which the scheduler has turns like those of Firefox.
const TURNS: Departures = Departures::of(&[
    Departure::TurnRunsBestTask,
    Departure::PriorityChangeMovesNoTurn,
    Departure::AbortedTaskLeavesItsTurn,
    Departure::DelayedTaskWaitsForTimerTurn,
    Departure::TimersRunInBatches,
]);

/// The departures with which the scheduler has at most one turn, like the polyfill.
const ONE_TURN: Departures =
    Departures::of(&[Departure::OneTurnAtATime, Departure::BackgroundIsIdle, Departure::DelayedTaskRunsInItsTimer]);

#[derive(Clone, Debug)]
enum Order {
    Default,
    Turns(Box<Turns>),
    OneTurn(Box<OneTurn>),
}

/// Chooses what runs next as a host with some departures does. Without any, this is the [`DefaultPolicy`].
#[derive(Clone, Debug)]
pub struct HostPolicy {
    order: Order,
}

impl HostPolicy {
    /// The policy of a host with these departures. The event loop must have the same departures. The order of the
    /// polyfill cannot be combined with that of Firefox, and prevails.
    #[must_use]
    pub fn new(departures: Departures) -> Self {
        let has = |some: Departures| departures.iter().any(|departure| some.has(departure));
        let order = if has(ONE_TURN) {
            Order::OneTurn(Box::new(OneTurn::new(departures)))
        } else if has(TURNS) {
            Order::Turns(Box::new(Turns::new(departures)))
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
        }
    }

    fn wants_events(&self) -> bool {
        !matches!(self.order, Order::Default)
    }

    fn observe(&mut self, now: Timestamp, event: &Event<'_>) {
        match &mut self.order {
            Order::Default => {}
            Order::Turns(turns) => turns.observe(now, event),
            Order::OneTurn(turn) => turn.observe(now, event),
        }
    }

    fn explain(&self, chosen: &Candidate<'_>, candidates: &Candidates<'_>) -> String {
        match &self.order {
            Order::Default => DefaultPolicy.explain(chosen, candidates),
            Order::Turns(turns) => turns.explain(),
            Order::OneTurn(_) => "its turn has come".to_owned(),
        }
    }
}
