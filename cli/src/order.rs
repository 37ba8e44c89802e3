//! Orders on the command line and in files.

use std::path::Path;

use posttask::Error;
use posttask::exploration::Schedule;
use posttask::internal::engine::read_source;
use posttask_front_end::CallAnchor;

/// Returns the order that the options select: the one given with `--order`, or the content of the file of
/// `--order-file`, which may have this many bytes.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or does not contain an order.
pub(crate) fn selected_order(
    order: Option<&Schedule>,
    file: Option<&Path>,
    max_size: u64,
) -> Result<Option<Schedule>, Error> {
    let Some(path) = file else { return Ok(order.cloned()) };
    let schedule = parse_order(&read_source(path, max_size)?);
    schedule.map(Some).map_err(|reason| Error::Schedule { path: path.to_owned(), reason })
}

/// Parses an order, with what stands around the calls at its places.
///
/// # Errors
///
/// Returns a message that says which part is not valid.
pub(crate) fn parse_order(text: &str) -> Result<Schedule, String> {
    let schedule: Schedule = text.parse()?;
    let is_valid = |code: &str| code.parse::<CallAnchor>().is_ok();
    match schedule.anchors.iter().find(|(_, code)| !is_valid(code)) {
        Some((place, code)) => Err(format!("`{place}@{code}` does not say what the call at {place} looks like")),
        None => Ok(schedule),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_order;

    #[test]
    fn what_a_call_looks_like_is_checked() {
        assert!(parse_order("17:11<<5:28,17:11@15005f00,5:28@a2b32981:save").is_ok());
        assert!(parse_order("17:11<<5:28,5:28@a2b32981.2/3:save").is_ok());
        for text in ["5:28@x", "5:28@a2b3298", "5:28@a2b32981.2", "5:28@é2b32981", "5:28@a2b32981.x/3"] {
            let refused = parse_order(text).unwrap_err();
            assert!(refused.contains("does not say what the call at 5:28 looks like"), "{refused}");
        }
    }
}
