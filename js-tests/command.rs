//! The command that the tests run.

use std::env;
use std::ffi::OsString;

/// Returns the path of the command: one for another system that the variable `POSTTASK_UNDER_TEST` names, or else the
/// one that cargo has built for the tests.
pub(crate) fn path() -> OsString {
    env::var_os("POSTTASK_UNDER_TEST").unwrap_or_else(|| env!("CARGO_BIN_EXE_posttask").into())
}
