//! Compares traces with those of Chromium, and checks their form.
//!
//! With Node.js, traces are also passed through the trace engine of DevTools, which must be installed: see
//! `js-tests/trace/check_devtools.mjs`. Without it, these tests are ignored, and their names say so.
//!
//! `js-tests/trace/chromium.json` has random programs with the sequence of their scheduling events in a trace of
//! Chromium, recorded by `js-tests/trace/record_chromium.mjs`.

mod command;
mod workspace;

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use workspace::workspace;

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
    let recorded = fs::read_to_string(workspace().join("js-tests/trace/chromium.json"))
        .unwrap_or_else(|error| panic!("chromium.json: {error}"));
    let recorded: Vec<Value> = serde_json::from_str(&recorded).unwrap_or_else(|error| panic!("{error}"));
    assert!(recorded.len() >= 50, "there are only {} programs", recorded.len());
    let trials = recorded.into_iter().map(|program| {
        let name = program["name"].as_str().unwrap_or_default().to_owned();
        Trial::test(format!("events of Chromium: {name}"), move || has_the_events_of_chromium(&program))
    });
    let mut trials: Vec<Trial> = trials.collect();
    let why_not = no_engine();
    for program in programs() {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (again, reason) = (program.clone(), why_not.clone().unwrap_or_default());
        trials.push(Trial::test(format!("form of the trace of {name}"), move || has_the_right_form(&program)));
        let devtools = Trial::test(format!("DevTools reads the trace of {name}{reason}"), move || devtools(&again));
        trials.push(devtools.with_ignored_flag(why_not.is_some()));
    }
    let why_not = no_browser();
    let name = format!("timelines work in Chromium{}", why_not.clone().unwrap_or_default());
    trials.push(Trial::test(name, timelines_work).with_ignored_flag(why_not.is_some()));
    trials.push(Trial::test("a timeline is one page with all data", a_timeline_is_one_page));
    trials.push(Trial::test("a trace is valid after a timeout", || is_valid_after("for (;;);", "timeout")));
    trials.push(Trial::test("a trace is valid after a kill", || is_valid_after(ENDLESS, "kill")));
    trials.push(Trial::test("a compressed trace is the same", is_the_same_compressed));
    trials.push(Trial::test("the prompt writes a trace", the_prompt_writes_a_trace));
    trials.push(Trial::test("an exploration writes the trace of the failing order", an_exploration_writes_a_trace));
    trials.push(Trial::test("statistics are written as JSON", statistics_are_json));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Runs a program, and returns the events of its trace.
fn trace(source: &str, name: &str, options: &[&str]) -> Result<Vec<Value>, Failed> {
    let file = |extension: &str| env::temp_dir().join(format!("posttask-{}-{name}.{extension}", std::process::id()));
    let (program, trace) = (file("js"), file("json"));
    fs::write(&program, source)?;
    let mut command = Command::new(command::path());
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

/// A program that never ends.
const ENDLESS: &str = "(function post() { scheduler.postTask(post); })();";

/// The programs whose traces are checked.
fn programs() -> Vec<PathBuf> {
    let folder = workspace().join("js-tests/trace/programs");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut programs: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    programs.sort();
    assert!(programs.len() >= 5, "there are only {} programs", programs.len());
    programs
}

/// Why traces cannot be passed through the trace engine of DevTools. `None` if they can.
fn no_engine() -> Option<String> {
    let checker = workspace().join("js-tests/trace/check_devtools.mjs");
    let Ok(output) = Command::new("node").arg(&checker).arg(&checker).output() else {
        return Some(" (not run: there is no Node.js)".to_owned());
    };
    let is_missing = String::from_utf8_lossy(&output.stderr).contains("no trace engine");
    is_missing.then(|| " (not run: @paulirish/trace_engine is not installed)".to_owned())
}

/// Why pages cannot be opened in Chromium. `None` if they can.
fn no_browser() -> Option<String> {
    // Prints whether there is a WebSocket, and the browser.
    let script =
        "import('./js-tests/browser/cdp.mjs').then(({ findBrowser }) => console.log(typeof WebSocket, findBrowser()))";
    let output = Command::new("node").args(["-e", script]).current_dir(workspace()).output();
    let Ok(output) = output else { return Some(" (not run: there is no Node.js)".to_owned()) };
    let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match found.split_once(' ') {
        Some(("function", browser)) if Path::new(browser).exists() => None,
        Some(("function", _)) => Some(" (not run: there is no Chromium)".to_owned()),
        _ => Some(" (not run: Node.js 22 or a later version is needed)".to_owned()),
    }
}

/// Writes the timeline of a program, and that of the two orders of another one.
fn write_timelines(name: &str) -> Result<[PathBuf; 2], Failed> {
    let pages = ["one", "two"].map(|orders| temporary(&format!("{name}-{orders}.html")));
    let run = |arguments: &[&str], page: &Path, program: &str| -> Result<(), Failed> {
        let mut command = Command::new(command::path());
        command.args(arguments).arg("--timeline").arg(page).arg(workspace().join("js-tests").join(program)).output()?;
        Ok(())
    };
    run(&["run", "--virtual-time"], &pages[0], "trace/programs/every_kind.js")?;
    run(&["explore", "--runs", "200"], &pages[1], "exploration/racy_last_resort.js")?;
    Ok(pages)
}

fn timelines_work() -> Result<(), Failed> {
    let pages = write_timelines("chromium")?;
    let output = Command::new("node").arg(workspace().join("js-tests/timeline/check.mjs")).args(&pages).output()?;
    remove(&[&pages[0], &pages[1]])?;
    if output.status.success() {
        return Ok(());
    }
    let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("{printed}{errors}").into())
}

