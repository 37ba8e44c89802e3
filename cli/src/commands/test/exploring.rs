//! Adds what the exploration of a test found to the report of its file.

use std::path::Path;

use posttask::exploration::{Ending, OutcomeReport, Report};
use posttask_front_end::FrontEnd;

use super::files::FileOfProject;
use super::plan::Plan;
use crate::commands::explore::{failing_order, failures_by_cause, obstacle};
use crate::corpus::Fate;
use crate::shell_words::quoted;
use crate::terminal::Style;
use crate::testing::report;
use crate::testing::report::{ConsoleLine, ExplorationSummary, Failure, FailureKind, FileReport, Kind, TestReport};
use crate::testing::{NamePattern, failure, of_error_of_a_run};

/// The number of failing outcomes of a test that are shown, each with another cause.
const SHOWN_OUTCOMES: usize = 2;

/// The number of errors of an outcome that are shown.
const SHOWN_ERRORS: usize = 2;

/// Adds the result of an exploration to the test at a path. If it failed, its suites have failed, too.
pub(super) fn add(
    report: &mut FileReport,
    path: &[usize],
    explored: &Report,
    fate: Fate,
    plan: &Plan,
    file: &FileOfProject,
) {
    let has_failed = explored.failures().next().is_some();
    let all = if has_failed { all_names(&report.tests) } else { Vec::new() };
    at_path(&mut report.tests, path, &mut Vec::new(), &mut |test, names| {
        test.exploration = Some(ExplorationSummary {
            runs: explored.runs,
            orders: explored.orders.len(),
            is_complete: explored.is_complete,
            is_reduced: explored.is_reduced,
            failed_runs: explored.failures().map(|found| found.count).sum(),
        });
        test.diagnostics.extend(fate.message("test").into_iter().chain(obstacle(explored, &file.path)));
        let fails_usually = test.is_failure();
        let count_failure = || {
            if !fails_usually {
                plan.count_failure();
            }
        };
        if fails_usually && !has_failed {
            // Another test of the file may be the reason.
            test.diagnostics.push("alone, it does not fail in any of the orders that were explored".to_owned());
            return;
        }
        if !has_failed && explored.inconclusive_runs() > 0 {
            count_failure();
            test.ending = report::Ending::Failed;
            test.failures = vec![inconclusive(explored)];
            return;
        }
        let causes = failures_by_cause(explored, &file.path);
        let failures: Vec<Failure> = causes
            .into_iter()
            .take(SHOWN_OUTCOMES)
            .flat_map(|(found, others)| {
                let replay = replay(found, explored.seed, file, &selector(names, &all), plan);
                // The test has failed in the usual order before: that report says more.
                let known = if found.is_default { test.failures.as_slice() } else { &[] };
                failures(explored, found, &others, known, &file.path, replay, &plan.project(file).front_end)
            })
            .collect();
        if !failures.is_empty() {
            count_failure();
            test.ending = report::Ending::Failed;
            test.failures = failures;
            let printed = explored.failures().next().map(|found| found.outcome.console.trim_end().to_owned());
            let printed = printed.filter(|text| !text.is_empty());
            if !plan.is_found(&names.join(" > "), explored) {
                let orders = explored.orders.len();
                test.diagnostics.push(format!("it failed in other ways than before, in {orders} orders"));
            }
            test.console = printed.into_iter().map(|text| ConsoleLine { is_error: false, text }).collect();
        } else if plan.is_flaky {
            test.diagnostics.push(match explored.orders.len() {
                1 => "it did not fail in its only order".to_owned(),
                orders => format!("it did not fail in any of {orders} orders"),
            });
        }
    });
}

/// The failure of a test of which nobody knows whether it passes.
fn inconclusive(explored: &Report) -> Failure {
    let (count, runs) = (explored.inconclusive_runs(), explored.runs);
    let message = format!(
        "{count} of {runs} runs ended without a verdict: they were stopped, because far more tasks ran than in the \
         usual order"
    );
    failure(FailureKind::Timeout, message)
}

/// Adds a failure to the test at a path: its exploration did not end normally.
pub(super) fn fail(file: &mut FileReport, path: &[usize], failure: &Failure) {
    at_path(&mut file.tests, path, &mut Vec::new(), &mut |test, _| {
        test.ending = report::Ending::Failed;
        test.failures.push(failure.clone());
    });
}

