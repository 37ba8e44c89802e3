//! Runs every program in `programs` with the real command and compares its output with a golden file.
//!
//! A program is `FOLDER/NAME.js` or `FOLDER/NAME.mjs`; the folder says what it is about. Its first line may be
//! `// args: …`, with options for `posttask run`. `NAME.out` contains standard output, then standard error after a line
//! `--- stderr`, then the exit status after `--- exit`. Empty parts and exit code 0 are left out. `cargo test --test js
//! -- --bless` rewrites the golden files.
//! The folder `modules` contains the modules that programs import.
//!
//! `commands/NAME.cmd` is an invocation of the command. Its first line contains the arguments, split as a shell would
//! split them; the remaining lines are standard input.
//!
//! `syntax` contains programs with a syntax error each. `syntax.out` contains the output of all of them.
//!
//! `sources` contains files for the commands: TypeScript, packages, import maps and source maps.
//!
//! `testing` contains test files for `posttask test`. Its real durations are left out of the golden files.
//!
//! In the documents, a block of text whose first line is `$ posttask ...` shows the real output of that command.

mod command;
mod hostile_commands;
mod hostile_errors;
mod optimized_command;
mod workspace;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use workspace::workspace;

fn main() {
    let mut arguments: Vec<String> = env::args().collect();
    let bless = arguments.iter().any(|argument| argument == "--bless");
    arguments.retain(|argument| argument != "--bless");
    let arguments = Arguments::from_iter(arguments);
    let folder = workspace().join("js-tests");
    let lost = sorted(&folder, &["js", "mjs"]);
    assert!(lost.is_empty(), "these belong into a folder of js-tests/programs: {lost:?}");
    let programs = programs(&folder.join("programs"));
    assert!(!programs.is_empty(), "no programs in {}", folder.display());
    let trials = programs.into_iter().map(|(name, program)| Trial::test(name, move || check(&program, bless, run)));
    let syntax = folder.join("syntax");
    let syntax = Trial::test("syntax errors", move || check(&syntax, bless, run_all));
    let commands = sorted(&folder.join("commands"), &["cmd"]).into_iter().map(|command| {
        let name = command.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(format!("commands/{name}"), move || check(&command, bless, run_command))
    });
    let documents = ["README.md", "docs/exploring.md", "docs/running.md", "docs/seeing.md", "docs/testing.md"];
    let documents = documents.map(|name| Trial::test(format!("document: {name}"), move || check_document(name, bless)));
    let unusable = ["missing", "directory", "invalid_utf8"];
    let unusable = unusable.map(|input| Trial::test(format!("input: {input}"), move || refuses(input)));
    let trials = trials
        .chain(hostile_errors::trials(&folder, bless))
        .chain(commands)
        .chain(documents)
        .chain([Trial::test("document: docs/dependencies.md", check_dependencies)])
        .chain([syntax])
        .chain(unusable)
        .chain(signals())
        .chain(hostile_commands::trials());
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// Checks that the document about dependencies names those of the package, and no others.
fn check_dependencies() -> Result<(), Failed> {
    let manifests = ["Cargo.toml", "cli/Cargo.toml", "front-end/Cargo.toml", "reports/Cargo.toml"];
    let manifests: Vec<String> =
        manifests.into_iter().map(|path| fs::read_to_string(workspace().join(path))).collect::<Result<_, _>>()?;
    let manifests = manifests.join("\n");
    let sections = manifests
        .split("\n[")
        .filter(|section| section.split_once(']').is_some_and(|(name, _)| name.ends_with("dependencies")));
    let lines = sections.flat_map(|section| section.lines().skip(1));
    let entries = lines.filter(|line| line.starts_with(|first: char| first.is_alphabetic()));
    // A set, because crates of tests may be those of the library too, with other features.
    let used: BTreeSet<&str> = entries
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name)
        .filter(|name| !name.starts_with("posttask"))
        .collect();
    let document = fs::read_to_string(workspace().join("docs/dependencies.md"))?;
    let first_cells = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let (_, for_tests) = document.rsplit_once("\n\n").ok_or("no last paragraph")?;
    let (_, for_tests) = for_tests.split_once('`').ok_or("no crate in the last paragraph")?;
    let named = first_cells.chain([for_tests]).flat_map(|names| names.split('`').step_by(2));
    let named: BTreeSet<&str> = named.filter(|name| !name.trim_start_matches(".\n").is_empty()).collect();
    if used == named { Ok(()) } else { Err(format!("used:\n{used:?}\nnamed:\n{named:?}").into()) }
}

