//! The reporters of a run, and where they write.

use std::fs::{File, OpenOptions};
use std::io::{self, Write, stdout};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use posttask_front_end::FrontEnd;

use super::describe::DescribeFailures;
use crate::arguments::{ColorChoice, Destination};
use crate::terminal;
use crate::terminal::Style;
use crate::testing::report::FileReport;
use crate::testing::reporters::{Options, Reporter, ReporterKind, Summary};
use crate::whole_file;

/// Where GitHub Actions shows a summary.
const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// Where a reporter writes.
enum Target {
    StandardOutput,
    /// A file that grows while the tests run, and the first error in writing it.
    Growing(PathBuf, File, io::Result<()>),
    /// A file that is only valid as a whole, and its text so far.
    Whole(PathBuf, String),
}

/// A reporter, and where it writes.
struct Output {
    reporter: Box<dyn Reporter>,
    target: Target,
}

impl Output {
    fn write(&mut self, text: &str) {
        match &mut self.target {
            Target::StandardOutput => {
                terminal::write(text);
            }
            Target::Growing(_, file, written) if written.is_ok() => *written = file.write_all(text.as_bytes()),
            Target::Growing(..) => {}
            Target::Whole(_, whole) => whole.push_str(text),
        }
    }

    /// Writes the end of the report, and what depends on all of it.
    fn end(&mut self, summary: &Summary) -> Result<(), String> {
        let text = self.reporter.end(summary);
        self.write(&text);
        let written = match &mut self.target {
            Target::StandardOutput => Ok(()),
            Target::Growing(path, _, written) => {
                std::mem::replace(written, Ok(())).map_err(|error| cannot_write(path, &error))
            }
            Target::Whole(path, text) => whole_file::write(path, text).map_err(|error| cannot_write(path, &error)),
        };
        written.and(self.write_step_summary(summary))
    }

    fn write_step_summary(&self, summary: &Summary) -> Result<(), String> {
        let path = std::env::var_os(STEP_SUMMARY).filter(|path| !path.is_empty()).map(PathBuf::from);
        let (Some(path), Some(text)) = (path, self.reporter.step_summary(summary)) else { return Ok(()) };
        let file = OpenOptions::new().append(true).create(true).open(&path);
        file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| cannot_write(&path, &error))
    }
}

/// All reporters of a run.
pub(super) struct Outputs(Vec<Output>);

impl Outputs {
    /// Opens the files of the reporters. Without a reporter, `spec` writes to standard output.
    ///
    /// # Errors
    ///
    /// Returns a message if a file cannot be written.
    pub(super) fn open(
        destinations: &[Destination],
        is_verbose: bool,
        color: ColorChoice,
        front_end: &Arc<FrontEnd>,
    ) -> Result<Self, String> {
        if destinations.iter().filter(|destination| destination.file.is_none()).count() > 1 {
            return Err("only one reporter can write to standard output; send the others to files: tap:FILE".to_owned());
        }
        let default = [Destination { reporter: ReporterKind::Spec, file: None }];
        let destinations = if destinations.is_empty() { &default } else { destinations };
        let output = |destination: &Destination| {
            let target = match &destination.file {
                None => Target::StandardOutput,
                Some(path) if destination.reporter.writes_at_the_end() => Target::Whole(path.clone(), String::new()),
                Some(path) => {
                    let file = File::create(path).map_err(|error| cannot_write(path, &error))?;
                    Target::Growing(path.clone(), file, Ok(()))
                }
            };
            let style = match &target {
                Target::StandardOutput => Style::new(color, &stdout()),
                Target::Growing(_, file, _) => Style::new(color, file),
                Target::Whole(..) => Style { colored: false },
            };
            let describe = Rc::new(DescribeFailures::new(style, is_verbose, front_end));
            let options = Options { palette: style, describe, is_verbose };
            Ok(Output { reporter: destination.reporter.reporter(options), target })
        };
        destinations.iter().map(output).collect::<Result<_, _>>().map(Self)
    }

    pub(super) fn start(&mut self) {
        for output in &mut self.0 {
            let text = output.reporter.start();
            output.write(&text);
        }
    }

    pub(super) fn file(&mut self, report: &FileReport) {
        for output in &mut self.0 {
            let text = output.reporter.file(report);
            output.write(&text);
        }
    }

    /// Writes the ends of all reports.
    ///
    /// # Errors
    ///
    /// Returns a message about the first file that could not be written.
    pub(super) fn end(&mut self, summary: &Summary) -> Result<(), String> {
        self.0.iter_mut().map(|output| output.end(summary)).fold(Ok(()), Result::and)
    }
}

fn cannot_write(path: &std::path::Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
