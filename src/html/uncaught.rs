//! What a program did not deal with, in words.

use std::fmt;

use crate::event_loop::{Location, WorkKind};

/// Why something is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncaughtKind {
    /// An exception that nothing caught.
    Exception,
    /// A promise was rejected, and nothing handles it.
    UnhandledRejection,
}

/// How many stack frames are written out: a recursion that went too deep has thousands.
const FRAMES_SHOWN: usize = 10;

/// Where a program asked for the work in which something went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedFor {
    /// What kind of work it is.
    pub kind: WorkKind,
    /// The place of the call.
    pub location: Location,
}

impl fmt::Display for AskedFor {
    /// `posted at app.js:12:3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind.asked(), self.location)
    }
}

/// An error that is part of another one: its `cause`, or one of the `errors` of an `AggregateError`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What it is to the error before it: `cause`, or `errors[0]`.
    pub label: String,
    /// How many errors it is part of, one within the other. The first one reported is at depth 0.
    pub depth: usize,
    /// What was thrown, in words.
    pub message: String,
    /// The calls that led there, innermost first.
    pub stack: Vec<String>,
}

/// An exception or rejection that the program did not deal with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncaught {
    /// Which of the two it is.
    pub kind: UncaughtKind,
    /// What was thrown, in words: `TypeError: x is not a function`.
    pub message: String,
    /// The calls that led there, innermost first: `at f (file.js:1:2)`.
    pub stack: Vec<String>,
    /// Where the program asked for the work that led there, if it did and the place is known.
    pub asked_for: Option<AskedFor>,
    /// The errors that it is made of or comes from.
    pub causes: Vec<Cause>,
}

impl Uncaught {
    /// The innermost place that is not the engine's own code; of a syntax error, the place that its message names.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        self.stack.iter().find_map(|frame| Location::at_end_of(frame)).or_else(|| Location::at_end_of(&self.message))
    }

    /// What it is, in one line or as many as the message has.
    #[must_use]
    pub fn headline(&self) -> String {
        let kind = match self.kind {
            UncaughtKind::Exception => "Uncaught",
            UncaughtKind::UnhandledRejection => "Uncaught (in promise)",
        };
        format!("{kind} {}", self.message)
    }

    /// A line for each stack frame, as far as they are shown, for where the work was asked for, and for causes.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let mut lines = shown_frames(&self.stack);
        lines.extend(self.asked_for.as_ref().map(AskedFor::to_string));
        for cause in &self.causes {
            let indent = "    ".repeat(cause.depth);
            // A message may have several lines.
            let message = cause.message.replace('\n', &format!("\n{indent}    "));
            lines.push(format!("{indent}{}: {message}", cause.label));
            lines.extend(shown_frames(&cause.stack).iter().map(|frame| format!("{indent}    {frame}")));
        }
        lines
    }
}

fn shown_frames(stack: &[String]) -> Vec<String> {
    let (shown, hidden) = stack.split_at(stack.len().min(FRAMES_SHOWN));
    let more = (!hidden.is_empty()).then(|| format!("... and {} more", hidden.len()));
    shown.iter().cloned().chain(more).collect()
}

impl fmt::Display for Uncaught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        self.details().iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// Who is told of what the program did not deal with.
pub trait ErrorSink {
    /// Called once for each uncaught exception and each unhandled rejection that no event listener canceled.
    fn uncaught(&self, uncaught: &Uncaught);
}

#[cfg(test)]
mod tests {
    use super::{Cause, Uncaught, UncaughtKind};

    fn uncaught(stack: &[&str]) -> Uncaught {
        let stack = stack.iter().map(|&frame| frame.to_owned()).collect();
        let (kind, message) = (UncaughtKind::Exception, "Error".to_owned());
        Uncaught { kind, message, stack, asked_for: None, causes: Vec::new() }
    }

    #[test]
    fn the_location_is_that_of_the_innermost_frame_in_a_file() {
        let stack = ["at then (native)", "at f (C:/a b.js:3:14)", "at <main> (C:/a b.js:9:1)"];
        let location = uncaught(&stack).location().unwrap();
        assert_eq!((location.file.as_str(), location.line, location.column), ("C:/a b.js", 3, 14));
    }

    #[test]
    fn causes_are_indented_by_their_depth() {
        let cause = |label: &str, depth: usize| Cause {
            label: label.to_owned(),
            depth,
            message: "E: two\nlines".to_owned(),
            stack: vec!["at g (b.js:1:1)".to_owned()],
        };
        let uncaught = Uncaught { causes: vec![cause("cause", 0), cause("errors[1]", 1)], ..uncaught(&[]) };
        let expected = [
            "cause: E: two\n    lines",
            "    at g (b.js:1:1)",
            "    errors[1]: E: two\n        lines",
            "        at g (b.js:1:1)",
        ];
        assert_eq!(uncaught.details(), expected);
    }
}
