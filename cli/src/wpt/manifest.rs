//! Finds the tests below a root.

use std::fs;
use std::path::{Path, PathBuf};

use posttask::internal::engine::normalize;
use posttask_front_end::{bounded_file, with_slashes};
use serde::{Deserialize, Serialize};

use super::needs::missing;
use super::{Global, Metadata, WptError};

/// One test: a file, on one global, with one query string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Test {
    /// The id that wpt.fyi uses: `/scheduler/x.any.worker.html?variant`.
    pub id: String,
    /// The path of the file below the root, with forward slashes and without a leading one.
    pub file: String,
    /// The kind of global object to run it on.
    pub global: Global,
    /// The query string with its question mark, or an empty string.
    pub variant: String,
    /// Whether the timeout is one minute instead of ten seconds.
    pub long_timeout: bool,
}

/// A file, or a test of a file on one global, that cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Omitted {
    /// The id of the test, or the path of the file.
    pub id: String,
    /// Why it cannot run.
    pub reason: String,
}

/// The tests below a root.
#[derive(Debug, Default)]
pub(crate) struct Manifest {
    /// The tests that can run, sorted by id.
    pub tests: Vec<Test>,
    /// The files and tests that cannot run, sorted by id.
    pub omitted: Vec<Omitted>,
}

/// Top-level folders of a checkout that do not contain tests.
const NOT_TESTS: [&str; 8] =
    ["resources", "common", "tools", "docs", "interfaces", "node_modules", "conformance-checkers", "_venv3"];

const NEEDS_A_DOCUMENT: &str = "needs a document";

impl Manifest {
    /// Finds the tests below `root` that run on the given globals. If `paths` is not empty, only tests of these files
    /// and folders, or with these ids, are included.
    ///
    /// # Errors
    ///
    /// [`WptError::NotARoot`] if there is no harness, [`WptError::NoSuchTest`] if there is no test for a path,
    /// [`WptError::Io`] if a file cannot be read.
    pub(crate) fn of(root: &Path, globals: &[Global], paths: &[String]) -> Result<Self, WptError> {
        if !root.join("resources/testharness.js").is_file() {
            return Err(WptError::NotARoot(root.to_owned()));
        }
        let mut manifest = Self::default();
        if paths.is_empty() {
            manifest.add_folder(root, root, globals)?;
        }
        for path in paths {
            let found = manifest.tests.len() + manifest.omitted.len();
            manifest.add_path(root, path, globals)?;
            if manifest.tests.len() + manifest.omitted.len() == found {
                return Err(WptError::NoSuchTest(path.clone()));
            }
        }
        manifest.tests.sort_by(|a, b| a.id.cmp(&b.id));
        manifest.tests.dedup();
        manifest.omitted.sort_by(|a, b| a.id.cmp(&b.id));
        manifest.omitted.dedup();
        Ok(manifest)
    }

    /// Adds the tests of a file or folder, given relative to the root or the working directory, or the test with an id.
    fn add_path(&mut self, root: &Path, path: &str, globals: &[Global]) -> Result<(), WptError> {
        let below_root = root.join(path.trim_start_matches('/'));
        let existing = [below_root, PathBuf::from(path)].into_iter().find(|candidate| candidate.exists());
        if let Some(existing) = existing {
            let existing = std::path::absolute(&existing).map_err(WptError::io("find", &existing))?;
            let root = std::path::absolute(root).map_err(WptError::io("find", root))?;
            if !normalize(&existing).starts_with(normalize(&root)) {
                return Err(WptError::OutsideOfTheRoot(path.to_owned()));
            }
            return if existing.is_dir() {
                self.add_folder(&root, &existing, globals)
            } else {
                self.add_file(&root, &existing, globals)
            };
        }
        let file = path.split('?').next().unwrap_or(path).trim_start_matches('/');
        for (suffix, extension) in [
            (".any.worker.html", ".any.js"),
            (".any.html", ".any.js"),
            (".window.html", ".window.js"),
            (".worker.html", ".worker.js"),
        ] {
            let Some(stem) = file.strip_suffix(suffix) else { continue };
            let mut all = Self::default();
            let source = root.join(format!("{stem}{extension}"));
            if source.is_file() {
                all.add_file(root, &source, globals)?;
            }
            let wanted = |test: &Test| {
                test.id == path || test.id.trim_start_matches('/') == path || test.id.split('?').next() == Some(path)
            };
            self.tests.extend(all.tests.into_iter().filter(wanted));
            return Ok(());
        }
        Ok(())
    }

