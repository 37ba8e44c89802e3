//! Errors whose properties are not what a reporter expects, in every way in which errors are reported.
//!
//! `hostile_errors/errors.mjs` makes the errors: each of five properties has each of seven shapes. For each way,
//! `hostile_errors/WAY.out` contains what the command prints.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::command;

const PROPERTIES: [&str; 5] = ["message", "name", "stack", "cause", "errors"];
const SHAPES: [&str; 7] = ["self", "mutual", "array of self", "proxy", "huge", "deep", "throwing getter"];

/// Repetitions of a character that are longer than this are abbreviated in the golden files.
const LONG: usize = 200;

/// The programs that report all errors in one way.
const PROGRAMS: [&str; 6] = ["rejected", "reported", "posted", "timers", "listeners", "printed"];

/// Returns a test for each way.
pub(crate) fn trials(folder: &Path, bless: bool) -> Vec<Trial> {
    let folder = folder.join("hostile_errors");
    let trial = |way: &str, print: fn(&Path, &str) -> Result<String, Failed>| {
        let (folder, way) = (folder.clone(), way.to_owned());
        Trial::test(format!("hostile errors: {way}"), move || {
            super::compare(&abbreviated(&print(&folder, &way)?), &folder.join(&way).with_extension("out"), bless)
        })
    };
    let programs = PROGRAMS.map(|way| trial(way, program));
    let others = [trial("thrown", thrown), trial("print", print), trial("prompt", prompt), trial("tests", tests)];
    programs.into_iter().chain(others).collect()
}

/// Shortens repetitions of a character.
fn abbreviated(text: &str) -> String {
    let mut short = String::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let mut count = 1;
        while rest.next_if_eq(&character).is_some() {
            count += 1;
        }
        if count > LONG {
            let _ = write!(short, "<{count} times {character}>");
        } else {
            short.extend(std::iter::repeat_n(character, count));
        }
    }
    short
}

/// Runs the command in the folder with this input.
fn run(folder: &Path, arguments: &[&str], input: &str) -> Result<String, Failed> {
    let mut command = Command::new(command::path());
    command.current_dir(folder).args(arguments).env_remove("TZ");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // The command may have exited without reading its input.
        let _ = stdin.write_all(input.as_bytes());
    }
    super::transcript(&child.wait_with_output()?, folder)
}

fn program(folder: &Path, way: &str) -> Result<String, Failed> {
    run(folder, &["run", "--virtual-time", &format!("{way}.mjs")], "")
}

/// Calls `each` for all errors, and joins what it returns.
fn all(each: impl Fn(&str, &str) -> Result<String, Failed>) -> Result<String, Failed> {
    let mut all = String::new();
    for property in PROPERTIES {
        for shape in SHAPES {
            let _ = writeln!(all, "# {property}: {shape}\n{}", each(property, shape)?);
        }
    }
    Ok(all)
}

fn thrown(folder: &Path, _: &str) -> Result<String, Failed> {
    all(|property, shape| run(folder, &["run", "thrown.mjs", property, shape], ""))
}

fn print(folder: &Path, _: &str) -> Result<String, Failed> {
    all(|property, shape| {
        let error = format!("(await import('./errors.mjs')).make('{property}', '{shape}')");
        run(folder, &["run", "--print", &error], "")
    })
}

/// Each error is thrown, and is the value of an input.
fn prompt(folder: &Path, _: &str) -> Result<String, Failed> {
    let inputs = all(|property, shape| {
        let error = format!("make('{property}', '{shape}')");
        Ok(format!("'{property}: {shape}'\n{error}\nthrow {error}"))
    })?;
    // The headings are for golden files.
    let inputs: Vec<&str> = inputs.lines().filter(|line| !line.starts_with('#')).collect();
    run(folder, &["repl"], &format!("const {{ make }} = await import('./errors.mjs')\n{}\n", inputs.join("\n")))
}

fn tests(folder: &Path, _: &str) -> Result<String, Failed> {
    run(folder, &["test", "caught_by_tests.test.mjs"], "")
}
