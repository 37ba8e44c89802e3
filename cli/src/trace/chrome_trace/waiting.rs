//! How many scheduler tasks are waiting, by priority.

use posttask::event_loop::SignalId;
use posttask::scheduling::TaskPriority;
use posttask::trace::ScheduledWork;
use rustc_hash::FxHashMap;

use super::event_text::{Members, TIMELINE, begin};
use super::writer::TraceWriter;

/// Counts the scheduler tasks that are ready.
#[derive(Default)]
pub(super) struct Waiting {
    counts: [u64; 3],
    /// The signals whose priority has changed.
    priorities: FxHashMap<SignalId, TaskPriority>,
    /// The time of the last counts in the trace.
    written: u64,
    /// The time of counts that have not been written.
    pending: Option<u64>,
    /// The number of waiting tasks with the priority of each signal.
    of_signals: FxHashMap<SignalId, u64>,
}

impl Waiting {
    /// The current priority of a scheduler task.
    pub(super) fn priority(&self, work: &ScheduledWork) -> TaskPriority {
        let changed = work.priority_signal.and_then(|signal| self.priorities.get(&signal));
        changed.copied().or(work.priority).unwrap_or_default()
    }

    pub(super) fn add(&mut self, work: &ScheduledWork) {
        self.counts[self.priority(work) as usize] += 1;
        if let Some(signal) = work.priority_signal {
            *self.of_signals.entry(signal).or_default() += 1;
        }
    }

    pub(super) fn remove(&mut self, work: &ScheduledWork) {
        let count = &mut self.counts[self.priority(work) as usize];
        *count = count.saturating_sub(1);
        if let Some(signal) = work.priority_signal
            && let Some(of_signal) = self.of_signals.get_mut(&signal)
        {
            *of_signal -= 1;
            if *of_signal == 0 {
                self.of_signals.remove(&signal);
            }
        }
    }

    pub(super) fn change(&mut self, signal: SignalId, previous: TaskPriority, priority: TaskPriority) {
        self.priorities.insert(signal, priority);
        let moved = self.of_signals.get(&signal).copied().unwrap_or_default();
        let count = &mut self.counts[previous as usize];
        *count = count.saturating_sub(moved);
        self.counts[priority as usize] += moved;
    }

    /// Writes the counts if the last ones are older than a millisecond: a task may post thousands of others.
    pub(super) fn write_sometimes(&mut self, at: u64, writer: &mut TraceWriter) {
        const MILLISECOND: u64 = 1_000;
        if at >= self.written + MILLISECOND {
            self.write(at, writer);
        } else {
            self.pending = Some(at);
        }
    }

    /// Writes the last counts that were left out.
    pub(super) fn write_pending(&mut self, writer: &mut TraceWriter) {
        if let Some(at) = self.pending {
            self.write(at, writer);
        }
    }

    /// Writes the counts, which Perfetto draws as curves.
    pub(super) fn write(&mut self, at: u64, writer: &mut TraceWriter) {
        (self.written, self.pending) = (at, None);
        writer.add(|text| {
            begin(text, "Waiting tasks", TIMELINE, "C", at);
            text.extend_from_slice(b",\"args\":");
            Members::of(text, |args| {
                for priority in TaskPriority::ALL {
                    args.number(priority.as_str(), self.counts[priority as usize]);
                }
            });
            text.push(b'}');
        });
    }
}
