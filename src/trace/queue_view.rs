//! The queues of an event loop, as an observer sees them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::work_map::WorkMap;
use crate::event_loop::{Event, SignalId, Timestamp, Work, WorkId, WorkKind};
use crate::scheduling::{EffectivePriority, EnqueueOrder, QueueId, QueueKind, TaskId, TaskPriority, TaskQueues};

/// The work of an event loop that has been scheduled, and the queues in which it waits: what is ready since when, with
/// which priority, and what is the oldest.
///
/// An observer tells it what happens: with [`Self::observe`], or, if each piece of work is to have data of the
/// observer, with one method for each event that matters. The loop itself is not asked, so this also works for records
/// of a loop that is gone.
///
/// A change of a signal's priority moves queues, not their tasks. Everything takes O(1) amortized or O(log n), and the
/// memory is linear in the work that has not been removed.
///
/// ```
/// use posttask::event_loop::{SignalId, Timestamp, Work, WorkId, WorkKind};
/// use posttask::scheduling::TaskPriority;
/// use posttask::trace::QueueView;
///
/// let (task, signal) = (WorkId::new(1), SignalId::new(1));
/// let mut work = Work::new(task, WorkKind::Task);
/// work.priority = Some(TaskPriority::UserVisible);
/// let mut view = QueueView::default();
/// view.schedule(work, Some(signal), "save");
/// view.make_ready(task, Timestamp::default());
/// view.set_priority(signal, TaskPriority::Background);
/// assert_eq!(view.priority(task), Some(TaskPriority::Background));
/// assert_eq!(view.ready_tasks(TaskPriority::Background), 1);
/// assert_eq!(view.remove(task), Some("save"));
/// ```
#[derive(Debug)]
pub struct QueueView<T> {
    work: WorkMap<Entry<T>>,
    /// The signals whose priority some work has.
    signals: FxHashMap<SignalId, Signal>,
    /// The scheduler tasks that are ready.
    tasks: TaskQueues<WorkId>,
    /// The queues of tasks with a fixed priority, by level.
    fixed: [Option<QueueId>; EffectivePriority::COUNT],
    /// The number of scheduler tasks that are ready, by level.
    counts: [usize; EffectivePriority::COUNT],
    /// Other work that is ready.
    others: BTreeMap<EnqueueOrder, WorkId>,
}

#[derive(Debug)]
struct Entry<T> {
    kind: WorkKind,
    /// The priority at the call. See `signal`.
    priority: Option<TaskPriority>,
    /// The signal whose priority it has.
    signal: Option<SignalId>,
    due: Option<Timestamp>,
    ready: Option<Timestamp>,
    /// Its age among ready work. A timer without a delay takes it when it is set.
    order: Option<EnqueueOrder>,
    place: Place,
    /// Whether it is an idle callback that its timeout has made an ordinary task.
    is_timed_out: bool,
    data: T,
}

/// Where work waits.
#[derive(Debug)]
enum Place {
    /// In no queue: it is not ready, or it runs, or it is an idle callback.
    Nowhere,
    Task(TaskId),
    Other(EnqueueOrder),
}

#[derive(Debug)]
struct Signal {
    priority: TaskPriority,
    /// The number of pieces of work that have its priority.
    uses: usize,
    /// Its queues, by kind.
    queues: [Option<QueueId>; QueueKind::ALL.len()],
}

impl<T> Default for QueueView<T> {
    fn default() -> Self {
        Self {
            work: WorkMap::default(),
            signals: FxHashMap::default(),
            tasks: TaskQueues::new(),
            fixed: Default::default(),
            counts: Default::default(),
            others: BTreeMap::new(),
        }
    }
}

impl<T> Entry<T> {
    fn queue_kind(&self) -> QueueKind {
        if self.kind == WorkKind::Continuation { QueueKind::Continuations } else { QueueKind::Tasks }
    }

    fn priority(&self, signals: &FxHashMap<SignalId, Signal>) -> Option<TaskPriority> {
        let of_signal = |signal: SignalId| signals.get(&signal).map(|signal| signal.priority);
        self.signal.and_then(of_signal).or(self.priority)
    }

