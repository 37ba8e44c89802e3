//! The strings that regular expressions search. The engine's matcher needs two bytes for each code unit: whenever it
//! looks for a match in a string with one, it copies the string. So a loop over all matches takes quadratic time. A
//! string that is searched again is copied once and for all here.

use std::cell::{Cell, RefCell};

use boa_engine::object::IndexPropertyValues;
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};

/// The length from which on a string is worth a copy.
const LONG: usize = 256;

/// The string that was searched last.
#[derive(Default)]
pub(super) struct SearchedString {
    /// Where its code units are: enough to guess that it is searched again, without keeping it alive.
    place: Cell<(usize, usize)>,
    /// The string and its copy, if it was searched again.
    copy: RefCell<Option<(JsString, JsString)>>,
}

impl SearchedString {
    /// The copy of a string to search, if it is worth while.
    pub(super) fn copy_of(&self, string: &JsString) -> Option<JsString> {
        let JsStrVariant::Latin1(bytes) = string.variant() else { return None };
        if bytes.len() < LONG {
            return None;
        }
        let place = (bytes.as_ptr().addr(), bytes.len());
        if self.place.replace(place) != place {
            self.copy.take();
            return None;
        }
        let mut copy = self.copy.borrow_mut();
        if !copy.as_ref().is_some_and(|(original, _)| is_same(original, bytes)) {
            let units: Vec<u16> = bytes.iter().copied().map(u16::from).collect();
            *copy = Some((string.clone(), JsStr::utf16(&units).into()));
        }
        copy.as_ref().map(|(_, copy)| copy.clone())
    }
}

fn is_same(string: &JsString, bytes: &[u8]) -> bool {
    matches!(string.variant(), JsStrVariant::Latin1(own) if std::ptr::eq(own, bytes))
}

/// Puts parts of a string into a match that was found in its copy.
///
/// # Errors
///
/// None, since the program has not seen the match.
pub(super) fn restore(found: &JsObject, string: &JsString, context: &mut Context) -> JsResult<()> {
    let groups: Vec<JsValue> = match found.borrow().properties().index_property_values() {
        IndexPropertyValues::DenseElement(groups) => groups.cloned().collect(),
        _ => Vec::new(),
    };
    for (index, group) in groups.into_iter().enumerate() {
        if let Some(group) = group.as_string() {
            found.create_data_property_or_throw(index, narrow(&group), context)?;
        }
    }
    found.create_data_property_or_throw(js_string!("input"), string.clone(), context)?;
    if let Some(groups) = found.get(js_string!("groups"), context)?.as_object() {
        for name in groups.own_property_keys(context)? {
            if let Some(group) = groups.get(name.clone(), context)?.as_string() {
                groups.create_data_property_or_throw(name, narrow(&group), context)?;
            }
        }
    }
    Ok(())
}

/// The same string with one byte for each code unit.
fn narrow(string: &JsString) -> JsString {
    let JsStrVariant::Utf16(units) = string.variant() else { return string.clone() };
    let bytes: Option<Vec<u8>> = units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
    bytes.map_or_else(|| string.clone(), |bytes| JsStr::latin1(&bytes).into())
}

#[cfg(test)]
mod tests {
    use crate::engine::workarounds::evaluate;

    #[test]
    fn matches_in_long_strings_are_those_in_short_ones() {
        let source = "const text = 'x'.repeat(1000) + 'ab1'.repeat(3);
            const strip = found => [[...found], found.index - 1000, found.input === text, { ...found.groups },
                found.indices?.map(range => range.map(index => index - 1000))];
            JSON.stringify([[...text.matchAll(/a(?<n>b)(c)?/g)].map(strip), strip(/b(1)/d.exec(text))])";
        let found = |index: usize| format!(r#"[["ab","b",null],{index},true,{{"n":"b"}},null]"#);
        let expected = format!(r#"[[{},{},{}],[["b1","1"],1,true,{{}},[[1,3],[2,3]]]]"#, found(0), found(3), found(6));
        assert_eq!(evaluate(source), expected);
    }
}
