//! How far a turn has come.

/// How far a turn has come.
pub(in super::super) enum Progress<R, S> {
    /// It has ended with this result.
    Ended(R),
    /// It was suspended.
    Suspended(S),
}
