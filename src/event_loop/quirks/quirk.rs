//! The ways in which real hosts depart from the text of the standards, or from the order that they recommend.

use std::fmt;
use std::str::FromStr;

macro_rules! quirks {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $summary:literal;)*) => {
        /// A quirk of a host: a way in which it departs from the standards, or from the order of
        /// [`DefaultPolicy`](crate::event_loop::DefaultPolicy).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Quirk {
            $(#[doc = $summary] $(#[$doc])* $name,)*
        }

        impl Quirk {
            /// Every quirk.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name, such as `settled-promise-loses-state`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }

            /// What is different, in one sentence.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$name => $summary,)*
                }
            }
        }
    };
}

quirks! {
    SettledPromiseLosesState = "settled-promise-loses-state",
        "A reaction that is registered on a settled promise runs without the state that `yield()` inherits.";
    SkippedAwaitKeepsState = "skipped-await-keeps-state",
        "An `await` of a fulfilled promise keeps the state if there is nothing else to do.";
    ThenableJobLosesState = "thenable-job-loses-state",
        "The microtask that calls a thenable's `then` runs without the state.";
    QueueMicrotaskCarriesNoState = "queue-microtask-carries-no-state",
        "A `queueMicrotask` callback has the state that is set when it runs, not the one from when it was queued.";
    NoInheritance = "no-inheritance",
        "`yield()` inherits nothing: its continuation is user-visible and has no signal.";
    YieldIgnoresOptions = "yield-ignores-options",
        "`yield()` takes no options.";
    PriorityChangeMovesNoTurn = "priority-change-moves-no-turn",
        "`setPriority()` does not move the turns of tasks in the event loop.";
    AbortedTaskLeavesItsTurn = "aborted-task-leaves-its-turn",
        "The turn of an aborted task stays in the event loop, and runs another scheduler task.";
    DelayedTaskKeepsAge = "delayed-task-keeps-age",
        "The age of a delayed task starts with its call to `postTask`.";
    DelayedTaskWaitsForTimerTurn = "delayed-task-waits-for-timer-turn",
        "A delayed task becomes ready in a turn of the timers, and then gets a turn of the highest level.";
    TimersRunInBatches = "timers-run-in-batches",
        "All timers that are due run in one turn, by due time, which ends early if a scheduler task is waiting.";
    TurnRunsBestTask = "turn-runs-best-task",
        "Each scheduler task has a turn in the event loop, which runs the best scheduler task, not its own.";
    DelayedTasksHaveLeeway = "delayed-tasks-have-leeway",
        "Delayed tasks, and timers of at least 32 ms, run in the order of their due times plus 8 ms.";
    PortOneMessageAtATime = "port-one-message-at-a-time",
        "The task for a port's next message is queued when the previous one has ended.";
    IntervalsKeepTheirBeat = "intervals-keep-their-beat",
        "The rounds of an interval are due at multiples of the interval, however long a round takes.";
    NewestIdleCallbackWaits = "newest-idle-callback-waits",
        "If there are several idle callbacks, the newest waits for the end of the idle period.";
    TimerClampAtLevel5 = "timer-clamp-at-level-5",
        "Nested timers wait for at least 4 ms from nesting level 5 on.";
    NoTaskSignal = "no-task-signal",
        "There is no `TaskSignal`, and so no `TaskSignal.any`.";
    ResultBeforeMicrotasks = "result-before-microtasks",
        "The promise of a task is settled before the microtasks that its callback has queued run.";
    OneTurnAtATime = "one-turn-at-a-time",
        "The scheduler has one turn in the event loop at a time, which runs one task of any priority.";
    BackgroundIsIdle = "background-is-idle",
        "Background tasks run in idle callbacks.";
    DelayedTaskRunsInItsTimer = "delayed-task-runs-in-its-timer",
        "When a task's delay has passed, the best scheduler task runs immediately, in the task of the timer.";
    LoopInPhases = "loop-in-phases",
        "The loop runs all timers that are due, then what has arrived, then the immediates, in rounds.";
    TimersWaitOneMillisecond = "timers-wait-1-ms",
        "A timer waits for at least 1 ms; the same minimum applies to nested timers.";
    RejectionsReportedAtOnce = "rejections-reported-at-once",
        "A rejected promise without a handler is reported as soon as there are no microtasks left.";
    ErrorsReportedAtOnce = "errors-reported-at-once",
        "An error in a callback is reported before the microtasks that the callback has queued run.";
    ErrorPostponesMicrotasks = "error-postpones-microtasks",
        "After an error, the next timer or immediate of the phase runs before pending ticks and microtasks.";
}

/// The error of parsing a [`Quirk`]: there is none with this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a quirk")]
pub struct ParseQuirkError;

impl FromStr for Quirk {
    type Err = ParseQuirkError;

    fn from_str(id: &str) -> Result<Self, ParseQuirkError> {
        Self::ALL.iter().copied().find(|quirk| quirk.id() == id).ok_or(ParseQuirkError)
    }
}

impl fmt::Display for Quirk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A set of quirks.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Quirks(u32);

impl Quirks {
    /// The empty set: the standards, and the order that they recommend.
    pub const NONE: Self = Self(0);

    /// The set of these quirks.
    #[must_use]
    pub const fn of(list: &[Quirk]) -> Self {
        let (mut set, mut index) = (Self::NONE, 0);
        while index < list.len() {
            set = set.with(list[index]);
            index += 1;
        }
        set
    }

    /// This set with one more quirk.
    #[must_use]
    pub const fn with(self, quirk: Quirk) -> Self {
        Self(self.0 | 1 << quirk as u32)
    }

    /// This set without a quirk.
    #[must_use]
    pub const fn without(self, quirk: Quirk) -> Self {
        Self(self.0 & !(1 << quirk as u32))
    }

    /// Whether the set contains a quirk.
    #[must_use]
    pub const fn has(self, quirk: Quirk) -> bool {
        self.0 & 1 << quirk as u32 != 0
    }

    /// Whether job callbacks may lose the continuation state, so that it must be known which promises were settled.
    #[inline]
    pub(crate) const fn may_lose_states(self) -> bool {
        self.has(Quirk::SettledPromiseLosesState) || self.has(Quirk::ThenableJobLosesState)
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The quirks of the set, in the order of [`Quirk::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Quirk> {
        Quirk::ALL.iter().copied().filter(move |&quirk| self.has(quirk))
    }
}

impl fmt::Debug for Quirks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Quirk::id)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Quirk, Quirks};

    #[test]
    fn every_id_names_its_quirk() {
        for &quirk in Quirk::ALL {
            assert_eq!(quirk.id().parse(), Ok(quirk));
        }
        assert!("none".parse::<Quirk>().is_err());
    }

    #[test]
    fn sets_contain_what_was_added() {
        let set = Quirks::of(&[Quirk::NoInheritance, Quirk::OneTurnAtATime]);
        assert!(set.has(Quirk::NoInheritance) && !set.has(Quirk::BackgroundIsIdle));
        assert_eq!(set.without(Quirk::NoInheritance).iter().collect::<Vec<_>>(), [Quirk::OneTurnAtATime]);
    }
}
