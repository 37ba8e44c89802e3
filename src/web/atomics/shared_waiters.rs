//! The agents that wait, which the agents of a program share.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::time::Duration;

use boa_engine::builtins::array_buffer::SharedArrayBuffer;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsData, JsString, js_string};
use boa_gc::{Finalize, Trace};

use super::waiter_lists::{Place, WaiterKey, WaiterLists};
use crate::context_data::context_data;
use crate::event_loop::{AgentId, EventLoop, Location, QueuePosition, TaskSource, TimerId, Woken, Work, WorkKind};
use crate::web::webidl::PendingPromise;

/// The waiters of all agents. Those in it are roots: the contexts own them, so they are gone when the contexts are.
#[derive(Clone, Default, Trace, Finalize, JsData)]
pub(crate) struct SharedWaiters(#[unsafe_ignore_trace] Rc<RefCell<WaiterLists<Waiter>>>);

/// A [waiter](https://tc39.es/ecma262/#sec-waiter-record).
pub(super) struct Waiter {
    pub(super) event_loop: Weak<EventLoop>,
    pub(super) work: Work,
    /// Keeps the memory, so that no other memory gets its address.
    pub(super) _memory: SharedArrayBuffer,
    /// What is settled; `None` if the agent is suspended.
    pub(super) settles: Option<Settles>,
}

/// The promise of a waiter.
pub(super) struct Settles {
    pub(super) promise: PendingPromise,
    pub(super) realm: Realm,
    /// The timer that ends the wait, until it fires.
    pub(super) timer: Option<TimerId>,
}

impl SharedWaiters {
    /// Those of a context.
    pub(crate) fn of(context: &mut Context) -> Self {
        context_data(context)
    }

    /// [AddWaiter](https://tc39.es/ecma262/#sec-addwaiter), without the timeout.
    pub(super) fn add(&self, place: Place, waiter: Waiter) -> WaiterKey {
        self.0.borrow_mut().add(place, waiter)
    }

    /// [RemoveWaiter](https://tc39.es/ecma262/#sec-removewaiter). Returns it, if it was still there.
    pub(super) fn remove(&self, key: WaiterKey) -> Option<Waiter> {
        self.0.borrow_mut().remove(key)
    }

    /// [Enqueues the job][job] that ends an asynchronous wait after this time.
    ///
    /// [job]: https://tc39.es/ecma262/#sec-enqueueatomicswaitasynctimeoutjob
    pub(super) fn end_after(&self, timeout: Duration, key: WaiterKey, work: Work, event_loop: &EventLoop) {
        let waiters = self.clone();
        let timer = run_after(timeout, work, event_loop, move |event_loop, place| {
            let Some(realm) = waiters.timer_has_fired(key) else { return };
            let job = move |event_loop: &EventLoop, context: &mut Context| {
                // Another agent may have notified it since.
                if let Some(Settles { promise, .. }) = waiters.remove(key).and_then(|waiter| waiter.settles) {
                    promise.resolve(js_string!("timed-out").into(), event_loop, context);
                }
                Ok(())
            };
            event_loop.queue_a_global_task(TaskSource::Engine, work, place, realm, job);
        });
        if let Some(Settles { timer: of_waiter, .. }) =
            self.0.borrow_mut().get_mut(key).and_then(|waiter| waiter.settles.as_mut())
        {
            *of_waiter = Some(timer);
        }
    }

    /// Returns the realm of the promise.
    fn timer_has_fired(&self, key: WaiterKey) -> Option<Realm> {
        let mut lists = self.0.borrow_mut();
        let settles = lists.get_mut(key)?.settles.as_mut()?;
        settles.timer = None;
        Some(settles.realm.clone())
    }

    /// Notifies at most this many waiters of a place. Returns how many it were.
    pub(super) fn notify(&self, place: Place, most: u64, context: &mut Context) -> usize {
        let notified = self.0.borrow_mut().take(place, most);
        let count = notified.len();
        for waiter in notified {
            waiter.notify(context);
        }
        count
    }

    /// The promises that wait.
    fn async_waits(&self) -> Vec<AsyncWait> {
        let lists = self.0.borrow();
        let waiting = lists.iter().filter(|waiter| waiter.settles.as_ref().is_some_and(|it| it.timer.is_none()));
        let of_waiter = |waiter: &Waiter| AsyncWait {
            location: waiter.event_loop.upgrade().and_then(|event_loop| event_loop.location(waiter.work.origin?)),
            agent: waiter.work.id.agent(),
        };
        waiting.map(of_waiter).collect()
    }

    /// Removes the waiters of an agent that has ended.
    pub(crate) fn an_agent_has_ended(&self, event_loop: &EventLoop) {
        let is_of_agent = |waiter: &Waiter| std::ptr::eq(waiter.event_loop.as_ptr(), event_loop);
        let removed = self.0.borrow_mut().remove_all(is_of_agent);
        drop(removed);
    }
}

impl Waiter {
    /// [NotifyWaiter](https://tc39.es/ecma262/#sec-notifywaiter). The context is that of the agent that notifies.
    fn notify(self, context: &mut Context) {
        let Some(event_loop) = self.event_loop.upgrade() else { return };
        let Some(Settles { promise, realm, timer }) = self.settles else {
            event_loop.wake(Woken::Notified);
            return;
        };
        // Unless its timer has queued a task, which will find that the waiter is gone.
        let is_timed_out = timer.is_some_and(|timer| !event_loop.cancel_timer(timer));
        let work = if is_timed_out {
            event_loop.new_work_of(WorkKind::AtomicsWaitAsync, self.work.origin, context)
        } else {
            self.work
        };
        let job = move |event_loop: &EventLoop, context: &mut Context| {
            promise.resolve(js_string!("ok").into(), event_loop, context);
            Ok(())
        };
        event_loop.queue_a_global_task(TaskSource::Engine, work, QueuePosition::Last, realm, job);
    }
}

/// Runs steps after a timeout, which may be shorter than a millisecond.
pub(super) fn run_after(
    timeout: Duration,
    work: Work,
    event_loop: &EventLoop,
    steps: impl FnOnce(&EventLoop, QueuePosition) + 'static,
) -> TimerId {
    let milliseconds = u64::try_from(timeout.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX);
    event_loop.run_steps_at(event_loop.now().after(timeout), milliseconds, work, steps)
}

/// The result of a wait, as JavaScript sees it.
pub(super) fn result(woken: Woken) -> Option<JsString> {
    match woken {
        Woken::Notified => Some(js_string!("ok")),
        Woken::TimedOut => Some(js_string!("timed-out")),
        Woken::Terminated => None,
    }
}

/// A promise of `Atomics.waitAsync` that waits without a timeout.
#[derive(Clone, Debug)]
pub struct AsyncWait {
    /// Where the program has called it.
    pub location: Option<Location>,
    /// The agent that waits.
    pub agent: AgentId,
}

/// The promises of `Atomics.waitAsync` of all agents of a program that wait without a timeout.
pub fn async_waits(context: &mut Context) -> Vec<AsyncWait> {
    SharedWaiters::of(context).async_waits()
}
