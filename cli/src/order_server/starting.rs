//! Starts servers.

use std::env;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use posttask::internal::exploration::{Received, Worker};

use super::SERVER;
use super::fork::end_group;
use super::frames::Frame;
use super::link::Link;

/// How often to ask whether it is over.
const ASKED_EVERY: Duration = Duration::from_millis(20);

/// A server, and the socket that leads to it.
struct Server {
    process: Child,
    link: Link,
}

/// Starts a server with the arguments of this process. The first message says what is explored.
///
/// # Errors
///
/// The error of the operating system.
pub(crate) fn start(subject: &[u8]) -> io::Result<Box<dyn Worker>> {
    let (ours, theirs) = UnixStream::pair()?;
    let mut command = Command::new(env::current_exe()?);
    command.arg(SERVER).args(env::args_os().skip(1));
    command.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-C is for this process only, and all processes of the group can be ended at once.
    command.process_group(0);
    let mut server = Server { process: command.spawn()?, link: Link::new(ours) };
    // The other end must only be open in the server.
    drop(command);
    server.link.set_timeout(ASKED_EVERY)?;
    server.send(subject)?;
    Ok(Box::new(server))
}

impl Worker for Server {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.link.send(&Frame::Message(message.to_vec()))
    }

    fn receive(&mut self, is_over: &dyn Fn() -> bool) -> Received {
        loop {
            return match self.link.receive() {
                Ok(Some(Frame::Message(message) | Frame::Question(message))) => Received::Message(message),
                Ok(Some(Frame::Died { is_limit, reason })) => Received::Died { reason, is_limit },
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
                    if is_over() {
                        return Received::Over;
                    }
                    continue;
                }
                Ok(None) | Err(_) => Received::Lost,
            };
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end_group(self.process.id());
        // It has been ended, so it does not take long.
        let _ = self.process.wait();
    }
}
