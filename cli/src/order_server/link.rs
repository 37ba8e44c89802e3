//! One end of a socket through which frames go.

use std::io;
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

    /// Waits for a message. `None` if the other end is closed, or has sent something else.
    pub(super) fn message(&mut self) -> Option<Vec<u8>> {
        match self.receive() {
            Ok(Some(Frame::Message(message))) => Some(message),
            _ => None,
        }
    }
}
