//! What the events of a loop say about its work: names, causes, queues, and the order in which it ran.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::situation::Queue;
use super::work_name::WorkName;
use crate::event_loop::{AgentId, PortId, TaskSource, Timestamp, Work, WorkId, WorkKind};
use crate::scheduling::TaskPriority;

/// A piece of work of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkInfo {
    /// Its name.
    pub name: WorkName,
    /// Its kind; `None` for the main script or module.
    pub kind: Option<WorkKind>,
    /// Its initial priority, if it is a scheduler task.
    pub priority: Option<TaskPriority>,
    /// Its number, from 1, among the work of its kind from its place. The name counts work of all kinds.
    pub ordinal: u32,
}

impl WorkInfo {
    /// The main script or module.
    pub(super) fn main() -> Self {
        Self { name: WorkName::main(), kind: None, priority: None, ordinal: 1 }
    }
}

/// Work that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ran {
    /// The work.
    pub work: WorkInfo,
    /// When it started.
    pub at: Timestamp,
}

/// How much work each place led to in a run, on average.
pub(super) type Weights = FxHashMap<Arc<str>, f64>;

/// Identifies work with a name.
fn key_of(name: &WorkName) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    hasher.finish()
}

struct Tracked {
    info: WorkInfo,
    /// Its name before it was labeled.
    first_name: Option<WorkName>,
    /// A hash of the name.
    key: u64,
    parent: Option<WorkId>,
    queue: Queue,
    done: bool,
}

/// Follows the work of one run.
#[derive(Default)]
pub(super) struct Tracker {
    works: FxHashMap<WorkId, Tracked>,
    names: FxHashMap<WorkName, WorkId>,
    counts: FxHashMap<Arc<str>, u32>,
    /// The number of works of each kind from each place.
    ordinals: FxHashMap<(Arc<str>, WorkKind), u32>,
    /// The task that a microtask checkpoint belongs to.
    checkpoints: FxHashMap<WorkId, Option<WorkId>>,
    /// Ready work, in the order in which it became ready.
    ready: Vec<WorkId>,
    ran: Vec<(WorkId, Timestamp)>,
    /// The last work of each agent that ran, and the one before.
    last_of: FxHashMap<AgentId, [Option<(WorkId, Timestamp)>; 2]>,
    /// A hash of what has run before the last work, and when.
    history: FxHasher,
    /// A hash of what has run before the last work.
    order: FxHasher,
    /// The last work that started, which may turn out to do nothing.
    latest: Option<(u64, Timestamp)>,
    /// The work that did nothing.
    idle: FxHashSet<WorkId>,
    /// Whether work that did nothing has run since the last work.
    is_after_nothing: bool,
    /// The ports that have been transferred, or whose other end has.
    shipped: FxHashSet<PortId>,
    /// Whether ports that have never been transferred share a queue.
    shares_ports: bool,
    /// Whether work is forgotten when it ends, for sessions without an end.
    is_forgetful: bool,
}

impl Tracker {
    /// Follows a run in which ports are task sources of their own, or share one until they are transferred.
    pub(super) fn new(separate_ports: bool) -> Self {
        Self { shares_ports: !separate_ports, ..Self::default() }
    }

    /// Forgets work when it ends from now on.
    pub(super) fn forget_ended_work(&mut self) {
        self.is_forgetful = true;
    }

    pub(super) fn scheduled(
        &mut self,
        work: Work,
        place: Arc<str>,
        source: Option<TaskSource>,
        scheduled_by: Option<WorkId>,
    ) {
        let count = self.counts.entry(Arc::clone(&place)).or_default();
        *count += 1;
        let name = WorkName::new(Arc::clone(&place), *count);
        let ordinal = self.ordinals.entry((place, work.kind)).or_default();
        *ordinal += 1;
        let ordinal = *ordinal;
        let queue = match (work.kind, source) {
            (_, Some(source)) => Queue::Source(source),
            (WorkKind::IdleCallback, None) => Queue::Idle,
            (WorkKind::WorkerStart, None) => Queue::Start,
            _ => Queue::Scheduler,
        };
        let parent = scheduled_by.and_then(|by| self.checkpoints.get(&by).copied().unwrap_or(Some(by)));
        let info = WorkInfo { name: name.clone(), kind: Some(work.kind), priority: work.priority, ordinal };
        let key = key_of(&name);
        self.names.insert(name, work.id);
        self.works.insert(work.id, Tracked { info, first_name: None, key, parent, queue, done: false });
    }

    /// Names work after a label, or after its place and the place that called the function there. Schedules may still
    /// use its first name.
    pub(super) fn label(&mut self, work: WorkId, label: &str) {
        let Some(tracked) = self.works.get_mut(&work) else { return };
        let place: Arc<str> = label.into();
        let count = self.counts.entry(Arc::clone(&place)).or_default();
        *count += 1;
        let name = WorkName::new(place, *count);
        tracked.key = key_of(&name);
        tracked.info.ordinal = name.count();
        tracked.first_name = Some(std::mem::replace(&mut tracked.info.name, name.clone()));
        self.names.insert(name, work);
    }

