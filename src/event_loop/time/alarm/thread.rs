//! The alarm thread.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::task::Waker;
use std::thread;

use crate::event_loop::time::machine::{Instant, now};

/// When to call a waker. The number makes the keys unique.
type Alarms = BTreeMap<(Instant, u64), Waker>;

/// The alarm thread of the process; `None` if it could not be started.
static THREAD: OnceLock<Option<Sender<(Instant, Waker)>>> = OnceLock::new();

/// Calls the waker at this time. Calls it at once if there can be no thread that does it.
pub(super) fn call_at(at: Instant, waker: Waker) {
    let thread = THREAD.get_or_init(|| {
        let (sender, alarms) = channel();
        let thread = thread::Builder::new().name("posttask-alarm".to_owned());
        thread.spawn(move || wait_for(&alarms)).ok().map(|_| sender)
    });
    let sent = thread.as_ref().map(|thread| thread.send((at, waker.clone())));
    if !matches!(sent, Some(Ok(()))) {
        waker.wake();
    }
}

fn wait_for(new: &Receiver<(Instant, Waker)>) {
    let mut alarms = Alarms::new();
    let mut count = 0;
    loop {
        let received = match alarms.first_key_value() {
            None => new.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(((next, _), _)) => new.recv_timeout(next.saturating_duration_since(now())),
        };
        match received {
            Ok((at, waker)) => {
                count += 1;
                alarms.insert((at, count), waker);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        let reached = now();
        while let Some(alarm) = alarms.first_entry().filter(|alarm| alarm.key().0 <= reached) {
            let waker = alarm.remove();
            // A waker of one host must not end the alarms of the others.
            let _ = catch_unwind(AssertUnwindSafe(|| waker.wake()));
        }
    }
}
