//! The trace of a prompt, which commands turn on and off.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use posttask::event_loop::{Event, Observer, Subject, Timestamp};
use posttask::trace::{Detail, Recorder};

use crate::arguments::VERSION;
use crate::trace::ChromeTrace;

/// Writes a trace while it is on.
#[derive(Default)]
pub(super) struct Tracing(RefCell<Option<(PathBuf, Rc<Recorder<ChromeTrace>>)>>);

impl Tracing {
    /// Starts a trace, for a real or a virtual clock. A trace that is being written ends; returns whether there was
    /// one.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written.
    pub(super) fn start(&self, path: &Path, is_virtual: bool) -> io::Result<bool> {
        let was_on = self.stop()?;
        let trace = ChromeTrace::create(path, "[repl]", VERSION, is_virtual)?;
        let detail = Detail { names: true, stacks: true, ..Detail::default() };
        *self.0.borrow_mut() = Some((path.to_owned(), Rc::new(Recorder::new(trace, detail))));
        Ok(was_on)
    }

    /// Ends the trace. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// Returns the first error in writing the file.
    pub(super) fn stop(&self) -> io::Result<bool> {
        let Some((_, recorder)) = self.0.take() else { return Ok(false) };
        recorder.sink_mut().finish().map(|()| true)
    }

    /// The file of the trace that is being written.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.0.borrow().as_ref().map(|(path, _)| path.clone())
    }
}

impl Observer for Tracing {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        let recorder = self.0.borrow().as_ref().map(|(_, recorder)| Rc::clone(recorder));
        if let Some(recorder) = recorder {
            recorder.observe(now, event, subject);
        }
    }
}