/// Checks the commands in a document, or rewrites their output.
fn check_document(name: &str, bless: bool) -> Result<(), Failed> {
    const START: &str = "```text\n$ posttask ";
    let path = workspace().join(name);
    let document = fs::read_to_string(&path)?;
    let mut actual = String::new();
    let mut rest = document.as_str();
    while let Some(start) = rest.find(START) {
        let (before, block) = rest.split_at(start + START.len());
        let (command, _) = block.split_once('\n').ok_or("a block without an end")?;
        let end = block.find("\n```").ok_or("a block without an end")?;
        let arguments = without_progress(shell_words::split(command)?);
        let output = Command::new(command::path()).args(arguments).current_dir(workspace()).output()?;
        let folder = format!("{}/", workspace().display());
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).replace(&folder, ""));
        let _ = write!(actual, "{before}{command}\n{}", printed.concat().trim_end());
        rest = &block[end..];
    }
    actual.push_str(rest);
    match without_real_times(&actual) == without_real_times(&document) {
        true => Ok(()),
        false if bless => Ok(fs::write(path, actual)?),
        false => Err("it shows an output that the command does not print; `--bless` rewrites it".into()),
    }
}

/// Adds an option to the arguments of an exploration: how often its progress is shown depends on the machine.
fn without_progress(mut arguments: Vec<String>) -> Vec<String> {
    if arguments.first().is_some_and(|command| command == "explore") {
        arguments.insert(1, "--no-progress".to_owned());
    }
    arguments
}

/// Replaces the real durations in the output of `posttask test`.
fn without_real_times(output: &str) -> String {
    const BEFORE: &str = "of virtual time in ";
    let line = |line: &str| match line.split_once(BEFORE) {
        Some((before, _)) => format!("{before}{BEFORE}... ms"),
        None => line.to_owned(),
    };
    let lines: Vec<String> = output.split('\n').map(line).collect();
    lines.join("\n")
}

/// The programs in the folders of this one, with their names.
fn programs(folder: &Path) -> Vec<(String, PathBuf)> {
    let folders = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut programs: Vec<_> = folders
        .flat_map(|theme| sorted(&theme, &["js", "mjs"]))
        .map(|program| (program.strip_prefix(folder).unwrap_or(&program).display().to_string(), program))
        .collect();
    programs.sort();
    programs
}

/// Returns the files in a folder that have one of these extensions, sorted by name.
fn sorted(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let has_extension =
        |path: &PathBuf| extensions.iter().any(|&extension| path.extension().is_some_and(|e| e == extension));
    let mut files: Vec<PathBuf> = entries.filter(has_extension).collect();
    files.sort();
    files
}

#[cfg(unix)]
fn signals() -> Vec<Trial> {
    vec![
        Trial::test("watch: a program runs again when its files change", watch),
        Trial::test("signals: SIGINT ends a program with 130 and without a message", interrupted),
        Trial::test("signals: a closed output pipe ends a program with 141", broken_pipe),
        Trial::test("output: a closed output pipe ends every command with 141", broken_pipe_of_commands),
        Trial::test("output: a write error is one message and exit code 1", write_error),
    ]
}

#[cfg(not(unix))]
fn signals() -> Vec<Trial> {
    Vec::new()
}

/// Starts a program that prints `started` and then runs forever, and waits for that line.
fn started(program: &str) -> Result<(std::process::Child, impl Read), Failed> {
    let mut child = Command::new(command::path())
        .args(["run", "-e", program])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut output = child.stdout.take().ok_or("no output")?;
    let mut bytes = [0; 8];
    output.read_exact(&mut bytes)?;
    if &bytes == b"started\n" { Ok((child, output)) } else { Err("the program printed something else".into()) }
}

