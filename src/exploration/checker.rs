//! Checks that an order is one that the standards allow. Written from the standards and from the events of a loop only:
//! it shares no code with the rules that choose orders.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use super::rules::Level;
use crate::event_loop::{Ending, Event, Observer, SignalId, Subject, TaskSource, Timestamp, WorkId, WorkKind};
use crate::scheduling::TaskPriority;
use crate::web::scheduler::TaskSignal;
use boa_gc::Gc;

/// An observer that panics if something happens that no standard allows.
pub(super) struct Checker {
    level: Level,
    state: RefCell<State>,
}

#[derive(Clone, Debug)]
struct Known {
    kind: WorkKind,
    source: Option<TaskSource>,
    signal: Option<SignalId>,
    priority: Option<TaskPriority>,
}

#[derive(Clone, Copy, Debug)]
struct Timer {
    work: WorkId,
    set: usize,
    delay: u128,
    due: Timestamp,
}

#[derive(Default)]
struct State {
    known: BTreeMap<WorkId, Known>,
    timers: Vec<Timer>,
    timers_set: usize,
    sources: BTreeMap<TaskSource, VecDeque<WorkId>>,
    /// Scheduler tasks in the order of their enqueuing.
    scheduler: Vec<WorkId>,
    idle: Vec<WorkId>,
    /// What a running checkpoint of microtasks set: by the letter, the delays of such timers are not clamped, and so
    /// shorter than they seem.
    set_in_microtasks: Vec<WorkId>,
    /// The priorities of the task signals.
    signals: BTreeMap<SignalId, TaskPriority>,
    running: Option<WorkId>,
    in_checkpoint: bool,
    /// Whether the next callback is the first of an idle period.
    starts_idle_period: bool,
    last_time: Timestamp,
}

impl Checker {
    pub(super) fn new(level: Level) -> Self {
        Self { level, state: RefCell::default() }
    }
}

/// The shortest delay of deeply nested timers, in nanoseconds.
const MINIMUM_WHEN_NESTED: u128 = 4_000_000;

/// HTML's ordering identifiers.
fn ordering_identifier(kind: WorkKind) -> &'static str {
    match kind {
        WorkKind::Timeout | WorkKind::Interval => "setTimeout/setInterval",
        WorkKind::Task => "scheduler-postTask",
        WorkKind::AbortTimeout => "AbortSignal-timeout",
        WorkKind::IdleCallback => "requestIdleCallback",
        _ => panic!("a timer of an unknown kind: {kind:?}"),
    }
}

impl State {
    /// The specification's effective priority of a scheduler task.
    fn effective_priority(&self, work: WorkId) -> u8 {
        let known = &self.known[&work];
        let of_signal = known.signal.and_then(|signal| self.signals.get(&signal).copied());
        let base = match of_signal.or(known.priority).expect("scheduler tasks have a priority") {
            TaskPriority::Background => 0,
            TaskPriority::UserVisible => 2,
            TaskPriority::UserBlocking => 4,
        };
        base + u8::from(known.kind == WorkKind::Continuation)
    }

    fn ready(&mut self, work: WorkId) {
        let Some(known) = self.known.get(&work) else { return };
        match (known.kind, known.source) {
            (_, Some(source)) => self.sources.entry(source).or_default().push_back(work),
            (WorkKind::Task | WorkKind::Continuation, None) => self.scheduler.push(work),
            // An idle callback whose timeout has passed becomes ready again, on another source.
            (WorkKind::IdleCallback, None) if self.idle.contains(&work) => {
                self.idle.retain(|&idle| idle != work);
                self.sources.entry(TaskSource::IdleTask).or_default().push_back(work);
            }
            (WorkKind::IdleCallback, None) => self.idle.push(work),
            other => panic!("work of an unknown kind is ready: {other:?}"),
        }
    }

    fn fired(&mut self, work: WorkId, now: Timestamp) {
        let position = self.timers.iter().position(|timer| timer.work == work).expect("a timer that was set");
        let timer = self.timers.remove(position);
        assert!(now >= timer.due, "the timer of {work} fired early");
        let group = ordering_identifier(self.known[&work].kind);
        for other in &self.timers {
            if ordering_identifier(self.known[&other.work].kind) != group {
                continue;
            }
            // The timeouts of idle callbacks complete in the order of their posted time plus their timeout.
            let may_be_shorter = self.set_in_microtasks.contains(&timer.work) && timer.delay == MINIMUM_WHEN_NESTED;
            let waits = if may_be_shorter {
                false
            } else if group == "requestIdleCallback" {
                other.due < timer.due
            } else {
                other.set < timer.set && other.delay <= timer.delay
            };
            assert!(!waits, "the timer of {work} did not wait for that of {}", other.work);
        }
    }

