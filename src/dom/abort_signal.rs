//! `AbortSignal`: <https://dom.spec.whatwg.org/#interface-AbortSignal>.
//!
//! What keeps what alive. A signal holds its sources; a source holds a dependent signal only weakly, unless somebody
//! would notice the abort: the dependent is *observed*, that is, it has `abort` listeners, abort algorithms or observed
//! dependents of its own. A signal of `AbortSignal.timeout` is held by its timer under the same condition, and only then
//! keeps a program alive.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace, WeakGc, custom_trace};
use rustc_hash::FxHashMap;
use slab::Slab;

use super::dom_exception::{DomException, DomExceptionName};
use super::event_handlers::event_handler_attributes;
use super::event_target::{EventTarget, TargetHooks};
use super::weak_list::WeakList;
use crate::event_loop::{Ending, Event, EventLoop, Request, SignalId, TaskSource, TimerId, WorkKind};
use crate::scheduling::low_half;
use crate::webidl::{
    Interface, InterfaceBuilder, Layers, enforce_range, event_loop, implements, require_arguments, sequence,
    this_object, type_error,
};

/// Something that runs when a signal aborts: an [abort algorithm](https://dom.spec.whatwg.org/#abortsignal-abort-algorithms).
///
/// What is traced through it must belong to it alone. One that others hold too traces nothing: what it holds are roots.
pub trait AbortAlgorithm: Trace {
    /// Runs the algorithm. The signal's reason is set.
    fn run(&self, signal: &Gc<AbortSignal>, event_loop: &EventLoop, context: &mut Context);
}

/// Names an abort algorithm of a signal. Harmless when stale, until four billion algorithms later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub struct AlgorithmId {
    index: u32,
    low_half_of_age: u32,
}

/// Abort algorithms with their ages. Adding and removing are O(1): the order of age is only needed once, for the abort.
#[derive(Default)]
struct Algorithms {
    list: Slab<(u64, Rc<dyn AbortAlgorithm>)>,
    added: u64,
}

impl Finalize for Algorithms {}

// SAFETY: every algorithm is traced, and shares with nobody what it traces; ages hold nothing.
unsafe impl Trace for Algorithms {
    custom_trace!(this, mark, {
        for (_, (_, algorithm)) in &this.list {
            mark(&**algorithm);
        }
    });
}

impl Algorithms {
    fn add(&mut self, algorithm: Rc<dyn AbortAlgorithm>) -> AlgorithmId {
        let age = self.added;
        self.added += 1;
        // A signal mostly has one algorithm, if any: the slab's own first allocation would have room for four.
        self.list.reserve_exact(usize::from(self.list.is_empty()));
        let index = self.list.insert((age, algorithm));
        // No process has the memory for four billion.
        AlgorithmId { index: u32::try_from(index).unwrap_or(u32::MAX), low_half_of_age: low_half(age) }
    }

    fn remove(&mut self, id: AlgorithmId) -> Option<Rc<dyn AbortAlgorithm>> {
        let index = id.index as usize;
        self.list.get(index).filter(|(age, _)| low_half(*age) == id.low_half_of_age)?;
        Some(self.list.remove(index).1)
    }

    /// Takes all of them, the oldest first.
    fn take(&mut self) -> Vec<Rc<dyn AbortAlgorithm>> {
        let mut list: Vec<_> = std::mem::take(&mut self.list).into_iter().map(|(_, algorithm)| algorithm).collect();
        list.sort_unstable_by_key(|(age, _)| *age);
        list.into_iter().map(|(_, algorithm)| algorithm).collect()
    }
}

/// A set of signals by identity.
type SignalSet = FxHashMap<usize, Gc<AbortSignal>>;

/// The state of an `AbortSignal`.
#[derive(Trace, Finalize)]
pub struct AbortSignal {
    #[unsafe_ignore_trace]
    id: SignalId,
    target: Gc<EventTarget>,
    /// `undefined`: not aborted.
    reason: GcRefCell<JsValue>,
    algorithms: GcRefCell<Algorithms>,
    /// `None` until the signal gets a source, a dependent or a timeout.
    relations: GcRefCell<Option<Box<Relations>>>,
}

/// What ties a signal to others, and to a timer.
#[derive(Default, Trace, Finalize)]
struct Relations {
    is_dependent: bool,
    is_observed: bool,
    sources: Vec<Gc<AbortSignal>>,
    dependents: WeakList<AbortSignal>,
    observed_dependents: SignalSet,
    #[unsafe_ignore_trace]
    timeout: Option<Timeout>,
}

