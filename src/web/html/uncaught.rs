//! Descriptions of uncaught errors.

use std::fmt;

use boa_engine::{Context, JsValue};

use crate::event_loop::{Exceeded, Location, WorkKind};

/// Why an error is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UncaughtKind {
    /// An exception was not caught.
    Exception,
    /// A promise was rejected and has no handler.
    UnhandledRejection,
    /// A test failed.
    FailedTest,
    /// The engine or a function of the embedder panicked.
    Panic,
    /// Work did not end, and exceeded a limit of the runtime.
    LimitExceeded,
    /// The program depends on something that the engine gets wrong, and that posttask cannot correct. The message says
    /// what; the last line of the stack says where it is described.
    EngineFault,
    /// The same, if it is not known whether the program depends on it.
    PossibleEngineFault,
}

impl UncaughtKind {
    /// All kinds.
    pub(crate) const ALL: [Self; 7] = [
        Self::Exception,
        Self::UnhandledRejection,
        Self::FailedTest,
        Self::Panic,
        Self::LimitExceeded,
        Self::EngineFault,
        Self::PossibleEngineFault,
    ];

    /// Whether it is a fault of the engine, and perhaps not of the program.
    #[must_use]
    pub const fn is_of_the_engine(self) -> bool {
        matches!(self, Self::EngineFault | Self::PossibleEngineFault)
    }

    /// The display name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exception => "exception",
            Self::UnhandledRejection => "unhandled rejection",
            Self::FailedTest => "failed test",
            Self::Panic => "panic",
            Self::LimitExceeded => "exceeded limit",
            Self::EngineFault => "engine fault",
            Self::PossibleEngineFault => "possible engine fault",
        }
    }
}

/// The maximum number of stack frames shown: unbounded recursion leaves thousands.
const MAX_FRAMES: usize = 10;

/// The call that requested the work in which an error occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestSite {
    /// The kind of work that was requested.
    pub kind: WorkKind,
    /// The position of the call in the source text.
    pub location: Location,
}

impl fmt::Display for RequestSite {
    /// `posted at app.js:12:3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind.request_verb(), self.location)
    }
}

/// An error that is part of another one: its `cause`, or one of the `errors` of an `AggregateError`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// The property of the other error that holds it: `cause`, or `errors[0]`.
    pub label: String,
    /// The level of nesting. The causes of the reported error itself are at depth 0.
    pub depth: usize,
    /// The description of the value: `TypeError: x is not a function`.
    pub message: String,
    /// The stack frames of the error, innermost first. Empty if the value is not an error.
    pub stack: Vec<String>,
}

/// An uncaught exception, an unhandled rejection, or another failure of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Uncaught {
    /// Whether it is an exception or a rejection.
    pub kind: UncaughtKind,
    /// The description of the thrown value: `TypeError: x is not a function`.
    pub message: String,
    /// The stack frames, innermost first: `at f (file.js:1:2)`.
    pub stack: Vec<String>,
    /// The call that requested the work; `None` if the host started the work, or the position of the call is unknown.
    pub requested_at: Option<RequestSite>,
    /// The causes of the error and the errors that it aggregates, depth first.
    pub causes: Vec<Cause>,
    /// The worker in which the error occurred, and where it was created: `worker w.js, created at main.js:1:16`. `None`
    /// if it was not in a worker.
    pub worker: Option<String>,
}

impl Uncaught {
    /// Describes work that exceeded a limit.
    pub(crate) fn of_exceeded(exceeded: &Exceeded) -> Self {
        let site = exceeded.work.zip(exceeded.requested_at.clone());
        let requested_at = site.map(|(kind, location)| RequestSite { kind, location });
        Self { requested_at, ..Self::new(UncaughtKind::LimitExceeded, exceeded.reason()) }
    }

    /// Describes an error without a stack. The fields can be set afterwards.
    #[must_use]
    pub const fn new(kind: UncaughtKind, message: String) -> Self {
        Self { kind, message, stack: Vec::new(), requested_at: None, causes: Vec::new(), worker: None }
    }

