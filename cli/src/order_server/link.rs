//! One end of a socket through which frames go.

use std::io;
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use super::frames::{Frame, Frames};

/// One end of a socket.
#[derive(Debug)]
pub(super) struct Link {
    stream: UnixStream,
    frames: Frames,
}

impl Link {
    pub(super) fn new(stream: UnixStream) -> Self {
        Self { stream, frames: Frames::default() }
    }

    /// Makes [`Self::receive`] return the error `WouldBlock` after this time.
    ///
    /// # Errors
    ///
    /// The error of the operating system.
    pub(super) fn set_timeout(&self, timeout: Duration) -> io::Result<()> {
        self.stream.set_read_timeout(Some(timeout))
    }

    /// Sends a frame.
    ///
    /// # Errors
    ///
    /// The other end is closed, or the frame is too long.
    pub(super) fn send(&mut self, frame: &Frame) -> io::Result<()> {
        frame.write(&mut self.stream)
    }

    /// Waits for a frame. `None` if the other end is closed.
    ///
    /// # Errors
    ///
    /// The error of the operating system; `InvalidData` if what has come is not a frame.
    pub(super) fn receive(&mut self) -> io::Result<Option<Frame>> {
        self.frames.read(&mut self.stream)
    }

    /// Whether the other end is closed, which has nothing to send now.
    pub(super) fn is_closed(&mut self) -> bool {
        let look = |stream: &mut UnixStream| {
            stream.set_nonblocking(true)?;
            let read = stream.read(&mut [0]);
            stream.set_nonblocking(false)?;
            read
        };
        !look(&mut self.stream).is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
    }

    /// Waits for a message. `None` if the other end is closed, or has sent something else.
    pub(super) fn message(&mut self) -> Option<Vec<u8>> {
        match self.receive() {
            Ok(Some(Frame::Message(message))) => Some(message),
            _ => None,
        }
    }
}
