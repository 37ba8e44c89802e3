//! Backreferences by a name that several groups have. The engine's matcher takes one of the groups, and not the one
//! that has matched: `/(?:(?<n>a)|(?<n>b))\k<n>/`.
//!
//! Such an expression is replaced by one with backreferences to all of these groups, one after the other. At most one
//! of the groups has matched, and references to the others match the empty string.

use super::names_in_lookbehinds::{group_names, unescape};
use super::pattern::{Reference, Token, Tokens};

/// The pattern with numbers in the place of names that several groups have. `None` if there are none.
pub(super) fn without_shared_names(pattern: &[u16], has_unicode_sets: bool) -> Option<Vec<u16>> {
    let names = group_names(pattern, has_unicode_sets);
    let mut replaced = Vec::new();
    let mut copied = 0;
    let mut tokens = Tokens::new(pattern, has_unicode_sets);
    let mut start = 0;
    while let Some((token, _)) = tokens.next() {
        if let Token::BackReference(Reference::Name(name)) = token {
            let wanted = Some(unescape(name));
            let numbers =
                names.iter().zip(1..).filter(|(name, _)| **name == wanted).map(|(_, number): (_, usize)| number);
            let references: Vec<String> = numbers.map(|number| format!(r"\{number}")).collect();
            if references.len() > 1 {
                replaced.extend_from_slice(&pattern[copied..start]);
                replaced.extend(format!("(?:{})", references.concat()).encode_utf16());
                copied = start + r"\k<>".len() + name.len();
            }
        }
        start = pattern.len() - tokens.rest().len();
    }
    (copied > 0).then(|| [replaced, pattern[copied..].to_vec()].concat())
}

#[cfg(test)]
mod tests {
    use crate::engine::workarounds::evaluate;

    #[test]
    fn the_group_that_has_matched_is_meant() {
        for (source, expected) in [
            (r"/(?:(?<x>a)|(?<x>b))\k<x>/.exec('bb')", r#"["bb",null,"b"]"#),
            (r"/(?:(?<x>a)|(?<x>b))\k<x>/.exec('abab')", "null"),
            (r"/(?:(?:(?<x>a)|(?<x>b))\k<x>){2}/.exec('aabb')", r#"["aabb",null,"b"]"#),
            (r"/^(?:(?<a>x)|(?<\u0061>y)|z){2}\k<a>$/.exec('yz')", r#"["yz",null,null]"#),
            (r"/(?:(?<x>a)|(?<x>b))\k<x>{2}1/u.exec('bbb1')", r#"["bbb1",null,"b"]"#),
            (r"/(?:(?<x>a)|(?<x>b))\k<x>1/v.exec('bb1')", r#"["bb1",null,"b"]"#),
            (r"/(?<=\k<x>(?:(?<x>a)|(?<x>b)))c/.exec('bbc')", r#"["c",null,"b"]"#),
            (r"/(?<y>a)(?:(?<x>b)|(?<x>c))\k<y>\k<x>/i.exec('acAC').groups", r#"{"y":"a","x":"c"}"#),
            (r"'aabb'.replace(/(?:(?<x>a)|(?<x>b))\k<x>/g, '[$<x>]')", r#""[a][b]""#),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
    }
}
