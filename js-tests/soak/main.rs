//! Runs each pattern of `patterns.js` for a while, and checks that its memory does not grow.
//!
//! The memory is the number of bytes that are allocated after a garbage collection, once when 30 % of the operations
//! have been performed, and once at the end. So a leak is found however fast the machine is: of 95 bytes per
//! operation in a short run, and of 5 bytes in one of 100,000 operations.
//!
//! `cargo test --release --test soak -- --nocapture` prints a table. `POSTTASK_SOAK=1000000` sets the number of
//! operations.

mod allocator;

use std::io::Write;
use std::rc::Rc;
use std::time::Duration;
use std::{env, io};

use libtest_mimic::{Arguments, Failed, Trial};
use posttask::boa_gc::force_collect;
use posttask::event_loop::{Outcome, Timestamp};
use posttask::{ConsoleOutput, Error, ErrorSink, Runtime, Uncaught};

use allocator::live_bytes;

const PATTERNS: &str = include_str!("patterns.js");

/// The number of operations of each pattern.
const OPERATIONS: u64 = if cfg!(debug_assertions) { 5_000 } else { 100_000 };

/// How much memory may grow in all, for tables and caches that double, and how much per operation.
const TOLERANCE: Growth = Growth { bytes: 320 << 10, bytes_per_operation: 4.0 };

struct Growth {
    bytes: isize,
    bytes_per_operation: f64,
}

struct Quiet;

impl ConsoleOutput for Quiet {
    fn out(&self, _: &str) {}

    fn err(&self, _: &str) {}
}

impl ErrorSink for Quiet {
    fn uncaught(&self, _: &Uncaught) {}
}

fn main() {
    let operations = env::var("POSTTASK_SOAK").ok().and_then(|count| count.parse().ok()).unwrap_or(OPERATIONS);
    let names = match names() {
        Ok(names) => names,
        Err(error) => panic!("patterns.js: {error}"),
    };
    let trials = names.into_iter().map(|name| {
        let pattern = name.clone();
        Trial::test(name, move || soak(&pattern, operations))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// The names of all patterns.
fn names() -> Result<Vec<String>, Error> {
    let names = runtime()?.run_script("Object.keys(patterns).join()")?;
    let names = names.as_string().map(|names| names.to_std_string_escaped()).unwrap_or_default();
    Ok(names.split(',').map(str::to_owned).collect())
}

fn runtime() -> Result<Runtime, Error> {
    let quiet = Rc::new(Quiet);
    let mut runtime = Runtime::builder().virtual_time().console(quiet.clone()).error_sink(quiet).build()?;
    runtime.run_script(PATTERNS)?;
    Ok(runtime)
}

/// Runs one pattern, and measures its memory.
fn soak(name: &str, operations: u64) -> Result<(), Failed> {
    let mut run = Run { runtime: runtime()?, milliseconds: 0 };
    run.runtime.run_script(&format!("start('{name}', {operations})"))?;
    let early = run.memory_after(operations * 3 / 10)?;
    let late = run.memory_after(operations)?;
    let (performed, growth) = (late.operations - early.operations, late.bytes - early.bytes);
    #[expect(clippy::cast_precision_loss, reason = "no process has so much memory")]
    let each = growth as f64 / performed.max(1.0);
    // If nobody reads the table, nobody misses it.
    let _ = writeln!(io::stdout(), "| {name} | {operations} | {} | {} | {each:.1} |", early.bytes, late.bytes);
    if growth > TOLERANCE.bytes && each > TOLERANCE.bytes_per_operation {
        return Err(format!("{growth} bytes more, {each:.1} for each operation").into());
    }
    Ok(())
}

/// The memory after some operations.
struct Measurement {
    operations: f64,
    bytes: isize,
}

/// A running pattern.
struct Run {
    runtime: Runtime,
    /// How far its time has come.
    milliseconds: u64,
}

impl Run {
    /// Runs until at least this number of operations has been performed, and measures the memory.
    fn memory_after(&mut self, operations: u64) -> Result<Measurement, Failed> {
        #[expect(clippy::cast_precision_loss, reason = "no run takes so long")]
        let operations = operations as f64;
        while self.progress()? < operations {
            if self.advance() == Outcome::OutOfWork && self.progress()? < operations {
                return Err("the pattern stopped too early".into());
            }
        }
        // What was collected may have callbacks, and these may release more.
        for _ in 0..3 {
            force_collect();
            self.advance();
        }
        force_collect();
        Ok(Measurement { operations: self.progress()?, bytes: live_bytes() })
    }

    /// Runs for a millisecond of virtual time.
    fn advance(&mut self) -> Outcome {
        self.milliseconds += 1;
        self.runtime.run_until(Timestamp::since_origin(Duration::from_millis(self.milliseconds)))
    }

    fn progress(&mut self) -> Result<f64, Failed> {
        let progress = self.runtime.run_script("if (failure) throw new Error(failure); progress")?;
        progress.as_number().ok_or_else(|| "the progress is not a number".into())
    }
}
