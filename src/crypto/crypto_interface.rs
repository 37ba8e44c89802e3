//! The `Crypto` interface: <https://w3c.github.io/webcrypto/#Crypto-interface>.

use std::fmt::Write;

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::subtle_crypto::SubtleCrypto;
use crate::dom::{DomException, DomExceptionName};
use crate::event_loop::in_realm;
use crate::host::fill_with_random_bytes;
use crate::html::GlobalScope;
use crate::webidl::{array_buffer_view, create, define_global_attribute, interface};

/// The largest number of bytes that `getRandomValues` fills.
const QUOTA: usize = 65_536;

/// The state of a `Crypto` object.
#[derive(Trace, Finalize)]
pub(super) struct Crypto {
    subtle: JsObject,
}

interface! {
    Crypto;
    get "subtle" = |crypto| crypto.subtle.clone();
    operation "getRandomValues"(1) = get_random_values;
    operation "randomUUID"() = |_crypto, context| random_uuid(context)?;
}

/// The `Crypto` object of a realm.
#[derive(Trace, Finalize, JsData)]
struct OfRealm(JsObject);

fn get_crypto(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let realm = GlobalScope::of_this(this, context)?.realm()?;
    if let Some(OfRealm(crypto)) = realm.host_defined().get::<OfRealm>() {
        return Ok(crypto.clone().into());
    }
    let crypto = in_realm(&realm, context, |context| {
        let subtle = create(&Gc::new(SubtleCrypto), context)?;
        create(&Gc::new(Crypto { subtle }), context)
    })?;
    realm.host_defined_mut().insert(OfRealm(crypto.clone()));
    Ok(crypto.into())
}

/// [`getRandomValues`](https://w3c.github.io/webcrypto/#Crypto-method-getRandomValues).
fn get_random_values(_: &Gc<Crypto>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = array_buffer_view(&arguments[0], &"Crypto.getRandomValues: array", context)?;
    if !array.typed_array_kind().is_some_and(has_integers) {
        let message = "Crypto.getRandomValues: the array does not contain integers";
        return Err(DomException::error(DomExceptionName::TypeMismatch, message, context));
    }
    let length = array.byte_length(context);
    if length > QUOTA {
        // Omitted: the derived interface `QuotaExceededError` with its `quota` and `requested`: nothing else throws it.
        let message = format!("Crypto.getRandomValues: the array has {length} bytes, more than {QUOTA}");
        return Err(DomException::error(DomExceptionName::QuotaExceeded, &message, context));
    }
    let mut bytes = vec![0; length];
    fill(&mut bytes, context)?;
    array.write(&bytes, context)?;
    Ok(arguments[0].clone())
}

const fn has_integers(kind: TypedArrayKind) -> bool {
    !matches!(kind, TypedArrayKind::Float16 | TypedArrayKind::Float32 | TypedArrayKind::Float64)
}

/// [`randomUUID`](https://w3c.github.io/webcrypto/#Crypto-method-randomUUID).
fn random_uuid(context: &mut Context) -> JsResult<JsString> {
    let mut bytes = [0; 16];
    fill(&mut bytes, context)?;
    Ok(js_string!(uuid(bytes)))
}

/// [Generates a random UUID](https://w3c.github.io/webcrypto/#dfn-generate-a-random-uuid) from random bytes.
fn uuid(mut bytes: [u8; 16]) -> String {
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut uuid = String::with_capacity(36);
    for (index, byte) in bytes.into_iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            uuid.push('-');
        }
        // Writing to a string never fails.
        let _ = write!(uuid, "{byte:02x}");
    }
    uuid
}

/// Fills a buffer with random bytes. The standard does not define an error if the operating system has none.
fn fill(bytes: &mut [u8], context: &mut Context) -> JsResult<()> {
    fill_with_random_bytes(bytes, context).map_err(|error| {
        let message = format!("Crypto: there are no random bytes: {error}");
        DomException::error(DomExceptionName::Operation, &message, context)
    })
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    define_global_attribute("crypto", NativeFunction::from_fn_ptr(get_crypto), None, context)
}

#[cfg(test)]
mod tests {
    use super::uuid;

    #[test]
    fn version_and_variant_replace_bits() {
        assert_eq!(uuid([0; 16]), "00000000-0000-4000-8000-000000000000");
        assert_eq!(uuid([0xff; 16]), "ffffffff-ffff-4fff-bfff-ffffffffffff");
        let bytes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        assert_eq!(uuid(bytes), "00010203-0405-4607-8809-0a0b0c0d0e0f");
    }
}
