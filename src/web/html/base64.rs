//! `atob` and `btoa`: <https://html.spec.whatwg.org/multipage/webappapis.html#atob>.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use boa_engine::{Context, JsResult, JsString, JsValue, js_string};

use super::GlobalScope;
use crate::web::dom::{DomException, DomExceptionName};
use crate::web::webidl::{define_global_operation, require_arguments, static_string};

/// Decoding as forgiving as in Infra: padding is optional, and unused bits may have any value.
const FORGIVING: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

fn invalid(message: &str, context: &mut Context) -> boa_engine::JsError {
    DomException::error(DomExceptionName::InvalidCharacter, message, context)
}

/// [`btoa`](https://html.spec.whatwg.org/multipage/webappapis.html#dom-btoa).
fn btoa(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    GlobalScope::of_this(this, context)?;
    require_arguments(arguments, 1, "btoa")?;
    let text = arguments[0].to_string(context)?;
    let bytes: Result<Vec<u8>, _> = text.to_vec().into_iter().map(u8::try_from).collect();
    match bytes {
        Ok(bytes) => Ok(js_string!(FORGIVING.encode(bytes)).into()),
        Err(_) => Err(invalid("the string contains characters outside the Latin1 range", context)),
    }
}

/// [`atob`](https://html.spec.whatwg.org/multipage/webappapis.html#dom-atob), by
/// [forgiving-base64 decode](https://infra.spec.whatwg.org/#forgiving-base64-decode).
fn atob(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    GlobalScope::of_this(this, context)?;
    require_arguments(arguments, 1, "atob")?;
    let text = arguments[0].to_string(context)?;
    let is_space = |unit: &u16| matches!(unit, 0x09 | 0x0a | 0x0c | 0x0d | 0x20);
    let bytes: Result<Vec<u8>, _> =
        text.to_vec().into_iter().filter(|unit| !is_space(unit)).map(u8::try_from).collect();
    match bytes.ok().and_then(forgiving_decode) {
        Some(bytes) => {
            let units: Vec<u16> = bytes.into_iter().map(u16::from).collect();
            Ok(JsString::from(units.as_slice()).into())
        }
        None => Err(invalid("the string is not correctly encoded", context)),
    }
}

/// Decodes base64. Padding is optional, but if it is given, it must fill the last group of four.
fn forgiving_decode(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    if bytes.len().is_multiple_of(4) {
        for _ in 0..2 {
            if bytes.last() == Some(&b'=') {
                bytes.pop();
            }
        }
    }
    if bytes.contains(&b'=') { None } else { FORGIVING.decode(bytes).ok() }
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    define_global_operation(static_string!("atob"), 1, atob, context)?;
    define_global_operation(static_string!("btoa"), 1, btoa, context)
}

#[cfg(test)]
mod tests {
    use super::forgiving_decode;

    #[test]
    fn padding_is_optional_but_must_be_correct() {
        assert_eq!(forgiving_decode(b"YQ==".to_vec()), Some(b"a".to_vec()));
        assert_eq!(forgiving_decode(b"YQ".to_vec()), Some(b"a".to_vec()));
        assert_eq!(forgiving_decode(b"YR".to_vec()), Some(b"a".to_vec()));
        for wrong in ["YQ=", "=", "Y", "YQ===", "Y=Q="] {
            assert_eq!(forgiving_decode(wrong.into()), None, "{wrong}");
        }
    }
}
