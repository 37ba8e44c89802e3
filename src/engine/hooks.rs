//! Boa's `HostHooks`: job callbacks, which keep the ambient values, and the tracker of rejected promises.

use std::rc::Rc;

use boa_engine::builtins::promise::{OperationType, Promise, PromiseState};
use boa_engine::context::intrinsics::Intrinsics;
use boa_engine::context::{Context, DefaultHooks, HostHooks};
use boa_engine::job::JobCallback;
use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::realm::Realm;
use boa_engine::{JsData, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Trace};

use super::check_nesting;
use super::engine_text::check_is_corrected;
use super::unsupported_syntax::refuse_using;
use crate::debug::debug;
use crate::event_loop::{
    AmbientValues, ContinuationState, Event, EventLoop, QueuePosition, Registration, Subject, TaskSource, WorkKind,
    explain_error,
};
use crate::web::webidl::{associated_realm, invoke_and_report, is_ordinary_function};

/// The hooks of a context whose job executor is `event_loop`.
pub struct Hooks {
    event_loop: Rc<EventLoop>,
    create_global_object: fn(&Intrinsics) -> JsObject,
    /// Whether the local time zone is UTC, whatever the system's is.
    is_utc: bool,
}

debug!(Hooks);

/// What a job callback keeps, if there is anything to keep.
#[derive(Trace, Finalize, JsData)]
struct Kept {
    values: AmbientValues,
    /// In hosts that may lose the continuation state.
    registration: Option<Registration>,
    /// What it waits for, if somebody wants to know what work uses.
    awaited: Option<u64>,
}

impl Hooks {
    /// Creates the hooks of an event loop. `create_global_object` creates the global object of each new realm.
    #[must_use]
    pub fn new(event_loop: Rc<EventLoop>, create_global_object: fn(&Intrinsics) -> JsObject) -> Self {
        let is_utc = event_loop.clock().is_virtual() && std::env::var_os("TZ").is_none();
        Self { event_loop, create_global_object, is_utc }
    }

    /// Queues the task of [HostEnqueueFinalizationRegistryCleanupJob][job] for one callback. The standard lets a task
    /// clean up any part of a registry. With a task per callback, the other callbacks still run if one throws; the
    /// engine itself would skip them.
    ///
    /// [job]: https://html.spec.whatwg.org/multipage/webappapis.html#hostenqueuefinalizationregistrycleanupjob
    fn queue_a_finalization_callback(
        &self,
        callback: &JsFunction,
        values: AmbientValues,
        arguments: &[JsValue],
        context: &mut Context,
    ) {
        let (callback, arguments): (JsObject, _) = (callback.clone().into(), arguments.to_vec());
        let realm = associated_realm(&callback, context);
        let work = self.event_loop.new_host_work(WorkKind::Finalization, context);
        let source = TaskSource::Finalization;
        self.event_loop.queue_a_global_task(source, work, QueuePosition::Last, realm, move |event_loop, context| {
            let _values = event_loop.enter_continuation(values);
            Ok(invoke_and_report(&callback, &JsValue::undefined(), &arguments, event_loop, context))
        });
    }
}

impl HostHooks for Hooks {
    /// [HostMakeJobCallback](https://wicg.github.io/scheduling-apis/#sec-patches-html-hostmakejobcallback): the
    /// callback keeps the current continuation state, and the other ambient values. Without any, nothing is allocated.
    fn make_job_callback(&self, callback: JsFunction, context: &mut Context) -> JobCallback {
        // Omitted: steps 1 to 4, incumbent settings and active script: the engine does not provide them.
        self.event_loop.notify_about(Subject::Context(context), || Event::JobCallbackCreated);
        let values = self.event_loop.capture();
        let registration =
            self.event_loop.registrations().map(|registrations| registrations.register(&callback, context));
        let awaited = self.event_loop.access_observer().map(|observer| observer.registered());
        if values.is_empty() && awaited.is_none() {
            JobCallback::new(callback, ())
        } else {
            JobCallback::new(callback, Kept { values, registration, awaited })
        }
    }

