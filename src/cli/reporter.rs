//! Reports uncaught errors: the message, the source line with a caret, the stack, and where the task was posted.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

use super::terminal::Style;
use crate::event_loop::Location;
use crate::html::{ConsoleOutput, ErrorSink, Uncaught, UncaughtKind};

/// The maximum number of characters of a source line that are shown.
const WIDEST_LINE: usize = 100;

/// The size in bytes of the largest file from which source lines are shown.
const LARGEST_SOURCE: u64 = 64 << 20;

/// Prints uncaught exceptions and unhandled rejections, and counts them.
pub(super) struct Reporter {
    output: Rc<dyn ConsoleOutput>,
    style: Style,
    /// Source text that does not come from a file, by name, such as `[eval]`.
    texts: RefCell<HashMap<String, String>>,
    exceptions: Cell<usize>,
    rejections: Cell<usize>,
}

impl Reporter {
    pub(super) fn new(output: Rc<dyn ConsoleOutput>, style: Style) -> Self {
        Self { output, style, texts: RefCell::default(), exceptions: Cell::new(0), rejections: Cell::new(0) }
    }

    /// Stores source text that does not come from a file, so that its lines can be shown.
    pub(super) fn remember(&self, name: &str, text: &str) {
        self.texts.borrow_mut().insert(name.to_owned(), text.to_owned());
    }

    pub(super) fn exceptions(&self) -> usize {
        self.exceptions.get()
    }

    pub(super) fn rejections(&self) -> usize {
        self.rejections.get()
    }

    /// Returns the source text that is stored under this name, or else the content of the file with this name.
    pub(super) fn text(&self, file: &str) -> Option<String> {
        let known = self.texts.borrow().get(file).cloned();
        known.or_else(|| {
            // The name may be any path, because a program can assign any `stack` to an error.
            let is_source = |file: std::fs::Metadata| file.is_file() && file.len() <= LARGEST_SOURCE;
            if std::fs::metadata(file).is_ok_and(is_source) { std::fs::read_to_string(file).ok() } else { None }
        })
    }

    /// Returns the source line at a place, with a caret below the column, or `None` if the source is not available.
    pub(super) fn excerpt(&self, place: &Location) -> Option<String> {
        let text = self.text(&place.file)?;
        let line: Vec<char> = text.lines().nth(usize::try_from(place.line).ok()?.checked_sub(1)?)?.chars().collect();
        let column = usize::try_from(place.column).ok()?.saturating_sub(1).min(line.len());
        let start = if line.len() > WIDEST_LINE { column.saturating_sub(WIDEST_LINE / 2) } else { 0 };
        let shown: String = line[start..].iter().take(WIDEST_LINE).map(|&c| if c == '\t' { ' ' } else { c }).collect();
        let number = place.line.to_string();
        let (gutter, margin) = (format!("{number:>4} | "), format!("{:>4} | ", ""));
        let caret = " ".repeat(column - start);
        let (gutter, margin) = (self.style.faint(&gutter), self.style.faint(&margin));
        Some(format!("{gutter}{}\n{margin}{caret}{}", shown.trim_end(), self.style.error("^")))
    }

    pub(super) fn describe(&self, uncaught: &Uncaught) -> String {
        self.describe_parts(&uncaught.headline(), uncaught.location(), &uncaught.details())
    }

    /// Describes an error by its headline, its location and the lines below it.
    pub(super) fn describe_parts(&self, headline: &str, location: Option<Location>, details: &[String]) -> String {
        let mut text = self.style.error(headline);
        if let Some(excerpt) = location.and_then(|place| self.excerpt(&place)) {
            let _ = write!(text, "\n{excerpt}");
        }
        for line in details {
            let _ = write!(text, "\n{}", self.style.faint(&format!("    {line}")));
        }
        text
    }
}

impl ErrorSink for Reporter {
    fn uncaught(&self, uncaught: &Uncaught) {
        let count = match uncaught.kind {
            UncaughtKind::Exception => &self.exceptions,
            UncaughtKind::UnhandledRejection => &self.rejections,
        };
        count.set(count.get() + 1);
        self.output.err(&self.describe(uncaught));
    }
}
