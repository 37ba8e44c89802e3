//! Agents take turns.

use std::cell::Cell;

use super::agent_id::AgentId;

/// Decides which agent takes the next turn: the agents that have something to do take one turn each, in the order of
/// their numbers. So however much one of them has to do, the others go on as if they ran in parallel.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    last: Cell<AgentId>,
}

impl Turns {
    /// Returns the worker that takes the next turn, or `None` if it is that of the program. `workers` are all workers,
    /// in ascending order. The program takes its turn in every round, because nobody else knows whether it is ready.
    pub(crate) fn next(
        &self,
        workers: impl IntoIterator<Item = AgentId>,
        is_ready: impl Fn(AgentId) -> bool,
    ) -> Option<AgentId> {
        let last = self.last.get();
        let next = workers.into_iter().find(|&worker| worker > last && is_ready(worker));
        self.last.set(next.unwrap_or(AgentId::MAIN));
        next
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::{prop_assert, prop_assert_eq, proptest};

    use super::{AgentId, Turns};

    fn worker(number: u64) -> AgentId {
        (0..number).fold(AgentId::MAIN, |id, _| id.next())
    }

    #[test]
    fn workers_take_one_turn_each_before_the_program() {
        let (turns, all) = (Turns::default(), [worker(1), worker(2), worker(3)]);
        let next = |is_ready: fn(AgentId) -> bool| turns.next(all, is_ready).map(AgentId::get);
        assert_eq!([next(|_| true), next(|_| true), next(|_| true), next(|_| true)], [Some(1), Some(2), Some(3), None]);
        assert_eq!([next(|it| it.get() == 2), next(|it| it.get() == 2), next(|_| false)], [Some(2), None, None]);
    }

    #[test]
    fn a_worker_that_is_new_takes_its_turn_in_the_same_round() {
        let turns = Turns::default();
        assert_eq!(turns.next([worker(1)], |_| true), Some(worker(1)));
        assert_eq!(turns.next([worker(1), worker(2)], |_| true), Some(worker(2)));
        assert_eq!(turns.next([worker(1), worker(2)], |_| true), None);
    }

    proptest! {
        /// Whatever the others do: between two turns of the program, each worker that stays ready has exactly one.
        #[test]
        fn nobody_waits_for_more_than_a_round(readiness in vec(vec(proptest::bool::ANY, 4), 0..60)) {
            let (turns, all) = (Turns::default(), [worker(1), worker(2), worker(3), worker(4), worker(5)]);
            let mut round = Vec::new();
            for ready in readiness {
                // Worker 5 is always ready.
                let is_ready = |it: AgentId| {
                    all.iter().position(|worker| *worker == it).and_then(|at| ready.get(at)).copied().unwrap_or(true)
                };
                if let Some(next) = turns.next(all, is_ready) {
                    prop_assert!(is_ready(next));
                    round.push(next);
                } else {
                    prop_assert_eq!(round.iter().filter(|it| it.get() == 5).count(), 1);
                    prop_assert!(round.is_sorted() && round.windows(2).all(|pair| pair[0] != pair[1]));
                    round.clear();
                }
            }
        }
    }
}
