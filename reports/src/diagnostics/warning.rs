//! What a detector has found.

use std::fmt;

use posttask::event_loop::Location;

use super::detector_id::DetectorId;

/// Something of a program that a warning is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// What it is, such as `background task 'save'`.
    pub label: String,
    /// Where the program scheduled it, if that is known.
    pub location: Option<Location>,
}

/// What a detector has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The detector.
    pub id: DetectorId,
    /// A sentence without a full stop, about the first case.
    pub message: String,
    /// What it is about, the main thing first.
    pub places: Vec<Place>,
    /// How often this was found, with the same places.
    pub count: u64,
}

impl Warning {
    /// Where the program scheduled what the warning is about, as far as that is known.
    pub fn locations(&self) -> impl Iterator<Item = &Location> {
        self.places.iter().filter_map(|place| place.location.as_ref())
    }
}

impl fmt::Display for Warning {
    /// The message, how often this was found, and the id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.count {
            ..=1 => {}
            2 => f.write_str(" (and 1 more time)")?,
            count => write!(f, " (and {} more times)", count - 1)?,
        }
        write!(f, " [{}]", self.id)
    }
}
