//! Integrity metadata: <https://www.w3.org/TR/SRI/#integrity-metadata>. Needs no engine.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use sha2::{Digest, Sha256, Sha384, Sha512};

/// A hash function. Stronger ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Algorithm {
    Sha256,
    Sha384,
    Sha512,
}

impl Algorithm {
    fn named(name: &str) -> Option<Self> {
        match &*name.to_ascii_lowercase() {
            "sha256" => Some(Self::Sha256),
            "sha384" => Some(Self::Sha384),
            "sha512" => Some(Self::Sha512),
            _ => None,
        }
    }

    fn digest(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha256 => Sha256::digest(bytes).to_vec(),
            Self::Sha384 => Sha384::digest(bytes).to_vec(),
            Self::Sha512 => Sha512::digest(bytes).to_vec(),
        }
    }
}

/// [Parses](https://www.w3.org/TR/SRI/#parse-metadata) metadata. Hashes of unknown functions are left out.
fn parse(metadata: &str) -> Vec<(Algorithm, String)> {
    let items = metadata.split_ascii_whitespace().filter_map(|item| {
        // Options are ignored: none are defined.
        let (hash, _) = item.split_once('?').unwrap_or((item, ""));
        let (name, digest) = hash.split_once('-').unwrap_or((hash, ""));
        Some((Algorithm::named(name)?, normalized(digest)))
    });
    items.collect()
}

/// Base64 in its usual alphabet without padding. Browsers also accept the alphabet for URLs.
fn normalized(digest: &str) -> String {
    digest.trim_end_matches('=').replace('-', "+").replace('_', "/")
}

/// Whether [bytes match metadata][1]: one of the hashes of the strongest function is theirs, or there is none.
///
/// [1]: https://www.w3.org/TR/SRI/#does-response-match-metadatalist
pub(super) fn matches(bytes: &[u8], metadata: &str) -> bool {
    let hashes = parse(metadata);
    let Some(strongest) = hashes.iter().map(|(algorithm, _)| *algorithm).max() else { return true };
    let actual = STANDARD_NO_PAD.encode(strongest.digest(bytes));
    hashes.contains(&(strongest, actual))
}

#[cfg(test)]
mod tests {
    use super::matches;

    const SHA_256_OF_A: &str = "sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=";
    const SHA_256_OF_B: &str = "sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0=";
    const SHA_384_OF_A: &str = "sha384-VKWbnyKwuAiA2EJ+VIt8I6vYc0huHwNdzpzWl+hRdQM8qojm1XvDXvrgta/TFF8x";
    const SHA_512_OF_A: &str =
        "sha512-H0D8ktokFpR1CXnubPWC8tXX0o4YM13gWrxU0FYOD1MChgxlK/CNVgJSql50IQVG82n7u86MEs/HlXsmUv6adQ==";

    #[test]
    fn one_hash_of_the_strongest_function_must_match() {
        for hash in [SHA_256_OF_A, SHA_384_OF_A, SHA_512_OF_A] {
            assert!(matches(b"a", hash) && !matches(b"b", hash), "{hash}");
        }
        let both = format!("{SHA_256_OF_A}\n{SHA_256_OF_B}");
        assert!(matches(b"a", &both) && matches(b"b", &both) && !matches(b"c", &both));
        let stronger = format!("{SHA_256_OF_B} {SHA_384_OF_A} sha1-x");
        assert!(matches(b"a", &stronger) && !matches(b"b", &stronger));
    }

    #[test]
    fn metadata_has_several_forms() {
        assert!(["", " ", "sha1-x", "-", "x", "sha256x-y"].iter().all(|metadata| matches(b"a", metadata)));
        assert!(["sha256", "sha256-", "sha256-x", "SHA256-x"].iter().all(|metadata| !matches(b"a", metadata)));
        let options = format!("{}?x?y", SHA_256_OF_A.replacen("sha", "SHA", 1));
        assert!(matches(b"a", &options) && !matches(b"b", &options));
        let for_urls = SHA_256_OF_A[7..].trim_end_matches('=').replace('/', "_");
        assert!(matches(b"a", &format!("sha256-{for_urls}")));
    }
}
