//! Compares exhaustive exploration with a model of the orders that the standards allow. The model is written from the
//! text of the standards, and shares no code with the event loop or with the rules of exploration.
//!
//! A program asks for up to five pieces of work: timers, tasks with and without a delay, and messages. Its delays are
//! shorter than the lateness of timers and the time of tasks that are explored, so time forbids nothing:
//!
//! - A timer may fire at any time, but not before a timer of its kind that was set earlier with the same or a shorter
//!   delay: [run steps after a timeout][timeout], step 4.2.
//! - When it fires, its task enters a queue. The first task of any task source may run next. The scheduler's next task
//!   is the oldest of those with the highest priority: [select the next task to run][select].
//!
//! `POSTTASK_PROGRAMS` is the number of programs.
//!
//! [timeout]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#run-steps-after-a-timeout
//! [select]: https://wicg.github.io/scheduling-apis/#scheduler-select-the-next-task-to-run

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use fastrand::Rng;
use posttask::exploration::{Explorer, Level, StrategyKind};
use posttask::{Runtime, SourceKind};

/// A piece of work that a program asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// `setTimeout` with a delay in milliseconds.
    Timeout(u64),
    /// `postTask` with a priority: 0 is the highest.
    Task(usize),
    /// The same with a delay in milliseconds.
    DelayedTask(usize, u64),
    /// A message to the same port.
    Message,
}

const PRIORITIES: [&str; 3] = ["user-blocking", "user-visible", "background"];

/// The task source of the work of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Timers,
    Scheduler,
    Port,
}

impl Work {
    fn random(random: &mut Rng) -> Self {
        let delay = |random: &mut Rng| [1, 2, 3, 5, 8][random.usize(..5)];
        match random.u8(..7) {
            0 | 1 => Self::Timeout(delay(random)),
            2 | 3 => Self::Task(random.usize(..3)),
            4 | 5 => Self::DelayedTask(random.usize(..3), delay(random)),
            _ => Self::Message,
        }
    }

    fn source_text(self, label: usize) -> String {
        match self {
            Self::Timeout(delay) => format!("setTimeout(() => console.log({label}), {delay});"),
            Self::Task(priority) => {
                format!("scheduler.postTask(() => console.log({label}), {{ priority: '{}' }});", PRIORITIES[priority])
            }
            Self::DelayedTask(priority, delay) => format!(
                "scheduler.postTask(() => console.log({label}), {{ priority: '{}', delay: {delay} }});",
                PRIORITIES[priority]
            ),
            Self::Message => format!("port1.postMessage({label});"),
        }
    }

    fn source(self) -> Source {
        match self {
            Self::Timeout(_) => Source::Timers,
            Self::Task(_) | Self::DelayedTask(..) => Source::Scheduler,
            Self::Message => Source::Port,
        }
    }

    fn is_timer(self) -> bool {
        matches!(self, Self::Timeout(_) | Self::DelayedTask(..))
    }

    /// Whether a timer, if it was set earlier, must fire before another one.
    fn fires_before(self, later: Self) -> bool {
        match (self, later) {
            (Self::Timeout(delay), Self::Timeout(other))
            | (Self::DelayedTask(_, delay), Self::DelayedTask(_, other)) => delay <= other,
            _ => false,
        }
    }

    fn priority(self) -> usize {
        match self {
            Self::Task(priority) | Self::DelayedTask(priority, _) => priority,
            Self::Timeout(_) | Self::Message => 0,
        }
    }
}

/// The work that has run, in this order, and the work that waits in the queues, in the order in which it entered them.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    ran: Vec<usize>,
    queued: Vec<usize>,
}

/// The orders that the standards allow for a program.
struct Model<'a> {
    program: &'a [Work],
    seen: BTreeSet<State>,
    orders: BTreeSet<Vec<usize>>,
}

impl<'a> Model<'a> {
    fn orders(program: &'a [Work]) -> BTreeSet<Vec<usize>> {
        let mut model = Self { program, seen: BTreeSet::new(), orders: BTreeSet::new() };
        let queued = (0..program.len()).filter(|&work| !program[work].is_timer()).collect();
        model.extend(State { ran: Vec::new(), queued });
        model.orders
    }

    fn extend(&mut self, state: State) {
        if state.ran.len() == self.program.len() {
            self.orders.insert(state.ran);
        } else if self.seen.insert(state.clone()) {
            self.fire(&state);
            self.run(&state);
        }
    }

    fn fire(&mut self, state: &State) {
        let waits = |work: &usize| !state.ran.contains(work) && !state.queued.contains(work);
        for timer in (0..self.program.len()).filter(waits) {
            let must_wait = |earlier: usize| waits(&earlier) && self.program[earlier].fires_before(self.program[timer]);
            if !(0..timer).any(must_wait) {
                let mut next = state.clone();
                next.queued.push(timer);
                self.extend(next);
            }
        }
    }

