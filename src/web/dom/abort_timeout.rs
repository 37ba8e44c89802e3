//! The timers of [`AbortSignal.timeout`](https://dom.spec.whatwg.org/#dom-abortsignal-timeout).

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use boa_engine::Context;
use boa_engine::realm::Realm;
use boa_gc::{Gc, WeakGc};

use super::AbortSignal;
use super::dom_exception::{DomException, DomExceptionName};
use crate::event_loop::{
    Ending, Event, EventLoop, FiringTimer, OwnedTimer, QueuePosition, TaskSource, TimerId, Work, WorkKind, WorkRequest,
};
use crate::for_node::in_words_of_host;

/// A signal that a timer keeps alive, if it is observed.
type Held = RefCell<Option<Gc<AbortSignal>>>;

/// The timer of a signal.
#[derive(Clone)]
pub(super) struct Timeout {
    timer: TimerId,
    event_loop: Weak<EventLoop>,
    /// The timer owns this root, so it is gone when the timer is.
    held: Weak<Held>,
}

impl Timeout {
    /// Makes the timer keep the program and this signal alive, or neither.
    pub(super) fn keep_alive(&self, signal: Option<Gc<AbortSignal>>) {
        if let Some(event_loop) = self.event_loop.upgrade() {
            event_loop.set_timer_keeps_alive(self.timer, signal.is_some());
        }
        let held = self.held.upgrade().map(|held| held.replace(signal));
        drop(held);
    }
}

/// Aborts a signal when it fires. The collector owns the signal.
struct AbortsSignal {
    signal: WeakGc<AbortSignal>,
    held: Rc<Held>,
    realm: Realm,
    work: Work,
}

impl OwnedTimer for AbortsSignal {
    fn is_owned(&self) -> bool {
        // Listeners that the signal would remove may have been collected with their targets: then the timer must not
        // keep the signal alive.
        let held = self.held.borrow().clone();
        if let Some(signal) = held {
            AbortSignal::sweep(&signal);
        }
        self.signal.is_upgradable()
    }
}

impl FiringTimer for AbortsSignal {
    fn fire(self: Rc<Self>, event_loop: &EventLoop, place: QueuePosition) {
        let work = self.work;
        let Some(signal) = self.signal.upgrade() else {
            event_loop.drop_captured(work.id);
            return event_loop.notify(|| Event::Ended { work: work.id, how: Ending::Removed });
        };
        drop(self.held.take());
        let realm = self.realm.clone();
        event_loop.queue_a_global_task(TaskSource::Timer, work, place, realm, move |event_loop, context| {
            let message = in_words_of_host("signal timed out", "The operation was aborted due to timeout", context);
            let reason = DomException::create(DomExceptionName::Timeout, message, context)?;
            AbortSignal::signal_abort(&signal, Some(reason), event_loop, context)
        });
    }
}

/// Makes the signal abort after a timeout in milliseconds. The timer keeps the signal alive only while the signal is
/// observed.
pub(super) fn abort_after_a_timeout(
    signal: &Gc<AbortSignal>,
    milliseconds: u64,
    event_loop: &Rc<EventLoop>,
    context: &mut Context,
) {
    let request = WorkRequest {
        signal: Some(signal.id()),
        delay: Some(milliseconds),
        ..WorkRequest::from(WorkKind::AbortTimeout)
    };
    let work = event_loop.new_work(request, context);
    let held = Rc::default();
    let weakly_held = Rc::downgrade(&held);
    let timer = AbortsSignal { signal: WeakGc::new(signal), held, realm: context.realm().clone(), work };
    let timer = event_loop.set_owned_timer(milliseconds, work, Rc::new(timer));
    signal.set_timeout(Timeout { timer, event_loop: Rc::downgrade(event_loop), held: weakly_held });
}
