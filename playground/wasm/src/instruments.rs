//! What is recorded while a program runs.

use posttask::event_loop::{Event, Timestamp};
use posttask::trace::{Detail, Record, Sink};
use posttask_reports::diagnostics::{Diagnostics, WarnOptions};
use posttask_reports::statistics::{Report, Statistics};
use posttask_reports::timeline::Timeline;

/// Statistics, warnings and a timeline.
pub(crate) struct Instruments {
    statistics: Statistics,
    diagnostics: Diagnostics,
    timeline: Timeline,
    end: Timestamp,
}

impl Instruments {
    /// What must be recorded.
    pub(crate) const DETAIL: Detail = Detail::ALL;

    /// Starts the recording of an order with this name.
    pub(crate) fn new(order: &str, is_virtual: bool) -> Self {
        Self {
            statistics: Statistics::new(is_virtual),
            diagnostics: Diagnostics::new(&WarnOptions::default()),
            timeline: Timeline::new(order),
            end: Timestamp::default(),
        }
    }

    fn show_warnings(&mut self) {
        for warning in self.diagnostics.drain() {
            self.timeline.warn(self.end, &warning.to_string());
        }
    }

    /// Ends the recording. Returns the statistics, the warnings and the timeline.
    pub(crate) fn finish(mut self, program: &str) -> (Report, Diagnostics, Timeline) {
        self.diagnostics.finish(self.end);
        self.show_warnings();
        (self.statistics.report(program), self.diagnostics, self.timeline)
    }
}

impl Sink for Instruments {
    fn receive(&mut self, record: &Record) {
        self.end = record.at;
        self.diagnostics.receive(record);
        self.show_warnings();
        self.statistics.receive(record);
        self.timeline.receive(record);
    }

    fn wants(&self, _event: &Event) -> bool {
        true
    }
}
