//! A run of many tests.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;
use std::{env, fs};

use crate::case::Case;
use crate::checkout::Selection;
use crate::expectations::Expectations;
use crate::report::{report, say};
use crate::run::Through;
use crate::worker::{LIBRARY, Outcome, Worker};
use crate::workspace::workspace;

/// How long a test may take. Some make arrays of millions of elements, in each of thousands of steps.
const LIMIT: Duration = Duration::from_mins(1);

/// The options of a run.
pub(crate) struct Suite {
    root: PathBuf,
    /// The names of folders and files. All tests if there are none.
    names: Vec<String>,
    jobs: usize,
    update: bool,
    through: Through,
    expectations: PathBuf,
}

impl Suite {
    /// Reads the arguments of the process.
    ///
    /// # Errors
    ///
    /// An error that says which argument is wrong.
    pub(crate) fn of_arguments(arguments: &[String]) -> io::Result<Self> {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        let expectations = workspace().join("js-tests/test262/expected_failures.txt");
        let (root, names, through) = (PathBuf::new(), Vec::new(), Through::FrontEnd);
        let mut suite = Self { root, names, jobs, update: false, through, expectations };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| io::Error::other(format!("{argument} needs a value")));
            match argument.as_str() {
                "--root" => suite.root = env::current_dir()?.join(value()?),
                "--jobs" => suite.jobs = value()?.parse().map_err(io::Error::other)?,
                "--expectations" => suite.expectations = PathBuf::from(value()?),
                "--update" => suite.update = true,
                LIBRARY => suite.through = Through::Library,
                name if name.starts_with('-') => return Err(io::Error::other(format!("unknown option {name}"))),
                name => suite.names.push(name.to_owned()),
            }
        }
        Ok(suite)
    }

    /// Runs the tests. Returns whether all results are expected.
    pub(crate) fn run(&self) -> io::Result<bool> {
        let selection = Selection::of(&self.root, &self.names)?;
        let expectations = Expectations::of(&fs::read_to_string(&self.expectations).unwrap_or_default());
        let results = self.run_all(&selection.cases, &expectations);
        say(&report(&results, &selection.skipped, &expectations));
        if self.update {
            fs::write(&self.expectations, expectations.updated(&results))?;
        }
        let is_expected = |(case, outcome): (&Case, &Outcome)| outcome.is_err() == expectations.contains(case);
        Ok(self.update || results.iter().all(is_expected))
    }

    /// Runs the cases in several processes, and prints results that are not expected.
    fn run_all(&self, cases: &[Case], expectations: &Expectations) -> BTreeMap<Case, Outcome> {
        let next = AtomicUsize::new(0);
        let (sender, results) = channel();
        let failed_to_start = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (next, sender, failed_to_start) = (&next, sender.clone(), &failed_to_start);
                scope.spawn(move || {
                    if let (Err(error), Ok(mut slot)) = (self.run_some(cases, next, &sender), failed_to_start.lock()) {
                        *slot = Some(error);
                    }
                });
            }
            drop(sender);
            let collect = |(case, outcome): (Case, Outcome)| {
                match &outcome {
                    Err(message) if !expectations.contains(&case) => say(&format!("FAIL {case}: {message}")),
                    Ok(()) if expectations.contains(&case) => say(&format!("PASS {case}")),
                    _ => {}
                }
                (case, outcome)
            };
            results.into_iter().map(collect).collect()
        })
    }

    fn run_some(&self, cases: &[Case], next: &AtomicUsize, results: &Sender<(Case, Outcome)>) -> io::Result<()> {
        let mut worker = Worker::start(&self.root, self.through)?;
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (outcome, can_continue) = worker.run(case, LIMIT);
            if !can_continue {
                worker = Worker::start(&self.root, self.through)?;
            }
            // The receiver lives as long as the threads.
            let _ = results.send((case.clone(), outcome));
        }
        Ok(())
    }
}
