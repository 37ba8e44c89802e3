//! What the text of a date means: the format of ECMAScript and, as in V8, other formats that programs use.
//!
//! Texts that are not in the [date time string format][format] are read from left to right: a number before a colon
//! begins a time, a sign after a time begins an offset, and other numbers are those of a day. Words before the first
//! number, and text in parentheses, do not count.
//!
//! [format]: https://tc39.es/ecma262/#sec-date-time-string-format

use super::date_tokens::{Token, Tokens, Word};

/// A point in time that a text states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DateText {
    pub(super) year: i32,
    /// From 1 to 12.
    pub(super) month: i32,
    /// From 1 to 31.
    pub(super) day: i32,
    /// In milliseconds from midnight.
    pub(super) time: i32,
    pub(super) offset: Offset,
}

/// The offset that a text states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Offset {
    /// In seconds east of UTC.
    Seconds(i32),
    /// None: the text is in local time.
    Local,
}

impl DateText {
    /// Reads a text.
    pub(super) fn parse(units: &[u16]) -> Option<Self> {
        let mut tokens = Tokens::new(units);
        let (mut day, mut time, mut zone) = (Day::default(), Time::default(), Zone::default());
        let first = read_date_time(&mut tokens, &mut day, &mut time, &mut zone)?;
        read_anything(first, &mut tokens, &mut day, &mut time, &mut zone)?;
        let (year, month, day) = day.finish()?;
        Some(Self { year, month, day, time: time.finish()?, offset: zone.finish()? })
    }
}

/// Reads a text in the format of ECMAScript. Returns the token at which the text deviates from it, which is the end if
/// it does not, or `None` if the text cannot be in another format either.
fn read_date_time(tokens: &mut Tokens<'_>, day: &mut Day, time: &mut Time, zone: &mut Zone) -> Option<Token> {
    if let Some(sign) = tokens.peek().sign() {
        let first = tokens.next();
        let Some(year) = tokens.peek().fixed(6) else { return Some(first) };
        tokens.next();
        if sign < 0 && year == 0 {
            return Some(first);
        }
        day.add(sign * year);
    } else if let Some(year) = tokens.peek().fixed(4) {
        day.add(year);
        tokens.next();
    } else {
        return Some(tokens.next());
    }
    for is_valid in [is_month, is_day] {
        if !tokens.skip(b'-') {
            break;
        }
        let Some(value) = tokens.peek().fixed(2).filter(|&value| is_valid(value)) else { return Some(tokens.next()) };
        day.add(value);
        tokens.next();
    }
    if matches!(tokens.peek(), Token::Word(Word::TimeSeparator, _)) {
        tokens.next();
        read_time(tokens, time)?;
        read_offset(tokens, zone)?;
        if tokens.peek() != Token::End {
            return None;
        }
    } else if tokens.peek() == Token::End {
        // A date without a time is in UTC.
        zone.set_hours(0);
    } else {
        return Some(tokens.next());
    }
    day.is_year_first = true;
    Some(Token::End)
}

/// Reads `HH:mm`, `HH:mm:ss` or `HH:mm:ss.sss`, with any number of digits after the point.
fn read_time(tokens: &mut Tokens<'_>, time: &mut Time) -> Option<()> {
    let hour = tokens.next().fixed(2).filter(|hour| (0..=24).contains(hour))?;
    time.add(hour);
    let is_valid = |value: &i32| is_minute(*value) && (hour < 24 || *value == 0);
    if !tokens.skip(b':') {
        return None;
    }
    time.add(tokens.next().fixed(2).filter(is_valid)?);
    if tokens.skip(b':') {
        time.add(tokens.next().fixed(2).filter(is_valid)?);
        if tokens.skip(b'.') {
            let fraction = tokens.next();
            let Token::Number(value, _) = fraction else { return None };
            if hour == 24 && value > 0 {
                return None;
            }
            time.add(milliseconds(fraction)?);
        }
    }
    Some(())
}

