//! Tests of the chooser, the strategies and shrinking on small models: programs without an engine.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use proptest::prelude::*;

use super::chooser::Chooser;
use super::rules::{Bounds, Level};
use super::schedule::Deviation;
use super::shard::Shard;
use super::shrink::shrink;
use super::situation::{Head, Last, Queue, Situation, Step, Timer};
use super::strategy::{DefaultOrder, Exhaustive, Frontier, Strategy as Choosing, StrategySpec};
use super::tracker::Tracker;
use crate::event_loop::{AgentId, OrderingIdentifier, TaskSource, Timestamp, Work, WorkId, WorkKind};

/// The work of a model.
#[derive(Clone, Debug)]
enum Item {
    /// A task of a source. Each source is first in, first out.
    Task(TaskSource),
    /// A timer with a delay in milliseconds.
    Timer(u64),
}

/// A program: all items are asked for at the start, in this order.
type Model = Vec<Item>;

const SOURCES: [TaskSource; 3] = [TaskSource::DomManipulation, TaskSource::PerformanceTimeline, TaskSource::Engine];

/// Runs a model as an event loop would, and returns the order in which the items ran.
fn run<S: Choosing>(model: &Model, bounds: Bounds, deviations: &[Deviation], strategy: Option<S>) -> Ran {
    let mut chooser = Chooser::new(bounds, deviations, strategy);
    let mut tracker = Tracker::default();
    let mut queues: BTreeMap<TaskSource, VecDeque<(u64, WorkId)>> = BTreeMap::new();
    let mut timers: Vec<(WorkId, u64)> = Vec::new();
    let mut age = 0;
    for (number, item) in (1..).zip(model) {
        let id = WorkId::new(number);
        let (kind, source) = match item {
            Item::Task(source) => (WorkKind::Host, *source),
            Item::Timer(_) => (WorkKind::Timeout, TaskSource::Timer),
        };
        let work = Work { id, kind, priority: None, origin: None };
        tracker.scheduled(work, format!("{number}:1").into(), Some(source), None);
        match item {
            Item::Timer(delay) => timers.push((id, *delay)),
            Item::Task(source) => {
                queues.entry(*source).or_default().push_back((age, id));
                age += 1;
                tracker.ready(id);
            }
        }
    }
    let (mut now, mut last, mut order) = (0, None, Vec::new());
    let at = |milliseconds: u64| Timestamp::default().after_milliseconds(milliseconds);
    loop {
        let due = timers.iter().filter(|(_, due)| *due <= now).min_by_key(|(id, due)| (*due, *id));
        let oldest = queues.values().filter_map(VecDeque::front).min().map(|(_, id)| *id);
        let default = match (due, oldest) {
            (Some((timer, _)), _) => Step::Fire(*timer),
            (None, Some(task)) => Step::Run(task),
            (None, None) => match timers.iter().map(|(_, due)| *due).min() {
                None => break,
                Some(next) => {
                    now = next;
                    continue;
                }
            },
        };
        let timer = |&(work, due): &(WorkId, u64)| Timer {
            work,
            due: at(due),
            noticed: if due <= now { chooser.notice(work, at(now)) } else { at(due) },
            delay: due,
            group: OrderingIdentifier::of(WorkKind::Timeout),
            serial: work.get(),
            queue: Queue::Source(TaskSource::Timer),
            level: None,
        };
        let situation = Situation {
            agent: AgentId::MAIN,
            now: at(now),
            default,
            has_phases: false,
            is_idle_period: false,
            timers: timers.iter().map(timer).collect(),
            heads: queues
                .iter()
                .filter_map(|(source, queue)| Some((source, queue.front()?)))
                .map(|(source, (_, work))| Head { work: *work, queue: Queue::Source(*source), level: None })
                .collect(),
            last: last.unwrap_or(Last { work: None, started: at(0) }),
            latest: last.unwrap_or(Last { work: None, started: at(0) }),
            others: Vec::new(),
            tells_time: false,
            facts: OnceCell::new(),
        };
        match chooser.decide(&situation, &tracker) {
            Step::WaitUntil(due) => now = due.elapsed().as_millis().try_into().unwrap(),
            Step::Fire(timer) => {
                timers.retain(|(id, _)| *id != timer);
                queues.entry(TaskSource::Timer).or_default().push_back((age, timer));
                age += 1;
                tracker.ready(timer);
            }
            Step::Run(work) => {
                for queue in queues.values_mut() {
                    queue.retain(|(_, id)| *id != work);
                }
                queues.retain(|_, queue| !queue.is_empty());
                tracker.started(work, at(now));
                tracker.ended(work);
                last = Some(Last { work: Some(work), started: at(now) });
                order.push(usize::try_from(work.get()).unwrap() - 1);
            }
        }
        if chooser.is_stopped {
            return Ran { order: None, applied: Vec::new() };
        }
    }
    let applied = chooser.applied(&tracker);
    Ran { order: Some(order), applied: applied.into_iter().map(|applied| applied.deviation).collect() }
}

struct Ran {
    order: Option<Vec<usize>>,
    applied: Vec<Deviation>,
}

/// All orders that the exhaustive strategy runs.
fn all_orders(model: &Model, bounds: Bounds, shard: Shard) -> BTreeSet<Vec<usize>> {
    let frontier = Arc::new(Frontier::new(shard));
    let mut orders = BTreeSet::new();
    while let Some(strategy) = Exhaustive::take(&frontier) {
        let counts = strategy.counts();
        let order = run(model, bounds, &[], Some(strategy)).order;
        orders.extend(order.filter(|_| counts));
    }
    assert!(frontier.is_complete());
    orders
}

