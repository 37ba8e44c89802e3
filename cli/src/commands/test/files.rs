//! Finds test files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use posttask_front_end::{is_declaration, with_slashes};
use walkdir::{DirEntry, WalkDir};

/// A test file, as one of the projects runs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileOfProject {
    pub(super) path: PathBuf,
    /// The number of the project.
    pub(super) project: usize,
}

/// The extensions of test files.
const EXTENSIONS: [&str; 8] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"];

/// The ends of the names of test files, before the extension.
const ENDS: [&str; 3] = [".test", "_test", "-test"];

/// The starts of the names of test files.
const STARTS: [&str; 1] = ["test-"];

/// The name of test files, before the extension, and of folders in which all files are tests.
const TEST: &str = "test";

/// Why test files cannot be found.
#[derive(Debug, thiserror::Error)]
pub(super) enum FilesError {
    #[error("there is no file or folder {path}")]
    Missing { path: String },
    #[error("a test file name is empty")]
    Empty,
    #[error("no file matches {pattern}")]
    NoMatch { pattern: String },
    #[error("{pattern} is not a valid pattern: {source}")]
    Pattern { pattern: String, source: glob::PatternError },
    #[error("cannot read a folder: {0}")]
    Unreadable(walkdir::Error),
    #[error(
        "there are no test files; they have names such as cart.test.js, cart_test.ts or test.js, or are in a folder \
         named test"
    )]
    None,
}

/// Finds the files that the arguments name, sorted. Without arguments, those below the current folder. `is_wanted` says
/// which files of a folder are tests.
///
/// # Errors
///
/// Returns an error if there are none, or if an argument names none.
pub(super) fn find(arguments: &[String], is_wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>, FilesError> {
    let mut found = BTreeSet::new();
    let here = [String::new()];
    for argument in if arguments.is_empty() { &here } else { arguments } {
        let path = Path::new(argument);
        if argument.is_empty() && !arguments.is_empty() {
            return Err(FilesError::Empty);
        }
        if path.is_file() {
            found.insert(path.to_owned());
        } else if argument.is_empty() || path.is_dir() {
            found.extend(in_folder(path, is_wanted)?);
        } else if argument.contains(['*', '?', '[', '{']) {
            found.extend(matching(argument)?);
        } else {
            return Err(FilesError::Missing { path: argument.clone() });
        }
    }
    if found.is_empty() { Err(FilesError::None) } else { Ok(found.into_iter().collect()) }
}

fn in_folder(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>, FilesError> {
    let root = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let is_searched = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || name == "node_modules")
    };
    let mut found = Vec::new();
    for entry in WalkDir::new(root).into_iter().filter_entry(is_searched) {
        let entry = entry.map_err(FilesError::Unreadable)?;
        let path = entry.path().strip_prefix(".").unwrap_or(entry.path());
        // Reading a pipe would wait for a writer. A link that leads nowhere is an error when it is read.
        let is_special = || path.metadata().is_ok_and(|metadata| !metadata.is_file());
        if !entry.file_type().is_dir() && is_wanted(path) && !is_special() {
            found.push(PathBuf::from(with_slashes(path)));
        }
    }
    Ok(found)
}

/// Where the files that the arguments name are, or would be if they existed: files, and names in searched folders.
pub(super) fn places(arguments: &[String]) -> impl Iterator<Item = PathBuf> {
    let in_folder = |folder: &Path| folder.join(format!("new{}.{}", ENDS[0], EXTENSIONS[0]));
    let here = arguments.is_empty().then(|| in_folder(Path::new(".")));
    let named = arguments.iter().map(move |argument| {
        let path = Path::new(argument);
        if path.is_dir() { in_folder(path) } else { path.to_owned() }
    });
    here.into_iter().chain(named)
}

/// Whether a file has an extension of JavaScript or TypeScript, and is not only a declaration.
pub(super) fn is_source(path: &Path) -> bool {
    let has_extension =
        path.extension().and_then(|extension| extension.to_str()).is_some_and(|it| EXTENSIONS.contains(&it));
    has_extension && !is_declaration(path)
}

/// Whether a file has the name of a test, by the rules of Node.
pub(super) fn is_test(path: &Path) -> bool {
    let name = path.file_stem().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_in_folder = || path.parent().is_some_and(|parent| parent.iter().any(|part| part == TEST));
    let has_name = name == TEST
        || ENDS.iter().any(|end| name.ends_with(end))
        || STARTS.iter().any(|start| name.starts_with(start));
    is_source(path) && (has_name || is_in_folder())
}

fn matching(pattern: &str) -> Result<Vec<PathBuf>, FilesError> {
    let mut paths = Vec::new();
    for alternative in alternatives(pattern) {
        let found = glob::glob(&alternative)
            .map_err(|source| FilesError::Pattern { pattern: pattern.to_owned(), source })?
            .filter_map(Result::ok)
            .filter(|path| path.is_file() && !path.iter().any(|part| part == "node_modules"));
        paths.extend(found);
    }
    if paths.is_empty() { Err(FilesError::NoMatch { pattern: pattern.to_owned() }) } else { Ok(paths) }
}

/// The patterns that a pattern with braces stands for, such as `a.js` and `a.ts` for `a.{js,ts}`. A pattern without a
/// pair of braces stands for itself.
fn alternatives(pattern: &str) -> Vec<String> {
    let Some(start) = pattern.find('{') else { return vec![pattern.to_owned()] };
    let (mut depth, mut parts, mut part_start) = (0, Vec::new(), start + 1);
    for (index, byte) in pattern.bytes().enumerate().skip(start) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b',' if depth == 1 => parts.push(&pattern[std::mem::replace(&mut part_start, index + 1)..index]),
            _ => {}
        }
        if depth == 0 {
            parts.push(&pattern[part_start..index]);
            let (before, after) = (&pattern[..start], &pattern[index + 1..]);
            return parts.iter().flat_map(|part| alternatives(&format!("{before}{part}{after}"))).collect();
        }
    }
    vec![pattern.to_owned()]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{alternatives, is_test};

    #[test]
    fn braces_contain_alternatives() {
        for (pattern, expected) in [
            ("a/*.js", &["a/*.js"][..]),
            ("a/*.{js,ts}", &["a/*.js", "a/*.ts"]),
            ("{a,b}/*.{js,ts}", &["a/*.js", "a/*.ts", "b/*.js", "b/*.ts"]),
            ("a{b,{c,}d}e", &["abe", "acde", "ade"]),
            ("a{b,c", &["a{b,c"]),
        ] {
            assert_eq!(alternatives(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn test_files_have_typical_names() {
        for name in [
            "a.test.js",
            "src/a_test.mts",
            "a-test.cjs",
            "a.test.tsx",
            "test.js",
            "src/test-a.mjs",
            "test/a.ts",
            "packages/a/test/deep/b.js",
        ] {
            assert!(is_test(Path::new(name)), "{name}");
        }
        for name in ["a.js", "test.js.map", "a.test.json", "test/a.d.ts", "testing/a.js", "test", "tests.js"] {
            assert!(!is_test(Path::new(name)), "{name}");
        }
    }
}
