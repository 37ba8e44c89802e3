//! The files in `__mocks__` that replace packages in all tests of Jest, without a call of `jest.mock`.

use std::path::{Path, PathBuf};

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
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let is_folder = path.is_dir();
        let name = if is_folder { path.file_name() } else { path.file_stem() };
        let Some(name) = name.and_then(|name| name.to_str()) else { continue };
        if is_folder {
            collect(&path, &format!("{before}{name}/"), found);
        } else if path.extension().is_some_and(|end| EXTENSIONS.iter().any(|known| end == *known)) {
            found.push(json!([format!("{before}{name}"), path.to_string_lossy()]));
        }
    }
}
