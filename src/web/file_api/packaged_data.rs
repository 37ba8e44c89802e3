//! What a read of a blob results in.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use boa_engine::string::JsStr;
use boa_engine::{Context, JsResult, JsString, JsValue, js_string};

use crate::engine::{MAX_STRING_LENGTH, string_too_long};
use crate::web::encoding::{charset_of, decode_as};
use crate::web::webidl::{dom_string, new_array_buffer};

/// What a read results in.
#[derive(Clone, Debug)]
pub(super) enum Format {
    ArrayBuffer,
    BinaryString,
    DataUrl,
    /// Text, in the encoding with this label if there is one.
    Text(Option<JsString>),
}

impl Format {
    /// Text, in the encoding with the label that is an optional argument.
    ///
    /// # Errors
    ///
    /// Whatever the conversion of the argument throws; `name` says which one it is.
    pub(super) fn text(label: &JsValue, name: &str, context: &mut Context) -> JsResult<Self> {
        let label = if label.is_undefined() { None } else { Some(dom_string(label, &name, context)?) };
        Ok(Self::Text(label))
    }
}

/// [Packages the data](https://w3c.github.io/FileAPI/#blob-package-data).
///
/// # Errors
///
/// `RangeError` if the result would be too long for a string, and whatever the engine throws for want of memory.
pub(super) fn package(format: &Format, data: &[u8], media_type: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let length = match format {
        Format::BinaryString => data.len(),
        Format::DataUrl => media_type.len() + data.len().div_ceil(3) * 4 + "data:;base64,".len(),
        // Its length follows from the text.
        Format::ArrayBuffer | Format::Text(_) => 0,
    };
    if length > MAX_STRING_LENGTH {
        return Err(string_too_long());
    }
    Ok(match format {
        Format::ArrayBuffer => new_array_buffer(data, context)?.into(),
        Format::BinaryString => JsString::from(JsStr::latin1(data)).into(),
        Format::DataUrl => {
            let media_type = media_type.to_std_string_lossy();
            let media_type = if media_type.is_empty() { "application/octet-stream" } else { &media_type };
            js_string!(format!("data:{media_type};base64,{}", STANDARD.encode(data))).into()
        }
        Format::Text(label) => {
            let label = label.as_ref().map(JsString::to_std_string_lossy);
            let charset = charset_of(label.as_deref(), &media_type.to_std_string_lossy());
            decode_as(charset, data)?.into()
        }
    })
}
