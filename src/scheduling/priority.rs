//! `TaskPriority`, and the effective priority that results from it and from "is continuation".

use std::fmt;
use std::str::FromStr;

/// The priority of a task: the [`TaskPriority`] enumeration, lowest first.
///
/// [`TaskPriority`]: https://wicg.github.io/scheduling-apis/#enumdef-taskpriority
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum TaskPriority {
    /// Work that is not urgent.
    Background,
    /// Work whose result the user will see; the default.
    #[default]
    UserVisible,
    /// Work that blocks an interaction of the user.
    UserBlocking,
}

impl TaskPriority {
    /// Every priority, lowest first.
    pub const ALL: [Self; 3] = [Self::Background, Self::UserVisible, Self::UserBlocking];

    /// The value that JavaScript uses, such as `user-visible`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Background => "background",
            Self::UserVisible => "user-visible",
            Self::UserBlocking => "user-blocking",
        }
    }
}

impl fmt::Display for TaskPriority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The error of parsing a [`TaskPriority`]: the text is not one of its three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a task priority")]
pub struct ParsePriorityError;

impl FromStr for TaskPriority {
    type Err = ParsePriorityError;

    fn from_str(text: &str) -> Result<Self, ParsePriorityError> {
        Self::ALL.into_iter().find(|priority| priority.as_str() == text).ok_or(ParsePriorityError)
    }
}

/// What a queue holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueKind {
    /// Tasks of `postTask`.
    Tasks,
    /// Continuations of `yield`.
    Continuations,
}

impl QueueKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Tasks, Self::Continuations];
}

impl fmt::Display for QueueKind {
    /// Writes `task` or `continuation`: one piece of work in the queue.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tasks => "task",
            Self::Continuations => "continuation",
        })
    }
}

/// The [effective priority] of a queue, 0 to 5. Queues are compared by effective priority first, and then by age.
///
/// [effective priority]: https://wicg.github.io/scheduling-apis/#scheduler-task-queue-effective-priority
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EffectivePriority(u8);

impl EffectivePriority {
    /// The number of effective priorities.
    pub const COUNT: usize = 6;

    /// Returns the effective priority from the specification's table: each priority has two levels, and continuations
    /// have the upper one.
    #[must_use]
    pub const fn new(priority: TaskPriority, kind: QueueKind) -> Self {
        Self(priority as u8 * 2 + kind as u8)
    }

    /// The number in the third column of the table, 0 to 5.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The priority of the queue's tasks.
    #[must_use]
    pub fn priority(self) -> TaskPriority {
        TaskPriority::ALL[usize::from(self.0 / 2)]
    }

    /// What queues of this level hold.
    #[must_use]
    pub const fn kind(self) -> QueueKind {
        QueueKind::ALL[self.0 as usize % 2]
    }

    /// The level as an index into an array of [`Self::COUNT`] levels.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The highest level whose bit is set in `levels`, if there is one.
    pub(super) fn highest(levels: u8) -> Option<Self> {
        levels.checked_ilog2().and_then(|bit| u8::try_from(bit).ok()).map(Self)
    }
}
