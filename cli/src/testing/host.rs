//! What the runner needs from the runtime that the tests run in.

use std::time::Duration;

use futures_util::future::LocalBoxFuture;
use posttask::event_loop::Timestamp;

use super::options::Leftovers;
use super::report::Failure;
use super::tree::{FunctionId, NodeId, Tree};

/// The result of a hook or of the function of a test.
pub(super) type Outcome = Result<(), Box<Failure>>;

/// A function to call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) function: FunctionId,
    /// The test whose context is the argument, and to which the call belongs.
    pub(super) node: NodeId,
}

/// What the runner needs.
pub(super) trait Host: 'static {
    /// Calls a function, and waits for the promise that it returns.
    fn call(&self, call: Call) -> LocalBoxFuture<'static, Outcome>;

    /// The time that tests see.
    fn now(&self) -> Timestamp;

    /// The time that has really passed since the start.
    fn real_time(&self) -> Duration;

    /// Waits until the time has come.
    fn sleep_until(&self, time: Timestamp) -> LocalBoxFuture<'static, ()>;

    /// Waits until the signal that a test was given is aborted.
    fn aborted(&self, node: NodeId) -> LocalBoxFuture<'static, Failure>;

    /// Waits until everything that belongs to a test and can only fail it has been reported.
    fn reported(&self, node: NodeId) -> LocalBoxFuture<'static, ()>;

    /// What a test or suite has left: the number of timers, tasks and ports, and the failure that lists them.
    fn leftovers(&self, node: NodeId) -> Option<(usize, Failure)>;

    /// What tests do with leftovers, if they do not say that themselves.
    fn default_leftovers(&self) -> Leftovers;

    /// Whether a test is to run. Asked once, after the file or the suite has declared it.
    fn selects(&self, tree: &Tree, node: NodeId) -> bool;

    /// Whether no test starts before the file has declared all of them, and `only` leaves out the others.
    fn collects_first(&self) -> bool;

    /// Whether the program has fake timers, so that time only passes when a test moves it.
    fn is_time_faked(&self) -> bool;

    /// How much time tests have moved with fake timers. It does not count for their limits.
    fn moved_time(&self) -> Duration;

    /// Picks which of several children starts next.
    fn pick(&self, count: usize) -> usize;

    /// Whether no more tests are to start.
    fn is_stopped(&self) -> bool;

    /// A test or suite starts.
    fn starts(&self, tree: &Tree, node: NodeId);

    /// A test or suite has ended. Its signal is to be aborted, and the promise of its declaration resolved.
    fn ended(&self, tree: &Tree, node: NodeId);
}
