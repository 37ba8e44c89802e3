//! The phases of Node's event loop, which is that of libuv: [timers, poll and check][phases]. A phase runs what is
//! ready for it, and what becomes ready in the meantime waits for the next round, except timers.
//!
//! [phases]: https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick

use std::mem;

use rustc_hash::FxHashMap;

use crate::event_loop::{Candidate, Candidates, DefaultPolicy, Event, Policy, TaskSource, Timestamp, WorkId, WorkKind};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Runs all timers that are due.
    #[default]
    Timers,
    /// Runs what has arrived: messages, responses, and everything else that is neither a timer nor an immediate.
    Poll,
    /// Runs the immediates that were set before the phase.
    Check,
}

impl Phase {
    const fn next(self) -> Self {
        match self {
            Self::Timers => Self::Poll,
            Self::Poll => Self::Check,
            Self::Check => Self::Timers,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Timers => "timers",
            Self::Poll => "poll",
            Self::Check => "check",
        }
    }

    /// The phase of a candidate. `None` for idle callbacks, which only run when nothing else is ready.
    fn of(candidate: &Candidate<'_>) -> Option<Self> {
        match (candidate.source(), candidate.kind()) {
            _ if candidate.is_idle_callback() => None,
            (Some(TaskSource::Timer | TaskSource::IdleTask), _) => Some(Self::Timers),
            (Some(TaskSource::Immediate), _) => Some(Self::Check),
            // The latency of a response is not a timer of the program.
            (_, Some(WorkKind::Fetch | WorkKind::ResponseBody)) => Some(Self::Poll),
            _ if candidate.due().is_some() => Some(Self::Timers),
            _ => Some(Self::Poll),
        }
    }
}

/// The phases of an event loop.
#[derive(Clone, Debug, Default)]
pub(super) struct Phases {
    phase: Phase,
    /// The number of pieces of work that have become ready.
    count: u64,
    /// That number at the start of the phase.
    start: u64,
    /// Which of them waiting work was.
    ready: FxHashMap<WorkId, u64>,
    /// Whether the steps of a timer were chosen in the poll phase, whose task belongs to the phase.
    is_arriving: bool,
    /// The delay of the timers that run: Node has a list of timers for each delay.
    delay: Option<u64>,
    /// When the first timer of the phase was looked for: what becomes due later waits for the next round.
    now: Option<Timestamp>,
}

impl Phases {
    pub(super) fn observe(&mut self, event: &Event) {
        match *event {
            Event::Ready { work } => {
                self.count += 1;
                self.ready.insert(work, self.count);
                if mem::take(&mut self.is_arriving) {
                    self.start = self.count;
                }
            }
            Event::Started { work } | Event::Ended { work, .. } => {
                self.ready.remove(&work);
            }
            // The loop waits in the poll phase.
            Event::Sleeping { .. } => self.enter(Phase::Poll),
            _ => {}
        }
    }

    /// Called after an error in the phase. Whether it goes on with a timer, or with an immediate: those of the next
    /// round count if there are no others.
    pub(super) fn restarts(&mut self, candidates: &Candidates<'_>) -> bool {
        let all = candidates.all();
        let goes_on = |phases: &Self| phases.clone().next_in_phase(&all, candidates).is_some();
        if self.phase == Phase::Check && !goes_on(self) {
            self.start = self.count;
        }
        self.phase != Phase::Poll && goes_on(self)
    }

    pub(super) fn explain(&self) -> String {
        format!("it is next in the {} phase", self.phase.name())
    }

    fn enter(&mut self, phase: Phase) {
        (self.phase, self.start, self.delay, self.now) = (phase, self.count, None, None);
    }

    pub(super) fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        let all = candidates.all();
        for _ in 0..4 {
            if let Some(next) = self.next_in_phase(&all, candidates) {
                return next;
            }
            self.enter(self.phase.next());
        }
        DefaultPolicy.choose(candidates)
    }

    /// What the phase runs next. `None` if it is over.
    fn next_in_phase<'a>(&mut self, all: &[Candidate<'a>], candidates: &Candidates<'a>) -> Option<Candidate<'a>> {
        let mut waiting = all.iter().copied().filter(|candidate| Phase::of(candidate) == Some(self.phase));
        if self.phase == Phase::Timers {
            // The task of a timer that has fired, or the timer that fires next.
            let fired = waiting.clone().find(|candidate| candidate.due().is_none());
            return fired.or_else(|| self.next_timer(candidates));
        }
        // The steps of a timer run no JavaScript: the task that they queue becomes ready now.
        if let Some(timer) = waiting.clone().find(|candidate| candidate.due().is_some()) {
            self.is_arriving = true;
            return Some(timer);
        }
        let is_of_phase = |candidate: &Candidate<'_>| {
            let place = candidate.id().and_then(|work| self.ready.get(&work));
            place.is_none_or(|&place| place <= self.start)
        };
        if self.phase == Phase::Check {
            return waiting.find(is_of_phase);
        }
        let urgent =
            candidates.scheduler_task().filter(|task| task.effective_priority().is_some_and(|it| it.get() > 2));
        urgent.or_else(|| waiting.filter(is_of_phase).min_by_key(Candidate::order))
    }

    /// The timer that fires next: lists come in the order in which their first timers are due, and a list runs all its
    /// timers that are due (`processTimers` in `lib/internal/timers.js`).
    fn next_timer<'a>(&mut self, candidates: &Candidates<'a>) -> Option<Candidate<'a>> {
        let now = *self.now.get_or_insert(candidates.now());
        let mut due = candidates.timers();
        due.retain(|timer| timer.due <= now && !matches!(timer.work.kind, WorkKind::Fetch | WorkKind::ResponseBody));
        let of_the_list = due.iter().find(|timer| Some(timer.delay) == self.delay);
        let next = of_the_list.or_else(|| due.iter().min_by_key(|timer| (timer.due, timer.serial)))?;
        self.delay = Some(next.delay);
        Some(candidates.timer(next))
    }
}
