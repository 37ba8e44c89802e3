//! The folder of the workspace.

use std::env;
use std::path::{Path, PathBuf};

/// Returns the folder of the workspace as known at run time: the target folder may outlive the checkout it was built
/// in.
pub(crate) fn workspace() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    let is_root = |folder: &&Path| folder.join("js-tests").is_dir();
    package.ancestors().find(is_root).map_or_else(|| package.clone(), Path::to_owned)
}
