//! An observer that records what runs, for the module `posttask:test`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use posttask::event_loop::{Event, Observer, Subject, Timestamp, WorkKind};

use super::ownership::Ownership;
use super::scheduling::Record;
use super::tree::{NodeId, Tree};
use posttask_reports::diagnostics::WarnOptions;

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

    pub(super) fn start(&self, owner: NodeId, since: Timestamp, warn: Option<&WarnOptions>) -> Rc<Record> {
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
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        if !self.is_active.get() {
            return;
        }
        for record in self.active.borrow().iter() {
            record.diagnose(now, self.ownership.current(), event, subject);
            match event {
                // Microtasks belong to the work before them.
                Event::Scheduled(it) if it.kind == WorkKind::MicrotaskCheckpoint => {}
                Event::Scheduled(it) => record.scheduled(now, self.ownership.current(), it),
                _ => record.observe(now, event),
            }
        }
    }
}
