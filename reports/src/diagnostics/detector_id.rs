//! The names of the detectors, what they find in a few words, and their default thresholds.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How much is too much: more than a time, or at least a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thresholds {
    /// More than this time is too long. `None` if the detector measures no time.
    pub time: Option<Duration>,
    /// This number is too many. `None` if the detector counts nothing.
    pub count: Option<u64>,
}

impl Thresholds {
    /// Of a detector that measures and counts nothing.
    const NONE: Self = Self { time: None, count: None };

    const fn milliseconds(milliseconds: u64) -> Self {
        Self { time: Some(Duration::from_millis(milliseconds)), count: None }
    }

    const fn count(count: u64) -> Self {
        Self { time: None, count: Some(count) }
    }

    const fn milliseconds_or_count(milliseconds: u64, count: u64) -> Self {
        Self { time: Some(Duration::from_millis(milliseconds)), count: Some(count) }
    }

    /// Whether this time is too long.
    #[must_use]
    pub(super) fn is_too_long(self, time: Duration) -> bool {
        self.time.is_some_and(|threshold| time > threshold)
    }

    /// Whether this number is too large.
    #[must_use]
    pub(super) fn are_too_many(self, count: u64) -> bool {
        self.count.is_some_and(|threshold| count >= threshold)
    }
}

macro_rules! detectors {
    ($($name:ident = $id:literal, $one:literal, $many:literal, $defaults:expr;)*) => {
        /// A detector of [`Diagnostics`](super::Diagnostics).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum DetectorId {
            $(#[doc = $one] $name,)*
        }

        impl DetectorId {
            /// All detectors.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The number of detectors.
            pub(super) const COUNT: usize = Self::ALL.len();

            /// The name, such as `long-task`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }

            /// The thresholds that are used unless the user chooses others.
            #[must_use]
            pub const fn defaults(self) -> Thresholds {
                match self {
                    $(Self::$name => $defaults,)*
                }
            }

            /// What was found, for this number of cases: `3 tasks waited for too long`.
            #[must_use]
            pub fn summary(self, count: u64) -> String {
                let (one, many) = match self {
                    $(Self::$name => ($one, $many),)*
                };
                if count == 1 { one.to_owned() } else { format!("{count} {many}") }
            }
        }
    };
}

detectors! {
    Starvation = "starvation",
        "A task waited too long while others overtook it", "tasks waited for too long while others overtook them",
        Thresholds::milliseconds_or_count(1000, 1000);
    PriorityInversion = "priority-inversion",
        "A task waited for work of a lower priority", "tasks waited for work of a lower priority",
        Thresholds::count(1);
    LongTask = "long-task",
        "A piece of work ran too long", "pieces of work ran for too long",
        Thresholds::milliseconds(50);
    TimerOverdue = "timer-overdue",
        "A timer was late", "timers were late",
        Thresholds::milliseconds(50);
    YieldChain = "yield-chain",
        "A task yielded, but let nothing else run", "tasks yielded, but let nothing else run",
        Thresholds::milliseconds_or_count(1000, 100);
    IdleOverrun = "idle-overrun",
        "An idle callback missed its deadline", "idle callbacks missed their deadlines",
        Thresholds::milliseconds(5);
    UnboundedMicrotasks = "unbounded-microtasks",
        "A microtask checkpoint ran too many microtasks", "microtask checkpoints ran too many microtasks",
        Thresholds::milliseconds_or_count(1000, 10_000);
    LateAbort = "late-abort",
        "A signal was aborted too late", "signals were aborted too late",
        Thresholds::milliseconds(100);
    BackgroundNeverRan = "background-never-ran",
        "A background task never ran", "background tasks never ran",
        Thresholds::milliseconds_or_count(100, 100);
    LeakedSignal = "leaked-signal",
        "The number of a signal's observers keeps growing", "signals have a growing number of observers",
        Thresholds::count(100);
    UnreadBody = "unread-body",
        "The body of a response was never read", "bodies of responses were never read",
        Thresholds::NONE;
    UnreleasedReader = "unreleased-reader",
        "A reader stopped reading and was not released", "readers stopped reading and were not released",
        Thresholds::NONE;
}

/// The error of parsing a [`DetectorId`]: there is no such detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a detector")]
pub struct ParseDetectorError;

impl FromStr for DetectorId {
    type Err = ParseDetectorError;

    fn from_str(id: &str) -> Result<Self, ParseDetectorError> {
        Self::ALL.iter().copied().find(|detector| detector.as_str() == id).ok_or(ParseDetectorError)
    }
}

impl fmt::Display for DetectorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
