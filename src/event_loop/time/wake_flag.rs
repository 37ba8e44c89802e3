//! A flag that a thread sleeps on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Wake;
use std::time::Duration;

use super::sleeper::Sleeper;

/// A flag that a thread can wait for. Setting it makes a system call only if that thread sleeps.
#[derive(Default)]
pub(crate) struct WakeFlag {
    is_set: AtomicBool,
    /// The thread that waits, or has waited last.
    sleeper: Sleeper,
}

impl WakeFlag {
    pub(crate) fn is_rung(&self) -> bool {
        self.is_set.load(Ordering::Acquire)
    }

    /// Waits until the flag is set, or until the timeout, and clears it. May return early.
    pub(crate) fn wait(&self, timeout: Option<Duration>) {
        // The thread is stored before the flag is read, and the flag is set before the thread is read, so either this
        // thread sees the flag or the other one sees this thread. A token of `unpark` that other code takes or leaves
        // does not matter: the flag counts.
        self.sleeper.register();
        if !self.is_set.swap(false, Ordering::AcqRel) {
            Sleeper::sleep(timeout);
            self.is_set.swap(false, Ordering::AcqRel);
        }
    }
}

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // If the flag was set before, the thread was woken by that and has not looked since.
        if !self.is_set.swap(true, Ordering::AcqRel) {
            self.sleeper.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    use super::*;

    /// Two threads wake each other in turn, while a third one disturbs them: a lost wake-up would keep the test from
    /// ending.
    #[test]
    fn no_wake_up_is_lost() {
        const TURNS: usize = if cfg!(miri) { 20 } else { 20_000 };
        let flags: [Arc<WakeFlag>; 2] = Default::default();
        let turn = Arc::new(AtomicUsize::new(0));
        let players: Vec<_> = (0..2)
            .map(|player| {
                let (flags, turn) = (flags.clone(), Arc::clone(&turn));
                thread::spawn(move || {
                    for number in 0..TURNS {
                        while turn.load(Ordering::Relaxed) % 2 != player {
                            flags[player].wait(None);
                        }
                        turn.fetch_add(1, Ordering::Relaxed);
                        flags[1 - player].wake_by_ref();
                        if number % 3 == 0 {
                            // Other code of the thread takes the token of an `unpark`.
                            thread::park_timeout(Duration::ZERO);
                        }
                    }
                })
            })
            .collect();
        while players.iter().any(|player| !player.is_finished()) {
            for player in &players {
                player.thread().unpark();
            }
            thread::yield_now();
        }
        assert!(players.into_iter().all(|player| player.join().is_ok()));
        assert_eq!(turn.load(Ordering::Relaxed), 2 * TURNS);
    }
}
