//! Writes the reports, and checks the thresholds.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use posttask_front_end::coverage::CountedFile;
use posttask_front_end::{FrontEnd, parts_between};

use super::hits::Hits;
use super::measure::{parts, sum};
use super::record::CoverageRecord;
use super::{istanbul, lcov, page, table};
use crate::coverage_options::{CoverageOptions, CoverageReporter, Measure, Threshold};
use crate::terminal;
use crate::terminal::{Style, say};
use crate::whole_file;

/// Why a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CoverageError {
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{pattern} is not a valid pattern: {source}")]
    Pattern { pattern: String, source: glob::PatternError },
}

/// Checks that the reports can be written, before any test runs.
///
/// # Errors
///
/// Returns an error for the first file that cannot be written.
pub(crate) fn check(options: &CoverageOptions) -> Result<(), CoverageError> {
    let files = options.reporters.iter().filter_map(|reporter| reporter.file_name());
    files.map(|name| options.folder.join(name)).try_for_each(|path| {
        let checked = fs::create_dir_all(&options.folder).and_then(|()| whole_file::check(&path));
        checked.map_err(|source| CoverageError::Write { path, source })
    })
}

/// Writes the reports. Returns whether enough is covered.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub(crate) fn write(
    record: &CoverageRecord,
    front_end: &Arc<FrontEnd>,
    style: Style,
    is_source: fn(&Path) -> bool,
) -> Result<bool, CoverageError> {
    add_files_that_no_test_loads(record, front_end, is_source)?;
    for path in record.coverage.failed() {
        say(format_args!("{} is not measured: it does not compile with coverage counters", shown(&path)));
    }
    let files = record.coverage.files();
    let files: Vec<&CountedFile> = files.iter().map(Arc::as_ref).collect();
    if files.is_empty() {
        say("no files to measure: the tests loaded none, or the options exclude all of them");
    }
    let reporters = &record.options.reporters;
    let reporters = if reporters.is_empty() { &[CoverageReporter::Text] } else { &reporters[..] };
    record.read(|hits, explored| {
        for reporter in reporters {
            write_report(*reporter, &files, hits, &record.options.folder, style)?;
        }
        let some = table::in_some_orders(&files, explored, |file| shown(&file.path));
        if !some.is_empty() {
            terminal::write(format_args!("\n{}\n{some}", style.bold("Branches that only some orders reach:")));
        }
        Ok(is_enough(&record.options.thresholds, &files, hits))
    })
}

fn write_report(
    reporter: CoverageReporter,
    files: &[&CountedFile],
    hits: &Hits,
    folder: &Path,
    style: Style,
) -> Result<(), CoverageError> {
    let path = |file: &CountedFile| shown(&file.path);
    let text = match reporter {
        CoverageReporter::Text => format!("\n{}", table::table(files, hits, path, style)),
        CoverageReporter::Lcov => lcov::report(files, hits, path),
        CoverageReporter::Json => istanbul::report(files, hits),
        CoverageReporter::Html => page::page(files, hits, path),
    };
    let Some(name) = reporter.file_name() else {
        terminal::write(text);
        return Ok(());
    };
    let path = folder.join(name);
    let written = fs::create_dir_all(folder).and_then(|()| whole_file::write(&path, &text));
    written.map_err(|source| CoverageError::Write { path, source })
}

/// Says which thresholds are not reached.
fn is_enough(thresholds: &[Threshold], files: &[&CountedFile], hits: &Hits) -> bool {
    if files.is_empty() && !thresholds.is_empty() {
        say("nothing is measured, so no threshold of coverage is reached");
        return false;
    }
    let covered = sum(files.iter().map(|file| parts(file, hits)));
    let mut is_enough = true;
    for threshold in thresholds {
        for (measure, part) in Measure::ALL.into_iter().zip(covered) {
            let applies = threshold.measure.is_none_or(|chosen| chosen == measure);
            if applies && part.percent() < threshold.percent {
                let (covered, least) = (part.percent(), threshold.percent);
                say(format_args!("coverage of {} is {covered} %, below the threshold of {least} %", measure.as_str()));
                is_enough = false;
            }
        }
    }
    is_enough
}

/// Compiles the files that the options name, and that no test has loaded.
fn add_files_that_no_test_loads(
    record: &CoverageRecord,
    front_end: &Arc<FrontEnd>,
    is_source: fn(&Path) -> bool,
) -> Result<(), CoverageError> {
    for pattern in &record.options.included {
        let folder = Path::new(&pattern.text);
        let text = if folder.is_dir() { folder.join("**/*").display().to_string() } else { pattern.text.clone() };
        let paths = glob::glob(&text);
        let paths = paths.map_err(|source| CoverageError::Pattern { pattern: pattern.text.clone(), source })?;
        for path in paths.filter_map(Result::ok).filter(|path| path.is_file() && is_source(path)) {
            let path = std::path::absolute(&path).unwrap_or(path);
            match front_end.source(&path) {
                Ok(text) if front_end.compiles(&text, &path) => {}
                Ok(_) => say(format_args!("{} is not measured: it does not compile", shown(&path))),
                Err(error) => say(format_args!("{} is not measured: {error}", shown(&path))),
            }
        }
    }
    Ok(())
}

/// The path of a file as it is shown: relative to the current folder.
fn shown(path: &Path) -> String {
    let folder = std::env::current_dir().unwrap_or_default();
    parts_between(&folder, path).collect::<PathBuf>().display().to_string()
}
