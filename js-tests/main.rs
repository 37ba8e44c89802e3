//! Runs every program of this folder with the real command and compares what it prints with the golden file beside it.
//!
//! A program is `NAME.js` or `NAME.mjs`; its first line may be `// args: …`, options for `posttask run`. `NAME.out` holds
//! standard output, then standard error after a line `--- stderr`, then the exit code after `--- exit`, where they are not empty
//! or 0. `cargo test --test js -- --bless` writes the golden files anew. Folders hold what programs import.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let mut arguments: Vec<String> = env::args().collect();
    let bless = arguments.iter().any(|argument| argument == "--bless");
    arguments.retain(|argument| argument != "--bless");
    let arguments = Arguments::from_iter(arguments);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("js-tests");
    let mut programs: Vec<PathBuf> = fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "js" || extension == "mjs"))
        .collect();
    programs.sort();
    assert!(!programs.is_empty(), "no programs in {}", folder.display());
    let trials = programs.into_iter().map(|program| {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || check(&program, bless))
    });
    let unusable = ["missing", "directory", "invalid_utf8"];
    let unusable = unusable.map(|input| Trial::test(format!("input: {input}"), move || refuses(input)));
    libtest_mimic::run(&arguments, trials.chain(unusable).collect()).exit();
}

/// Input that cannot be read is one line on standard error, and exit code 2.
fn refuses(input: &str) -> Result<(), Failed> {
    let path = env::temp_dir().join(format!("posttask-test-{}-{input}.js", std::process::id()));
    match input {
        "directory" => fs::create_dir_all(&path)?,
        "invalid_utf8" => fs::write(&path, b"let a = '\xff';")?,
        _ => {}
    }
    let output = Command::new(env!("CARGO_BIN_EXE_posttask")).arg("run").arg(&path).output();
    // One of the two fails: the path is a file, or a folder, or nothing.
    let _ = (fs::remove_file(&path), fs::remove_dir(&path));
    let output = output?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(2) && errors.lines().count() == 1 && errors.contains(&*path.to_string_lossy()) {
        return Ok(());
    }
    Err(format!("{}: {errors}", output.status).into())
}

fn check(program: &Path, bless: bool) -> Result<(), Failed> {
    let golden = program.with_extension("out");
    let actual = run(program)?;
    if bless {
        fs::write(golden, actual)?;
        return Ok(());
    }
    let expected = fs::read_to_string(&golden).unwrap_or_default();
    if actual == expected {
        return Ok(());
    }
    let differing = expected.lines().zip(actual.lines()).position(|(expected, actual)| expected != actual);
    let line = differing.unwrap_or_else(|| expected.lines().count().min(actual.lines().count())) + 1;
    Err(format!("differs from {} in line {line}; it printed:\n{actual}", golden.display()).into())
}

fn run(program: &Path) -> Result<String, Failed> {
    let source = fs::read_to_string(program)?;
    let options = source.lines().next().and_then(|line| line.strip_prefix("// args:")).unwrap_or_default();
    let (folder, file) = (program.parent().unwrap_or(program), program.file_name().unwrap_or_default());
    let output = Command::new(env!("CARGO_BIN_EXE_posttask"))
        .current_dir(folder)
        .arg("run")
        .args(options.split_whitespace())
        .arg(file)
        .args(["--flag", "an argument"])
        .output()?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    if !errors.is_empty() {
        write!(text, "--- stderr\n{errors}")?;
    }
    if output.status.code() != Some(0) {
        writeln!(text, "--- exit\n{}", output.status)?;
    }
    // Modules are named by their absolute path, which is another one on every machine.
    Ok(text.replace(&format!("{}/", folder.display()), ""))
}
