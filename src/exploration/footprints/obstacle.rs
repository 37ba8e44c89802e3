//! What prevents orders from being left out.

use std::fmt;

/// Something that may affect all other work, as far as anybody knows, so that no order with it can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Obstacle {
    /// What it is: a part of the program, such as `fetch()`, or a description.
    pub what: String,
    /// Where it is; `None` if that is not known.
    pub place: Option<String>,
}

impl Obstacle {
    /// Something that is not at one place.
    #[must_use]
    pub fn everywhere(what: impl fmt::Display) -> Self {
        Self { what: what.to_string(), place: None }
    }

    /// Something at a place.
    #[must_use]
    pub fn new(what: impl fmt::Display, place: impl fmt::Display) -> Self {
        Self { what: what.to_string(), place: Some(place.to_string()) }
    }
}
