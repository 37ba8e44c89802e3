//! Runs the programs in `examples/` and compares what they print with the files in `js-tests/examples/`.
//! `cargo test --test examples -- --bless` rewrites these files. An example must be short enough to be read at once.

#![expect(clippy::expect_used, reason = "a test that cannot run must fail")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let bless = env::args().any(|argument| argument == "--bless");
    let arguments = Arguments::from_iter(env::args().filter(|argument| argument != "--bless"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = fs::read_dir(root.join("examples"))
        .expect("the folder exists")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
        .collect();
    names.sort();
    // It is only built with this feature.
    names.retain(|name| name != "boa_runtime_extensions" || cfg!(feature = "boa_runtime"));
    let trials = names.into_iter().map(|name| {
        let expected = root.join("js-tests/examples").join(format!("{name}.out"));
        let (program, source) = (program(&name), root.join("examples").join(format!("{name}.rs")));
        Trial::test(name, move || is_short(&source).and_then(|()| run(&program, &expected, bless)))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// The example is built into a folder beside that of this test.
fn program(name: &str) -> PathBuf {
    let test = env::current_exe().expect("the test has a path");
    let target = test.parent().and_then(Path::parent).expect("the test is in deps/");
    target.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// The maximum number of lines of an example.
const MOST_LINES: usize = 80;

fn is_short(source: &Path) -> Result<(), Failed> {
    let lines = fs::read_to_string(source)?.lines().count();
    if lines < MOST_LINES { Ok(()) } else { Err(format!("it has {lines} lines: {MOST_LINES} are too many").into()) }
}

fn run(program: &Path, expected: &Path, bless: bool) -> Result<(), Failed> {
    let output = Command::new(program)
        .output()
        .map_err(|error| format!("cannot run {}: {error}; cargo build --examples builds it", program.display()))?;
    let mut printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.stderr.is_empty() {
        write!(printed, "--- stderr\n{}", String::from_utf8_lossy(&output.stderr))?;
    }
    if !output.status.success() {
        writeln!(printed, "--- {}", output.status)?;
    }
    if bless {
        fs::write(expected, printed)?;
        return Ok(());
    }
    let expected = fs::read_to_string(expected)?;
    if printed == expected { Ok(()) } else { Err(format!("printed:\n{printed}\nexpected:\n{expected}").into()) }
}
