//! The order of texts for people: the [Unicode collation algorithm] with the root collation of CLDR, as far as Latin
//! letters, marks and punctuation are concerned. Other letters are in the order of their code points.
//!
//! [Unicode collation algorithm]: https://www.unicode.org/reports/tr10/

use std::cmp::Ordering;

/// What is compared.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "options that a program sets one by one")]
pub(super) struct Collator {
    /// Whether marks make a difference.
    pub(super) compares_accents: bool,
    /// Whether uppercase makes a difference.
    pub(super) compares_case: bool,
    /// Whether digits are compared as numbers.
    pub(super) is_numeric: bool,
    pub(super) ignores_punctuation: bool,
    pub(super) has_upper_first: bool,
}

/// White space and punctuation, and then symbols, in their order.
const SIGNS: &str = "\t\n\u{b}\u{c}\r\u{85} _-‐‑‒–—―,;:!¡?¿.·'‹›\"«»()[]{}§¶@*/\\&#%`´^¯¨¸°©®+±÷×<=>¬|¦~¤¢$£¥";
/// The last of the signs that is no symbol.
const LAST_PUNCTUATION: char = '%';

/// Combining marks in their order. The others come later.
const MARKS: [u32; 17] = [
    0x332, 0x313, 0x314, 0x301, 0x300, 0x306, 0x302, 0x30c, 0x30a, 0x308, 0x30b, 0x303, 0x307, 0x338, 0x327, 0x328,
    0x304,
];

/// Letters that are others with a mark, or follow others.
const LETTERS: [(char, &str, Weight); 16] = [
    ('æ', "ae", Weight::Mark),
    ('œ', "oe", Weight::Mark),
    ('ø', "o", Weight::Stroke),
    ('đ', "d", Weight::Mark),
    ('ð', "d", Weight::LaterMark),
    ('ħ', "h", Weight::Mark),
    ('ĸ', "q", Weight::Next),
    ('ł', "l", Weight::Mark),
    ('ŀ', "l", Weight::LaterMark),
    ('ß', "ss", Weight::Mark),
    ('ĳ', "ij", Weight::Variant),
    ('ſ', "s", Weight::Mark),
    ('ı', "i", Weight::Next),
    ('ŋ', "n", Weight::Next),
    ('ŧ', "t", Weight::Next),
    ('þ', "z", Weight::Next),
];

/// How a letter differs from another.
#[derive(Clone, Copy, PartialEq)]
enum Weight {
    /// As by U+0338.
    Stroke,
    Mark,
    LaterMark,
    /// As uppercase and lowercase do.
    Variant,
    /// It is another letter, the next one.
    Next,
}

/// Where the weights of kinds of characters begin.
const SYMBOLS: u32 = 0x1_0000;
const DIGITS: u32 = 0x4_0000;
const LATIN: u32 = 0x5_0000;
const LETTERS_OF_OTHERS: u32 = 0x10_0000;

const COMMON: u32 = 1;

/// A collation element.
#[derive(Clone, Copy)]
struct Element {
    primary: u32,
    secondary: u32,
    tertiary: u32,
}

impl Collator {
    /// Compares two texts, of which characters are decomposed ([NFD](https://www.unicode.org/reports/tr15/)).
    pub(super) fn compare(self, left: &[u16], right: &[u16]) -> Ordering {
        let (left, right) = (self.elements(left), self.elements(right));
        let level = |weight: fn(&Element) -> u32| {
            let weights = |elements: &[Element]| elements.iter().map(weight).filter(|&weight| weight > 0).collect();
            let (left, right): (Vec<u32>, Vec<u32>) = (weights(&left), weights(&right));
            left.cmp(&right)
        };
        let mut order = level(|element| element.primary);
        if self.compares_accents {
            order = order.then_with(|| level(|element| element.secondary));
        }
        if self.compares_case {
            // Without accents, the case of marks does not count.
            let case: fn(&Element) -> u32 = if self.compares_accents {
                |element| element.tertiary
            } else {
                |element| if element.primary > 0 { element.tertiary } else { 0 }
            };
            order = order.then_with(|| level(case));
        }
        order
    }