fn a_timeline_is_one_page() -> Result<(), Failed> {
    let pages = write_timelines("data")?;
    for (page, orders) in pages.iter().zip([1, 2]) {
        let html = fs::read_to_string(page)?;
        assert!(!html.contains("/*DATA*/") && !html.contains("src=\"http"), "the page is complete");
        let data = html.split_once("id=\"data\">").and_then(|(_, data)| data.split_once("</script>"));
        let data: Value = serde_json::from_str(data.ok_or("there is no data")?.0)?;
        assert_eq!(data["orders"].as_array().map(Vec::len), Some(orders));
        let work = &data["orders"][0]["work"];
        let rows = work["id"].as_array().map(Vec::len);
        assert!(work.as_object().is_some_and(|columns| columns.values().all(|it| it.as_array().map(Vec::len) == rows)));
        let difference = &data["orders"][orders - 1]["differences"][0];
        let reason = difference["reasons"][0].as_str();
        assert_eq!(difference["text"].is_string(), orders == 2, "only the failing order is different");
        assert_eq!(reason.is_some_and(|reason| reason.starts_with("allowed: ")), orders == 2, "{reason:?}");
    }
    remove(&[&pages[0], &pages[1]])
}

fn temporary(name: &str) -> PathBuf {
    env::temp_dir().join(format!("posttask-trace-{}-{name}", std::process::id()))
}

/// Writes the trace of a program in a file.
fn write_trace(program: &Path, trace: &Path, options: &[&str]) -> Result<(), Failed> {
    let mut command = Command::new(command::path());
    command.args(["run", "--trace"]).arg(trace).args(options).arg(program).output()?;
    Ok(())
}

fn read_trace(trace: &Path) -> Result<Vec<Value>, Failed> {
    let mut parsed: Value = serde_json::from_str(&fs::read_to_string(trace)?)?;
    Ok(serde_json::from_value(parsed["traceEvents"].take())?)
}

