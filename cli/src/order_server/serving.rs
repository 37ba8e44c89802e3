//! A server: forks for each order, and passes on what the new process sends.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, stdin};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use posttask::internal::exploration::Forks;

use super::fork::{Ended, Forked, OneThread, end, replace_standard_input};
use super::frames::Frame;
use super::link::Link;
use crate::exit_status::ExitStatus;

/// How often a server looks whether the command still exists while an order runs.
const LOOK: Duration = Duration::from_millis(500);

/// The end of the socket that this process has: that of a server, or that of a process that was forked.
pub(crate) struct Serving(RefCell<Link>);

impl Serving {
    /// Takes the socket, which is standard input. A program that reads standard input finds that it is empty.
    ///
    /// # Errors
    ///
    /// The error of the operating system.
    pub(crate) fn start() -> io::Result<Self> {
        let stream = UnixStream::from(stdin().as_fd().try_clone_to_owned()?);
        replace_standard_input(File::open("/dev/null")?.as_fd())?;
        Ok(Self(RefCell::new(Link::new(stream))))
    }

    /// The message that says what is explored. `None` if nobody is there any more.
    pub(crate) fn subject(&self) -> Option<Vec<u8>> {
        self.0.borrow_mut().message()
    }

    /// Runs an order. Returns the request in the process that was forked for it.
    fn run(&self, request: Vec<u8>, one_thread: &OneThread) -> io::Result<Option<Vec<u8>>> {
        let (ours, theirs) = UnixStream::pair()?;
        let Some(forked) = one_thread.fork()? else {
            self.0.replace(Link::new(theirs));
            return Ok(Some(request));
        };
        drop(theirs);
        self.pass_on(Link::new(ours), forked)?;
        Ok(None)
    }

    /// Passes on what a process sends until it ends.
    fn pass_on(&self, mut run: Link, forked: Forked) -> io::Result<()> {
        let mut out = self.0.borrow_mut();
        run.set_timeout(LOOK)?;
        // A process that crashes may send the beginning of a frame.
        while let Some(frame) = next_frame(&mut run, &mut out)? {
            out.send(&frame)?;
            if let Frame::Question(_) = frame {
                let answer = out.message().ok_or(io::ErrorKind::UnexpectedEof)?;
                // If it has crashed meanwhile, that is told below.
                let _ = run.send(&Frame::Message(answer));
            }
        }
        match forked.wait()? {
            Ended::Code(0) => Ok(()),
            ended => out.send(&Frame::Died { is_limit: is_limit(ended), reason: reason(ended) }),
        }
    }
}

/// Waits for a frame of a process. `None` if it has ended.
///
/// # Errors
///
/// Nobody waits for the frame any more: the command has ended, for example because it was killed.
fn next_frame(run: &mut Link, out: &mut Link) -> io::Result<Option<Frame>> {
    loop {
        match run.receive() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if out.is_closed() {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
            received => return Ok(received.ok().flatten()),
        }
    }
}

fn is_limit(ended: Ended) -> bool {
    ended == Ended::Code(ExitStatus::OutOfMemory.code().into())
}

fn reason(ended: Ended) -> String {
    match ended {
        _ if is_limit(ended) => "out of memory; --max-memory sets the limit".to_owned(),
        Ended::Code(code) => format!("the process of this order ended with exit code {code}"),
        Ended::Signal(signal) => format!("the process of this order was ended by {}", signal_name(signal)),
    }
}

fn signal_name(signal: i32) -> String {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => format!("signal {signal} ({name})"),
        None => format!("signal {signal}"),
    }
}

impl Forks for Serving {
    fn serve(&self, loaded: &[u8]) -> Vec<u8> {
        let Ok(one_thread) = OneThread::check() else { end(1) };
        if self.0.borrow_mut().send(&Frame::Message(loaded.to_vec())).is_err() {
            end(1);
        }
        loop {
            let Some(request) = self.0.borrow_mut().message() else { end(0) };
            match self.run(request, &one_thread) {
                Ok(None) => {}
                Ok(Some(request)) => return request,
                Err(_) => end(1),
            }
        }
    }

    fn send(&self, message: &[u8]) {
        if self.0.borrow_mut().send(&Frame::Message(message.to_vec())).is_err() {
            end(1);
        }
    }

    fn ask(&self, message: &[u8]) -> Vec<u8> {
        let mut link = self.0.borrow_mut();
        if link.send(&Frame::Question(message.to_vec())).is_err() {
            end(1);
        }
        link.message().unwrap_or_else(|| end(1))
    }

    fn end(&self, has_succeeded: bool) -> ! {
        end((!has_succeeded).into())
    }
}
