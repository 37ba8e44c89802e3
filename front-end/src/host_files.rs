//! Modules of the host that are written in JavaScript, and stand for packages that test files import.
//!
//! Such a module has a path in the folder of the package it stands for, so that what it imports is found there: the
//! packages that the user has installed.

use std::path::{Path, PathBuf};

use posttask::internal::event_loop::{HOST_FILE, is_host_file};
use serde_json::Value;

use super::bounded_file::{LARGEST_SOURCE, read_ordinary};
use super::specifiers::{folder_of, package_of};

/// A module of the host, written in JavaScript.
#[derive(Clone, Copy, Debug)]
pub struct HostFile {
    /// Its name, by which the others import it: `./NAME`.
    pub name: &'static str,
    /// The specifiers that it stands for.
    pub specifiers: &'static [&'static str],
    /// Whether it stands for them in tests only: elsewhere, the packages do their work.
    pub is_for_tests: bool,
    /// Its text.
    pub text: &'static str,
}

/// The modules of the host that are written in JavaScript.
#[derive(Clone, Copy, Default)]
pub(super) struct HostFiles {
    pub(super) files: &'static [&'static [HostFile]],
    /// Whether they are for tests.
    pub(super) has_tests: bool,
}

impl HostFiles {
    /// Returns the path of the module that a specifier names, for an importer without symbolic links.
    pub(super) fn resolve(&self, specifier: &str, importer: &Path) -> Option<PathBuf> {
        let folder = folder_of(importer);
        if is_host(importer)
            && let Some(name) = specifier.strip_prefix("./")
        {
            return Some(self.named(name)?.path_in(folder));
        }
        let stands_for =
            |file: &&HostFile| file.specifiers.contains(&specifier) && (self.has_tests || !file.is_for_tests);
        let file = self.all().find(stands_for)?;
        let package = package_of(specifier);
        let installed = folder.ancestors().map(|folder| folder.join("node_modules").join(package));
        let installed = installed.filter_map(|folder| dunce::canonicalize(folder).ok()).find(|folder| folder.is_dir());
        let with_packages = || folder.ancestors().find(|folder| folder.join("node_modules").is_dir());
        Some(file.path_in(installed.as_deref().or_else(with_packages).unwrap_or(folder)))
    }

    /// Returns the text of the module at a path, which [`Self::resolve`] returned.
    pub(super) fn text(&self, path: &Path) -> Option<&'static str> {
        let name = path.file_name()?.to_str()?.strip_suffix(HOST_FILE)?;
        Some(self.named(name)?.text)
    }

    fn named(&self, name: &str) -> Option<&'static HostFile> {
        self.all().find(|file| file.name == name)
    }

    fn all(&self) -> impl Iterator<Item = &'static HostFile> {
        self.files.iter().copied().flatten()
    }
}

impl HostFile {
    fn path_in(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}{HOST_FILE}", self.name))
    }
}

/// Whether a path is that of a module of the host.
pub(super) fn is_host(path: &Path) -> bool {
    path.to_str().is_some_and(is_host_file)
}

/// Packages that have others, which a module of the host imports, among their dependencies. Some package managers only
/// let a package see its own. `posttask` of npm brings those of Vitest, and streams, for projects without them.
const WITH_MORE: [&str; 12] = [
    "@vitest/expect",
    "@vitest/snapshot",
    "jest",
    "@jest/core",
    "jest-runtime",
    "@jest/globals",
    "@jest/expect",
    "vite-node",
    "posttask",
    "jest-environment-jsdom",
    "jest-fixed-jsdom",
    "@happy-dom/jest-environment",
];

/// Returns the folders of these packages, found from a folder, each from those before it. `posttask` may be that of the
/// command that runs.
pub(super) fn packages_with_more(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let mut folders = vec![folder.to_owned()];
    for package in WITH_MORE {
        let found = folders.iter().find_map(|folder| installed(package, folder));
        folders.extend(found);
    }
    folders.extend(std::env::current_exe().ok().and_then(|command| installed("posttask", folder_of(&command))));
    folders.into_iter().skip(1)
}

/// A package that modules of the host import, and its first version that does without Node's streams. Many packages
/// depend on older ones.
const FIRST_VERSION: (&str, u32) = ("readable-stream", 4);

/// Whether a file is in a version of a package that modules of the host cannot use.
pub(super) fn is_too_old(package: &str, file: &Path) -> bool {
    let (name, first) = FIRST_VERSION;
    package == name && file.ancestors().find_map(major_version).is_some_and(|version| version < first)
}

/// The first number of the version in the `package.json` of a folder.
fn major_version(folder: &Path) -> Option<u32> {
    let package: Value =
        serde_json::from_slice(&read_ordinary(&folder.join("package.json"), LARGEST_SOURCE).ok()?).ok()?;
    package["version"].as_str()?.split('.').next()?.parse().ok()
}

/// Finds a package from a folder.
fn installed(package: &str, folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find_map(|it| dunce::canonicalize(it.join("node_modules").join(package)).ok())
}
