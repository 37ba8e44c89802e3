//! Runs programs as the hosts that they were recorded in.
//!
//! The header of a program in `js-tests/profiles` has a line for each host with the recorded log: `// firefox: a, b`.
//! `recorded.json` and, for Node, `recorded_node.json` have random programs with the same logs. Not all of them are
//! predicted: hosts also depend on how long things take. At least the share in [`SHARES`] must be.
//!
//! `cargo test --test profiles -- --nocapture` prints the shares. With `POSTTASK_RECORDED=FILE`, they are those of
//! another file.

#[path = "profiles/node_globals.rs"]
mod node_globals;
mod workspace;

use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use posttask::event_loop::Timestamp;
use posttask::profiles::Profile;
use posttask::{ConsoleOutput, ErrorSink, Runtime, Uncaught};
use serde_json::Value;
use workspace::workspace;

/// The share of the recorded programs that each profile must predict, in percent.
const SHARES: [(Profile, usize); 4] =
    [(Profile::Chromium, 97), (Profile::Firefox, 97), (Profile::Polyfill, 90), (Profile::Node, 97)];

/// Defines what the programs log with.
const PRELUDE: &str = "globalThis.log = label => console.log(String(label));";

/// Makes programs for Node log errors, as `profiles/generators/node.js` does.
const NODE_PRELUDE: &str = "addEventListener('error', event => log('error ' + event.error.message));
     addEventListener('unhandledrejection', event => log('rejection ' + event.reason));";

fn main() {
    let folder = workspace().join("js-tests/profiles");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap_or_else(|error| panic!("{error}")).path())
        .collect();
    files.sort();
    let programs = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "js"));
    let mut trials: Vec<Trial> = programs
        .flat_map(|path| Profile::ALL.iter().map(move |&profile| (path.clone(), profile)))
        .filter_map(|(path, profile)| minimal(&path, profile))
        .collect();
    trials.extend(SHARES.map(|(profile, share)| {
        let file = if profile == Profile::Node { "recorded_node.json" } else { "recorded.json" };
        let recorded = env::var_os("POSTTASK_RECORDED").map_or_else(|| folder.join(file), PathBuf::from);
        Trial::test(format!("recorded programs as {profile}"), move || predicts(&recorded, profile, share))
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

#[derive(Default)]
struct Log(RefCell<Vec<String>>);

impl ConsoleOutput for Log {
    fn out(&self, line: &str) {
        self.0.borrow_mut().push(line.to_owned());
    }

    fn err(&self, _: &str) {}
}

impl ErrorSink for Log {
    fn uncaught(&self, _: &Uncaught) {}
}

/// Returns what a program for this host logs as the host, or in the default order.
fn log(source: &str, host: Profile, as_host: bool) -> Result<Vec<String>, Failed> {
    let log = Rc::new(Log::default());
    let builder = Runtime::builder().virtual_time().console(Rc::clone(&log) as _).error_sink(Rc::clone(&log) as _);
    let builder = if as_host { builder.profile(host) } else { builder };
    let is_node = host == Profile::Node;
    let builder = if is_node { builder.extension(node_globals::define) } else { builder };
    let mut runtime = builder.build()?;
    runtime.run_script(PRELUDE)?;
    if is_node {
        runtime.run_script(NODE_PRELUDE)?;
    }
    // An exception of the program ends only its main script.
    let _ = runtime.run_script(source);
    runtime.run_until(Timestamp::since_origin(Duration::from_secs(5)));
    Ok(log.0.take())
}

/// A test of a program whose header has a log of this host.
fn minimal(path: &Path, profile: Profile) -> Option<Trial> {
    let source = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let prefix = format!("// {profile}: ");
    let recorded = source.lines().find_map(|line| line.strip_prefix(&prefix))?.to_owned();
    let name = format!("{} as {profile}", path.file_name()?.to_string_lossy());
    Some(Trial::test(name, move || {
        let predicted = log(&source, profile, true)?.join(", ");
        if predicted == recorded {
            return Ok(());
        }
        Err(format!("recorded:  {recorded}\npredicted: {predicted}").into())
    }))
}

fn predicts(recorded: &Path, profile: Profile, share: usize) -> Result<(), Failed> {
    let programs: Vec<Value> = serde_json::from_str(&fs::read_to_string(recorded)?)?;
    let (mut all, mut right, mut default, mut wrong) = (0, 0, 0, Vec::new());
    for program in &programs {
        let Some(expected) = program[profile.name()].as_array() else { continue };
        let expected: Vec<&str> = expected.iter().filter_map(Value::as_str).collect();
        let source = program["source"].as_str().unwrap_or_default();
        all += 1;
        default += usize::from(log(source, profile, false)? == expected);
        if log(source, profile, true)? == expected {
            right += 1;
        } else {
            wrong.push(program["name"].as_str().unwrap_or_default());
        }
    }
    let counts = format!("{profile}: {right} of {all} as recorded, {default} in the default order; not {wrong:?}");
    writeln!(std::io::stdout(), "{counts}")?;
    if right * 100 >= share * all { Ok(()) } else { Err(counts.into()) }
}
