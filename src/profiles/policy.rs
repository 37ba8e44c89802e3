//! The policy of a host: the default policy, or the turns of Firefox.

use super::turns::Turns;
use crate::event_loop::{Candidate, Candidates, DefaultPolicy, Departure, Departures, Event, Policy, Timestamp};

/// The departures that make the order of a loop a matter of turns.
const WITH_TURNS: [Departure; 5] = [
    Departure::TurnRunsBestTask,
    Departure::PriorityChangeMovesNoTurn,
    Departure::AbortedTaskLeavesItsTurn,
    Departure::DelayedTaskWaitsForTimerTurn,
    Departure::TimersRunInBatches,
];

/// Chooses what runs next as a host with some departures does. Without any, this is the [`DefaultPolicy`].
#[derive(Debug)]
pub struct HostPolicy {
    turns: Option<Box<Turns>>,
}

impl HostPolicy {
    /// The policy of a host with these departures. The event loop must have the same departures.
    #[must_use]
    pub fn new(departures: Departures) -> Self {
        let has_turns = WITH_TURNS.iter().any(|&departure| departures.has(departure));
        Self { turns: has_turns.then(|| Box::new(Turns::new(departures))) }
    }
}

impl Policy for HostPolicy {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        match &mut self.turns {
            Some(turns) => turns.choose(candidates),
            None => DefaultPolicy.choose(candidates),
        }
    }

    fn wants_events(&self) -> bool {
        self.turns.is_some()
    }

    fn observe(&mut self, now: Timestamp, event: &Event<'_>) {
        if let Some(turns) = &mut self.turns {
            turns.observe(now, event);
        }
    }

    fn explain(&self, chosen: &Candidate<'_>, candidates: &Candidates<'_>) -> String {
        match &self.turns {
            Some(turns) => turns.explain(),
            None => DefaultPolicy.explain(chosen, candidates),
        }
    }
}
