//! Explores every program of `js-tests/exploration` with the real command.
//!
//! A program `racy_*.js` fails in some order. Its header says which level of orders it needs, and how many deviations
//! from the usual order: `// needs: intent|standard` and `// depth: N`. The exploration must find the failure, shrink
//! it to at most that many deviations, and print a schedule with which `posttask run --order` fails in the same way.
//! After edits of the program, it still does, or the order does not fit.
//! A program `correct_*.js` checks what the standards guarantee. It must not fail in any order, at either level.
//!
//! The reports are the same if each order loads the program and if the program is loaded once. If orders are left out
//! that differ only in independent tasks, the failures are the same.

mod command;
mod optimized_command;
mod workspace;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use workspace::workspace;

/// The number of runs in which every failure must be found. Most are found in fewer, which are tried first.
const RUNS: [&str; 2] = ["200", "1000"];

/// The number of runs of each correct program at each level.
const CORRECT_RUNS: &str = "200";

/// Checks a program in an empty folder.
type Check = fn(&Path, &Path) -> Result<(), Failed>;

fn main() {
    let folder = workspace().join("js-tests/exploration");
    let mut programs: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap_or_else(|error| panic!("{error}")).path())
        .collect();
    programs.sort();
    // One program has few orders, which are all run, and the other one many.
    let shards = ["racy_last_resort.js", "racy_app_write_queue.js"].map(|name| {
        let program = folder.join(name);
        Trial::test(format!("shards of {name} have the outcomes of one process"), move || {
            in_a_folder(&program, compare_shards)
        })
    });
    let loaded_once: Vec<Trial> = programs.iter().cloned().filter_map(loaded_once).collect();
    let reduced: Vec<Trial> = programs.iter().cloned().filter_map(reduced).collect();
    let mut trials: Vec<Trial> = programs.into_iter().filter_map(trial).collect();
    assert!(!trials.is_empty(), "no programs in {}", folder.display());
    trials.extend(shards);
    trials.extend(loaded_once);
    trials.extend(reduced);
    let parts: [(_, Check); 2] = [
        ("an exploration that leaves out orders can go on", continues),
        ("one part can stand for all", one_part_is_enough),
    ];
    for (name, check) in parts {
        let program = folder.join("racy_two_ports.js");
        trials.push(Trial::test(name, move || in_a_folder(&program, check)));
    }
    if cfg!(unix) {
        trials.extend(ENDING.map(|ending| Trial::test(ending.name, move || is_one_failure(&ending))));
    }
    let program = folder.join("racy_last_resort.js");
    trials.push(Trial::test("--corpus keeps failing orders", move || in_a_folder(&program, corpus)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(program: PathBuf) -> Option<Trial> {
    let name = program.file_name()?.to_str()?.to_owned();
    if name.starts_with("racy_") {
        return Some(Trial::test(name, move || is_found(&program)));
    }
    name.starts_with("correct_").then(|| Trial::test(name, move || passes(&program)))
}

fn posttask(arguments: &[&str], program: &Path) -> Result<Output, Failed> {
    Ok(Command::new(optimized_command::path()).args(arguments).arg(program).output()?)
}

/// Returns the value of a line of the header.
fn header(source: &str, name: &str) -> Result<String, Failed> {
    let prefix = format!("// {name}: ");
    let line = source.lines().find_map(|line| line.strip_prefix(&prefix));
    Ok(line.ok_or_else(|| format!("the header has no line `{prefix}`"))?.to_owned())
}

fn is_found(program: &Path) -> Result<(), Failed> {
    let source = fs::read_to_string(program)?;
    let (level, depth) = (header(&source, "needs")?, header(&source, "depth")?.parse::<usize>()?);
    let usual = posttask(&["run", "--virtual-time"], program)?;
    if !usual.status.success() {
        return Err("it fails in the usual order".into());
    }
    let report = env::temp_dir().join(format!("posttask-{}-{}.json", std::process::id(), file_name(program)));
    let report_path = report.to_string_lossy().into_owned();
    let explored_in = |runs| {
        posttask(&["explore", "--jobs", "1", "--runs", runs, "--orders", &level, "--report", &report_path], program)
    };
    let [few, most] = RUNS;
    let mut explored = explored_in(few)?;
    if explored.status.success() {
        explored = explored_in(most)?;
    }
    let text = fs::read_to_string(&report)?;
    fs::remove_file(&report)?;
    if explored.status.code() != Some(1) {
        return Err(format!("not found: {}", String::from_utf8_lossy(&explored.stdout)).into());
    }
    let report: Value = serde_json::from_str(&text)?;
    let outcomes = report["outcomes"].as_array();
    let failures: Vec<&Value> = outcomes.into_iter().flatten().filter(|found| found["failure"] == true).collect();
    for failure in &failures {
        replays(failure, program)?;
        survives_edits(failure, &source, program)?;
        if failure["minimal"] != true || failure["level"] != level.as_str() {
            return Err(format!("expected a minimal schedule of level {level}: {}", failure["schedule"]).into());
        }
    }
    // A program may fail in several ways.
    let deviations = |failure: &&Value| failure["deviations"].as_array().map_or(usize::MAX, Vec::len);
    match failures.iter().map(deviations).min() {
        Some(smallest) if smallest <= depth => Ok(()),
        smallest => Err(format!("expected {depth} deviations, not {smallest:?}").into()),
    }
}

/// Replays a failure of a report, which must end in the same way.
fn replays(failure: &Value, program: &Path) -> Result<(), Failed> {
    let schedule = failure["schedule"].as_str().unwrap_or_default();
    let replay = posttask(&["run", "--order", schedule], program)?;
    let errors = String::from_utf8_lossy(&replay.stderr);
    let expected_code = failure["exit_code"].as_i64().unwrap_or_default();
    let headline = failure["errors"][0]["headline"].as_str().unwrap_or_default();
    if replay.status.code().map(i64::from) != Some(expected_code) || !errors.contains(headline) {
        return Err(format!("{schedule}: expected `{headline}` and exit code {expected_code}: {errors}").into());
    }
    if errors.contains("skipped") {
        return Err(format!("{schedule}: {errors}").into());
    }
    Ok(())
}

/// Replays a failure after each of several edits: it ends in the same way, or the order does not fit.
fn survives_edits(failure: &Value, source: &str, program: &Path) -> Result<(), Failed> {
    let folder = env::temp_dir().join(format!("posttask-edits-{}-{}", std::process::id(), file_name(program)));
    fs::create_dir_all(&folder)?;
    let edited = folder.join(file_name(program));
    let survives = edits(source).into_iter().try_for_each(|(edit, text)| {
        fs::write(&edited, text)?;
        let schedule = failure["schedule"].as_str().unwrap_or_default();
        let code = posttask(&["run", "--order", schedule], &edited)?.status.code();
        // Another name in the program may be another name in an error, so only a line at the top must work.
        if code == Some(3) && edit != "a line at the top" {
            return Ok(());
        }
        replays(failure, &edited).map_err(|error| format!("{edit}: {}", error.message().unwrap_or_default()).into())
    });
    fs::remove_dir_all(&folder)?;
    survives
}

/// A program after edits that do not change what it does, except that it may have one more timer.
fn edits(source: &str) -> Vec<(&'static str, String)> {
    let mut edits = vec![
        ("a line at the top", format!("// A new line.\n{source}")),
        ("an unrelated timer", format!("setTimeout(() => {{}}, 2);\n{source}")),
        ("other indentation", source.replace('\n', "\n        ").replace(") => {", ") =>\n{")),
    ];
    let function = source.find("\nfunction ").map(|start| start + 1);
    let function = function.and_then(|start| Some((start, start + source[start..].find("\n}\n")? + 3)));
    if let Some((start, end)) = function {
        let moved = format!("{}{}{}", &source[..start], &source[end..], &source[start..end]);
        edits.push(("a function that moves to the end", moved));
        let name = source[start + "function ".len()..end].split('(').next().unwrap_or_default();
        let renamed = source.replace(&format!("{name}("), &format!("{name}Now("));
        let renamed = renamed.replace(&format!("{name},"), &format!("{name}Now,"));
        edits.push(("a function with another name", renamed));
    }
    edits
}

fn passes(program: &Path) -> Result<(), Failed> {
    header(&fs::read_to_string(program)?, "correct")?;
    for level in ["intent", "standard"] {
        let options = ["explore", "--jobs", "1", "--runs", CORRECT_RUNS, "--orders", level];
        let explored = posttask(&options, program)?;
        if !explored.status.success() {
            return Err(format!("{level}: {}", String::from_utf8_lossy(&explored.stdout)).into());
        }
    }
    Ok(())
}

/// Calls a check with a program and a new folder, which is removed.
fn in_a_folder(program: &Path, check: Check) -> Result<(), Failed> {
    static FOLDERS: AtomicUsize = AtomicUsize::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("posttask-exploration-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let checked = check(program, &folder);
    fs::remove_dir_all(&folder)?;
    checked
}

/// Explores a program twice: the second time, only the order that has failed before.
fn corpus(program: &Path, folder: &Path) -> Result<(), Failed> {
    let copy = folder.join("program.js");
    fs::copy(program, &copy)?;
    let option = format!("--corpus={}", folder.join("kept").display());
    let explore = |options: &[&str], status: i32| -> Result<String, Failed> {
        let ended = posttask(&[&["explore", "--jobs", "1", &option], options].concat(), &copy)?;
        let [printed, errors] = [ended.stdout, ended.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        if ended.status.code() != Some(status) {
            return Err(format!("{options:?}: {}\n{printed}{errors}", ended.status).into());
        }
        Ok(printed + &errors)
    };
    explore(&[], 1)?;
    let again = explore(&["--only-corpus"], 1)?;
    if !again.contains("of 2 runs fail") {
        return Err(format!("more than the kept order ran:\n{again}").into());
    }
    fs::write(&copy, "setTimeout(() => {})")?;
    if !explore(&["--only-corpus"], 3)?.contains("in the corpus do") {
        return Err("it is not said that the order does not fit".into());
    }
    explore(&["--prune-corpus"], 0)?;
    explore(&["--only-corpus"], 0)?;
    Ok(())
}

/// Explores in three parts, merges their reports, and compares the result with one process.
fn compare_shards(program: &Path, folder: &Path) -> Result<(), Failed> {
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let explore = |name: &str, options: &[&str]| -> Result<Value, Failed> {
        let path = path(name);
        let all = [&["explore", "--jobs", "1", "--runs", "1500", "--report", &path], options].concat();
        posttask(&all, program)?;
        Ok(serde_json::from_str(&fs::read_to_string(&path)?)?)
    };
    let whole = explore("whole.json", &[])?;
    for shard in ["1", "2", "3"] {
        explore(shard, &["--shard", &format!("{shard}/3")])?;
    }
    let merge = |parts: &[&str]| -> Result<Output, Failed> {
        let paths = parts.iter().map(|part| path(part));
        let mut command = Command::new(optimized_command::path());
        command.args(["explore", "--report", &path("merged.json"), "--merge"]).args(paths);
        Ok(command.output()?)
    };
    let incomplete = merge(&["1", "3"])?;
    if !String::from_utf8_lossy(&incomplete.stdout).contains("parts 2/3 are missing") {
        return Err("a missing part is not reported".into());
    }
    for wrong in [["1", "1"], ["whole.json", "2"]] {
        if merge(&wrong)?.status.code() != Some(2) {
            return Err(format!("{wrong:?} were merged").into());
        }
    }
    if merge(&["1", "2", "3"])?.status.code() != Some(1) {
        return Err("the failure was lost".into());
    }
    let merged: Value = serde_json::from_str(&fs::read_to_string(path("merged.json"))?)?;
    let keys = |report: &Value| {
        let outcomes = report["outcomes"].as_array().into_iter().flatten();
        let mut keys: Vec<String> = outcomes.map(|found| found["key"].to_string()).collect();
        keys.sort();
        keys
    };
    if keys(&whole) != keys(&merged) {
        return Err(format!("outcomes {:?} instead of {:?}", keys(&merged), keys(&whole)).into());
    }
    let is_same = |field: &str| whole[field] == merged[field];
    if !is_same("complete") || !is_same("distinct_orders") {
        return Err(format!("{} orders instead of {}", merged["distinct_orders"], whole["distinct_orders"]).into());
    }
    Ok(())
}

/// A trial that explores a program in both ways.
fn loaded_once(program: PathBuf) -> Option<Trial> {
    let name = program.file_name()?.to_str()?.strip_suffix(".js")?.to_owned();
    cfg!(unix).then(|| Trial::test(format!("{name} is loaded once"), move || loading_once_changes_nothing(&program)))
}

/// Explores with a server that loads the program once, and without one. The reports must be the same, byte for byte.
fn loading_once_changes_nothing(program: &Path) -> Result<(), Failed> {
    let strategies: [&[&str]; 3] = [
        &["--runs", "30"],
        &["--runs", "15", "--strategy", "exhaustive"],
        &["--runs", "15", "--strategy", "exhaustive", "--reduce", "always"],
    ];
    for options in strategies {
        let report = |when: &str| -> Result<(String, String), Failed> {
            let name = format!("posttask-{}-{when}-{}.json", std::process::id(), file_name(program));
            let path = env::temp_dir().join(name);
            let text = path.to_string_lossy().into_owned();
            let fixed = ["explore", "--jobs", "1", "--orders", "standard", "--load-once", when, "--report", &text];
            let explored = posttask(&[&fixed, options].concat(), program)?;
            let report = fs::read_to_string(&path)?;
            fs::remove_file(&path)?;
            Ok((report, String::from_utf8_lossy(&explored.stdout).into_owned()))
        };
        let (here, elsewhere) = (report("never")?, report("always")?);
        if here != elsewhere {
            return Err(format!("{options:?}: {}\n{}\ninstead of\n{}", elsewhere.1, elsewhere.0, here.0).into());
        }
    }
    Ok(())
}

/// A trial that explores all orders of a program, and only those that others do not stand for.
fn reduced(program: PathBuf) -> Option<Trial> {
    let name = program.file_name()?.to_str()?.strip_suffix(".js")?.to_owned();
    Some(Trial::test(format!("{name} loses no outcome if orders are left out"), move || {
        reduction_loses_nothing(&program)
    }))
}

/// The outcomes of an exploration, by their keys.
fn outcome_keys(report: &Value) -> BTreeSet<String> {
    report["outcomes"].as_array().into_iter().flatten().map(|found| found["key"].to_string()).collect()
}

/// Explores all orders with and without those that differ only in independent tasks. If there are not too many, the
/// outcomes must be the same, also those that are not failures.
fn reduction_loses_nothing(program: &Path) -> Result<(), Failed> {
    let path = env::temp_dir().join(format!("posttask-{}-reduced-{}.json", std::process::id(), file_name(program)));
    let text = path.to_string_lossy().into_owned();
    let report = |when: &str| -> Result<Value, Failed> {
        let all = ["explore", "--jobs", "1", "--runs", "200", "--strategy", "exhaustive", "--fail-on", "difference"];
        posttask(&[&all[..], &["--reduce", when, "--report", &text]].concat(), program)?;
        let report = serde_json::from_str(&fs::read_to_string(&path)?)?;
        fs::remove_file(&path)?;
        Ok(report)
    };
    let (all, reduced) = (report("never")?, report("always")?);
    if reduced["nondeterminism"] != Value::Null {
        return Err(format!("an order is not the same: {}", reduced["nondeterminism"]).into());
    }
    let (all_keys, reduced_keys) = (outcome_keys(&all), outcome_keys(&reduced));
    let are_comparable = all["complete"] == true && reduced["complete"] == true;
    if are_comparable && all_keys != reduced_keys {
        return Err(format!("{} outcomes instead of {}", reduced_keys.len(), all_keys.len()).into());
    }
    Ok(())
}

/// A program with few orders that differ in dependent tasks, and very many others.
const MANY_EQUIVALENT: &str = "
    const answer = then => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { port1.close(); then(); };
        port2.postMessage(0);
    };
    const got = [];
    for (let i = 0; i < 20; i++) answer(() => {});
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
        answer(() => {
            got.push(name);
            if (got.join('') === 'ebdca') throw new Error('found');
        });
    }
";

/// What an exploration of [`MANY_EQUIVALENT`] reports.
fn report_of_many(folder: &Path, name: &str, options: &[&str]) -> Result<Value, Failed> {
    let (program, report) = (folder.join("many.js"), folder.join(name));
    fs::write(&program, MANY_EQUIVALENT)?;
    let report = report.to_string_lossy().into_owned();
    posttask(&[&["explore", "--jobs", "1", "--report", &report], options].concat(), &program)?;
    Ok(serde_json::from_str(&fs::read_to_string(report)?)?)
}

fn stands_for_all(report: &Value) -> Result<(), Failed> {
    if report["complete"] != true || report["reduced"] != true {
        return Err(format!("complete: {}, reduced: {}", report["complete"], report["reduced"]).into());
    }
    Ok(())
}

/// An exploration that is interrupted while it leaves out orders finds the same when it goes on.
fn continues(_: &Path, folder: &Path) -> Result<(), Failed> {
    let whole = report_of_many(folder, "whole.json", &["--for", "10m"])?;
    stands_for_all(&whole)?;
    let beginning = report_of_many(folder, "parts.json", &["--for", "600ms"])?;
    if beginning["complete"] != true && beginning["position"]["phase"]["exhausting"] == Value::Null {
        return Err(format!("it does not leave out orders: {}", beginning["position"]).into());
    }
    let end = report_of_many(folder, "parts.json", &["--for", "10m", "--resume"])?;
    stands_for_all(&end)?;
    if outcome_keys(&whole) != outcome_keys(&end) {
        return Err("the outcomes differ".into());
    }
    Ok(())
}

/// The first part of an exploration runs the orders that stand for all; so the whole is complete.
fn one_part_is_enough(_: &Path, folder: &Path) -> Result<(), Failed> {
    let whole = report_of_many(folder, "whole.json", &[])?;
    stands_for_all(&whole)?;
    for part in ["1/3", "2/3", "3/3"] {
        report_of_many(folder, &part.replace('/', "-"), &["--shard", part])?;
    }
    let merged = folder.join("merged.json");
    let mut command = Command::new(optimized_command::path());
    command.args(["explore", "--report"]).arg(&merged).arg("--merge");
    command.args(["1-3", "2-3", "3-3"].map(|part| folder.join(part)));
    if command.output()?.status.code() != Some(1) {
        return Err("the failure was lost".into());
    }
    let merged: Value = serde_json::from_str(&fs::read_to_string(merged)?)?;
    stands_for_all(&merged)?;
    if outcome_keys(&whole) != outcome_keys(&merged) {
        return Err("the outcomes differ".into());
    }
    Ok(())
}

/// A program that ends its process in one order.
#[derive(Clone, Copy)]
struct EndingProgram {
    name: &'static str,
    /// What happens in that order.
    statement: &'static str,
    /// What the report says.
    message: &'static str,
}

const ENDING: [EndingProgram; 1] = [EndingProgram {
    name: "an order without enough memory is one failure",
    statement: "kept = new Uint8Array(1 << 30);",
    message: "Ended: out of memory; --max-memory sets the limit",
}];

/// The order in which the process ends is a failure, and the others are explored, too.
fn is_one_failure(ending: &EndingProgram) -> Result<(), Failed> {
    let code = format!(
        "let kept; setTimeout(() => {{ kept = 1; }});\n\
         scheduler.postTask(() => {{ if (!kept) {{ {} }} }});\n",
        ending.statement
    );
    let options = ["explore", "--load-once", "always", "--max-memory", "400", "--runs", "40", "-e"];
    let explored = posttask(&options, Path::new(&code))?;
    let text = String::from_utf8_lossy(&explored.stdout).into_owned();
    let expected = [ending.message, "This causes the failure", "2:19<1:21", "1 passing outcome"];
    match expected.iter().find(|part| !text.contains(**part)) {
        Some(missing) => Err(format!("no `{missing}` in {text}").into()),
        None if explored.status.code() != Some(1) => Err(format!("{}", explored.status).into()),
        None => Ok(()),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