    fn elements(self, text: &[u16]) -> Vec<Element> {
        let mut elements = Vec::with_capacity(text.len());
        let mut characters =
            char::decode_utf16(text.iter().copied()).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).peekable();
        while let Some(character) = characters.next() {
            if self.is_numeric && character.is_ascii_digit() {
                let mut number = vec![character];
                while let Some(digit) = characters.next_if(char::is_ascii_digit) {
                    number.push(digit);
                }
                push_number(&mut elements, &number);
            } else {
                self.push(&mut elements, character);
            }
        }
        elements
    }

    fn push(self, elements: &mut Vec<Element>, character: char) {
        let code = u32::from(character);
        match character {
            '\0'..='\u{8}'
            | '\u{e}'..='\u{1f}'
            | '\u{7f}'..='\u{84}'
            | '\u{86}'..='\u{9f}'
            | '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'..='\u{2064}'
            | '\u{feff}' => {}
            '\u{300}'..='\u{36f}' => elements.push(Element { primary: 0, secondary: mark(code), tertiary: COMMON }),
            '0'..='9' => elements.push(element(DIGITS + code, COMMON)),
            '\u{b2}' | '\u{b3}' | '\u{b9}' => {
                let digit = if code == 0xb9 { '1' } else { char::from_u32(code - 0x80).unwrap_or('1') };
                elements.push(element(DIGITS + u32::from(digit), COMMON + 2));
            }
            '\u{aa}' => elements.push(element(latin('a'), COMMON + 2)),
            '\u{ba}' => elements.push(element(latin('o'), COMMON + 2)),
            'µ' => elements.push(element(LETTERS_OF_OTHERS + u32::from('μ'), COMMON + 2)),
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{3000}' => self.push_sign(elements, ' ', COMMON + 1),
            '‘' | '’' | '‚' => self.push_quote(elements, '\'', character),
            '“' | '”' | '„' => self.push_quote(elements, '"', character),
            '…' => (0..3).for_each(|_| self.push_sign(elements, '.', COMMON + 1)),
            '\u{2000}'..='\u{2bff}' | '\u{3001}'..='\u{303f}' | '\u{1f000}'..='\u{1faff}' => {
                self.push_sign(elements, character, COMMON);
            }
            '\u{30a1}'..='\u{30f6}' => elements.push(element(LETTERS_OF_OTHERS + code - 0x60, COMMON + 1)),
            _ if character.is_alphabetic() => self.push_letter(elements, character),
            _ if code < 0x100 => self.push_sign(elements, character, COMMON),
            _ => elements.push(element(LETTERS_OF_OTHERS + code, COMMON)),
        }
    }

    /// A typographic quotation mark is another with a mark.
    fn push_quote(self, elements: &mut Vec<Element>, plain: char, quote: char) {
        let length = elements.len();
        self.push_sign(elements, plain, COMMON);
        if elements.len() > length {
            elements.push(Element { primary: 0, secondary: mark(u32::from(quote)), tertiary: COMMON });
        }
    }

    fn push_sign(self, elements: &mut Vec<Element>, sign: char, tertiary: u32) {
        let index = SIGNS.find(sign);
        if self.ignores_punctuation && index.is_some() && index <= SIGNS.find(LAST_PUNCTUATION) {
            return;
        }
        let weight = index.and_then(|index| u32::try_from(index + 1).ok());
        elements.push(element(weight.unwrap_or(SYMBOLS + u32::from(sign)), tertiary));
    }

    fn push_letter(self, elements: &mut Vec<Element>, letter: char) {
        let lower = letter.to_lowercase().next().unwrap_or(letter);
        let case = COMMON + u32::from((lower != letter) != self.has_upper_first);
        if lower.is_ascii() {
            elements.push(element(latin(lower), case));
            return;
        }
        let Some((_, letters, weight)) = LETTERS.iter().find(|(special, ..)| *special == lower) else {
            elements.push(element(LETTERS_OF_OTHERS + u32::from(lower), case));
            return;
        };
        for (index, base) in letters.chars().enumerate() {
            let primary = latin(base) + u32::from(*weight == Weight::Next);
            elements.push(element(primary, case + 2 * u32::from(*weight == Weight::Variant)));
            let secondary = match weight {
                Weight::Stroke => mark(0x338),
                Weight::Mark => mark(0x335),
                Weight::LaterMark => mark(0x336),
                Weight::Variant | Weight::Next => continue,
            };
            if index == 0 {
                elements.push(Element { primary: 0, secondary, tertiary: COMMON });
            }
        }
    }
}

fn element(primary: u32, tertiary: u32) -> Element {
    Element { primary, secondary: COMMON, tertiary }
}

/// The weight of an ASCII letter, after which there is room for others.
fn latin(letter: char) -> u32 {
    LATIN + 2 * u32::from(letter)
}

fn mark(code: u32) -> u32 {
    let index = MARKS.iter().position(|&mark| mark == code).and_then(|index| u32::try_from(index).ok());
    COMMON + 1 + index.unwrap_or(code)
}

/// A number: first how many digits it has, and then the digits.
fn push_number(elements: &mut Vec<Element>, digits: &[char]) {
    let zeros = digits.iter().take_while(|&&digit| digit == '0').count();
    let digits = &digits[zeros..];
    let length = u32::try_from(digits.len()).unwrap_or(u32::MAX).min(LATIN - DIGITS - 0x101);
    elements.push(element(DIGITS + 0x100 + length, COMMON));
    elements.extend(digits.iter().map(|&digit| element(DIGITS + u32::from(digit), COMMON)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_ordered_for_people() {
        let collator = Collator {
            compares_accents: true,
            compares_case: true,
            is_numeric: false,
            ignores_punctuation: false,
            has_upper_first: false,
        };
        let order = |collator: Collator, left: &str, right: &str| {
            let (left, right): (Vec<u16>, Vec<u16>) = (left.encode_utf16().collect(), right.encode_utf16().collect());
            collator.compare(&left, &right)
        };
        let words =
            ["", " ", "_", "-", "—", "'", "\"", "@", "$", "€", "0", "a", "A", "a\u{301}", "a-b", "ab", "ae", "æ"];
        let words =
            words.into_iter().chain(["B", "d", "đ", "ð", "o", "ø", "o\u{304}", "ss", "ß", "z", "þ", "α", "я", "日"]);
        let words: Vec<&str> = words.collect();
        for pair in words.windows(2) {
            assert_eq!(order(collator, pair[0], pair[1]), Ordering::Less, "{pair:?}");
            assert_eq!(order(collator, pair[1], pair[0]), Ordering::Greater, "{pair:?}");
        }
        assert_eq!(order(Collator { is_numeric: true, ..collator }, "a10", "a9"), Ordering::Greater);
        assert_eq!(order(Collator { compares_case: false, ..collator }, "a", "A"), Ordering::Equal);
        assert_eq!(order(Collator { ignores_punctuation: true, ..collator }, "a, b", "ab"), Ordering::Equal);
        assert_eq!(order(Collator { has_upper_first: true, ..collator }, "A", "a"), Ordering::Less);
        assert_eq!(order(collator, "a\u{ad}", "a\0"), Ordering::Equal);
    }
}
