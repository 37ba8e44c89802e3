//! How far an exploration has come, while it runs: a bar on a terminal, and otherwise a line from time to time, so that
//! a log shows that the command is still working.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use posttask::event_loop::{Clock, RealTime};
use posttask::exploration::Progress;
use posttask::internal::event_loop::milliseconds;

use super::text::{counted, grouped};
use crate::terminal::say;

/// How often a line is printed.
const INTERVAL: Duration = Duration::from_secs(10);

/// Shows how far an exploration has come.
pub(super) enum ProgressDisplay {
    Bar(ProgressBar),
    Lines(Lines),
    Nothing,
}

impl ProgressDisplay {
    /// A bar if standard error is a terminal, and lines otherwise. `planned` is how many runs there will be; `None` if
    /// there will be runs for this duration.
    pub(super) fn new(planned: Option<u64>, duration: Duration) -> Self {
        if stderr().is_terminal() {
            return Self::Bar(planned.map_or_else(|| bar_of_time(duration), bar_of_runs));
        }
        Self::Lines(Lines { planned, clock: RealTime::new(), printed: Mutex::new(0) })
    }

    pub(super) fn show(&self, progress: Progress) {
        match self {
            Self::Bar(bar) => {
                bar.set_position(progress.runs);
                bar.set_message(found(progress));
            }
            Self::Lines(lines) => lines.print(progress),
            Self::Nothing => {}
        }
    }

    /// Hides the bar.
    pub(super) fn end(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// Lines that say how far an exploration has come.
pub(super) struct Lines {
    /// The number of runs that there will be, if it is known.
    planned: Option<u64>,
    clock: RealTime,
    /// The number of intervals for which a line was printed.
    printed: Mutex<u64>,
}

impl Lines {
    /// Prints a line if none was printed for a while.
    fn print(&self, progress: Progress) {
        let elapsed = self.clock.now().elapsed().as_secs();
        let intervals = elapsed / INTERVAL.as_secs();
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        if intervals > *printed {
            *printed = intervals;
            say(line(progress, self.planned, elapsed));
        }
    }
}

/// Describes an exploration after this many seconds.
fn line(progress: Progress, planned: Option<u64>, seconds: u64) -> String {
    let runs = match planned {
        Some(planned) => format!("{} of {}", grouped(progress.runs), counted(planned, "run")),
        None => counted(progress.runs, "run"),
    };
    format!("{runs} after {seconds} s; {}", found(progress))
}

fn found(progress: Progress) -> String {
    let Progress { orders, outcomes, failures, .. } = progress;
    format!("orders: {}, outcomes: {outcomes}, failing: {failures}", grouped(orders as u64))
}

fn bar_of_runs(runs: u64) -> ProgressBar {
    ProgressBar::new(runs).with_style(style("{bar:16} {human_pos}/{human_len} runs  {rate}  {wide_msg}"))
}

fn bar_of_time(duration: Duration) -> ProgressBar {
    let seconds = milliseconds(duration) / 1e3;
    let text = format!("{{spinner}} {{elapsed}} of {seconds} s  {{human_pos}} runs  {{rate}}  {{wide_msg}}");
    ProgressBar::no_length().with_style(style(&text))
}

fn style(template: &str) -> ProgressStyle {
    let rate = |state: &ProgressState, text: &mut dyn Write| {
        // A rate that cannot be written is only missing from the bar.
        let _ = write!(text, "{:.0}/s", state.per_sec());
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("rate", rate)
}

#[cfg(test)]
mod tests {
    use posttask::exploration::Progress;

    use super::line;

    #[test]
    fn a_line_says_how_far_the_exploration_is() {
        let mut progress = Progress::default();
        (progress.runs, progress.orders, progress.outcomes, progress.failures) = (1_200, 1_100, 2, 1);
        let found = "orders: 1,100, outcomes: 2, failing: 1";
        assert_eq!(line(progress, Some(5_000), 10), format!("1,200 of 5,000 runs after 10 s; {found}"));
        assert_eq!(line(progress, None, 20), format!("1,200 runs after 20 s; {found}"));
    }
}
