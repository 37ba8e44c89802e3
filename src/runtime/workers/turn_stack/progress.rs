//! How far a turn has come.

/// How far a turn has come.
pub(in super::super) enum Progress<R, S> {
    /// It has ended with this result.
    Ended(R),
    /// It was suspended.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "turns cannot be suspended there"))]
    Suspended(S),
}
