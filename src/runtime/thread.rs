//! A runtime with a thread of its own.

use std::sync::mpsc::sync_channel;
use std::thread::{Builder, JoinHandle};

use super::{Runtime, RuntimeBuilder};
use crate::Error;
use crate::debug::debug;
use crate::event_loop::{Outcome, Remote};

/// A runtime that runs on a thread of its own. Dropping it stops the runtime after the running task, without waiting
/// for the end of the thread: see [`Self::stop`].
pub struct RuntimeThread {
    remote: Remote,
    thread: Option<JoinHandle<Outcome>>,
}

debug!(RuntimeThread, "remote" = |thread| thread.remote);

impl Runtime {
    /// Starts a thread that builds a runtime and runs it until it is stopped. A runtime cannot be sent to another
    /// thread, so `build`, which can, is called there.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Thread`] if the thread cannot be started, [`Error::Panicked`] if `build` panics, and the errors
    /// of `build` and of [`RuntimeBuilder::build`].
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::Source;
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let thread = Runtime::spawn_thread("javascript", |builder| {
    ///     let mut runtime = builder.build()?;
    ///     runtime.run_script("globalThis.twice = number => number * 2")?;
    ///     Ok(runtime)
    /// })?;
    /// let doubled = thread.remote().call(TaskPriority::UserBlocking, |context| {
    ///     context.eval(Source::from_bytes("twice(21)")).ok().and_then(|value| value.as_number())
    /// });
    /// assert_eq!(doubled.wait(), Ok(Some(42.0)));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn spawn_thread(
        name: &str,
        build: impl FnOnce(RuntimeBuilder) -> Result<Self, Error> + Send + 'static,
    ) -> Result<RuntimeThread, Error> {
        if name.contains('\0') {
            return Err(Error::Thread(std::io::Error::other("the name of a thread must not contain a null character")));
        }
        let (sender, receiver) = sync_channel(1);
        let run = move || {
            let mut runtime = match build(Self::builder()) {
                Ok(runtime) => runtime,
                Err(error) => {
                    // The receiver waits for this.
                    let _ = sender.send(Err(error));
                    return Outcome::OutOfWork;
                }
            };
            let remote = runtime.event_loop().remote();
            let _alive = remote.keep_alive();
            let _ = sender.send(Ok(remote));
            runtime.run()
        };
        let thread = Builder::new().name(name.to_owned()).spawn(run).map_err(Error::Thread)?;
        match receiver.recv() {
            Ok(remote) => Ok(RuntimeThread { remote: remote?, thread: Some(thread) }),
            Err(_) => Err(Error::Panicked),
        }
    }
}

impl RuntimeThread {
    /// Returns a handle to the event loop of the thread.
    #[must_use]
    pub fn remote(&self) -> &Remote {
        &self.remote
    }

    /// Stops the runtime after the running task, and waits for the end of the thread.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Panicked`] if a task panicked.
    pub fn stop(mut self) -> Result<(), Error> {
        self.remote.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        match ended {
            Some(Err(_)) => Err(Error::Panicked),
            _ => Ok(()),
        }
    }
}

impl Drop for RuntimeThread {
    fn drop(&mut self) {
        self.remote.stop();
    }
}