    /// Returns the innermost position that is not in native code; for a syntax error, the position in its message.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        let of_message = || Location::at_end_of_message(&self.message);
        // The stack of a syntax error is that of the call that loads the text.
        let of_text = self.message.starts_with("SyntaxError").then(of_message).flatten();
        let places = || self.stack.iter().filter_map(|frame| Location::at_end_of(frame));
        // The place in a module of the host says less than that of its caller.
        let in_stack = || places().find(|place| !place.is_of_the_host()).or_else(|| places().next());
        of_text.or_else(in_stack).or_else(of_message)
    }

    /// Whether it is a fault of the engine on which results perhaps do not depend, in a package: most users cannot
    /// change it. It makes neither a test nor an exploration fail.
    #[must_use]
    pub fn is_possible_fault_in_a_package(&self) -> bool {
        let is_of_a_package = |frame: &String| frame.split(['/', '\\', '(']).any(|part| part == "node_modules");
        self.kind == UncaughtKind::PossibleEngineFault && self.stack.first().is_some_and(is_of_a_package)
    }

    /// Returns `Uncaught` and the description: one line, or as many as the message has. For a failed test, only the
    /// description.
    #[must_use]
    pub fn headline(&self) -> String {
        match self.kind {
            UncaughtKind::Exception => format!("Uncaught {}", self.message),
            UncaughtKind::UnhandledRejection => format!("Uncaught (in promise) {}", self.message),
            UncaughtKind::FailedTest => self.message.clone(),
            UncaughtKind::Panic => format!("Panic: {}", self.message),
            UncaughtKind::EngineFault => format!("Engine fault: {}", self.message),
            UncaughtKind::PossibleEngineFault => format!("Possible engine fault: {}", self.message),
            UncaughtKind::LimitExceeded => format!("Ended: {}", self.message),
        }
    }

    /// Returns the lines below the headline: the innermost stack frames, the call that requested the work, the worker,
    /// and the causes.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let mut lines = shown_frames(&self.stack);
        lines.extend(self.requested_at.as_ref().map(RequestSite::to_string));
        lines.extend(self.worker.as_ref().map(|worker| format!("in {worker}")));
        for cause in &self.causes {
            let indent = "    ".repeat(cause.depth);
            // A message may have several lines.
            let indented = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("\n{indent}    {line}") };
            let message = cause.message.split('\n').map(indented).collect::<String>();
            let message = message.trim_start();
            lines.push(format!("{indent}{}: {message}", cause.label));
            lines.extend(shown_frames(&cause.stack).iter().map(|frame| format!("{indent}    {frame}")));
        }
        lines
    }
}

fn shown_frames(stack: &[String]) -> Vec<String> {
    let (shown, hidden) = stack.split_at(stack.len().min(MAX_FRAMES));
    let more = (!hidden.is_empty()).then(|| format!("... and {} more", hidden.len()));
    shown.iter().cloned().chain(more).collect()
}

impl fmt::Display for Uncaught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        self.details().iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// Receives uncaught exceptions and unhandled rejections.
pub trait ErrorSink {
    /// Called once for each uncaught exception and each unhandled rejection whose event was not canceled by a listener.
    fn uncaught(&self, uncaught: &Uncaught);

    /// Called instead of [`Self::uncaught`] if there is a thrown value or rejection reason, which is every case but a
    /// failed test. By default, calls it. Must not run JavaScript.
    ///
    /// ```
    /// use std::cell::Cell;
    /// use std::rc::Rc;
    ///
    /// use posttask::boa_engine::{Context, JsString, JsValue};
    /// use posttask::{ErrorSink, Runtime, Uncaught};
    ///
    /// #[derive(Default)]
    /// struct Codes(Cell<Option<f64>>);
    ///
    /// impl ErrorSink for Codes {
    ///     fn uncaught(&self, _: &Uncaught) {}
    ///
    ///     fn uncaught_value(&self, _: &Uncaught, value: &JsValue, context: &mut Context) {
    ///         let code = value.as_object().and_then(|object| object.get(JsString::from("code"), context).ok());
    ///         self.0.set(code.and_then(|code| code.as_number()));
    ///     }
    /// }
    ///
    /// let codes = Rc::new(Codes::default());
    /// let mut runtime = Runtime::builder().error_sink(codes.clone()).build()?;
    /// runtime.run_script("setTimeout(() => { throw { code: 7 } })")?;
    /// runtime.run();
    /// assert_eq!(codes.0.get(), Some(7.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    fn uncaught_value(&self, uncaught: &Uncaught, _value: &JsValue, _context: &mut Context) {
        self.uncaught(uncaught);
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, Uncaught, UncaughtKind};

    fn uncaught(stack: &[&str]) -> Uncaught {
        let stack = stack.iter().map(|&frame| frame.to_owned()).collect();
        let (kind, message) = (UncaughtKind::Exception, "Error".to_owned());
        Uncaught { stack, ..Uncaught::new(kind, message) }
    }

    #[test]
    fn the_location_is_the_innermost_frame_in_a_file() {
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
