//! Which test every piece of work belongs to: the test that scheduled it, directly or through other work.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use posttask::event_loop::{
    Event, EventLoop, Location, Observer, Origin, PortId, Subject, Timestamp, Work, WorkId, WorkKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::status::Status;
use super::tree::NodeId;

/// Work that has not run, a port that is open, or a worker that has not ended.
#[derive(Clone, Debug)]
pub(super) struct Left {
    owner: NodeId,
    pub(super) what: LeftKind,
    pub(super) location: Option<Arc<Location>>,
    /// When its timer fires, if it has one.
    pub(super) due: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeftKind {
    Work(Work),
    Port,
    Worker,
}

/// An observer that follows the work of each test.
#[derive(Debug)]
pub(super) struct Ownership {
    /// In the order in which it was scheduled.
    works: RefCell<BTreeMap<WorkId, Left>>,
    ports: RefCell<FxHashMap<PortId, Left>>,
    /// The number of reports of rejected promises that have not run.
    reports: Cell<usize>,
    /// The owner of the work that is scheduled next, if the runner schedules it.
    next: Cell<Option<NodeId>>,
    /// The places of work. There are few of them.
    locations: RefCell<FxHashMap<Origin, Arc<Location>>>,
    status: Arc<Status>,
    event_loop: Weak<EventLoop>,
}

impl Ownership {
    /// Creates an observer that tells `status` what runs.
    pub(super) fn new(status: Arc<Status>, event_loop: &Rc<EventLoop>) -> Self {
        event_loop.set_owner(NodeId::ROOT.as_owner());
        Self {
            works: RefCell::default(),
            ports: RefCell::default(),
            reports: Cell::default(),
            next: Cell::default(),
            locations: RefCell::default(),
            status,
            event_loop: Rc::downgrade(event_loop),
        }
    }

    fn location(&self, origin: Option<Origin>, location: impl FnOnce() -> Option<Location>) -> Option<Arc<Location>> {
        let origin = origin?;
        let known = self.locations.borrow().get(&origin).cloned();
        known.or_else(|| {
            let location = Arc::new(location()?);
            self.locations.borrow_mut().insert(origin, Arc::clone(&location));
            Some(location)
        })
    }

    /// The test whose code runs, or ran last.
    pub(super) fn current(&self) -> NodeId {
        self.event_loop.upgrade().and_then(|event_loop| event_loop.owner()).map_or(NodeId::ROOT, NodeId::of_owner)
    }

    /// Calls `steps` as code of a test.
    pub(super) fn within<R>(&self, owner: NodeId, steps: impl FnOnce() -> R) -> R {
        match self.event_loop.upgrade() {
            Some(event_loop) => event_loop.with_owner(owner.as_owner(), steps),
            None => steps(),
        }
    }

    /// Makes a test the owner of the work that `schedule` schedules.
    pub(super) fn schedule_for<R>(&self, owner: NodeId, schedule: impl FnOnce() -> R) -> R {
        let before = self.next.replace(Some(owner));
        let result = schedule();
        self.next.set(before);
        result
    }

    /// Whether rejected promises have been found that have not been reported.
    pub(super) fn has_reports(&self) -> bool {
        self.reports.get() > 0
    }

    /// What a test has left: timers, tasks, idle callbacks, messages, open ports and workers. What it has canceled does
    /// not count, even if its task is still in its queue. O(n) in the number of all waiting works. They stay the test's
    /// own, so that their errors are not those of another test.
    pub(super) fn left(&self, owner: NodeId) -> Vec<Left> {
        let canceled = self.event_loop.upgrade().map(|event_loop| event_loop.canceled_tasks()).unwrap_or_default();
        let canceled = FxHashSet::from_iter(canceled);
        let works = self.works.borrow();
        let work =
            works.iter().filter(|(work, left)| left.owner == owner && is_leftover(left) && !canceled.contains(work));
        let work = work.map(|(_, left)| left);
        let ports = self.ports.borrow();
        let mut ports: Vec<_> = ports.iter().filter(|(_, left)| left.owner == owner).collect();
        ports.sort_unstable_by_key(|(port, _)| **port);
        work.chain(ports.into_iter().map(|(_, left)| left)).cloned().collect()
    }

    fn add(&self, work: Work, location: Option<Arc<Location>>) {
        let owner = self.next.get().unwrap_or(self.current());
        if work.kind == WorkKind::UnhandledRejections {
            self.reports.set(self.reports.get() + 1);
        }
        self.works.borrow_mut().insert(work.id, Left { owner, what: LeftKind::Work(work), location, due: None });
    }

    fn add_port(&self, port: PortId, what: LeftKind, origin: Option<Origin>) {
        let location = self.location(origin, || self.event_loop.upgrade()?.location(origin?));
        self.ports.borrow_mut().insert(port, Left { owner: self.current(), what, location, due: None });
    }

    fn start(&self, work: WorkId) {
        let works = self.works.borrow();
        let found = works.get(&work);
        if let Some(event_loop) = self.event_loop.upgrade() {
            event_loop.set_owner(found.map_or(NodeId::ROOT, |left| left.owner).as_owner());
        }
        if let Some(Left { what: LeftKind::Work(work), location, .. }) = found {
            self.status.work_starts(work.kind, location.clone());
        }
    }

    fn remove(&self, work: WorkId) {
        let removed = self.works.borrow_mut().remove(&work);
        let is_report =
            |left: Left| matches!(left.what, LeftKind::Work(work) if work.kind == WorkKind::UnhandledRejections);
        if removed.is_some_and(is_report) {
            self.reports.set(self.reports.get().saturating_sub(1));
        }
    }
}

/// Whether work counts as left: the program asked for it, and it keeps other hosts alive. A body that arrives counts
/// only if the program reads it: a test may look at nothing but the status.
fn is_leftover(left: &Left) -> bool {
    let LeftKind::Work(work) = left.what else { return true };
    // Without a place, the host scheduled it for itself.
    left.location.is_some()
        && matches!(
            work.kind,
            WorkKind::Task
                | WorkKind::Continuation
                | WorkKind::Timeout
                | WorkKind::Interval
                | WorkKind::Immediate
                | WorkKind::IdleCallback
                | WorkKind::AnimationFrame
                | WorkKind::Message
                | WorkKind::Broadcast
                | WorkKind::Crypto
                | WorkKind::Lock
                | WorkKind::BlobRead
                | WorkKind::Fetch
                | WorkKind::BodyRead
        )
}

impl Observer for Ownership {
    fn observe(&self, _: Timestamp, event: &Event, subject: &Subject<'_>) {
        match *event {
            Event::Scheduled(ref it) => self.add(it.work(), self.location(it.origin, || subject.location())),
            Event::TimerSet { work, due } => {
                if let Some(left) = self.works.borrow_mut().get_mut(&work) {
                    left.due = Some(due);
                }
            }
            Event::Started { work } => self.start(work),
            Event::Ended { work, .. } => self.remove(work),
            Event::PortOpened { port, origin } => self.add_port(port, LeftKind::Port, origin),
            Event::WorkerCreated { port, origin } => self.add_port(port, LeftKind::Worker, origin),
            Event::PortClosed { port } => {
                self.ports.borrow_mut().remove(&port);
            }
            _ => {}
        }
    }
}
