//! The hosts that are known.

use std::fmt;
use std::str::FromStr;

use super::HostPolicy;
use crate::event_loop::{Quirk, Quirks};

/// A host that programs can run as.
///
/// ```
/// use posttask::Runtime;
/// use posttask::profiles::Profile;
///
/// let order = |profile| -> Result<_, posttask::Error> {
///     let mut runtime = Runtime::builder().virtual_time().profile(profile).build()?;
///     runtime.run_script(
///         "globalThis.order = [];
///          scheduler.postTask(() => order.push('delayed'), { delay: 11 });
///          setTimeout(() => order.push('timer'), 17);",
///     )?;
///     runtime.run();
///     Ok(runtime.run_script("order.join()")?.as_string().map(|order| order.to_std_string_lossy()))
/// };
/// assert_eq!(order(Profile::Firefox)?.as_deref(), Some("delayed,timer"));
/// assert_eq!(order(Profile::Chromium)?.as_deref(), Some("timer,delayed"));
/// # Ok::<(), posttask::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// Chromium.
    Chromium,
    /// Firefox.
    Firefox,
    /// Google's `scheduler-polyfill`, in Chromium.
    Polyfill,
    /// Node.
    Node,
}

impl Profile {
    /// Every profile.
    pub const ALL: &[Self] = &[Self::Chromium, Self::Firefox, Self::Polyfill, Self::Node];

    /// The name: `chromium`, `firefox`, `polyfill` or `node`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::Polyfill => "polyfill",
            Self::Node => "node",
        }
    }

    /// The version whose behavior was recorded.
    #[must_use]
    pub const fn version(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium 156.0.8078.79",
            Self::Firefox => "Firefox 153.7.0esr",
            Self::Polyfill => "scheduler-polyfill 1.3.0 in Chromium 156.0.8078.79",
            Self::Node => "Node 20.20.2",
        }
    }

    /// How the host departs from the standards, and from the order that they recommend.
    #[must_use]
    pub const fn quirks(self) -> Quirks {
        use Quirk as D;
        match self {
            Self::Chromium => Quirks::of(&[
                D::DelayedTasksHaveLeeway,
                D::PortOneMessageAtATime,
                D::IntervalsKeepTheirBeat,
                D::YieldIgnoresOptions,
            ]),
            Self::Firefox => Quirks::of(&[
                D::SettledPromiseLosesState,
                D::SkippedAwaitKeepsState,
                D::ThenableJobLosesState,
                D::QueueMicrotaskCarriesNoState,
                D::YieldIgnoresOptions,
                D::TurnRunsBestTask,
                D::PriorityChangeMovesNoTurn,
                D::AbortedTaskLeavesItsTurn,
                D::DelayedTaskKeepsAge,
                D::DelayedTaskWaitsForTimerTurn,
                D::TimersRunInBatches,
                D::PortOneMessageAtATime,
                D::NewestIdleCallbackWaits,
                D::TimerClampAtLevel5,
            ]),
            Self::Polyfill => Quirks::of(&[
                D::DelayedTasksHaveLeeway,
                D::PortOneMessageAtATime,
                D::IntervalsKeepTheirBeat,
                D::YieldIgnoresOptions,
                D::NoInheritance,
                D::NoTaskSignal,
                D::ResultBeforeMicrotasks,
                D::OneTurnAtATime,
                D::BackgroundIsIdle,
                D::DelayedTaskRunsInItsTimer,
            ]),
            Self::Node => Quirks::of(&[
                D::LoopInPhases,
                D::TimersWaitOneMillisecond,
                D::RejectionsReportedAtOnce,
                D::ErrorsReportedAtOnce,
                D::ErrorPostponesMicrotasks,
            ]),
        }
    }

    /// The policy that chooses what runs next.
    #[must_use]
    pub fn policy(self) -> HostPolicy {
        HostPolicy::new(self.quirks())
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of parsing a [`Profile`]: there is none with this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the name of a profile")]
pub struct ParseProfileError;

impl FromStr for Profile {
    type Err = ParseProfileError;

    fn from_str(name: &str) -> Result<Self, ParseProfileError> {
        Self::ALL.iter().copied().find(|profile| profile.name() == name).ok_or(ParseProfileError)
    }
}
