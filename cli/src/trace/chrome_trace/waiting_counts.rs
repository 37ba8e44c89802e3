//! How many scheduler tasks are waiting, by priority, as a counter of a trace.

use posttask::scheduling::TaskPriority;
use posttask::trace::QueueView;

use super::event_text::{Members, TIMELINE, begin};
use super::writer::TraceWriter;

/// When the counts were written.
#[derive(Default)]
pub(super) struct WaitingCounts {
    /// The time of the last counts in the trace.
    written: u64,
    /// The time of counts that have not been written.
    pending: Option<u64>,
}

impl WaitingCounts {
    /// Writes the counts if the last ones are older than a millisecond: a task may post thousands of others.
    pub(super) fn write_sometimes<T>(&mut self, at: u64, work: &QueueView<T>, writer: &mut TraceWriter) {
        const MILLISECOND: u64 = 1_000;
        if at >= self.written + MILLISECOND {
            self.write(at, work, writer);
        } else {
            self.pending = Some(at);
        }
    }

    /// Writes the last counts that were left out.
    pub(super) fn write_pending<T>(&mut self, work: &QueueView<T>, writer: &mut TraceWriter) {
        if let Some(at) = self.pending {
            self.write(at, work, writer);
        }
    }

    /// Writes the counts, which Perfetto draws as curves.
    pub(super) fn write<T>(&mut self, at: u64, work: &QueueView<T>, writer: &mut TraceWriter) {
        (self.written, self.pending) = (at, None);
        writer.add(|text| {
            begin(text, "Waiting tasks", TIMELINE, "C", at);
            text.extend_from_slice(b",\"args\":");
            Members::of(text, |args| {
                for priority in TaskPriority::ALL {
                    args.number(priority.as_str(), work.ready_tasks(priority) as u64);
                }
            });
            text.push(b'}');
        });
    }
}
