//! Names of groups in lookbehinds. The engine's matcher reads these from right to left, and gives the names to the
//! groups in this order: `a` and `b` are mixed up in `/(?<=(?<a>x)(?<b>y))/`.
//!
//! Such expressions have another matcher, with the names from the pattern: see `matcher.rs`.

use super::pattern::{Opening, Token, Tokens};

/// Whether a pattern has a name in a lookbehind.
pub(super) fn has_names_in_lookbehinds(pattern: &[u16], has_unicode_sets: bool) -> bool {
    let mut open = Vec::new();
    for (token, _) in Tokens::new(pattern, has_unicode_sets) {
        match token {
            Token::Open(Opening::Capturing(Some(_))) if open.contains(&Opening::Lookbehind) => return true,
            Token::Open(opening) => open.push(opening),
            Token::Close => drop(open.pop()),
            _ => {}
        }
    }
    false
}

/// The names of the groups that capture something, in the order of their numbers.
pub(super) fn group_names(pattern: &[u16], has_unicode_sets: bool) -> Vec<Option<Vec<u16>>> {
    let tokens = Tokens::new(pattern, has_unicode_sets);
    let names = tokens.filter_map(|(token, _)| match token {
        Token::Open(Opening::Capturing(name)) => Some(name.map(unescape)),
        _ => None,
    });
    names.collect()
}

/// A name without escapes such as `\u0061` and `\u{61}`.
pub(super) fn unescape(name: &[u16]) -> Vec<u16> {
    let mut units = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [unit, after @ ..] = rest {
        let escape = [u16::from(b'\\'), u16::from(b'u')];
        let Some(digits) = rest.strip_prefix(&escape) else {
            units.push(*unit);
            rest = after;
            continue;
        };
        let (digits, length) = match digits.strip_prefix(&[u16::from(b'{')]) {
            Some(digits) => {
                let count = digits.iter().take_while(|unit| **unit != u16::from(b'}')).count();
                (&digits[..count], count + 4)
            }
            None => (&digits[..4.min(digits.len())], 6),
        };
        let value = u32::from_str_radix(&String::from_utf16_lossy(digits), 16).unwrap_or_default();
        match (u16::try_from(value), char::from_u32(value)) {
            (Ok(unit), _) => units.push(unit),
            (_, Some(character)) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            _ => {}
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    units
}

#[cfg(test)]
mod tests {
    use crate::engine::workarounds::evaluate;

    #[test]
    fn groups_have_their_names() {
        for (source, expected) in [
            ("/(?<=(?<a>x)(?<b>y))z/.exec('xyz').groups", r#"{"a":"x","b":"y"}"#),
            ("/(?<=(x)(?<b>y))z(?<c>w)?/d.exec('xyzw').indices.groups", r#"{"b":[1,2],"c":[3,4]}"#),
            ("'xyz'.replace(/(?<=(?<a>x)(?<b>y))z/, '$<a>$<b>$1$2')", r#""xyxyxy""#),
            (r"/(?<=(?<\u0061\u{62}>x)(?<\ud835\udc9c>y))z/.exec('xyz').groups", r#"{"ab":"x","𝒜":"y"}"#),
            (r"/(?<!(?<a>x))(?<b>z)\k<b>/.exec('zz').groups", r#"{"b":"z"}"#),
            ("/(?<=(?<n>x)y|(?<n>z)y)w/.exec('zyw').groups", r#"{"n":"z"}"#),
            ("/(?<=(?<n>x)y|(?<n>z)y)w/.exec('xyw').groups", r#"{"n":"x"}"#),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
    }
}
