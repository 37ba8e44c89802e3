//! Which detectors are on, and their thresholds: the value of `--warn`.

use std::str::FromStr;

use super::detector_id::{DetectorId, Thresholds};

/// The name for faults of the engine. They are no detector's, and need no recording.
const ENGINE: &str = "engine";

/// Which detectors are on, and their thresholds. All are on by default, and so are the reports of faults of the engine.
///
/// As text, it is a list with commas: an id turns a detector on, `id=2s` and `id=500` also set a threshold, and `-id`
/// turns it off. `all` and `none` change all of them. Before a list that starts with `-id`, all detectors are on, and
/// before any other, none. Only `-engine` and `none` turn off the reports of faults of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarnOptions {
    /// By detector; `None` if it is off.
    thresholds: [Option<Thresholds>; DetectorId::COUNT],
    /// Whether faults of the engine are reported.
    reports_engine_faults: bool,
}

impl Default for WarnOptions {
    fn default() -> Self {
        let mut options = Self::NONE;
        options.turn_all_on();
        options
    }
}

impl WarnOptions {
    /// All detectors are off.
    pub const NONE: Self = Self { thresholds: [None; DetectorId::COUNT], reports_engine_faults: true };

    /// The thresholds of a detector; `None` if it is off.
    #[must_use]
    pub fn thresholds(&self, detector: DetectorId) -> Option<Thresholds> {
        self.thresholds[detector as usize]
    }

    /// Whether no detector is on.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.thresholds == Self::NONE.thresholds
    }

    /// Whether faults of the engine are reported.
    #[must_use]
    pub fn reports_engine_faults(&self) -> bool {
        self.reports_engine_faults
    }

    fn turn_on(&mut self, detector: DetectorId) -> &mut Thresholds {
        self.thresholds[detector as usize].get_or_insert(detector.defaults())
    }

    fn turn_all_off(&mut self) {
        *self = Self { reports_engine_faults: false, ..Self::NONE };
    }

    fn turn_all_on(&mut self) {
        self.reports_engine_faults = true;
        for &detector in DetectorId::ALL {
            self.turn_on(detector);
        }
    }

    fn apply(&mut self, item: &str) -> Result<(), ParseWarnError> {
        if let Some(id) = item.strip_prefix('-') {
            match id.split_once('=') {
                Some((id, _)) => return Err(ParseWarnError::ThresholdOfNone(detector(id)?)),
                None if id == "all" => self.turn_all_off(),
                None if id == "none" => self.turn_all_on(),
                None if id == ENGINE => self.reports_engine_faults = false,
                None => self.thresholds[detector(id)? as usize] = None,
            }
            return Ok(());
        }
        match item.split_once('=') {
            Some((id, threshold)) => {
                let detector = detector(id)?;
                set(self.turn_on(detector), detector, threshold)?;
            }
            None if item == "all" => self.turn_all_on(),
            None if item == "none" => self.turn_all_off(),
            None if item == ENGINE => self.reports_engine_faults = true,
            None => _ = self.turn_on(detector(item)?),
        }
        Ok(())
    }
}

fn detector(id: &str) -> Result<DetectorId, ParseWarnError> {
    id.parse().map_err(|_| ParseWarnError::UnknownDetector(id.to_owned()))
}

/// Sets the threshold that the text fits: a number is a count, and everything else a time.
fn set(thresholds: &mut Thresholds, detector: DetectorId, text: &str) -> Result<(), ParseWarnError> {
    let wrong = || ParseWarnError::WrongThreshold { detector, text: text.to_owned() };
    if let Ok(count) = text.parse() {
        *thresholds.count.as_mut().ok_or_else(wrong)? = count;
    } else {
        let time = humantime::parse_duration(text).map_err(|_| wrong())?;
        *thresholds.time.as_mut().ok_or_else(wrong)? = time;
    }
    Ok(())
}

/// The error of parsing [`WarnOptions`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseWarnError {
    /// There is no such detector.
    #[error("there is no detector '{id}'; the detectors are {}", ids(), id = .0)]
    UnknownDetector(String),
    /// A detector that is turned off has a threshold.
    #[error("-{0} turns the detector off, so it takes no threshold")]
    ThresholdOfNone(DetectorId),
    /// The threshold is not one of this detector.
    #[error("'{text}' is not a threshold for {detector}, which takes {}", takes(*.detector))]
    WrongThreshold {
        /// The detector.
        detector: DetectorId,
        /// The threshold.
        text: String,
    },
}

fn ids() -> String {
    DetectorId::ALL.iter().map(|detector| detector.as_str()).chain([ENGINE]).collect::<Vec<_>>().join(", ")
}

fn takes(detector: DetectorId) -> &'static str {
    match detector.defaults() {
        Thresholds { time: Some(_), count: Some(_) } => "a duration such as 500ms or 2s, or a number",
        Thresholds { time: Some(_), count: None } => "a duration such as 500ms or 2s",
        Thresholds { time: None, count: Some(_) } => "a number",
        Thresholds { time: None, count: None } => "none",
    }
}

impl FromStr for WarnOptions {
    type Err = ParseWarnError;

    fn from_str(list: &str) -> Result<Self, ParseWarnError> {
        let mut options = if list.trim_start().starts_with('-') { Self::default() } else { Self::NONE };
        for item in list.split(',') {
            options.apply(item.trim())?;
        }
        Ok(options)
    }
}
