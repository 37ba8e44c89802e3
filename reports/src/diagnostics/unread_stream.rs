//! Finds streams that have something which nobody reads before the program ends.
//!
//! What sends it waits for ever: a server keeps its connection, and a source is not told that it can release what it
//! has. What to do: read the stream to its end, or cancel it; and if somebody else goes on reading, release the reader.
//! A stream that is read late, or that has ended, is no problem.

use std::collections::BTreeMap;

use posttask::event_loop::{Event, Location, Stall, StreamId};
use posttask::trace::Record;

use super::detector::Detector;
use super::detector_id::DetectorId;
use super::warning::Place;
use super::warnings::Warnings;
use super::works::Works;

/// The detector of what is not read.
#[derive(Debug)]
pub(super) struct UnreadStream {
    id: DetectorId,
    what: Stall,
    /// What waits now, with the place where the program asked for it.
    stalled: BTreeMap<StreamId, Option<Location>>,
}

impl UnreadStream {
    pub(super) fn new(id: DetectorId, what: Stall) -> Self {
        Self { id, what, stalled: BTreeMap::new() }
    }

    fn report(&self, location: Option<&Location>, warnings: &mut Warnings) {
        let (label, verb, problem) = match self.what {
            Stall::Body => ("body of a response", "fetched", "is full, and nobody reads it"),
            _ => ("reader", "made", "stopped reading, and was not released, while its stream has more"),
        };
        let place = location.map(|location| format!(" ({verb} at {location})")).unwrap_or_default();
        let article = if self.what == Stall::Body { "the" } else { "a" };
        let places = vec![Place { label: label.to_owned(), location: location.cloned() }];
        warnings.add(self.id, places, format!("{article} {label}{place} {problem}"));
    }
}

impl Detector for UnreadStream {
    fn receive(&mut self, record: &Record, _: &Works, _: &mut Warnings) {
        match &record.event {
            Event::StreamStalled { stream, what, location } if *what == self.what => {
                self.stalled.insert(*stream, location.clone());
            }
            Event::StreamResumed { stream } => drop(self.stalled.remove(stream)),
            _ => {}
        }
    }

    fn finish(&mut self, _: &Works, warnings: &mut Warnings) {
        for location in std::mem::take(&mut self.stalled).into_values() {
            self.report(location.as_ref(), warnings);
        }
    }
}
