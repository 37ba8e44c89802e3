//! The mode of the terminal, which the editor of the prompt changes. It is restored however the process ends.

#[cfg(unix)]
mod unix {
    use std::io::{Write, stdin, stdout};
    use std::sync::OnceLock;

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// Makes a terminal no longer mark what is pasted.
    const NO_BRACKETED_PASTE: &str = "\x1b[?2004l";

    static REMEMBERED: OnceLock<Termios> = OnceLock::new();

    /// Remembers the mode of standard input, if that is a terminal.
    pub(crate) fn remember() {
        if let Ok(mode) = tcgetattr(stdin()) {
            // It is remembered once.
            let _ = REMEMBERED.set(mode);
        }
    }

    /// Makes standard input give each key at once, without showing it. Returns whether it is a terminal.
    pub(crate) fn read_keys() -> bool {
        remember();
        let Ok(mut mode) = tcgetattr(stdin()) else { return false };
        mode.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
        tcsetattr(stdin(), OptionalActions::Now, &mode).is_ok()
    }

    /// Restores the mode that was remembered, if any.
    pub(crate) fn restore() {
        if let Some(mode) = REMEMBERED.get() {
            // If the terminal is gone, there is nothing to restore.
            let _ = tcsetattr(stdin(), OptionalActions::Now, mode);
            let _ = write!(stdout(), "{NO_BRACKETED_PASTE}");
        }
    }
}

#[cfg(unix)]
pub(super) use unix::{read_keys, remember, restore};

/// The editor restores the mode itself, unless the process is ended by another one.
#[cfg(not(unix))]
pub(super) fn remember() {}

#[cfg(not(unix))]
pub(super) fn restore() {}

/// Keys are only read on Unix.
#[cfg(not(unix))]
pub(super) fn read_keys() -> bool {
    false
}
