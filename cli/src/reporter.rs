//! Reports uncaught errors: the message, the source line with a caret, the stack, and where the task was posted.

use std::cell::Cell;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

use posttask::event_loop::Location;
use posttask::html::{ConsoleOutput, ErrorSink, Uncaught, UncaughtKind};
use posttask::internal::engine::line_of;
use posttask_front_end::{FrontEnd, Mark};

use crate::missing_globals;
use crate::stack_frames::is_foreign;
use crate::terminal::Style;
use crate::testing::reporters::visible_styled;

/// The maximum number of characters of a source line that are shown.
const WIDEST_LINE: usize = 100;

/// Prints uncaught exceptions and unhandled rejections, and counts them.
pub(super) struct Reporter {
    output: Rc<dyn ConsoleOutput>,
    style: Style,
    /// Knows the source text of the program, and its errors.
    front_end: Arc<FrontEnd>,
    exceptions: Cell<usize>,
    rejections: Cell<usize>,
}

impl Reporter {
    pub(super) fn new(output: Rc<dyn ConsoleOutput>, style: Style, front_end: Arc<FrontEnd>) -> Self {
        Self { output, style, front_end, exceptions: Cell::new(0), rejections: Cell::new(0) }
    }

    pub(super) fn exceptions(&self) -> usize {
        self.exceptions.get()
    }

    pub(super) fn rejections(&self) -> usize {
        self.rejections.get()
    }

    /// Returns the source text with this name.
    pub(super) fn text(&self, file: &str) -> Option<Arc<str>> {
        self.front_end.text(file)
    }

    /// Returns the source line at a place, with a caret below the column, or `None` if the source is not available.
    /// For an error that the front end has found, all lines that explain it.
    pub(super) fn excerpt(&self, place: &Location) -> Option<String> {
        let text = self.text(&place.file)?;
        let position = (place.line, place.column);
        let Some(error) = self.front_end.error_at(place) else {
            return self.marked_line(&text, &[Mark { position, width: 1, text: None }], position);
        };
        let lines = error.marks.chunk_by(|one, other| one.position.0 == other.position.0);
        let lines = lines.filter_map(|marks| self.marked_line(&text, marks, position));
        let help = error.help.as_deref().map(|help| self.help(help));
        Some(lines.chain(help).collect::<Vec<_>>().join("\n"))
    }

    fn help(&self, help: &str) -> String {
        format!("     {}", self.style.faint(&format!("= help: {help}")))
    }

    /// Returns a line of a source text and a line for each mark in it: carets for the error itself, which is at
    /// `position`, and dashes for what helps to explain it.
    fn marked_line(&self, text: &str, marks: &[Mark], position: (u32, u32)) -> Option<String> {
        let number = marks.first()?.position.0;
        let line: Vec<char> = line_of(text, number)?.chars().collect();
        let column_of = |mark: &Mark| usize::try_from(mark.position.1).unwrap_or(usize::MAX).saturating_sub(1);
        let middle = marks.first().map(column_of)?.min(line.len());
        let start = if line.len() > WIDEST_LINE { middle.saturating_sub(WIDEST_LINE / 2) } else { 0 };
        let end = line.len().min(start + WIDEST_LINE);
        let shown: String = line[start..end].iter().map(|&c| if c.is_control() { ' ' } else { c }).collect();
        let margin = self.style.faint(&format!("{:>4} | ", ""));
        let mut excerpt = format!("{}{}", self.style.faint(&format!("{number:>4} | ")), shown.trim_end());
        for mark in marks {
            let column = column_of(mark).clamp(start, end);
            let width = usize::try_from(mark.width).unwrap_or(usize::MAX).min(end - column).max(1);
            let is_error = mark.position == position;
            let sign =
                if is_error { self.style.error(&"^".repeat(width)) } else { self.style.bold(&"-".repeat(width)) };
            let label = mark.text.as_ref().map(|text| format!(" {text}")).unwrap_or_default();
            let _ = write!(excerpt, "\n{margin}{}{sign}{label}", " ".repeat(column - start));
        }
        Some(excerpt)
    }

    pub(super) fn describe(&self, uncaught: &Uncaught) -> String {
        self.describe_parts(&uncaught.headline(), uncaught.location(), &uncaught.details())
    }

    /// Describes an error by its headline, its location and the lines below it.
    pub(super) fn describe_parts(&self, headline: &str, location: Option<Location>, details: &[String]) -> String {
        let mut text = self.style.error(&visible_styled(headline, self.style.colored));
        let file = location.as_ref().and_then(|place| self.front_end.text(&place.file));
        if let Some(excerpt) = location.and_then(|place| self.excerpt(&place)) {
            let _ = write!(text, "\n{excerpt}");
        }
        if let Some(help) = missing_globals::help(headline, file.as_deref()) {
            let _ = write!(text, "\n{}", self.help(&help));
        }
        for line in details {
            let line = format!("    {}", visible_styled(line, self.style.colored));
            // The program's own frames stand out from those of packages and of the engine.
            let is_own = line.trim_start().starts_with("at ") && !is_foreign(&line);
            let _ = write!(text, "\n{}", if is_own { line } else { self.style.faint(&line) });
        }
        text
    }
}

impl ErrorSink for Reporter {
    fn uncaught(&self, uncaught: &Uncaught) {
        let count = match uncaught.kind {
            UncaughtKind::UnhandledRejection => Some(&self.rejections),
            kind if kind.is_of_the_engine() => None,
            _ => Some(&self.exceptions),
        };
        if let Some(count) = count {
            count.set(count.get() + 1);
        }
        self.output.err(&self.describe(uncaught));
    }
}
