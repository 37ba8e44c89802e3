//! Ticks: the callbacks of Node's [`process.nextTick`][tick].
//!
//! [tick]: https://nodejs.org/docs/latest-v20.x/api/process.html#processnexttickcallback-args

use boa_engine::Context;

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::origins::Origin;
use crate::event_loop::work::WorkKind;

impl EventLoop {
    /// Queues a tick, which the program asked for at this location. It captures the current ambient values. Wakes the
    /// loop if nothing is running.
    pub(crate) fn queue_a_tick(&self, origin: Option<Origin>, steps: impl FnOnce(&Self, &mut Context) + 'static) {
        let values = self.capture();
        self.jobs.microtasks.push_tick(Box::new(move |event_loop, context| {
            let _values = event_loop.enter_continuation(values);
            event_loop.current.set_job_origin(origin.map(|origin| (WorkKind::Tick, origin)));
            steps(event_loop, context);
        }));
        self.wake_if_nothing_runs();
    }

    /// Lets the ticks that are queued now run after the waiting microtasks, as if a microtask was running.
    #[doc(hidden)]
    pub fn let_ticks_wait(&self) {
        self.jobs.microtasks.let_ticks_wait();
    }
}