/// Changes the files of a program that is watched, and waits for each of its outputs.
#[cfg(unix)]
fn watch() -> Result<(), Failed> {
    let folder = env::temp_dir().join(format!("posttask-watch-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let (main, imported, missing) = (folder.join("main.mjs"), folder.join("imported.ts"), folder.join("missing.mjs"));
    fs::write(&main, "import { value } from './imported.ts'; console.log(value); setInterval(() => {}, 1000)")?;
    fs::write(&imported, "export const value: number = 1")?;
    let mut command = Command::new(command::path());
    let mut child = command.arg("--watch").arg(&main).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let output = BufReader::new(child.stdout.take().ok_or("no output")?);
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || output.lines().try_for_each(|line| sender.send(line)));
    // A line takes milliseconds. The limit only ends a test that would wait for ever.
    let next = || lines.recv_timeout(Duration::from_mins(2)).map_err(|_| "the output ended")?.map_err(Failed::from);
    let result = (|| {
        expect(&next()?, "1")?;
        // The program is still running. The imported file is replaced, as many editors do.
        fs::write(folder.join("new"), "export const value: number = 2")?;
        fs::rename(folder.join("new"), &imported)?;
        expect(&next()?, "2")?;
        // A file is missing, until it appears.
        fs::write(&main, "import('./missing.mjs').then(it => console.log(it.four), () => console.log(3))")?;
        expect(&next()?, "3")?;
        fs::write(&missing, "export const four = 4")?;
        expect(&next()?, "4")
    })();
    child.kill()?;
    child.wait()?;
    fs::remove_dir_all(&folder)?;
    result
}

#[cfg(unix)]
fn expect(actual: &str, expected: &str) -> Result<(), Failed> {
    if actual == expected { Ok(()) } else { Err(format!("the program printed {actual:?}, not {expected:?}").into()) }
}

#[cfg(unix)]
fn interrupted() -> Result<(), Failed> {
    for program in ["console.log('started'); setInterval(() => {}, 1000)", "console.log('started'); for (;;);"] {
        let (child, _output) = started(program)?;
        Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        let ended = child.wait_with_output()?;
        if ended.status.code() != Some(130) || !ended.stderr.is_empty() {
            return Err(format!("{}: {}", ended.status, String::from_utf8_lossy(&ended.stderr)).into());
        }
    }
    Ok(())
}

#[cfg(unix)]
fn broken_pipe() -> Result<(), Failed> {
    let (child, output) = started("console.log('started'); for (;;) console.log('more')")?;
    drop(output);
    let ended = child.wait_with_output()?;
    if ended.stderr.is_empty() && ended.status.code() == Some(141) {
        return Ok(());
    }
    Err(format!("{}: {}", ended.status, String::from_utf8_lossy(&ended.stderr)).into())
}

/// Returns command lines that print something, to be run in the folder of the package.
#[cfg(unix)]
fn printing_calls() -> Vec<Vec<String>> {
    let test = r#"{"id":"/scheduler/abort.any.html","file":"scheduler/abort.any.js","global":"window",
                   "long_timeout":false,"variant":""}"#;
    let calls: [&[&str]; 9] = [
        &["wpt", "--list"],
        &["wpt", "scheduler/abort.any.js"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
        &["run", "--help"],
        &["run", "-p", "1"],
        &["run", "-e", "console.log(1)"],
        &["wpt-file", "wpt-subset", test, "1000"],
    ];
    calls.iter().map(|call| call.iter().map(|&argument| argument.to_owned()).collect()).collect()
}

/// Runs a command line with this standard output. Returns its standard error and its exit code.
#[cfg(unix)]
fn run_into(output: impl Into<Stdio>, call: &[String]) -> Result<(String, Option<i32>), Failed> {
    let mut command = Command::new(command::path());
    let ended = command.current_dir(workspace()).args(call).stdout(output).output()?;
    Ok((String::from_utf8_lossy(&ended.stderr).into_owned(), ended.status.code()))
}

#[cfg(unix)]
fn broken_pipe_of_commands() -> Result<(), Failed> {
    for call in printing_calls() {
        let (reader, writer) = std::io::pipe()?;
        drop(reader);
        let ended = run_into(writer, &call)?;
        if ended != (String::new(), Some(141)) {
            return Err(format!("{call:?}: {ended:?}").into());
        }
    }
    Ok(())
}

/// Writes to `/dev/full`, which exists only on Linux.
#[cfg(unix)]
fn write_error() -> Result<(), Failed> {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return Ok(()) };
    for call in printing_calls() {
        let (errors, code) = run_into(full.try_clone()?, &call)?;
        let said = errors.starts_with("posttask: cannot write to standard output: ") && errors.lines().count() == 1;
        if !said || code != Some(1) {
            return Err(format!("{call:?}: {code:?}, {errors}").into());
        }
    }
    Ok(())
}

/// Runs one kind of test and returns its output in the format of the golden files.
type Run = fn(&Path) -> Result<String, Failed>;

