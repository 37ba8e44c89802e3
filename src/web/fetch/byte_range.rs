//! Ranges of bytes in the header `Range`. Needs no engine.

use std::ops::Range;

/// The [bytes that a range header value asks for][parse], of so many, as `blob:` URLs answer it: steps 5 to 11 of the
/// [scheme fetch](https://fetch.spec.whatwg.org/#scheme-fetch). `None` if the value is not valid, or if the range
/// starts after the end.
///
/// [parse]: https://fetch.spec.whatwg.org/#simple-range-header-value
pub(super) fn requested(value: &str, length: usize) -> Option<Range<usize>> {
    let trimmed = |text: &'_ str| text.trim_matches(['\t', ' ']).to_owned();
    let (start, end) = trimmed(value.strip_prefix("bytes")?)
        .strip_prefix('=')?
        .split_once('-')
        .map(|(start, end)| (trimmed(start), trimmed(end)))?;
    match (number(&start)?, number(&end)?) {
        (None, Some(last)) => Some(length.saturating_sub(last)..length),
        (Some(start), None) if start < length => Some(start..length),
        (Some(start), Some(end)) if start <= end && start < length => Some(start..length.min(end.saturating_add(1))),
        _ => None,
    }
}

/// A number that may be left out. `None` if it is something else.
#[expect(clippy::option_option, reason = "what is not valid differs from what is not there")]
fn number(text: &str) -> Option<Option<usize>> {
    match text {
        "" => Some(None),
        // More digits are a number beyond the end.
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => Some(Some(text.parse().unwrap_or(usize::MAX))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::requested;

    #[test]
    fn ranges_have_several_forms() {
        for (value, expected) in [
            ("bytes=0-", 0..10),
            ("bytes=2-4", 2..5),
            ("bytes \t= \t2 \t- \t4\t", 2..5),
            ("bytes=9-9", 9..10),
            ("bytes=5-99999999999999999999999", 5..10),
            ("bytes=-3", 7..10),
            ("bytes=-30", 0..10),
        ] {
            assert_eq!(requested(value, 10), Some(expected), "{value}");
        }
        for value in [
            "",
            "bytes",
            "bytes=",
            "bytes=-",
            "bytes=10-",
            "bytes=4-3",
            "bytes=0-1,3-4",
            "Bytes=0-",
            " bytes=0-",
            "bytes=0-1x",
            "bytes=0x1-2",
            "bytes=--1",
            "bits=0-1",
            "bytes=+1-2",
        ] {
            assert_eq!(requested(value, 10), None, "{value}");
        }
    }
}
