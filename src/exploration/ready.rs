//! What agents could do next, as descriptions for the chooser.

use std::cell::OnceCell;

use super::situation::{Head, Last, Queue, Situation, Step, Timer};
use super::tracker::Tracker;
use crate::event_loop::{
    AgentId, Candidate, Candidates, OrderingIdentifier, ReadyAgent, TaskSource, Timestamp, WaitingTimer, WorkId,
    WorkKind,
};
use crate::scheduling::{EffectivePriority, QueueKind};

/// What an agent could do next.
pub(super) struct Ready<'a> {
    pub(super) id: AgentId,
    /// The start of a worker whose script has not run.
    pub(super) start: Option<WorkId>,
    pub(super) candidates: Option<Candidates<'a>>,
    /// What it does by default.
    pub(super) default: Option<Candidate<'a>>,
    source: Source<'a>,
}

/// Where the candidates of an agent come from, after time has passed.
#[derive(Clone, Copy)]
enum Source<'a> {
    Candidates(Candidates<'a>),
    Agent(&'a ReadyAgent<'a>),
}

impl<'a> Source<'a> {
    fn candidates(self) -> Option<Candidates<'a>> {
        match self {
            Self::Candidates(candidates) => candidates.refreshed(),
            Self::Agent(agent) => agent.refreshed(),
        }
    }

    fn timers(self) -> Vec<WaitingTimer> {
        match self {
            Self::Candidates(candidates) => candidates.timers(),
            Self::Agent(agent) => agent.timers(),
        }
    }
}

impl<'a> Ready<'a> {
    pub(super) fn of(agent: &'a ReadyAgent<'a>) -> Self {
        Self {
            id: agent.id,
            start: agent.start,
            candidates: agent.refreshed(),
            default: None,
            source: Source::Agent(agent),
        }
    }

    /// The only agent.
    pub(super) fn alone(id: AgentId, candidates: Candidates<'a>) -> Self {
        Self { id, start: None, candidates: Some(candidates), default: None, source: Source::Candidates(candidates) }
    }

    /// The candidate that takes a step, if it can be taken now.
    pub(super) fn that_takes(&self, step: Step) -> Option<Candidate<'a>> {
        let candidates = self.candidates.as_ref()?;
        match step {
            Step::Run(work) => candidates.that_runs(work),
            Step::Fire(work) => candidates.that_fires(work),
            Step::WaitUntil(_) => None,
        }
    }

    /// Looks again at what it can do, after time has passed.
    pub(super) fn refresh(&mut self) {
        self.candidates = self.source.candidates();
    }

    /// What happens by default; `None` if a candidate is not known.
    fn default_step(&self, now: Timestamp) -> Option<Step> {
        match (self.default, self.start) {
            (Some(default), _) => default_step(default),
            (None, Some(start)) => Some(Step::Run(start)),
            (None, None) => Some(Step::WaitUntil(now)),
        }
    }
}

/// The step that a candidate stands for. `None` if its work is not known.
fn default_step(default: Candidate<'_>) -> Option<Step> {
    let work = default.id()?;
    Some(if default.due().is_some() { Step::Fire(work) } else { Step::Run(work) })
}

/// Describes what an agent could do next. `None` if a candidate is not known. `origin` is its time origin, by the clock
/// of the program.
pub(super) fn situation(ready: &Ready<'_>, origin: Timestamp, now: Timestamp, tracker: &Tracker) -> Option<Situation> {
    let timer = |timer: WaitingTimer| {
        let queue = match (TaskSource::of(timer.work.kind), timer.work.kind) {
            (Some(source), _) => Queue::Source(source),
            // Each response has a source of its own.
            (None, WorkKind::Fetch | WorkKind::ResponseBody) => tracker.queue(timer.work.id),
            (None, WorkKind::IdleCallback) => Queue::Source(TaskSource::IdleTask),
            (None, _) => Queue::Scheduler,
        };
        Timer {
            work: timer.work.id,
            due: origin.after(timer.due.elapsed()),
            noticed: origin.after(timer.due.elapsed()),
            delay: timer.delay,
            group: OrderingIdentifier::of(timer.work.kind),
            serial: timer.serial,
            queue,
            level: timer.priority.map(|priority| EffectivePriority::new(priority, QueueKind::Tasks)),
        }
    };
    let mut heads = ready.candidates.as_ref().map(|candidates| heads(candidates, tracker)).unwrap_or_default();
    heads.extend(ready.start.map(|work| Head { work, queue: Queue::Start, level: None }));
    Some(Situation {
        agent: ready.id,
        now,
        has_phases: false,
        default: ready.default_step(now)?,
        is_idle_period: ready.candidates.as_ref().is_some_and(Candidates::is_idle_period),
        heads,
        timers: ready.source.timers().into_iter().map(timer).collect(),
        last: last(tracker.last_of(ready.id)),
        latest: last(tracker.last()),
        others: Vec::new(),
        tells_time: false,
        facts: OnceCell::new(),
    })
}

/// The first work of each queue.
fn heads(candidates: &Candidates<'_>, tracker: &Tracker) -> Vec<Head> {
    let head = |candidate: Candidate<'_>, queue| {
        Some(Head { work: candidate.id()?, queue, level: candidate.effective_priority() })
    };
    let mut heads = Vec::new();
    heads.extend(candidates.scheduler_task().and_then(|task| head(task, Queue::Scheduler)));
    let mut shared = None;
    for (source, work) in candidates.oldest_tasks() {
        match tracker.queue_of(source) {
            // The oldest first: behind it in its queue are the messages of the other ports that share it.
            queue @ Queue::UnshippedPort(None) => shared = shared.or(Some(Head { work, queue, level: None })),
            queue => heads.push(Head { work, queue, level: None }),
        }
    }
    // By the letter, an idle period may start although a timer is due.
    heads.extend(candidates.early_idle_callback().and_then(|callback| head(callback, Queue::Idle)));
    heads.extend(shared);
    heads
}

fn last(ran: Option<(WorkId, Timestamp)>) -> Last {
    Last { work: ran.map(|(work, _)| work), started: ran.map_or_else(Timestamp::default, |(_, started)| started) }
}
