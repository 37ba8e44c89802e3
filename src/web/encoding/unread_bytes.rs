//! The part of a `TextDecoder`'s [I/O queue](https://encoding.spec.whatwg.org/#textdecodercommon-i-o-queue) that is
//! still to be read.

/// Bytes that have not been read, because decoding stopped before them. Reading and adding bytes takes amortized linear
/// time.
#[derive(Debug, Default)]
pub(super) struct UnreadBytes {
    bytes: Vec<u8>,
    /// The number of bytes at the start that have been read.
    read: usize,
}

impl UnreadBytes {
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.len() == self.read
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.bytes[self.read..]
    }

    /// Adds bytes at the end.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Removes bytes from the start.
    pub(super) fn mark_as_read(&mut self, count: usize) {
        self.read = self.bytes.len().min(self.read + count);
        if self.read > self.bytes.len() / 2 {
            self.bytes.drain(..self.read);
            self.read = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::UnreadBytes;

    #[test]
    fn bytes_are_read_in_order() {
        let mut unread = UnreadBytes::default();
        unread.push(b"abcd");
        unread.mark_as_read(1);
        assert_eq!(unread.as_slice(), b"bcd");
        unread.push(b"ef");
        unread.mark_as_read(3);
        assert_eq!((unread.as_slice(), unread.is_empty()), (&b"ef"[..], false));
        unread.mark_as_read(5);
        assert!(unread.is_empty());
    }
}
