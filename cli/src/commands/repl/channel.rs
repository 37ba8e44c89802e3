//! The channel between the two threads of a prompt, and the console of the prompt.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel as standard_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use posttask::event_loop::Remote;
use posttask::html::ConsoleOutput;
use rustyline::ExternalPrinter;

use crate::signals::{Signal, on_signal};
use crate::terminal::{Style, print, print_error};

/// The time for which the editor waits for completions. JavaScript may be busy for longer.
const COMPLETION_PATIENCE: Duration = Duration::from_millis(300);

/// A request of the editor.
pub(super) enum Request {
    /// A complete input. It is answered when the next input may be read.
    Input(String),
    /// The text up to the cursor, to be completed.
    Complete(String, Sender<Completions>),
    /// There are no more requests.
    End,
}

/// The possible completions of a word, and the byte offset at which the word starts in the text.
#[derive(Default)]
pub(super) struct Completions {
    pub(super) start: usize,
    pub(super) names: Vec<String>,
}

/// The answer to an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterInput {
    /// Read the next input.
    Continue,
    /// Leave the prompt.
    Leave,
}

/// Wakes the event loop, once it exists.
type Waker = Arc<Mutex<Option<Remote>>>;

/// The editor's end of the channel.
pub(super) struct Editing {
    requests: Sender<Request>,
    answers: Receiver<AfterInput>,
    waker: Waker,
    interrupts: Arc<AtomicUsize>,
}

/// The event loop's end of the channel.
pub(super) struct Requests {
    received: Receiver<Request>,
    answers: Sender<AfterInput>,
    waker: Waker,
    interrupts: Arc<AtomicUsize>,
}

/// Creates a channel between an editor and an event loop.
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

    /// Sends an input to be evaluated, and waits for the answer.
    pub(super) fn input(&self, text: String) -> AfterInput {
        self.interrupts.store(0, Ordering::Release);
        if self.send(Request::Input(text)) {
            self.answers.recv().unwrap_or(AfterInput::Leave)
        } else {
            AfterInput::Leave
        }
    }

    /// Returns the possible completions of a text, or no completions if JavaScript is busy.
    pub(super) fn complete(&self, text: &str) -> Completions {
        let (sender, receiver) = standard_channel();
        self.send(Request::Complete(text.to_owned(), sender));
        receiver.recv_timeout(COMPLETION_PATIENCE).unwrap_or_default()
    }

    /// Makes SIGINT stop the wait for the result of an input. Running JavaScript cannot be interrupted, so a second
    /// SIGINT ends the process. So do other signals.
    ///
    /// # Errors
    ///
    /// Returns the error of the operating system if the signal handler cannot be installed.
    pub(super) fn handle_interrupts(&self) -> std::io::Result<()> {
        let (waker, interrupts) = (Arc::clone(&self.waker), Arc::clone(&self.interrupts));
        on_signal(move |signal| {
            if signal != Signal::Interrupt || interrupts.fetch_add(1, Ordering::AcqRel) > 0 {
                signal.status().exit_soon(|| ());
            }
            wake(&waker);
        })
    }
}

impl Requests {
    /// Sets the event loop that requests wake.
    pub(super) fn wakes(&self, remote: Remote) {
        *lock(&self.waker) = Some(remote);
    }

    /// Returns the next request, if one has arrived.
    pub(super) fn take(&self) -> Option<Request> {
        match self.received.try_recv() {
            Ok(request) => Some(request),
            Err(TryRecvError::Empty) => None,
            // The editor ended without sending `End`.
            Err(TryRecvError::Disconnected) => Some(Request::End),
        }
    }

    /// Answers an input.
    pub(super) fn answer(&self, next: AfterInput) {
        // This fails if the editor has ended.
        let _ = self.answers.send(next);
    }

    /// Whether Ctrl-C has been pressed since the input was sent.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupts.load(Ordering::Acquire) > 0
    }
}

/// The state of the terminal.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Terminal {
    /// The editor is not using the terminal: output may be written.
    #[default]
    Free,
    /// The editor is about to show the prompt. Output would appear after the prompt.
    Starting,
    /// The editor is editing a line, and prints output above that line.
    Editing,
}

#[derive(Default)]
struct Shared {
    terminal: Mutex<Terminal>,
    changed: Condvar,
    /// The thread that prints lines, and the sender of lines to it, if there is one.
    lines: Mutex<Option<(Sender<String>, JoinHandle<()>)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The console of a prompt. It prints above the line that is being edited.
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

    /// Makes output use the editor's printer from now on. A separate thread prints, because the printer may have to
    /// wait for the editor, which may be waiting for JavaScript.
    pub(super) fn write_with(&self, mut printer: impl ExternalPrinter + Send + 'static) {
        let (sender, lines) = standard_channel::<String>();
        let shared = Arc::clone(&self.shared);
        let thread = std::thread::spawn(move || {
            for line in lines {
                let starting = |terminal: &mut Terminal| *terminal == Terminal::Starting;
                let terminal = shared.changed.wait_while(lock(&shared.terminal), starting);
                let terminal = terminal.unwrap_or_else(PoisonError::into_inner);
                // Keeping the lock prevents the editor from starting. While a line is being edited, the lock is
                // released, because the editor needs it to finish.
                let terminal = (*terminal == Terminal::Free).then_some(terminal);
                if printer.print(format!("{line}\n")).is_err() {
                    // The editor has ended.
                    print(&line);
                }
                drop(terminal);
            }
        });
        *lock(&self.shared.lines) = Some((sender, thread));
    }

    /// Waits until everything is printed. The editor must have ended.
    pub(super) fn finish(&self) {
        let lines = lock(&self.shared.lines).take();
        if let Some((sender, thread)) = lines {
            drop(sender);
            // A panic of the thread has already been reported.
            let _ = thread.join();
        }
    }

    /// Reads a line with `read`. Output waits until `read` calls [`Self::editing`].
    pub(super) fn while_editing<R>(&self, read: impl FnOnce() -> R) -> R {
        *lock(&self.shared.terminal) = Terminal::Starting;
        let line = read();
        *lock(&self.shared.terminal) = Terminal::Free;
        self.shared.changed.notify_all();
        line
    }

    /// Must be called when the prompt is shown. From then on, output is printed above the prompt.
    pub(super) fn editing(&self) {
        *lock(&self.shared.terminal) = Terminal::Editing;
        self.shared.changed.notify_all();
    }

    fn write(&self, line: &str, is_error: bool) {
        if let Some((sender, _)) = &*lock(&self.shared.lines) {
            // The thread runs as long as this sender exists.
            let _ = sender.send(line.to_owned());
        } else if is_error {
            print_error(line);
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

    fn is_colored(&self) -> bool {
        self.style.colored
    }
}
