//! What is recorded.

use std::cell::RefCell;

use posttask::event_loop::{Event, Observer, Scheduled, Subject, Timestamp};
use posttask::trace;
use posttask::trace::Detail;
use rustc_hash::FxHashSet;

use super::history::History;
use super::program_work::is_of_the_program;
use crate::testing::tree::NodeId;
use posttask_reports::diagnostics::{Diagnostics, WarnOptions, Warning};

/// A recording, which the observer of the test file feeds.
#[derive(Debug)]
pub(in crate::testing) struct Record {
    /// The test, suite or file that made it. It ends with this.
    pub(in crate::testing) owner: NodeId,
    /// The start of the owner.
    pub(in crate::testing) since: Timestamp,
    /// The tests whose work it contains: the owner and everything in it.
    pub(in crate::testing) tests: RefCell<FxHashSet<NodeId>>,
    pub(in crate::testing) history: RefCell<History>,
    /// `None` if nobody asked for warnings.
    diagnostics: Option<trace::Recorder<Diagnostics>>,
}

impl Record {
    pub(in crate::testing) fn new(owner: NodeId, since: Timestamp, warn: Option<&WarnOptions>) -> Self {
        let mut detail = Detail::default();
        (detail.names, detail.signals) = (true, true);
        Self {
            owner,
            since,
            tests: RefCell::new([owner].into_iter().collect()),
            history: RefCell::default(),
            diagnostics: warn.map(|options| trace::Recorder::new(Diagnostics::new(options), detail)),
        }
    }

    /// The warnings so far. `None` if the recording has no detectors.
    pub(in crate::testing) fn warnings(&self) -> Option<Vec<Warning>> {
        self.diagnostics.as_ref().map(|diagnostics| diagnostics.sink().warnings())
    }

    pub(in crate::testing) fn stop(&self, now: Timestamp) {
        self.history.borrow_mut().stop(now);
        if let Some(diagnostics) = &self.diagnostics {
            diagnostics.sink_mut().finish(now);
        }
    }

    pub(in crate::testing) fn contains_work_of(&self, test: NodeId) -> bool {
        self.owner == NodeId::ROOT || self.tests.borrow().contains(&test)
    }

    pub(in crate::testing) fn scheduled(&self, now: Timestamp, by: NodeId, it: &Scheduled) {
        if !is_of_the_program(it.kind) {
            self.history.borrow_mut().host_scheduled(it.work);
        } else if self.contains_work_of(by) {
            self.history.borrow_mut().scheduled(now, it.work(), it.priority_signal);
        }
    }

    /// Passes an event to the detectors. `by` is the test that runs.
    pub(in crate::testing) fn diagnose(&self, now: Timestamp, by: NodeId, event: &Event, subject: &Subject<'_>) {
        let is_of_another = |it: &Scheduled| is_of_the_program(it.kind) && !self.contains_work_of(by);
        match &self.diagnostics {
            Some(_) if matches!(event, Event::Scheduled(it) if is_of_another(it)) => {}
            Some(diagnostics) => diagnostics.observe(now, event, subject),
            None => {}
        }
    }

    pub(in crate::testing) fn observe(&self, now: Timestamp, event: &Event) {
        let mut history = self.history.borrow_mut();
        match *event {
            Event::Ready { work } => history.ready(now, work),
            Event::Started { work } => history.started(now, work),
            Event::Ended { work, how } => history.ended(now, work, how),
            Event::PriorityChanged { signal, priority, .. } => history.priority_changed(signal, priority),
            _ => {}
        }
    }
}
