//! The algorithms of `digest`: <https://w3c.github.io/webcrypto/#sha>.

use boa_engine::{Context, JsResult, JsValue, js_string};
use sha1::{Digest, Sha1};
use sha2::{Sha256, Sha384, Sha512};

use crate::web::dom::{DomException, DomExceptionName};
use crate::web::webidl::{Dictionary, dom_string};

/// A hash function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HashAlgorithm {
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

impl HashAlgorithm {
    const ALL: [Self; 4] = [Self::Sha1, Self::Sha256, Self::Sha384, Self::Sha512];

    const fn name(self) -> &'static str {
        match self {
            Self::Sha1 => "SHA-1",
            Self::Sha256 => "SHA-256",
            Self::Sha384 => "SHA-384",
            Self::Sha512 => "SHA-512",
        }
    }

    /// [Normalizes an algorithm](https://w3c.github.io/webcrypto/#dfn-normalize-an-algorithm) for the operation
    /// `digest`. It is a string, or an object with a `name`.
    ///
    /// # Errors
    ///
    /// `TypeError` if there is no `name`, `NotSupportedError` if the algorithm is unknown; whatever a getter or
    /// `toString` throws.
    pub(super) fn normalize(algorithm: &JsValue, context: &mut Context) -> JsResult<Self> {
        let name = if let Some(name) = algorithm.as_string() {
            name
        } else {
            let dictionary = Dictionary::from_value(algorithm, "SubtleCrypto.digest")?;
            dictionary.required(&js_string!("name"), context, dom_string)?
        };
        let name = name.to_std_string_lossy();
        // Omitted: the second conversion, to the dictionary of the algorithm: it has only the name.
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(&name)).ok_or_else(|| {
            let message = format!("SubtleCrypto.digest: the algorithm '{name}' is not supported");
            DomException::error(DomExceptionName::NotSupported, &message, context)
        })
    }

    /// Returns the digest of a message.
    pub(super) fn digest(self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha1 => Sha1::digest(message).to_vec(),
            Self::Sha256 => Sha256::digest(message).to_vec(),
            Self::Sha384 => Sha384::digest(message).to_vec(),
            Self::Sha512 => Sha512::digest(message).to_vec(),
        }
    }
}
