//! `TextDecoder`: <https://encoding.spec.whatwg.org/#interface-textdecoder>.

use std::cell::RefCell;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};
use encoding_rs::{Decoder, Encoding, UTF_8};

use super::decoding::{Decoded, ErrorMode, decode};
use super::unread_bytes::UnreadBytes;
use crate::web::webidl::{
    Dictionary, Layers, allow_shared_buffer_source, interface, new_object, prototype_of_new_target, range_error,
    type_error,
};

/// The state of a `TextDecoder`.
#[derive(Trace, Finalize)]
pub(super) struct TextDecoder {
    #[unsafe_ignore_trace]
    encoding: &'static Encoding,
    #[unsafe_ignore_trace]
    error_mode: ErrorMode,
    ignore_bom: bool,
    /// The stream that the next call of `decode` continues; `None` if the "do not flush" flag is not set.
    #[unsafe_ignore_trace]
    stream: RefCell<Option<Stream>>,
}

/// The decoder and the I/O queue.
struct Stream {
    /// Knows whether the byte order mark has been seen.
    decoder: Decoder,
    unread: UnreadBytes,
}

interface! {
    TextDecoder;
    constructor(0) = construct;
    get "encoding" = |decoder| js_string!(decoder.encoding.name().to_ascii_lowercase());
    get "fatal" = |decoder| decoder.error_mode == ErrorMode::Fatal;
    get "ignoreBOM" = |decoder| decoder.ignore_bom;
    operation "decode"(0) = decode_input;
}

/// [The constructor](https://encoding.spec.whatwg.org/#dom-textdecoder).
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let label = match arguments.get_or_undefined(0) {
        label if label.is_undefined() => None,
        label => Some(label.to_string(context)?),
    };
    let options = Dictionary::from_value(arguments.get_or_undefined(1), "TextDecoder")?;
    let fatal = options.boolean(js_string!("fatal"), context)?;
    let ignore_bom = options.boolean(js_string!("ignoreBOM"), context)?;
    let prototype = prototype_of_new_target::<TextDecoder>(new_target, context)?;
    let encoding = label.map_or(Ok(UTF_8), |label| {
        let label = label.to_std_string_lossy();
        Encoding::for_label_no_replacement(label.as_bytes())
            .ok_or_else(|| range_error(format!("TextDecoder: '{label}' is not the label of an encoding")))
    })?;
    let error_mode = if fatal { ErrorMode::Fatal } else { ErrorMode::Replacement };
    let decoder = TextDecoder { encoding, error_mode, ignore_bom, stream: RefCell::default() };
    Ok(new_object(prototype, Layers::root(&Gc::new(decoder)), context))
}

/// [`decode`](https://encoding.spec.whatwg.org/#dom-textdecoder-decode).
fn decode_input(decoder: &Gc<TextDecoder>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsString> {
    let input = match arguments.get_or_undefined(0) {
        input if input.is_undefined() => None,
        input => Some(allow_shared_buffer_source(input, &"TextDecoder.decode: input", context)?),
    };
    let options = Dictionary::from_value(arguments.get_or_undefined(1), "TextDecoder.decode")?;
    let stream = options.boolean(js_string!("stream"), context)?;
    match input {
        Some(input) => input.with_bytes(context, |bytes| decoder.decode(bytes, stream))?,
        None => decoder.decode(&[], stream),
    }
}

impl TextDecoder {
    fn new_decoder(&self) -> Decoder {
        if self.ignore_bom {
            self.encoding.new_decoder_without_bom_handling()
        } else {
            self.encoding.new_decoder_with_bom_removal()
        }
    }

    /// The steps of `decode`. The stream continues with the next call if `continues` is set, even after an error.
    fn decode(&self, bytes: &[u8], continues: bool) -> JsResult<JsString> {
        let stream = self.stream.take();
        let mut stream =
            stream.unwrap_or_else(|| Stream { decoder: self.new_decoder(), unread: UnreadBytes::default() });
        let decoded = stream.decode(bytes, !continues, self.error_mode);
        if continues {
            self.stream.replace(Some(stream));
        }
        let Decoded { text, stopped, .. } = decoded?;
        if stopped {
            let name = self.encoding.name().to_ascii_lowercase();
            return Err(type_error(format!("TextDecoder.decode: the bytes are not valid {name}")));
        }
        Ok(text)
    }
}

impl Stream {
    fn decode(&mut self, bytes: &[u8], last: bool, mode: ErrorMode) -> JsResult<Decoded> {
        if self.unread.is_empty() {
            let decoded = decode(&mut self.decoder, bytes, last, mode)?;
            self.unread.push(&bytes[decoded.read..]);
            return Ok(decoded);
        }
        self.unread.push(bytes);
        let decoded = decode(&mut self.decoder, self.unread.as_slice(), last, mode)?;
        self.unread.mark_as_read(decoded.read);
        Ok(decoded)
    }
}
