//! The tests of a checkout.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::case::{Case, Mode};
use crate::metadata::Metadata;
use crate::skipped::reason_to_skip;

/// The folders that are run if no names are given.
const FOLDERS: [&str; 3] = ["language", "built-ins", "annexB"];

/// What runs, and how many tests do not.
#[derive(Default)]
pub(crate) struct Selection {
    pub(crate) cases: Vec<Case>,
    /// The paths of tests that do not run, and the reasons.
    pub(crate) skipped: Vec<(String, &'static str)>,
}

impl Selection {
    /// Finds the tests below the folders and files that `names` are in the folder `test`.
    ///
    /// # Errors
    ///
    /// The error of the operating system if a file or folder cannot be read.
    pub(crate) fn of(root: &Path, names: &[String]) -> io::Result<Self> {
        let tests = root.join("test");
        let mut selection = Self::default();
        let mut files = Vec::new();
        if names.is_empty() {
            for folder in FOLDERS.iter().map(|name| tests.join(name)).filter(|folder| folder.exists()) {
                collect(&folder, &mut files)?;
            }
        }
        for name in names {
            collect(&tests.join(name), &mut files)?;
        }
        for file in files {
            let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
            let path = file.strip_prefix(&tests).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            selection.add(path, &Metadata::of(&text));
        }
        Ok(selection)
    }

    fn add(&mut self, path: String, metadata: &Metadata) {
        match reason_to_skip(metadata) {
            Some(reason) => self.skipped.push((path, reason)),
            None => self.cases.extend(Mode::of(metadata).iter().map(|&mode| Case { path: path.clone(), mode })),
        }
    }
}

/// Adds the tests below a path, in the order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        let name = path.to_string_lossy();
        if name.ends_with(".js") && !name.contains("_FIXTURE") {
            files.push(path.to_owned());
        }
        return Ok(());
    }
    let entries: io::Result<Vec<_>> = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut entries = entries?;
    entries.sort();
    entries.iter().try_for_each(|entry| collect(entry, files))
}
