//! The calls of the operating system that need unsafe code.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

/// A process that has been forked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forked(libc::pid_t);

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// With this code.
    Code(i32),
    /// Because of this signal.
    Signal(i32),
}

/// The permission to fork: this process has no other threads.
#[derive(Debug)]
pub(super) struct OneThread(());

impl OneThread {
    /// Checks that the process has no other threads, where the system tells that: on Linux. Elsewhere, the caller must
    /// know.
    ///
    /// # Errors
    ///
    /// There are other threads.
    pub(super) fn check() -> io::Result<Self> {
        if cfg!(target_os = "linux") && std::fs::read_dir("/proc/self/task")?.count() != 1 {
            return Err(io::Error::other("there are other threads"));
        }
        Ok(Self(()))
    }

    /// Forks. Returns the new process, or `None` in it.
    ///
    /// # Errors
    ///
    /// The error of the operating system.
    #[expect(clippy::unused_self, reason = "it is the permission")]
    pub(super) fn fork(&self) -> io::Result<Option<Forked>> {
        // SAFETY: no other thread exists whose locks or half-changed data the new process would inherit, because only
        // a server calls this, which starts none; on Linux, `check` has seen that. So the new process is a whole copy
        // of this one, in which everything may be called.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                end_with_parent();
                Ok(None)
            }
            process => Ok(Some(Forked(process))),
        }
    }
}

impl Forked {
    /// Waits until the process has ended.
    ///
    /// # Errors
    ///
    /// The error of the operating system.
    pub(super) fn wait(self) -> io::Result<Ended> {
        let mut status = 0;
        loop {
            // SAFETY: the pointer is that of a variable.
            if unsafe { libc::waitpid(self.0, &raw mut status, 0) } != -1 {
                break;
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
        Ok(if libc::WIFSIGNALED(status) {
            Ended::Signal(libc::WTERMSIG(status))
        } else {
            Ended::Code(libc::WEXITSTATUS(status))
        })
    }
}

/// Makes the system end this process when the server ends. Other systems than Linux have nothing like that; there, the
/// process ends with its run.
fn end_with_parent() {
    #[cfg(target_os = "linux")]
    // SAFETY: this call has one argument, and only concerns this process.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
}

/// Ends this process at once: nothing is written or dropped.
pub(super) fn end(code: i32) -> ! {
    // SAFETY: it has no conditions.
    unsafe { libc::_exit(code) }
}

/// Ends all processes of the group that a child leads, which has not been waited for.
pub(super) fn end_group(leader: u32) {
    let Ok(leader) = libc::pid_t::try_from(leader) else { return };
    if leader > 1 {
        // SAFETY: it has no conditions. The group still exists, because nobody has waited for its leader.
        unsafe { libc::kill(-leader, libc::SIGKILL) };
    }
}

/// Makes standard input the same as another file.
///
/// # Errors
///
/// The error of the operating system.
pub(super) fn replace_standard_input(file: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: both are open files, and those who read standard input read what it is now.
    if unsafe { libc::dup2(file.as_raw_fd(), libc::STDIN_FILENO) } == -1 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
