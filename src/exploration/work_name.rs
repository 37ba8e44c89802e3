//! Names of pieces of work that survive edits and different orders: the place that asked for the work, and a count.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::event_loop::WorkKind;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// The characters of a place that have a meaning in the text of a schedule.
pub(super) const RESERVED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'%')
    .add(b',')
    .add(b'<')
    .add(b'#')
    .add(b'+')
    .add(b'=')
    .add(b'^')
    .add(b'>')
    .add(b'~')
    .add(b'@');

/// The place of the program's main script or module.
pub(super) const MAIN: &str = "main";

/// The name of a piece of work within a run: where it was asked for, and how many pieces of work that place had asked
/// for by then.
///
/// The text form is `app.js:4:1#2` for the second piece of work from this place. The count 1 is omitted, and so is the
/// file if it is the file of the program: `4:1`. The main script or module is `main`. Work that the host schedules is
/// named after its kind, such as `report-of-unhandled-rejections`. The work of a worker has the name of the worker in
/// its place, or where the worker was created: `worker.js:4:1!pool`, `worker.js:4:1!7:12`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkName {
    place: Arc<str>,
    count: u32,
}

impl WorkName {
    pub(super) const fn new(place: Arc<str>, count: u32) -> Self {
        Self { place, count }
    }

    pub(super) fn main() -> Self {
        Self::new(MAIN.into(), 1)
    }

    /// Removes the name of the file from the place, if it is this one.
    pub(super) fn omit_file(&mut self, file: &str) {
        let position = self.place.strip_prefix(file).and_then(|rest| rest.strip_prefix(':'));
        if let Some(position) = position {
            self.place = position.into();
        }
    }

    /// Moves the work to another place.
    pub(super) fn move_to(&mut self, place: &str) {
        self.place = place.into();
    }

    /// The place: `line:column` in the file of the program, `file:line:column` in other files, `main`, or the kind of
    /// work that the host scheduled.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Splits a place into one without the worker, and what names the worker.
    #[must_use]
    pub fn split_place(place: &str) -> (&str, Option<&str>) {
        let is_whole = |text: &str| {
            let mut parts = text.rsplitn(3, ':');
            let is_number = |part: Option<&str>| {
                part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
            };
            let is_kind = WorkKind::ALL.iter().any(|kind| kind.as_str().replace(' ', "-") == text);
            is_kind || is_number(parts.next()) && is_number(parts.next())
        };
        let before = place.match_indices('!').find(|&(at, _)| is_whole(&place[..at]));
        before.map_or((place, None), |(at, _)| (&place[..at], Some(&place[at + 1..])))
    }

    pub(super) const fn shared_place(&self) -> &Arc<str> {
        &self.place
    }

    /// The count, from 1.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }
}

impl fmt::Display for WorkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", utf8_percent_encode(&self.place, RESERVED))?;
        if self.count == 1 { Ok(()) } else { write!(f, "#{}", self.count) }
    }
}

impl FromStr for WorkName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (place, count) = text.split_once('#').unwrap_or((text, "1"));
        let count = count.parse().ok().filter(|&count| count > 0);
        let count = count.ok_or_else(|| format!("`{text}`: the count after `#` must be a number from 1"))?;
        let place = percent_decode_str(place).decode_utf8().map_err(|_| format!("`{text}` is not valid UTF-8"))?;
        if place.is_empty() {
            return Err("the place of a piece of work is missing".to_owned());
        }
        Ok(Self::new(place.as_ref().into(), count))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::WorkName;

    #[test]
    fn places_in_workers_have_two_parts() {
        let split = WorkName::split_place;
        assert_eq!(split("4:1"), ("4:1", None));
        assert_eq!(split("4:1!pool"), ("4:1", Some("pool")));
        assert_eq!(split("a!b.js:4:1!w.js:3:1!7:12"), ("a!b.js:4:1", Some("w.js:3:1!7:12")));
        assert_eq!(
            split("report-of-unhandled-rejections!7:12(2)"),
            ("report-of-unhandled-rejections", Some("7:12(2)"))
        );
        assert_eq!(split("a!b.js:4:1"), ("a!b.js:4:1", None));
    }

    proptest! {
        #[test]
        fn names_survive_as_text(place in ".+", count in 1_u32..) {
            let name = WorkName::new(place.as_str().into(), count);
            let text = name.to_string();
            prop_assert_eq!(text.parse::<WorkName>(), Ok(name));
            prop_assert!(!text.contains(['<', ',', ' ', '\n', '\'']) || place.contains('\''));
        }
    }
}
