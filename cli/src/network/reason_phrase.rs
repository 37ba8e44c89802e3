//! The reason phrases of servers, which `ureq` does not pass on: a connector that reads the status lines on the way.
//!
//! A response is read on the thread that has sent the request, so the last status line that a thread has received is
//! that of its response.

use std::cell::RefCell;

use ureq::Error;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport};

thread_local! {
    /// The status and the reason phrase that this thread has received last.
    static LAST: RefCell<Option<(u16, Vec<u8>)>> = const { RefCell::new(None) };
}

/// Takes the reason phrase that the current thread has received last, if it belongs to this status.
pub(super) fn take(status: u16) -> Option<Vec<u8>> {
    LAST.take().filter(|(of, _)| *of == status).map(|(_, phrase)| phrase)
}

/// Makes the connections of another connector remember reason phrases.
#[derive(Debug)]
pub(super) struct RemembersReasonPhrases;

impl Connector<Box<dyn Transport>> for RemembersReasonPhrases {
    type Out = Reading;

    fn connect(
        &self,
        _: &ConnectionDetails<'_>,
        connected: Option<Box<dyn Transport>>,
    ) -> Result<Option<Reading>, Error> {
        Ok(connected.map(Reading))
    }
}

/// A connection whose input is looked at.
#[derive(Debug)]
pub(super) struct Reading(Box<dyn Transport>);

impl Transport for Reading {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.0.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.0.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let has_more = self.0.await_input(timeout)?;
        // What follows the head is taken when the response has been returned, so it does not matter if it looks alike.
        if let Some((status, phrase)) = status_line(self.0.buffers().input()) {
            LAST.set(Some((status, phrase.to_vec())));
        }
        Ok(has_more)
    }

    fn is_open(&mut self) -> bool {
        self.0.is_open()
    }

    fn is_tls(&self) -> bool {
        self.0.is_tls()
    }
}

/// The status and the reason phrase at the start of the input, after informational responses:
/// [status line](https://www.rfc-editor.org/rfc/rfc9112#section-4).
fn status_line(mut input: &[u8]) -> Option<(u16, &[u8])> {
    loop {
        let rest = input.strip_prefix(b"HTTP/1.0 ").or_else(|| input.strip_prefix(b"HTTP/1.1 "))?;
        let line = &rest[..memchr::memchr(b'\n', rest)?];
        let (status, phrase) = line.strip_suffix(b"\r").unwrap_or(line).split_at_checked(3)?;
        let status = std::str::from_utf8(status).ok()?.parse().ok()?;
        if !(100..200).contains(&status) {
            return Some((status, phrase.strip_prefix(b" ").unwrap_or(phrase)));
        }
        input = &input[memchr::memmem::find(input, b"\r\n\r\n")? + 4..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_lines_are_read() {
        let parsed = |input: &str| {
            status_line(input.as_bytes()).map(|(status, phrase)| (status, String::from_utf8(phrase.to_vec()).unwrap()))
        };
        for (input, expected) in [
            ("HTTP/1.1 200 OK\r\nX: y\r\n\r\nbody", Some((200, "OK"))),
            ("HTTP/1.0 404 No such thing \n", Some((404, "No such thing "))),
            ("HTTP/1.1 204\r\n", Some((204, ""))),
            ("HTTP/1.1 204 \r\n", Some((204, ""))),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Made\r\n\r\n", Some((201, "Made"))),
            ("HTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 2", None),
            ("HTTP/1.1 100 Continue\r\n\r\n", None),
            ("HTTP/1.1 200 O", None),
            ("HTTP/1.1 20\r\n", None),
            ("HTTP/1.1 2x0 \r\n", None),
            ("some bytes\r\n", None),
            ("", None),
        ] {
            assert_eq!(parsed(input), expected.map(|(status, phrase)| (status, phrase.to_owned())), "{input}");
        }
    }

    #[test]
    fn a_phrase_belongs_to_its_status() {
        LAST.set(Some((200, b"Fine".to_vec())));
        assert_eq!(take(200).as_deref(), Some(&b"Fine"[..]));
        assert_eq!(take(200), None);
        LAST.set(Some((200, b"Fine".to_vec())));
        assert_eq!(take(404), None);
    }
}
