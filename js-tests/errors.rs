//! Compares the places and the messages of run-time errors with those of Node.
//!
//! `errors` contains programs with one error each, and `errors/node.txt` what Node says about each: the place of the
//! innermost frame in the program, and the error. `errors/record.mjs` has recorded it. In the files of `errors/small`,
//! each line is a program. The tests print tables, and fail if fewer programs than before have the place or the message
//! of Node.

mod command;
mod workspace;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use workspace::workspace;

fn main() {
    let trials = EXPECTED.map(|expected| {
        let name =
            format!("errors of {} are those of Node", if expected.is_small() { expected.name } else { "programs" });
        Trial::test(name, move || compare(&expected))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit();
}

/// What is expected of the programs of a file, or of the folder.
#[derive(Clone, Copy)]
struct Expected {
    /// How the names of the programs start.
    name: &'static str,
    /// How many programs have Node's place.
    places: usize,
    /// How many have Node's message.
    messages: usize,
}

impl Expected {
    fn is_small(&self) -> bool {
        self.name != FOLDER
    }

    fn includes(&self, program: &str) -> bool {
        if self.is_small() { program.starts_with(self.name) } else { !program.starts_with("small/") }
    }
}

const fn expected(name: &'static str, places: usize, messages: usize) -> Expected {
    Expected { name, places, messages }
}

const FOLDER: &str = "";

const EXPECTED: [Expected; 8] = [
    expected(FOLDER, 115, 109),
    expected("small/bindings.txt", 108, 114),
    expected("small/calls.txt", 142, 132),
    expected("small/classes.txt", 128, 145),
    expected("small/modules.txt", 48, 47),
    expected("small/patterns.txt", 145, 133),
    expected("small/properties.txt", 96, 93),
    expected("small/values.txt", 240, 183),
];

/// A place, as line and column, and a message with the name of the error.
#[derive(Debug, Default, PartialEq, Eq)]
struct Answer {
    place: String,
    message: String,
}

fn compare(expected: &Expected) -> Result<(), Failed> {
    let folder = workspace().join("js-tests/errors");
    let recorded = fs::read_to_string(folder.join("node.txt"))?;
    let scratch = tempfile::tempdir()?;
    let (mut programs, mut places, mut messages) = (0, 0, 0);
    let mut table = String::new();
    for line in recorded.lines().filter(|line| expected.includes(line)) {
        let (program, answer) = line.split_once(' ').ok_or_else(|| format!("no answer: {line}"))?;
        let (place, message) = answer.split_once(' ').ok_or_else(|| format!("no place: {line}"))?;
        let node = Answer { place: place.replace("?:?", ""), message: message.to_owned() };
        let (text, own) = if expected.is_small() {
            let (text, name) = small(&folder, program)?;
            fs::write(scratch.path().join(name), &text)?;
            (text, run(scratch.path(), name)?)
        } else {
            (String::new(), run(&folder, program)?)
        };
        let has_place = node.place == own.place;
        let has_message = node.message == own.message;
        programs += 1;
        places += usize::from(has_place);
        messages += usize::from(has_message);
        let _ = writeln!(table, "{} {program} {} {}", mark(has_place, has_message), own.place, own.message);
        if !(has_place && has_message) {
            let _ = writeln!(table, "     Node: {} {}", node.place, node.message);
            let _ = writeln!(table, "     {text}");
        }
    }
    let _ = writeln!(table, "{programs} programs: {places} have the place of Node, {messages} its message");
    std::io::stdout().write_all(table.as_bytes())?;
    if places < expected.places || messages < expected.messages {
        return Err(format!("there were {} places and {} messages\n{table}", expected.places, expected.messages).into());
    }
    Ok(())
}

/// Returns the text of a program of `small`, for a name such as `small/calls.txt:12`, and the name of its file.
fn small(folder: &Path, program: &str) -> Result<(String, &'static str), Failed> {
    let (file, number) = program.rsplit_once(':').ok_or_else(|| format!("no number: {program}"))?;
    let index = number.parse::<usize>()?.checked_sub(1).ok_or("programs are numbered from 1")?;
    let texts = fs::read_to_string(folder.join(file))?;
    let text = texts.lines().nth(index).ok_or_else(|| format!("no such program: {program}"))?;
    Ok((text.to_owned(), if file == "small/modules.txt" { "program.mjs" } else { "program.js" }))
}

fn mark(has_place: bool, has_message: bool) -> &'static str {
    match (has_place, has_message) {
        (true, true) => "same   ",
        (true, false) => "place  ",
        (false, true) => "message",
        (false, false) => "neither",
    }
}

/// Runs a program, and returns what the report of the uncaught error says.
fn run(folder: &Path, program: &str) -> Result<Answer, Failed> {
    let output = Command::new(command::path()).current_dir(folder).arg(program).output()?;
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    let message = report.lines().find_map(|line| line.strip_prefix("Uncaught ")).unwrap_or_default();
    let message = message.strip_prefix("(in promise) ").unwrap_or(message).to_owned();
    let place = report.lines().find_map(|line| place_in(line, program)).unwrap_or_default();
    Ok(Answer { place, message })
}

/// The place after the name of the program in a stack frame.
fn place_in(line: &str, program: &str) -> Option<String> {
    let (_, place) = line.trim_start().strip_prefix("at ")?.split_once(&format!("{program}:"))?;
    Some(place.trim_end_matches(')').to_owned())
}