    fn add_folder(&mut self, root: &Path, folder: &Path, globals: &[Global]) -> Result<(), WptError> {
        let entries = fs::read_dir(folder).map_err(WptError::io("read", folder))?;
        for entry in entries {
            let path = entry.map_err(WptError::io("read", folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            if path.is_file() {
                self.add_file(root, &path, globals)?;
            } else if !path.is_dir() || leads_back(root, &path) {
                // A pipe or device is no test, and what a link leads to is found where it is.
            } else if !(folder == root && NOT_TESTS.contains(&name.as_str()))
                && name != "resources"
                && name != "support"
            {
                self.add_folder(root, &path, globals)?;
            }
        }
        Ok(())
    }

    fn omit(&mut self, id: String, reason: &str) {
        self.omitted.push(Omitted { id, reason: reason.to_owned() });
    }

    fn add_file(&mut self, root: &Path, path: &Path, globals: &[Global]) -> Result<(), WptError> {
        let file = with_slashes(path.strip_prefix(root).unwrap_or(path));
        let name = file.rsplit('/').next().unwrap_or(&file);
        let is_support = name.ends_with(".sub.js") || name.ends_with("-manual.html");
        let kind = [".any.js", ".window.js", ".worker.js"].into_iter().find(|suffix| name.ends_with(suffix));
        let Some(kind) = kind else {
            let is_page = [".html", ".htm", ".xhtml", ".svg", ".xht"].iter().any(|suffix| name.ends_with(suffix));
            if is_page && !is_support && !name.ends_with("-ref.html") {
                self.omit(format!("/{file}"), NEEDS_A_DOCUMENT);
            }
            return Ok(());
        };
        let source = bounded_file::read(path, bounded_file::LARGEST_SOURCE).map_err(WptError::io("read", path))?;
        let source = String::from_utf8_lossy(&source);
        let metadata = Metadata::parse(&source);
        let stem = &file[..file.len() - ".js".len()];
        let mut runs = match kind {
            ".any.js" => vec![
                (Global::Window, format!("/{stem}.html")),
                (Global::DedicatedWorker, format!("/{stem}.worker.html")),
            ],
            ".window.js" => vec![(Global::Window, format!("/{stem}.html"))],
            _ => vec![(Global::DedicatedWorker, format!("/{stem}.html"))],
        };
        runs.retain(|(global, _)| globals.contains(global) && (kind != ".any.js" || metadata.runs_on(*global)));
        if runs.is_empty() && kind == ".any.js" && metadata.globals.is_some() {
            let wanted = metadata.globals.clone().unwrap_or_default().join(", ");
            self.omit(format!("/{stem}.html"), &format!("runs only on other globals: {wanted}"));
        }
        for (global, id) in runs {
            if let Some(reason) = missing(&source, &metadata, kind == ".window.js") {
                self.omit(id, reason);
                continue;
            }
            let variants = if metadata.variants.is_empty() { vec![String::new()] } else { metadata.variants.clone() };
            for variant in variants {
                self.tests.push(Test {
                    id: format!("{id}{variant}"),
                    file: file.clone(),
                    global,
                    variant,
                    long_timeout: metadata.long_timeout,
                });
            }
        }
        Ok(())
    }
}

/// Whether a folder is a link to a folder below the root, or to one that contains the root.
fn leads_back(root: &Path, folder: &Path) -> bool {
    folder.is_symlink()
        && match (dunce::canonicalize(folder), dunce::canonicalize(root)) {
            (Ok(folder), Ok(root)) => folder.starts_with(&root) || root.starts_with(&folder),
            _ => false,
        }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn links_back_and_files_that_are_not_regular_are_skipped() {
        let root = std::env::temp_dir().join(format!("posttask-wpt-manifest-{}", std::process::id()));
        let outside = root.with_extension("outside");
        for folder in [root.join("resources"), root.join("area"), outside.clone()] {
            fs::create_dir_all(folder).unwrap();
        }
        fs::write(root.join("resources/testharness.js"), "").unwrap();
        fs::write(root.join("area/a.any.js"), "test(() => {}, 'a');").unwrap();
        fs::write(outside.join("b.any.js"), "test(() => {}, 'b');").unwrap();
        symlink(".", root.join("one")).unwrap();
        symlink("..", root.join("area/two")).unwrap();
        symlink(&outside, root.join("linked")).unwrap();
        // A socket, like a pipe, is not a regular file, and reading it fails or waits for ever.
        let _socket = UnixListener::bind(root.join("s.any.js")).unwrap();
        let manifest = Manifest::of(&root, &[Global::Window], &[]).unwrap();
        let ids: Vec<_> = manifest.tests.iter().map(|test| test.id.as_str()).collect();
        assert_eq!(ids, ["/area/a.any.html", "/linked/b.any.html"]);
        fs::remove_dir_all(&root).unwrap();
        fs::remove_dir_all(outside).unwrap();
    }
}
