//! The reporters of a run, and where they write.

use std::fs::{File, OpenOptions};
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use super::describe::DescribeFailures;
use crate::cli::arguments::{ColorChoice, Destination};
use crate::cli::terminal::{Style, exit_on_write_error};
use crate::front_end::FrontEnd;
use crate::testing::report::FileReport;
use crate::testing::reporters::{Options, Reporter, ReporterKind, Summary};

/// Where GitHub Actions shows a summary.
const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// A reporter, and where it writes.
struct Output {
    reporter: Box<dyn Reporter>,
    /// `None` for standard output.
    file: Option<(PathBuf, File)>,
    /// The first error of writing to the file.
    error: Option<std::io::Error>,
}

impl Output {
    fn write(&mut self, text: &str) {
        match &mut self.file {
            None => {
                let mut stream = stdout().lock();
                exit_on_write_error(stream.write_all(text.as_bytes()).and_then(|()| stream.flush()));
            }
            Some((_, file)) if self.error.is_none() => self.error = file.write_all(text.as_bytes()).err(),
            Some(_) => {}
        }
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
            return Err(
                "only one reporter can write to standard output; write another one to a file: tap:FILE".to_owned()
            );
        }
        let default = [Destination { reporter: ReporterKind::Spec, file: None }];
        let destinations = if destinations.is_empty() { &default } else { destinations };
        let output = |destination: &Destination| {
            let file = match &destination.file {
                None => None,
                Some(path) => {
                    let file = File::create(path).map_err(|error| cannot_write(path, &error))?;
                    Some((path.clone(), file))
                }
            };
            let style = match &file {
                None => Style::new(color, &stdout()),
                Some((_, file)) => Style::new(color, file),
            };
            let options =
                Options { palette: style, describe: Rc::new(DescribeFailures::new(style, front_end)), is_verbose };
            Ok(Output { reporter: destination.reporter.reporter(options), file, error: None })
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

    /// Writes the ends of the reports.
    ///
    /// # Errors
    ///
    /// Returns a message if a file could not be written.
    pub(super) fn end(&mut self, summary: &Summary) -> Result<(), String> {
        for output in &mut self.0 {
            let text = output.reporter.end(summary);
            output.write(&text);
            if let (Some((path, _)), Some(error)) = (&output.file, &output.error) {
                return Err(cannot_write(path, error));
            }
            if let Some(path) = std::env::var_os(STEP_SUMMARY).map(PathBuf::from)
                && let Some(text) = output.reporter.step_summary(summary)
            {
                let file = OpenOptions::new().append(true).create(true).open(&path);
                let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
                written.map_err(|error| cannot_write(&path, &error))?;
            }
        }
        Ok(())
    }
}

fn cannot_write(path: &std::path::Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
