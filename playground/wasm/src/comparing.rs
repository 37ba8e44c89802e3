//! Runs a program as several hosts.

use std::rc::Rc;

use posttask::event_loop::{Outcome, Quirk, Quirks, Timestamp};
use posttask::profiles::Profile;
use posttask::{ConsoleOutput, Error, Runtime, Uncaught};
use posttask_reports::PrintedLines;
use posttask_reports::comparison::{Comparison, Difference, Group};
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::program::Prepared;
use crate::request::profile;
use crate::running::LONGEST;
use crate::{failed, json};

/// What several hosts printed, and why it differs.
#[derive(Serialize)]
struct Compared {
    groups: Vec<Hosts>,
    differences: Vec<Explained>,
}

/// Hosts that printed the same.
#[derive(Serialize)]
struct Hosts {
    hosts: Vec<Host>,
    lines: Vec<String>,
}

/// A host.
#[derive(Serialize)]
struct Host {
    name: &'static str,
    version: &'static str,
}

/// Why the output of a host is not the first one.
#[derive(Serialize)]
struct Explained {
    sentence: String,
    intro: &'static str,
    quirks: Vec<Explanation>,
}

/// How a host departs from the standards.
#[derive(Serialize)]
struct Explanation {
    id: &'static str,
    host: &'static str,
    summary: &'static str,
}

impl From<Group> for Hosts {
    fn from(group: Group) -> Self {
        let host = |profile: Profile| Host { name: profile.name(), version: profile.version() };
        Self { hosts: group.profiles.into_iter().map(host).collect(), lines: group.lines }
    }
}

impl From<Difference> for Explained {
    fn from(difference: Difference) -> Self {
        let Difference { one, other, sentence, reason } = difference;
        let explanation = |quirk: &Quirk| Explanation {
            id: quirk.id(),
            host: if one.quirks().has(*quirk) { one.name() } else { other.name() },
            summary: quirk.summary(),
        };
        Self { sentence, intro: reason.intro(), quirks: reason.quirks().iter().map(explanation).collect() }
    }
}

/// Runs a program as the hosts of the request.
///
/// # Errors
///
/// If the request is not valid.
#[wasm_bindgen]
pub fn compare(request: &str) -> Result<String, JsError> {
    let prepared = Prepared::new(request)?;
    let profiles = prepared.request.profiles.iter().map(|name| profile(name));
    let profiles: Vec<Profile> = profiles.collect::<Result<_, _>>().map_err(failed)?;
    let compared = Comparison::new(&profiles, Profile::quirks, |quirks| run(&prepared, quirks)).map_err(failed)?;
    let Comparison { groups, differences } = compared;
    json(&Compared {
        groups: groups.into_iter().map(Hosts::from).collect(),
        differences: differences.into_iter().map(Explained::from).collect(),
    })
}

/// Runs the program with these quirks, and returns its output.
fn run(prepared: &Prepared, quirks: Quirks) -> Result<Vec<String>, Error> {
    let lines = Rc::new(PrintedLines::new(Uncaught::headline));
    let builder = prepared.configure(Runtime::builder()).virtual_time().seed(prepared.request.seed);
    let builder = builder.console(Rc::clone(&lines) as _).error_sink(Rc::clone(&lines) as _);
    let mut runtime = builder.quirks(quirks).build()?;
    prepared.start(&mut runtime);
    if runtime.run_until(Timestamp::since_origin(LONGEST)) == Outcome::TimedOut {
        lines.out("(stopped after one minute of virtual time)");
    }
    drop(runtime);
    Ok(lines.take())
}
