//! `TextDecoder`: <https://encoding.spec.whatwg.org/#interface-textdecoder>.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};
use encoding_rs::{Decoder, Encoding, UTF_8};

use super::decoding::{Decoded, ErrorMode, decode};
use super::unread_bytes::UnreadBytes;
use crate::web::webidl::{
    Dictionary, Layers, allow_shared_buffer_source, interface, new_object, prototype_of_new_target, range_error,
    type_error,
};

/// The state of a `TextDecoder`, and what a `TextDecoderStream` decodes with.
#[derive(Clone, Trace, Finalize)]
pub(super) struct TextDecoder {
    #[unsafe_ignore_trace]
    encoding: &'static Encoding,
    #[unsafe_ignore_trace]
    error_mode: ErrorMode,
    ignore_bom: bool,
    /// The stream that the next call of `decode` continues; `None` if the "do not flush" flag is not set.
    #[unsafe_ignore_trace]
    stream: Rc<RefCell<Option<Stream>>>,
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
    get "encoding" = |decoder| decoder.encoding_name();
    get "fatal" = |decoder| decoder.is_fatal();
    get "ignoreBOM" = |decoder| decoder.ignores_bom();
    operation "decode"(0) = decode_input;
}

/// [The constructor](https://encoding.spec.whatwg.org/#dom-textdecoder).
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let decoder = Arguments::convert(arguments, "TextDecoder", context)?;
    let prototype = prototype_of_new_target::<TextDecoder>(new_target, context)?;
    Ok(new_object(prototype, Layers::root(&Gc::new(decoder.into_decoder()?)), context))
}

/// The converted arguments of the constructors.
pub(super) struct Arguments {
    label: Option<JsString>,
    fatal: bool,
    ignore_bom: bool,
    interface: &'static str,
}

impl Arguments {
    /// Converts the arguments.
    ///
    /// # Errors
    ///
    /// `TypeError` if a value is not of its type. Whatever getters and `toString` throw.
    pub(super) fn convert(arguments: &[JsValue], interface: &'static str, context: &mut Context) -> JsResult<Self> {
        let label = match arguments.get_or_undefined(0) {
            label if label.is_undefined() => None,
            label => Some(label.to_string(context)?),
        };
        let options = Dictionary::from_value(arguments.get_or_undefined(1), interface)?;
        let fatal = options.boolean(js_string!("fatal"), context)?;
        let ignore_bom = options.boolean(js_string!("ignoreBOM"), context)?;
        Ok(Self { label, fatal, ignore_bom, interface })
    }

    /// # Errors
    ///
    /// `RangeError` if the label is not that of an encoding.
    pub(super) fn into_decoder(self) -> JsResult<TextDecoder> {
        let Self { label, fatal, ignore_bom, interface } = self;
        let encoding = label.map_or(Ok(UTF_8), |label| {
            let label = label.to_std_string_lossy();
            Encoding::for_label_no_replacement(label.as_bytes())
                .ok_or_else(|| range_error(format!("{interface}: '{label}' is not the label of an encoding")))
        })?;
        let error_mode = if fatal { ErrorMode::Fatal } else { ErrorMode::Replacement };
        Ok(TextDecoder { encoding, error_mode, ignore_bom, stream: Rc::default() })
    }
}

/// What error messages start with.
const WHAT: &str = "TextDecoder.decode";

/// [`decode`](https://encoding.spec.whatwg.org/#dom-textdecoder-decode).
fn decode_input(decoder: &Gc<TextDecoder>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsString> {
    let input = match arguments.get_or_undefined(0) {
        input if input.is_undefined() => None,
        input => Some(allow_shared_buffer_source(input, &"TextDecoder.decode: input", context)?),
    };
    let options = Dictionary::from_value(arguments.get_or_undefined(1), "TextDecoder.decode")?;
    let stream = options.boolean(js_string!("stream"), context)?;
    match input {
        Some(input) => input.with_bytes(context, |bytes| decoder.decode(bytes, stream, WHAT))?,
        None => decoder.decode(&[], stream, WHAT),
    }
}

impl TextDecoder {
    pub(super) fn encoding_name(&self) -> JsString {
        js_string!(self.encoding.name().to_ascii_lowercase())
    }

    pub(super) fn is_fatal(&self) -> bool {
        self.error_mode == ErrorMode::Fatal
    }

    pub(super) fn ignores_bom(&self) -> bool {
        self.ignore_bom
    }

    fn new_decoder(&self) -> Decoder {
        if self.ignore_bom {
            self.encoding.new_decoder_without_bom_handling()
        } else {
            self.encoding.new_decoder_with_bom_removal()
        }
    }

    /// The steps of `decode`. The stream continues with the next call if `continues` is set, even after an error.
    ///
    /// # Errors
    ///
    /// `TypeError` if the bytes are not valid and the mode is fatal.
    pub(super) fn decode(&self, bytes: &[u8], continues: bool, what: &str) -> JsResult<JsString> {
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
            return Err(type_error(format!("{what}: the bytes are not valid {name}")));
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
