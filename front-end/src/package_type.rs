//! The `type` of the package that a file belongs to.

use std::path::Path;

use posttask::internal::engine::normalize;
use serde::Deserialize;

use crate::package_files::nearest_package;

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
    let text = nearest_package(path.parent()?, uses)?;
    let package: PackageJson = serde_json::from_slice(&text).ok()?;
    serde_json::from_value(package.package_type).ok()
}
