//! Explores all orders of a program, with and without those that differ only in independent work.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use boa_engine::Source;
use posttask::exploration::{Explorer, FailOn, OutcomeReport, Report, StrategyKind};
use posttask::internal::exploration::Reduce;
use posttask::internal::exploration::footprints::Uses;
use posttask::internal::runtime::{Idle, Supervisor};
use posttask::{MainStatus, Runtime};

use crate::{FrontEnd, Options};

/// A program, and how its state is shown when it has ended.
pub(super) struct Program {
    pub(super) text: String,
    /// Its name, whose extension says whether it is a module.
    pub(super) file: PathBuf,
    /// An expression. It is evaluated without announcing anything, so that no work seems to use what it shows.
    pub(super) state: Option<String>,
}

/// How many orders were run with and without reduction, if all were.
pub(super) struct Compared {
    pub(super) all: u64,
    pub(super) reduced: u64,
}

impl Compared {
    /// Whether orders were left out.
    pub(super) fn leaves_out(&self) -> bool {
        self.reduced < self.all
    }
}

/// Ends with the program, and shows its state before that.
struct Showing {
    main: MainStatus,
    state: Option<String>,
    has_shown: Cell<bool>,
}

impl Supervisor for Showing {
    fn after_turn(&self, _: &mut Runtime) -> bool {
        false
    }

    fn when_idle(&self, runtime: &mut Runtime) -> Idle {
        let idle = (|| self.main.is_done()).when_idle(runtime);
        if matches!(idle, Idle::Ended | Idle::Unfinished)
            && let Some(state) = self.state.as_ref().filter(|_| !self.has_shown.replace(true))
        {
            let text = format!("console.log({state})");
            let shown = runtime.with_context(|context| context.eval(Source::from_bytes(text.as_bytes())).is_ok());
            assert!(shown, "cannot show {state}");
        }
        idle
    }
}

impl Program {
    fn explorer<'a>(&'a self, front_end: &'a Arc<FrontEnd>) -> Explorer<'a> {
        let start = |runtime: &mut Runtime, _| {
            let program = front_end.program(&self.text, &self.file, runtime);
            let main = runtime.start_program(program);
            Ok(Box::new(Showing { main, state: self.state.clone(), has_shown: Cell::default() }) as Box<dyn Supervisor>)
        };
        Explorer::supervised(start)
            .configure(|builder| front_end.configure(builder))
            .strategy(StrategyKind::Exhaustive)
            .estimates(false)
    }

    /// Explores all orders, if there are at most so many.
    pub(super) fn explored(&self, reduce: Reduce, most: u64) -> Report {
        let uses = Arc::new(Uses::default());
        let announcing = FrontEnd::new(Options { uses: Some(Arc::clone(&uses)), ..Options::default() }).unwrap();
        let front_end = FrontEnd::new(Options::default()).unwrap();
        self.explorer(&front_end)
            .fail_on(FailOn::Difference)
            .shrinks(false)
            .runs(most)
            .reduced(reduce, self.explorer(&announcing).uses(uses))
            .explore()
            .unwrap()
    }

    /// Compares the outcomes of all orders with those that are left, if there are at most so many orders. `None` if
    /// there are more, or none can be left out.
    pub(super) fn compare(&self, most: u64, name: impl Display) -> Option<Compared> {
        let all = self.explored(Reduce::Never, most);
        if !all.is_complete {
            return None;
        }
        let reduced = self.explored(Reduce::Always, 10 * most);
        let Self { text, .. } = self;
        assert!(reduced.is_complete, "{name}: {} runs instead of {}: {text}", reduced.runs, all.runs);
        assert_eq!(outcomes(&reduced), outcomes(&all), "{name}: {text}");
        reduced.reverses_races.then_some(Compared { all: all.runs, reduced: reduced.runs })
    }
}

/// What can be seen of the runs of an exploration.
fn outcomes(report: &Report) -> BTreeSet<String> {
    let text = |found: &OutcomeReport| {
        let errors: Vec<String> = found.outcome.errors.iter().map(|error| error.message.clone()).collect();
        format!("{:?} {errors:?} {}", found.outcome.ending, found.outcome.console)
    };
    report.outcomes.iter().map(text).collect()
}
