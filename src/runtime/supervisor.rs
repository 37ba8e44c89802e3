//! What decides how a program goes on, besides its event loop.

use super::Runtime;
use crate::event_loop::Timestamp;

/// Decides what happens between the turns of a loop, and when nothing is ready.
pub trait Supervisor {
    /// Called after each turn. Returns whether there is more to run before time may pass.
    fn after_turn(&self, runtime: &mut Runtime) -> bool;

    /// Called when nothing is ready.
    fn when_idle(&self, runtime: &mut Runtime) -> Idle;
}

/// What happens when nothing is ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// The loop sleeps until this time.
    Sleep(Timestamp),
    /// The loop turns again.
    Turn,
    /// The program has ended.
    Ended,
    /// Nothing is left to do, but the program has not ended, or a worker waits and nobody can notify it.
    Unfinished,
}

/// A program ends when no work is left. The function returns whether its main script or module has ended.
impl<F: Fn() -> bool> Supervisor for F {
    fn after_turn(&self, _: &mut Runtime) -> bool {
        false
    }

    fn when_idle(&self, runtime: &mut Runtime) -> Idle {
        match runtime.event_loop().next_due() {
            _ if !runtime.has_work() && self() && !runtime.event_loop().has_suspended_workers() => Idle::Ended,
            _ if !runtime.has_work() => Idle::Unfinished,
            Some(due) => Idle::Sleep(due),
            // Only another thread could continue the program.
            None => Idle::Unfinished,
        }
    }
}
