//! A string that grows.

use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{JsResult, JsString};

use super::string_length::{MAX_STRING_LENGTH, string_too_long};

/// A string that grows: with a byte per code unit as long as that is possible. Adding to it takes time in proportion to
/// what is added.
#[derive(Default)]
pub(super) struct TextBuilder {
    latin1: Vec<u8>,
    /// All code units, from the first one on that needs two bytes.
    utf16: Option<Vec<u16>>,
}

impl TextBuilder {
    /// Adds a string.
    ///
    /// # Errors
    ///
    /// `RangeError` if the text would be longer than a string can be. So do the other methods.
    pub(super) fn push(&mut self, string: &JsString) -> JsResult<()> {
        match string.variant() {
            JsStrVariant::Latin1(bytes) => self.push_latin1(bytes),
            JsStrVariant::Utf16(units) => self.push_utf16(units),
        }
    }

    /// Adds code units below 256.
    pub(super) fn push_latin1(&mut self, bytes: &[u8]) -> JsResult<()> {
        self.check(bytes.len())?;
        match &mut self.utf16 {
            None => self.latin1.extend_from_slice(bytes),
            Some(units) => units.extend(bytes.iter().copied().map(u16::from)),
        }
        Ok(())
    }

    /// Adds code units.
    pub(super) fn push_utf16(&mut self, added: &[u16]) -> JsResult<()> {
        self.check(added.len())?;
        let latin1 = &mut self.latin1;
        let units = self.utf16.get_or_insert_with(|| std::mem::take(latin1).into_iter().map(u16::from).collect());
        units.extend_from_slice(added);
        Ok(())
    }

    fn check(&self, added: usize) -> JsResult<()> {
        let length = self.utf16.as_ref().map_or(self.latin1.len(), Vec::len);
        if length + added > MAX_STRING_LENGTH { Err(string_too_long()) } else { Ok(()) }
    }

    /// Returns the text.
    pub(super) fn finish(self) -> JsString {
        match self.utf16 {
            None => JsStr::latin1(&self.latin1).into(),
            Some(units) => JsStr::utf16(&units).into(),
        }
    }
}
