//! Surrogates that are characters of their own, in text and patterns in UTF-8. Code points of a private area, in the
//! same order, stand for them.

/// The stand-in of a surrogate `s` is `STAND_INS + s`.
const STAND_INS: u32 = 0x0010_0000;
const FIRST: u16 = 0xD800;
const LAST: u16 = 0xDFFF;

/// The character that stands for a surrogate.
pub(super) fn stand_in(surrogate: u16) -> char {
    char::from_u32(STAND_INS + u32::from(surrogate)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The code points of a pattern without the flags `u` and `v`, with stand-ins for its surrogates.
pub(super) fn with_stand_ins(pattern: &[u16]) -> Vec<u32> {
    let mut converted = Converted::default();
    let mut rest = pattern;
    while !rest.is_empty() {
        let name = if converted.is_in_class { 0 } else { name_length(rest) };
        let (atom, length) = if name > 0 { (None, name) } else { atom(rest) };
        converted.add(&rest[..length], atom);
        rest = &rest[length..];
    }
    converted.code_points
}

/// The length of the start of a group with a name, up to the end of the name.
fn name_length(pattern: &[u16]) -> usize {
    let starts = |text: &str| text.encode_utf16().eq(pattern.iter().copied().take(text.len()));
    if !starts("(?<") || starts("(?<=") || starts("(?<!") {
        return 0;
    }
    pattern.iter().position(|&unit| unit == u16::from(b'>')).map_or(0, |end| end + 1)
}

/// What a code unit or an escape stands for, if it may be the bound of a range, and its length.
fn atom(pattern: &[u16]) -> (Option<u16>, usize) {
    let hexadecimal = |digits: &[u16]| {
        let digits =
            String::from_utf16(digits).ok().filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        u16::from_str_radix(&digits?, 16).ok()
    };
    match pattern {
        [backslash, letter, rest @ ..] if [*backslash, *letter] == [b'\\', b'u'].map(u16::from) => {
            let value = rest.get(..4).and_then(hexadecimal);
            value.map_or((None, 2), |value| (Some(value), 6))
        }
        [backslash, _, ..] if *backslash == u16::from(b'\\') => (None, 2),
        units => (units.first().copied(), 1.min(units.len())),
    }
}

/// A pattern that is being converted.
#[derive(Default)]
struct Converted {
    code_points: Vec<u32>,
    is_in_class: bool,
    /// What the last atom of a class was, if it may be the lower bound of a range.
    lower: Option<Bound>,
    /// Whether a hyphen has followed it.
    is_range: bool,
}

/// The lower bound of a range.
#[derive(Clone, Copy)]
enum Bound {
    Surrogate,
    Before,
    After,
}

impl Bound {
    fn of(unit: Option<u16>) -> Self {
        match unit {
            Some(FIRST..=LAST) => Self::Surrogate,
            Some(unit) if unit > LAST => Self::After,
            // Of the escapes, only those with four digits can be larger.
            _ => Self::Before,
        }
    }
}

impl Converted {
    fn add(&mut self, text: &[u16], atom: Option<u16>) {
        let is_unit = |unit: u8| text == [u16::from(unit)];
        if !self.is_in_class || is_unit(b']') {
            self.is_in_class = is_unit(b'[');
            (self.lower, self.is_range) = (None, false);
        } else if is_unit(b'-') && self.lower.is_some() && !self.is_range {
            self.is_range = true;
        } else if let Some(lower) = self.lower.filter(|_| self.is_range) {
            (self.lower, self.is_range) = (None, false);
            self.end_range(lower, text, atom);
            return;
        } else {
            self.lower = Some(Bound::of(atom));
        }
        self.push(text, atom);
    }

    fn push(&mut self, text: &[u16], atom: Option<u16>) {
        match atom {
            Some(surrogate @ FIRST..=LAST) => self.code_points.push(stand_in(surrogate).into()),
            _ => self.code_points.extend(text.iter().map(|&unit| u32::from(unit))),
        }
    }

    /// Splits a range where the stand-ins are not next to their neighbors.
    fn end_range(&mut self, lower: Bound, text: &[u16], upper: Option<u16>) {
        let push_range = |converted: &mut Self, first: u32, last: u32| {
            converted.code_points.extend([first, u32::from(b'-'), last]);
        };
        match (lower, upper) {
            (Bound::Before, Some(surrogate @ FIRST..=LAST)) => {
                self.code_points.push(u32::from(FIRST) - 1);
                push_range(self, stand_in(FIRST).into(), stand_in(surrogate).into());
            }
            (Bound::Before, Some(unit)) if unit > LAST => {
                self.push(text, upper);
                push_range(self, stand_in(FIRST).into(), stand_in(LAST).into());
            }
            (Bound::Surrogate, Some(unit)) if unit > LAST => {
                self.code_points.push(stand_in(LAST).into());
                push_range(self, u32::from(LAST) + 1, unit.into());
            }
            _ => self.push(text, upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patterns as V8 sees them, with the converted ones.
    #[test]
    fn patterns_have_stand_ins() {
        for (pattern, expected) in [
            (r"a\ud83db", "a\u{10d83d}b"),
            (r"\\ud83d", r"\\ud83d"),
            (r"[\ud800-\udbff-]", "[\u{10d800}-\u{10dbff}-]"),
            (r"[a-\uffff]", "[a-\\uffff\u{10d800}-\u{10dfff}]"),
            (r"[^\0-\ud900b]", "[^\\0-\u{d7ff}\u{10d800}-\u{10d900}b]"),
            (r"[\udc00-\ue001]a-\ud800", "[\u{10dc00}-\u{10dfff}\u{e000}-\u{e001}]a-\u{10d800}"),
            (r"[\ue000-\uffff-a]", r"[\ue000-\uffff-a]"),
            (r"[\d\]-\uffff]", "[\\d\\]-\\uffff\u{10d800}-\u{10dfff}]"),
            (r"(?<\ud835\udc9c>\ud835)[(?<\ud800>]", "(?<\\ud835\\udc9c>\u{10d835})[(?<\u{10d800}>]"),
            (r"\u{2}[-\ud800]\", "\\u{2}[-\u{10d800}]\\"),
        ] {
            let units: Vec<u16> = pattern.encode_utf16().collect();
            let converted: String = with_stand_ins(&units).into_iter().filter_map(char::from_u32).collect();
            assert_eq!(converted, expected, "{pattern}");
        }
    }
}