/// The timer of a signal made by `AbortSignal.timeout`, and the signal itself while it is observed.
#[derive(Clone)]
struct Timeout {
    timer: TimerId,
    event_loop: Weak<EventLoop>,
    held: Rc<RefCell<Option<Gc<AbortSignal>>>>,
}

impl Interface for AbortSignal {
    type State = Self;
    const NAME: &'static str = "AbortSignal";
    const DEPTH: usize = 1;
}

fn identity(signal: &Gc<AbortSignal>) -> usize {
    std::ptr::from_ref::<AbortSignal>(signal).addr()
}

impl AbortSignal {
    /// The state of a signal that is not aborted, without its object.
    #[must_use]
    pub fn new(target: &Gc<EventTarget>, event_loop: &EventLoop) -> Gc<Self> {
        target.set_hooks(&HOOKS);
        Gc::new(Self {
            id: event_loop.new_signal_id(),
            target: target.clone(),
            reason: GcRefCell::default(),
            algorithms: GcRefCell::default(),
            relations: GcRefCell::default(),
        })
    }

    /// Reads something of the signal's relations; `None` if it has none.
    fn with_relations<R>(&self, read: impl FnOnce(&Relations) -> R) -> Option<R> {
        self.relations.borrow().as_deref().map(read)
    }

    /// Changes the signal's relations.
    fn change_relations<R>(&self, change: impl FnOnce(&mut Relations) -> R) -> R {
        change(self.relations.borrow_mut().get_or_insert_default())
    }

    /// The signals that this one depends on.
    fn sources(&self) -> Vec<Gc<Self>> {
        self.with_relations(|relations| relations.sources.clone()).unwrap_or_default()
    }

