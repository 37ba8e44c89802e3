//! Tasks that have ended, but whose code may continue after an `await`.

use std::collections::VecDeque;

use posttask::event_loop::WorkId;
use posttask::scheduling::TaskPriority;

/// The number of tasks of each priority that are remembered.
const MOST: usize = 1 << 12;

/// The tasks that ended or continued last, of each priority: many background tasks must not push out a user-blocking
/// one that waits for them.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    /// Each with the number of pieces of work that had started when it was last active.
    by_priority: [VecDeque<(WorkId, u64)>; TaskPriority::ALL.len()],
}

impl Remembered {
    /// Remembers a task, and returns another one that is to be forgotten, if there are too many. `last_active` says
    /// whether a task has been active since it was remembered.
    pub(super) fn add(
        &mut self,
        task: (WorkId, u64),
        priority: TaskPriority,
        last_active: impl Fn(WorkId) -> Option<u64>,
    ) -> Option<WorkId> {
        let tasks = &mut self.by_priority[priority as usize];
        tasks.push_back(task);
        if tasks.len() <= MOST {
            return None;
        }
        // Each task that has been active is passed over once, so that this takes O(1) amortized.
        loop {
            let (oldest, before) = tasks.pop_front()?;
            match last_active(oldest) {
                Some(active) if active > before => tasks.push_back((oldest, active)),
                _ => return Some(oldest),
            }
        }
    }
}