fn devtools(program: &Path) -> Result<(), Failed> {
    for options in [&["--virtual-time"][..], &[]] {
        let trace = temporary(&format!("devtools-{}.json", program.file_stem().unwrap_or_default().to_string_lossy()));
        write_trace(program, &trace, options)?;
        let checker = workspace().join("js-tests/trace/check_devtools.mjs");
        let output = Command::new("node").arg(checker).arg(&trace).output()?;
        remove(&[&trace])?;
        if !output.status.success() {
            return Err(format!("{options:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
    }
    Ok(())
}

/// Checks what Perfetto and DevTools need: complete events nest, ids pair, times grow.
fn has_the_right_form(program: &Path) -> Result<(), Failed> {
    for options in [&["--virtual-time"][..], &[]] {
        let trace = temporary(&format!("form-{}.json", program.file_stem().unwrap_or_default().to_string_lossy()));
        write_trace(program, &trace, options)?;
        let events = read_trace(&trace)?;
        remove(&[&trace])?;
        check_nesting(&events)?;
        check_arrows(&events)?;
        check_pairs(&events)?;
    }
    Ok(())
}

fn number(event: &Value, member: &str) -> u64 {
    event[member].as_u64().unwrap_or_else(|| panic!("{member} is not a positive integer: {event}"))
}

/// Complete events are within each other or one after the other, and none is empty.
fn check_nesting(events: &[Value]) -> Result<(), Failed> {
    let complete = events.iter().filter(|event| event["ph"] == "X");
    let mut spans: Vec<_> = complete.map(|it| (number(it, "ts"), number(it, "ts") + number(it, "dur"), it)).collect();
    spans.sort_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
    let mut open: Vec<u64> = Vec::new();
    let mut starts = HashSet::new();
    for (start, end, event) in spans {
        while open.last().is_some_and(|outer| *outer <= start) {
            open.pop();
        }
        if end <= start || open.last().is_some_and(|outer| *outer < end) || !starts.insert(start) {
            return Err(format!("does not nest: {event}").into());
        }
        open.push(end);
    }
    Ok(())
}

/// Arrows have two ends with the same id, at the start of an event.
fn check_arrows(events: &[Value]) -> Result<(), Failed> {
    let is_drawn = |event: &&Value| matches!(event["ph"].as_str(), Some("X" | "I"));
    let starts: HashSet<(u64, &str)> = events
        .iter()
        .filter(is_drawn)
        .filter_map(|event| Some((number(event, "ts"), event["cat"].as_str()?)))
        .collect();
    let mut ends: HashMap<u64, (u64, u64)> = HashMap::new();
    for event in events.iter().filter(|event| event["ph"] == "s" || event["ph"] == "f") {
        let of_flow = ends.entry(number(event, "id")).or_default();
        if event["ph"] == "s" {
            of_flow.0 += 1;
        } else {
            of_flow.1 += 1;
        }
        if !starts.contains(&(number(event, "ts"), event["cat"].as_str().unwrap_or_default())) {
            return Err(format!("no event begins with {event}").into());
        }
    }
    match ends.iter().find(|(_, counts)| **counts != (1, 1)) {
        Some((id, counts)) => Err(format!("arrow {id} has {counts:?} ends").into()),
        None => Ok(()),
    }
}

/// What runs, fires or is aborted was scheduled before, in time and in the file.
fn check_pairs(events: &[Value]) -> Result<(), Failed> {
    let pairs = [
        ("SchedulePostTaskCallback", "RunPostTaskCallback", "taskId"),
        ("SchedulePostTaskCallback", "AbortPostTaskCallback", "taskId"),
        ("ScheduleYieldContinuation", "RunYieldContinuation", "taskId"),
        ("ScheduleYieldContinuation", "AbortYieldContinuation", "taskId"),
        ("TimerInstall", "TimerFire", "timerId"),
        ("TimerInstall", "TimerRemove", "timerId"),
        ("RequestIdleCallback", "FireIdleCallback", "id"),
        ("RequestIdleCallback", "CancelIdleCallback", "id"),
        ("SchedulePostMessage", "HandlePostMessage", "traceId"),
    ];
    for (scheduled, ran, member) in pairs {
        let mut known: HashMap<&Value, u64> = HashMap::new();
        for event in events {
            let id = &event["args"]["data"][member];
            if event["name"] == scheduled && known.insert(id, number(event, "ts")).is_some() {
                return Err(format!("scheduled twice: {event}").into());
            }
            if event["name"] == ran && known.get(id).is_none_or(|at| *at >= number(event, "ts")) {
                return Err(format!("not scheduled before: {event}").into());
            }
        }
    }
    Ok(())
}

/// Ends a program that does not end by itself, and checks that its trace can be read.
fn is_valid_after(source: &str, how: &str) -> Result<(), Failed> {
    let (program, trace) = (temporary(&format!("{how}.js")), temporary(&format!("{how}.json")));
    fs::write(&program, source)?;
    let mut command = Command::new(command::path());
    command.args(["run", "--trace"]).arg(&trace);
    if how == "timeout" {
        command.args(["--timeout", "50ms"]);
    }
    let mut child = command.arg(&program).stderr(Stdio::null()).spawn()?;
    if how == "kill" {
        // At any moment after it has begun to write events.
        while fs::metadata(&trace).map_or(0, |file| file.len()) < 1 << 20 {
            std::thread::yield_now();
        }
        end_write(child.id())?;
        child.kill()?;
    }
    child.wait()?;
    let events = read_trace(&trace)?;
    remove(&[&program, &trace])?;
    let script = events.iter().any(|event| event["name"] == "EvaluateScript");
    if how == "timeout" {
        // What ran when the process ended has its duration.
        let longest = events.iter().filter(|event| event["name"] == "RunTask").map(|event| number(event, "dur")).max();
        assert!(longest.is_some_and(|longest| longest >= 1_000), "the longest task took {longest:?}");
    }
    assert!(script, "there are {} events, and none is of the script", events.len());
    Ok(())
}

/// Stops a process, because a kill could cut off a write: a thread stops when it has returned from the system.
#[cfg(target_os = "linux")]
fn end_write(process: u32) -> Result<(), Failed> {
    Command::new("kill").args(["-STOP", &process.to_string()]).status()?;
    let is_stopped = |thread: fs::DirEntry| {
        let state = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        state.rsplit(')').next().is_none_or(|state| state.trim_start().starts_with(['T', 'Z']))
    };
    while !fs::read_dir(format!("/proc/{process}/task"))?.flatten().all(is_stopped) {
        std::thread::yield_now();
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "on Linux, it can fail")]
const fn end_write(_: u32) -> Result<(), Failed> {
    Ok(())
}

fn the_prompt_writes_a_trace() -> Result<(), Failed> {
    let trace = temporary("prompt.json");
    let mut command = Command::new(command::path());
    let mut child = command.args(["repl", "--virtual-time"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    let input = format!(
        ".trace on {}\nscheduler.postTask(function traced() {{}})\n.run\n.trace off\nscheduler.postTask(() => {{}})\n",
        trace.display()
    );
    child.stdin.take().ok_or("no input")?.write_all(input.as_bytes())?;
    child.wait()?;
    let events = read_trace(&trace)?;
    remove(&[&trace])?;
    let calls = events.iter().filter(|event| event["name"] == "FunctionCall");
    let names: Vec<_> = calls.map(|event| event["args"]["data"]["functionName"].clone()).collect();
    assert_eq!(names, ["traced"]);
    Ok(())
}

fn an_exploration_writes_a_trace() -> Result<(), Failed> {
    let trace = temporary("explored.json");
    let program = workspace().join("js-tests/exploration/racy_last_resort.js");
    let mut command = Command::new(command::path());
    command.args(["explore", "--runs", "100", "--trace"]).arg(&trace).arg(program).output()?;
    let events = read_trace(&trace)?;
    remove(&[&trace])?;
    check_nesting(&events)?;
    let is_error = |event: &Value| event["name"].as_str().is_some_and(|name| name.starts_with("Uncaught"));
    assert!(events.iter().any(is_error), "the failing order has an error");
    Ok(())
}

/// What was scheduled has run, was aborted or cleared, or is waiting.
fn statistics_are_json() -> Result<(), Failed> {
    let file = temporary("statistics.json");
    for program in programs() {
        let mut command = Command::new(command::path());
        let stats = format!("--stats=json:{}", file.display());
        command.args(["run", "--virtual-time", &stats]).arg(&program).output()?;
        let report: Value = serde_json::from_str(&fs::read_to_string(&file)?)?;
        let rows = report["work"].as_array().ok_or("no rows")?;
        assert!(!rows.is_empty(), "{}: {report}", program.display());
        for row in rows {
            let ran = row["ran"].as_u64();
            assert_eq!(row["running"].is_null(), ran == Some(0), "{row}");
        }
    }
    remove(&[&file])
}

fn is_the_same_compressed() -> Result<(), Failed> {
    let program = &programs()[0];
    let (plain, compressed) = (temporary("plain.json"), temporary("compressed.json.gz"));
    write_trace(program, &plain, &["--virtual-time"])?;
    write_trace(program, &compressed, &["--virtual-time"])?;
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(fs::File::open(&compressed)?), &mut text)?;
    assert_eq!(text, fs::read_to_string(&plain)?);
    remove(&[&plain, &compressed])
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
