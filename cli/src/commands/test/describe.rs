//! How the failures of tests look: like the uncaught errors of a program, but the first frame is the program's own.

use std::rc::Rc;
use std::sync::Arc;

use posttask_front_end::FrontEnd;

use crate::arguments::ColorChoice;
use crate::reporter::Reporter;
use crate::stack_frames::is_foreign;
use crate::terminal::{StandardStreams, Style};
use crate::testing::report::Failure;
use crate::testing::reporters::Describe;

/// Describes failures with an excerpt of the source.
pub(super) struct DescribeFailures {
    reporter: Reporter,
    /// The current folder, with a slash at its end. Paths in it are shown relative to it.
    folder: Option<String>,
    /// Whether frames of libraries are shown that are above those of the program.
    is_verbose: bool,
}

impl DescribeFailures {
    pub(super) fn new(style: Style, is_verbose: bool, front_end: &Arc<FrontEnd>) -> Self {
        let output = Rc::new(StandardStreams::new(ColorChoice::Never));
        let folder = std::env::current_dir().ok().map(|folder| format!("{}/", folder.display()));
        Self { reporter: Reporter::new(output, style, Arc::clone(front_end)), folder, is_verbose }
    }
}

impl Describe for DescribeFailures {
    fn describe(&self, failure: &Failure) -> String {
        let mut details: Vec<String> = match &self.folder {
            Some(folder) => failure.details.iter().map(|line| line.replacen(folder, "", 1)).collect(),
            None => failure.details.clone(),
        };
        if !self.is_verbose {
            fold_libraries(&mut details);
        }
        self.reporter.describe_parts(&failure.message, failure.location.clone(), &details)
    }
}

/// Replaces the frames above the first one that is the program's own by a line below it, which counts them: those of
/// the error and of each cause.
fn fold_libraries(details: &mut Vec<String>) {
    let folded = details.chunk_by(|one, other| is_frame(one) && is_frame(other)).flat_map(with_own_first).collect();
    *details = folded;
}

/// Does it for the frames of one error.
fn with_own_first(lines: &[String]) -> Vec<String> {
    let is_own = |line: &String| line.trim_start().starts_with("at ") && !is_foreign(line);
    let Some(own) = lines.iter().position(is_own).filter(|own| *own > 0) else { return lines.to_vec() };
    let (folded, shown) = lines.split_at(own);
    let count: usize = folded.iter().map(|line| count_of(line.trim_start())).sum();
    let plural = if count == 1 { "" } else { "s" };
    let indent = shown[0].len() - shown[0].trim_start().len();
    let mut lines = shown.to_vec();
    if count > 0 {
        lines.insert(1, format!("{:indent$}({count} frame{plural} of libraries above it: --verbose shows them)", ""));
    }
    lines
}

/// The number of frames that a line stands for. Those of the engine's own functions do not count.
fn count_of(line: &str) -> usize {
    if line.ends_with("(native)") {
        return 0;
    }
    let more = line.strip_prefix("... and ").and_then(|rest| rest.split(' ').next());
    more.and_then(|number| number.parse().ok()).unwrap_or(1)
}

fn is_frame(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("at ") || line.starts_with("... and ")
}

#[cfg(test)]
mod tests {
    use super::fold_libraries;

    fn folded(lines: &[&str]) -> Vec<String> {
        let mut details = lines.iter().map(|&line| line.to_owned()).collect();
        fold_libraries(&mut details);
        details
    }

    #[test]
    fn the_first_frame_is_the_program_s_own() {
        let (package, own) = ("at f (node_modules/a/b.js:1:2)", "at g (c.js:3:4)");
        let count = "(6 frames of libraries above it: --verbose shows them)";
        assert_eq!(
            folded(&[
                "at h (native)",
                package,
                package,
                "... and 4 more in packages",
                own,
                package,
                "posted at c.js:1:1"
            ]),
            [own, count, package, "posted at c.js:1:1"]
        );
        assert_eq!(
            folded(&["cause: E", "    at f (node_modules/a.js:1:2)", "    at g (c.js:3:4)"]),
            ["cause: E", "    at g (c.js:3:4)", "    (1 frame of libraries above it: --verbose shows them)"]
        );
        assert_eq!(folded(&["at h (native)", own]), [own]);
        for unchanged in [&[own, package][..], &[package], &["see d", own], &[]] {
            assert_eq!(folded(unchanged), unchanged);
        }
    }
}
