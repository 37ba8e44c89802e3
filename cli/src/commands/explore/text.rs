//! The report of an exploration for people.

use std::path::Path;

use posttask::event_loop::Location;

use posttask_reports::exploration::{Coverage, Outcome, Report, Step, UncaughtError, causes, sentence};

use super::side_by_side::side_by_side;
use crate::commands::replay::can_replay;
use crate::place_functions::PlaceFunctions;
use crate::reporter::Reporter;
use crate::shell_words::quoted;
use crate::terminal::Style;
use crate::testing::reporters::visible;

/// The number of missing parts that are listed.
const SHOWN_PARTS: usize = 20;

/// The number of failures that are shown in full.
const SHOWN_FAILURES: usize = 10;

/// The number of outcomes that are not failures that are shown.
const SHOWN_OUTCOMES: usize = 5;

/// The number of errors of a failure that are shown.
const SHOWN_ERRORS: usize = 3;

/// The number of failures with the same cause as another one that are shown.
const SHOWN_OTHERS: usize = 5;

/// The number of characters of a line of console output that are shown.
const SHOWN_WIDTH: usize = 160;

/// The number of lines of console output that are shown for an outcome.
const SHOWN_LINES: usize = 6;

/// The number of places and pairs that are shown.
const SHOWN_PLACES: usize = 5;

/// The length in bytes of the longest schedule that is shown on a command line.
const LONGEST_SCHEDULE: usize = 400;

/// What the other orders are if some stand for all.
const REDUCED: &str =
    "The other orders differ from these only in independent tasks. To run them, too, use --reduce never.";

/// Which orders are never tried.
const BOUNDED: &str = "Orders in which a task waits for more than 1,000 newer ones were not tried.";

/// Why runs end without a verdict.
const INCONCLUSIVE: &str = "These runs were stopped, because far more tasks ran than in the usual order.";

/// Says what first prevented more equivalent orders from being left out.
pub(super) fn few_left_out(what: &str, place: Option<&str>, main_file: &Path) -> String {
    let at = place.map(|place| format!(" at {}", sentence::place(place, main_file))).unwrap_or_default();
    let what = format!("{what}{at}");
    format!("Few equivalent orders were left out, because {} may affect all other tasks.", visible(&what))
}

/// Writes the report of an exploration.
pub(super) struct Text<'a> {
    pub(super) report: &'a Report,
    pub(super) reporter: &'a Reporter,
    pub(super) functions: PlaceFunctions<'a>,
    pub(super) style: Style,
    /// The options that replaying an order needs, such as `--seed 1`.
    pub(super) options: String,
    /// The file and the arguments of the program, as on a command line.
    pub(super) operands: String,
}

/// Writes a number with separators between thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Returns `1 run` or `2 runs`.
pub(super) fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