    fn level(&self, signals: &FxHashMap<SignalId, Signal>) -> EffectivePriority {
        EffectivePriority::new(self.priority(signals).unwrap_or(TaskPriority::UserVisible), self.queue_kind())
    }
}

impl<T: Default> QueueView<T> {
    /// Something happened. Work stays known until it has ended.
    pub fn observe(&mut self, now: Timestamp, event: &Event) {
        match *event {
            Event::Scheduled(ref it) => _ = self.schedule(it.work(), it.priority_signal, T::default()),
            Event::TimerSet { work, due } => self.set_timer(work, due, now),
            Event::TimerCleared { work } => self.clear_timer(work),
            Event::Ready { work } => _ = self.make_ready(work, now),
            Event::Started { work } => self.leave_queue(work),
            Event::Ended { work, .. } => drop(self.remove(work)),
            Event::PriorityChanged { signal, priority, .. } => _ = self.set_priority(signal, priority),
            _ => {}
        }
    }
}

/// What happens.
impl<T> QueueView<T> {
    /// Work was scheduled. `signal` is the one whose priority it has, if that can change.
    pub fn schedule(&mut self, work: Work, signal: Option<SignalId>, data: T) -> &mut T {
        let Work { id, kind, priority, .. } = work;
        if let Some(signal) = signal {
            let priority = priority.unwrap_or_default();
            let new = Signal { priority, uses: 0, queues: Default::default() };
            self.signals.entry(signal).or_insert(new).uses += 1;
        }
        let (due, ready, order, place, is_timed_out) = (None, None, None, Place::Nowhere, false);
        &mut self.work.insert(id, Entry { kind, priority, signal, due, ready, order, place, is_timed_out, data }).data
    }

    /// A timer was set for work.
    pub fn set_timer(&mut self, id: WorkId, due: Timestamp, now: Timestamp) {
        let Some(work) = self.work.get_mut(id) else { return };
        work.due = Some(due);
        if due <= now && work.priority.is_none() && work.ready.is_none() {
            work.order = Some(self.tasks.take_enqueue_order());
        }
    }

    /// The timer of work was cleared.
    pub fn clear_timer(&mut self, id: WorkId) {
        if let Some(work) = self.work.get_mut(id) {
            work.due = None;
        }
    }

    /// Work became ready. Returns whether this was the first time: an idle callback is ready at once, and again if its
    /// timeout queues it as a task.
    pub fn make_ready(&mut self, id: WorkId, now: Timestamp) -> bool {
        let Some(work) = self.work.get_mut(id) else { return false };
        let is_first = work.ready.is_none();
        // Work with a timer waits from the time at which that is due, even if the loop is late.
        work.ready.get_or_insert(work.due.map_or(now, |due| due.min(now)));
        if work.kind == WorkKind::IdleCallback {
            if is_first {
                return true;
            }
            (work.is_timed_out, work.order) = (true, None);
        }
        if matches!(work.place, Place::Nowhere) {
            self.enqueue(id);
        }
        is_first
    }

    fn enqueue(&mut self, id: WorkId) {
        let Some(work) = self.work.get_mut(id) else { return };
        let order = *work.order.get_or_insert_with(|| self.tasks.take_enqueue_order());
        if work.priority.is_none() {
            self.others.insert(order, id);
            work.place = Place::Other(order);
            return;
        }
        let (level, kind) = (work.level(&self.signals), work.queue_kind());
        let signal = work.signal.and_then(|signal| self.signals.get_mut(&signal));
        let queue = signal.map_or(&mut self.fixed[level.index()], |signal| &mut signal.queues[kind as usize]);
        let (new_queue, task) = self.tasks.push_or_create(*queue, level.priority(), kind, order, id);
        *queue = Some(new_queue);
        work.place = Place::Task(task);
        self.counts[level.index()] += 1;
    }

    /// Work leaves its queue, because it starts.
    pub fn leave_queue(&mut self, id: WorkId) {
        let Some(work) = self.work.get_mut(id) else { return };
        match std::mem::replace(&mut work.place, Place::Nowhere) {
            Place::Nowhere => {}
            Place::Other(order) => _ = self.others.remove(&order),
            Place::Task(task) => {
                self.tasks.remove(task);
                self.counts[work.level(&self.signals).index()] -= 1;
            }
        }
    }

