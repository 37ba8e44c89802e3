//! `Worker`: <https://html.spec.whatwg.org/multipage/workers.html#worker>.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use url::Url;

use super::data::WorkerData;
use super::host::{Shared, WorkerHost, WorkerRequest, worker_host};
use super::options::WorkerOptions;
use super::script_url::script_url;
use crate::agents::AgentId;
use crate::web::dom::{DomException, DomExceptionName, EventTarget, event_handler_attribute, event_handler_name};
use crate::web::fetch::BlobUrlEntry;
use crate::web::html::{MessagePort, PortEnd, base_url, is_secure_context, post_message};
use crate::web::webidl::{event_loop, interface, interface_prototype, prototype_of_new_target, type_error, usv_string};

/// The state of a `Worker`.
#[derive(Trace, Finalize)]
pub(super) struct Worker {
    target: Gc<EventTarget>,
    /// The [outside port](https://html.spec.whatwg.org/multipage/workers.html#concept-outside-port), and its end.
    port: Gc<MessagePort>,
    end: Gc<PortEnd>,
    /// The agent, until the program terminates it.
    #[unsafe_ignore_trace]
    agent: Cell<Option<AgentId>>,
    #[unsafe_ignore_trace]
    is_terminated: Rc<Cell<bool>>,
}

interface! {
    Worker: EventTarget;
    constructor(1) = construct;
    operation "postMessage"(1) = |worker: &Gc<Worker>, arguments: &[JsValue], context: &mut Context| {
        post_message(&worker.port, arguments, context)
    };
    operation "terminate"() = |worker, context| worker.terminate(context);
    with = |builder| event_handler_attribute::<Worker>(builder, event_handler_name!("message"));
    with = |builder| event_handler_attribute::<Worker>(builder, event_handler_name!("messageerror"));
    with = |builder| event_handler_attribute::<Worker>(builder, event_handler_name!("error"));
}

impl Worker {
    /// [`terminate`](https://html.spec.whatwg.org/multipage/workers.html#dom-worker-terminate). Nothing that the worker
    /// has sent arrives any more.
    fn terminate(&self, context: &mut Context) {
        let Some(agent) = self.agent.take() else { return };
        self.is_terminated.set(true);
        self.end.unlink();
        self.end.empty_the_queue();
        if let Some(host) = worker_host(context) {
            host.terminate(agent);
        }
    }
}

/// [`new Worker`](https://html.spec.whatwg.org/multipage/workers.html#dom-worker).
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = usv_string(&arguments[0], &"Worker: scriptURL", context)?.to_std_string_lossy();
    let options = WorkerOptions::from_value(arguments.get_or_undefined(1), context)?;
    let host = host(context)?;
    let base = base_url(context).or_else(|| host.program_url(context));
    let url = script_url(&text, base.as_ref(), "Worker", context)?;
    let prototype = prototype_of_new_target::<Worker>(new_target, context)?;
    create(prototype, url, options, WorkerData::default(), context).map(|worker| worker.target.object_value())
}

/// Creates a module worker of a host, which gives it a value, and transfers some objects. Returns the `Worker` object
/// and the number of the agent.
///
/// # Errors
///
/// As `new Worker` and `postMessage`.
pub fn new_worker_with_data(
    url: Url,
    name: JsString,
    data: &JsValue,
    transfer: &[JsObject],
    context: &mut Context,
) -> JsResult<(JsValue, u64)> {
    let prototype = interface_prototype::<Worker>(context)?;
    let data = WorkerData::new(data, transfer, context)?;
    let worker = create(prototype, url, WorkerOptions { name, is_module: true }, data, context)?;
    let agent = worker.agent.get().map_or(0, AgentId::get);
    Ok((worker.target.object_value(), agent))
}

/// Sets whether a worker, of which this is the number of the agent, keeps the program alive while it has work.
pub fn set_worker_referenced(agent: u64, is_referenced: bool, context: &Context) {
    if let Some(host) = worker_host(context) {
        host.set_referenced(AgentId::new(agent), is_referenced);
    }
}

fn host(context: &Context) -> JsResult<Rc<dyn WorkerHost>> {
    worker_host(context).ok_or_else(|| type_error("Worker: this runtime has no workers"))
}

/// The steps of the constructor after its arguments were converted.
fn create(
    prototype: JsObject,
    url: Url,
    options: WorkerOptions,
    data: WorkerData,
    context: &mut Context,
) -> JsResult<Gc<Worker>> {
    let (host, event_loop) = (host(context)?, event_loop(context)?);
    let [outside, inside] = [(); 2].map(|()| Gc::new(PortEnd::new(&event_loop, context)));
    PortEnd::entangle(&outside, &inside);
    let port = MessagePort::attach(&outside, context)?;
    let worker = EventTarget::create(prototype, context, |target| Worker {
        target: target.clone(),
        port: port.clone(),
        end: outside.clone(),
        agent: Cell::default(),
        is_terminated: Rc::default(),
    });
    port.set_message_event_target(&worker.target);
    let origin = event_loop.caller(context);
    let request = WorkerRequest {
        blob: BlobUrlEntry::of(&url, context),
        url,
        name: options.name,
        is_module: options.is_module,
        data,
        is_secure: is_secure_context(context),
        end: inside,
        outside,
        target: worker.target.clone(),
        is_terminated: Rc::clone(&worker.is_terminated),
        origin,
        created_at: origin.and_then(|origin| event_loop.location(origin)),
        shared: Shared::of(context),
    };
    let agent = Rc::clone(&host)
        .start(request, context)
        .map_err(|error| DomException::error(DomExceptionName::QuotaExceeded, &error.to_string(), context))?;
    worker.agent.set(Some(agent));
    worker.end.is_that_of_a_worker(&event_loop, origin);
    Ok(worker)
}
