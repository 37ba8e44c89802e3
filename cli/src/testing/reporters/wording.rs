//! Pieces of text that several reporters use.

use std::borrow::Cow;
use std::time::Duration;

pub(super) use posttask::internal::html::one_line;
use posttask::internal::html::{split_at_style, without_styles};

use crate::testing::report::{ConsoleLine, Durations, Failure};

/// Writes control characters other than line breaks and tabs, and those that change the direction of text, as escape
/// sequences, so that a message cannot change what a terminal shows.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if is_hidden(c) { c.escape_default().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Like [`visible`], but sequences that select colors and other styles, which libraries put into their messages, are
/// kept, or else removed.
pub(crate) fn visible_styled(text: &str, keeps_styles: bool) -> Cow<'_, str> {
    let (mut shown, mut rest) = (String::new(), text);
    while let Some((before, style, after)) = split_at_style(rest) {
        shown += &visible(before);
        shown += if keeps_styles { style } else { "" };
        rest = after;
    }
    if shown.is_empty() { visible(rest) } else { Cow::Owned(shown + &visible(rest)) }
}

/// Indents the lines of a text that are not empty, and ends each with a line break.
pub(super) fn indented(text: &str, spaces: usize) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{:spaces$}{line}\n", "") };
    text.lines().map(line).collect()
}

/// Returns `1 test` or `2 tests`.
pub(super) fn counted(number: impl TryInto<u64>, what: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Returns a duration for people, with about three significant digits: `250 ms`.
pub(super) fn rounded(duration: Duration) -> String {
    let (number, unit) = match milliseconds(duration) {
        number if number < 10_000.0 => (number, "ms"),
        number => (number / 1000.0, "s"),
    };
    let decimals = match number {
        ..1.0 => 3,
        1.0..10.0 => 2,
        10.0..100.0 => 1,
        _ => 0,
    };
    let text = format!("{number:.decimals$}");
    let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} {unit}")
}

/// Returns a duration for programs.
pub(super) fn milliseconds(duration: Duration) -> f64 {
    duration.div_duration_f64(Duration::from_millis(1))
}

/// Returns `250 ms of virtual time in 12 ms`, or `12 ms` if the tests ran in real time.
pub(super) fn both(durations: Durations) -> String {
    let real = rounded(durations.real);
    if durations.is_real() { real } else { format!("{} of virtual time in {real}", rounded(durations.on_clock)) }
}

/// Returns what was printed.
pub(super) fn printed<'a>(lines: impl IntoIterator<Item = &'a ConsoleLine>) -> String {
    lines.into_iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Returns everything about failures as plain text.
pub(super) fn plain<'a>(failures: impl IntoIterator<Item = &'a Failure>) -> String {
    let text = |failure: &Failure| {
        let details = failure.details.iter().map(|line| format!("    {line}"));
        let lines = [without_styles(&failure.message).into_owned()]
            .into_iter()
            .chain(details)
            .chain(failure.order.iter().cloned());
        lines.collect::<Vec<_>>().join("\n")
    };
    failures.into_iter().map(text).collect::<Vec<_>>().join("\n\n")
}

impl Durations {
    /// Whether the tests ran in real time.
    pub(super) fn is_real(self) -> bool {
        self.on_clock == self.real
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let texts = [0, 4, 663, 1_000, 1_234, 12_345, 250_000, 100_040, 9_999_000, 12_345_678, 86_400_000_000]
            .map(|microseconds| rounded(Duration::from_micros(microseconds)));
        let expected = [
            "0 ms", "0.004 ms", "0.663 ms", "1 ms", "1.23 ms", "12.3 ms", "250 ms", "100 ms", "9999 ms", "12.3 s",
            "86400 s",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn lines() {
        assert_eq!(one_line("a\tb\u{85}ü\\"), "a\\tb\\u{85}ü\\");
        assert_eq!(visible("\u{1b}[31mä\tb\n\0\u{202e}"), "\\u{1b}[31mä\tb\n\\u{0}\\u{202e}");
        assert_eq!(visible_styled("\u{1b}[1;31ma\u{1b}[2K\u{1b}[39m\u{1b}[", false), "a\\u{1b}[2K\\u{1b}[");
        assert_eq!(visible_styled("\u{1b}[1;31ma\u{1b}[2K\u{1b}[m", true), "\u{1b}[1;31ma\\u{1b}[2K\u{1b}[m");
        assert_eq!(indented("a\n\n  b\n", 2), "  a\n\n    b\n");
        assert_eq!(counted(1_usize, "test") + &counted(2_u64, "run"), "1 test2 runs");
    }
}
