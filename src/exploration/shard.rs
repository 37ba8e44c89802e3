//! A part of a larger job, for several machines.

use std::fmt;
use std::str::FromStr;

/// One of several parts of a job, which do different things. The text form is `2/4` for the second of four parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Default for Shard {
    /// The only part.
    fn default() -> Self {
        Self { index: 1, count: 1 }
    }
}

impl Shard {
    /// The number of this part, from 1.
    #[must_use]
    pub const fn index(self) -> u64 {
        self.index
    }

    /// The number of parts.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.count
    }

    /// The items of this part: every `count`th item, so that neighbors, which tend to take equally long, are spread
    /// evenly.
    #[must_use]
    pub fn select<T>(self, items: Vec<T>) -> Vec<T> {
        (0..).zip(items).filter(|&(number, _)| self.contains(number)).map(|(_, item)| item).collect()
    }

    /// Whether the item with this number, from 0, belongs to this part. Every `count`th item does.
    #[must_use]
    pub const fn contains(self, number: u64) -> bool {
        number % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parts {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err(format!("'{text}' is not of the form I/N with 1 <= I <= N")),
        }
    }
}
