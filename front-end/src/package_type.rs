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

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns the `type` in the nearest `package.json`: in the folder of the file, or in a folder above it, up to
/// `node_modules`. `None` if there is no such file or no such entry. `uses` is called before each file is looked for.
///
/// # Errors
///
/// Says why the file is not valid.
pub(super) fn package_type(file: &Path, uses: impl Fn(&Path)) -> Result<Option<PackageType>, String> {
    let found = dunce::canonicalize(file);
    let is_file = found.is_ok();
    let path = found.unwrap_or_else(|_| normalize(file));
    let Some((package, text)) = path.parent().and_then(|folder| nearest_package(folder, uses)) else { return Ok(None) };
    let without_mark = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
    match serde_json::from_slice::<PackageJson>(without_mark) {
        Ok(parsed) => Ok(serde_json::from_value(parsed.package_type).ok()),
        Err(error) if is_file => Err(format!("{} is not valid: {error}", package.display())),
        // Texts that are no files, such as those of the prompt, do not belong to a package.
        Err(_) => Ok(None),
    }
}