/// All orders that keep the order of each source, by brute force.
fn interleavings(model: &Model) -> BTreeSet<Vec<usize>> {
    fn extend(model: &Model, order: &mut Vec<usize>, all: &mut BTreeSet<Vec<usize>>) {
        if order.len() == model.len() {
            all.insert(order.clone());
        }
        for next in 0..model.len() {
            let is_behind = |other: usize| !order.contains(&other) && must_precede(model, other, next);
            if !order.contains(&next) && !(0..model.len()).any(is_behind) {
                order.push(next);
                extend(model, order, all);
                order.pop();
            }
        }
    }
    let mut all = BTreeSet::new();
    extend(model, &mut Vec::new(), &mut all);
    all
}

/// Whether the standards demand that one item runs before another.
fn must_precede(model: &Model, one: usize, other: usize) -> bool {
    one < other
        && match (&model[one], &model[other]) {
            (Item::Task(source), Item::Task(other)) => source == other,
            (Item::Timer(delay), Item::Timer(other)) => delay <= other,
            _ => false,
        }
}

fn models(timers: bool) -> impl Strategy<Value = Model> {
    let task = (0..SOURCES.len()).prop_map(|source| Item::Task(SOURCES[source]));
    let timer = (1_u64..8).prop_map(Item::Timer);
    proptest::collection::vec(prop_oneof![3 => task, u32::from(timers) => timer], 1..7)
}

fn bounds() -> Bounds {
    Bounds { level: Level::Standard, ..Bounds::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_orders_of_tasks_are_run(model in models(false)) {
        prop_assert_eq!(all_orders(&model, bounds(), Shard::default()), interleavings(&model));
    }

    /// The delays are shorter than the lateness and the cost that the bounds allow, so only the partial order of timers
    /// limits their orders.
    #[test]
    fn all_orders_of_tasks_and_timers_are_run(model in models(true)) {
        prop_assert_eq!(all_orders(&model, bounds(), Shard::default()), interleavings(&model));
    }

    #[test]
    fn shards_have_all_orders_between_them(model in models(true), count in 1_u64..5) {
        let shard = |index: u64| format!("{index}/{count}").parse::<Shard>().unwrap();
        let orders = (1..=count).flat_map(|index| all_orders(&model, bounds(), shard(index)));
        prop_assert_eq!(orders.collect::<BTreeSet<_>>(), interleavings(&model));
    }

    #[test]
    fn a_run_follows_from_its_deviations(model in models(true), seed: u64, is_pct: bool) {
        let pct = StrategySpec::Pct { seed, depth: 3, points: 10 };
        let strategy = if is_pct { pct } else { StrategySpec::Walk { seed, weights: None } };
        let first = run(&model, bounds(), &[], Some(strategy.build()));
        let again = run(&model, bounds(), &first.applied, None::<DefaultOrder>);
        prop_assert_eq!(&again.order, &first.order);
        prop_assert_eq!(again.applied, first.applied);
        prop_assert!(interleavings(&model).contains(&first.order.unwrap()));
    }

    /// A failure is that one item runs before another that would usually run first.
    #[test]
    fn a_reversed_pair_shrinks_to_one_deviation(model in models(true), seed: u64) {
        let usual = run(&model, bounds(), &[], None::<DefaultOrder>).order.unwrap();
        let found = run(&model, bounds(), &[], Some(StrategySpec::Walk { seed, weights: None }.build()));
        let order = found.order.unwrap();
        let position = |order: &[usize], item: usize| order.iter().position(|&other| other == item).unwrap();
        for one in 0..model.len() {
            for other in 0..model.len() {
                let is_reversed = |order: &[usize]| position(order, other) < position(order, one);
                if is_reversed(&usual) || !is_reversed(&order) {
                    continue;
                }
                let fails = |deviations: &[Deviation]| {
                    is_reversed(&run(&model, bounds(), deviations, None::<DefaultOrder>).order.unwrap())
                };
                let (shrunk, _) = shrink(found.applied.clone(), usize::MAX, fails);
                prop_assert!(fails(&shrunk));
                for index in 0..shrunk.len() {
                    let without = [&shrunk[..index], &shrunk[index + 1..]].concat();
                    prop_assert!(!fails(&without), "{:?} is not minimal", shrunk);
                }
            }
        }
    }

    #[test]
    fn a_default_order_has_no_deviations(model in models(true)) {
        let ran = run(&model, bounds(), &[], Some(DefaultOrder));
        prop_assert!(ran.applied.is_empty());
    }
}

/// The probability with which PCT with depth `d` finds a failure that needs `d` ordered pairs is at least
/// 1/(w²·n^(d-1)) for `w` chains and `n` points. Here, one item of a chain must run before another chain: w = 3, d = 1.
#[test]
fn pct_finds_a_single_reversal_with_the_promised_probability() {
    let model: Model = (0..9).map(|number| Item::Task(SOURCES[number % 3])).collect();
    let is_found = |seed: &u64| {
        let order = run(&model, bounds(), &[], Some(StrategySpec::Pct { seed: *seed, depth: 1, points: 20 }.build()))
            .order
            .unwrap();
        order[0] == 2
    };
    let found = (0..900).filter(is_found).count();
    assert!(found > 900 / 9, "{found} of 900");
}
