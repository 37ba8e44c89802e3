//! Which detectors are on, and their thresholds: the values of `--warn`.

use std::str::FromStr;
use std::time::Duration;

/// The threshold of a detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threshold {
    Time(Duration),
    Count(u64),
}

impl Threshold {
    /// The time. Zero for a count.
    pub(super) fn time(self) -> Duration {
        match self {
            Self::Time(time) => time,
            Self::Count(_) => Duration::ZERO,
        }
    }

    /// The count. Zero for a time.
    pub(super) fn count(self) -> u64 {
        match self {
            Self::Count(count) => count,
            Self::Time(_) => 0,
        }
    }

    /// Parses another threshold of the same unit.
    fn parse(self, text: &str) -> Result<Self, String> {
        match self {
            Self::Time(_) => humantime::parse_duration(text)
                .map(Self::Time)
                .map_err(|_| format!("'{text}' is not a time such as 500ms or 2s")),
            Self::Count(_) => text.parse().map(Self::Count).map_err(|_| format!("'{text}' is not a number")),
        }
    }
}

/// All detectors with their default thresholds.
const ALL: [(&str, Threshold); 10] = [
    ("starvation", Threshold::Time(Duration::from_secs(1))),
    ("priority-inversion", Threshold::Count(1)),
    ("long-task", Threshold::Time(Duration::from_millis(50))),
    ("timer-overdue", Threshold::Time(Duration::from_millis(50))),
    ("yield-chain", Threshold::Count(100)),
    ("idle-overrun", Threshold::Time(Duration::from_millis(5))),
    ("unbounded-microtasks", Threshold::Count(10_000)),
    ("late-abort", Threshold::Time(Duration::from_millis(100))),
    ("background-never-ran", Threshold::Time(Duration::from_millis(100))),
    ("leaked-signal", Threshold::Count(100)),
];

/// The detectors that are on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WarnOptions(Vec<(&'static str, Threshold)>);

impl Default for WarnOptions {
    fn default() -> Self {
        Self(ALL.to_vec())
    }
}

impl WarnOptions {
    /// The ids of the detectors that are on, with their thresholds.
    pub(super) fn selected(&self) -> impl Iterator<Item = (&'static str, Threshold)> {
        self.0.iter().copied()
    }

    /// Whether no detector is on.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for WarnOptions {
    type Err = String;

    /// Parses a list such as `long-task=100ms,starvation`, `all,-late-abort` or `none`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut on: Vec<(&'static str, Threshold)> = Vec::new();
        // A list that only leaves out detectors starts from all of them.
        if text.starts_with('-') {
            on = ALL.to_vec();
        }
        for item in text.split(',').map(str::trim) {
            let (name, threshold) = item.split_once('=').map_or((item, None), |(name, value)| (name, Some(value)));
            match name {
                "all" => on = ALL.to_vec(),
                "none" => on.clear(),
                _ => {
                    let (without, name) = name.strip_prefix('-').map_or((false, name), |name| (true, name));
                    let known = ALL.iter().find(|(id, _)| *id == name).ok_or_else(|| unknown(name))?;
                    on.retain(|(id, _)| *id != known.0);
                    if !without {
                        let threshold = threshold.map_or(Ok(known.1), |text| known.1.parse(text));
                        on.push((known.0, threshold.map_err(|error| format!("{name}: {error}"))?));
                    }
                }
            }
        }
        Ok(Self(on))
    }
}

fn unknown(name: &str) -> String {
    let all: Vec<_> = ALL.iter().map(|(id, _)| *id).collect();
    format!("'{name}' is not a detector; there are {}, all and none", all.join(", "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{ALL, Threshold, WarnOptions};

    fn parse(text: &str) -> Vec<(&'static str, Threshold)> {
        text.parse::<WarnOptions>().unwrap().0
    }

    #[test]
    fn lists_select_detectors_and_thresholds() {
        assert_eq!(parse("all"), ALL);
        assert_eq!(parse("none"), []);
        assert_eq!(parse("long-task=2s"), [("long-task", Threshold::Time(Duration::from_secs(2)))]);
        assert_eq!(parse("yield-chain=7, late-abort").len(), 2);
        assert_eq!(parse("-late-abort").len(), ALL.len() - 1);
        assert_eq!(parse("all,-late-abort,-long-task").len(), ALL.len() - 2);
    }

    #[test]
    fn errors_say_what_is_possible() {
        for (text, part) in
            [("x", "starvation, priority-inversion"), ("long-task=5", "500ms"), ("yield-chain=1s", "number")]
        {
            let error = text.parse::<WarnOptions>().unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
