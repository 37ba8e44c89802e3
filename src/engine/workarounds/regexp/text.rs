//! Strings in UTF-8 for a matcher that takes no other encoding.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::JsString;
use boa_engine::string::JsStrVariant;

use super::surrogates::stand_in;

/// A string in UTF-8.
pub(super) struct Utf8Text {
    pub(super) text: String,
    /// The index in `text` of each code unit, and the length of `text`. Empty if they are the same.
    indices: Vec<usize>,
    /// Whether it contains surrogates that stand for themselves.
    pub(super) has_surrogates: bool,
}

impl Utf8Text {
    /// If `has_pairs`, two surrogates can be one character.
    fn new(string: &JsString, has_pairs: bool) -> Self {
        if let JsStrVariant::Latin1(bytes) = string.variant()
            && let Ok(text) = str::from_utf8(bytes)
            && text.is_ascii()
        {
            return Self { text: text.to_owned(), indices: Vec::new(), has_surrogates: false };
        }
        let units = string.to_vec();
        let mut converted = Self { text: String::new(), indices: Vec::new(), has_surrogates: false };
        let mut rest = units.as_slice();
        while !rest.is_empty() {
            let decoded = char::decode_utf16(rest.iter().copied()).next().and_then(Result::ok);
            let whole = decoded.filter(|character| has_pairs || character.len_utf16() == 1);
            let character = whole.unwrap_or_else(|| stand_in(rest[0]));
            converted.has_surrogates |= whole.is_none();
            let length = whole.map_or(1, char::len_utf16);
            converted.indices.extend(std::iter::repeat_n(converted.text.len(), length));
            converted.text.push(character);
            rest = &rest[length..];
        }
        converted.indices.push(converted.text.len());
        converted
    }

    /// The index in the text of a code unit.
    pub(super) fn of_code_unit(&self, index: usize) -> usize {
        self.indices.get(index).copied().unwrap_or(index)
    }

    /// The index of the code unit that an index in the text is that of.
    pub(super) fn code_unit_at(&self, index: usize) -> usize {
        if self.indices.is_empty() { index } else { self.indices.partition_point(|&other| other < index) }
    }
}

/// The last string that was converted: loops search a string many times.
#[derive(Default)]
pub(super) struct LastText(RefCell<Option<(JsString, bool, Rc<Utf8Text>)>>);

impl LastText {
    /// Converts a string. If `has_pairs`, two surrogates can be one character. Takes O(1) time for the last string.
    pub(super) fn convert(&self, string: &JsString, has_pairs: bool) -> Rc<Utf8Text> {
        let known = self.0.borrow();
        if let Some((last, last_has_pairs, text)) = &*known
            && *last_has_pairs == has_pairs
            && is_same(last, string)
        {
            return text.clone();
        }
        drop(known);
        let text = Rc::new(Utf8Text::new(string, has_pairs));
        *self.0.borrow_mut() = Some((string.clone(), has_pairs, text.clone()));
        text
    }
}

/// Whether two strings are one in memory.
fn is_same(left: &JsString, right: &JsString) -> bool {
    match (left.variant(), right.variant()) {
        (JsStrVariant::Latin1(left), JsStrVariant::Latin1(right)) => std::ptr::eq(left, right),
        (JsStrVariant::Utf16(left), JsStrVariant::Utf16(right)) => std::ptr::eq(left, right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use boa_engine::js_string;
    use boa_engine::string::JsStr;

    use super::*;

    #[test]
    fn code_units_have_their_places() {
        let text = Utf8Text::new(&js_string!("aé😀b"), true);
        let places: Vec<_> = (0..=5).map(|index| text.of_code_unit(index)).collect();
        assert_eq!((places, text.has_surrogates), (vec![0, 1, 3, 3, 7, 8], false));
        assert_eq!([0, 1, 3, 7, 8].map(|index| text.code_unit_at(index)), [0, 1, 2, 4, 5]);
        let text = Utf8Text::new(&js_string!("a😀"), false);
        assert_eq!((text.text.chars().count(), text.has_surrogates), (3, true));
        let text = Utf8Text::new(&JsString::from(JsStr::utf16(&[0xDC00, 0x61])), true);
        assert_eq!((text.text.as_str(), text.has_surrogates), ("\u{10dc00}a", true));
        let text = Utf8Text::new(&js_string!("ab"), true);
        assert_eq!((text.of_code_unit(2), text.code_unit_at(1)), (2, 1));
    }
}
