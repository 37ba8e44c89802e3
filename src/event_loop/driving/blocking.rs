//! Suspending an agent in the middle of its JavaScript, while other agents take turns.

use std::rc::Rc;

use crate::agents::AgentId;
use crate::event_loop::ambient::AmbientValues;
use crate::event_loop::block::{Block, Woken};
use crate::event_loop::choosing::ReadyAgent;
use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::observing::{Event, Subject};
use crate::event_loop::origins::{Location, Origin};
use crate::event_loop::queues::{CandidateSource, PendingWait, Selection, TimerId, TimerInfo, WaitingTimer};
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{Ending, TaskSource, Work, WorkId, WorkKind};
use crate::scheduling::{EffectivePriority, EnqueueOrder};

impl EventLoop {
    /// [Suspends the agent](https://tc39.es/ecma262/#sec-suspendthisagent) until [`Self::wake`] is called. `suspend`
    /// returns when the agent goes on. The timer, if there is one, wakes it. For observers, the running work ends, and
    /// its rest is this work.
    pub(crate) fn suspend_agent(&self, work: Work, timer: Option<TimerId>, suspend: impl FnOnce()) -> Woken {
        self.block.set(Some(Block { work, timer, woken: None }));
        if self.is_observed() {
            for event in self.open_work.suspend() {
                self.send_as_seen(event, Subject::None);
            }
        }
        {
            // What other agents send meanwhile must not get the values of the code that waits.
            let _values = self.enter(AmbientValues::default());
            self.waiting.quotas.pause(suspend);
        }
        let woken = self.block.take().and_then(|block| block.woken);
        let how = woken.map_or(Woken::Terminated, |(how, _)| how);
        if how == Woken::Terminated {
            self.notify(|| Event::Ended { work: work.id, how: Ending::Removed });
        } else if self.is_observed() {
            let checkpoint = || self.numbers.work(&WorkKind::MicrotaskCheckpoint.into(), None).id;
            let resumed = self.open_work.resume(work.id, checkpoint);
            for event in resumed {
                self.send_as_seen(event, Subject::None);
            }
        }
        how
    }

    /// Ends the wait of the agent, which goes on in its next turn. Does nothing if the wait has ended.
    pub(crate) fn wake(&self, how: Woken) {
        let Some(block) = self.block.get().filter(|block| block.woken.is_none()) else { return };
        self.block.set(Some(Block { woken: Some((how, self.waiting.take_place())), ..block }));
        if let Some(timer) = block.timer {
            self.cancel_timer(timer);
        }
        self.notify(|| Event::Ready { work: block.work.id });
    }

    /// Ends the wait of an agent that has been terminated, even if it has ended in another way. Nothing that it does
    /// until its stack is empty is reported, and its microtasks do not run.
    pub(crate) fn wake_to_terminate(&self) {
        self.wake(Woken::Terminated);
        if let Some(block) = self.block.get() {
            let woken = block.woken.map(|(_, order)| (Woken::Terminated, order));
            self.block.set(Some(Block { woken, ..block }));
        }
        drop(self.reports.errors.take());
        self.jobs.microtasks.is_postponed.set(true);
    }

    /// What suspends the agent, as the source of candidates. `None` if nothing does.
    pub(crate) fn blocked_agent(self: &Rc<Self>) -> Option<BlockedAgent> {
        let block = self.block.get()?;
        Some(BlockedAgent { event_loop: Rc::clone(self), block })
    }
}

/// An agent that is suspended: it can only go on, after its wait has ended or timed out. Its other timers fire later.
pub(crate) struct BlockedAgent {
    event_loop: Rc<EventLoop>,
    block: Block,
}

impl BlockedAgent {
    /// What the agent could do next.
    pub(crate) fn as_ready_agent(&self, id: AgentId) -> ReadyAgent<'_> {
        ReadyAgent::running(id, self)
    }

    /// Whether it can go on, at once or after its timer has fired.
    pub(crate) fn is_ready(&self) -> bool {
        self.block.woken.is_some() || self.due_timer().is_some()
    }

    /// Whether it will go on even if nobody notifies it.
    pub(crate) fn has_work(&self) -> bool {
        self.block.woken.is_some() || self.block.timer.is_some()
    }

    /// When its wait times out.
    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        self.due(self.block.timer?)
    }

    /// The wait, for a list of what a program waits for.
    pub(crate) fn as_pending_wait(&self) -> PendingWait {
        let location = self.block.work.origin.and_then(|origin| self.location(origin));
        PendingWait::new(location, !self.has_work())
    }

    /// Fires its timer if that is due, and the wait has not ended.
    pub(crate) fn fire_due_timer(&self) {
        if let Some((timer, _)) = self.due_timer() {
            self.event_loop.fire(timer);
        }
    }

    fn is_its_timer(&self, timer: TimerId) -> bool {
        self.block.timer == Some(timer) && self.block.woken.is_none()
    }
}

impl CandidateSource for BlockedAgent {
    fn scheduler_task(&self) -> Option<(EffectivePriority, EnqueueOrder)> {
        None
    }

    fn oldest_task(&self) -> Option<(TaskSource, EnqueueOrder)> {
        self.block.woken.map(|(_, order)| (TaskSource::Waking, order))
    }

    fn task(&self, source: TaskSource) -> Option<EnqueueOrder> {
        self.oldest_task().filter(|(waking, _)| *waking == source).map(|(_, order)| order)
    }

    fn oldest_tasks(&self) -> Vec<(TaskSource, EnqueueOrder, WorkId)> {
        self.oldest_task().map(|(source, order)| (source, order, self.block.work.id)).into_iter().collect()
    }

    fn due_timer(&self) -> Option<(TimerId, Option<EnqueueOrder>)> {
        let timer = self.block.timer.filter(|&timer| self.is_its_timer(timer))?;
        (self.due(timer)? <= self.now()).then_some((timer, None))
    }

    fn frame_waits_since(&self) -> Option<Timestamp> {
        None
    }

    fn timers_that_may_fire(&self) -> Vec<TimerInfo> {
        let timers = self.event_loop.timers_that_may_fire();
        timers.into_iter().filter(|timer| self.is_its_timer(timer.id)).collect()
    }

    fn timers(&self) -> Vec<WaitingTimer> {
        self.event_loop.timers().into_iter().filter(|timer| self.is_its_timer(timer.id)).collect()
    }

    fn may_run_idle_callbacks(&self) -> bool {
        false
    }

    fn now(&self) -> Timestamp {
        self.event_loop.now()
    }

    fn is_idle_period(&self) -> bool {
        false
    }

    fn due(&self, timer: TimerId) -> Option<Timestamp> {
        CandidateSource::due(&*self.event_loop, timer)
    }

    fn work(&self, what: Selection) -> Option<Work> {
        match what {
            Selection::Task(TaskSource::Waking) => self.block.woken.map(|_| self.block.work),
            Selection::Timer(timer) => self.is_its_timer(timer).then_some(self.block.work),
            _ => None,
        }
    }

    fn location(&self, origin: Origin) -> Option<Location> {
        self.event_loop.location(origin)
    }
}
