//! `\u{` without the flags `u` and `v`. It is the letter `u`, and `{2}` says how often it is repeated. The engine's
//! matcher takes `\u{2}` for a character.
//!
//! Such an expression is replaced by one without these backslashes.

use std::ops::Range;

use super::pattern::{Opening, Reference, Token, Tokens};

/// The pattern of an expression without the flags `u` and `v`, without backslashes in `\u{`, apart from names. `None`
/// if there are none.
pub(super) fn without_braced_escapes(pattern: &[u16]) -> Option<Vec<u16>> {
    let names = names(pattern);
    let mut replaced = Vec::with_capacity(pattern.len());
    let mut index = 0;
    while let Some(&unit) = pattern.get(index) {
        let is_escape = unit == u16::from(b'\\');
        let is_braced = is_escape && pattern[index + 1..].starts_with(&[b'u', b'{'].map(u16::from));
        if !is_braced || names.iter().any(|name| name.contains(&index)) {
            replaced.push(unit);
        }
        // What follows a backslash is not one.
        if is_escape {
            replaced.extend(pattern.get(index + 1));
        }
        index += if is_escape { 2 } else { 1 };
    }
    (replaced.len() < pattern.len()).then_some(replaced)
}

/// Where the names of groups are. Without any, `\k` is a letter.
fn names(pattern: &[u16]) -> Vec<Range<usize>> {
    let mut tokens = Tokens::new(pattern, false);
    let (mut names, mut has_groups, mut start) = (Vec::new(), false, 0);
    while let Some((token, _)) = tokens.next() {
        let opening = match token {
            Token::Open(Opening::Capturing(Some(name))) => Some(("(?<", name)),
            Token::BackReference(Reference::Name(name)) => Some((r"\k<", name)),
            _ => None,
        };
        if let Some((before, name)) = opening {
            has_groups |= before.starts_with('(');
            names.push(start + before.len()..start + before.len() + name.len());
        }
        start = pattern.len() - tokens.rest().len();
    }
    if has_groups { names } else { Vec::new() }
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
            (r"/[(?<x]\u{2}[>]/.exec('xuu>')", r#"["xuu>"]"#),
            (r"/[\k<]\u{2}>/.exec('<uu>')", r#"["<uu>"]"#),
            (r"/\k<\u{2}>/.exec('k<uu>')", r#"["k<uu>"]"#),
            (r"/^\u{2}\W$/i.source", r#""^\\u{2}\\W$""#),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
    }
}
