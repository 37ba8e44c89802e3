//! Promises of algorithms, which become objects only when a script can see them.
//!
//! Most promises of the standards never reach a script: those that the algorithms of a stream return for each chunk,
//! for example. An object for each of them, with its resolving functions, would cost more than all the rest. A reaction
//! to such a promise is one microtask, as with an object, so the order is the same.

use std::rc::Rc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::exception::exception_value;
use super::traced_promise::{Steps, TracedPromise, promise_of, react};
use crate::event_loop::{EventLoop, ReactionContext};

/// How a promise for `undefined` has been settled: with nothing, or with a reason.
type Settled = Result<(), JsValue>;

/// A promise for `undefined` that an algorithm returns.
#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(crate) enum AlgorithmPromise {
    Fulfilled,
    Rejected(JsValue),
    Host(HostPromise),
    /// What a callback of a script has returned, resolved to a promise. Its value does not matter.
    Object(JsPromise),
}

impl From<JsPromise> for AlgorithmPromise {
    fn from(promise: JsPromise) -> Self {
        Self::Object(promise)
    }
}

impl From<HostPromise> for AlgorithmPromise {
    fn from(promise: HostPromise) -> Self {
        Self::Host(promise)
    }
}

/// Steps whose result settles the promise of [`AlgorithmPromise::chain`]: with `undefined`, as another promise is
/// settled, or with a reason.
pub(crate) type ChainedSteps<T> = fn(&T, JsValue, &mut Context) -> Result<Option<AlgorithmPromise>, JsValue>;

impl AlgorithmPromise {
    /// [A promise resolved with](https://webidl.spec.whatwg.org/#a-promise-resolved-with) what a callback returned, or
    /// rejected with what it threw.
    pub(crate) fn of(result: JsResult<JsValue>, context: &mut Context) -> Self {
        match result {
            Ok(value) if value.is_object() => Self::Object(promise_of(Ok(value), context)),
            Ok(_) => Self::Fulfilled,
            Err(error) => Self::Rejected(exception_value(error, context)),
        }
    }

    /// [Performs steps once the promise is settled][1].
    ///
    /// [1]: https://webidl.spec.whatwg.org/#dfn-perform-steps-once-promise-is-settled
    pub(crate) fn react<T: Clone + Trace + 'static>(
        &self,
        captured: &T,
        fulfilled: Steps<T>,
        rejected: Steps<T>,
        context: &mut Context,
    ) {
        let settled = match self {
            Self::Object(promise) => return react(promise, captured, fulfilled, rejected, context),
            Self::Host(promise) => return promise.react(captured, fulfilled, rejected, context),
            Self::Fulfilled => Ok(()),
            Self::Rejected(reason) => Err(reason.clone()),
        };
        if let Some((event_loop, reaction)) = Reaction::new(captured, fulfilled, rejected, context) {
            Box::new(reaction).queue(settled, &event_loop);
        }
    }

    /// [Reacts](https://webidl.spec.whatwg.org/#dfn-perform-steps-once-promise-is-settled) to the promise. Returns a
    /// promise for the result of the steps; without steps, it is settled as this one is.
    pub(crate) fn chain<T: Clone + Trace + 'static>(
        &self,
        captured: &T,
        fulfilled: Option<ChainedSteps<T>>,
        rejected: Option<ChainedSteps<T>>,
        context: &mut Context,
    ) -> Self {
        let result = HostPromise::new();
        let chain = Chain { captured: captured.clone(), fulfilled, rejected, result: result.clone() };
        self.react(
            &chain,
            |chain, value, context| match chain.fulfilled {
                Some(steps) => chain.run(steps, value, context),
                None => chain.result.fulfill(context),
            },
            |chain, reason, context| match chain.rejected {
                Some(steps) => chain.run(steps, reason, context),
                None => chain.result.reject(reason, context),
            },
            context,
        );
        Self::Host(result)
    }
}

/// What the reaction of a chain captures.
#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
struct Chain<T: Trace + 'static> {
    captured: T,
    #[unsafe_ignore_trace]
    fulfilled: Option<ChainedSteps<T>>,
    #[unsafe_ignore_trace]
    rejected: Option<ChainedSteps<T>>,
    result: HostPromise,
}

impl<T: Trace + 'static> Chain<T> {
    fn run(&self, steps: ChainedSteps<T>, value: JsValue, context: &mut Context) {
        match steps(&self.captured, value, context) {
            Ok(None) => self.result.fulfill(context),
            Ok(Some(promise)) => self.result.follow(promise, context),
            Err(reason) => self.result.reject(reason, context),
        }
    }
}

/// A promise for `undefined` that the host settles. Copies are the same promise. Once it is rejected, it counts as
/// handled.
#[derive(Clone, Trace, Finalize)]
pub(crate) struct HostPromise(Gc<Slots>);

#[derive(Trace, Finalize)]
struct Slots {
    state: GcRefCell<State>,
    reactions: GcRefCell<Vec<Box<dyn QueuesReaction>>>,
    /// The object, if a script has asked for it.
    object: GcRefCell<Option<TracedPromise>>,
}

#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
enum State {
    Pending,
    Fulfilled,
    Rejected(JsValue),
}

impl HostPromise {
    /// A promise that is pending.
    pub(crate) fn new() -> Self {
        Self::with(State::Pending)
    }

    pub(crate) fn fulfilled() -> Self {
        Self::with(State::Fulfilled)
    }

