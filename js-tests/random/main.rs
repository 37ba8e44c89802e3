//! Runs random programs that use all interfaces, and checks that nothing is lost, runs twice, or runs in an order that
//! the standards do not allow. Each program runs twice, and in parts, and must do the same; another run collects no
//! garbage on request, which must not be visible either.
//!
//! `cargo test --test random` runs the seeds of [`SEEDS`]. With `POSTTASK_SEEDS=1000..20000`, it runs others, and with
//! `POSTTASK_SEEDS=1234`, it also prints that program. Seeds run in child processes: if one crashes or hangs, the
//! report names its seed. `POSTTASK_PROGRAM=FILE` replaces the program of each seed, to find its smallest part that
//! fails.

mod check;
mod generator;
mod ledger;
mod rust_work;

use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use std::{env, io, thread};

use libtest_mimic::{Arguments, Failed, Trial};

/// The seeds of an ordinary test run.
const SEEDS: Range<u64> = 0..if cfg!(debug_assertions) { 200 } else { 1000 };

/// The number of seeds of one child process.
const BLOCK: u64 = 25;

/// A program that takes longer than this hangs: usually, it takes milliseconds.
const HANGS: Duration = Duration::from_mins(5);

/// The variable with which this program starts itself: the seeds to run.
const CHILD: &str = "POSTTASK_RANDOM_CHILD";

fn main() -> ExitCode {
    if let Some(seeds) = env::var(CHILD).ok().as_deref().and_then(parse) {
        return run_seeds(seeds);
    }
    let asked = env::var("POSTTASK_SEEDS").ok();
    let Some(seeds) = asked.as_deref().map_or(Some(SEEDS), parse) else {
        return failure("POSTTASK_SEEDS must be a number or a range such as 1000..2000");
    };
    if seeds.end - seeds.start == 1 && env::var_os(check::PROGRAM).is_none() {
        show(&generator::program(seeds.start));
    }
    let blocks = (seeds.start..seeds.end).step_by(usize::try_from(BLOCK).unwrap_or(1));
    let trials = blocks.map(|start| {
        let block = start..seeds.end.min(start + BLOCK);
        Trial::test(format!("seeds {}..{}", block.start, block.end), move || run_in_a_child(&block))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

fn parse(text: &str) -> Option<Range<u64>> {
    match text.split_once("..") {
        Some((start, end)) => Some(start.parse().ok()?..end.parse().ok()?).filter(|seeds| !seeds.is_empty()),
        None => text.parse().ok().map(|seed: u64| seed..seed.saturating_add(1)),
    }
}

fn show(text: &str) {
    // If nobody reads the output, nobody misses it.
    let _ = writeln!(io::stdout(), "{text}");
}

fn failure(text: &str) -> ExitCode {
    show(text);
    ExitCode::FAILURE
}

/// Runs programs in this process. Prints each seed before its program runs.
fn run_seeds(seeds: Range<u64>) -> ExitCode {
    for seed in seeds {
        show(&format!("seed {seed}"));
        if let Err(problems) = check::check(seed) {
            return failure(&problems);
        }
    }
    ExitCode::SUCCESS
}

/// Runs programs in a child process. The error is all that the child printed from the last seed on.
fn run_in_a_child(seeds: &Range<u64>) -> Result<(), Failed> {
    let mut command = Command::new(env::current_exe()?);
    command.env(CHILD, format!("{}..{}", seeds.start, seeds.end)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let has_hung = Arc::new(AtomicBool::new(false));
    let output = last_lines(&mut child, &has_hung)?;
    let status = child.wait()?;
    if status.success() {
        return Ok(());
    }
    let how = if has_hung.load(Ordering::Relaxed) { "hangs".to_owned() } else { status.to_string() };
    Err(format!("{how}\n{output}POSTTASK_SEEDS=N prints the program of seed N").into())
}

/// Reads what a child prints, and ends it if it prints nothing for too long.
fn last_lines(child: &mut Child, has_hung: &AtomicBool) -> io::Result<String> {
    let (sender, lines) = channel();
    let mut readers = Vec::new();
    let pipes: [Option<Box<dyn io::Read + Send>>; 2] =
        [child.stdout.take().map(|it| Box::new(it) as _), child.stderr.take().map(|it| Box::new(it) as _)];
    for pipe in pipes.into_iter().flatten() {
        let sender = sender.clone();
        readers.push(thread::spawn(move || {
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        }));
    }
    drop(sender);
    let mut output = String::new();
    loop {
        match lines.recv_timeout(HANGS) {
            Ok(line) => {
                if line.starts_with("seed ") {
                    output.clear();
                }
                output += &line;
                output.push('\n');
            }
            Err(RecvTimeoutError::Timeout) => {
                has_hung.store(true, Ordering::Relaxed);
                child.kill()?;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    for reader in readers {
        // A reader does not panic.
        let _ = reader.join();
    }
    Ok(output)
}