    /// Forgets work, because it has ended, or because nobody asks any more. Returns the data.
    pub fn remove(&mut self, id: WorkId) -> Option<T> {
        self.leave_queue(id);
        let work = self.work.remove(id)?;
        if let Some(signal) = work.signal {
            self.release(signal);
        }
        Some(work.data)
    }

    fn release(&mut self, id: SignalId) {
        let Some(signal) = self.signals.get_mut(&id) else { return };
        signal.uses -= 1;
        if signal.uses == 0 {
            for queue in signal.queues.into_iter().flatten() {
                self.tasks.remove_if_empty(queue);
            }
            self.signals.remove(&id);
        }
    }

    /// The priority of a signal changed. Returns the numbers of ready tasks and of ready continuations that have it.
    pub fn set_priority(&mut self, signal: SignalId, priority: TaskPriority) -> [usize; QueueKind::ALL.len()] {
        let Some(signal) = self.signals.get_mut(&signal) else { return [0, 0] };
        let previous = std::mem::replace(&mut signal.priority, priority);
        QueueKind::ALL.map(|kind| {
            let Some(queue) = signal.queues[kind as usize] else { return 0 };
            self.tasks.set_priority(queue, priority);
            let moved = self.tasks.len_of(queue);
            self.counts[EffectivePriority::new(previous, kind).index()] -= moved;
            self.counts[EffectivePriority::new(priority, kind).index()] += moved;
            moved
        })
    }
}

/// What is known. Nothing is known about work that has not been scheduled, or that has been removed.
impl<T> QueueView<T> {
    /// The data of work.
    #[must_use]
    pub fn get(&self, id: WorkId) -> Option<&T> {
        self.work.get(id).map(|work| &work.data)
    }

    /// The data of work, to be changed.
    pub fn get_mut(&mut self, id: WorkId) -> Option<&mut T> {
        self.work.get_mut(id).map(|work| &mut work.data)
    }