    fn started(&mut self, work: WorkId, level: Level) {
        assert!(self.running.is_none(), "{work} started inside other work");
        assert!(!self.in_checkpoint, "{work} started inside a microtask checkpoint");
        self.running = Some(work);
        let has_plain = self.sources.values().any(|queue| !queue.is_empty());
        let highest = self.scheduler.iter().map(|&task| self.effective_priority(task)).max();
        if let Some(queue) = self.sources.values_mut().find(|queue| queue.contains(&work)) {
            assert_eq!(queue.pop_front(), Some(work), "a source did not give its first task");
            let keeps_intent = highest.is_none_or(|highest| highest < 3);
            assert!(level == Level::Standard || keeps_intent, "{work} ran before scheduler tasks of level {highest:?}");
        } else if self.scheduler.contains(&work) {
            let oldest_of_highest = self.scheduler.iter().find(|&&task| Some(self.effective_priority(task)) == highest);
            assert_eq!(oldest_of_highest, Some(&work), "not the next scheduler task");
            let is_last = highest.is_some_and(|highest| highest < 2) && has_plain;
            assert!(level == Level::Standard || !is_last, "background work ran before other tasks");
            self.scheduler.retain(|&task| task != work);
        } else if self.idle.contains(&work) {
            assert_eq!(self.idle.remove(0), work, "idle callbacks out of order");
            if std::mem::take(&mut self.starts_idle_period) {
                assert!(!has_plain, "an idle period started although a task was ready");
                assert!(
                    level == Level::Standard || highest.is_none(),
                    "an idle period started before a scheduler task"
                );
            } else {
                let keeps_intent = highest.is_none_or(|highest| highest < 3);
                assert!(level == Level::Standard || keeps_intent, "an idle callback ran before a scheduler task");
            }
        } else {
            assert!(self.known[&work].kind == WorkKind::AsyncJob, "{work} was not ready");
        }
    }

    fn remove(&mut self, work: WorkId) {
        self.timers.retain(|timer| timer.work != work);
        self.scheduler.retain(|&task| task != work);
        self.idle.retain(|&idle| idle != work);
    }
}

impl Observer for Checker {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        let mut state = self.state.borrow_mut();
        assert!(now >= state.last_time, "time went back");
        state.last_time = now;
        match event {
            Event::Scheduled(it) => {
                let known = Known { kind: it.kind, source: it.source, signal: it.signal, priority: it.priority };
                // Timers put their work into a queue later, and messages are ready at once.
                state.known.insert(it.work, known);
            }
            Event::Ready { work } => state.ready(*work),
            Event::TimerSet { work, due } => {
                let set = state.timers_set;
                if state.in_checkpoint {
                    state.set_in_microtasks.push(*work);
                }
                state.timers_set += 1;
                state.timers.push(Timer { work: *work, set, delay: due.duration_since(now).as_nanos(), due: *due });
            }
            Event::TimerFired { work } => state.fired(*work, now),
            Event::TimerCleared { work } => state.timers.retain(|timer| timer.work != *work),
            Event::Started { work } => state.started(*work, self.level),
            Event::Ended { work, how } => {
                if state.running == Some(*work) {
                    state.running = None;
                } else {
                    assert!(matches!(how, Ending::Aborted | Ending::Removed), "{work} ended without running");
                    state.remove(*work);
                }
            }
            Event::CheckpointStarted { within, .. } => {
                assert_eq!(*within, state.running, "a checkpoint of other work");
                assert!(!state.in_checkpoint, "a checkpoint inside another one");
                state.in_checkpoint = true;
            }
            Event::CheckpointEnded { .. } => state.in_checkpoint = false,
            Event::IdlePeriodStarted { deadline } => {
                assert!(deadline.duration_since(now).as_millis() <= 50, "a long idle period");
                state.starts_idle_period = true;
            }
            Event::PriorityChanged { signal, previous, priority } => {
                let known = state.signals.insert(*signal, *priority);
                assert_eq!(known, Some(*previous));
            }
            Event::SignalCreated { signal } => {
                if let Subject::Signal { state: object, .. } = subject
                    && let Some(task_signal) = object.downcast_ref::<Gc<TaskSignal>>()
                {
                    state.signals.insert(*signal, task_signal.priority());
                }
            }
            _ => {}
        }
    }
}
