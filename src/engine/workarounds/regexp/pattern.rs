//! The parts of a regular expression's pattern, as far as the faults of the engine's matcher concern them. The pattern
//! is known to be valid.

/// A part of a [pattern](https://tc39.es/ecma262/#sec-patterns).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// The start of a group.
    Open(Opening<'a>),
    /// The end of a group.
    Close,
    /// `|`.
    Alternative,
    /// Something that matches no characters, such as `^` and `\b`.
    Assertion,
    BackReference(Reference<'a>),
    /// Something that matches one character.
    Character,
    /// Something that matches one of several strings, with the flag `v`.
    Strings,
}

/// What a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening<'a> {
    /// A group that captures nothing.
    Plain,
    /// A group that captures what it matches, with its name as it is written.
    Capturing(Option<&'a [u16]>),
    Lookahead,
    Lookbehind,
}

impl Opening<'_> {
    pub(super) fn is_assertion(self) -> bool {
        matches!(self, Self::Lookahead | Self::Lookbehind)
    }
}

/// The group that a backreference names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference<'a> {
    /// From 1 on.
    Number(usize),
    /// As it is written.
    Name(&'a [u16]),
}

/// How often a part is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quantifier {
    pub(super) min: u64,
    /// `u64::MAX` if there is no limit.
    pub(super) max: u64,
}

impl Quantifier {
    /// Whether a part can be matched more than once.
    pub(super) fn repeats(self) -> bool {
        self.max > 1
    }

    /// Whether there is more than one number of repetitions.
    pub(super) fn is_choice(self) -> bool {
        self.min != self.max
    }

    /// Whether the matcher needs to know the number of repetitions.
    pub(super) fn counts(self) -> bool {
        self.min > 0 || self.max < u64::MAX
    }
}

/// The parts of a pattern in their order, each with its quantifier.
pub(super) struct Tokens<'a> {
    rest: &'a [u16],
    has_unicode_sets: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(pattern: &'a [u16], has_unicode_sets: bool) -> Self {
        Self { rest: pattern, has_unicode_sets }
    }

    /// What follows the last part and its quantifier.
    pub(super) fn rest(&self) -> &'a [u16] {
        self.rest
    }

    fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }

    /// Skips what is next up to a unit, which is skipped, too. Returns what was before it.
    fn skip_past(&mut self, end: u8) -> &'a [u16] {
        let end = self.rest.iter().position(|&unit| unit == u16::from(end)).unwrap_or(self.rest.len());
        let skipped = &self.rest[..end];
        self.skip(end + 1);
        skipped
    }

    fn ascii(&self, index: usize) -> u8 {
        self.rest.get(index).and_then(|&unit| u8::try_from(unit).ok()).filter(u8::is_ascii).unwrap_or_default()
    }

    /// What follows a `(`.
    fn group(&mut self) -> Opening<'a> {
        let (opening, length) = match [self.ascii(0), self.ascii(1), self.ascii(2)] {
            [b'?', b'=' | b'!', _] => (Opening::Lookahead, 2),
            [b'?', b'<', b'=' | b'!'] => (Opening::Lookbehind, 3),
            [b'?', b'<', _] => {
                self.skip(2);
                (Opening::Capturing(Some(self.skip_past(b'>'))), 0)
            }
            // `(?:` and `(?i-m:`.
            [b'?', ..] => (Opening::Plain, self.rest.iter().take_while(|unit| **unit != u16::from(b':')).count() + 1),
            _ => (Opening::Capturing(None), 0),
        };
        self.skip(length);
        opening
    }

    /// What follows a `\`.
    fn escape(&mut self) -> Token<'a> {
        let escaped = self.ascii(0);
        self.skip(1);
        match escaped {
            b'b' | b'B' => Token::Assertion,
            // Without an end, it is a letter.
            b'k' if self.ascii(0) == b'<' && self.rest.contains(&u16::from(b'>')) => {
                self.skip(1);
                Token::BackReference(Reference::Name(self.skip_past(b'>')))
            }
            b'1'..=b'9' => {
                let mut number = usize::from(escaped - b'0');
                while let digit @ b'0'..=b'9' = self.ascii(0) {
                    number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
                    self.skip(1);
                }
                Token::BackReference(Reference::Number(number))
            }
            b'p' | b'P' if self.ascii(0) == b'{' => {
                self.skip_past(b'}');
                if self.has_unicode_sets { Token::Strings } else { Token::Character }
            }
            b'u' if self.ascii(0) == b'{' => {
                self.skip_past(b'}');
                Token::Character
            }
            _ => Token::Character,
        }
    }

    /// What follows a `[`.
    fn class(&mut self) -> Token<'a> {
        let (mut depth, mut has_strings) = (1_usize, false);
        while depth > 0 && !self.rest.is_empty() {
            match self.ascii(0) {
                b'\\' => {
                    has_strings |= matches!(self.ascii(1), b'q' | b'p' | b'P');
                    self.skip(1);
                }
                b'[' if self.has_unicode_sets => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            self.skip(1);
        }
        if has_strings && self.has_unicode_sets { Token::Strings } else { Token::Character }
    }

    /// The quantifier at the start of the rest.
    fn quantifier(&mut self) -> Option<Quantifier> {
        let (min, max, length) = match self.ascii(0) {
            b'*' => (0, u64::MAX, 1),
            b'+' => (1, u64::MAX, 1),
            b'?' => (0, 1, 1),
            b'{' => self.counted()?,
            _ => return None,
        };
        self.skip(length);
        if self.ascii(0) == b'?' {
            self.skip(1);
        }
        Some(Quantifier { min, max })
    }

    /// The numbers of `{2}`, `{2,}` or `{2,3}`, and its length.
    fn counted(&self) -> Option<(u64, u64, usize)> {
        let mut length = 1;
        let number = |length: &mut usize| {
            let start = *length;
            let mut number = 0_u64;
            while let digit @ b'0'..=b'9' = self.ascii(*length) {
                number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
                *length += 1;
            }
            (*length > start).then_some(number)
        };
        let min = number(&mut length)?;
        let mut max = min;
        if self.ascii(length) == b',' {
            length += 1;
            max = number(&mut length).unwrap_or(u64::MAX);
        }
        (self.ascii(length) == b'}').then_some((min, max, length + 1))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (Token<'a>, Option<Quantifier>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let unit = self.ascii(0);
        self.skip(1);
        let token = match unit {
            b'(' => return Some((Token::Open(self.group()), None)),
            b'|' => return Some((Token::Alternative, None)),
            b')' => Token::Close,
            b'^' | b'$' => Token::Assertion,
            b'\\' => self.escape(),
            b'[' => self.class(),
            _ => Token::Character,
        };
        Some((token, self.quantifier()))
    }
}
