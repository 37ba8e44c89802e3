//! The signals that ask the process to end, and the one of the limit on the size of files.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::deadline;
use crate::exit_status::ExitStatus;

/// A signal that asks the process to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), expect(dead_code, reason = "all events of a console are reported as Ctrl-C"))]
pub(super) enum Signal {
    /// SIGINT: somebody pressed Ctrl-C.
    Interrupt,
    /// SIGTERM: another process asks.
    Terminate,
    /// SIGHUP: the terminal was closed.
    HangUp,
    /// No signal of the system: the time given with `--deadline` has passed.
    Deadline,
}

impl Signal {
    /// The exit code of a process that ended because of the signal: the one that shells report.
    pub(super) const fn status(self) -> ExitStatus {
        match self {
            Self::Interrupt => ExitStatus::Interrupted,
            Self::Terminate => ExitStatus::Terminated,
            Self::HangUp => ExitStatus::HungUp,
            Self::Deadline => ExitStatus::TimedOut,
        }
    }
}

/// Makes a file that becomes too large an error of the function that writes it, rather than a signal that ends the
/// process without a message.
pub(super) fn report_large_files() {
    // If that fails, the signal ends the process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Makes signals end the process, after the output has been flushed.
///
/// # Errors
///
/// Returns the error of the operating system if signals cannot be handled.
pub(super) fn end_on_signal() -> io::Result<()> {
    on_signal(|signal| signal.status().exit_soon(|| ()))
}

/// Makes the first signal set `stop`, after it was passed to `say`, and the second one end the process. The result is
/// the first signal, once it has arrived.
///
/// # Errors
///
/// Returns the error of the operating system if signals cannot be handled.
pub(super) fn stop_on_signal(stop: &Arc<AtomicBool>, say: fn(Signal)) -> io::Result<Arc<OnceLock<Signal>>> {
    let first: Arc<OnceLock<Signal>> = Arc::default();
    let (stop, stopped_by) = (Arc::clone(stop), Arc::clone(&first));
    on_signal(move |signal| {
        if stopped_by.set(signal).is_err() {
            signal.status().exit_soon(|| ());
        }
        stop.store(true, Ordering::Relaxed);
        say(signal);
    })?;
    Ok(first)
}

/// Calls `handle` for each signal, and when the deadline has passed, on threads of their own.
///
/// # Errors
///
/// Returns the error of the operating system if signals cannot be handled.
pub(super) fn on_signal(handle: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    let handle = Arc::new(Mutex::new(handle));
    let call = move |signal| (handle.lock().unwrap_or_else(PoisonError::into_inner))(signal);
    let at_the_deadline = call.clone();
    deadline::set_handler(move || at_the_deadline(Signal::Deadline));
    on_signal_of_the_system(call)
}

/// Calls `handle` for each signal, on a thread of its own.
///
/// # Errors
///
/// Returns the error of the operating system if signals cannot be handled.
#[cfg(unix)]
fn on_signal_of_the_system(handle: impl Fn(Signal) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    // `nohup` makes the process ignore that the terminal is closed.
    let handled = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| signal != SIGHUP || !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(handled)?;
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(move || {
        for number in signals.forever() {
            handle(match number {
                SIGTERM => Signal::Terminate,
                SIGHUP => Signal::HangUp,
                _ => Signal::Interrupt,
            });
        }
    })?;
    Ok(())
}

/// Whether the process ignores a signal. Only Linux says so without unsafe code.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|ignored| ignored >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn on_signal_of_the_system(handle: impl Fn(Signal) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || handle(Signal::Interrupt)).map_err(io::Error::other)
}
