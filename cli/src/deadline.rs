//! The time after which the process ends, `--deadline`, by the machine's clock.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use posttask::event_loop::Remote;

use crate::exit_status::ExitStatus;
use crate::terminal::say;

/// How long after the deadline the process may take to write its reports.
const GRACE: Duration = Duration::from_secs(3);

/// How long a callback may still run if the loop is to be stopped at the deadline.
const CALLBACK: Duration = Duration::from_millis(250);

static HAS_PASSED: AtomicBool = AtomicBool::new(false);

/// What happens at the deadline. Without it, the process ends at once.
static HANDLER: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// The loop that is stopped first, until it has stopped.
static LOOP: Mutex<Option<Remote>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets what happens at the deadline.
pub(super) fn set_handler(handler: impl FnOnce() + Send + 'static) {
    *lock(&HANDLER) = Some(Box::new(handler));
}

/// Runs `drive`, which drives this loop. At the deadline, the loop is stopped, so that the reports are written.
pub(super) fn while_running<R>(event_loop: Remote, drive: impl FnOnce() -> R) -> R {
    *lock(&LOOP) = Some(event_loop);
    let result = drive();
    *lock(&LOOP) = None;
    result
}

/// Whether the process is to end, even in the middle of a callback.
pub(super) fn has_passed() -> bool {
    HAS_PASSED.load(Ordering::Relaxed)
}

/// Makes the process end after this time, and at the latest a few seconds later.
///
/// # Errors
///
/// Returns the error of the operating system if the thread that waits cannot be started.
#[expect(clippy::disallowed_methods, reason = "the deadline is one of the machine's clock")]
pub(super) fn set(after: Duration) -> io::Result<()> {
    let waiting = thread::Builder::new().name("deadline".to_owned()).spawn(move || {
        thread::sleep(after);
        HAS_PASSED.store(true, Ordering::Relaxed);
        let message = format!("stopped after {}, the --deadline", humantime::format_duration(after));
        let handler = lock(&HANDLER).take();
        let Some(handle) = handler else { ExitStatus::TimedOut.exit_soon(|| say(message)) };
        // It may have to wait until somebody reads the output.
        let ending = thread::Builder::new().spawn(move || {
            say(message);
            if !stop_the_loop() {
                handle();
            }
        });
        if ending.is_ok() {
            thread::sleep(GRACE);
        }
        ExitStatus::TimedOut.exit_soon(|| ())
    });
    waiting.map(drop)
}

/// Stops the loop that runs. Returns whether it has stopped: then the reports are being written.
#[expect(clippy::disallowed_methods, reason = "the deadline is one of the machine's clock")]
fn stop_the_loop() -> bool {
    let Some(event_loop) = lock(&LOOP).clone() else { return false };
    event_loop.stop();
    thread::sleep(CALLBACK);
    lock(&LOOP).is_none()
}
