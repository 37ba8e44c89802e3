//! A file that contains a JSON array of events and is valid JSON after every write.
//!
//! DevTools parses a trace as a whole, so a file that ends in the middle of the array would be useless after a crash.
//! Each write begins at the end of the last event, and writes the end of the document again.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::gzip::Gzip;

/// What follows the last event.
const END: &[u8] = b"\n]}\n";

/// An open file.
pub(super) struct JsonFile {
    file: File,
    /// The position after the last event in the file.
    end: u64,
    compression: Option<Gzip>,
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
        let mut created = Self { file: File::create(path)?, end: 0, compression };
        created.write(&mut start.as_bytes().to_vec())?;
        Ok(created)
    }

    /// Adds events: their texts, with the commas between them, and one before them unless they are the first. Leaves
    /// something else in the buffer.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(super) fn write(&mut self, events: &mut Vec<u8>) -> io::Result<()> {
        let end = match &mut self.compression {
            Some(compression) => {
                *events = compression.compress(events)?;
                compression.end(END)
            }
            None => END.to_vec(),
        };
        let length = events.len() as u64;
        events.extend_from_slice(&end);
        self.file.seek(SeekFrom::Start(self.end))?;
        // The end of the document is in the same write, so that the file is valid before and after it.
        if let Err(error) = self.file.write_all(events) {
            self.restore(&end);
            return Err(error);
        }
        self.end += length;
        Ok(())
    }
}

impl JsonFile {
    /// Ends the document after the last event that is complete: the disk may be full. For a compressed file, `end` ends
    /// what was compressed since, so only an uncompressed one can be restored.
    fn restore(&mut self, end: &[u8]) {
        if self.compression.is_none() && self.file.set_len(self.end).is_ok() {
            // There was room for the end before. If it is gone, the error that is returned says so.
            let _ = self.file.seek(SeekFrom::Start(self.end)).and_then(|_| self.file.write_all(end));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read;
    use std::path::{Path, PathBuf};

    use flate2::read::GzDecoder;

    use super::JsonFile;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("posttask-json-{}-{name}", std::process::id()))
    }

    /// The number of events of a file, which must be valid.
    fn count(path: &Path) -> usize {
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
            for round in 0..5 {
                let events: Vec<_> = (0..1_000).map(|number| format!("{{\"number\":{number}}}")).collect();
                let comma = if round == 0 { "" } else { "," };
                file.write(&mut (comma.to_owned() + &events.join(",\n")).into_bytes()).unwrap();
                assert_eq!(count(&path), (round + 1) * 1_000);
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
        assert!(JsonFile::create(Path::new("/dev/full"), "{\"traceEvents\":[").is_err());
    }
}