    /// A port was transferred, or its other end was.
    pub(super) fn port_shipped(&mut self, port: PortId) {
        self.shipped.insert(port);
    }

    /// The queue of a task source.
    pub(super) fn queue_of(&self, source: TaskSource) -> Queue {
        match source {
            TaskSource::MessagePort(port) if !self.shipped.contains(&port) => {
                Queue::UnshippedPort((!self.shares_ports).then_some(port))
            }
            source => Queue::Source(source),
        }
    }

    pub(super) fn ready(&mut self, work: WorkId) {
        self.ready.push(work);
    }

    /// A timer fired that takes an idle callback out of the list of idle callbacks.
    pub(super) fn timer_fired(&mut self, work: WorkId) {
        if let Some(tracked) = self.works.get_mut(&work)
            && tracked.queue == Queue::Idle
        {
            tracked.queue = Queue::Source(TaskSource::IdleTask);
            self.remove_ready(work);
        }
    }

    fn remove_ready(&mut self, work: WorkId) {
        if let Some(position) = self.ready.iter().position(|&ready| ready == work) {
            self.ready.remove(position);
        }
    }

    pub(super) fn started(&mut self, work: WorkId, now: Timestamp) {
        self.is_after_nothing = false;
        self.remove_ready(work);
        if self.is_forgetful {
            self.ran.clear();
        }
        self.ran.push((work, now));
        let last = self.last_of.entry(work.agent()).or_default();
        *last = [Some((work, now)), last[0]];
        self.hash_latest();
        self.latest = Some((self.key(work), now));
    }

    /// The work that ran last did nothing, because it was removed before or nobody listens. So it is not part of the
    /// history.
    pub(super) fn did_nothing(&mut self, work: WorkId) {
        if self.ran.pop_if(|(last, _)| *last == work).is_some() {
            if !self.is_forgetful {
                self.idle.insert(work);
            }
            self.is_after_nothing = true;
            let last = self.last_of.entry(work.agent()).or_default();
            *last = [last[1], None];
            self.latest = None;
        }
    }

    /// Whether work has run and did nothing.
    pub(super) fn has_done_nothing(&self, work: WorkId) -> bool {
        self.idle.contains(&work)
    }

    /// Identifies work in the history. Numbers of work would not do: they depend on what has run in between.
    fn key(&self, work: WorkId) -> u64 {
        self.works.get(&work).map_or(work.get(), |tracked| tracked.key)
    }

    /// The last work is part of the history.
    fn hash_latest(&mut self) {
        if let Some((key, now)) = self.latest.take() {
            (key, now).hash(&mut self.history);
            key.hash(&mut self.order);
        }
    }

    /// A number that a test asked for is part of the history.
    pub(super) fn chose(&mut self, choice: WorkId, number: u32) {
        self.hash_latest();
        (self.key(choice), number).hash(&mut self.history);
        (self.key(choice), number).hash(&mut self.order);
    }

    /// The deadline of an idle period is part of the history: callbacks can read it.
    pub(super) fn idle_period_started(&mut self, deadline: Timestamp, now: Timestamp) {
        self.hash_latest();
        deadline.hash(&mut self.history);
        (deadline <= now).hash(&mut self.order);
    }

    pub(super) fn ended(&mut self, work: WorkId) {
        self.remove_ready(work);
        if self.is_forgetful {
            if let Some(tracked) = self.works.remove(&work) {
                self.names.remove(&tracked.info.name);
            }
        } else if let Some(tracked) = self.works.get_mut(&work) {
            tracked.done = true;
        }
    }

    pub(super) fn checkpoint_started(&mut self, checkpoint: WorkId, within: Option<WorkId>) {
        self.checkpoints.insert(checkpoint, within);
    }

    pub(super) fn checkpoint_ended(&mut self, checkpoint: WorkId) {
        self.checkpoints.remove(&checkpoint);
    }

    /// The work with a name, if it has been scheduled and has not ended.
    pub(super) fn waiting(&self, name: &WorkName) -> Option<WorkId> {
        let work = *self.names.get(name)?;
        (!self.works.get(&work)?.done).then_some(work)
    }

    /// Whether the work with a name has ended.
    pub(super) fn has_ended(&self, name: &WorkName) -> bool {
        self.names.get(name).and_then(|work| self.works.get(work)).is_some_and(|tracked| tracked.done)
    }

    /// The work with a name.
    pub(super) fn named(&self, name: &WorkName) -> Option<WorkInfo> {
        self.names.get(name).map(|&work| self.info(Some(work)))
    }

    pub(super) fn has_seen(&self, name: &WorkName) -> bool {
        self.names.contains_key(name)
    }

    /// The queue that the work waits in, or enters when its timer fires.
    pub(super) fn queue(&self, work: WorkId) -> Queue {
        match self.works.get(&work).map_or(Queue::Scheduler, |tracked| tracked.queue) {
            Queue::Source(source) => self.queue_of(source),
            queue => queue,
        }
    }

