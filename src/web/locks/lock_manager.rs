//! The `LockManager` interface: <https://w3c.github.io/web-locks/#api-lock-manager>.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::lock_queues::LockMode;
use super::shared_locks::{LockRequest, SharedLocks};
use crate::event_loop::{EventLoop, QueuePosition, TaskSource, WorkKind, WorkRequest};
use crate::web::dom::{AbortSignal, DomException, DomExceptionName};
use crate::web::webidl::{
    Description, Dictionary, Enumeration, PendingPromise, callback_function, enumeration, event_loop, implementation,
    interface,
};

/// The state of a `LockManager`: none, because all agents share their locks.
#[derive(Trace, Finalize)]
pub(crate) struct LockManager;

interface! {
    LockManager;
    promise "request"(2) = request;
    promise "query"(0) = query;
}

impl Enumeration for LockMode {
    const NAME: &'static str = "LockMode";
}

/// [`LockOptions`](https://w3c.github.io/web-locks/#dictdef-lockoptions).
struct LockOptions {
    is_if_available: bool,
    mode: LockMode,
    signal: Option<Gc<AbortSignal>>,
    steals: bool,
}

impl LockOptions {
    fn from_value(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let options = Dictionary::from_value(value, "LockManager.request")?;
        let is_if_available = options.boolean(js_string!("ifAvailable"), context)?;
        let mode = options.convert(&js_string!("mode"), context, enumeration)?;
        let signal = |value: &JsValue, what: Description<'_>, context: &mut Context| {
            implementation::<AbortSignal>(value, what, context)
        };
        let signal = options.convert(&js_string!("signal"), context, signal)?;
        let steals = options.boolean(js_string!("steal"), context)?;
        Ok(Self { is_if_available, mode: mode.unwrap_or(LockMode::Exclusive), signal, steals })
    }

    /// Why these options cannot be combined: steps 5 to 7 of `request`.
    fn conflict(&self) -> Option<&'static str> {
        if self.steals && self.is_if_available {
            return Some("steal and ifAvailable cannot both be true");
        }
        if self.steals && self.mode != LockMode::Exclusive {
            return Some("only an exclusive lock can be stolen");
        }
        let has_both = self.signal.is_some() && (self.steals || self.is_if_available);
        has_both.then_some("signal cannot be combined with steal or ifAvailable")
    }
}

/// [`request`](https://w3c.github.io/web-locks/#dom-lockmanager-request).
fn request(_: &Gc<LockManager>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = arguments[0].to_string(context)?;
    // The overload without options has two arguments. Step 1: their default is a dictionary without members.
    let (options, callback) = match arguments {
        [_, callback] => (&JsValue::undefined(), callback),
        _ => (arguments.get_or_undefined(1), arguments.get_or_undefined(2)),
    };
    let options = LockOptions::from_value(options, context)?;
    let callback = callback_function(callback, "LockManager.request: the callback")?;
    // Omitted: steps 2 and 3, documents that are not active, and opaque origins: there are no documents.
    // Step 4.
    if name.iter().next() == Some(u16::from(b'-')) {
        let message = "names of locks that start with a hyphen are reserved";
        return Err(DomException::error(DomExceptionName::NotSupported, message, context));
    }
    // Steps 5 to 7.
    if let Some(conflict) = options.conflict() {
        return Err(DomException::error(DomExceptionName::NotSupported, conflict, context));
    }
    let event_loop = event_loop(context)?;
    if let Some(signal) = &options.signal {
        signal.check_loop(&event_loop)?;
        // Step 8.
        if signal.is_aborted() {
            return Err(boa_engine::JsError::from_opaque(signal.reason()));
        }
    }
    // Step 9.
    let (promise, pending) = PendingPromise::new(context);
    // Step 10: request a lock.
    let locks = SharedLocks::of(context);
    let work = event_loop.new_work(WorkRequest { callback: Some(&callback), ..WorkKind::Lock.into() }, context);
    let key = if options.steals { locks.stealing_key() } else { locks.next_key() };
    let request = Rc::new(LockRequest {
        key,
        name,
        mode: options.mode,
        client: locks.client(&event_loop),
        event_loop: Rc::downgrade(&event_loop),
        realm: context.realm().clone(),
        callback,
        promise: pending,
        work,
        signal: RefCell::default(),
    });
    // Request a lock, step 2.
    if let Some(signal) = &options.signal {
        request.follow(signal, &locks);
    }
    // Request a lock, step 3.
    if options.steals {
        locks.steal(&request);
    } else if !options.is_if_available {
        locks.request(&request);
    } else if !locks.request_if_available(&request) {
        request.refuse(&event_loop);
    }
    // Step 11.
    Ok(promise)
}

/// [`query`](https://w3c.github.io/web-locks/#dom-lockmanager-query).
fn query(_: &Gc<LockManager>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let event_loop = event_loop(context)?;
    let (promise, pending) = PendingPromise::new(context);
    // The snapshot is taken in parallel: here, at once.
    let (held, waiting) = SharedLocks::of(context).snapshot();
    let work = event_loop.new_work(WorkKind::LockQuery, context);
    let realm = context.realm().clone();
    event_loop.queue_a_global_task(
        TaskSource::WebLocks,
        work,
        QueuePosition::Last,
        realm,
        move |event_loop: &EventLoop, context: &mut Context| {
            let snapshot = JsObject::with_object_proto(context.intrinsics());
            for (name, requests) in [(js_string!("held"), held), (js_string!("pending"), waiting)] {
                let infos = requests.iter().map(|request| lock_info(request, context)).collect::<JsResult<Vec<_>>>()?;
                snapshot.create_data_property_or_throw(name, JsArray::from_iter(infos, context), context)?;
            }
            pending.resolve(snapshot.into(), event_loop, context);
            Ok(())
        },
    );
    Ok(promise)
}

/// [`LockInfo`](https://w3c.github.io/web-locks/#dictdef-lockinfo).
fn lock_info(request: &LockRequest, context: &mut Context) -> JsResult<JsValue> {
    let info = JsObject::with_object_proto(context.intrinsics());
    // The standard leaves the form of client IDs open.
    let client_id = js_string!(format!("client-{}", request.client + 1).as_str());
    info.create_data_property_or_throw(js_string!("clientId"), client_id, context)?;
    info.create_data_property_or_throw(js_string!("mode"), js_string!(request.mode.as_str()), context)?;
    info.create_data_property_or_throw(js_string!("name"), request.name.clone(), context)?;
    Ok(info.into())
}
