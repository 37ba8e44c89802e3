//! What the two threads of a prompt send each other.

use std::io::{stderr, stdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel as standard_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustyline::ExternalPrinter;

use crate::cli::exit_status::ExitStatus;
use crate::cli::terminal::{Style, write_line};
use crate::event_loop::Remote;
use crate::html::ConsoleOutput;

/// How long the editor waits for names to complete: JavaScript may be busy.
const COMPLETION_PATIENCE: Duration = Duration::from_millis(300);

/// What the editor asks for.
pub(super) enum Request {
    /// A whole input. The answer comes when it has been dealt with.
    Input(String),
    /// The text up to the cursor: how might it go on?
    Complete(String, Sender<Completions>),
    /// No more requests will come.
    End,
}

/// The names that a word may become, and where in the text that word starts, in bytes.
#[derive(Default)]
pub(super) struct Completions {
    pub(super) start: usize,
    pub(super) names: Vec<String>,
}

/// What the editor is told after an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Read another one.
    Continue,
    /// The prompt was left.
    Leave,
}

/// Wakes the event loop, once there is one.
type Waker = Arc<Mutex<Option<Remote>>>;

/// The editor's end.
pub(super) struct Editing {
    requests: Sender<Request>,
    answers: Receiver<Next>,
    waker: Waker,
    interrupts: Arc<AtomicUsize>,
}

/// The loop's end.
pub(super) struct Requests {
    received: Receiver<Request>,
    answers: Sender<Next>,
    waker: Waker,
    interrupts: Arc<AtomicUsize>,
}

/// A channel between an editor and a loop.
pub(super) fn channel() -> (Editing, Requests) {
    let (requests, received) = standard_channel();
    let (answers, answered) = standard_channel();
    let (waker, interrupts): (Waker, Arc<AtomicUsize>) = Default::default();
    let editing =
        Editing { requests, answers: answered, waker: Arc::clone(&waker), interrupts: Arc::clone(&interrupts) };
    (editing, Requests { received, answers, waker, interrupts })
}

fn wake(waker: &Waker) {
    if let Some(remote) = &*waker.lock().unwrap_or_else(PoisonError::into_inner) {
        remote.wake();
    }
}

impl Drop for Editing {
    fn drop(&mut self) {
        self.send(Request::End);
    }
}

impl Editing {
    fn send(&self, request: Request) -> bool {
        let sent = self.requests.send(request).is_ok();
        wake(&self.waker);
        sent
    }

    /// Has an input evaluated, and waits until that is done.
    pub(super) fn input(&self, text: String) -> Next {
        self.interrupts.store(0, Ordering::Release);
        if self.send(Request::Input(text)) { self.answers.recv().unwrap_or(Next::Leave) } else { Next::Leave }
    }

    /// How a text may go on. Nothing, if JavaScript is busy.
    pub(super) fn complete(&self, text: &str) -> Completions {
        let (sender, receiver) = standard_channel();
        self.send(Request::Complete(text.to_owned(), sender));
        receiver.recv_timeout(COMPLETION_PATIENCE).unwrap_or_default()
    }

    /// Makes SIGINT stop the wait for an input. JavaScript that runs cannot be stopped: the second one ends the process.
    ///
    /// # Errors
    ///
    /// What the operating system says if the signal cannot be handled.
    pub(super) fn handle_interrupts(&self) -> std::io::Result<()> {
        let (waker, interrupts) = (Arc::clone(&self.waker), Arc::clone(&self.interrupts));
        ctrlc::set_handler(move || {
            if interrupts.fetch_add(1, Ordering::AcqRel) > 0 {
                ExitStatus::Interrupted.exit();
            }
            wake(&waker);
        })
        .map_err(std::io::Error::other)
    }
}

impl Requests {
    /// Says which loop is to be woken by a request.
    pub(super) fn wakes(&self, remote: Remote) {
        *self.waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(remote);
    }

    /// The next request, if there is one.
    pub(super) fn take(&self) -> Option<Request> {
        match self.received.try_recv() {
            Ok(request) => Some(request),
            Err(TryRecvError::Empty) => None,
            // The editor ended without a word.
            Err(TryRecvError::Disconnected) => Some(Request::End),
        }
    }

    /// Answers an input.
    pub(super) fn answer(&self, next: Next) {
        // Without an editor there is nobody to tell.
        let _ = self.answers.send(next);
    }

    /// Whether somebody pressed Ctrl-C since the input was sent.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupts.load(Ordering::Acquire) > 0
    }
}

/// Something that can write above the line being edited.
type Printer = Box<dyn ExternalPrinter + Send>;

/// The console of a prompt. While a line is being edited it writes above it.
#[derive(Clone)]
pub(super) struct PromptOutput {
    style: Style,
    printer: Arc<Mutex<Option<Printer>>>,
}

impl PromptOutput {
    pub(super) fn new(style: Style) -> Self {
        Self { style, printer: Arc::default() }
    }

    pub(super) fn style(&self) -> Style {
        self.style
    }

    /// From now on the editor's printer writes.
    pub(super) fn write_with(&self, printer: Printer) {
        *self.printer.lock().unwrap_or_else(PoisonError::into_inner) = Some(printer);
    }

    fn write(&self, line: &str, is_error: bool) {
        let mut printer = self.printer.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *printer {
            // A terminal that is gone is no reason to stop.
            Some(printer) => drop(printer.print(format!("{line}\n"))),
            None if is_error => write_line(stderr().lock(), line),
            None => write_line(stdout().lock(), line),
        }
    }
}

impl ConsoleOutput for PromptOutput {
    fn out(&self, line: &str) {
        self.write(line, false);
    }

    fn err(&self, line: &str) {
        self.write(line, true);
    }

    fn is_coloured(&self) -> bool {
        self.style.coloured
    }
}
