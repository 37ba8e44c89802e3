//! A file that another thread writes, so that the program does not wait for the disk or for compression.

use std::io;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use super::json_file::JsonFile;

/// The number of bytes that are collected before they are written.
const BUFFER: usize = 1 << 18;

/// The number of full buffers that may wait for the thread. If there are more, the program waits.
const WAITING: usize = 8;

/// The events of a file, and the thread that writes them.
pub(super) struct BackgroundFile {
    buffer: Vec<u8>,
    is_empty: bool,
    sender: Option<SyncSender<Vec<u8>>>,
    /// Buffers that have been written. New ones would cost more than the writing: the system clears their pages.
    written: Receiver<Vec<u8>>,
    thread: Option<JoinHandle<io::Result<()>>>,
    /// The first error.
    error: Option<io::Error>,
}

impl BackgroundFile {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be started.
    pub(super) fn new(file: JsonFile) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(WAITING);
        let (give_back, written) = channel();
        let write = move || write_all(file, &receiver, &give_back);
        let thread = thread::Builder::new().name("trace".to_owned()).spawn(write)?;
        let (buffer, sender, thread) = (Vec::with_capacity(BUFFER), Some(sender), Some(thread));
        Ok(Self { buffer, is_empty: true, sender, written, thread, error: None })
    }

    /// Adds an event, a JSON object that `write` appends.
    pub(super) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let separator: &[u8] = if self.is_empty { b"\n" } else { b",\n" };
        self.buffer.extend_from_slice(separator);
        self.is_empty = false;
        write(&mut self.buffer);
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

    /// Lets the thread write what has been collected.
    pub(super) fn flush(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        let next = self.written.try_recv().unwrap_or_else(|_| Vec::with_capacity(BUFFER + BUFFER / 8));
        let events = std::mem::replace(&mut self.buffer, next);
        // The thread ends early only after an error, which is kept.
        let _ = self.sender.as_ref().map(|sender| sender.send(events));
    }

    /// Writes everything, and ends the thread. What is added later is lost.
    pub(super) fn close(&mut self) {
        self.flush();
        drop(self.sender.take());
        let written = self.thread.take().map(JoinHandle::join);
        if let Some(Ok(Err(error))) = written {
            self.error = Some(error);
        }
    }

    /// The first error in writing the file, after it has been closed.
    pub(super) fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }
}

fn write_all(mut file: JsonFile, events: &Receiver<Vec<u8>>, give_back: &Sender<Vec<u8>>) -> io::Result<()> {
    for mut buffer in events {
        file.write(&mut buffer)?;
        buffer.clear();
        // Nobody needs it any more if the file is being closed.
        let _ = give_back.send(buffer);
    }
    Ok(())
}