impl Text<'_> {
    /// Returns the lines of the report.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.summary()];
        let causes = causes(self.report.outcomes.iter().filter(|found| found.failure));
        for failures in causes.iter().take(SHOWN_FAILURES) {
            lines.push(String::new());
            lines.extend(self.failures(failures));
        }
        let more: usize = causes.iter().skip(SHOWN_FAILURES).map(Vec::len).sum();
        if more > 0 {
            lines.push(format!("\n... and {more} more failing outcomes; --report FILE writes all of them"));
        }
        lines.push(String::new());
        lines.extend(self.passes());
        lines.extend(self.choices());
        lines.extend(self.nondeterminism());
        lines
    }

    /// What was tried, and whether it passes.
    fn summary(&self) -> String {
        let report = self.report;
        let failures: u64 = report.outcomes.iter().filter(|found| found.failure).map(|found| found.count).sum();
        let headline = if failures > 0 {
            let fail = if failures == 1 { "fails" } else { "fail" };
            let text =
                format!("{}: {} of {} runs {fail}", visible(&report.program), grouped(failures), grouped(report.runs));
            self.style.error(&text)
        } else if report.inconclusive_runs() > 0 {
            let runs = format!("{} of {}", grouped(report.inconclusive_runs()), counted(report.runs, "run"));
            self.style.error(&format!("{}: no run fails, but {runs} ended without a verdict", visible(&report.program)))
        } else {
            self.style.success(&format!("{}: {}", visible(&report.program), self.passing()))
        };
        let is_single = report.distinct_orders <= 1;
        let orders = match report.complete && report.missing_parts().is_empty() {
            true if report.reduced => self.stand_for_all(),
            true if is_single => "the only allowed order".to_owned(),
            true => format!("all {} allowed orders", grouped(report.distinct_orders as u64)),
            false => format!("{}{}", counted(report.distinct_orders as u64, "order"), self.estimate()),
        };
        let seeds = if report.draws_random_numbers { ", with different seeds for Math.random" } else { "" };
        let runs = counted(report.runs, "run");
        // The headline of a complete exploration that passes has the orders already.
        let is_known = report.complete && !report.reduced && failures == 0;
        let orders = if is_known { runs } else { format!("{orders} in {runs}") };
        let mut lines = vec![headline, format!("{orders}{seeds}; level {}, seed {}", report.orders, report.seed)];
        if report.complete && report.reduced {
            lines.push(REDUCED.to_owned());
        }
        if report.bounded {
            lines.push(BOUNDED.to_owned());
        }
        lines.extend(self.obstacle());
        if report.interrupted {
            let advice = if report.position.is_some() { " Use --resume to continue it." } else { "" };
            lines.push(format!("The exploration was interrupted.{advice}"));
        }
        let missing = report.missing_parts();
        if !missing.is_empty() {
            let mut shown = missing.iter().take(SHOWN_PARTS).cloned().collect::<Vec<_>>().join(", ");
            if missing.len() > SHOWN_PARTS {
                shown += " and others";
            }
            lines.push(format!("This is only part of the exploration; parts {shown} are missing."));
        }
        if report.outcomes.iter().any(|found| found.ending == "timed out") {
            let seconds = report.timeout_ms / 1e3;
            lines.push(format!("Some runs were stopped after {seconds} s of virtual time (--timeout)."));
        }
        if report.inconclusive_runs() > 0 {
            lines.push(INCONCLUSIVE.to_owned());
        }
        lines.join("\n")
    }

    /// Why equivalent orders have been run, too, if not all orders have been run.
    fn obstacle(&self) -> Option<String> {
        let found = self.report.obstacle.as_ref()?;
        Some(few_left_out(&found.what, found.place.as_deref(), Path::new(&self.report.program)))
    }

    fn passing(&self) -> String {
        let report = self.report;
        let count = report.distinct_orders as u64;
        match (report.complete && report.missing_parts().is_empty(), count) {
            (true, _) if report.reduced => "all allowed orders pass".to_owned(),
            (true, 0 | 1) => "the only allowed order passes".to_owned(),
            (true, _) => format!("all {} allowed orders pass", grouped(count)),
            (false, 1) => "1 order passes".to_owned(),
            (false, _) => format!("{} orders pass", grouped(count)),
        }
    }

    /// The orders of a reduced exploration.
    fn stand_for_all(&self) -> String {
        let count = self.report.distinct_orders as u64;
        let stand = if count == 1 { "stands" } else { "stand" };
        format!("{} that {stand} for all{}", counted(count, "order"), self.estimate())
    }

    fn estimate(&self) -> String {
        let estimate = self.report.estimated_orders.filter(|&orders| orders > 1.0);
        estimate.map(|orders| format!(" of about {}", rounded(orders))).unwrap_or_default()
    }

    /// Failures that have the same cause, the simplest first.
    fn failures(&self, failures: &[&Outcome]) -> Vec<String> {
        let Some((first, others)) = failures.split_first() else { return Vec::new() };
        let mut lines = self.failure(first);
        lines.extend(with_the_same_cause(others, first));
        lines
    }

    fn failure(&self, found: &Outcome) -> Vec<String> {
        let mut lines = Vec::new();
        let count = counted(found.count, "run");
        let usual = if found.usual { ", also in the usual order" } else { "" };
        lines.push(self.style.bold(&format!("{} in {count}{usual}", title(found))));
        lines.extend(found.errors.iter().take(SHOWN_ERRORS).map(|error| self.error(error)));
        if found.errors.len() > SHOWN_ERRORS {
            lines.push(format!("... and {} more errors", found.errors.len() - SHOWN_ERRORS));
        }
        if found.errors.is_empty() {
            lines.extend(shown_console(found));
        }
        lines.extend(order(found, &self.report.usual_order, &self.functions, self.style));
        lines.push(String::new());
        lines.extend(self.replay(found));
        lines.extend(self.debug(found));
        lines
    }

    /// An error, as `posttask run` shows it.
    fn error(&self, error: &UncaughtError) -> String {
        let location = error.location.as_deref().and_then(|place| Location::at_end_of(&format!("at ({place})")));
        self.reporter.describe_parts(&error.headline, location, &error.details)
    }

    fn replay(&self, found: &Outcome) -> Vec<String> {
        let options = &self.options;
        if found.deviations.is_empty() {
            return vec![format!("replay: posttask run --order '' {options}{}", self.operands)];
        }
        if found.schedule.len() > LONGEST_SCHEDULE {
            let mut lines = vec![format!(
                "replay: save these lines to a file, then posttask run -o FILE {options}{}",
                self.operands
            )];
            lines.extend(found.schedule.split(',').map(str::to_owned));
            return lines;
        }
        vec![format!("replay: posttask run --order {} {options}{}", quoted(&found.schedule), self.operands)]
    }

    /// The command that makes Node run the order, if it can.
    fn debug(&self, found: &Outcome) -> Option<String> {
        let is_of_posttask_only = |option| self.options.split(' ').any(|word| word == option);
        if !Path::new(&self.report.program).is_file()
            || ["--as", "--with", "--without", "--dom"].into_iter().any(is_of_posttask_only)
            || !found.order.iter().all(can_replay)
            || !matches!(found.ending.as_str(), "completed" | "unfinished")
        {
            return None;
        }
        let order = if found.schedule.len() > LONGEST_SCHEDULE {
            "--order-file FILE".to_owned()
        } else {
            format!("--order {}", quoted(&found.schedule))
        };
        Some(format!("debug:  posttask replay --in node {order} {}{}", self.options, self.operands))
    }

    fn passes(&self) -> Vec<String> {
        let is_pass = |found: &&Outcome| !found.failure && !found.is_inconclusive();
        let passes: Vec<&Outcome> = self.report.outcomes.iter().filter(is_pass).collect();
        let is_silent = passes.iter().all(|found| found.console.is_empty() && found.ending == "completed");
        if passes.is_empty() || (is_silent && !self.report.outcomes.iter().any(|found| found.failure)) {
            return Vec::new();
        }
        let title = match passes.len() {
            1 => "1 passing outcome:".to_owned(),
            count => format!("{count} passing outcomes, with different output:"),
        };
        let mut lines = vec![title];
        for found in passes.iter().take(SHOWN_OUTCOMES) {
            let usual = if found.usual { ", the usual one" } else { "" };
            let ending = if found.ending == "completed" { String::new() } else { format!(", {}", found.ending) };
            let order = if found.deviations.is_empty() || found.schedule.len() > LONGEST_SCHEDULE {
                String::new()
            } else {
                self.style.faint(&format!("  --order {}", quoted(&found.schedule)))
            };
            lines.push(format!("  {}{usual}{ending}{order}", counted(found.count, "run")));
            if found.console.is_empty() {
                lines.push("      (prints nothing)".to_owned());
            }
            lines.extend(shown_console(found).into_iter().map(|line| format!("  {line}")));
        }
        if passes.len() > SHOWN_OUTCOMES {
            lines.push(format!("  ... and {} more", passes.len() - SHOWN_OUTCOMES));
        }
        lines
    }

    fn choices(&self) -> Vec<String> {
        let report = self.report;
        if report.runs == 0 || report.usual_order.is_empty() {
            return Vec::new();
        }
        if report.choice_points == 0 {
            return vec![
                "No choices: at each step of this program, the standards allow only one task to run next. Only \
                 work of different task sources, timers and idle callbacks that wait at the same time can run in \
                 different orders."
                    .to_owned(),
            ];
        }
        let main_file = Path::new(&report.program);
        let mut places: Vec<(&String, &u64)> = report.places.iter().collect();
        places.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let mut lines = vec![format!(
            "choices: up to {} in a run. How often other work could have run before the work from:",
            grouped(report.choice_points as u64)
        )];
        let line = |(name, count): &(&String, &u64)| {
            format!("{:>9}  {}", grouped(**count), visible(&sentence::place(name, main_file)))
        };
        lines.extend(places.iter().take(SHOWN_PLACES).map(line));
        if places.len() > SHOWN_PLACES {
            lines.push(format!("           and {} others", places.len() - SHOWN_PLACES));
        }
        lines.extend(self.coverage());
        lines
    }

    fn coverage(&self) -> Option<String> {
        let Coverage { seen, of } = self.report.coverage;
        let percent = (seen * 100).checked_div(of)?;
        Some(format!("coverage: {percent}% ({seen} of {of} pairs of locations ran in both orders)"))
    }

    fn nondeterminism(&self) -> Vec<String> {
        let Some(found) = &self.report.nondeterminism else { return Vec::new() };
        let step = found.step.map(|step| format!(" from step {}", step + 1)).unwrap_or_default();
        vec![format!(
            "warning: the same order produced two different runs{step}. The program depends on something that posttask \
             does not control, such as files or the garbage collector. The order: {}",
            quoted(&found.schedule)
        )]
    }
}

