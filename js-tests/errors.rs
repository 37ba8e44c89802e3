//! Compares the places and the messages of run-time errors with those of Node.
//!
//! `errors` contains programs with one error each, and `errors/node.txt` what Node says about each: the place of the
//! innermost frame in the program, and the error. `errors/record.mjs` has recorded it. The test prints a table, and
//! fails if fewer programs than before have the place or the message of Node.

mod command;
mod workspace;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use workspace::workspace;

/// How many programs have Node's place.
const SAME_PLACE: usize = 113;

/// How many have Node's message. It may say "undefined or null" where Node knows which.
const SAME_MESSAGE: usize = 104;

fn main() {
    let trials = vec![Trial::test("errors are where Node says, and have its messages", compare)];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A place, as line and column, and a message with the name of the error.
#[derive(Debug, Default, PartialEq, Eq)]
struct Answer {
    place: String,
    message: String,
}

fn compare() -> Result<(), Failed> {
    let folder = workspace().join("js-tests/errors");
    let recorded = fs::read_to_string(folder.join("node.txt"))?;
    let (mut programs, mut places, mut messages) = (0, 0, 0);
    let mut table = String::new();
    for line in recorded.lines() {
        let (program, answer) = line.split_once(' ').ok_or_else(|| format!("no answer: {line}"))?;
        let (place, message) = answer.split_once(' ').ok_or_else(|| format!("no place: {line}"))?;
        let (node, own) = (Answer { place: place.to_owned(), message: message.to_owned() }, run(&folder, program)?);
        let has_place = node.place == own.place;
        let has_message = [message, &message.replace("of undefined (", "of undefined or null (")]
            .contains(&&*own.message)
            || message.replace("of null (", "of undefined or null (") == own.message;
        programs += 1;
        places += usize::from(has_place);
        messages += usize::from(has_message);
        let _ = writeln!(table, "{} {program} {} {}", mark(has_place, has_message), own.place, own.message);
        if !(has_place && has_message) {
            let _ = writeln!(table, "     Node: {} {}", node.place, node.message);
        }
    }
    let _ = writeln!(table, "{programs} programs: {places} have the place of Node, {messages} its message");
    std::io::stdout().write_all(table.as_bytes())?;
    if places < SAME_PLACE || messages < SAME_MESSAGE {
        return Err(format!("there were {SAME_PLACE} places and {SAME_MESSAGE} messages\n{table}").into());
    }
    Ok(())
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