/// Reads `Z`, `+HH:mm` or `+HHmm`, or nothing.
fn read_offset(tokens: &mut Tokens<'_>, zone: &mut Zone) -> Option<()> {
    if tokens.peek().is_z() {
        tokens.next();
        zone.set_hours(0);
        return Some(());
    }
    let Some(sign) = tokens.peek().sign() else { return Some(()) };
    tokens.next();
    zone.sign = Some(sign);
    let first = tokens.next();
    let (hours, minutes) = if let Some(both) = first.fixed(4) {
        (both / 100, both % 100)
    } else {
        let hours = first.fixed(2)?;
        if !tokens.skip(b':') {
            return None;
        }
        (hours, tokens.next().fixed(2)?)
    };
    if !is_hour(hours) || !is_minute(minutes) {
        return None;
    }
    (zone.hours, zone.minutes) = (Some(hours), Some(minutes));
    Some(())
}

/// Reads the rest of a text, in any format.
fn read_anything(first: Token, tokens: &mut Tokens<'_>, day: &mut Day, time: &mut Time, zone: &mut Zone) -> Option<()> {
    let mut has_number = day.count > 0;
    let mut token = first;
    while token != Token::End {
        match token {
            Token::Number(value, _) => {
                has_number = true;
                read_number(value, tokens, day, time, zone)?;
            }
            Token::Word(Word::HalfDay(hours), _) if time.count > 0 => time.half_day = Some(hours),
            Token::Word(Word::Month(month), _) => {
                day.month = Some(month);
                tokens.skip(b'-');
            }
            Token::Word(Word::TimeZone(hours), _) if has_number => zone.set_hours(hours),
            // Other words are possible only before the first number, and not directly.
            Token::Word(..) if has_number || tokens.peek().is_number() => return None,
            Token::Symbol(b'+' | b'-') if zone.is_utc() || time.count > 0 => {
                zone.sign = token.sign();
                read_legacy_offset(tokens, zone)?;
                has_number = true;
            }
            Token::Symbol(b'+' | b'-' | b')') if has_number => return None,
            _ => {}
        }
        token = tokens.next();
    }
    Some(())
}

fn read_number(value: i32, tokens: &mut Tokens<'_>, day: &mut Day, time: &mut Time, zone: &mut Zone) -> Option<()> {
    if tokens.skip(b':') {
        if tokens.skip(b':') {
            if time.count > 0 {
                return None;
            }
            time.add(value);
            time.add(0);
        } else {
            if !time.add(value) {
                return None;
            }
            tokens.skip(b'.');
        }
        return Some(());
    }
    if tokens.skip(b'.') && time.expects(value) {
        time.add(value);
        let fraction = milliseconds(tokens.peek())?;
        tokens.next();
        time.add_last(fraction);
    } else if zone.expects_minutes(value) {
        zone.minutes = Some(value);
    } else if time.expects(value) {
        time.add_last(value);
        // A time is followed by white space, an offset or nothing.
        let next = tokens.peek();
        if next != Token::End && next != Token::WhiteSpace && !next.is_z() && next.sign().is_none() {
            return None;
        }
    } else {
        if !day.add(value) {
            return None;
        }
        tokens.skip(b'-');
    }
    Some(())
}

/// Reads the hours of an offset, or hours and minutes in one number. Minutes after a colon are a number of their own.
fn read_legacy_offset(tokens: &mut Tokens<'_>, zone: &mut Zone) -> Option<()> {
    let (mut value, mut length) = (0, 0);
    if let Token::Number(number, digits) = tokens.peek() {
        (value, length) = (number, digits);
        tokens.next();
    }
    (zone.hours, zone.minutes) = match length {
        _ if tokens.peek() == Token::Symbol(b':') => (Some(value), None),
        1 | 2 => (Some(value), Some(0)),
        3 | 4 => (Some(value / 100), Some(value % 100)),
        _ => return None,
    };
    Some(())
}

/// The milliseconds of the digits after a point.
fn milliseconds(fraction: Token) -> Option<i32> {
    let Token::Number(value, digits) = fraction else { return None };
    let power = |digits: usize| 10_i32.pow(u32::try_from(digits).unwrap_or(0));
    Some(if digits <= 3 { value * power(3 - digits) } else { value / power(digits.min(9) - 3) })
}

