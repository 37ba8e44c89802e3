//! The strings of a serialized value.

use std::ops::Range;

use boa_engine::JsString;
use boa_engine::string::{JsStr, JsStrVariant};
use rustc_hash::FxHashMap;

/// The number of a string.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextId(usize);

/// Strings without memory of the engine, each of which is stored once. All of them are in two buffers: most values have
/// many short strings.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    latin1: Vec<u8>,
    utf16: Vec<u16>,
    parts: Vec<Part>,
}

/// Where a string is.
#[derive(Clone, Debug)]
enum Part {
    Latin1(Range<usize>),
    Utf16(Range<usize>),
}

impl Texts {
    /// The strings of the engine, by their numbers.
    pub(super) fn to_js(&self) -> Vec<JsString> {
        let text = |part: &Part| match part {
            Part::Latin1(range) => JsString::from(JsStr::latin1(&self.latin1[range.clone()])),
            Part::Utf16(range) => JsString::from(&self.utf16[range.clone()]),
        };
        self.parts.iter().map(text).collect()
    }
}

/// Adds strings to [`Texts`].
#[derive(Default)]
pub(super) struct TextsWriter {
    texts: Texts,
    known: FxHashMap<JsString, TextId>,
}

impl TextsWriter {
    /// Adds a string, unless it is there already.
    pub(super) fn add(&mut self, text: &JsString) -> TextId {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let part = match text.as_str().variant() {
            JsStrVariant::Latin1(units) => Part::Latin1(append(&mut self.texts.latin1, units)),
            JsStrVariant::Utf16(units) => Part::Utf16(append(&mut self.texts.utf16, units)),
        };
        let id = TextId(self.texts.parts.len());
        self.texts.parts.push(part);
        self.known.insert(text.clone(), id);
        id
    }

    /// The strings that were added.
    pub(super) fn finish(self) -> Texts {
        self.texts
    }
}

/// Returns where the units are.
fn append<T: Copy>(buffer: &mut Vec<T>, units: &[T]) -> Range<usize> {
    let start = buffer.len();
    buffer.extend_from_slice(units);
    start..buffer.len()
}

/// The string with this number.
pub(super) fn text(texts: &[JsString], id: TextId) -> JsString {
    texts.get(id.0).cloned().unwrap_or_default()
}
