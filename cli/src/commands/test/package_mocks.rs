//! The files in `__mocks__` that replace packages in all tests of Jest, without a call of `jest.mock`.

use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use posttask_front_end::with_slashes;
use serde_json::{Value, json};

const EXTENSIONS: [&str; 8] = ["js", "mjs", "cjs", "ts", "mts", "cts", "jsx", "tsx"];

/// Returns lists of the name of a package and a file, as JSON. Node's own modules are only replaced by a call.
pub(super) fn package_mocks(roots: &[PathBuf]) -> Vec<Value> {
    let mut found = Vec::new();
    for root in roots {
        collect(&root.join("__mocks__"), "", &mut found);
    }
    found
}

/// Collects the files in a folder, whose names start with those of the folders around it.
fn collect(folder: &Path, before: &str, found: &mut Vec<Value>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    // Symbolic links to folders may lead back to them.
    let path_and_kind = |entry: DirEntry| Some((entry.path(), entry.file_type().ok()?.is_dir()));
    let mut paths: Vec<_> = entries.filter_map(|entry| path_and_kind(entry.ok()?)).collect();
    paths.sort();
    for (path, is_folder) in paths {
        let name = if is_folder { path.file_name() } else { path.file_stem() };
        let Some(name) = name.and_then(|name| name.to_str()) else { continue };
        if is_folder {
            collect(&path, &format!("{before}{name}/"), found);
        } else if path.extension().is_some_and(|end| EXTENSIONS.iter().any(|known| end == *known)) {
            found.push(json!([format!("{before}{name}"), with_slashes(&path)]));
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_to_folders_are_not_followed() {
        let root = tempfile::tempdir().unwrap();
        let mocks = root.path().join("__mocks__");
        fs::create_dir_all(mocks.join("@scope")).unwrap();
        for name in ["one", "other"] {
            symlink(&mocks, mocks.join(name)).unwrap();
        }
        for file in ["lib.js", "@scope/part.ts", "notes.md"] {
            fs::write(mocks.join(file), "").unwrap();
        }
        let names: Vec<_> = package_mocks(&[root.path().to_owned()]).into_iter().map(|it| it[0].clone()).collect();
        assert_eq!(names, ["@scope/part", "lib"]);
    }
}
