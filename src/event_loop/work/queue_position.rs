//! The place of a new task.

use crate::scheduling::EnqueueOrder;

/// The position of a new task among all tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuePosition {
    /// After all waiting tasks.
    Last,
    /// The position that was reserved when the task was scheduled.
    Reserved(EnqueueOrder),
}