/// Checks that unreadable input causes one line on standard error and exit code 2.
fn refuses(input: &str) -> Result<(), Failed> {
    let path = env::temp_dir().join(format!("posttask-test-{}-{input}.js", std::process::id()));
    match input {
        "directory" => fs::create_dir_all(&path)?,
        "invalid_utf8" => fs::write(&path, b"let a = '\xff';")?,
        _ => {}
    }
    let output = Command::new(command::path()).arg("run").arg(&path).output();
    // At least one of the two fails: the path is a file, a folder, or missing.
    let _ = (fs::remove_file(&path), fs::remove_dir(&path));
    let output = output?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(2) && errors.lines().count() == 1 && errors.contains(&*path.to_string_lossy()) {
        return Ok(());
    }
    Err(format!("{}: {errors}", output.status).into())
}

fn check(program: &Path, bless: bool, run: Run) -> Result<(), Failed> {
    compare(&run(program)?, &program.with_extension("out"), bless)
}

/// Compares an output with a golden file, or rewrites that file.
fn compare(output: &str, golden: &Path, bless: bool) -> Result<(), Failed> {
    let actual = without_real_times(output);
    if bless {
        fs::write(golden, actual)?;
        return Ok(());
    }
    let expected = fs::read_to_string(golden).unwrap_or_default();
    if actual == expected {
        return Ok(());
    }
    let differing = expected.lines().zip(actual.lines()).position(|(expected, actual)| expected != actual);
    let line = differing.unwrap_or_else(|| expected.lines().count().min(actual.lines().count())) + 1;
    Err(format!("the output differs from {} in line {line}:\n{actual}", golden.display()).into())
}

fn run(program: &Path) -> Result<String, Failed> {
    let source = fs::read_to_string(program)?;
    let options = source.lines().next().and_then(|line| line.strip_prefix("// args:")).unwrap_or_default();
    let (folder, file) = (program.parent().unwrap_or(program), program.file_name().unwrap_or_default());
    let output = Command::new(command_for(program))
        .current_dir(folder)
        // Under virtual time, the time zone is UTC unless this is set.
        .env_remove("TZ")
        .arg("run")
        .args(options.split_whitespace())
        .arg(file)
        .args(["--flag", "an argument"])
        .output()?;
    transcript(&output, folder)
}

/// Returns the path of the command for a test: the optimized one for explorations, and for programs that consist of
/// thousands of programs.
fn command_for(test: &Path) -> OsString {
    let name = test.file_name().unwrap_or_default().to_string_lossy();
    let is_long = ["explore_", "many_", "pairs_", "random_"].iter().any(|start| name.starts_with(start));
    if is_long { optimized_command::path() } else { command::path() }
}

/// Runs the programs in a folder, each with a syntax error. All of them must fail, with a place.
fn run_all(folder: &Path) -> Result<String, Failed> {
    let mut all = String::new();
    for program in sorted(folder, &["js", "mjs", "cjs", "ts"]) {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let output = Command::new(command::path()).current_dir(folder).arg(&name).output()?;
        let error = String::from_utf8_lossy(&output.stderr);
        let has_place = error.lines().next().is_some_and(|line| line.contains(&format!("({name}:")));
        if output.status.code() != Some(1) || !output.stdout.is_empty() || !has_place {
            return Err(format!("{name}: {}\n{error}", output.status).into());
        }
        let _ = writeln!(all, "{error}");
    }
    Ok(all)
}

/// Runs the command line of a `.cmd` file, in the folder of that file.
fn run_command(file: &Path) -> Result<String, Failed> {
    let text = fs::read_to_string(file)?;
    let (arguments, input) = text.split_once('\n').unwrap_or((&text, ""));
    let folder = file.parent().unwrap_or(file);
    let mut child = Command::new(command_for(file))
        .current_dir(folder)
        .args(without_progress(shell_words::split(arguments)?))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // The command may have exited without reading its input.
        let _ = stdin.write_all(input.as_bytes());
    }
    transcript(&child.wait_with_output()?, folder)
}

/// Returns the output and the exit status of the command in the format of the golden files.
fn transcript(output: &Output, folder: &Path) -> Result<String, Failed> {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    if !errors.is_empty() {
        write!(text, "--- stderr\n{errors}")?;
    }
    if output.status.code() != Some(0) {
        writeln!(text, "--- exit\n{}", output.status)?;
    }
    // Modules are identified by their absolute path, which differs between machines.
    let tests = workspace().join("js-tests");
    Ok(text.replace(&format!("{}/", folder.display()), "").replace(&format!("{}/", tests.display()), "js-tests/"))
}