    pub(crate) fn rejected(reason: JsValue) -> Self {
        Self::with(State::Rejected(reason))
    }

    fn with(state: State) -> Self {
        let (reactions, object) = Default::default();
        Self(Gc::new(Slots { state: GcRefCell::new(state), reactions, object }))
    }

    pub(crate) fn is_pending(&self) -> bool {
        matches!(*self.0.state.borrow(), State::Pending)
    }

    /// Fulfills the promise, unless it is settled.
    pub(crate) fn fulfill(&self, context: &mut Context) {
        self.settle(State::Fulfilled, Ok(()), context);
    }

    /// Rejects the promise, unless it is settled.
    pub(crate) fn reject(&self, reason: JsValue, context: &mut Context) {
        self.settle(State::Rejected(reason.clone()), Err(reason), context);
    }

    fn settle(&self, state: State, settled: Settled, context: &mut Context) {
        if !self.is_pending() {
            return;
        }
        *self.0.state.borrow_mut() = state;
        let reactions = std::mem::take(&mut *self.0.reactions.borrow_mut());
        if !reactions.is_empty()
            && let Some(event_loop) = EventLoop::of(context)
        {
            for reaction in reactions {
                reaction.queue(settled.clone(), &event_loop);
            }
        }
        // The reactions that are older than the object come first.
        let object = self.0.object.borrow().clone();
        match (object, settled) {
            (Some(object), Ok(())) => object.resolve(JsValue::undefined(), context),
            (Some(object), Err(reason)) => object.reject_and_handle(reason, context),
            (None, _) => {}
        }
    }

    /// A promise that is settled as another one is, a microtask later than with a reaction to that.
    pub(crate) fn following(promise: AlgorithmPromise, context: &mut Context) -> Self {
        let this = Self::new();
        this.follow(promise, context);
        this
    }

    /// Settles the promise as another one is settled: the job of [NewPromiseResolveThenableJob][1].
    ///
    /// [1]: https://tc39.es/ecma262/#sec-newpromiseresolvethenablejob
    fn follow(&self, promise: AlgorithmPromise, context: &mut Context) {
        let Some(event_loop) = EventLoop::of(context) else { return };
        let (this, kept) = (self.clone(), event_loop.reaction_context(context));
        event_loop.queue_a_reaction(kept, move |context| {
            promise.react(&this, |this, _, context| this.fulfill(context), Self::reject, context);
        });
    }

    /// [Performs steps once the promise is settled][1].
    ///
    /// [1]: https://webidl.spec.whatwg.org/#dfn-perform-steps-once-promise-is-settled
    pub(crate) fn react<T: Clone + Trace + 'static>(
        &self,
        captured: &T,
        fulfilled: Steps<T>,
        rejected: Steps<T>,
        context: &mut Context,
    ) {
        let object = self.0.object.borrow().clone().filter(|_| self.is_pending());
        if let Some(object) = object {
            return react(object.promise(), captured, fulfilled, rejected, context);
        }
        let Some((event_loop, reaction)) = Reaction::new(captured, fulfilled, rejected, context) else { return };
        let state = self.0.state.borrow().clone();
        match state {
            State::Pending => self.0.reactions.borrow_mut().push(Box::new(reaction)),
            State::Fulfilled => Box::new(reaction).queue(Ok(()), &event_loop),
            State::Rejected(reason) => Box::new(reaction).queue(Err(reason), &event_loop),
        }
    }

    /// The promise as an object, always the same.
    pub(crate) fn value(&self, context: &mut Context) -> JsValue {
        let known = self.0.object.borrow().clone();
        let object = known.unwrap_or_else(|| {
            let state = self.0.state.borrow().clone();
            let object = match state {
                State::Pending => TracedPromise::new(context),
                State::Fulfilled => TracedPromise::fulfilled(context),
                State::Rejected(reason) => TracedPromise::rejected_and_handled(reason, context),
            };
            *self.0.object.borrow_mut() = Some(object.clone());
            object
        });
        object.value()
    }
}

/// A reaction whose microtask can be queued.
trait QueuesReaction: Trace {
    fn queue(self: Box<Self>, settled: Settled, event_loop: &EventLoop);
}

#[derive(Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
struct Reaction<T: Trace + 'static> {
    captured: T,
    #[unsafe_ignore_trace]
    fulfilled: Steps<T>,
    #[unsafe_ignore_trace]
    rejected: Steps<T>,
    kept: ReactionContext,
}

impl<T: Clone + Trace + 'static> Reaction<T> {
    /// `None` if the context has no event loop, so that nothing can be queued.
    fn new(captured: &T, fulfilled: Steps<T>, rejected: Steps<T>, context: &Context) -> Option<(Rc<EventLoop>, Self)> {
        let event_loop = EventLoop::of(context)?;
        let kept = event_loop.reaction_context(context);
        Some((event_loop, Self { captured: captured.clone(), fulfilled, rejected, kept }))
    }
}

impl<T: Trace + 'static> QueuesReaction for Reaction<T> {
    fn queue(self: Box<Self>, settled: Settled, event_loop: &EventLoop) {
        let Self { captured, fulfilled, rejected, kept } = *self;
        event_loop.queue_a_reaction(kept, move |context| match settled {
            Ok(()) => fulfilled(&captured, JsValue::undefined(), context),
            Err(reason) => rejected(&captured, reason, context),
        });
    }
}
