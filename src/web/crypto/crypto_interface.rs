//! The `Crypto` interface: <https://w3c.github.io/webcrypto/#Crypto-interface>.

use std::fmt::Display;

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::{Context, JsData, JsError, JsObject, JsResult, JsString, JsValue, NativeFunction};
use boa_gc::{Finalize, Gc, Trace};

use super::subtle_crypto::SubtleCrypto;
use crate::engine;
use crate::engine::fill_with_random_bytes;
use crate::event_loop::in_realm;
use crate::web::dom::{DomException, DomExceptionName};
use crate::web::html::GlobalScope;
use crate::web::webidl::{array_buffer_view, attribute_name, create, define_global_attribute, interface};

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
    fill_with_random_bytes(&mut bytes, context).map_err(|error| no_random_bytes(error, context))?;
    array.write(&bytes, context)?;
    Ok(arguments[0].clone())
}

const fn has_integers(kind: TypedArrayKind) -> bool {
    !matches!(kind, TypedArrayKind::Float16 | TypedArrayKind::Float32 | TypedArrayKind::Float64)
}

/// [`randomUUID`](https://w3c.github.io/webcrypto/#Crypto-method-randomUUID).
fn random_uuid(context: &mut Context) -> JsResult<JsString> {
    engine::random_uuid(context).map(JsString::from).map_err(|error| no_random_bytes(error, context))
}

/// The error if the operating system has no random bytes. The standard defines none.
fn no_random_bytes(error: impl Display, context: &mut Context) -> JsError {
    DomException::error(DomExceptionName::Operation, &format!("Crypto: cannot get random bytes: {error}"), context)
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    define_global_attribute(attribute_name!("crypto"), NativeFunction::from_fn_ptr(get_crypto), None, context)
}
