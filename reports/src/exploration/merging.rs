//! Combines the reports of the parts of an exploration, and of its beginning and its end.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use posttask::exploration::{Ending, Schedule, Shard};

use super::report::{Coverage, Outcome, Pair, Report};
use super::report_error::ReportError;

/// The number of parts up to which missing ones are listed.
const MOST_PARTS: u64 = 10_000;

impl Report {
    fn parts(&self) -> Vec<Shard> {
        self.shards.iter().filter_map(|shard| shard.parse().ok()).collect()
    }

    /// The number of runs that were stopped because far more work ran than in the usual order.
    #[must_use]
    pub fn inconclusive_runs(&self) -> u64 {
        self.outcomes.iter().filter(|found| found.is_inconclusive()).map(|found| found.count).sum()
    }

    /// The parts of the exploration that this report does not cover.
    #[must_use]
    pub fn missing_parts(&self) -> Vec<String> {
        let parts = self.parts();
        let count = parts.first().map_or(0, |shard| shard.count()).min(MOST_PARTS);
        let all = (1..=count).map(|index| format!("{index}/{count}"));
        all.filter(|shard| !self.shards.contains(shard)).collect()
    }

    /// The first setting that differs in another exploration.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let fields = [
            ("the name of the program", self.program == other.program),
            ("the program, or its arguments,", self.source_hash == other.source_hash),
            ("--seed", self.seed == other.seed),
            ("--strategy", self.strategy == other.strategy),
            ("--reduce", self.reduce == other.reduce),
            ("--orders", self.orders == other.orders),
            ("--ports", self.ports == other.ports),
            ("an option for the host, the page, the input or the network", self.host == other.host),
            ("--fail-on", self.fail_on == other.fail_on),
            ("--timeout", self.timeout_ms.total_cmp(&other.timeout_ms).is_eq()),
            ("--timer-lateness", self.timer_lateness_ms.total_cmp(&other.timer_lateness_ms).is_eq()),
            ("--task-cost", self.task_cost_ms.total_cmp(&other.task_cost_ms).is_eq()),
        ];
        fields.into_iter().find(|(_, is_same)| !is_same).map(|(field, _)| field)
    }

    fn different_order(&self, other: &Self) -> Option<&'static str> {
        (self.usual_order != other.usual_order).then_some("the usual order")
    }

    /// Checks that an exploration with the settings of `blank` can continue this one, whose report is at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if a setting differs.
    pub fn check_continues(&self, blank: &Self, path: &Path) -> Result<(), ReportError> {
        let field = self
            .difference(blank)
            .or((self.shards != blank.shards).then_some("--shard"))
            .or((self.planned_runs != blank.planned_runs).then_some("--runs"));
        field.map_or(Ok(()), |field| Err(ReportError::not_continued(path, field)))
    }

    /// Adds what the rest of the exploration has found.
    ///
    /// # Errors
    ///
    /// Returns an error if the program ran in another way then.
    pub fn continued(mut self, rest: Self) -> Result<Self, ReportError> {
        if let Some(field) = self.different_order(&rest) {
            return Err(ReportError::Different { field });
        }
        let (interrupted, position, estimated_orders) =
            (rest.interrupted, rest.position.clone(), rest.estimated_orders);
        let (complete, reduced) = (rest.complete, rest.reduced);
        self.combine(rest);
        self.finish_merge();
        // What would happen after the end of a run is not known.
        let is_whole = |ending: &str| ![Ending::TimedOut, Ending::Inconclusive].iter().any(|it| it.as_str() == ending);
        self.complete = complete && !self.bounded && self.outcomes.iter().all(|found| is_whole(&found.ending));
        Ok(Self { reduced, interrupted, estimated_orders, position, ..self })
    }

    /// Adds the report of another part, which is at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if it is of another exploration, or of the same part.
    pub fn add(&mut self, other: Self, path: &Path) -> Result<(), ReportError> {
        if let Some(field) = self.difference(&other).or(self.different_order(&other)) {
            return Err(ReportError::Different { field });
        }
        if let Some(whole) = [&*self, &other].into_iter().find(|report| report.parts().is_empty()) {
            return Err(ReportError::Whole { program: whole.program.clone() });
        }
        let counts = |report: &Self| report.parts().into_iter().map(Shard::count).collect::<BTreeSet<_>>();
        if counts(self) != counts(&other) {
            return Err(ReportError::Different { field: "the number of parts" });
        }
        if let Some(shard) = self.shards.intersection(&other.shards).next() {
            return Err(ReportError::SameShard { path: path.into(), shard: shard.clone() });
        }
        self.combine(other);
        // Each part has its own.
        self.position = None;
        Ok(())
    }

    fn combine(&mut self, other: Self) {
        // The orders of one part may stand for all.
        let stand_for_all = |report: &Self| report.complete && report.reduced;
        self.reduced = stand_for_all(self) || stand_for_all(&other);
        self.complete = self.complete && other.complete || self.reduced;
        self.shards.extend(other.shards);
        self.runs = self.runs.saturating_add(other.runs);
        self.interrupted |= other.interrupted;
        self.bounded |= other.bounded;
        self.choice_points = self.choice_points.max(other.choice_points);
        self.draws_random_numbers |= other.draws_random_numbers;
        for (place, count) in other.places {
            let places = self.places.entry(place).or_default();
            *places = places.saturating_add(count);
        }
        self.pairs.extend(other.pairs);
        self.nondeterminism = self.nondeterminism.take().or(other.nondeterminism);
        self.order_hashes.extend(other.order_hashes);
        let known: HashMap<_, _> =
            self.outcomes.iter().enumerate().map(|(index, found)| (found.key.clone(), index)).collect();
        for found in other.outcomes {
            match known.get(&found.key) {
                Some(&index) => self.outcomes[index].add(found),
                None => self.outcomes.push(found),
            }
        }
    }

    /// To be called after all parts have been added.
    pub fn finish_merge(&mut self) {
        let mut pairs: BTreeMap<(String, String), (bool, bool)> = BTreeMap::new();
        for Pair { first, second, first_before_second, second_before_first } in self.pairs.drain(..) {
            let seen = pairs.entry((first, second)).or_default();
            seen.0 |= first_before_second;
            seen.1 |= second_before_first;
        }
        self.coverage =
            Coverage { seen: pairs.values().filter(|&&(one, other)| one && other).count(), of: pairs.len() };
        let pair = |((first, second), (first_before_second, second_before_first))| Pair {
            first,
            second,
            first_before_second,
            second_before_first,
        };
        self.pairs = pairs.into_iter().map(pair).collect();
        self.distinct_orders = self.distinct_orders.max(self.order_hashes.len());
        self.complete &= self.missing_parts().is_empty();
        self.outcomes.sort_by_cached_key(|found| {
            let deviations = found.schedule.parse().map(|Schedule { deviations, .. }| deviations).unwrap_or_default();
            (!found.usual, !found.failure, std::cmp::Reverse(found.count), deviations)
        });
    }
}

impl Outcome {
    /// Whether it is not known how such an order ends.
    #[must_use]
    pub fn is_inconclusive(&self) -> bool {
        self.ending == Ending::Inconclusive.as_str()
    }

    fn add(&mut self, other: Self) {
        let count = self.count.saturating_add(other.count);
        let usual = self.usual || other.usual;
        let rank = |found: &Self| (!found.minimal, found.deviations.len());
        if rank(&other) < rank(self) {
            *self = other;
        }
        (self.count, self.usual) = (count, usual);
    }
}
