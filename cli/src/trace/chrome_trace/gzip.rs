//! Compression in the gzip format (RFC 1952), with an end that can be overwritten.

use std::io;

use crc32fast::Hasher;
use flate2::{Compress, Compression, FlushCompress, Status};

/// A file header without a name or a time.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// A gzip stream. There is only one member, because browsers refuse files with several.
pub(super) struct Gzip {
    compress: Compress,
    checksum: Hasher,
    length: u64,
    has_header: bool,
}

impl Gzip {
    pub(super) fn new() -> Self {
        let compress = Compress::new(Compression::fast(), false);
        Self { compress, checksum: Hasher::new(), length: 0, has_header: false }
    }

    /// Compresses data that stays. The result ends at the boundary of a byte.
    pub(super) fn compress(&mut self, data: &[u8]) -> io::Result<Vec<u8>> {
        let mut output = Vec::with_capacity(data.len() / 4 + 64);
        if !std::mem::replace(&mut self.has_header, true) {
            output.extend_from_slice(&HEADER);
        }
        self.checksum.update(data);
        self.length += data.len() as u64;
        let before = self.compress.total_in();
        loop {
            let done = usize::try_from(self.compress.total_in() - before).map_err(io::Error::other)?;
            output.reserve(1 << 12);
            let status = self.compress.compress_vec(&data[done..], &mut output, FlushCompress::Sync)?;
            let is_done = self.compress.total_in() - before == data.len() as u64;
            if is_done && (output.len() < output.capacity() || status == Status::BufError) {
                return Ok(output);
            }
        }
    }

    /// The end of the file, if nothing but `data` follows: a block that is not compressed, and the trailer.
    pub(super) fn end(&self, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(data.len()).unwrap_or_default();
        let mut checksum = self.checksum.clone();
        checksum.update(data);
        // The header of the last block: a bit for "last", two zero bits for "not compressed", and padding.
        let mut end = vec![1];
        end.extend_from_slice(&length.to_le_bytes());
        end.extend_from_slice(&(!length).to_le_bytes());
        end.extend_from_slice(data);
        end.extend_from_slice(&checksum.finalize().to_le_bytes());
        // The length is modulo 2^32.
        end.extend_from_slice(&(self.length + data.len() as u64).to_le_bytes()[..4]);
        end
    }
}
