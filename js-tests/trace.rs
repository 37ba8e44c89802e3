//! Compares traces with those of Chromium, and passes them through checkers.
//!
//! `js-tests/trace/chromium.json` has random programs with the sequence of their scheduling events in a trace of
//! Chromium, recorded by `js-tests/trace/record_chromium.mjs`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// Defines what the programs log with.
const PRELUDE: &str = "globalThis.log = () => {};\n";

/// The names of the events that are compared.
const COMPARED: [&str; 6] = [
    "SchedulePostTaskCallback",
    "RunPostTaskCallback",
    "AbortPostTaskCallback",
    "ScheduleYieldContinuation",
    "RunYieldContinuation",
    "AbortYieldContinuation",
];

fn main() {
    let recorded = fs::read_to_string(package().join("js-tests/trace/chromium.json"))
        .unwrap_or_else(|error| panic!("chromium.json: {error}"));
    let recorded: Vec<Value> = serde_json::from_str(&recorded).unwrap_or_else(|error| panic!("{error}"));
    assert!(recorded.len() >= 50, "there are only {} programs", recorded.len());
    let trials = recorded.into_iter().map(|program| {
        let name = program["name"].as_str().unwrap_or_default().to_owned();
        Trial::test(format!("events of Chromium: {name}"), move || has_the_events_of_chromium(&program))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// Returns the folder of the package as known at run time: the target folder may outlive the checkout it was built in.
fn package() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
}

/// Runs a program, and returns the events of its trace.
fn trace(source: &str, name: &str, options: &[&str]) -> Result<Vec<Value>, Failed> {
    let file = |extension: &str| env::temp_dir().join(format!("posttask-{}-{name}.{extension}", std::process::id()));
    let (program, trace) = (file("js"), file("json"));
    fs::write(&program, source)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_posttask"));
    command.args(["run", "--virtual-time", "--unhandled-rejections", "warn"]).args(options);
    command.arg("--trace").arg(&trace).arg(&program).output()?;
    let text = fs::read_to_string(&trace)?;
    remove(&[&program, &trace])?;
    let mut parsed: Value = serde_json::from_str(&text)?;
    Ok(serde_json::from_value(parsed["traceEvents"].take())?)
}

fn remove(files: &[&Path]) -> Result<(), Failed> {
    files.iter().try_for_each(fs::remove_file).map_err(Failed::from)
}

/// The scheduling events in the form of the recorded ones: name, number of the task, and what else is known.
fn scheduling_events(mut events: Vec<Value>) -> Vec<Vec<Value>> {
    events.sort_by_key(|event| event["ts"].as_u64());
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut rows = Vec::new();
    for event in events {
        let (name, data) = (&event["name"], &event["args"]["data"]);
        if !COMPARED.iter().any(|compared| name == compared) {
            continue;
        }
        let next = numbers.len() + 1;
        let number = *numbers.entry(data["taskId"].as_u64().unwrap_or_default()).or_insert(next);
        let mut row = vec![name.clone(), number.into()];
        row.extend(["priority", "delay"].iter().map(|member| &data[*member]).filter(|value| !value.is_null()).cloned());
        rows.push(row);
    }
    rows
}

fn has_the_events_of_chromium(program: &Value) -> Result<(), Failed> {
    let name = program["name"].as_str().ok_or("no name")?;
    let source = PRELUDE.to_owned() + program["source"].as_str().ok_or("no source")?;
    let ours = scheduling_events(trace(&source, name, &["--as", "chromium"])?);
    let theirs: Vec<Vec<Value>> = serde_json::from_value(program["events"].clone())?;
    if ours == theirs {
        return Ok(());
    }
    let line = |row: Option<&Vec<Value>>| serde_json::to_string(&row).unwrap_or_default();
    let rows = (0..ours.len().max(theirs.len())).map(|index| (ours.get(index), theirs.get(index)));
    let lines = rows.map(|(ours, theirs)| {
        let sign = if ours == theirs { ' ' } else { '!' };
        format!("{sign} {:<60} {}", line(ours), line(theirs))
    });
    Err(format!("ours, and Chromium's:\n{}\n{source}", lines.collect::<Vec<_>>().join("\n")).into())
}
