//! What the two threads of a prompt send each other.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel as standard_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rustyline::ExternalPrinter;

use crate::cli::exit_status::ExitStatus;
use crate::cli::terminal::{Style, complain, print};
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
    if let Some(remote) = &*lock(waker) {
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
        *lock(&self.waker) = Some(remote);
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

/// What the editor does with the terminal.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Terminal {
    /// Nothing: whoever has output may write it.
    #[default]
    Free,
    /// It is about to show the prompt. Output would end up behind that.
    Starting,
    /// It edits a line, and puts output above it.
    Editing,
}

#[derive(Default)]
struct Shared {
    terminal: Mutex<Terminal>,
    changed: Condvar,
    /// Takes lines to the thread that prints them, where there is one.
    lines: Mutex<Option<(Sender<String>, JoinHandle<()>)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The console of a prompt. While a line is being edited it writes above it.
#[derive(Clone)]
pub(super) struct PromptOutput {
    style: Style,
    shared: Arc<Shared>,
}

impl PromptOutput {
    pub(super) fn new(style: Style) -> Self {
        Self { style, shared: Arc::default() }
    }

    pub(super) fn style(&self) -> Style {
        self.style
    }

    /// From now on the editor's printer writes, on a thread of its own: it may have to wait for the editor, which may wait for JavaScript.
    pub(super) fn write_with(&self, mut printer: impl ExternalPrinter + Send + 'static) {
        let (sender, lines) = standard_channel::<String>();
        let shared = Arc::clone(&self.shared);
        let thread = std::thread::spawn(move || {
            for line in lines {
                let starting = |terminal: &mut Terminal| *terminal == Terminal::Starting;
                let terminal = shared.changed.wait_while(lock(&shared.terminal), starting);
                let terminal = terminal.unwrap_or_else(PoisonError::into_inner);
                // While a line is edited the lock would keep the editor from ending that; else it keeps it from starting.
                let terminal = (*terminal == Terminal::Free).then_some(terminal);
                if printer.print(format!("{line}\n")).is_err() {
                    // The editor is gone.
                    print(&line);
                }
                drop(terminal);
            }
        });
        *lock(&self.shared.lines) = Some((sender, thread));
    }

    /// Waits until everything is printed. The editor must be gone.
    pub(super) fn finish(&self) {
        let lines = lock(&self.shared.lines).take();
        if let Some((sender, thread)) = lines {
            drop(sender);
            // A panic in there has been told of.
            let _ = thread.join();
        }
    }

    /// Reads a line with `read`. Output waits until that calls [`Self::editing`].
    pub(super) fn while_editing<R>(&self, read: impl FnOnce() -> R) -> R {
        *lock(&self.shared.terminal) = Terminal::Starting;
        let line = read();
        *lock(&self.shared.terminal) = Terminal::Free;
        self.shared.changed.notify_all();
        line
    }

    /// The prompt is there.
    pub(super) fn editing(&self) {
        *lock(&self.shared.terminal) = Terminal::Editing;
        self.shared.changed.notify_all();
    }

    fn write(&self, line: &str, is_error: bool) {
        if let Some((sender, _)) = &*lock(&self.shared.lines) {
            // The thread lives as long as this sender.
            let _ = sender.send(line.to_owned());
        } else if is_error {
            complain(line);
        } else {
            print(line);
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
