//! How much a command may do at the same time.

/// The largest number of threads or processes: systems refuse to start many more.
pub(super) const MOST_JOBS: i64 = 1024;
