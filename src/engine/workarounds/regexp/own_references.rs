//! Backreferences to the group that they are in, which has not matched yet. If the engine's matcher goes back into the
//! group, it takes them for what the group matched before: `/((?:c?)\1)a/` matches less than it should.
//!
//! Such expressions have another matcher: see `matcher.rs`.

use super::pattern::{Opening, Reference, Token, Tokens};

/// Whether a pattern has a backreference to a group that it is in.
pub(super) fn has_own_references(pattern: &[u16], has_unicode_sets: bool) -> bool {
    let mut count = 0;
    let mut open = Vec::new();
    for (token, _) in Tokens::new(pattern, has_unicode_sets) {
        match token {
            Token::Open(Opening::Capturing(name)) => {
                count += 1;
                open.push(Some((count, name)));
            }
            Token::Open(_) => open.push(None),
            Token::Close => drop(open.pop()),
            Token::BackReference(reference) => {
                let is_own = |(number, name): &(usize, Option<&[u16]>)| match reference {
                    Reference::Number(other) => *number == other,
                    Reference::Name(other) => *name == Some(other),
                };
                if open.iter().flatten().any(is_own) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::has_own_references;
    use crate::engine::workarounds::evaluate;

    #[test]
    fn own_references_are_known() {
        for (pattern, expected) in [
            (r"(a\1)", true),
            (r"()(?:(?<n>(?=a\k<n>)))", true),
            (r"()(a\1)", false),
            (r"(a)\1", false),
            (r"(a)\10", false),
            (r"(a\10)", false),
            (r"(?<n>a)(?<m>\k<n>)", false),
        ] {
            let units: Vec<u16> = pattern.encode_utf16().collect();
            assert_eq!(has_own_references(&units, false), expected, "{pattern}");
        }
    }

    #[test]
    fn own_references_match_nothing() {
        for (source, expected) in [
            (r"/((?:c?)\1)[^a]/.exec('c')", r#"["c",""]"#),
            (r"/(?<n>(?:[^a]{2,})\k<n>).\1/.exec('11b11')", r#"["11b11","11"]"#),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
    }
}