    /// A new `AbortSignal` object.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn create(context: &mut Context) -> JsResult<Gc<Self>> {
        let event_loop = event_loop(context)?;
        let target = Gc::new(EventTarget::default());
        let signal = Self::new(&target, &event_loop);
        EventTarget::create::<Self>(&target, Layers::root(&target).and(&signal), context)?;
        event_loop.tell(|| Event::SignalMade { signal: signal.id, state: &signal });
        Ok(signal)
    }

    /// The signal's number.
    #[must_use]
    pub fn id(&self) -> SignalId {
        self.id
    }

    /// The signal's event target.
    #[must_use]
    pub fn target(&self) -> &Gc<EventTarget> {
        &self.target
    }

    /// The signal's JavaScript object.
    #[must_use]
    pub fn object(&self) -> JsValue {
        self.target.object().map_or_else(JsValue::undefined, |object| object.clone().into())
    }

    /// Whether the signal is [aborted](https://dom.spec.whatwg.org/#abortsignal-aborted).
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        !self.reason.borrow().is_undefined()
    }

    /// The [abort reason](https://dom.spec.whatwg.org/#abortsignal-abort-reason); `undefined` if the signal is not aborted.
    #[must_use]
    pub fn reason(&self) -> JsValue {
        self.reason.borrow().clone()
    }

    /// Whether the signal can still abort. Where it cannot, nothing need be registered with it: it is aborted, or it
    /// depends on signals of which there are none.
    #[must_use]
    pub fn can_abort(&self) -> bool {
        let follows_nothing =
            self.with_relations(|relations| relations.is_dependent && relations.sources.is_empty()) == Some(true);
        !self.is_aborted() && !follows_nothing
    }

    /// Whether this is a [dependent signal](https://dom.spec.whatwg.org/#abortsignal-dependent).
    #[must_use]
    pub fn is_dependent(&self) -> bool {
        self.with_relations(|relations| relations.is_dependent) == Some(true)
    }

    /// [Adds an algorithm](https://dom.spec.whatwg.org/#abortsignal-add). `None` if the signal can no longer abort.
    #[must_use]
    pub fn add(this: &Gc<Self>, algorithm: Rc<dyn AbortAlgorithm>) -> Option<AlgorithmId> {
        if !this.can_abort() {
            return None;
        }
        let id = this.algorithms.borrow_mut().add(algorithm);
        Self::update_observed(this);
        Some(id)
    }

    /// [Removes an algorithm](https://dom.spec.whatwg.org/#abortsignal-remove).
    pub fn remove(this: &Gc<Self>, algorithm: AlgorithmId) {
        let removed = this.algorithms.borrow_mut().remove(algorithm);
        drop(removed);
        Self::update_observed(this);
    }

    /// How many abort algorithms are registered.
    #[must_use]
    pub fn algorithm_count(&self) -> usize {
        self.algorithms.borrow().list.len()
    }

    /// How many dependent signals are alive.
    #[must_use]
    pub fn live_dependent_count(&self) -> usize {
        self.with_relations(|relations| relations.dependents.live().len()).unwrap_or(0)
    }

    /// What the event target of every signal calls when its listeners changed.
    pub fn listeners_changed(object: &JsObject) {
        if let Some(signal) = implements::<Self>(&object.clone().into()) {
            Self::update_observed(&signal);
        }
    }

    /// Recomputes whether anybody would notice the abort, and tells those who keep the signal alive for it.
    ///
    /// A signal without relations has nobody to tell: those whom it would tell, its sources or its timer, it has from the start.
    fn update_observed(this: &Gc<Self>) {
        let Some(is_followed) = this.with_relations(|relations| !relations.observed_dependents.is_empty()) else {
            return;
        };
        let observed = !this.is_aborted()
            && (is_followed
                || !this.algorithms.borrow().list.is_empty()
                || this.target.has_listeners(&js_string!("abort")));
        if this.change_relations(|relations| std::mem::replace(&mut relations.is_observed, observed)) == observed {
            return;
        }
        if let Some(timeout) = this.with_relations(|relations| relations.timeout.clone()).flatten() {
            if let Some(event_loop) = timeout.event_loop.upgrade() {
                event_loop.set_timer_keeps_alive(timeout.timer, observed);
            }
            let held = timeout.held.replace(observed.then(|| this.clone()));
            drop(held);
        }
        for source in this.sources() {
            source.change_relations(|relations| {
                if observed {
                    relations.observed_dependents.insert(identity(this), this.clone());
                } else {
                    relations.observed_dependents.remove(&identity(this));
                }
            });
            Self::update_observed(&source);
        }
    }

    /// [Signals abort](https://dom.spec.whatwg.org/#abortsignal-signal-abort). Without a reason, it is a new `AbortError`.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn signal_abort(
        this: &Gc<Self>,
        reason: Option<JsValue>,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> JsResult<()> {
        // Step 1: already aborted.
        if this.is_aborted() {
            return Ok(());
        }
        // Step 2.
        let reason = abort_reason(reason, context)?;
        *this.reason.borrow_mut() = reason.clone();
        // Steps 3 and 4: every dependent has its reason before anything runs.
        let dependents = this.relations.borrow_mut().as_mut().map(|relations| relations.dependents.take());
        let mut to_abort = dependents.unwrap_or_default();
        to_abort.retain(|dependent| !dependent.is_aborted());
        for dependent in &to_abort {
            *dependent.reason.borrow_mut() = reason.clone();
        }
        // Steps 5 and 6.
        Self::run_the_abort_steps(this, event_loop, context);
        for dependent in to_abort {
            Self::run_the_abort_steps(&dependent, event_loop, context);
        }
        Ok(())
    }

    /// [Runs the abort steps](https://dom.spec.whatwg.org/#run-the-abort-steps): the algorithms, which are then forgotten, and
    /// the event.
    fn run_the_abort_steps(this: &Gc<Self>, event_loop: &EventLoop, context: &mut Context) {
        event_loop.tell(|| Event::SignalAborted { signal: this.id });
        let algorithms = this.algorithms.borrow_mut().take();
        Self::update_observed(this);
        for algorithm in algorithms {
            algorithm.run(this, event_loop, context);
        }
        this.target.fire_plain(&js_string!("abort"), event_loop, context);
    }
}

static HOOKS: TargetHooks =
    TargetHooks { listeners_changed: Some(AbortSignal::listeners_changed), error_arguments: None };

/// The reason that was given, or a new `AbortError`.
fn abort_reason(given: Option<JsValue>, context: &mut Context) -> JsResult<JsValue> {
    match given.filter(|reason| !reason.is_undefined()) {
        Some(reason) => Ok(reason),
        None => DomException::create(DomExceptionName::Abort, "signal is aborted without reason", context),
    }
}

