//! What an error does in a host whose loop has phases.

use boa_engine::Context;

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::quirks::Quirk;
use crate::event_loop::work::{Ending, WorkKind};

impl EventLoop {
    /// Calls `report` after a callback has thrown an error. In Node, the error also ends the function that runs the
    /// timers, the immediates or the ticks (`processTimers`, `processImmediate` and `processTicksAndRejections`), which
    /// is called again; the first two start with a callback. So no checkpoint is performed before the next callback of
    /// the phase.
    pub(crate) fn report_in_phase(&self, context: &mut Context, report: impl FnOnce(&mut Context)) {
        let microtasks = &self.jobs.microtasks;
        // An error in a microtask ends nothing.
        let is_in_microtask = microtasks.performing_checkpoint.get() && !microtasks.runs_tick.get();
        if is_in_microtask || !self.has_quirk(Quirk::ErrorPostponesMicrotasks) {
            return report(context);
        }
        // Also while listeners are called.
        microtasks.is_postponed.set(true);
        report(context);
        let candidates = self.candidates();
        let continues =
            candidates.is_some_and(|candidates| self.policy.ask(|policy| policy.restarts_phase(&candidates)));
        microtasks.is_postponed.set(continues);
    }

    /// Queues an immediate that does nothing: Node does so after each uncaught exception that a listener handles, so
    /// that ticks that wait are run (`createOnGlobalUncaughtException`).
    pub(super) fn make_a_round(&self, context: &mut Context) {
        let work = self.new_host_work(WorkKind::Immediate, context);
        let realm = context.realm().clone();
        self.queue_an_immediate(work, realm, |_, _| Ending::Removed);
    }
}
