//! The list of waiting work of an event loop.

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::origins::Location;
use crate::event_loop::queues::{Pending, PendingElsewhere};

impl EventLoop {
    /// Lists the waiting work. O(n log n) in the number of queues and timers.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use posttask::{Runtime, SourceKind};
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// runtime.start_source("setInterval(() => {}, 100)", Path::new("app.js"), SourceKind::Script);
    /// runtime.run_until_idle();
    /// let pending = runtime.event_loop().pending();
    /// let place = pending.timers[0].location.as_ref().expect("a program set the timer");
    /// assert_eq!(place.to_string(), "app.js:1:12");
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn pending(&self) -> Pending {
        let now = self.now();
        let (ready, timers) = self.waiting.pending(now, &self.locations);
        let elsewhere = self.connections.elsewhere().into_iter().map(|work| PendingElsewhere {
            work: work.id,
            kind: work.kind,
            location: self.locations.of(work.origin),
        });
        let kept_alive = self.connections.remote().holders().into_iter().map(Location::from).collect();
        Pending {
            now,
            ready,
            timers,
            elsewhere: elsewhere.collect(),
            delivered: self.connections.remote().deliveries(),
            microtasks: self.jobs.microtasks.len(),
            ticks: self.jobs.microtasks.tick_count(),
            kept_alive,
            workers: self.pending_workers(),
        }
    }
}
