//! A server, as the process that explores sees it.

use std::io;

/// Another process that has loaded the program, or is about to. To drop it ends the process, and the run in it.
#[doc(hidden)]
pub trait Worker: Send {
    /// Sends a message.
    ///
    /// # Errors
    ///
    /// The process has ended.
    fn send(&mut self, message: &[u8]) -> io::Result<()>;

    /// Waits for a message, but not when `is_over` returns true, which is asked from time to time.
    fn receive(&mut self, is_over: &dyn Fn() -> bool) -> Received;
}

/// What has come from a [`Worker`].
#[derive(Debug)]
#[doc(hidden)]
pub enum Received {
    /// A message.
    Message(Vec<u8>),
    /// The process that ran an order has ended without a result, for this reason. The server can run others.
    Died {
        /// Why, as a part of a sentence.
        reason: String,
        /// Whether it is because the process had a limit.
        is_limit: bool,
    },
    /// It takes longer than there is time.
    Over,
    /// There is no server any more.
    Lost,
}

/// When a program is loaded once for many orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub enum LoadOnce {
    /// If that is faster.
    #[default]
    Auto,
    /// Whenever it is possible.
    Always,
    /// Never.
    Never,
}

/// Starts servers.
pub(crate) struct Workers<'a> {
    pub(crate) when: LoadOnce,
    pub(crate) start: Box<dyn Fn() -> io::Result<Box<dyn Worker>> + Sync + 'a>,
}