    /// [HostCallJobCallback](https://wicg.github.io/scheduling-apis/#sec-patches-html-hostcalljobcallback): the
    /// values that the callback keeps are current while the callback runs.
    fn call_job_callback(
        &self,
        job: &JobCallback,
        this: &JsValue,
        arguments: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let kept = job.host_defined().downcast_ref::<Kept>();
        let mut values = kept.map(|kept| kept.values.clone()).unwrap_or_default();
        if values.owner.is_some_and(|owner| self.event_loop.is_abandoned(owner)) {
            return Ok(JsValue::undefined());
        }
        if let Some(registrations) = self.event_loop.registrations() {
            let registration = kept.and_then(|kept| kept.registration);
            let quirks = self.event_loop.quirks();
            if registrations.loses_state(registration, job.callback(), arguments.len(), quirks) {
                values = values.without_state();
            }
        }
        if self.event_loop.is_finalizing() {
            self.queue_a_finalization_callback(job.callback(), values, arguments, context);
            return Ok(JsValue::undefined());
        }
        if self.event_loop.is_observed()
            && let Some(task) = values.state.as_ref().and_then(ContinuationState::task)
        {
            self.event_loop.notify(|| Event::JobCallbackCalled { task, within: self.event_loop.current_work() });
        }
        if let Some(argument) = arguments.first() {
            // It may be the reason of a rejection.
            explain_error(argument, context);
        }
        // Omitted: steps 1 to 4, 6 and 7, incumbent settings and active script: `make_job_callback` stores neither.
        let _values = self.event_loop.enter_continuation(values);
        let Some(observer) = self.event_loop.access_observer() else {
            return self.event_loop.call_and_handle(job.callback(), this, arguments, context);
        };
        // Only the method of a thenable gets two arguments. That of a promise is known.
        let is_of_thenable = arguments.len() > 1 && !this.as_object().is_some_and(|this| this.is::<Promise>());
        observer.job_started(kept.and_then(|kept| kept.awaited).unwrap_or_default(), is_of_thenable);
        let called = self.event_loop.call_and_handle(job.callback(), this, arguments, context);
        observer.job_ended(!is_ordinary_function(job.callback()));
        called
    }

    /// [HostPromiseRejectionTracker][tracker].
    ///
    /// [tracker]: https://html.spec.whatwg.org/multipage/webappapis.html#the-hostpromiserejectiontracker-implementation
    fn promise_rejection_tracker(&self, promise: &JsObject<Promise>, operation: OperationType, context: &mut Context) {
        // Omitted: steps 1, 2 and 4, muted errors, running script: errors are not muted. The realm is the same when a
        // promise is rejected; when it is handled, its event is fired where its rejection was reported.
        if let PromiseState::Rejected(reason) = JsPromise::from(promise.clone()).state() {
            explain_error(&reason, context);
        }
        match operation {
            OperationType::Reject if is_of_a_module(context) => {}
            OperationType::Reject => self.event_loop.a_promise_was_rejected(promise, context),
            OperationType::Handle => self.event_loop.a_rejected_promise_was_handled(promise, context),
        }
    }

    /// `eval` and `Function` parse their arguments, and the parser must not overflow the stack.
    fn ensure_can_compile_strings(
        &self,
        _realm: Realm,
        parameters: &[JsString],
        body: &JsString,
        _direct: bool,
        context: &mut Context,
    ) -> JsResult<()> {
        // Omitted: the Content Security Policy check: there are no policies.
        for text in parameters.iter().chain([body]) {
            let text = text.to_std_string_lossy();
            check_nesting(&text, context)?;
            refuse_using(&text)?;
        }
        check_is_corrected(body, context);
        Ok(())
    }

    /// Under virtual time, dates are the same on every machine.
    fn local_timezone_offset_seconds(&self, unix_time_seconds: i64) -> i32 {
        if self.is_utc { 0 } else { DefaultHooks.local_timezone_offset_seconds(unix_time_seconds) }
    }

    fn create_global_object(&self, intrinsics: &Intrinsics) -> JsObject {
        (self.create_global_object)(intrinsics)
    }
}

/// Set while the promise of a synthetic module is about to be rejected.
struct ModuleFails;

/// To be called when the evaluation steps of a synthetic module fail. The engine rejects a promise that nobody sees,
/// and that `EvaluateModuleSync` marks as handled: what imports the module fails in its place.
pub fn a_synthetic_module_fails(context: &mut Context) {
    context.insert_data(ModuleFails);
}

/// Whether the promise that is rejected is that of a synthetic module.
fn is_of_a_module(context: &mut Context) -> bool {
    context.remove_data::<ModuleFails>().is_some()
}
