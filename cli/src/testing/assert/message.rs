//! The messages of assertion errors: <https://nodejs.org/api/assert.html#class-assertassertionerror>.

use std::borrow::Cow;

use boa_engine::{Context, JsResult, JsString, JsValue};

use super::diff::{Line, diff};
use super::objects::{plain_object, to_text};
use super::printer::{Style, print};

/// The length up to which two values are shown on a line, in code units without quotes.
const SHORT_VALUES: usize = 12;

/// The length to which values are cut if the message shows both without their differences.
const LONG_VALUE: usize = 512;

/// The number of lines after which a value is cut, if there are no differences to show.
const LONG_LIST: usize = 50;

/// The number of equal lines that are shown before those left out.
const EQUAL_LINES: usize = 5;

/// The width of the terminal that is assumed.
const WIDTH: usize = 80;

/// What an assertion compared.
pub(super) struct Compared<'a> {
    pub(super) actual: &'a JsValue,
    pub(super) expected: &'a JsValue,
    pub(super) operator: &'a str,
    /// Whether nothing is left out.
    pub(super) full: bool,
}

/// Whether the message of an operator shows differences even if the program passed a message.
fn shows_differences(operator: &str) -> bool {
    matches!(operator, "deepStrictEqual" | "strictEqual" | "partialDeepStrictEqual")
}

/// Returns the number of code units that a text has in JavaScript.
fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// Returns the first code units of a text.
fn start(text: &str, length: usize) -> Cow<'_, str> {
    if text.is_ascii() {
        return text[..length.min(text.len())].into();
    }
    let units: Vec<u16> = text.encode_utf16().take(length).collect();
    String::from_utf16_lossy(&units).into()
}

impl Compared<'_> {
    /// Returns the message of an error. `message` is what the program passed; `undefined` or `null` if it did not.
    ///
    /// # Errors
    ///
    /// Whatever the conversion of the message to a string throws.
    pub(super) fn message(&self, message: &JsValue, context: &mut Context) -> JsResult<JsString> {
        if shows_differences(self.operator) {
            let heading = if message.to_boolean() { Some(message.to_string(context)?) } else { None };
            let heading = heading.map(|heading| heading.to_std_string_lossy());
            return Ok(JsString::from(self.differences(heading.as_deref(), context)));
        }
        if !message.is_null_or_undefined() {
            return to_text(message, context);
        }
        let text = match self.operator {
            "notDeepStrictEqual" | "notStrictEqual" => self.unwanted(context),
            _ => self.both(context),
        };
        Ok(JsString::from(text))
    }

    /// Returns the message of an operator that refuses equal values: it shows only one of them.
    fn unwanted(&self, context: &mut Context) -> String {
        let heading = match self.operator {
            "notStrictEqual" if self.actual.is_object() => {
                "Expected \"actual\" not to be reference-equal to \"expected\":"
            }
            "notStrictEqual" => "Expected \"actual\" to be strictly unequal to:",
            _ => "Expected \"actual\" not to be strictly deep-equal to:",
        };
        let text = print(self.actual, Style::Lines, context);
        let mut lines: Vec<&str> = text.split('\n').collect();
        if let [line] = *lines {
            let separator = if length(line) > 5 { "\n\n" } else { " " };
            return format!("{heading}{separator}{line}");
        }
        if lines.len() > LONG_LIST && !self.full {
            lines.truncate(46);
            lines.push("...");
        }
        format!("{heading}\n\n{}\n", lines.join("\n"))
    }

    /// Returns a message that shows both values.
    fn both(&self, context: &mut Context) -> String {
        let actual = print(self.actual, Style::Lines, context);
        let expected = print(self.expected, Style::Lines, context);
        if self.operator == "notDeepEqual" && actual == expected {
            let text = format!("Expected \"actual\" not to be loosely deep-equal to:\n\n{actual}");
            let is_long = length(&text) > 2 * LONG_VALUE && !self.full;
            return if is_long { format!("{}...", start(&text, 2 * LONG_VALUE - 3)) } else { text };
        }
        let bounded = |text: String| {
            let is_long = length(&text) > LONG_VALUE && !self.full;
            if is_long { format!("{}...", start(&text, LONG_VALUE - 3)) } else { text }
        };
        let (actual, expected) = (bounded(actual), bounded(expected));
        match self.operator {
            "deepEqual" => format!(
                "Expected values to be loosely deep-equal:\n\n{actual}\n\nshould loosely deep-equal\n\n{expected}"
            ),
            "notDeepEqual" => format!(
                "Expected values not to be loosely deep-equal:\n\n{actual}\n\nshould not loosely deep-equal\n\n\
                 {expected}"
            ),
            operator => format!("{actual} {operator} {expected}"),
        }
    }

    fn heading(&self) -> &'static str {
        let is_pair = |is: fn(&JsValue) -> bool| is(self.actual) && is(self.expected);
        let are_objects = is_pair(|value| plain_object(value).is_some()) || is_pair(JsValue::is_callable);
        match self.operator {
            "deepStrictEqual" => "Expected values to be strictly deep-equal:",
            "partialDeepStrictEqual" => "Expected values to be partially and strictly deep-equal:",
            _ if are_objects => "Expected \"actual\" to be reference-equal to \"expected\":",
            _ => "Expected values to be strictly equal:",
        }
    }

    /// Returns a message with the differences of the values. `heading` replaces the first line.
    fn differences(&self, heading: Option<&str>, context: &mut Context) -> String {
        let actual = print(self.actual, Style::Lines, context);
        let expected = print(self.expected, Style::Lines, context);
        let (actual_lines, expected_lines): (Vec<_>, Vec<_>) =
            (actual.split('\n').collect(), expected.split('\n').collect());
        let heading = heading.unwrap_or_else(|| self.heading());
        let is_simple = actual_lines.len() == 1
            && expected_lines.len() == 1
            && (plain_object(self.actual).is_none() || plain_object(self.expected).is_none());
        if is_simple {
            return format!("{heading}\n{}\n", self.simple(&actual, &expected));
        }
        if actual == expected {
            return self.same(heading, &actual_lines);
        }
        let lines = diff(&actual_lines, &expected_lines, plain_object(self.actual).is_some());
        let (text, skipped) = shown(&lines);
        let skipped = if skipped { "\n... Skipped lines" } else { "" };
        format!("{heading}\n+ actual - expected{skipped}\n\n{text}\n")
    }

    /// Returns the message for different objects with the same text.
    fn same(&self, heading: &str, lines: &[&str]) -> String {
        let known = self.heading();
        let heading =
            if heading == known { "Values have same structure but are not reference-equal:" } else { heading };
        if lines.len() > LONG_LIST && !self.full {
            return format!("{heading}\n\n... Skipped lines\n{}\n...}}\n", lines[..LONG_LIST].join("\n"));
        }
        format!("{heading}\n\n{}\n", lines.join("\n"))
    }

    /// Returns the differences of two values that take a line each.
    fn simple(&self, actual: &str, expected: &str) -> String {
        let is_zero = |value: &JsValue| value.as_number() == Some(0.0);
        let total = length(actual) + length(expected);
        let quotes = |value: &JsValue| if value.is_string() { 2 } else { 0 };
        let without_quotes = total.saturating_sub(quotes(self.actual) + quotes(self.expected));
        if without_quotes <= SHORT_VALUES && !(is_zero(self.actual) && is_zero(self.expected)) {
            return format!("\n{actual} !== {expected}");
        }
        let mark = if total <= WIDTH { mark_of_difference(actual, expected) } else { String::new() };
        format!("+ actual - expected\n\n+ {actual}\n- {expected}{mark}")
    }
}

