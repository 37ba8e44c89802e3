//! Groups that are repeated within repeated groups. If the engine's matcher goes back into an earlier repetition of the
//! outer group, it has lost how often the inner group was repeated there: it repeats the inner one too often or not
//! often enough, or never ends. `/^(?:(?:ab?)+)*b$/` does not match `ab`.
//!
//! Such expressions have another matcher: see `matcher.rs`.

use super::pattern::{Quantifier, Token, Tokens};

/// Whether the engine's matcher may be wrong about a pattern.
pub(super) fn loses_repetitions(pattern: &[u16], has_unicode_sets: bool) -> bool {
    let mut groups = vec![Group::default()];
    for (token, quantifier) in Tokens::new(pattern, has_unicode_sets) {
        let part = match token {
            Token::Open(opening) => {
                groups.push(Group { is_assertion: opening.is_assertion(), ..Group::default() });
                continue;
            }
            Token::Alternative => {
                groups.last_mut().into_iter().for_each(Group::end_alternative);
                continue;
            }
            Token::Assertion | Token::BackReference(_) => Part { can_be_empty: true, ..Part::default() },
            Token::Character => Part::default(),
            Token::Strings => Part { can_be_empty: true, has_choice: true, ..Part::default() },
            // The pattern is valid, so the outermost group is never closed.
            Token::Close => groups.pop().unwrap_or_default().end(),
        };
        if quantifier.is_some_and(|quantifier| quantifier.repeats() && part.has_fragile_loop) {
            return true;
        }
        let Some(group) = groups.last_mut() else { return true };
        group.add(part, quantifier);
    }
    false
}

/// A part of a pattern that can have a quantifier.
#[derive(Clone, Copy, Default)]
struct Part {
    can_be_empty: bool,
    /// Whether the matcher can go back into it, after it has matched, to match in another way.
    has_choice: bool,
    /// Whether it contains a loop whose repetitions are lost if it is repeated itself.
    has_fragile_loop: bool,
}

/// A group that is being read.
#[derive(Default)]
struct Group {
    is_assertion: bool,
    /// What is known of the alternatives before the current one.
    ended: Part,
    /// Whether the current alternative needs a character.
    needs_character: bool,
}

impl Group {
    fn end_alternative(&mut self) {
        self.ended.can_be_empty |= !self.needs_character;
        self.ended.has_choice = true;
        self.needs_character = false;
    }

    fn end(self) -> Part {
        if self.is_assertion {
            // The matcher never goes back into an assertion, and loops in it start anew.
            return Part { can_be_empty: true, ..Part::default() };
        }
        Part { can_be_empty: self.ended.can_be_empty || !self.needs_character, ..self.ended }
    }

    fn add(&mut self, part: Part, quantifier: Option<Quantifier>) {
        self.needs_character |= !part.can_be_empty && quantifier.is_none_or(|quantifier| quantifier.min > 0);
        self.ended.has_choice |= part.has_choice || quantifier.is_some_and(Quantifier::is_choice);
        let is_fragile = |quantifier: Quantifier| part.has_choice && (part.can_be_empty || quantifier.counts());
        self.ended.has_fragile_loop |= part.has_fragile_loop || quantifier.is_some_and(is_fragile);
    }
}

#[cfg(test)]
mod tests {
    use super::loses_repetitions;
    use crate::engine::workarounds::evaluate;

    #[test]
    fn patterns_that_lose_repetitions_are_known() {
        for (pattern, expected) in [
            (r"(?:(?:ab?)+)*b", true),
            (r"(?:(?:(?:a*)?))*", true),
            (r"(?:a(b|bc)?)+", true),
            (r"(?:(x|y){2,3}z)*", true),
            (r"(?:(?:[^,]+)+?,)+", true),
            (r"(?:(?:a*)*b)*", true),
            (r"(?:(?:\1|a)*b)*", true),
            (r"(?:x(?=(?:(?:ab?)+)*))+", true),
            (r"((?:ab?){2}){2}", true),
            (r"(?:ab?)+", false),
            (r"(?:(?:ab?)*)*", false),
            (r"(?:(?:a)+b)*", false),
            (r"(?:[(]?a[+*]\(b?\))*", false),
            (r"(?:(?:ab?)+)?", false),
            (r"(?:x(?=(?:ab?)+))*", false),
            (r"(?:a{b?}c)*", false),
            (r"(?:(?:a|b)c+)*", false),
            ("", false),
        ] {
            let units: Vec<u16> = pattern.encode_utf16().collect();
            assert_eq!(loses_repetitions(&units, false), expected, "{pattern}");
        }
        let units: Vec<u16> = r"(?:[\q{a|ab}]+b)*".encode_utf16().collect();
        assert!(loses_repetitions(&units, true));
    }

    #[test]
    fn repetitions_are_counted() {
        for (source, expected) in [
            ("/^(?:(?:ab?)+)*b$/.test('ab')", "true"),
            ("/^(?:(?:a|ab)?){2}$/.test('abaa')", "false"),
            ("/(?:(?:a*)?)*b/.exec('aaa')", "null"),
            (r"/^(?:(?<n>ab?)+,?)*b(?<m>c)?/.exec('a,ab').groups", r#"{"n":"a"}"#),
            ("/(?:(ab?)+,?)*b/d.exec('xa,ab').indices", "[[1,5],[3,4]]"),
            ("'ab ab'.replace(/(?:(?:ab?)+)*b/g, m => `<${m}>`)", r#""<ab> <ab>""#),
            ("/^(?:(?:É|😀b?)+)*b$/i.exec('é😀b').index", "0"),
            ("/^(?:(?:é|😀b?)+)*b$/u.exec('é😀b')[0].length", "4"),
            (r"/^(?:(?:[\ud800-\ue000]|ab?)+)*$/.test('😀ab')", "true"),
            (r"/^(?:(?:[a-\ud7ff]|ab?)+)*$/.test('😀ab')", "false"),
            (r"/^(?:(?:[^\W_]b?)+)*b$/i.test('sb')", "true"),
            ("(r => [r.test('xab'), r.lastIndex, r.test('ab'), r.lastIndex])(/(?:(?:ab?)+)*b/y)", "[false,0,true,2]"),
            (r"/(?:(?:ab?)+)*(x)\2/y.exec('ax\x02')[0].length", "3"),
            (r"/(?:(?:ab?)+)*(x)\1/y.exec('aaxx')[0]", r#""aaxx""#),
            (r"/(?:(?:ab?)+)*(x)\1/y.exec('baxx')", "null"),
            (r"/\k<(?:(?:ab?)+)*b/.exec('k<ab')", r#"["k<ab"]"#),
            ("(r => (r.lastIndex = 3, [r.test('ab'), r.lastIndex]))(/(?:(?:ab?)+)*b/g)", "[false,0]"),
            ("(r => (r.compile('b', 'g'), r.exec('ab').index))(/(?:(?:ab?)+)*b/)", "1"),
            (
                "(() => { let n = 0; const r = /(?:(?:ab?)+)*b/;
                    r.lastIndex = { valueOf() { n++; return 9 } };
                    return [r.exec('ab'), n] })()",
                r#"[["ab"],1]"#,
            ),
            (
                "(r => { Object.freeze(r); try { r.exec('x') } catch (e) { return e.name } })(/(?:(?:ab?)+)*b/g)",
                r#""TypeError""#,
            ),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
    }
}
