//! How work ends.

/// How a piece of work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// It ran, and its callback returned.
    Returned,
    /// It ran, and its callback threw. The exception was reported, or rejected the work's promise.
    Threw,
    /// Its signal was aborted before it ran.
    Aborted,
    /// It was cleared or cancelled before its callback ran, or nobody listens to its event. If its task had already
    /// been queued, the task still starts, and ends immediately.
    Removed,
}

impl From<()> for Ending {
    fn from((): ()) -> Self {
        Self::Returned
    }
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 4] = [Self::Returned, Self::Threw, Self::Aborted, Self::Removed];

    /// The display name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Returned => "returned",
            Self::Threw => "threw",
            Self::Aborted => "aborted",
            Self::Removed => "removed",
        }
    }

    /// The ending of work whose callback had this result.
    pub fn from_result<T, E>(result: &Result<T, E>) -> Self {
        if result.is_ok() { Self::Returned } else { Self::Threw }
    }
}
