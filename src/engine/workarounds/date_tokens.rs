//! Splits the text of a date into tokens.

/// What a word means. A word is a keyword if its first three letters are those of a keyword and, except for months, it
/// has no more letters.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Word {
    /// The number of a month from 1.
    Month(i32),
    /// The hours that `AM` or `PM` add.
    HalfDay(i32),
    /// The hours east of Greenwich.
    TimeZone(i32),
    /// `T`.
    TimeSeparator,
    Unknown,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Token {
    /// A value and its number of digits, with leading zeros. The value is that of at most nine digits.
    Number(i32, usize),
    /// A word and the number of its letters.
    Word(Word, usize),
    /// One of `:-+.)`.
    Symbol(u8),
    WhiteSpace,
    /// A text in parentheses, or another character.
    Unknown,
    End,
}

impl Token {
    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Number(..))
    }

    /// The value of a number of exactly this many digits.
    pub(super) fn fixed(self, length: usize) -> Option<i32> {
        match self {
            Self::Number(value, digits) if digits == length => Some(value),
            _ => None,
        }
    }

    /// 1 or -1 for a sign.
    pub(super) fn sign(self) -> Option<i32> {
        match self {
            Self::Symbol(b'+') => Some(1),
            Self::Symbol(b'-') => Some(-1),
            _ => None,
        }
    }

    pub(super) fn is_z(self) -> bool {
        self == Self::Word(Word::TimeZone(0), 1)
    }
}

/// Reads tokens, with the next one at hand.
pub(super) struct Tokens<'a> {
    units: &'a [u16],
    next: Token,
}

/// The number of digits that count.
const MAX_DIGITS: usize = 9;

impl<'a> Tokens<'a> {
    pub(super) fn new(units: &'a [u16]) -> Self {
        // For V8, a text ends before its first NUL.
        let length = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
        let mut tokens = Self { units: &units[..length], next: Token::End };
        tokens.next = tokens.scan();
        tokens
    }

    pub(super) fn peek(&self) -> Token {
        self.next
    }

    pub(super) fn next(&mut self) -> Token {
        let next = self.scan();
        std::mem::replace(&mut self.next, next)
    }

    /// Skips the next token if it is this symbol.
    pub(super) fn skip(&mut self, symbol: u8) -> bool {
        let is_next = self.next == Token::Symbol(symbol);
        if is_next {
            self.next();
        }
        is_next
    }

    fn scan(&mut self) -> Token {
        let Some((&first, rest)) = self.units.split_first() else { return Token::End };
        match u8::try_from(first) {
            Ok(b'0'..=b'9') => return self.number(),
            Ok(symbol @ (b':' | b'-' | b'+' | b'.' | b')')) => {
                self.units = rest;
                return Token::Symbol(symbol);
            }
            Ok(b'(') => {
                self.skip_parentheses();
                return Token::Unknown;
            }
            _ => {}
        }
        if is_white_space(first) {
            self.units = rest;
            return Token::WhiteSpace;
        }
        if is_of_a_word(first) {
            return self.word();
        }
        self.units = rest;
        Token::Unknown
    }

    /// Takes code units while a condition holds.
    fn take(&mut self, condition: fn(u16) -> bool) -> &'a [u16] {
        let length = self.units.iter().position(|&unit| !condition(unit)).unwrap_or(self.units.len());
        let (taken, rest) = self.units.split_at(length);
        self.units = rest;
        taken
    }

    fn number(&mut self) -> Token {
        let digits = self.take(|unit| matches!(unit, 0x30..=0x39));
        let zeros = digits.iter().take_while(|&&digit| digit == 0x30).count();
        let significant = digits[zeros..].iter().take(MAX_DIGITS);
        let value = significant.fold(0, |value, &digit| value * 10 + i32::from(digit - 0x30));
        Token::Number(value, digits.len())
    }

    fn word(&mut self) -> Token {
        let letters = self.take(|unit| is_of_a_word(unit) && !is_white_space(unit));
        let mut start = [0; 3];
        for (letter, &unit) in start.iter_mut().zip(letters) {
            *letter = u8::try_from(unit).unwrap_or(u8::MAX).to_ascii_lowercase();
        }
        Token::Word(meaning(start, letters.len()), letters.len())
    }

    fn skip_parentheses(&mut self) {
        let mut depth = 0_usize;
        while let Some((&unit, rest)) = self.units.split_first() {
            self.units = rest;
            match u8::try_from(unit) {
                Ok(b'(') => depth += 1,
                Ok(b')') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}

/// The meaning of a word that starts with these letters, in lower case.
fn meaning(start: [u8; 3], length: usize) -> Word {
    const MONTHS: [&[u8; 3]; 12] =
        [b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec"];
    if let Some(month) = (1..).zip(MONTHS).find_map(|(month, name)| (*name == start).then_some(month)) {
        return Word::Month(month);
    }
    if length > start.len() {
        return Word::Unknown;
    }
    match &start {
        b"am\0" => Word::HalfDay(0),
        b"pm\0" => Word::HalfDay(12),
        b"ut\0" | b"utc" | b"z\0\0" | b"gmt" => Word::TimeZone(0),
        b"edt" => Word::TimeZone(-4),
        b"est" | b"cdt" => Word::TimeZone(-5),
        b"cst" | b"mdt" => Word::TimeZone(-6),
        b"mst" | b"pdt" => Word::TimeZone(-7),
        b"pst" => Word::TimeZone(-8),
        b"t\0\0" => Word::TimeSeparator,
        _ => Word::Unknown,
    }
}

/// [`WhiteSpace`](https://tc39.es/ecma262/#prod-WhiteSpace) or
/// [`LineTerminator`](https://tc39.es/ecma262/#prod-LineTerminator).
fn is_white_space(unit: u16) -> bool {
    unit == 0xFEFF || char::from_u32(unit.into()).is_some_and(|char| char.is_whitespace() && char != '\u{85}')
}

fn is_of_a_word(unit: u16) -> bool {
    unit >= u16::from(b'A')
}
