//! Reporting tasks, so that the long ones can be found.

use boa_engine::Context;

use crate::event_loop::event_loop::{EventLoop, LongTaskReport};
use crate::event_loop::time::Timestamp;

impl EventLoop {
    /// Reports all tasks, so that the long ones can be found.
    pub(crate) fn report_long_tasks(&self, report: LongTaskReport) {
        self.reports.long_tasks.set(Some(report));
    }

    /// Runs a task with the microtasks after it, and [reports] it if somebody wants that.
    ///
    /// [reports]: https://html.spec.whatwg.org/multipage/webappapis.html#event-loop-processing-model
    pub(crate) fn timed<R>(&self, context: &mut Context, task: impl FnOnce(&mut Context) -> R) -> R {
        let start = self.start_of_a_task();
        let result = task(context);
        self.report_a_task(start, context);
        result
    }

    /// The time at which a task starts; `None` if nobody wants tasks to be reported.
    #[inline]
    pub(in crate::event_loop) fn start_of_a_task(&self) -> Option<Timestamp> {
        self.reports.long_tasks.get().map(|_| self.now())
    }

    /// Reports a task that has ended, with the microtasks after it.
    #[inline]
    pub(in crate::event_loop) fn report_a_task(&self, start: Option<Timestamp>, context: &mut Context) {
        if let (Some(start), Some(report)) = (start, self.reports.long_tasks.get()) {
            report(start, self.now(), self, context);
        }
    }
}