    fn run(&mut self, state: &State) {
        for source in [Source::Timers, Source::Scheduler, Source::Port] {
            let queue = state.queued.iter().filter(|&&work| self.program[work].source() == source);
            // The first of those with the highest priority.
            if let Some(&first) = queue.min_by_key(|&&work| self.program[work].priority()) {
                let mut next = state.clone();
                next.queued.retain(|&work| work != first);
                next.ran.push(first);
                self.extend(next);
            }
        }
    }
}

fn text_of(program: &[Work]) -> String {
    let mut text = String::from("const { port1, port2 } = new MessageChannel();\n");
    text += "port2.onmessage = event => console.log(event.data);\n";
    for (label, work) in program.iter().enumerate() {
        let _ = writeln!(text, "{}", work.source_text(label));
    }
    text + "setTimeout(() => port2.close(), 1000);"
}

/// The outputs of all orders, by lines. `None` if exploration fails, or does not end.
fn outputs(text: &str, kind: SourceKind) -> Option<Vec<Vec<String>>> {
    let start = |runtime: &mut Runtime| Ok(runtime.start_source(text, Path::new("a.js"), kind));
    let explorer = Explorer::new(start).orders(Level::Standard).strategy(StrategyKind::Exhaustive).runs(1_000_000);
    let report = explorer.explore().ok().filter(|report| report.is_complete && report.failures().count() == 0)?;
    let outputs = report.outcomes.iter().map(|outcome| outcome.outcome.console.as_str());
    Some(outputs.map(|output| output.lines().map(str::to_owned).collect()).collect())
}

/// The orders that exploration finds.
fn explored(text: &str) -> Option<BTreeSet<Vec<usize>>> {
    let outputs = outputs(text, SourceKind::Script)?;
    outputs.iter().map(|lines| lines.iter().map(|line| line.parse().ok()).collect()).collect()
}

#[test]
fn exploration_finds_the_orders_that_the_standards_allow() {
    let programs = env::var("POSTTASK_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    // In a build that is not optimized, five pieces of work take seconds.
    let most = if cfg!(debug_assertions) { 4 } else { 5 };
    for seed in 0..programs {
        let mut random = Rng::with_seed(seed);
        let program: Vec<Work> = (0..random.usize(2..=most)).map(|_| Work::random(&mut random)).collect();
        let explored = explored(&text_of(&program)).unwrap();
        let allowed = Model::orders(&program);
        let forbidden: Vec<_> = explored.difference(&allowed).collect();
        let missing: Vec<_> = allowed.difference(&explored).collect();
        assert!(forbidden.is_empty(), "seed {seed}: {program:?}: not allowed: {forbidden:?}");
        assert!(missing.is_empty(), "seed {seed}: {program:?}: not found: {missing:?}");
    }
}

/// The pairs of lines of which the first one always comes first, by the header of a program: `// always: a<b, b<c`.
fn demanded(text: &str) -> Option<BTreeSet<(&str, &str)>> {
    let header = text.lines().next()?.strip_prefix("// always:")?;
    let mut pairs: BTreeSet<(&str, &str)> = header.split(',').filter_map(|pair| pair.trim().split_once('<')).collect();
    loop {
        let follows = |(first, second)| {
            let next = pairs.iter().filter(move |(third, _)| second == *third);
            next.map(move |&(_, last)| (first, last))
        };
        let longer: BTreeSet<_> = pairs.iter().copied().flat_map(follows).chain(pairs.iter().copied()).collect();
        if longer == pairs {
            return Some(pairs);
        }
        pairs = longer;
    }
}

/// What is wrong about the orders of a program: each pair of lines must come in the order that the header demands, or
/// in both orders.
fn wrong_pairs(text: &str) -> Option<Vec<String>> {
    let outputs = outputs(text, SourceKind::Module)?;
    let before = |one: &str, other: &str| {
        let is_before = |lines: &Vec<String>| {
            let position = |wanted: &str| lines.iter().position(|line| line == wanted);
            position(one).zip(position(other)).is_some_and(|(one, other)| one < other)
        };
        outputs.iter().any(is_before)
    };
    let demanded = demanded(text)?;
    let lines: BTreeSet<&str> = outputs.iter().flatten().map(String::as_str).collect();
    let pairs = lines.iter().flat_map(|one| lines.iter().map(move |other| (*one, *other)));
    let is_wrong =
        |&(one, other): &(&str, &str)| one != other && before(one, other) == demanded.contains(&(other, one));
    Some(pairs.filter(is_wrong).map(|(one, other)| format!("{one}<{other}")).collect())
}

/// The programs of `js-tests/orders`, one for each kind of work, cover what the model above leaves out.
#[test]
fn pairs_of_work_come_in_the_demanded_order_or_in_both() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("js-tests/orders");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let wrong = wrong_pairs(&fs::read_to_string(&path).unwrap()).unwrap();
        assert!(wrong.is_empty(), "{}: {wrong:?}", path.display());
        count += 1;
    }
    assert!(count > 20);
}
