//! Names of pieces of work that survive edits and different orders: the place that asked for the work, and a count.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

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
/// named after its kind, such as `report-of-unhandled-rejections`.
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
