//! `AbortSignal`: <https://dom.spec.whatwg.org/#interface-AbortSignal>.
//!
//! A signal keeps its sources alive. A source keeps a dependent signal alive only if the abort would be observable: the
//! dependent is *observed*, that is, it has `abort` listeners, abort algorithms or observed dependents. Under the same
//! condition, the timer of a signal that `AbortSignal.timeout` created keeps the signal and the program alive.

use std::rc::Rc;

use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};
use rustc_hash::FxHashMap;

use super::abort_algorithm::{AbortAlgorithm, HostAlgorithm, SharedAlgorithm};
use super::abort_timeout::Timeout;
use super::algorithm_list::{AlgorithmId, AlgorithmList, SWEPT_LENGTH};
use super::dom_exception::{DomException, DomExceptionName};
use super::event_target::{EventTarget, TargetHooks};
use super::weak_list::WeakList;
use crate::debug::debug;
use crate::event_loop::{Event, EventLoop, LoopId, SignalId, Subject};
use crate::for_node::in_words_of_host;
use crate::web::webidl::{check_loop, event_loop, implements, interface_prototype};

/// A set of signals, with their addresses as keys.
type SignalSet = FxHashMap<usize, Gc<AbortSignal>>;

/// The state of an `AbortSignal`.
#[derive(Trace, Finalize)]
pub struct AbortSignal {
    #[unsafe_ignore_trace]
    id: SignalId,
    #[unsafe_ignore_trace]
    event_loop: LoopId,
    target: Gc<EventTarget>,
    /// `undefined` if the signal is not aborted.
    reason: GcRefCell<JsValue>,
    algorithms: GcRefCell<AlgorithmList<SharedAlgorithm>>,
    /// `None` until the signal becomes dependent, or gets a dependent or a timeout.
    relations: GcRefCell<Option<Box<Relations>>>,
}

debug!(AbortSignal, "id" = |signal| signal.id, "aborted" = |signal| signal.is_aborted());

const _: () = assert!(size_of::<AbortSignal>() <= 104);

/// The relations of a signal to other signals and to its timer.
#[derive(Default, Trace, Finalize)]
struct Relations {
    is_dependent: bool,
    /// Whether it is that of a request, which follows a signal that the program has made.
    is_of_request: bool,
    is_observed: bool,
    sources: Vec<Gc<AbortSignal>>,
    dependents: WeakList<AbortSignal>,
    observed_dependents: SignalSet,
    #[unsafe_ignore_trace]
    timeout: Option<Timeout>,
}

fn identity(signal: &Gc<AbortSignal>) -> usize {
    std::ptr::from_ref::<AbortSignal>(signal).addr()
}

impl AbortSignal {
    /// Creates the state of a signal that is not aborted. The caller creates its object.
    #[must_use]
    pub(crate) fn new(target: &Gc<EventTarget>, event_loop: &EventLoop) -> Self {
        target.set_hooks(&HOOKS);
        Self {
            id: event_loop.new_signal_id(),
            event_loop: event_loop.id(),
            target: target.clone(),
            reason: GcRefCell::default(),
            algorithms: GcRefCell::default(),
            relations: GcRefCell::default(),
        }
    }

    /// Returns the state of an `AbortSignal` object; `None` for every other value.
    #[must_use]
    pub fn from_value(value: &JsValue) -> Option<Gc<Self>> {
        implements::<Self>(value)
    }

    /// Checks that the signal belongs to this event loop.
    ///
    /// # Errors
    ///
    /// `TypeError` if it belongs to another one.
    pub(crate) fn check_loop(&self, event_loop: &EventLoop) -> JsResult<()> {
        check_loop("signal", self.event_loop, event_loop)
    }

    /// Calls `read` with the signal's relations; returns `None` if there are none.
    fn with_relations<R>(&self, read: impl FnOnce(&Relations) -> R) -> Option<R> {
        self.relations.borrow().as_deref().map(read)
    }

    /// Calls `change` with the signal's relations, which are created if there are none.
    fn change_relations<R>(&self, change: impl FnOnce(&mut Relations) -> R) -> R {
        change(self.relations.borrow_mut().get_or_insert_default())
    }