/// Calls `change` with the test at a path and the names of its suites and its own, and updates the suites.
fn at_path(
    tests: &mut [TestReport],
    path: &[usize],
    names: &mut Vec<String>,
    change: &mut dyn FnMut(&mut TestReport, &[String]),
) {
    let Some((first, rest)) = path.split_first() else { return };
    let Some(test) = tests.get_mut(*first) else { return };
    names.push(test.name.clone());
    if rest.is_empty() {
        return change(test, names);
    }
    at_path(&mut test.children, rest, names, change);
    let failed = test.children.iter().filter(|child| child.is_failure()).count();
    let is_counted = |failure: &Failure| failure.kind == FailureKind::Subtests;
    test.failures.retain(|failure| !is_counted(failure));
    if failed > 0 {
        let plural = if failed == 1 { "" } else { "s" };
        test.ending = report::Ending::Failed;
        test.failures.push(failure(FailureKind::Subtests, format!("{failed} subtest{plural} failed")));
    }
}

/// The failures of an outcome, unless they are known. The first one has the order.
fn failures(
    explored: &Report,
    found: &OutcomeReport,
    others: &[String],
    known: &[Failure],
    file: &Path,
    replay: String,
    front_end: &FrontEnd,
) -> Vec<Failure> {
    let errors = || found.outcome.errors.iter().take(SHOWN_ERRORS).map(of_error_of_a_run).collect();
    let mut failures: Vec<Failure> = if known.is_empty() { errors() } else { known.to_vec() };
    if failures.is_empty() {
        let message = match found.outcome.ending {
            Ending::NoProgress => "the test makes no progress: it keeps running, but time does not advance",
            _ => "nothing is left to do, but the file is still awaiting a promise",
        };
        failures.push(failure(FailureKind::Timeout, message.to_owned()));
    }
    let count = found.count;
    let runs = if count == 1 { "1 run".to_owned() } else { format!("{count} runs") };
    let mut order = vec![format!("It fails in {runs} out of {}.", explored.runs)];
    order.extend(failing_order(explored, found, file, front_end, Style { colored: false }));
    order.extend_from_slice(others);
    order.push(replay);
    failures[0].order = order;
    failures
}

/// The command that runs a test in this order, which was found with this seed.
fn replay(found: &OutcomeReport, seed: u64, file: &FileOfProject, selector: &str, plan: &Plan) -> String {
    let seed = plan.seed.or(Some(seed).filter(|&seed| seed != 0));
    let seed = seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
    let host = plan.project(file).host.trim_end();
    let host = if host.is_empty() { String::new() } else { format!(" {host}") };
    let schedule = plan.with_anchors(found.schedule.clone(), file);
    let (file, order) = (quoted(&file.path.display().to_string()), quoted(&schedule.to_string()));
    format!("replay: posttask test {file} -t {} --order {order}{seed}{host}", quoted(selector))
}

/// The names of the tests of a file, each with those of its suites. Without subtests, which run with their test.
fn all_names(tests: &[TestReport]) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for test in tests {
        match test.kind {
            Kind::Test => all.push(vec![test.name.clone()]),
            Kind::Suite => {
                let below = all_names(&test.children).into_iter();
                all.extend(below.map(|names| [vec![test.name.clone()], names].concat()));
            }
        }
    }
    all
}

/// Returns a pattern that selects only this test: its name if that is enough, or else a regular expression.
fn selector(names: &[String], all: &[Vec<String>]) -> String {
    let name = names.join(" > ");
    let is_special = name.is_empty() || name.starts_with(['-', '/']) || name.contains(char::is_control);
    let part = NamePattern::Part(name);
    let matching = all.iter().filter(|names| part.matches(names)).count();
    match part {
        NamePattern::Part(name) if matching == 1 && !is_special => name,
        _ => format!("/^{}$/", escaped(&names.join(" > "))),
    }
}

/// Escapes the characters that have a meaning in regular expressions.
fn escaped(text: &str) -> String {
    let escaped = |c: char| match c {
        '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => format!("\\{c}"),
        c if c.is_control() => format!("\\x{:02x}", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::selector;

    #[test]
    fn a_selector_matches_one_test() {
        let all: Vec<Vec<String>> =
            ["a", "ab", "-v", "/x/", "", "(c)", "\t"].iter().map(|name| vec![(*name).to_owned()]).collect();
        let selectors: Vec<String> = all.iter().map(|names| selector(names, &all)).collect();
        assert_eq!(selectors, ["/^a$/", "ab", "/^-v$/", r"/^\/x\/$/", "/^$/", "(c)", r"/^\x09$/"]);
    }
}
