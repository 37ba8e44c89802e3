//! The process of a server.

/// What the library needs from the process of a server, which has no other threads.
#[doc(hidden)]
pub trait Forks {
    /// Sends a message, and waits for requests. For each one, a process is forked, in which this function returns the
    /// request. In the process that has called it, it does not return.
    fn serve(&self, loaded: &[u8]) -> Vec<u8>;

    /// Sends a message from a forked process. If nobody is there any more, the process may end.
    fn send(&self, message: &[u8]);

    /// Sends a message from a forked process, and waits for the answer.
    fn ask(&self, message: &[u8]) -> Vec<u8>;

    /// Ends a forked process, which has sent its result or has failed.
    fn end(&self, has_succeeded: bool) -> !;
}
