//! The Web Cryptography API: random values and digests.
//!
//! Defined by <https://w3c.github.io/webcrypto/>.
// Omitted: the interface `CryptoKey`, and the methods of `SubtleCrypto` other than `digest`: they all need keys.

mod crypto_interface;
mod hash_algorithm;
mod subtle_crypto;

use boa_engine::{Context, JsResult};

use self::crypto_interface::Crypto;
use self::subtle_crypto::SubtleCrypto;
use crate::web::webidl::Interface;

/// Registers this module's interfaces in the current realm, and defines `crypto` on its global object. Every program
/// counts as a secure context, so the members that require one exist.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    SubtleCrypto::register(context)?;
    Crypto::register(context)?;
    crypto_interface::register(context)
}
