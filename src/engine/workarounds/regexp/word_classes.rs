//! Classes with `\W` in regular expressions that ignore case. The engine's matcher adds the letters K and S, which are
//! equal to a letter that is not in `\w` without regard to case: `/[\W_]/i` matches `s`, and `/[^\W_]/i` does not.
//!
//! Such an expression is replaced by one that lists the characters of `\w`: `/[^a-z0-9]/i` and `/[a-z0-9]/i`.

use std::iter::Peekable;
use std::slice::Iter;

/// The pattern with other classes in the place of those with `\W`. `None` if there are none that can be replaced.
pub(super) fn without_word_classes(pattern: &[u16]) -> Option<Vec<u16>> {
    let mut replaced = Vec::with_capacity(pattern.len());
    let mut has_changed = false;
    let mut rest = pattern;
    while let [unit, after @ ..] = rest {
        let length = match u8::try_from(*unit) {
            Ok(b'\\') => 2.min(rest.len()),
            Ok(b'[') => {
                let length = class_length(rest);
                if let Some(class) = word_class(&rest[1..length - 1]) {
                    replaced.extend(class.encode_utf16());
                    has_changed = true;
                    rest = &rest[length..];
                    continue;
                }
                length
            }
            _ => 1,
        };
        replaced.extend_from_slice(&rest[..length]);
        rest = if length == 1 { after } else { &rest[length..] };
    }
    has_changed.then_some(replaced)
}

/// The length of the class at the start of a pattern, with its brackets.
fn class_length(pattern: &[u16]) -> usize {
    let mut is_escaped = false;
    let end = pattern.iter().position(|&unit| {
        let is_end = unit == u16::from(b']') && !is_escaped;
        is_escaped = unit == u16::from(b'\\') && !is_escaped;
        is_end
    });
    end.map_or(pattern.len(), |end| end + 1)
}

/// A class that lists characters, for what is between the brackets of one that contains `\W`. `None` if there is no
/// `\W`, or something else that is not known here.
fn word_class(content: &[u16]) -> Option<String> {
    let (is_negated, content) = match content {
        [first, rest @ ..] if *first == u16::from(b'^') => (true, rest),
        _ => (false, content),
    };
    let is_word = [u16::from(b'\\'), u16::from(b'W')];
    if !content.windows(2).any(|pair| pair == is_word) {
        return None;
    }
    let members = members(content)?;
    let is_listed = |unit: u16| members.iter().any(|(first, last)| (*first..=*last).contains(&unit));
    // The expression ignores case, so one of both letters is enough.
    let lower = (b'0'..=b'9')
        .chain(b'a'..=b'z')
        .chain([b'_'])
        .filter(|unit| !is_listed(u16::from(*unit)) && !is_listed(u16::from(unit.to_ascii_uppercase())));
    let listed: String = lower.map(char::from).collect();
    Some(format!("[{}{listed}]", if is_negated { "" } else { "^" }))
}

/// The ranges of characters of a class, apart from those of `\W`. `None` if one is not known here.
fn members(content: &[u16]) -> Option<Vec<(u16, u16)>> {
    let mut members = Vec::new();
    let mut units = content.iter().peekable();
    while let Some(member) = member(&mut units)? {
        let (Member::Character(first), Some(&&next)) = (&member, units.peek()) else {
            members.extend(member.ranges());
            continue;
        };
        let mut after = units.clone();
        after.next();
        if next == u16::from(b'-') && after.peek().is_some() {
            let Some(Member::Character(last)) = self::member(&mut after)? else { return None };
            members.push((*first, last));
            units = after;
        } else {
            members.push((*first, *first));
        }
    }
    Some(members)
}

/// A part of a class.
enum Member {
    Character(u16),
    /// The characters of an escape such as `\d`, as far as they are in `\w`.
    Set(&'static [(u8, u8)]),
}

impl Member {
    fn ranges(&self) -> Vec<(u16, u16)> {
        match self {
            Self::Character(unit) => vec![(*unit, *unit)],
            Self::Set(ranges) => ranges.iter().map(|&(first, last)| (first.into(), last.into())).collect(),
        }
    }
}

const DIGITS: &[(u8, u8)] = &[(b'0', b'9')];
const NO_DIGITS: &[(u8, u8)] = &[(b'A', b'Z'), (b'_', b'_'), (b'a', b'z')];
const WORD: &[(u8, u8)] = &[(b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z')];

/// Reads a part of a class: `None` outside for what is not known here, and inside at the end.
#[expect(clippy::option_option, reason = "the end is no failure")]
fn member(units: &mut Peekable<Iter<'_, u16>>) -> Option<Option<Member>> {
    let Some(&unit) = units.next() else { return Some(None) };
    if unit != u16::from(b'\\') {
        return Some(Some(Member::Character(unit)));
    }
    let escaped = *units.next()?;
    Some(Some(match u8::try_from(escaped) {
        Ok(b'd') => Member::Set(DIGITS),
        Ok(b'D') => Member::Set(NO_DIGITS),
        Ok(b'w' | b'S') => Member::Set(WORD),
        Ok(b's' | b'W') => Member::Set(&[]),
        Ok(b'b') => Member::Character(8),
        Ok(b't') => Member::Character(9),
        Ok(b'n') => Member::Character(10),
        Ok(b'v') => Member::Character(11),
        Ok(b'f') => Member::Character(12),
        Ok(b'r') => Member::Character(13),
        Ok(unit) if unit.is_ascii_alphanumeric() => return None,
        _ => Member::Character(escaped),
    }))
}

#[cfg(test)]
mod tests {
    use crate::engine::workarounds::evaluate;

    #[test]
    fn classes_without_word_characters_ignore_case() {
        for (source, expected) in [
            (r"'some skate_Kit'.replace(/[\W_]+/gi, '-')", "some-skate-Kit"),
            (r"'some skate_Kit'.match(/[^\W_]+/gi).join()", "some,skate,Kit"),
            (
                r"[/[\W]/i, /[^\W\d]/i, /[^\W]/iu, /[\Wa-f]/i, /[^\W-]/i].map(r => ['s', 'K', 'c', '5', ' ', '_', '-']
               .filter(c => r.test(c)).join('')).join()",
                " -,sKc_,sKc5_,c -,sKc5_",
            ),
            (r"'ſ'.match(/[^\W]/iu)[0]", "ſ"),
            (
                r"const r = /[^\W_]/giy; [r.exec('sk')[0], r.lastIndex, r.test('sk'), r.test('sk')].join()",
                "s,1,true,false",
            ),
            (r"const q = /([\W_])(x)\1/i; q.exec('ks-x-')[0] + q.source", r"-x-([\W_])(x)\1"),
            (r"const c = /[\W_]/i; c.test('s'); c.compile('s', 'i'); c.test('S')", "true"),
            (r"/\[\W]/i.test('[ ]') + '' + /[\]\W]/i.test('s')", "truefalse"),
            (r"'a-b'.split(/[\W]/i).join()", "a,b"),
            (r"[/[\W\f-z]/i, /[^\W\n-~]/i].map(r => r.test('s')).join()", "true,false"),
        ] {
            assert_eq!(evaluate(source), expected, "{source}");
        }
    }
}