/// Returns a line that points to the first difference of two texts, unless it is near the start.
fn mark_of_difference(actual: &str, expected: &str) -> String {
    let mut other = expected.encode_utf16();
    let first = actual.encode_utf16().position(|unit| other.next() != Some(unit));
    first.filter(|&first| first >= 3).map(|first| format!("\n{}^", " ".repeat(first + 2))).unwrap_or_default()
}

/// Returns the lines with their marks, and whether equal lines have been left out.
fn shown(lines: &[Line<'_>]) -> (String, bool) {
    let mut text = String::new();
    let mut skipped = false;
    let mut rest = lines;
    while let [first, ..] = *rest {
        let (sign, line) = match first {
            Line::Actual(line) => ('+', line),
            Line::Expected(line) => ('-', line),
            Line::Common(_) => {
                let count = rest.iter().take_while(|line| matches!(line, Line::Common(_))).count();
                let (equal, others) = rest.split_at(count);
                skipped |= push_equal(&mut text, equal, others.is_empty());
                rest = others;
                continue;
            }
        };
        text.extend([sign, ' ']);
        text.push_str(line);
        text.push('\n');
        rest = &rest[1..];
    }
    text.truncate(text.trim_end().len());
    (text, skipped)
}

/// Adds equal lines. Only the first ones are shown, and the last one if others follow. Returns whether the message must
/// say so.
fn push_equal(text: &mut String, lines: &[Line<'_>], is_end: bool) -> bool {
    let mut push = |line: &Line<'_>| {
        let (Line::Common(line) | Line::Actual(line) | Line::Expected(line)) = line;
        text.push_str("  ");
        text.push_str(line);
        text.push('\n');
    };
    lines.iter().take(EQUAL_LINES).for_each(&mut push);
    let Some((last, between)) = lines.get(EQUAL_LINES..).and_then(<[_]>::split_last) else { return false };
    if is_end {
        return false;
    }
    // A mark would not be shorter than a line.
    if between.len() > 1 {
        text.push_str("...\n");
        text.push_str("  ");
        if let Line::Common(line) = last {
            text.push_str(line);
        }
        text.push('\n');
        return true;
    }
    between.iter().chain([last]).for_each(push);
    false
}