/// Mentions failures that have the same cause as another one.
pub(super) fn with_the_same_cause(others: &[&Outcome], first: &Outcome) -> Vec<String> {
    let mut lines: Vec<String> = others.iter().take(SHOWN_OTHERS).map(|other| also(other, first)).collect();
    if let Some(rest) = others.get(SHOWN_OTHERS..).filter(|rest| !rest.is_empty()) {
        let runs = counted(rest.iter().map(|other| other.count).sum(), "run");
        lines.push(format!("also in {runs}: {}", counted(rest.len() as u64, "other failure")));
    }
    lines
}

/// Mentions a failure that has the same cause as another one.
fn also(other: &Outcome, first: &Outcome) -> String {
    let headline = other.errors.first().map_or_else(|| title(other), |error| &error.headline);
    let headline = headline.split_whitespace().collect::<Vec<_>>().join(" ");
    let runs = counted(other.count, "run");
    let more = other.deviations.len().saturating_sub(first.deviations.len());
    let more = if more == 0 { String::new() } else { format!(", with {} more", counted(more as u64, "difference")) };
    format!("also in {runs}{more}: {}", shown_line(&visible(&headline)).trim_start())
}

/// Describes the order in which a program fails: what is different from the usual order, and why that is allowed.
pub(super) fn order(found: &Outcome, usual: &[Step], functions: &PlaceFunctions<'_>, style: Style) -> Vec<String> {
    if found.deviations.is_empty() {
        return vec!["It fails in the usual order.".to_owned()];
    }
    let mut lines = deviations(found, style);
    let names = |steps: &[Step]| steps.iter().map(|step| step.name.clone()).collect::<Vec<_>>();
    if names(usual) == names(&found.order) {
        return lines;
    }
    lines.push(String::new());
    let orders = [usual, found.order.as_slice()];
    lines.extend(side_by_side(["usual order", "this order"], orders, &marked(found), functions, style));
    lines
}

