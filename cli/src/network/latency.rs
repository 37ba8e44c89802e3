//! How long answers take.

use std::cell::RefCell;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// A duration, or a range of durations, in whole milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Latency {
    least: u64,
    most: u64,
}

impl Latency {
    /// A latency for each request, which follows from the seed if there is one.
    pub(super) fn drawn_from(self, seed: Option<u64>) -> Latencies {
        let random = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        Latencies { range: self.least..=self.most, random: RefCell::new(random) }
    }
}

impl FromStr for Latency {
    type Err = String;

    /// Parses a duration such as `20ms`, or a range such as `20ms..200ms`, which includes its end.
    fn from_str(text: &str) -> Result<Self, String> {
        let milliseconds = |text: &str| {
            let duration = humantime::parse_duration(text.trim()).map_err(|error| format!("'{text}': {error}"))?;
            u64::try_from(duration.as_millis()).map_err(|_| format!("'{text}' is too long"))
        };
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let (least, most) = (milliseconds(least)?, milliseconds(most)?);
        if most < least {
            return Err(format!("'{text}': the end of the range is less than its start"));
        }
        Ok(Self { least, most })
    }
}

impl fmt::Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.most {
            write!(f, "{}ms", self.least)
        } else {
            write!(f, "{}ms..{}ms", self.least, self.most)
        }
    }
}

/// The latencies of the requests of a program.
#[derive(Debug)]
pub(super) struct Latencies {
    range: RangeInclusive<u64>,
    random: RefCell<fastrand::Rng>,
}

impl Latencies {
    pub(super) fn next(&self) -> Duration {
        Duration::from_millis(self.random.borrow_mut().u64(self.range.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_ranges_are_parsed() {
        for (text, shown) in
            [("20ms", "20ms"), ("1s", "1000ms"), ("20ms..1s", "20ms..1000ms"), ("0ms .. 5ms", "0ms..5ms")]
        {
            assert_eq!(text.parse::<Latency>().unwrap().to_string(), shown);
        }
        for text in ["20", "", "..", "5ms..1ms", "1ms..", "-1ms", "99999999999999years"] {
            assert!(text.parse::<Latency>().is_err(), "{text}");
        }
    }

    #[test]
    fn latencies_are_in_their_range_and_follow_from_the_seed() {
        let drawn = |seed| {
            let latencies = "5ms..9ms".parse::<Latency>().unwrap().drawn_from(Some(seed));
            (0..100).map(|_| latencies.next().as_millis()).collect::<Vec<_>>()
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        assert_eq!((drawn(1).iter().min(), drawn(1).iter().max()), (Some(&5), Some(&9)));
    }
}
