//! The `posttask wpt` command.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use posttask::internal::runtime::on_a_large_stack;

use crate::arguments::{WPT_FILE, Wpt, WptFile};
use crate::commands::wpt_report::RunningReport;
use crate::exit_status::ExitStatus;
use crate::output_files;
use crate::output_files::OutputError;
use crate::terminal::{print, say};
use crate::whole_file::resolved;
use crate::wpt::{
    Event, Expectations, FileResult, Global, HarnessStatus, Manifest, Mismatch, Report, Runner, Skip, Test, WptError,
    run_file,
};

pub(crate) fn wpt(options: &Wpt) -> ExitStatus {
    let done = if options.merge.is_empty() { run(options) } else { merge(options) };
    done.unwrap_or_else(|error| {
        say(format_args!("{error}"));
        ExitStatus::Usage
    })
}

/// Runs one test in this process and prints its result as JSON. [`Runner`] starts such a process for each test.
pub(crate) fn wpt_file(options: &WptFile) -> ExitStatus {
    if options.end_with_input
        && let Err(error) = end_with_input()
    {
        say(format_args!("cannot start a thread: {error}"));
        return ExitStatus::Usage;
    }
    let result = serde_json::from_str(&options.test).map_err(|error| error.to_string()).and_then(|test: Test| {
        let timeout = Duration::from_millis(options.timeout);
        let ran = on_a_large_stack(|| run_file(&options.root, &test, timeout)).map_err(WptError::from).flatten();
        ran.map_err(|error| error.to_string())
    });
    match result {
        Ok(result) => {
            print(serde_json::to_string(&result).unwrap_or_default());
            ExitStatus::Success
        }
        Err(error) => {
            say(format_args!("{error}"));
            ExitStatus::Usage
        }
    }
}

/// Ends this process when its standard input ends: then [`Runner`] is gone, and nobody wants the result.
fn end_with_input() -> io::Result<()> {
    let wait = || {
        // An error is an end, too.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        ExitStatus::Terminated.exit();
    };
    thread::Builder::new().name("input".to_owned()).spawn(wait).map(drop)
}

fn merge(options: &Wpt) -> Result<ExitStatus, Failure> {
    let merged = options.report.as_deref().map(|path| ("--report", path));
    let parts = options.merge.iter().map(|path| ("a report to merge", path.as_path()));
    output_files::check(merged.as_slice(), &parts.collect::<Vec<_>>())?;
    let reports: Vec<Report> = options.merge.iter().map(|path| Report::read(path)).collect::<Result<_, _>>()?;
    let unfinished = reports.iter().zip(&options.merge).find(|(report, _): &(&Report, _)| report.is_unfinished());
    if let Some((_, path)) = unfinished {
        return Err(Failure::Unfinished(path.clone()));
    }
    let merged = Report::merge(reports)?;
    print_totals(&merged.results);
    if let Some(report) = &options.report {
        merged.write(report)?;
    }
    Ok(ExitStatus::Success)
}

/// Why the command fails.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Wpt(#[from] WptError),
    #[error(transparent)]
    OutputFile(#[from] OutputError),
    #[error("{} is the report of an interrupted run; --resume continues it", _0.display())]
    Unfinished(PathBuf),
}