/// The numbers of a day, in the order of the text.
#[derive(Default)]
struct Day {
    numbers: [i32; 3],
    count: usize,
    /// The month, if it is a word.
    month: Option<i32>,
    /// Whether the order is that of ECMAScript.
    is_year_first: bool,
}

impl Day {
    fn add(&mut self, number: i32) -> bool {
        let Some(place) = self.numbers.get_mut(self.count) else { return false };
        *place = number;
        self.count += 1;
        true
    }

    /// Returns the year, the month and the day.
    fn finish(mut self) -> Option<(i32, i32, i32)> {
        if self.count == 0 {
            return None;
        }
        // As in V8, a text of two numbers has a third one.
        self.numbers[self.count..].fill(1);
        let [first, second, third] = self.numbers;
        let (year, month, day) = match self.month {
            None if self.is_year_first || !is_day(first) => (first, second, third),
            None => (third, first, second),
            Some(month) if !is_day(first) => (first, month, second),
            Some(month) => (second, month, first),
        };
        let year = match year {
            0..=49 if !self.is_year_first => year + 2000,
            50..=99 if !self.is_year_first => year + 1900,
            _ => year,
        };
        (is_month(month) && is_day(day)).then_some((year, month, day))
    }
}

/// The hours, minutes, seconds and milliseconds of a time.
#[derive(Default)]
struct Time {
    numbers: [i32; 4],
    count: usize,
    /// The hours that `AM` or `PM` add.
    half_day: Option<i32>,
}

impl Time {
    fn add(&mut self, number: i32) -> bool {
        let Some(place) = self.numbers.get_mut(self.count) else { return false };
        *place = number;
        self.count += 1;
        true
    }

    /// Adds the last number: the time is complete.
    fn add_last(&mut self, number: i32) {
        self.add(number);
        self.count = self.numbers.len();
    }

    /// Whether a time has begun that this number can continue.
    fn expects(&self, number: i32) -> bool {
        match self.count {
            1 | 2 => is_minute(number),
            3 => (0..1000).contains(&number),
            _ => false,
        }
    }

    /// Returns the milliseconds from midnight.
    fn finish(self) -> Option<i32> {
        let [mut hour, minute, second, millisecond] = self.numbers;
        if let Some(hours) = self.half_day {
            if !(0..=12).contains(&hour) {
                return None;
            }
            hour = hour % 12 + hours;
        }
        let is_valid = is_hour(hour) && is_minute(minute) && is_minute(second) && (0..1000).contains(&millisecond);
        let is_midnight = [hour, minute, second, millisecond] == [24, 0, 0, 0];
        (is_valid || is_midnight).then(|| ((hour * 60 + minute) * 60 + second) * 1000 + millisecond)
    }
}

/// An offset from UTC.
#[derive(Default)]
struct Zone {
    sign: Option<i32>,
    hours: Option<i32>,
    minutes: Option<i32>,
}

impl Zone {
    fn set_hours(&mut self, hours: i32) {
        *self = Self { sign: Some(if hours < 0 { -1 } else { 1 }), hours: Some(hours.abs()), minutes: Some(0) };
    }

    fn is_utc(&self) -> bool {
        self.hours == Some(0) && self.minutes == Some(0)
    }

    fn expects_minutes(&self, number: i32) -> bool {
        self.hours.is_some() && self.minutes.is_none() && is_minute(number)
    }

    /// Returns the offset, or `None` if it is too large.
    fn finish(self) -> Option<Offset> {
        let Some(sign) = self.sign else { return Some(Offset::Local) };
        let seconds = |number: Option<i32>, unit| number.unwrap_or(0).cast_unsigned().wrapping_mul(unit);
        let seconds = seconds(self.hours, 3600).wrapping_add(seconds(self.minutes, 60));
        i32::try_from(seconds).ok().map(|seconds| Offset::Seconds(sign * seconds))
    }
}

fn is_month(number: i32) -> bool {
    (1..=12).contains(&number)
}

fn is_day(number: i32) -> bool {
    (1..=31).contains(&number)
}

fn is_hour(number: i32) -> bool {
    (0..24).contains(&number)
}

/// The same numbers are seconds.
fn is_minute(number: i32) -> bool {
    (0..60).contains(&number)
}
