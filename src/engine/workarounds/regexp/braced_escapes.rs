//! `\u{` without the flags `u` and `v`. It is the letter `u`, and `{2}` says how often it is repeated. The engine's
//! matcher takes `\u{2}` for a character.
//!
//! Such an expression is replaced by one without these backslashes.

/// The pattern of an expression without the flags `u` and `v`, without backslashes in `\u{`, apart from names. `None`
/// if there are none.
pub(super) fn without_braced_escapes(pattern: &[u16]) -> Option<Vec<u16>> {
    let [escape, group, reference] = [r"\u{", "(?<", r"\k<"].map(|text| text.encode_utf16().collect::<Vec<_>>());
    let mut replaced = Vec::with_capacity(pattern.len());
    let mut rest = pattern;
    while !rest.is_empty() {
        let mut length = if rest[0] == escape[0] { 2.min(rest.len()) } else { 1 };
        let is_lookbehind = [b'=', b'!'].iter().any(|&unit| rest.get(group.len()) == Some(&unit.into()));
        if rest.starts_with(&group) && !is_lookbehind || rest.starts_with(&reference) {
            length = rest.iter().position(|&unit| unit == u16::from(b'>')).unwrap_or(length);
        }
        replaced.extend_from_slice(if rest.starts_with(&escape) { &rest[1..2] } else { &rest[..length] });
        rest = &rest[length..];
    }
    (replaced.len() < pattern.len()).then_some(replaced)
}

#[cfg(test)]
mod tests {
    use crate::engine::workarounds::evaluate;

    #[test]
    fn the_escape_is_a_letter() {
        for (source, expected) in [
            (r"/^\u{2}$/.exec('uu')", r#"["uu"]"#),
            (r"/^\u{2}$/i.exec('uU')", r#"["uU"]"#),
            (r"/^[\u{61}]+$/.exec('u{6')", r#"["u{6"]"#),
            (r"/^\\u{2}$/.exec('\\uu')", r#"["\\uu"]"#),
            (r"/^\u{61}$/u.exec('a')", r#"["a"]"#),
            (r"/^\u{61}$/v.exec('a')", r#"["a"]"#),
            (r"/^(?<\u{61}>\u{2})\k<\u{61}>(?<=\u{2})>$/.exec('uuuu>').groups", r#"{"a":"uu"}"#),
            (r"/^\u{2}\W$/i.source", r#""^\\u{2}\\W$""#),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
    }
}
