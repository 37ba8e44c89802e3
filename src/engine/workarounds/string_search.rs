//! Finds a string in another, without walking through what is before the position at which the search starts, as the
//! engine's own search does.

use boa_engine::JsString;
use boa_engine::string::JsStrVariant;
use memchr::{memchr, memmem};

/// [`StringIndexOf`](https://tc39.es/ecma262/#sec-stringindexof).
pub(super) fn index_of(string: &JsString, sought: &JsString, start: usize) -> Option<usize> {
    let index = match (string.variant(), sought.variant()) {
        (JsStrVariant::Latin1(string), JsStrVariant::Latin1(&[sought])) => memchr(sought, string.get(start..)?),
        (JsStrVariant::Latin1(string), JsStrVariant::Latin1(sought)) => memmem::find(string.get(start..)?, sought),
        (JsStrVariant::Latin1(string), JsStrVariant::Utf16(sought)) => {
            let sought: Option<Vec<u8>> = sought.iter().map(|&unit| u8::try_from(unit).ok()).collect();
            memmem::find(string.get(start..)?, &sought?)
        }
        (JsStrVariant::Utf16(string), JsStrVariant::Utf16(sought)) => find(string.get(start..)?, sought),
        (JsStrVariant::Utf16(string), JsStrVariant::Latin1(_)) => find(string.get(start..)?, &sought.to_vec()),
    };
    index.map(|index| start + index)
}

fn find(string: &[u16], sought: &[u16]) -> Option<usize> {
    let Some((first, rest)) = sought.split_first() else { return Some(0) };
    let last = string.len().checked_sub(sought.len())?;
    let mut start = 0;
    while start <= last {
        start += string[start..=last].iter().position(|unit| unit == first)?;
        if string[start + 1..].starts_with(rest) {
            return Some(start);
        }
        start += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use boa_engine::js_string;

    use super::*;

    #[test]
    fn strings_are_found_in_both_encodings() {
        for (string, needle, start, expected) in [
            ("banana", "an", 0, Some(1)),
            ("banana", "an", 2, Some(3)),
            ("banana", "an", 4, None),
            ("banana", "", 6, Some(6)),
            ("banana", "", 7, None),
            ("banana", "日", 0, None),
            ("日本日本", "本", 2, Some(3)),
            ("日本日本", "", 4, Some(4)),
            ("日a日ab", "ab", 0, Some(3)),
            ("aa日", "aab", 0, None),
            ("日", "日日", 0, None),
        ] {
            let (string, sought) = (js_string!(string), js_string!(needle));
            assert_eq!(index_of(&string, &sought, start), expected, "{needle}");
        }
        let wide = JsString::from(&[0x61, 0x62][..]);
        assert_eq!(index_of(&js_string!("cab"), &wide, 0), Some(1));
        assert_eq!(index_of(&wide, &js_string!("b"), 0), Some(1));
    }
}
