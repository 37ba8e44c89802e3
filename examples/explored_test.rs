//! A Rust test that runs JavaScript in the orders that the standards allow. `cargo test --test explored` runs
//! the tests; `cargo run --example explored_test` shows the order in which the second program fails.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use posttask::exploration::{Explorer, Report};
use posttask::{Error, SourceKind};

/// Two requests write the same field; the later answer wins.
const RACY: &str = "let shown;
scheduler.postTask(() => { shown = 'old' }, { delay: 10 });
setTimeout(() => { shown = 'new' }, 10);
setTimeout(() => { if (shown !== 'new') throw new Error(`shows ${shown}`) }, 100);";

/// The first answer is aborted when the second request starts.
const CORRECT: &str = "let shown;
const first = new TaskController();
scheduler.postTask(() => { shown = 'old' }, { delay: 10, signal: first.signal }).catch(() => {});
first.abort();
setTimeout(() => { shown = 'new' }, 10);
setTimeout(() => { if (shown !== 'new') throw new Error(`shows ${shown}`) }, 100);";

fn explore(source: &'static str) -> Result<Report, Error> {
    Explorer::new(move |runtime| Ok(runtime.start_source(source, "app.js".as_ref(), SourceKind::Script)))
        .runs(200)
        .jobs(1)
        .explore()
}

#[test]
fn the_last_request_wins_in_every_order() {
    let report = explore(CORRECT).expect("the program runs");
    assert!(report.failures().next().is_none());
}

#[test]
fn without_aborting_the_first_request_may_win() {
    let report = explore(RACY).expect("the program runs");
    assert!(report.failures().next().is_some());
}

fn main() -> Result<(), Error> {
    for (name, source) in [("correct", CORRECT), ("racy", RACY)] {
        let report = explore(source)?;
        match report.failures().next() {
            None => println!("{name}: no failure"),
            Some(failure) => {
                println!("{name}: {}, in the order {}", failure.outcome.errors[0].headline(), failure.schedule);
            }
        }
    }
    Ok(())
}
