//! Durations as people write them.

use std::time::Duration;

/// Parses a duration such as `500ms`.
///
/// # Errors
///
/// Returns a message with valid examples.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| format!("{error}; valid examples are 500ms, 10s and 2m"))
}
