//! Messages in a stream of bytes.

use std::io::{self, Read, Write};

/// What is sent between an exploration, a server, and the processes that it forks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// A message.
    Message(Vec<u8>),
    /// A message to which a message is the answer.
    Question(Vec<u8>),
    /// The process that was forked for an order has ended without a result.
    Died {
        /// Whether it had a limit.
        is_limit: bool,
        reason: String,
    },
}

/// The number of bytes before those of a message: its kind, and its length.
const HEADER: usize = 5;

impl Frame {
    fn kind(&self) -> u8 {
        match self {
            Self::Message(_) => 0,
            Self::Question(_) => 1,
            Self::Died { is_limit: false, .. } => 2,
            Self::Died { is_limit: true, .. } => 3,
        }
    }

    /// Writes it.
    ///
    /// # Errors
    ///
    /// The error of the stream; `InvalidInput` if it is longer than four gigabytes.
    pub(super) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let content = match self {
            Self::Message(content) | Self::Question(content) => content,
            Self::Died { reason, .. } => reason.as_bytes(),
        };
        let length = u32::try_from(content.len()).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut bytes = Vec::with_capacity(HEADER + content.len());
        bytes.push(self.kind());
        bytes.extend(length.to_le_bytes());
        bytes.extend(content);
        to.write_all(&bytes)
    }

    fn new(kind: u8, content: &[u8]) -> Option<Self> {
        Some(match kind {
            0 => Self::Message(content.to_vec()),
            1 => Self::Question(content.to_vec()),
            2 | 3 => Self::Died { is_limit: kind == 3, reason: String::from_utf8(content.to_vec()).ok()? },
            _ => return None,
        })
    }
}

/// The bytes that have been read from a stream.
#[derive(Debug, Default)]
pub(super) struct Frames {
    bytes: Vec<u8>,
}

impl Frames {
    /// Reads the next frame. `None` at the end of the stream. After an error of the stream, it may be called again.
    ///
    /// # Errors
    ///
    /// The error of the stream; `InvalidData` if it does not consist of frames.
    pub(super) fn read(&mut self, from: &mut impl Read) -> io::Result<Option<Frame>> {
        loop {
            if let Some(frame) = self.take()? {
                return Ok(Some(frame));
            }
            let mut chunk = [0; 1 << 14];
            match from.read(&mut chunk)? {
                0 if self.bytes.is_empty() => return Ok(None),
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                length => self.bytes.extend(&chunk[..length]),
            }
        }
    }

    fn take(&mut self) -> io::Result<Option<Frame>> {
        let Some((&[kind, length @ ..], rest)) = self.bytes.split_first_chunk::<HEADER>() else { return Ok(None) };
        let length = u32::from_le_bytes(length) as usize;
        let Some(content) = rest.get(..length) else { return Ok(None) };
        let frame = Frame::new(kind, content).ok_or(io::ErrorKind::InvalidData)?;
        self.bytes.drain(..HEADER + length);
        Ok(Some(frame))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::{Frame, Frames};

    /// A stream that gives one byte at a time, and is interrupted before each.
    struct Slow<'a> {
        bytes: &'a [u8],
        is_ready: bool,
    }

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.is_ready = !self.is_ready;
            if self.is_ready { self.bytes.read(&mut buffer[..1]) } else { Err(io::ErrorKind::WouldBlock.into()) }
        }
    }

    fn frames() -> [Frame; 4] {
        let reason = "it crashed".to_owned();
        [
            Frame::Message(Vec::new()),
            Frame::Question(vec![1; 40_000]),
            Frame::Died { is_limit: true, reason: reason.clone() },
            Frame::Died { is_limit: false, reason },
        ]
    }

    fn written() -> Vec<u8> {
        let mut bytes = Vec::new();
        for frame in frames() {
            frame.write(&mut bytes).unwrap();
        }
        bytes
    }

    #[test]
    fn frames_can_be_read_again() {
        let bytes = written();
        let (mut stream, mut reader) = (&*bytes, Frames::default());
        for frame in frames() {
            assert_eq!(reader.read(&mut stream).unwrap(), Some(frame));
        }
        assert_eq!(reader.read(&mut stream).unwrap(), None);
    }

    #[test]
    fn a_frame_may_come_in_parts() {
        let bytes = written();
        let (mut stream, mut reader) = (Slow { bytes: &bytes, is_ready: true }, Frames::default());
        for frame in frames() {
            let read = loop {
                match reader.read(&mut stream) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    read => break read.unwrap(),
                }
            };
            assert_eq!(read, Some(frame));
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        let kind_of = |mut bytes: &[u8]| Frames::default().read(&mut bytes).unwrap_err().kind();
        assert_eq!(kind_of(&[9, 0, 0, 0, 0]), io::ErrorKind::InvalidData);
        assert_eq!(kind_of(&[2, 1, 0, 0, 0, 0xff]), io::ErrorKind::InvalidData, "not UTF-8");
        assert_eq!(kind_of(&[0, 1, 0, 0]), io::ErrorKind::UnexpectedEof);
        assert_eq!(kind_of(&[0, 2, 0, 0, 0, 7]), io::ErrorKind::UnexpectedEof);
    }
}
