//! The line of a test in reports for people.

use super::Palette;
use super::wording::{counted, one_line, rounded};
use crate::testing::report::{Directive, Ending, ExplorationSummary, TestReport};

/// How a test ended, as it is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Passed,
    Failed,
    Skipped,
    /// It failed, and may.
    Todo,
}

impl Mark {
    pub(super) fn of(test: &TestReport) -> Self {
        match (&test.directive, test.ending) {
            (Some(Directive::Skip(_)), _) => Self::Skipped,
            (_, Ending::Passed) => Self::Passed,
            (Some(Directive::Todo(_)), _) => Self::Todo,
            (None, _) => Self::Failed,
        }
    }

    fn paint(self, palette: Palette, name: &str) -> String {
        match self {
            Self::Passed => format!("{} {name}", palette.success("✔")),
            Self::Failed => palette.error(&format!("✖ {name}")),
            Self::Skipped => palette.faint(&format!("﹣ {name}")),
            Self::Todo => format!("{} {name}", palette.highlighted("⚠")),
        }
    }
}

/// Returns the line of a test, without a line break: its mark, the name by which it is shown, and what else is known.
pub(super) fn test_line(test: &TestReport, name: &str, palette: Palette) -> String {
    let mut line = Mark::of(test).paint(palette, name);
    for note in [notes(test), directive(test)].into_iter().flatten() {
        line += " ";
        line += &palette.faint(&note);
    }
    line
}

/// Returns a note in parentheses. The duration is that on the clock of the tests, so that the text is the same in every
/// run under virtual time.
fn notes(test: &TestReport) -> Option<String> {
    let cancelled = (test.ending == Ending::Cancelled).then(|| "cancelled".to_owned());
    let on_clock = test.durations.on_clock;
    let duration = (!on_clock.is_zero()).then(|| rounded(on_clock));
    let notes = [cancelled, duration, test.exploration.as_ref().map(explored)];
    let notes = notes.into_iter().flatten().collect::<Vec<_>>().join(", ");
    (!notes.is_empty()).then(|| format!("({notes})"))
}

fn explored(exploration: &ExplorationSummary) -> String {
    let orders = match (exploration.is_complete, exploration.orders) {
        (true, 1) if exploration.is_reduced => "1 order that stands for all".to_owned(),
        (true, orders) if exploration.is_reduced => format!("{orders} orders that stand for all"),
        (true, 1) => "the only order".to_owned(),
        (true, orders) => format!("all {orders} orders"),
        (false, orders) => format!("{} in {}", counted(orders, "order"), counted(exploration.runs, "run")),
    };
    match exploration.failed_runs {
        0 => orders,
        // There may be several runs of an order.
        failed if exploration.is_complete => {
            format!("{orders}, {failed} of {} failed", counted(exploration.runs, "run"))
        }
        failed => format!("{orders}, {} failed", counted(failed, "run")),
    }
}

fn directive(test: &TestReport) -> Option<String> {
    let (word, reason) = match test.directive.as_ref()? {
        Directive::Skip(reason) => ("# SKIP", reason),
        Directive::Todo(reason) => ("# TODO", reason),
    };
    Some(reason.iter().fold(word.to_owned(), |word, reason| format!("{word} {}", one_line(reason))))
}
