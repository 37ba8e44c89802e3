//! The certificates of `--ca-file`.

use std::fs;
use std::str::FromStr;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// The certificates of a PEM file.
#[derive(Clone, Debug)]
pub(crate) struct CaFile(Vec<CertificateDer<'static>>);

impl CaFile {
    pub(super) fn certificates(&self) -> impl Iterator<Item = CertificateDer<'static>> {
        self.0.iter().cloned()
    }
}

impl FromStr for CaFile {
    type Err = String;

    /// Reads the file with this name.
    fn from_str(path: &str) -> Result<Self, String> {
        let text = fs::read(path).map_err(|error| format!("cannot read the file: {error}"))?;
        // A key may be in the same file.
        let certificates = CertificateDer::pem_slice_iter(&text).collect::<Result<Vec<_>, _>>();
        let certificates = certificates.map_err(|error| format!("the file is not valid PEM: {error}"))?;
        if certificates.is_empty() {
            return Err("the file contains no certificate in the format PEM".to_owned());
        }
        Ok(Self(certificates))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::CaFile;

    #[test]
    fn certificates_are_read() {
        let folder = std::env::temp_dir().join(format!("posttask-ca-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let read = |text: &str| {
            let path = folder.join("ca.pem");
            fs::write(&path, text).unwrap();
            path.to_string_lossy().parse::<CaFile>().map(|file| file.0.len())
        };
        let section = |kind: &str| format!("-----BEGIN {kind}-----\nAAAA\n-----END {kind}-----\n");
        let two = format!("a comment\n{}{}{}", section("CERTIFICATE"), section("PRIVATE KEY"), section("CERTIFICATE"));
        assert_eq!(read(&two), Ok(2));
        for text in ["", "text", &section("PRIVATE KEY")] {
            assert_eq!(read(text).unwrap_err(), "the file contains no certificate in the format PEM");
        }
        assert!(read("-----BEGIN CERTIFICATE-----\n?\n-----END CERTIFICATE-----\n").unwrap_err().contains("PEM"));
        let missing = folder.join("missing.pem").to_string_lossy().parse::<CaFile>().unwrap_err();
        assert!(missing.starts_with("cannot read the file: "), "{missing}");
        fs::remove_dir_all(folder).unwrap();
    }
}
