//! What users and systems do to the command: outputs that would replace inputs, bad input, signals, and full disks.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::command;

type Test = fn(&Folder) -> Result<(), Failed>;

/// Returns the tests.
pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("outputs never replace inputs or each other", outputs_are_distinct),
        ("one report that cannot be written keeps no other from being written", other_reports_are_written),
        ("reports are checked before anything runs", reports_are_checked),
        ("lines that are not UTF-8 are reported", invalid_lines),
        ("source files have a largest size", large_sources),
        ("names cannot control the terminal", names_are_visible),
        ("names with line breaks keep their positions", names_with_line_breaks),
        ("a broken package.json is refused for the main file", broken_package),
        ("stacks that name files that never end do not keep a report from ending", stacks_with_endless_files),
        ("a list of failures without existing files is not a success", stale_failures),
        ("the parts of a report are checked", invalid_parts),
        ("panics are reported, and what was done is kept", panics),
        ("an exploration without time starts when it is resumed", without_time),
        ("a test is not replaced by the report of web-platform-tests", tests_are_kept),
    ];
    let trial = |name: &str, test: Test| {
        let name = format!("hostile commands: {name}");
        Trial::test(name, move || test(&Folder::new()?))
    };
    let trials: Vec<Trial> = tests.iter().map(|&(name, test)| trial(name, test)).collect();
    #[cfg(unix)]
    let trials = {
        let mut trials = trials;
        trials.push(trial("signals end the process with their exit code", unix::signals));
        trials.push(trial("processes of web-platform-tests end with their parent", unix::orphans));
        trials.push(trial("a killed run leaves the previous report", unix::killed));
        trials.push(trial("a killed run of web-platform-tests can be resumed", unix::resumed));
        trials.push(trial("a killed exploration can be resumed", unix::resumed_exploration));
        trials.push(trial("an interrupted exploration can be resumed", unix::interrupted_exploration));
        trials.push(trial("lost errors change the exit code", unix::lost_errors));
        trials.push(trial("reports are written even if standard output is full", unix::full_output));
        trials.push(trial("reports are added to standard output", unix::reports_on_standard_output));
        trials.push(trial("pipes are read once", unix::pipes));
        trials.push(trial("output that is not ready is written later", unix::slow_output));
        trials.push(trial("a small stack of the system is enough", unix::small_stack));
        trials.push(trial("files without an end are refused", unix::endless_files));
        trials
    };
    trials
}

/// A folder of a test, deleted at its end.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Result<Self, Failed> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("a.js"), "console.log(1)")?;
        fs::write(folder.path().join("ok.test.js"), "import test from 'node:test'; test('a', () => {});")?;
        fs::write(folder.path().join("map.json"), "{}")?;
        Ok(Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(command::path());
        command.current_dir(self.path()).args(arguments).env_remove("GITHUB_STEP_SUMMARY");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Result<Output, Failed> {
        Ok(self.command(arguments).output()?)
    }

    /// Runs a command line that must fail with this exit code and message.
    fn refuses(&self, arguments: &[&str], code: i32, message: &str) -> Result<(), Failed> {
        let output = self.run(arguments)?;
        expect(&output, code, arguments)?;
        let errors = String::from_utf8_lossy(&output.stderr);
        if errors.contains(message) { Ok(()) } else { Err(format!("{arguments:?}: {errors}").into()) }
    }
}