    fn sources(&self) -> Vec<Gc<Self>> {
        self.with_relations(|relations| relations.sources.clone()).unwrap_or_default()
    }

    /// Creates an `AbortSignal` object.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub fn create(context: &mut Context) -> JsResult<Gc<Self>> {
        let event_loop = event_loop(context)?;
        let prototype = interface_prototype::<Self>(context)?;
        let signal = EventTarget::create(prototype, context, |target| Self::new(target, &event_loop));
        let created = event_loop.observed_caller(context).and_then(|origin| event_loop.location(origin));
        let subject = Subject::Signal { state: &signal, created: created.as_ref() };
        event_loop.notify_about(subject, || Event::SignalCreated { signal: signal.id });
        Ok(signal)
    }

    /// Creates the signal of a request, which depends on `signals`.
    ///
    /// # Errors
    ///
    /// As [`Self::create`].
    pub(crate) fn create_for_a_request(signals: &[Gc<Self>], context: &mut Context) -> JsResult<Gc<Self>> {
        let signal = Self::create(context)?;
        signal.change_relations(|relations| relations.is_of_request = true);
        create_a_dependent_signal(&signal, signals, &*event_loop(context)?);
        Ok(signal)
    }

    /// Creates an `AbortSignal` object that is already aborted.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(super) fn create_aborted(reason: Option<JsValue>, context: &mut Context) -> JsResult<Gc<Self>> {
        let signal = Self::create(context)?;
        let reason = abort_reason(reason, context)?;
        *signal.reason.borrow_mut() = reason;
        event_loop(context)?.notify(|| Event::SignalAborted { signal: signal.id });
        Ok(signal)
    }

    /// Returns the signal's number within its event loop.
    #[must_use]
    pub fn id(&self) -> SignalId {
        self.id
    }

    /// Returns the signal's event target.
    #[must_use]
    pub fn target(&self) -> &Gc<EventTarget> {
        &self.target
    }

    /// Returns the signal's JavaScript object.
    #[must_use]
    pub fn object(&self) -> JsValue {
        self.target.object_value()
    }

    /// Returns whether the signal is [aborted](https://dom.spec.whatwg.org/#abortsignal-aborted).
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        !self.reason.borrow().is_undefined()
    }

    /// Returns the [abort reason](https://dom.spec.whatwg.org/#abortsignal-abort-reason), or `undefined` if the signal
    /// is not aborted.
    #[must_use]
    pub fn reason(&self) -> JsValue {
        self.reason.borrow().clone()
    }

    /// Returns whether the signal can still abort. It cannot if it is already aborted, or is a dependent signal without
    /// sources.
    #[must_use]
    pub fn can_abort(&self) -> bool {
        let follows_nothing =
            self.with_relations(|relations| relations.is_dependent && relations.sources.is_empty()) == Some(true);
        !self.is_aborted() && !follows_nothing
    }

    /// Returns whether this is a [dependent signal](https://dom.spec.whatwg.org/#abortsignal-dependent).
    #[must_use]
    pub(crate) fn is_dependent(&self) -> bool {
        self.with_relations(|relations| relations.is_dependent) == Some(true)
    }

    /// Adds an [abort algorithm][1] of the host: calls `steps` when the signal aborts, before its `abort` event.
    /// Returns `None` if the signal can no longer abort. JavaScript values that `steps` captures stay alive until the
    /// signal aborts or [`Self::remove_algorithm`] removes the algorithm.
    ///
    /// [1]: https://dom.spec.whatwg.org/#abortsignal-abort-algorithms
    ///
    /// ```
    /// use std::cell::Cell;
    /// use std::rc::Rc;
    ///
    /// use posttask::Runtime;
    /// use posttask::dom::AbortSignal;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let signal = runtime.run_script("var controller = new AbortController(); controller.signal")?;
    /// let signal = AbortSignal::from_value(&signal).expect("a signal");
    /// let aborted = Rc::new(Cell::new(false));
    /// let flag = aborted.clone();
    /// AbortSignal::on_abort(&signal, move |_, _| flag.set(true));
    /// runtime.run_script("controller.abort()")?;
    /// assert!(aborted.get());
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn on_abort(this: &Gc<Self>, steps: impl FnOnce(&Gc<Self>, &mut Context) + 'static) -> Option<AlgorithmId> {
        Self::add_algorithm(this, Rc::new(HostAlgorithm::new(steps)))
    }

    /// [Adds an algorithm](https://dom.spec.whatwg.org/#abortsignal-add). Returns `None` if the signal can no longer
    /// abort.
    #[must_use]
    pub(crate) fn add_algorithm(this: &Gc<Self>, algorithm: Rc<dyn AbortAlgorithm>) -> Option<AlgorithmId> {
        if !this.can_abort() {
            return None;
        }
        if this.algorithms.borrow().is_full() {
            Self::sweep(this);
        }
        let id = this.algorithms.borrow_mut().add(SharedAlgorithm(algorithm));
        Self::update_observed(this);
        Some(id)
    }

    /// [Removes an algorithm](https://dom.spec.whatwg.org/#abortsignal-remove).
    pub fn remove_algorithm(this: &Gc<Self>, algorithm: AlgorithmId) {
        let removed = this.algorithms.borrow_mut().remove(algorithm);
        drop(removed);
        Self::update_observed(this);
    }

    /// The number of listeners of `abort`, algorithms, and dependent signals that are alive. The signal of a request
    /// counts while something observes it: after that, it is garbage, or a part of a request that the program keeps.
    pub(crate) fn observer_count(&self) -> usize {
        let dependents = self.with_relations(|relations| relations.dependents.live()).unwrap_or_default();
        let counts = |dependent: &&Gc<Self>| {
            let is_of_request = dependent.with_relations(|relations| relations.is_of_request) == Some(true);
            !is_of_request || dependent.observer_count() > 0
        };
        self.target.listener_count() + self.algorithms.borrow().len() + dependents.iter().filter(counts).count()
    }

    /// Updates whether a signal is observed. Its event target calls this after the listeners have changed.
    pub(crate) fn listeners_changed(object: &JsObject) {
        if let Some(signal) = implements::<Self>(&object.clone().into()) {
            Self::update_observed(&signal);
        }
    }

    /// Sets the timer that aborts the signal.
    pub(super) fn set_timeout(&self, timeout: Timeout) {
        self.change_relations(|relations| relations.timeout = Some(timeout));
    }

    /// Recomputes whether the signal is observed, and updates its sources and its timer, which keep an observed signal
    /// alive.
    ///
    /// A signal without relations needs no update: it has neither sources nor a timer, which are only added when a
    /// signal is created.
    fn update_observed(this: &Gc<Self>) {
        let Some(is_followed) = this.with_relations(|relations| !relations.observed_dependents.is_empty()) else {
            return;
        };
        let observed = !this.is_aborted()
            && (is_followed || !this.algorithms.borrow().is_empty() || this.target.has_listeners(&js_string!("abort")));
        if this.change_relations(|relations| std::mem::replace(&mut relations.is_observed, observed)) == observed {
            return;
        }
        if let Some(timeout) = this.with_relations(|relations| relations.timeout.clone()).flatten() {
            timeout.keep_alive(observed.then(|| this.clone()));
        }
        for source in this.sources() {
            if observed {
                source.sweep_dependents();
            }
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

    /// Drops the algorithms whose purpose was collected, and updates whether the signal is observed.
    pub(super) fn sweep(this: &Gc<Self>) {
        this.algorithms.borrow_mut().sweep(|algorithm| algorithm.0.is_dead());
        Self::update_observed(this);
    }

    /// Before the set of observed dependents gets more memory, looks for those that are not observed any more.
    fn sweep_dependents(&self) {
        let set = |relations: &Relations| {
            let set = &relations.observed_dependents;
            (set.len() >= SWEPT_LENGTH && set.len() == set.capacity()).then(|| set.values().cloned().collect())
        };
        let dependents: Vec<_> = self.with_relations(set).flatten().unwrap_or_default();
        if dependents.is_empty() {
            return;
        }
        for dependent in dependents {
            Self::sweep(&dependent);
        }
        self.change_relations(|relations| relations.observed_dependents.reserve(relations.observed_dependents.len()));
    }

    /// [Signals abort](https://dom.spec.whatwg.org/#abortsignal-signal-abort). The default reason is a new
    /// `AbortError`. Dependent signals follow their sources: if a dependent signal is aborted itself, signals that were
    /// made from it are not.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm, or if the signal belongs to another event loop.
    pub fn signal_abort(
        this: &Gc<Self>,
        reason: Option<JsValue>,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> JsResult<()> {
        this.check_loop(event_loop)?;
        // Step 1: already aborted.
        if this.is_aborted() {
            return Ok(());
        }
        // Step 2: the signal is aborted from here on.
        let reason = abort_reason(reason, context)?;
        *this.reason.borrow_mut() = reason.clone();
        // Steps 3 and 4: every dependent gets its reason before any algorithm runs.
        let dependents = this.relations.borrow_mut().as_mut().map(|relations| relations.dependents.take());
        let mut to_abort = dependents.unwrap_or_default();
        to_abort.retain(|dependent| !dependent.is_aborted());
        for dependent in &to_abort {
            *dependent.reason.borrow_mut() = reason.clone();
        }
        // Steps 5 and 6: run the abort steps of the signal, then those of its dependents.
        Self::run_the_abort_steps(this, event_loop, context);
        for dependent in to_abort {
            Self::run_the_abort_steps(&dependent, event_loop, context);
        }
        Ok(())
    }

    /// [Runs the abort steps](https://dom.spec.whatwg.org/#run-the-abort-steps): removes and runs the algorithms, then
    /// fires the event.
    fn run_the_abort_steps(this: &Gc<Self>, event_loop: &EventLoop, context: &mut Context) {
        event_loop.notify(|| Event::SignalAborted { signal: this.id });
        // Step 2, emptying the set, is before step 1, running the algorithms: one of them must not run twice.
        let algorithms = this.algorithms.borrow_mut().take();
        Self::update_observed(this);
        // The sources of an aborted signal have nothing more to tell, and need not live as long.
        let sources = this.relations.borrow_mut().as_mut().map(|relations| std::mem::take(&mut relations.sources));
        drop(sources);
        // Step 1: run the algorithms.
        for algorithm in algorithms {
            algorithm.0.run(this, event_loop, context);
        }
        // Step 3: fire the event.
        this.target.fire(&js_string!("abort"), event_loop, context);
    }
}

static HOOKS: TargetHooks =
    TargetHooks { listeners_changed: Some(AbortSignal::listeners_changed), error_arguments: None };

/// Returns the given reason, or a new `AbortError` if it is missing or `undefined`.
pub(crate) fn abort_reason(given: Option<JsValue>, context: &mut Context) -> JsResult<JsValue> {
    if let Some(reason) = given.filter(|reason| !reason.is_undefined()) {
        return Ok(reason);
    }
    let message = in_words_of_host("signal is aborted without reason", "This operation was aborted", context);
    DomException::create(DomExceptionName::Abort, message, context)
}

/// [Creates a dependent signal](https://dom.spec.whatwg.org/#create-a-dependent-abort-signal): makes the new signal
/// `result` depend on `signals`.
pub(crate) fn create_a_dependent_signal(result: &Gc<AbortSignal>, signals: &[Gc<AbortSignal>], event_loop: &EventLoop) {
    // Omitted: step 1, a new signal: the caller has created it, with its interface.
    // Step 3: it is dependent. Whether it is cannot be observed before step 2.
    result.change_relations(|relations| relations.is_dependent = true);
    // Step 2: if a signal is already aborted, so is the result.
    if let Some(aborted) = signals.iter().find(|signal| signal.is_aborted()) {
        *result.reason.borrow_mut() = aborted.reason();
        event_loop.notify(|| Event::SignalAborted { signal: result.id });
        return;
    }
    // Step 4: a dependent signal is replaced by its sources, so sources are never dependent themselves.
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