/// [Creates a dependent signal](https://dom.spec.whatwg.org/#create-a-dependent-abort-signal): makes the new signal `result`
/// follow `signals`.
pub fn create_a_dependent_signal(result: &Gc<AbortSignal>, signals: &[Gc<AbortSignal>], event_loop: &EventLoop) {
    result.change_relations(|relations| relations.is_dependent = true);
    // Step 2: one that is aborted already decides.
    if let Some(aborted) = signals.iter().find(|signal| signal.is_aborted()) {
        *result.reason.borrow_mut() = aborted.reason();
        event_loop.tell(|| Event::SignalAborted { signal: result.id });
        return;
    }
    // Step 4: a dependent signal stands for its sources, so sources are never dependent themselves.
    let mut sources: SignalSet = FxHashMap::default();
    let follow = |source: &Gc<AbortSignal>, sources: &mut SignalSet| {
        if sources.insert(identity(source), source.clone()).is_none() {
            result.change_relations(|relations| relations.sources.push(source.clone()));
            source.change_relations(|relations| relations.dependents.push(result));
        }
    };
    for signal in signals {
        if signal.is_dependent() {
            for source in signal.sources() {
                follow(&source, &mut sources);
            }
        } else {
            follow(signal, &mut sources);
        }
    }
}

/// Converts a `sequence<AbortSignal>`.
///
/// # Errors
///
/// A `TypeError` if the value is not iterable, or yields something that is no `AbortSignal`.
pub fn signals_of(value: &JsValue, context: &mut Context) -> JsResult<Vec<Gc<AbortSignal>>> {
    sequence(value, "signals", context, |value, _| {
        implements::<AbortSignal>(&value).ok_or_else(|| type_error("signals has a value that is not an AbortSignal"))
    })
}

/// [`AbortSignal.abort`](https://dom.spec.whatwg.org/#dom-abortsignal-abort).
fn abort(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let signal = AbortSignal::create(context)?;
    let reason = abort_reason(arguments.first().cloned(), context)?;
    *signal.reason.borrow_mut() = reason;
    event_loop(context)?.tell(|| Event::SignalAborted { signal: signal.id });
    Ok(signal.object())
}

/// [`AbortSignal.timeout`](https://dom.spec.whatwg.org/#dom-abortsignal-timeout).
fn timeout(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "AbortSignal.timeout")?;
    let milliseconds = enforce_range(&arguments[0], "milliseconds", context)?;
    let signal = AbortSignal::create(context)?;
    let event_loop = event_loop(context)?;
    let realm = context.realm().clone();
    let held: Rc<RefCell<Option<Gc<AbortSignal>>>> = Rc::default();
    let weak = WeakGc::new(&signal);
    let keep = Rc::clone(&held);
    let request =
        Request { signal: Some(signal.id), delay: Some(milliseconds), ..Request::from(WorkKind::AbortTimeout) };
    let work = event_loop.new_work(request, context);
    let timer = event_loop.run_steps_after_a_timeout(milliseconds, work, move |event_loop, place| {
        let Some(signal) = weak.upgrade() else {
            return event_loop.tell(|| Event::Ended { work: work.id, how: Ending::Removed });
        };
        keep.take();
        event_loop.queue_a_global_task(TaskSource::Timer, work, place, realm, move |event_loop, context| {
            let reason = DomException::create(DomExceptionName::Timeout, "signal timed out", context)?;
            AbortSignal::signal_abort(&signal, Some(reason), event_loop, context)
        });
    });
    let timeout = Timeout { timer, event_loop: Rc::downgrade(&event_loop), held };
    signal.change_relations(|relations| relations.timeout = Some(timeout));
    Ok(signal.object())
}

/// [`AbortSignal.any`](https://dom.spec.whatwg.org/#dom-abortsignal-any).
fn any(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "AbortSignal.any")?;
    let signals = signals_of(&arguments[0], context)?;
    let result = AbortSignal::create(context)?;
    create_a_dependent_signal(&result, &signals, &*event_loop(context)?);
    Ok(result.object())
}

fn get_aborted(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<AbortSignal>(this)?.is_aborted().into())
}

fn get_reason(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<AbortSignal>(this)?.reason())
}

fn throw_if_aborted(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let signal = this_object::<AbortSignal>(this)?;
    if signal.is_aborted() { Err(JsError::from_opaque(signal.reason())) } else { Ok(JsValue::undefined()) }
}

event_handler_attributes! {
    AbortSignal, |signal| &signal.target;
    "abort": get_onabort, set_onabort;
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<AbortSignal>(context)
        .inherits::<EventTarget>()?
        .static_operation("abort", 0, abort)
        .static_operation("timeout", 1, timeout)
        .static_operation("any", 1, any)
        .attribute("aborted", get_aborted)
        .attribute("reason", get_reason)
        .operation("throwIfAborted", 0, throw_if_aborted)
        .writable_attribute("onabort", get_onabort, set_onabort)
        .build()
}