fn run(options: &Wpt) -> Result<ExitStatus, Failure> {
    let globals = if options.globals.is_empty() {
        vec![Global::Window, Global::DedicatedWorker]
    } else {
        options.globals.clone()
    };
    let all = Manifest::of(&options.root, &globals, &options.paths)?;
    let expectations = read_expectations(options)?;
    let (tests, skipped) = choose(options, &all, &expectations);
    if options.list {
        list(&tests, &skipped);
        return Ok(ExitStatus::Success);
    }
    let runner = Runner {
        root: options.root.clone(),
        command: vec![
            std::env::current_exe().map_err(|source| WptError::Io {
                action: "find",
                path: "the command posttask".into(),
                source,
            })?,
            WPT_FILE.into(),
        ],
        jobs: options.jobs.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), Into::into),
        timeout_multiplier: options.timeout_multiplier,
    };
    check_files(options, &all)?;
    let report = RunningReport::start(options.report.as_deref(), options.resume)?;
    let (known, tests) = report.split(&tests);
    if !known.is_empty() {
        let have = if known.len() == 1 { "test has" } else { "tests have" };
        print(format_args!("{} {have} already run", known.len()));
    }
    let mut mismatches = Vec::new();
    let mut results = Vec::new();
    for _ in 0..options.repeat {
        results = run_once(&runner, &tests, &expectations, &report)?;
        results.extend(known.iter().cloned());
        mismatches.extend(results.iter().flat_map(|result| expectations.compare(result)));
    }
    report.finish(&results)?;
    // Whether a test exists is only known after all tests have been searched.
    let everything = if options.paths.is_empty() { all } else { Manifest::of(&options.root, &globals, &[])? };
    let exists = |id: &str| exists(&everything, id) || !id_is_in(&globals, id);
    mismatches.extend(expectations.stale(exists));
    if let (true, Some(path)) = (options.update, &options.expectations) {
        let mut updated = expectations;
        updated.update(&results, exists);
        updated.write(path)?;
        print(format_args!("updated {}", path.display()));
        mismatches.clear();
    }
    print_mismatches(&mismatches);
    print_totals(&results);
    print_skipped(&skipped);
    if mismatches.is_empty() {
        return Ok(ExitStatus::Success);
    }
    print(format_args!("{} unexpected", mismatches.len()));
    Ok(ExitStatus::Uncaught)
}

/// Checks what will be written. `all` are the tests that the arguments name.
fn check_files(options: &Wpt, all: &Manifest) -> Result<(), OutputError> {
    let report = options.report.as_deref().map(|path| ("--report", path));
    let expectations = options.expectations.as_deref();
    let updated = expectations.filter(|_| options.update).map(|path| ("--update", path));
    let read = expectations.filter(|_| !options.update).map(|path| ("the expectations", path));
    let outputs: Vec<_> = report.into_iter().chain(updated).collect();
    let names: Vec<_> = outputs.iter().map(|(_, path)| resolved(path)).collect();
    // There may be tens of thousands of tests.
    let mut tests: Vec<PathBuf> = all.tests.iter().map(|test| options.root.join(&test.file)).collect();
    tests.retain(|test| names.iter().any(|name| name.file_name() == test.file_name()));
    tests.dedup();
    let tests = tests.iter().map(|test| ("a test", test.as_path()));
    output_files::check(&outputs, &read.into_iter().chain(tests).collect::<Vec<_>>())
}

fn read_expectations(options: &Wpt) -> Result<Expectations, WptError> {
    match &options.expectations {
        // `--update` may create the file.
        Some(path) if options.update && !path.exists() => Ok(Expectations::default()),
        Some(path) => Expectations::read(path),
        None => Ok(Expectations::default()),
    }
}

/// Whether a test or folder with this id exists. A folder exists if it contains a test or an omitted file.
fn exists(manifest: &Manifest, id: &str) -> bool {
    let folder = format!("{id}/");
    let mut ids = manifest.tests.iter().map(|test| &test.id).chain(manifest.omitted.iter().map(|omitted| &omitted.id));
    ids.any(|known| known == id || known.starts_with(&folder))
}

/// Whether an id belongs to one of the selected globals. For other ids, it is unknown whether the test exists.
fn id_is_in(globals: &[Global], id: &str) -> bool {
    let file = id.split('?').next().unwrap_or(id);
    let worker = file.ends_with(".worker.html");
    globals.contains(if worker { &Global::DedicatedWorker } else { &Global::Window })
}

