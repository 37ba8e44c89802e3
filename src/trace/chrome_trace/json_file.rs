//! A file that contains a JSON array of events and is valid JSON after every write.
//!
//! DevTools parses a trace as a whole, so a file that ends in the middle of the array would be useless after a crash.
//! Each write begins at the end of the last event, and writes the end of the document again.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::gzip::Gzip;

/// The number of bytes that are collected before they are written.
const BUFFER: usize = 1 << 18;

/// What follows the last event.
const END: &[u8] = b"\n]}\n";

/// An open file.
pub(super) struct JsonFile {
    file: File,
    /// The position after the last event in the file.
    end: u64,
    compression: Option<Gzip>,
    buffer: Vec<u8>,
    is_empty: bool,
    /// The first error. Nothing is written after it.
    error: Option<io::Error>,
}

impl JsonFile {
    /// Creates the file. `start` is the beginning of the document, up to and including the `[` of the array. A file
    /// whose name ends with `.gz` is compressed.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created or written.
    pub(super) fn create(path: &Path, start: &str) -> io::Result<Self> {
        let compression = path.extension().is_some_and(|extension| extension == "gz").then(Gzip::new);
        let (file, buffer) = (File::create(path)?, start.as_bytes().to_vec());
        let mut created = Self { file, end: 0, compression, buffer, is_empty: true, error: None };
        created.flush();
        created.error.take().map_or(Ok(created), Err)
    }

    /// Adds an event, a JSON object that `write` appends to the buffer.
    pub(super) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let separator: &[u8] = if self.is_empty { b"\n" } else { b",\n" };
        self.buffer.extend_from_slice(separator);
        self.is_empty = false;
        write(&mut self.buffer);
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

    /// Writes what has been collected. An error is kept for [`Self::error`].
    pub(super) fn flush(&mut self) {
        if self.error.is_none()
            && !self.buffer.is_empty()
            && let Err(error) = self.write()
        {
            self.error = Some(error);
        }
        self.buffer.clear();
    }

    fn write(&mut self) -> io::Result<()> {
        let (mut bytes, end) = match &mut self.compression {
            Some(compression) => (compression.compress(&self.buffer)?, compression.end(END)),
            None => (std::mem::take(&mut self.buffer), END.to_vec()),
        };
        let length = bytes.len() as u64;
        bytes.extend_from_slice(&end);
        self.file.seek(SeekFrom::Start(self.end))?;
        // The end of the document is in the same write, so that the file is valid before and after it.
        self.file.write_all(&bytes)?;
        self.end += length;
        if self.compression.is_none() {
            self.buffer = bytes;
        }
        Ok(())
    }

    /// The first error in writing the file.
    pub(super) fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read;
    use std::path::PathBuf;

    use flate2::read::GzDecoder;

    use super::JsonFile;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("posttask-json-{}-{name}", std::process::id()))
    }

    /// The number of events of a file, which must be valid.
    fn count(path: &PathBuf) -> usize {
        let bytes = fs::read(path).unwrap();
        let text = if path.extension().unwrap() == "gz" {
            let mut text = String::new();
            GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
            text
        } else {
            String::from_utf8(bytes).unwrap()
        };
        let parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
        parsed["traceEvents"].as_array().unwrap().len()
    }

    #[test]
    fn a_file_is_valid_json_after_each_write() {
        for name in ["plain.json", "compressed.json.gz"] {
            let path = path(name);
            let mut file = JsonFile::create(&path, "{\"traceEvents\":[").unwrap();
            assert_eq!(count(&path), 0);
            for round in 1..=5 {
                for number in 0..1_000 {
                    file.add(|text| text.extend_from_slice(format!("{{\"number\":{number}}}").as_bytes()));
                }
                file.flush();
                assert_eq!(count(&path), round * 1_000);
            }
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_file_that_cannot_be_created_is_an_error() {
        assert!(JsonFile::create(&path("no/such/folder.json"), "{\"traceEvents\":[").is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_and_not_a_panic() {
        let file = JsonFile::create(std::path::Path::new("/dev/full"), "{\"traceEvents\":[");
        assert!(file.is_err());
    }
}
