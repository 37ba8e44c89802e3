//! Reactions of the host to its own promises, which are microtasks as those of promise objects are.

use boa_engine::Context;
use boa_engine::realm::Realm;
use boa_gc::{Finalize, Trace};

use crate::event_loop::ambient::{AmbientValues, ContinuationState};
use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::in_realm::in_realm;
use crate::event_loop::observing::Event;
use crate::event_loop::queues::Microtask;

/// What a reaction keeps until it runs: what [HostMakeJobCallback][1] keeps for the callback of a script, and the
/// realm.
///
/// [1]: https://wicg.github.io/scheduling-apis/#sec-patches-html-hostmakejobcallback
#[derive(Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(crate) struct ReactionContext {
    values: AmbientValues,
    realm: Realm,
    /// What it waits for, if somebody wants to know what work uses.
    awaited: Option<u64>,
}

impl EventLoop {
    /// What a reaction that is made now keeps.
    pub(crate) fn reaction_context(&self, context: &Context) -> ReactionContext {
        ReactionContext {
            values: self.capture(),
            realm: context.realm().clone(),
            awaited: self.access_observer().map(|observer| observer.registered()),
        }
    }

    /// Queues the microtask of a reaction, in which the values that it has kept are current.
    pub(crate) fn queue_a_reaction(&self, kept: ReactionContext, steps: impl FnOnce(&mut Context) + 'static) {
        self.jobs.microtasks.push(Microtask::Steps(Box::new(move |event_loop, context| {
            event_loop.run_reaction(kept, steps, context);
        })));
        self.wake_if_nothing_runs();
    }

    /// The steps of [HostCallJobCallback][1], for steps of the host.
    ///
    /// [1]: https://wicg.github.io/scheduling-apis/#sec-patches-html-hostcalljobcallback
    fn run_reaction(&self, kept: ReactionContext, steps: impl FnOnce(&mut Context), context: &mut Context) {
        let ReactionContext { values, realm, awaited } = kept;
        if values.owner.is_some_and(|owner| self.is_abandoned(owner)) {
            return;
        }
        if let Some(task) = values.state.as_ref().and_then(ContinuationState::task) {
            self.notify(|| Event::JobCallbackCalled { task, within: self.current_work() });
        }
        let _values = self.enter_continuation(values);
        let observer = self.access_observer();
        if let Some(observer) = &observer {
            observer.job_started(awaited.unwrap_or_default(), false);
        }
        in_realm(&realm, context, steps);
        if let Some(observer) = &observer {
            observer.job_ended(true);
        }
    }
}
