//! Digests, for `createHash`.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

use super::bytes::{array_buffer, bytes_of};

/// `digest(algorithm, bytes)` returns an `ArrayBuffer`, or `undefined` if there is no such algorithm.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    super::functions(&[("digest", digest)], context)
}

fn digest(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let algorithm = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    let bytes = bytes_of(arguments.get_or_undefined(1), context)?;
    let digest = match algorithm.as_str() {
        "md5" => md5::Md5::digest(&bytes).to_vec(),
        "sha1" => Sha1::digest(&bytes).to_vec(),
        "sha224" => Sha224::digest(&bytes).to_vec(),
        "sha256" => Sha256::digest(&bytes).to_vec(),
        "sha384" => Sha384::digest(&bytes).to_vec(),
        "sha512" => Sha512::digest(&bytes).to_vec(),
        _ => return Ok(JsValue::undefined()),
    };
    array_buffer(&digest, context)
}