    pub(super) fn info(&self, work: Option<WorkId>) -> WorkInfo {
        let tracked = work.and_then(|work| self.works.get(&work));
        tracked.map_or_else(WorkInfo::main, |tracked| tracked.info.clone())
    }

    pub(super) fn name(&self, work: Option<WorkId>) -> WorkName {
        let tracked = work.and_then(|work| self.works.get(&work));
        tracked.map_or_else(WorkName::main, |tracked| tracked.info.name.clone())
    }

    /// Whether work has a place.
    pub(super) fn is_at(&self, work: WorkId, place: &str) -> bool {
        self.works.get(&work).is_some_and(|tracked| tracked.info.name.place() == place)
    }

    /// All names of work that schedules may use.
    pub(super) fn names(&self, work: Option<WorkId>) -> impl Iterator<Item = WorkName> + use<> {
        let first = work.and_then(|work| self.works.get(&work)?.first_name.clone());
        std::iter::once(self.name(work)).chain(first)
    }

    pub(super) fn is_named(&self, work: Option<WorkId>, name: &WorkName) -> bool {
        match work.filter(|work| self.works.contains_key(work)) {
            Some(work) => self.names.get(name) == Some(&work),
            None => *name == WorkName::main(),
        }
    }

    /// The work that scheduled this work.
    pub(super) fn parent(&self, work: WorkId) -> Option<WorkId> {
        self.works.get(&work)?.parent
    }

    /// The last work that ran, and when it started.
    pub(super) fn last(&self) -> Option<(WorkId, Timestamp)> {
        self.ran.last().copied()
    }

    /// Whether work with a name is the last or the last but one that ran.
    pub(super) fn has_run_lately(&self, name: &WorkName) -> bool {
        let lately = self.ran.iter().rev().map(|&(work, _)| Some(work)).chain([None]);
        lately.take(2).any(|work| self.is_named(work, name))
    }

    /// The last work of an agent that ran, and when it started.
    pub(super) fn last_of(&self, agent: AgentId) -> Option<(WorkId, Timestamp)> {
        self.last_of.get(&agent)?[0]
    }

    /// Whether nothing has run since the last work, not even work that did nothing: so that work can still take time.
    pub(super) fn is_directly_after_last(&self) -> bool {
        !self.is_after_nothing
    }

    /// A hash of all that has run, in order, and of what was chosen; with the times if the program can tell them.
    pub(super) fn order(&mut self, tells_time: bool) -> u64 {
        self.hash_latest();
        if tells_time { self.history.finish() } else { self.order.finish() }
    }

    /// Hashes what has run, and when, and what is ready, in order.
    pub(super) fn hash_state(&self, hasher: &mut FxHasher) {
        (self.history.finish(), self.latest).hash(hasher);
        for &work in &self.ready {
            self.key(work).hash(hasher);
        }
        self.ready.len().hash(hasher);
    }

    /// How many pieces of work a piece of work from each place led to, directly or not, on average.
    #[expect(clippy::cast_precision_loss, reason = "an average")]
    pub(super) fn weights(&self) -> Weights {
        let mut descendants: FxHashMap<WorkId, u64> = FxHashMap::default();
        let mut works: Vec<_> = self.works.iter().map(|(&work, tracked)| (work, tracked.parent)).collect();
        // An agent numbers work after the work that scheduled it, and workers start at higher numbers than the
        // program. So what a worker lets the program do is counted for the worker, but not for what came before.
        works.sort_unstable_by_key(|(work, _)| std::cmp::Reverse(*work));
        for (work, parent) in works {
            let own = descendants.get(&work).copied().unwrap_or_default();
            if let Some(parent) = parent {
                *descendants.entry(parent).or_default() += own + 1;
            }
        }
        let mut places: FxHashMap<Arc<str>, (u64, u64)> = FxHashMap::default();
        for (work, tracked) in &self.works {
            let (sum, count) = places.entry(Arc::clone(tracked.info.name.shared_place())).or_default();
            *sum += descendants.get(work).copied().unwrap_or_default();
            *count += 1;
        }
        places.into_iter().map(|(place, (sum, count))| (place, sum as f64 / count as f64)).collect()
    }

    /// The positions of what has run.
    pub(super) fn positions(&self) -> FxHashMap<WorkId, usize> {
        self.ran.iter().enumerate().map(|(position, &(work, _))| (work, position)).collect()
    }

    /// All that has run, in order.
    pub(super) fn into_ran(self) -> Vec<Ran> {
        self.ran_since(0)
    }

    /// What has run since this many pieces of work had run.
    pub(super) fn ran_since(&self, count: usize) -> Vec<Ran> {
        self.ran
            .get(count..)
            .unwrap_or_default()
            .iter()
            .map(|&(work, at)| Ran { work: self.info(Some(work)), at })
            .collect()
    }
}