fn deviations(found: &Outcome, style: Style) -> Vec<String> {
    let mut lines = Vec::new();
    let is_difference = found.exit_code == 0;
    let intro = match (found.deviations.len(), found.minimal) {
        _ if is_difference => "This changes the outcome:",
        (1, true) => "This causes the failure. Without it, this order does not fail this way:",
        (_, true) => "Together, these cause the failure. Without any one of them, this order does not fail this way:",
        (_, false) => "It fails in an order with these differences, not all of which may matter:",
    };
    lines.push(intro.to_owned());
    for deviation in &found.deviations {
        // The two places are easier to compare on lines of their own.
        lines.push(format!("  - {}", deviation.sentence.replacen(" ran before ", " ran\n    before ", 1)));
        for reason in &deviation.reasons {
            lines.push(format!("    allowed: {}", reason.sentence));
            lines.push(style.faint(&format!("             {}", reason.section)));
        }
    }
    if found.level != "intent" {
        lines.push(format!("This needs --orders {}.", found.level));
    }
    lines
}

/// The names of the work in the deviations of an outcome.
fn marked(found: &Outcome) -> Vec<String> {
    let split = |text: &str| text.split(['<', '>', '^', '~', '+', '=']).map(str::to_owned).collect::<Vec<_>>();
    found.deviations.iter().flat_map(|deviation| split(&deviation.text)).collect()
}

fn title(found: &Outcome) -> &'static str {
    match (found.errors.first().map(|error| error.kind.as_str()), found.ending.as_str()) {
        (_, "no progress") => "No progress: it keeps running, but time does not advance",
        (_, "panicked") => "Panic (a bug in posttask or its engine)",
        (Some(_), "killed") => "Ended process",
        (Some("exception"), _) => "Uncaught exception",
        (Some("engine fault"), _) => "Engine fault (nothing else here can be trusted)",
        (Some(_), _) => "Unhandled rejection",
        (None, "unfinished") => "The main module is still awaiting a promise when nothing is left to do",
        (None, "suspended") => "A worker is still suspended by Atomics.wait, and nobody is left to notify it",
        (None, _) => "A different outcome",
    }
}

fn shown_console(found: &Outcome) -> Vec<String> {
    let count = found.console.lines().count();
    let mut lines: Vec<String> = found.console.lines().take(SHOWN_LINES).map(shown_line).collect();
    if count > SHOWN_LINES {
        lines.push(format!("    ... and {} more lines", count - SHOWN_LINES));
    }
    lines
}

fn shown_line(line: &str) -> String {
    let shown: String = line.chars().take(SHOWN_WIDTH).collect();
    let rest = if shown.len() < line.len() { "..." } else { "" };
    format!("    {shown}{rest}")
}

/// Writes an estimate with one or two significant digits.
fn rounded(number: f64) -> String {
    if number < 1e6 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 1 and 1,000,000")]
        let whole = number.round() as u64;
        return grouped(whole);
    }
    format!("{number:.0e}")
}

#[cfg(test)]
mod tests {
    use super::{grouped, rounded};

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([2.4, 45_678.9, 1.26e30].map(rounded), ["2", "45,679", "1e30"]);
    }
}