    /// All work, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (WorkId, &T)> {
        self.work.iter().map(|(id, work)| (id, &work.data))
    }

    /// The kind of work.
    #[must_use]
    pub fn kind(&self, id: WorkId) -> Option<WorkKind> {
        self.work.get(id).map(|work| work.kind)
    }

    /// The priority of work now. `None` if it is no scheduler task.
    #[must_use]
    pub fn priority(&self, id: WorkId) -> Option<TaskPriority> {
        self.work.get(id)?.priority(&self.signals)
    }

    /// The effective priority of work now. Other work than scheduler tasks has that of a `user-visible` task: the
    /// specification [recommends] that `user-blocking` tasks run before it, and `background` tasks after it. An idle
    /// callback has none, until its timeout makes it a task.
    ///
    /// [recommends]: https://wicg.github.io/scheduling-apis/#sec-patches-html-event-loop-processing
    #[must_use]
    pub fn level(&self, id: WorkId) -> Option<EffectivePriority> {
        let has_level = |work: &&Entry<T>| work.kind != WorkKind::IdleCallback || work.is_timed_out;
        self.work.get(id).filter(has_level).map(|work| work.level(&self.signals))
    }

    /// When the timer of work is due, or was, unless it was cleared.
    #[must_use]
    pub fn due(&self, id: WorkId) -> Option<Timestamp> {
        self.work.get(id)?.due
    }

    /// Since when work is ready, or was when it started. For work with a timer, this is when the timer was due.
    #[must_use]
    pub fn ready_since(&self, id: WorkId) -> Option<Timestamp> {
        self.work.get(id)?.ready
    }

    /// The place of work in the order in which work became ready. `None` if it has not entered a queue.
    #[must_use]
    pub fn order(&self, id: WorkId) -> Option<EnqueueOrder> {
        self.work.get(id)?.order
    }

    /// Whether work is an idle callback whose timeout has made it a task.
    #[must_use]
    pub fn is_timed_out(&self, id: WorkId) -> bool {
        self.work.get(id).is_some_and(|work| work.is_timed_out)
    }

    /// The number of scheduler tasks of a priority that are ready.
    #[must_use]
    pub fn ready_tasks(&self, priority: TaskPriority) -> usize {
        QueueKind::ALL.iter().map(|&kind| self.counts[EffectivePriority::new(priority, kind).index()]).sum()
    }

    /// The oldest scheduler task of a level that is ready.
    #[must_use]
    pub fn oldest_task(&self, level: EffectivePriority) -> Option<WorkId> {
        self.tasks.first_of(level).copied()
    }

    /// The oldest work that is ready and no scheduler task.
    #[must_use]
    pub fn oldest_other(&self) -> Option<WorkId> {
        self.others.first_key_value().map(|(_, &id)| id)
    }

    /// What the specification recommends to run next: the ready work of the highest level, and of this the oldest.
    #[must_use]
    pub fn next(&self) -> Option<WorkId> {
        let all = self.tasks.first().copied().into_iter().chain(self.oldest_other());
        all.min_by_key(|&id| (Reverse(self.level(id)), self.order(id)))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::{Strategy, proptest};
    use proptest::{collection, prop_assert_eq};

    use super::*;
    use crate::scheduling::TaskPriority::{Background, UserBlocking, UserVisible};

    fn at(milliseconds: u64) -> Timestamp {
        Timestamp::since_origin(Duration::from_millis(milliseconds))
    }

    fn work(number: u64, kind: WorkKind, priority: impl Into<Option<TaskPriority>>) -> Work {
        Work { id: WorkId::new(number), kind, priority: priority.into(), origin: None }
    }

    /// A view of these pieces of work, all ready.
    fn view(works: &[(WorkKind, Option<TaskPriority>, Option<u64>)]) -> QueueView<()> {
        let mut view = QueueView::default();
        for (number, (kind, priority, signal)) in (1..).zip(works) {
            view.schedule(work(number, *kind, *priority), signal.map(SignalId::new), ());
            view.make_ready(WorkId::new(number), at(0));
        }
        view
    }

    /// The numbers of the work in the order in which it should run.
    fn order(mut view: QueueView<()>) -> Vec<u64> {
        let next = || view.next().inspect(|&id| view.leave_queue(id)).map(WorkId::get);
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn the_highest_level_comes_first_and_then_the_oldest() {
        let view = view(&[
            (WorkKind::Task, Some(Background), None),
            (WorkKind::Timeout, None, None),
            (WorkKind::Task, Some(UserVisible), None),
            (WorkKind::Message, None, None),
            (WorkKind::Continuation, Some(UserVisible), None),
            (WorkKind::IdleCallback, None, None),
            (WorkKind::Task, Some(UserBlocking), None),
        ]);
        assert_eq!(order(view), [7, 5, 2, 3, 4, 1]);
    }

    #[test]
    fn a_signal_changes_the_priority_of_its_tasks_and_continuations() {
        let mut view = view(&[
            (WorkKind::Task, Some(UserVisible), Some(1)),
            (WorkKind::Task, Some(UserVisible), None),
            (WorkKind::Continuation, Some(UserVisible), Some(1)),
            (WorkKind::Task, Some(UserVisible), Some(1)),
        ]);
        assert_eq!(view.set_priority(SignalId::new(1), Background), [2, 1]);
        assert_eq!(view.set_priority(SignalId::new(2), Background), [0, 0], "nobody refers to it");
        assert_eq!([view.ready_tasks(Background), view.ready_tasks(UserVisible)], [3, 1]);
        assert_eq!(view.priority(WorkId::new(4)), Some(Background));
        assert_eq!(view.level(WorkId::new(3)), Some(EffectivePriority::new(Background, QueueKind::Continuations)));
        assert_eq!(order(view), [2, 3, 1, 4]);
    }

    #[test]
    fn work_keeps_the_new_priority_when_it_runs() {
        let mut view = view(&[(WorkKind::Task, Some(UserVisible), Some(1))]);
        let task = WorkId::new(1);
        view.leave_queue(task);
        view.set_priority(SignalId::new(1), UserBlocking);
        assert_eq!(view.priority(task), Some(UserBlocking));
        assert_eq!(view.ready_tasks(UserBlocking), 0);
        view.remove(task);
        assert_eq!((view.priority(task), view.signals.len(), view.tasks.queue_count()), (None, 0, 0));
    }

    #[test]
    fn work_with_a_timer_is_ready_when_it_was_due() {
        let mut view = QueueView::default();
        for number in [1, 2] {
            view.schedule(work(number, WorkKind::Timeout, None), None, ());
        }
        let (late, immediate) = (WorkId::new(1), WorkId::new(2));
        view.set_timer(late, at(5), at(0));
        view.set_timer(immediate, at(0), at(0));
        view.make_ready(late, at(8));
        view.make_ready(immediate, at(8));
        assert_eq!((view.ready_since(late), view.ready_since(immediate)), (Some(at(5)), Some(at(0))));
        assert_eq!(view.oldest_other(), Some(immediate), "it took its place when it was set");
    }

    #[test]
    fn an_idle_callback_has_a_level_after_its_timeout() {
        let mut view = view(&[(WorkKind::IdleCallback, None, None), (WorkKind::Message, None, None)]);
        let idle = WorkId::new(1);
        assert_eq!((view.level(idle), view.ready_since(idle)), (None, Some(at(0))));
        assert!(!view.make_ready(idle, at(9)));
        assert_eq!(view.level(idle), Some(EffectivePriority::new(UserVisible, QueueKind::Tasks)));
        assert_eq!(view.ready_since(idle), Some(at(0)));
        assert_eq!(order(view), [2, 1]);
    }

    #[test]
    fn nothing_is_known_about_other_work() {
        let mut view = QueueView::<()>::default();
        let stranger = WorkId::new(7);
        assert!(!view.make_ready(stranger, at(1)));
        view.set_timer(stranger, at(1), at(0));
        view.leave_queue(stranger);
        assert_eq!((view.remove(stranger), view.level(stranger), view.next()), (None, None, None));
    }

    /// Steps: the kind of the next work, its priority, its signal, and the signal and priority of a change.
    fn steps() -> impl Strategy<Value = Vec<(usize, usize, u64, u64, usize)>> {
        collection::vec((0..3_usize, 0..3_usize, 0..4_u64, 0..9_u64, 0..3_usize), 0..60)
    }

    proptest! {
        #[test]
        fn it_is_what_a_search_finds(steps in steps()) {
            let mut view = QueueView::default();
            let mut priorities = [UserVisible; 4];
            // Number, kind and signal; or the fixed priority.
            let mut expected: Vec<(u64, WorkKind, Result<u64, Option<TaskPriority>>)> = Vec::new();
            for (number, (kind, priority, signal, changed, to)) in (1..).zip(steps) {
                let kind = [WorkKind::Task, WorkKind::Continuation, WorkKind::Message][kind];
                let follows = (signal > 0 && kind != WorkKind::Message).then_some(signal);
                let fixed = (kind != WorkKind::Message).then_some(TaskPriority::ALL[priority]);
                let at_call = follows.map_or(fixed, |signal| Some(priorities[usize::try_from(signal).unwrap()]));
                view.schedule(work(number, kind, at_call), follows.map(SignalId::new), ());
                view.make_ready(WorkId::new(number), at(0));
                expected.push((number, kind, follows.ok_or(fixed)));
                if (1..4).contains(&changed) {
                    priorities[usize::try_from(changed).unwrap()] = TaskPriority::ALL[to];
                    view.set_priority(SignalId::new(changed), TaskPriority::ALL[to]);
                }
                let priority = |it: &(u64, WorkKind, Result<u64, Option<TaskPriority>>)| match it.2 {
                    Ok(signal) => Some(priorities[usize::try_from(signal).unwrap()]),
                    Err(fixed) => fixed,
                };
                for it in &expected {
                    prop_assert_eq!(view.priority(WorkId::new(it.0)), priority(it));
                }
                for level in TaskPriority::ALL {
                    let count = expected.iter().filter(|it| priority(it) == Some(level)).count();
                    prop_assert_eq!(view.ready_tasks(level), count);
                }
                let is_rest = |it: &(u64, WorkKind, _)| it.1 == WorkKind::Continuation;
                let level = |it: &_| (priority(it).unwrap_or(UserVisible), is_rest(it));
                let next = expected.iter().min_by_key(|it| (Reverse(level(it)), it.0)).map(|it| it.0);
                prop_assert_eq!(view.next().map(WorkId::get), next);
                if number % 3 == 0 && let Some(next) = next {
                    view.remove(WorkId::new(next));
                    expected.retain(|it| it.0 != next);
                }
            }
        }
    }
}
