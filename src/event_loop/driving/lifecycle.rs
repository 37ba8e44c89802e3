//! The lifetime of an event loop: whether it has work, how it sleeps, and how it is cleared.

use std::rc::{Rc, Weak};
use std::task::Waker;
use std::time::Duration;

use crate::debug::debug;
use crate::event_loop::event_loop::{EventLoop, SchedulerTask, TimerSteps};
use crate::event_loop::observing::Event;
use crate::event_loop::time::Timestamp;

impl Drop for EventLoop {
    fn drop(&mut self) {
        self.close();
        // Handles of tasks and futures get an error as their result.
        self.clear();
    }
}

debug!(EventLoop, "now" = |it| it.now(), "has_work" = |it| it.has_work());

impl EventLoop {
    /// Whether any work is waiting that will eventually run. Such work keeps the program alive.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.waiting.keeps_alive()
            || self.jobs.keep_alive()
            || self.rejected_promises().has_unbatched()
            || self.connections.remote().keeps_alive()
            || self.has_another_agent_work()
    }

    /// Whether the engine has added jobs that the pump has not taken yet.
    pub(in crate::event_loop) fn has_new_jobs(&self) -> bool {
        self.jobs.has_new()
    }

    /// Whether something could run now.
    pub(in crate::event_loop) fn has_ready_work(&self) -> bool {
        self.has_new_jobs()
            || self.connections.remote().has_deliveries()
            || self.connections.remote().is_stopped()
            || !self.jobs.microtasks.is_empty()
            || self.candidates().is_some()
    }

    /// Sleeps until the given time, if there is one, or until the loop is woken.
    #[doc(hidden)]
    pub fn sleep(&self, until: Option<Timestamp>) {
        self.waiting.bursts.before_a_sleep(until.map(|until| until.duration_since(self.now())));
        self.notify(|| Event::Sleeping { until });
        self.time.park(until);
        self.notify(|| Event::Woke);
    }

    /// Sets how an executor that polls the loop is woken when a timer is due: see
    /// [`RuntimeBuilder::alarm`](crate::RuntimeBuilder::alarm).
    pub fn set_alarm(&self, alarm: impl Fn(Duration, Waker) + 'static) {
        self.time.use_alarm(Box::new(alarm));
    }

    /// Tells other threads that the loop will not be driven again.
    pub(crate) fn close(&self) {
        self.connections.remote().close();
    }

    /// Discards a task at the end of the loop, although it has run: its result waits for a promise. O(1) amortized.
    pub(crate) fn discard_at_the_end(&self, task: Weak<dyn SchedulerTask>) {
        self.waiting.unsettled.add(task);
    }

    /// Drops all waiting work. No queue is borrowed while its work is dropped.
    pub(in crate::event_loop) fn clear(&self) {
        self.end_other_agents();
        drop((self.waiting.sources.take(), self.waiting.idle.take()));
        self.connections.clear();
        self.last_scheduler.clear();
        self.ambient.clear();
        for future in self.connections.futures().take() {
            future.discard();
        }
        for task in self.waiting.unsettled.take() {
            task.discard();
        }
        let timers = self.waiting.timers.take();
        for steps in timers.all_steps() {
            if let TimerSteps::Enqueue(task) = steps {
                task.discard();
            }
        }
        drop(timers);
        self.jobs.clear();
        // A promise may lead back to the loop, which would keep both alive.
        self.rejected_promises().clear();
        loop {
            let task: Option<Rc<dyn SchedulerTask>> = self.waiting.scheduler_tasks.borrow_mut().pop();
            let Some(task) = task else { return };
            task.discard();
        }
    }
}
