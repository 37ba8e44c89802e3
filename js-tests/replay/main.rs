//! Replays orders in Node, which must log what posttask logs.
//!
//! The programs are those of `js-tests/exploration` that fail in some order, with the orders that an exploration finds,
//! and random programs with random orders. `POSTTASK_REPLAYS=300x200` runs 300 random programs with up to 200 orders
//! each, and `POSTTASK_REPLAYS=7..8x50` those of one seed. Without `node` on the `PATH`, nothing is compared, and the
//! test says so.

#[path = "../command.rs"]
mod command;
mod generator;
#[path = "../optimized_command.rs"]
mod optimized_command;
#[path = "../workspace.rs"]
mod workspace;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use workspace::workspace;

/// The seeds of random programs in an ordinary test run, and the number of orders of each.
const SEEDS: Range<u64> = 0..12;
const ORDERS: usize = 4;

/// The number of outcomes of each program that fails in some order: the usual one, and failures.
const OUTCOMES: usize = 3;

fn main() {
    let arguments = Arguments::from_args();
    if Command::new("node").arg("--version").output().is_err() {
        let skipped = Trial::test("skipped, because there is no node on the PATH", || Ok(()));
        libtest_mimic::run(&arguments, vec![skipped]).exit();
    }
    let (seeds, orders) = env::var("POSTTASK_REPLAYS").ok().as_deref().and_then(parse).unwrap_or((SEEDS, ORDERS));
    let mut trials: Vec<Trial> = racy_programs().into_iter().map(racy_trial).collect();
    trials.extend(seeds.map(|seed| Trial::test(format!("seed {seed}"), move || random_program(seed, orders))));
    libtest_mimic::run(&arguments, trials).exit();
}

fn parse(text: &str) -> Option<(Range<u64>, usize)> {
    let (seeds, orders) = text.split_once('x')?;
    let seeds = match seeds.split_once("..") {
        Some((start, end)) => start.parse().ok()?..end.parse().ok()?,
        None => 0..seeds.parse().ok()?,
    };
    Some((seeds, orders.parse().ok()?))
}

fn racy_programs() -> Vec<PathBuf> {
    let folder = workspace().join("js-tests/exploration");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let is_racy = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("racy_"));
    let mut programs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_racy).collect();
    programs.sort();
    assert!(!programs.is_empty(), "no programs in {}", folder.display());
    programs
}

fn racy_trial(program: PathBuf) -> Trial {
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Trial::test(name, move || {
        let folder = tempfile::tempdir()?;
        let source = fs::read_to_string(&program)?;
        let level = source.lines().find_map(|line| line.strip_prefix("// needs: ")).unwrap_or("intent");
        let report = folder.path().join("report.json");
        let explored_in = |runs| explored(&program, &["--runs", runs, "--orders", level], &report);
        // Most programs fail in one of the first orders.
        let few = explored_in("100")?;
        let orders = if few.len() > 1 { few } else { explored_in("1000")? };
        orders.iter().take(OUTCOMES).try_for_each(|order| is_replayed(&program, order, &[], folder.path()))
    })
}

fn random_program(seed: u64, most: usize) -> Result<(), Failed> {
    let is_for_node = seed % 4 == 3;
    let folder = tempfile::tempdir()?;
    let program = folder.path().join(format!("program_{seed}.js"));
    fs::write(&program, generator::program(seed, is_for_node))?;
    let mut options = vec!["--frames", "60"];
    if is_for_node {
        options.push("--node");
    }
    let runs = (2 * most).to_string();
    let explore = [&options[..], &["--runs", &runs, "--strategy", "random"]].concat();
    let orders = explored(&program, &explore, &folder.path().join("report.json"))?;
    let orders = orders.iter().take(most);
    let result = { orders }.try_for_each(|order| is_replayed(&program, order, &options, folder.path()));
    // The program, to find its smallest part that fails.
    result.map_err(|error| {
        let text = generator::program(seed, is_for_node);
        format!("{}\n{text}", error.message().unwrap_or_default()).into()
    })
}

/// Explores a program. Returns an order for each outcome.
fn explored(program: &Path, options: &[&str], report: &Path) -> Result<Vec<String>, Failed> {
    let mut command = Command::new(optimized_command::path());
    command.args(["explore", "--jobs", "1", "--report"]).arg(report).args(options).arg(program);
    let explored = command.output()?;
    let text = fs::read_to_string(report).map_err(|error| format!("{error}: {}", text_of(&explored.stderr)))?;
    let report: Value = serde_json::from_str(&text)?;
    let outcomes = report["outcomes"].as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(outcomes.iter().filter_map(|outcome| Some(outcome["schedule"].as_str()?.to_owned())).collect())
}

/// Replays an order in Node, and compares what it prints, and how it ends. A program with workers or locks is refused.
fn is_replayed(program: &Path, order: &str, options: &[&str], folder: &Path) -> Result<(), Failed> {
    let output = folder.join("replay");
    let written = Command::new(optimized_command::path())
        .args(["replay", "--in", "node", "--order", order, "--output"])
        .arg(&output)
        .args(options)
        .arg(program)
        .output()?;
    let source = fs::read_to_string(program)?;
    if ["new Worker(", "navigator.locks"].iter().any(|used| source.contains(used)) {
        let is_refused = text_of(&written.stderr).contains("cannot be replayed: it uses ");
        return if is_refused { Ok(()) } else { Err(format!("{order}: not refused").into()) };
    }
    let run =
        Command::new(optimized_command::path()).args(["run", "--order", order]).args(options).arg(program).output()?;
    if !written.status.success() {
        // An exploration may print an order that posttask itself cannot follow.
        let is_equal = written.status.code() == Some(3) && run.status.code() == Some(3);
        return if is_equal { Ok(()) } else { Err(format!("{order}: {}", text_of(&written.stderr)).into()) };
    }
    let replay = Command::new("node").arg("--import").arg(output.join("replay.mjs")).arg(program).output()?;
    if is_equal(&run, &replay) {
        return Ok(());
    }
    let text = |it: &Output| format!("{}\n{}{}", it.status, text_of(&it.stdout), text_of(&it.stderr));
    Err(format!("--order '{order}'\nposttask: {}\nNode: {}", text(&run), text(&replay)).into())
}

/// Whether two runs printed the same, reported as many errors, and ended in the same way.
fn is_equal(one: &Output, other: &Output) -> bool {
    let errors = |it: &Output| text_of(&it.stderr).lines().filter(|line| line.starts_with("Uncaught ")).count();
    one.stdout == other.stdout && errors(one) == errors(other) && one.status.code() == other.status.code()
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
