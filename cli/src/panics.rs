//! What the command says if the engine or posttask itself panics. Neither can go on then: what was running has left
//! parts of the engine in a state that nobody knows.

use std::env;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Mutex;

use posttask::internal::panic_message;

use crate::exit_status::ExitStatus;
use crate::terminal::say;

/// The messages that have been printed.
static REPORTED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Makes panics print one message each, however often they happen. With `RUST_BACKTRACE`, the stack is printed too.
pub(super) fn report_panics() {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            standard(info);
        }
        report(info);
    }));
}

fn report(info: &PanicHookInfo<'_>) {
    let place = info.location().map(|location| format!(" ({}:{})", in_its_crate(location.file()), location.line()));
    let message = format!("{}{}", panic_message(info.payload()), place.unwrap_or_default());
    {
        let Ok(mut reported) = REPORTED.lock() else { return };
        if reported.contains(&message) {
            return;
        }
        reported.push(message.clone());
    }
    say(format_args!(
        "internal error: {message}\n\
         This is a bug in posttask or its engine. RUST_BACKTRACE=1 shows where it happened."
    ));
}

/// The path of a source file from the folder of its crate, if that comes from a registry.
fn in_its_crate(path: &str) -> &str {
    let in_registry = path.split_once("/registry/src/").and_then(|(_, path)| path.split_once('/'));
    in_registry.map_or(path, |(_, path)| path)
}

/// Calls `steps`, and returns their status, or the one of a panic, which has been reported.
pub(super) fn status_of(steps: impl FnOnce() -> ExitStatus) -> ExitStatus {
    catch_unwind(AssertUnwindSafe(steps)).unwrap_or(ExitStatus::Panicked)
}

/// Calls `steps`. If they panic, the process ends, because other threads would wait for them.
pub(super) fn or_exit<R>(steps: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(steps)).unwrap_or_else(|_| ExitStatus::Panicked.exit())
}
