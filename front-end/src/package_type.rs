//! The `type` of the package that a file belongs to.

use std::path::Path;

use posttask::internal::engine::normalize;
use serde::Deserialize;

use crate::bounded_file;

/// What a `package.json` says about its `.js` and `.ts` files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PackageType {
    Module,
    CommonJs,
}

/// The part of a `package.json` that matters here. Other types than these two are ignored, as in Node.
#[derive(Deserialize)]
struct PackageJson {
    #[serde(default, rename = "type")]
    package_type: serde_json::Value,
}

/// Returns the `type` in the nearest `package.json`: in the folder of the file, or in a folder above it, up to
/// `node_modules`. `None` if there is no such file or no such entry. `uses` is called before each file is looked for.
pub(super) fn package_type(file: &Path, uses: impl Fn(&Path)) -> Option<PackageType> {
    let path = file.canonicalize().unwrap_or_else(|_| normalize(file));
    // A package does not belong to the one that it is installed in.
    let mut folders = path.ancestors().skip(1).take_while(|folder| !folder.ends_with("node_modules"));
    let text = folders.find_map(|folder| {
        let package = folder.join("package.json");
        uses(&package);
        bounded_file::read_ordinary(&package, bounded_file::LARGEST_SOURCE).ok()
    })?;
    let package: PackageJson = serde_json::from_slice(&text).ok()?;
    serde_json::from_value(package.package_type).ok()
}