/// Checks an exit code.
fn expect(output: &Output, code: i32, arguments: &[&str]) -> Result<(), Failed> {
    if output.status.code() == Some(code) {
        return Ok(());
    }
    Err(format!("{arguments:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}

fn outputs_are_distinct(folder: &Folder) -> Result<(), Failed> {
    let cases: [(&[&str], &str); 13] = [
        (&["run", "--trace", "a.js", "a.js"], "--trace would overwrite the program"),
        (&["run", "--trace", "linked.js", "a.js"], "--trace would overwrite the program"),
        (&["run", "--import-map", "map.json", "--trace", "map.json", "a.js"], "--trace would overwrite the import map"),
        (&["run", "-o", "map.json", "--trace", "map.json", "a.js"], "--trace would overwrite the order"),
        (&["explore", "--report", "a.js", "a.js"], "--report would overwrite the program"),
        (&["explore", "--report", "new", "--trace", "new", "a.js"], "--report and --trace cannot be"),
        (&["test", "--reporter", "json:ok.test.js"], "--reporter would overwrite a test file"),
        (&["test", "--reporter", "json:new", "--reporter", "junit:./new"], "--reporter and --reporter cannot be"),
        (&["test", "--reporter", "json:new", "--rerun-failures", "new"], "--reporter and --rerun-failures cannot be"),
        (&["test", "--reporter", "json:-"], "cannot be written to standard output"),
        (&["explore", "--merge", "map.json", "--report", "map.json"], "--report would overwrite a report to merge"),
        (&["wpt", "--merge", "map.json", "--report", "map.json"], "--report would overwrite a report to merge"),
        (&["run", "--stats=json:", "a.js"], "--stats needs a file name"),
    ];
    fs::hard_link(folder.path().join("a.js"), folder.path().join("linked.js"))?;
    for (arguments, message) in cases {
        folder.refuses(arguments, 2, message)?;
    }
    let text = fs::read_to_string(folder.path().join("a.js"))?;
    let is_new = folder.path().join("new").exists();
    if text == "console.log(1)" && !is_new { Ok(()) } else { Err(format!("{text:?}, {is_new}").into()) }
}

fn other_reports_are_written(folder: &Folder) -> Result<(), Failed> {
    // A device exists only on Unix. It counts as a file that can be opened.
    if !Path::new("/dev/full").exists() {
        return Ok(());
    }
    let arguments = ["test", "--reporter", "tap:/dev/full", "--reporter", "json:new", "--rerun-failures", "list"];
    folder.refuses(&arguments, 2, "cannot write /dev/full")?;
    serde_json::from_str::<serde_json::Value>(&fs::read_to_string(folder.path().join("new"))?)?;
    serde_json::from_str::<serde_json::Value>(&fs::read_to_string(folder.path().join("list"))?)?;
    Ok(())
}

fn reports_are_checked(folder: &Folder) -> Result<(), Failed> {
    for arguments in [
        &["explore", "--report", "missing/report", "a.js"][..],
        &["test", "--reporter", "json:missing/report"],
        &["test", "--rerun-failures", "missing/report"],
    ] {
        folder.refuses(arguments, 2, "cannot ")?;
        let output = folder.run(arguments)?;
        if !output.stdout.is_empty() {
            return Err(format!("{arguments:?} ran something").into());
        }
    }
    Ok(())
}

fn invalid_lines(folder: &Folder) -> Result<(), Failed> {
    let mut child = folder.command(&["repl"]).stdin(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(b"1 + 1\n'caf\xe9'\n2 + 2\n")?;
    }
    let output = child.wait_with_output()?;
    expect(&output, 2, &["repl"])?;
    let (out, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let expected = "posttask: line 2 of the input is not valid UTF-8 and was skipped\n";
    if out == "2\n4\n" && errors == expected { Ok(()) } else { Err(format!("{out}{errors}").into()) }
}

fn large_sources(folder: &Folder) -> Result<(), Failed> {
    fs::write(folder.path().join("large.js"), " ".repeat((1 << 20) + 1))?;
    fs::write(folder.path().join("imports.mjs"), "import './large.js'")?;
    let message = "large.js: it is larger than 1 MiB";
    folder.refuses(&["run", "--max-source", "1", "large.js"], 2, message)?;
    folder.refuses(&["run", "--max-source", "1", "imports.mjs"], 1, message)?;
    folder.refuses(&["explore", "--max-source", "1", "large.js"], 2, message)?;
    expect(&folder.run(&["run", "--max-source", "2", "large.js"])?, 0, &["--max-source", "2"])?;
    if Path::new("/dev/zero").exists() {
        folder.refuses(&["run", "/dev/zero"], 2, "larger than 64 MiB")?;
    }
    Ok(())
}

fn names_are_visible(folder: &Folder) -> Result<(), Failed> {
    let name = "a\u{1b}]0;title\u{7}.js";
    folder.refuses(&["run", name], 2, r"a\u{1b}]0;title\u{7}.js")?;
    fs::write(folder.path().join(name), "setTimeout(() => { throw 1 })")?;
    let output = folder.run(&["explore", name])?;
    let out = String::from_utf8_lossy(&output.stdout);
    let shown = out.contains(r"a\u{1b}]0;title\u{7}.js") && out.contains(r"$'a\x1b]0;title\x07.js'");
    if shown && !out.contains('\u{1b}') { Ok(()) } else { Err(out.into_owned().into()) }
}

fn names_with_line_breaks(folder: &Folder) -> Result<(), Failed> {
    let name = "a\nb.js";
    fs::write(folder.path().join(name), "function f() { throw new Error('x') }\nf()")?;
    folder.refuses(&["run", name], 1, "   1 | function f() { throw new Error('x') }\n     |                      ^")?;
    folder.refuses(&["run", name], 1, "b.js:2:")
}

fn broken_package(folder: &Folder) -> Result<(), Failed> {
    let package = folder.path().join("package.json");
    fs::write(&package, r#"{ "type": "module", }"#)?;
    for name in ["a.js", "ok.test.js"] {
        let command = if name == "a.js" { "run" } else { "test" };
        let output = folder.run(&[command, name])?;
        let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(1) || !printed.contains("package.json is not valid: trailing comma at line 1") {
            return Err(printed.into_owned().into());
        }
    }
    fs::write(package, "\u{feff}{ \"type\": \"commonjs\" }")?;
    expect(&folder.run(&["run", "a.js"])?, 0, &["run"])
}

/// The system's messages are a file whose reader waits for more of them.
fn stacks_with_endless_files(folder: &Folder) -> Result<(), Failed> {
    let program = "const e = new Error('x'); e.stack = 'Error: x\\n    at f (/proc/kmsg:1:1)'; throw e;";
    fs::write(folder.path().join("a.js"), program)?;
    folder.refuses(&["run", "a.js"], 1, "at f (/proc/kmsg:1:1)")
}

fn stale_failures(folder: &Folder) -> Result<(), Failed> {
    fs::write(folder.path().join("list"), r#"{"version":1,"failed":{"gone.test.js":[["x"]]}}"#)?;
    folder.refuses(&["test", "--rerun-failures", "list"], 2, "the files listed in list no longer exist")
}

fn invalid_parts(folder: &Folder) -> Result<(), Failed> {
    let report = folder.path().join("report.json");
    expect(&folder.run(&["explore", "--shard", "1/2", "--report", "report.json", "a.js"])?, 0, &["explore"])?;
    let text = fs::read_to_string(&report)?;
    for (parts, message) in [
        (r#""0/0""#, "'0/0' is not of the form I/N with 1 <= I <= N"),
        (r#""1/2", "x""#, "'x' is not of the form I/N with 1 <= I <= N"),
        (r#""1/2", "1/3""#, "the parts in 'shards' are not from the same division"),
        (r#""01/2""#, "the parts in 'shards' are not from the same division"),
    ] {
        fs::write(&report, text.replace(r#""1/2""#, parts))?;
        folder.refuses(&["explore", "--merge", "report.json"], 2, message)?;
    }
    Ok(())
}

fn without_time(folder: &Folder) -> Result<(), Failed> {
    let program = "let n = 0; setTimeout(() => n = 1, 5); scheduler.postTask(() => { if (n) throw 1 }, { delay: 4 })";
    let arguments = ["explore", "-e", program, "--report", "report"];
    let output = folder.command(&arguments).args(["--for", "0s"]).output()?;
    expect(&output, 0, &arguments)?;
    // All orders have run long before.
    let output = folder.command(&arguments).args(["--for", "10m", "--resume"]).output()?;
    expect(&output, 1, &arguments)
}

fn tests_are_kept(folder: &Folder) -> Result<(), Failed> {
    fs::create_dir_all(folder.path().join("resources"))?;
    fs::write(folder.path().join("resources/testharness.js"), "")?;
    fs::write(folder.path().join("a.any.js"), "test(() => {})")?;
    let message = "--report would overwrite a test";
    folder.refuses(&["wpt", "--root", ".", "--report", "a.any.js", "a.any.js"], 2, message)?;
    folder.refuses(&["wpt", "--root", ".", "--report", "a.any.js"], 2, message)?;
    folder.refuses(&["wpt", "--root", "resources/..", ".."], 2, "'..' is not in the --root folder")
}

/// Makes the engine panic: see docs/boa-gaps.md.
const PANICS: &str = "async function* panic() { (function f() { f(); })(); }";

fn panics(folder: &Folder) -> Result<(), Failed> {
    let message = "posttask: internal error: assertion failed: !result.is_throw_completion() (boa_engine-";
    let later = format!("{PANICS} setTimeout(() => panic().next(), 5)");
    folder.refuses(&["run", "-e", &later, "--trace", "trace"], 101, message)?;
    serde_json::from_str::<serde_json::Value>(&fs::read_to_string(folder.path().join("trace"))?)?;
    folder.refuses(&["run", "--compare", "chromium,firefox", "-e", &later], 101, message)?;
    // In one of two orders.
    let racy = format!(
        "{PANICS} let isLate = false; setTimeout(() => isLate = true, 5);
        scheduler.postTask(() => {{ if (isLate) panic().next() }}, {{ delay: 4 }})"
    );
    let arguments = ["explore", "-e", &racy, "--report", "report"];
    folder.refuses(&arguments, 1, message)?;
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(folder.path().join("report"))?)?;
    let failing = &report["outcomes"][1];
    if (&failing["ending"], &failing["exit_code"], &report["complete"])
        != (&"panicked".into(), &101.into(), &true.into())
    {
        return Err(report.to_string().into());
    }
    fs::write(
        folder.path().join("panic.test.js"),
        format!(
            "import test from 'node:test'; {PANICS} test('ends', () => {{}}); test('panics', () => panic().next());"
        ),
    )?;
    let output = folder.run(&["test", "panic.test.js"])?;
    expect(&output, 1, &["test"])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !(text.contains("✔ ends") && text.contains("the engine panicked, which is a bug")) {
        return Err(text.into());
    }
    let mut child = folder.command(&["repl"]).stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(format!("{PANICS}; panic().next()\n1 + 1\n").as_bytes())?;
    }
    expect(&child.wait_with_output()?, 101, &["repl"])
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::io::{BufRead, BufReader, Read};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command};
    use std::time::Duration;

    use libtest_mimic::Failed;

    use super::{Folder, expect};

    /// Starts a command, and waits for its first line.
    fn started(folder: &Folder, arguments: &[&str]) -> Result<Child, Failed> {
        let mut child = folder.command(arguments).spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        if line == "started\n" { Ok(child) } else { Err(format!("it printed {line:?}").into()) }
    }

    fn send(signal: &str, process: u32) -> Result<(), Failed> {
        Command::new("kill").args([signal, &process.to_string()]).status()?;
        Ok(())
    }

    pub(super) fn signals(folder: &Folder) -> Result<(), Failed> {
        let program = "console.log('started'); setInterval(() => {}, 1000)";
        for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
            let mut child = started(folder, &["run", "-e", program])?;
            send(signal, child.id())?;
            let status = child.wait()?;
            if status.code() != Some(code) {
                return Err(format!("{signal}: {status}").into());
            }
        }
        Ok(())
    }

    /// The number of processes whose command line contains this text, where the system tells.
    fn processes(text: &str) -> usize {
        let lines = fs::read_dir("/proc").into_iter().flatten().flatten().map(|process| {
            let line: PathBuf = process.path().join("cmdline");
            fs::read(line).map(|line| String::from_utf8_lossy(&line).into_owned()).unwrap_or_default()
        });
        lines.filter(|line| line.contains("wpt-file") && line.contains(text)).count()
    }

    /// Creates a root of web-platform-tests with a test that does not end.
    fn root(folder: &Folder) -> Result<String, Failed> {
        let root = folder.path().join("root");
        fs::create_dir_all(root.join("resources"))?;
        fs::create_dir_all(root.join("area"))?;
        let harness = crate::workspace().join("wpt-subset/resources/testharness.js");
        fs::copy(harness, root.join("resources/testharness.js"))?;
        fs::write(root.join("area/busy.any.js"), "for (;;);")?;
        Ok(root.display().to_string())
    }

    pub(super) fn orphans(folder: &Folder) -> Result<(), Failed> {
        let root = root(folder)?;
        let mut child = folder.command(&["wpt", "--root", &root, "--jobs", "1"]).spawn()?;
        // Without /proc, there is nothing to wait for.
        if Path::new("/proc/self/cmdline").exists() {
            while processes(&root) == 0 && child.try_wait()?.is_none() {
                std::thread::yield_now();
            }
        }
        child.kill()?;
        child.wait()?;
        // If a process stayed, this would never end.
        while processes(&root) > 0 {
            std::thread::yield_now();
        }
        Ok(())
    }

    pub(super) fn resumed(folder: &Folder) -> Result<(), Failed> {
        let root = root(folder)?;
        let passing = "test(() => {}, 'passes');";
        fs::write(Path::new(&root).join("area/a.any.js"), passing)?;
        let arguments = ["wpt", "--root", &root, "--jobs", "1", "--globals", "window", "--report", "report"];
        let mut child = folder.command(&arguments).spawn()?;
        let path = folder.path().join("report");
        while !path.exists() && child.try_wait()?.is_none() {
            std::thread::yield_now();
        }
        child.kill()?;
        child.wait()?;
        let report = || -> Result<serde_json::Value, Failed> { Ok(serde_json::from_str(&fs::read_to_string(&path)?)?) };
        let unfinished = report()?;
        if unfinished["run_info"]["unfinished"] != true || unfinished["results"].as_array().map(Vec::len) != Some(1) {
            return Err(unfinished.to_string().into());
        }
        folder.refuses(&["wpt", "--merge", "report", "--report", "merged"], 2, "--resume continues it")?;
        fs::write(Path::new(&root).join("area/busy.any.js"), passing)?;
        let output = folder.command(&arguments).arg("--resume").output()?;
        expect(&output, 0, &arguments)?;
        let (text, whole) = (String::from_utf8_lossy(&output.stdout), report()?);
        let is_whole = whole["run_info"].get("unfinished").is_none();
        if text.starts_with("1 test has already run\n") && is_whole && text.contains("2/2") {
            return Ok(());
        }
        Err(format!("{text}\n{whole}").into())
    }

    /// Kills explorations at different moments: their reports are always whole.
    pub(super) fn killed(folder: &Folder) -> Result<(), Failed> {
        let program = "for (let i = 0; i < 3; i++) setTimeout(() => {}, i)";
        let report = folder.path().join("report");
        let arguments = ["explore", "--runs", "40", "--report", "report", "-e", program];
        expect(&folder.run(&arguments)?, 0, &arguments)?;
        for wait in (0..20).map(|step| step * 10) {
            let mut child = folder.command(&arguments).spawn()?;
            std::thread::park_timeout(Duration::from_millis(wait));
            child.kill()?;
            child.wait()?;
            serde_json::from_str::<serde_json::Value>(&fs::read_to_string(&report)?)?;
        }
        Ok(())
    }

    /// A program with a failing order and many others.
    const MANY_ORDERS: &str = "let count = 0;
        function first(number) { if (++count === 1 && number === 1) throw new Error('1 was first'); }
        for (let i = 0; i < 8; i += 2) {
          scheduler.postTask(() => first(i), { delay: i });
          setTimeout(first, i + 1, i + 1);
        }";

    fn json(folder: &Folder, name: &str) -> Result<serde_json::Value, Failed> {
        Ok(serde_json::from_str(&fs::read_to_string(folder.path().join(name))?)?)
    }

    pub(super) fn resumed_exploration(folder: &Folder) -> Result<(), Failed> {
        let arguments =
            ["explore", "--runs", "500", "--strategy", "random", "--jobs", "1", "-e", MANY_ORDERS, "--report"];
        let command = |report| [&arguments[..], &[report]].concat();
        let mut child = folder.command(&command("parts")).spawn()?;
        while !folder.path().join("parts").exists() && child.try_wait()?.is_none() {
            std::thread::yield_now();
        }
        child.kill()?;
        child.wait()?;
        let unfinished = json(folder, "parts")?;
        let message = "parts is the report of an interrupted exploration; --resume continues it";
        folder.refuses(&["explore", "--merge", "parts"], 2, message)?;
        let output = folder.command(&command("parts")).arg("--resume").output()?;
        expect(&output, 1, &arguments)?;
        expect(&folder.run(&command("whole"))?, 1, &arguments)?;
        let (parts, whole) = (json(folder, "parts")?, json(folder, "whole")?);
        // The number of the failing order that was shrunk first may differ.
        for field in ["runs", "distinct_orders", "interrupted", "complete", "pairs", "places", "position"] {
            if parts[field] != whole[field] {
                return Err(format!("{field}: {unfinished}\n{parts}\n{whole}").into());
            }
        }
        let other =
            ["explore", "--runs", "501", "--strategy", "random", "-e", MANY_ORDERS, "--report", "whole", "--resume"];
        folder.refuses(&other, 2, "cannot continue the exploration of whole: --runs differs")?;
        let counts = |report: &serde_json::Value| -> Vec<serde_json::Value> {
            let outcomes = report["outcomes"].as_array().into_iter().flatten();
            outcomes
                .map(|found| [&found["key"], &found["count"], &found["minimal"]].into_iter().cloned().collect())
                .collect()
        };
        if counts(&parts) == counts(&whole) { Ok(()) } else { Err(format!("{parts}\n{whole}").into()) }
    }

    pub(super) fn interrupted_exploration(folder: &Folder) -> Result<(), Failed> {
        let arguments = ["explore", "--report", "report", "-e", MANY_ORDERS, "--strategy", "random"];
        let command = |more: &[&'static str]| [&arguments[..], more].concat();
        let child = folder.command(&command(&["--for", "1h"])).spawn()?;
        while !folder.path().join("report").exists() {
            std::thread::yield_now();
        }
        send("-INT", child.id())?;
        let output = child.wait_with_output()?;
        expect(&output, 130, &arguments)?;
        let advice = "The exploration was interrupted. Use --resume to continue it.";
        if !String::from_utf8_lossy(&output.stdout).contains(advice) {
            return Err(String::from_utf8_lossy(&output.stdout).into_owned().into());
        }
        let before = json(folder, "report")?;
        for (more, field) in [
            (&["--runs", "5000"][..], "--runs"),
            (&["--for", "1s", "--seed", "1"], "--seed"),
            (&["--for", "1s", "--shard", "1/2"], "--shard"),
        ] {
            let message = format!("cannot continue the exploration of report: {field} differs");
            folder.refuses(&command(&[more, &["--resume"]].concat()), 2, &message)?;
        }
        // On a slow machine, no run may fail in this time.
        let resumed = folder.run(&command(&["--resume", "--for", "1s"]))?;
        let after = json(folder, "report")?;
        let has_failed = after["outcomes"].as_array().into_iter().flatten().any(|found| found["failure"] == true);
        expect(&resumed, i32::from(has_failed), &arguments)?;
        if before["runs"].as_u64() <= after["runs"].as_u64() && after["interrupted"] == false {
            return Ok(());
        }
        Err(format!("{before}\n{after}").into())
    }

    pub(super) fn full_output(folder: &Folder) -> Result<(), Failed> {
        let full = || fs::File::options().write(true).open("/dev/full");
        if full().is_err() {
            return Ok(());
        }
        for arguments in [
            &["explore", "--report", "explored", "--runs", "10", "a.js"][..],
            &["explore", "--merge", "part", "--report", "explored"],
        ] {
            expect(
                &folder.run(&["explore", "--report", "part", "--runs", "10", "--shard", "1/2", "a.js"])?,
                0,
                arguments,
            )?;
            let output = folder.command(arguments).stdout(full()?).output()?;
            expect(&output, 1, arguments)?;
            let report = json(folder, "explored")?;
            if report["interrupted"] != false {
                return Err(format!("{arguments:?}: {report}").into());
            }
            fs::remove_file(folder.path().join("explored"))?;
        }
        Ok(())
    }

    pub(super) fn reports_on_standard_output(folder: &Folder) -> Result<(), Failed> {
        let path = folder.path().join("log");
        for (name, arguments) in [
            ("explore", &["explore", "--report", "/dev/stdout", "--runs", "10", "a.js"][..]),
            ("test", &["test", "--reporter", "spec", "--reporter", "json:/dev/stdout", "ok.test.js"]),
            ("run", &["run", "--stats=json:/dev/fd/1", "a.js"]),
        ] {
            fs::write(&path, "first\n")?;
            let log = fs::File::options().append(true).open(&path)?;
            let status = folder.command(arguments).stdout(log).status()?;
            let text = fs::read_to_string(&path)?;
            let report =
                text.find("\n{").and_then(|start| serde_json::from_str::<serde_json::Value>(&text[start..]).ok());
            if !(status.success() && text.starts_with("first\n") && report.is_some()) {
                return Err(format!("{name}: {status}, {text}").into());
            }
        }
        Ok(())
    }

    pub(super) fn pipes(folder: &Folder) -> Result<(), Failed> {
        let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status()?;
        if !made.success() {
            return Err("there are no pipes".into());
        }
        for arguments in [
            &["run", "--trace", "trace", "pipe"][..],
            &["run", "--stats=json:stats", "-o", "pipe", "a.js"],
            &["repl", "-i", "pipe"],
        ] {
            let child = folder.command(arguments).spawn()?;
            // This waits until the command reads.
            fs::write(folder.path().join("pipe"), if arguments.contains(&"-o") { "" } else { "console.log(42)" })?;
            let output = child.wait_with_output()?;
            expect(&output, 0, arguments)?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            if !text.contains(if arguments.contains(&"-o") { "1\n" } else { "42\n" }) {
                return Err(format!("{arguments:?}: {text}").into());
            }
        }
        Ok(())
    }

    pub(super) fn endless_files(folder: &Folder) -> Result<(), Failed> {
        let zero = Path::new("/dev/zero");
        if !zero.exists() {
            return Ok(());
        }
        let message = "it is larger than 256 MiB";
        folder.refuses(&["explore", "--merge", "/dev/zero"], 2, message)?;
        folder.refuses(&["wpt", "--report", "out.json", "--merge", "/dev/zero"], 2, message)?;
        std::os::unix::fs::symlink(zero, folder.path().join("list"))?;
        folder.refuses(&["test", "--rerun-failures", "list"], 2, message)
    }

    pub(super) fn slow_output(folder: &Folder) -> Result<(), Failed> {
        let (mut reader, writer) = UnixStream::pair()?;
        writer.set_nonblocking(true)?;
        let program = "for (let i = 0; i < 20000; i++) console.log('a line of text', i)";
        let mut child = folder.command(&["run", "-e", program]).stdout(OwnedFd::from(writer)).spawn()?;
        let mut text = String::new();
        reader.read_to_string(&mut text)?;
        let (status, lines) = (child.wait()?, text.lines().count());
        if status.success() && lines == 20_000 { Ok(()) } else { Err(format!("{status}, {lines} lines").into()) }
    }

    pub(super) fn small_stack(folder: &Folder) -> Result<(), Failed> {
        let script = format!("ulimit -s 64 && exec '{}' run a.js", env!("CARGO_BIN_EXE_posttask"));
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output()?;
        if output.stdout == b"1\n" { Ok(()) } else { Err(format!("{output:?}").into()) }
    }

    pub(super) fn lost_errors(folder: &Folder) -> Result<(), Failed> {
        let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return Ok(()) };
        let status = folder.command(&["run", "-e", "console.error(1)"]).stderr(full).status()?;
        if status.code() == Some(1) { Ok(()) } else { Err(status.to_string().into()) }
    }
}