/// A test that is not run: its id, `omitted` (permanently) or `disabled` (for now), and the reason.
type Skipped = (String, &'static str, String);

fn choose(options: &Wpt, all: &Manifest, expectations: &Expectations) -> (Vec<Test>, Vec<Skipped>) {
    let mut skipped: Vec<Skipped> =
        all.omitted.iter().map(|omitted| (omitted.id.clone(), "omitted", omitted.reason.clone())).collect();
    let mut tests = all.tests.clone();
    tests.retain(|test| match expectations.skip(&test.id) {
        None => true,
        Some(Skip::Omitted(reason)) => {
            skipped.push((test.id.clone(), "omitted", reason));
            false
        }
        Some(Skip::Disabled(reason)) => {
            skipped.push((test.id.clone(), "disabled", reason));
            false
        }
    });
    if let Some(shard) = options.shard {
        tests = shard.select(tests);
    }
    if let Some(seed) = options.seed {
        fastrand::Rng::with_seed(seed).shuffle(&mut tests);
    }
    (tests, skipped)
}

fn list(tests: &[Test], skipped: &[Skipped]) {
    for test in tests {
        print(&test.id);
    }
    for (id, how, reason) in skipped {
        print(format_args!("{id}  # {how}: {reason}"));
    }
}

fn run_once(
    runner: &Runner,
    tests: &[Test],
    expectations: &Expectations,
    report: &RunningReport<'_>,
) -> Result<Vec<FileResult>, WptError> {
    let mut written = Ok(());
    let bar = stderr().is_terminal().then(|| {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(tests.len() as u64).with_style(style)
    });
    let results = runner.run(tests, |Event::Finished(result)| {
        let unexpected = expectations.compare(result).len();
        let line = format!("{:8} {}  {}/{}", result.status, result.test, result.passed(), result.subtests.len());
        match &bar {
            Some(bar) => {
                bar.inc(1);
                bar.set_message(result.test.clone());
                if unexpected > 0 {
                    bar.println(format!("{line}  {unexpected} unexpected"));
                }
            }
            None if unexpected > 0 => print(format_args!("{line}  {unexpected} unexpected")),
            None => print(line),
        }
        if written.is_ok() {
            written = report.add(result);
        }
    })?;
    written?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    Ok(results)
}

fn print_mismatches(mismatches: &[Mismatch]) {
    for Mismatch { test, subtest, expected, actual, detail } in mismatches {
        let subtest = subtest.as_ref().map(|name| format!("  {name}")).unwrap_or_default();
        print(format_args!("\n{actual} instead of {expected}: {test}{subtest}"));
        for line in detail.lines() {
            print(format_args!("    {line}"));
        }
    }
}

fn print_skipped(skipped: &[Skipped]) {
    let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (_, how, reason) in skipped {
        *reasons.entry((how, reason)).or_default() += 1;
    }
    for ((how, reason), count) in reasons {
        print(format_args!("{count} {how}: {reason}"));
    }
}

/// Returns the folder of a test, without a leading slash.
fn folder(id: &str) -> &str {
    let path = id.split('?').next().unwrap_or(id);
    Path::new(path).parent().and_then(Path::to_str).unwrap_or_default().trim_start_matches('/')
}

#[derive(Default)]
struct Totals {
    files: usize,
    files_ok: usize,
    subtests: usize,
    passed: usize,
}

impl Totals {
    fn add(&mut self, result: &FileResult) {
        self.files += 1;
        self.files_ok += usize::from(result.status == HarnessStatus::Ok);
        self.subtests += result.subtests.len();
        self.passed += result.passed();
    }
}

fn print_totals(results: &[FileResult]) {
    let mut folders: BTreeMap<&str, Totals> = BTreeMap::new();
    let mut all = Totals::default();
    for result in results {
        folders.entry(folder(&result.test)).or_default().add(result);
        all.add(result);
    }
    let width = folders.keys().map(|folder| folder.len()).chain(["total".len()]).max().unwrap_or_default();
    print(format_args!("\n{:width$}  {:>12}  {:>16}", "", "files OK", "subtests passed"));
    for (folder, totals) in folders.iter().map(|(folder, totals)| (*folder, totals)).chain([("total", &all)]) {
        let files = format!("{}/{}", totals.files_ok, totals.files);
        let subtests = format!("{}/{}", totals.passed, totals.subtests);
        print(format_args!("{folder:width$}  {files:>12}  {subtests:>16}"));
    }
}
