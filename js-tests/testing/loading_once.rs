//! Tests of `--load-once`: other processes run the orders of a test, and end when nobody needs them. Only on Linux,
//! which has a list of processes in a folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use libtest_mimic::Failed;

use super::{Check, contains, posttask, run};

pub(super) const CHECKS: [(&str, Check); 4] = [
    ("--load-once changes no report", changes_no_report),
    ("an order of a test that needs too much memory is one failure", memory),
    ("an order of a test that does not return is given up, with its process", endless),
    ("no process is left if a test is interrupted or killed", interrupted),
];

/// How long to wait for processes before the test fails. They need less than a second.
const PATIENCE: Duration = Duration::from_mins(1);

/// Test files of all kinds, most of which fail.
const FILES: [&str; 9] = [
    "testing/clock.test.mjs",
    "testing/commonjs.test.cjs",
    "testing/explore.test.mjs",
    "testing/explore_options.test.mjs",
    "testing/failures.test.mjs",
    "testing/hostile.test.mjs",
    "testing/leftovers.test.mjs",
    "testing/mock_fetch.test.mjs",
    "testing/ownership.test.mjs",
];

fn changes_no_report(_: &Path) -> Result<(), Failed> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../js-tests"));
    for file in FILES {
        let report = |when: &str| -> Result<String, Failed> {
            let options = ["--explore", "12", "--jobs", "1", "--load-once", when, file];
            let output = posttask(&folder, &options).output()?;
            let printed =
                String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            // The last line has the real time.
            let lines: Vec<&str> = printed.lines().collect();
            Ok(lines[..lines.len().saturating_sub(1)].join("\n"))
        };
        let (here, elsewhere) = (report("never")?, report("always")?);
        contains(&here, &["order"])?;
        if here != elsewhere {
            return Err(format!("{file}: {elsewhere}\ninstead of\n{here}").into());
        }
    }
    Ok(())
}

/// A test that does something if the task runs before the timer.
fn with_statement(statement: &str) -> String {
    format!(
        "import test from 'node:test';
        let kept;
        test('saves', async () => {{
            setTimeout(() => {{ kept = 1 }});
            await scheduler.postTask(() => {{ if (!kept) {{ {statement} }} }}, {{ delay: 1 }});
        }});
        test('other', () => {{}});"
    )
}

fn memory(folder: &Path) -> Result<(), Failed> {
    fs::write(folder.join("a.test.mjs"), with_statement("kept = new Uint8Array(1 << 30)"))?;
    let options = ["--explore", "20", "--load-once", "always", "--max-memory", "400"];
    let printed = run(folder, &options, 1)?;
    contains(&printed, &["out of memory; --max-memory sets the limit", "5:37<<4:23", "1 passed, 1 failed"])?;
    no_process_is_left(folder)
}

/// A regular expression that tries more combinations than anybody can wait for.
const ENDLESS: &str = "/^(a+)+$/.test('a'.repeat(200) + 'b')";

fn endless(folder: &Path) -> Result<(), Failed> {
    fs::write(folder.join("a.test.mjs"), with_statement(ENDLESS))?;
    let options = ["--explore", "20", "--load-once", "always", "--wall-timeout", "100ms"];
    let printed = run(folder, &options, 1)?;
    contains(&printed, &["JavaScript has been running", "the rest of its orders were not explored", "1 passed"])?;
    no_process_is_left(folder)
}

#[expect(clippy::disallowed_methods, reason = "other processes have real time")]
fn interrupted(folder: &Path) -> Result<(), Failed> {
    fs::write(folder.join("a.test.mjs"), with_statement(ENDLESS))?;
    for signals in [&["INT", "INT"][..], &["TERM", "TERM"], &["KILL"]] {
        let options = ["--explore", "20", "--load-once", "always"];
        let mut command = posttask(folder, &options);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        wait_until("a server has started", || servers(folder) > 0)?;
        for signal in signals {
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status()?;
            // The same signal twice at once may come only once.
            thread::sleep(Duration::from_millis(100));
        }
        child.wait()?;
        no_process_is_left(folder)?;
    }
    Ok(())
}

fn no_process_is_left(folder: &Path) -> Result<(), Failed> {
    wait_until("no process is left", || servers(folder) == 0)
}

#[expect(clippy::disallowed_methods, reason = "other processes have real time")]
fn wait_until(what: &str, is_so: impl Fn() -> bool) -> Result<(), Failed> {
    let started = Instant::now();
    while !is_so() {
        if started.elapsed() > PATIENCE {
            return Err(format!("not seen: {what}").into());
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// The number of processes that run orders of the tests in a folder.
fn servers(folder: &Path) -> usize {
    let is_server = |process: &Path| {
        let arguments = fs::read(process.join("cmdline")).unwrap_or_default();
        let folder_of = fs::read_link(process.join("cwd")).unwrap_or_default();
        folder_of == folder && arguments.split(|byte| *byte == 0).any(|argument| argument == b"order-server")
    };
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter(|process| is_server(&process.path())).count()
}
