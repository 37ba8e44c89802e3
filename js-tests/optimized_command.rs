//! The command for tests that run programs many times.

use std::env;
use std::ffi::OsString;

use crate::command;

/// Returns the path of the command: the optimized one that the variable `POSTTASK_OPTIMIZED` names, or else that of the
/// other tests.
pub(crate) fn path() -> OsString {
    env::var_os("POSTTASK_OPTIMIZED").unwrap_or_else(command::path)
}
