//! Immediates: the callbacks of Node's [`setImmediate`][immediate].
//!
//! [immediate]: https://nodejs.org/docs/latest-v20.x/api/timers.html#setimmediatecallback-args

use boa_engine::Context;
use boa_engine::realm::Realm;

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::observing::Event;
use crate::event_loop::work::{Ending, QueuePosition, TaskSource, Work};
use crate::scheduling::EnqueueOrder;

/// Identifies an immediate. A stale id is harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImmediateId(EnqueueOrder);

impl EventLoop {
    /// Queues a task on the source of immediates. Its steps run with `realm` as the current realm.
    pub(crate) fn queue_an_immediate(
        &self,
        work: Work,
        realm: Realm,
        steps: impl FnOnce(&Self, &mut Context) -> Ending + 'static,
    ) -> ImmediateId {
        let steps = Box::new(move |event_loop: &Self, context: &mut Context| {
            event_loop.run_in_realm(&realm, context, |context| Ok(steps(event_loop, context)))
        });
        ImmediateId(self.push_a_task(TaskSource::Immediate, work, QueuePosition::Last, steps))
    }

    /// Removes an immediate. Does nothing and returns false if it has already started or been removed.
    pub(crate) fn cancel_immediate(&self, ImmediateId(order): ImmediateId) -> bool {
        let removed = self.waiting.sources.borrow_mut().remove(TaskSource::Immediate, order);
        let Some(removed) = removed else { return false };
        self.drop_captured(removed.work.id);
        self.notify(|| Event::Ended { work: removed.work.id, how: Ending::Removed });
        true
    }

    /// Sets whether a waiting immediate keeps the program alive. Initially, it does.
    pub(crate) fn set_immediate_keeps_alive(&self, ImmediateId(order): ImmediateId, keeps_alive: bool) {
        self.waiting.sources.borrow_mut().set_keeps_alive(TaskSource::Immediate, order, keeps_alive);
    }
}
