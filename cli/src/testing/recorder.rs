//! An observer that records what runs, for the module `posttask:test`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use posttask::event_loop::{Event, Observer, Scheduled, Timestamp, WorkKind};
use posttask::trace;
use posttask::trace::Detail;
use rustc_hash::FxHashSet;

use super::ownership::Ownership;
use super::runner::Runner;
use super::scheduling::{History, is_of_the_program};
use super::session::Session;
use super::tree::{NodeId, Tree};
use crate::trace::{Diagnostics, WarnOptions, Warning};

/// A recording.
#[derive(Debug)]
pub(super) struct Record {
    /// The test, suite or file that made it. It ends with this.
    owner: NodeId,
    /// The start of the owner.
    pub(super) since: Timestamp,
    /// The tests whose work it contains: the owner and everything in it.
    tests: RefCell<FxHashSet<NodeId>>,
    pub(super) history: RefCell<History>,
    /// `None` if nobody asked for warnings.
    diagnostics: Option<trace::Recorder<Diagnostics>>,
}

impl Record {
    fn new(owner: NodeId, since: Timestamp, warn: Option<&WarnOptions>) -> Self {
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
    pub(super) fn warnings(&self) -> Option<Vec<Warning>> {
        self.diagnostics.as_ref().map(|diagnostics| diagnostics.sink().warnings())
    }

    fn stop(&self, now: Timestamp) {
        self.history.borrow_mut().stop(now);
        if let Some(diagnostics) = &self.diagnostics {
            diagnostics.sink_mut().finish(now);
        }
    }

    fn contains_work_of(&self, test: NodeId) -> bool {
        self.owner == NodeId::ROOT || self.tests.borrow().contains(&test)
    }

    fn scheduled(&self, now: Timestamp, by: NodeId, it: &Scheduled<'_>) {
        if !is_of_the_program(it.work.kind) {
            self.history.borrow_mut().host_scheduled(it.work.id);
        } else if self.contains_work_of(by) {
            self.history.borrow_mut().scheduled(now, it.work, it.priority_signal);
        }
    }

    /// Passes an event to the detectors. `by` is the test that runs.
    fn diagnose(&self, now: Timestamp, by: NodeId, event: &Event<'_>) {
        let is_of_another = |it: &Scheduled<'_>| is_of_the_program(it.work.kind) && !self.contains_work_of(by);
        match &self.diagnostics {
            Some(_) if matches!(event, Event::Scheduled(it) if is_of_another(it)) => {}
            Some(diagnostics) => diagnostics.observe(now, event),
            None => {}
        }
    }

    fn observe(&self, now: Timestamp, event: &Event<'_>) {
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

/// Records what runs while a test wants to know.
#[derive(Debug)]
pub(super) struct Recorder {
    ownership: Rc<Ownership>,
    /// Whether there is a recording. If there is none, each event only costs this check.
    is_active: Cell<bool>,
    active: RefCell<Vec<Rc<Record>>>,
}

impl Recorder {
    /// Creates an observer, which learns from another one to which test each piece of work belongs. That one must get
    /// the events first.
    pub(super) fn new(ownership: &Rc<Ownership>) -> Self {
        Self { ownership: Rc::clone(ownership), is_active: Cell::default(), active: RefCell::default() }
    }

    fn start(&self, owner: NodeId, since: Timestamp, warn: Option<&WarnOptions>) -> Rc<Record> {
        let record = Rc::new(Record::new(owner, since, warn));
        self.active.borrow_mut().push(Rc::clone(&record));
        self.is_active.set(true);
        record
    }

    /// Ends a recording. Has no effect if it has ended.
    pub(super) fn stop(&self, record: &Rc<Record>, now: Timestamp) {
        self.stop_those(now, |active| Rc::ptr_eq(active, record));
    }

    fn stop_those(&self, now: Timestamp, is_over: impl Fn(&Rc<Record>) -> bool) {
        let mut active = self.active.borrow_mut();
        active.extract_if(.., |record| is_over(record)).for_each(|record| record.stop(now));
        self.is_active.set(!active.is_empty());
    }

    /// A test or suite starts. Recordings of what it is in contain its work.
    pub(super) fn test_starts(&self, tree: &Tree, node: NodeId) {
        let Some(parent) = tree.get(node).parent.filter(|_| self.is_active.get()) else { return };
        for record in self.active.borrow().iter() {
            let mut tests = record.tests.borrow_mut();
            if tests.contains(&parent) {
                tests.insert(node);
            }
        }
    }

    /// A test or suite has ended, and its recordings with it.
    pub(super) fn test_ended(&self, node: NodeId, now: Timestamp) {
        if self.is_active.get() {
            self.stop_those(now, |record| record.owner == node);
        }
    }

    /// The runner lets a test continue. What it calls belongs to no work.
    pub(super) fn test_continues(&self) {
        self.active.borrow().iter().for_each(|record| record.history.borrow_mut().leave());
    }
}

impl Observer for Recorder {
    fn observe(&self, now: Timestamp, event: &Event<'_>) {
        if !self.is_active.get() {
            return;
        }
        for record in self.active.borrow().iter() {
            record.diagnose(now, self.ownership.current(), event);
            match *event {
                // Microtasks belong to the work before them.
                Event::Scheduled(it) if it.work.kind == WorkKind::MicrotaskCheckpoint => {}
                Event::Scheduled(it) => record.scheduled(now, self.ownership.current(), it),
                _ => record.observe(now, event),
            }
        }
    }
}

impl Runner<Session> {
    /// Starts a recording, which ends with the suite, test or hook that calls this, or with the file. `warn` are the
    /// detectors that run with it.
    pub(super) fn record(&self, warn: Option<&WarnOptions>) -> Rc<Record> {
        let session = self.host();
        let current = session.ownership.current();
        let is_over = self.tree().get(current).has_ended();
        let owner = if is_over { NodeId::ROOT } else { current };
        let started = self.tree().get(owner).started;
        session.recorder.start(owner, started.map(|(since, _)| since).unwrap_or_default(), warn)
    }
}
