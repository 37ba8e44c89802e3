//! A fetch that has begun: what it waits for, and how its requests are sent.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use std::time::Duration;

use boa_engine::property::PropertyDescriptor;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsString, JsValue, js_string};
use boa_gc::Gc;
use rustc_hash::FxHashMap;

use crate::event_loop::{
    Ending, EventLoop, QueuePosition, TaskSource, TimerId, Timestamp, Work, WorkKind, WorkRequest,
};
use crate::web::dom::{AbortSignal, AlgorithmId};
use crate::web::fetch::body::Body;
use crate::web::fetch::flow::{BUFFER, Flow};
use crate::web::fetch::header_list::HeaderList;
use crate::web::fetch::incoming::Incoming;
use crate::web::fetch::network::Network;
use crate::web::fetch::part::Part;
use crate::web::fetch::redirects::Exchange;
use crate::web::fetch::request::Request;
use crate::web::fetch::responder::Responder;
use crate::web::fetch::response::Head;
use crate::web::fetch::upload::Sending;
use crate::web::html::base_url;
use crate::web::webidl::PendingPromise;

/// How many bytes the bodies of requests with `keepalive` may have that have not been answered.
const KEEPALIVE_LIMIT: usize = 64 * 1024;

/// The fetches over the network that have not ended.
#[derive(Default)]
pub(super) struct OpenFetches {
    pub(super) fetches: RefCell<FxHashMap<u64, Rc<Fetch>>>,
    pub(super) next_id: Cell<u64>,
}

impl Drop for OpenFetches {
    /// Threads that send do not wait for a program that has ended.
    fn drop(&mut self) {
        for fetch in self.fetches.take().into_values() {
            fetch.give_up_the_body();
        }
    }
}

/// Where a fetch is.
pub(super) enum State {
    /// The answer, or the next part of the body, comes at a time that only the network knows.
    Waiting,
    /// It comes from another thread, or the fetch is dropped.
    WaitingElsewhere,
    /// It would come from another thread, which waits until the program reads what is there.
    Paused,
    /// It has a latency.
    Delayed(TimerId),
    /// The task that resolves the promise, or that of a part of the body, has been queued.
    Arrived,
    Over,
}

/// A response that waits for its body, whose integrity is checked first.
pub(super) struct Held {
    pub(super) head: Head,
    pub(super) headers: HeaderList,
    pub(super) bytes: Vec<u8>,
    pub(super) latency: Duration,
}

/// What a network does.
pub(super) type Steps = Box<dyn FnOnce(&mut Context)>;

/// The status, the media type and the length of a resource.
pub(super) type Resource = (u16, String, usize);

/// A fetch.
pub(in crate::web::fetch) struct Fetch {
    pub(super) id: u64,
    pub(super) promise: Rc<PendingPromise>,
    pub(super) realm: Realm,
    pub(super) request: Gc<Request>,
    pub(super) abort_steps: Cell<Option<AlgorithmId>>,
    /// What is awaited: the response, then each part of its body.
    pub(super) work: Cell<Work>,
    pub(super) source: TaskSource,
    pub(super) state: RefCell<State>,
    pub(super) is_answered_elsewhere: Cell<bool>,
    /// What the promise or the body is rejected with if the fetch fails. It has the place of the call.
    pub(super) error: JsValue,
    /// The network, unless the URL is not one of the network.
    pub(super) network: Option<(Rc<dyn Network>, RefCell<Exchange>)>,
    pub(super) open: Weak<OpenFetches>,
    pub(super) event_loop: Weak<EventLoop>,
    /// When the request was made, when the last redirect was answered, and when the response arrived.
    pub(super) times: Cell<(Timestamp, Option<Timestamp>, Option<Timestamp>)>,
    /// That of the request that was sent last.
    pub(super) flow: RefCell<Flow>,
    /// What the network does when it need not wait any more, and when the rest is not wanted.
    pub(super) on_demand: RefCell<Option<Steps>>,
    pub(super) on_cancel: RefCell<Option<Steps>>,
    pub(super) held: RefCell<Option<Held>>,
    /// The body of the request, if it is a stream that is being sent.
    pub(super) sending: RefCell<Option<Sending>>,
    /// What the network has sent of the body, and what is not on its way to the program yet.
    pub(super) parts: RefCell<VecDeque<Part>>,
    /// The body of the response, once the promise is resolved. `None` if it is null.
    pub(super) body: RefCell<Option<Gc<Incoming>>>,
    pub(super) has_responded: Cell<bool>,
    pub(super) resource: RefCell<Resource>,
}

impl Fetch {
    pub(super) fn new(
        request: &Gc<Request>,
        promise: Rc<PendingPromise>,
        error: JsValue,
        network: Option<(Rc<dyn Network>, Rc<OpenFetches>)>,
        event_loop: &Rc<EventLoop>,
        context: &mut Context,
    ) -> Rc<Self> {
        let source = TaskSource::Response(event_loop.new_arrival_id());
        let work = WorkRequest { source: Some(source), ..WorkKind::Fetch.into() };
        let open = network.as_ref().map(|(_, open)| Rc::clone(open));
        let client = base_url(context).map_or_else(url::Origin::new_opaque, |base| base.origin());
        let id = open.as_ref().map_or(0, |open| open.next_id.replace(open.next_id.get() + 1));
        let fetch = Rc::new(Self {
            id,
            promise,
            realm: context.realm().clone(),
            request: request.clone(),
            error,
            abort_steps: Cell::new(None),
            work: Cell::new(event_loop.new_work(work, context)),
            source,
            state: RefCell::new(State::Waiting),
            is_answered_elsewhere: Cell::default(),
            network: network.map(|(network, _)| (network, RefCell::new(Exchange::new(request, client, context)))),
            open: open.as_ref().map(Rc::downgrade).unwrap_or_default(),
            event_loop: Rc::downgrade(event_loop),
            times: Cell::new((event_loop.now(), None, None)),
            flow: RefCell::default(),
            on_demand: RefCell::default(),
            on_cancel: RefCell::default(),
            held: RefCell::default(),
            sending: RefCell::default(),
            parts: RefCell::default(),
            body: RefCell::default(),
            has_responded: Cell::default(),
            resource: RefCell::default(),
        });
        if let Some(open) = open {
            open.fetches.borrow_mut().insert(id, Rc::clone(&fetch));
        }
        let aborted = Rc::clone(&fetch);
        let steps =
            AbortSignal::on_abort(&request.signal, move |signal, context| aborted.abort(&signal.reason(), context));
        fetch.abort_steps.set(steps);
        fetch
    }

    /// Its number in its context.
    pub(in crate::web::fetch) fn id(&self) -> u64 {
        self.id
    }

    /// What the network does when it need not wait any more.
    pub(in crate::web::fetch) fn on_demand(&self, steps: Steps) {
        self.on_demand.replace(Some(steps));
    }

    /// What the network does when the rest is not wanted.
    pub(in crate::web::fetch) fn on_cancel(&self, steps: Steps) {
        self.on_cancel.replace(Some(steps));
    }

    /// Whether nothing waits for an answer.
    pub(in crate::web::fetch) fn is_over(&self) -> bool {
        matches!(*self.state.borrow(), State::Over)
    }

    /// The flow of the request that was sent last.
    pub(in crate::web::fetch) fn flow(&self) -> Flow {
        self.flow.borrow().clone()
    }

    /// The answer will come from another thread.
    pub(in crate::web::fetch) fn answer_comes_from_elsewhere(&self, event_loop: &EventLoop) {
        self.is_answered_elsewhere.set(true);
        if !self.is_over() {
            self.wait(event_loop);
        }
    }

    /// Waits for the network.
    pub(super) fn wait(&self, event_loop: &EventLoop) {
        let state = if !self.is_answered_elsewhere.get() {
            State::Waiting
        } else if self.body.borrow().as_ref().is_some_and(|body| body.is_unread(BUFFER)) {
            State::Paused
        } else {
            event_loop.waits_elsewhere(self.work.get());
            State::WaitingElsewhere
        };
        self.state.replace(state);
    }

    /// Starts to read the body of the request, if it is a stream.
    pub(super) fn send_the_stream(&self, context: &mut Context) {
        let body = self.request.body.borrow().clone().filter(|body| body.is_stream());
        let stream = body.and_then(|body| Body::stream(&body, context).ok());
        // The body of a new request has no reader.
        let sending = stream.and_then(|stream| Sending::start(&stream, context).ok());
        if let (Some(sending), Some((_, exchange))) = (sending, &self.network) {
            exchange.borrow_mut().set_upload(sending.upload());
            self.sending.replace(Some(sending));
        }
    }

    pub(super) fn send(self: &Rc<Self>, event_loop: &Rc<EventLoop>) {
        let Some((network, exchange)) = &self.network else { return };
        let request = exchange.borrow().request();
        if self.exceeds_the_keepalive_limit() {
            let message = "the bodies of pending keepalive requests exceed 64 KiB";
            return self.arrive(Err(format!("{}: {message}", request.url)), true, event_loop);
        }
        self.flow.take();
        self.is_answered_elsewhere.set(false);
        network.send(request, Responder::new(Rc::clone(self), event_loop));
    }

    /// Whether the body is too much for those in flight with `keepalive`:
    /// [HTTP-network-or-cache fetch](https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
    fn exceeds_the_keepalive_limit(&self) -> bool {
        let Some(open) = self.open.upgrade().filter(|_| self.keepalive_bytes() > 0) else { return false };
        let fetches = open.fetches.borrow();
        let of_group = fetches.values().filter(|fetch| fetch.realm == self.realm);
        of_group.map(|fetch| fetch.keepalive_bytes()).sum::<usize>() > KEEPALIVE_LIMIT
    }

    fn keepalive_bytes(&self) -> usize {
        let is_in_flight = !matches!(*self.state.borrow(), State::Arrived | State::Over);
        let exchange = self.network.as_ref().filter(|_| is_in_flight).map(|(_, exchange)| exchange);
        exchange.map_or(0, |exchange| exchange.borrow().keepalive_bytes())
    }

    /// The network does not have to send the rest.
    pub(super) fn give_up_the_body(&self) {
        self.parts.take();
        self.on_demand.take();
        self.on_cancel.take();
        self.flow().cancel();
    }

    /// Queues a task, which has no effect if the fetch is over by then.
    pub(super) fn queue(
        self: &Rc<Self>,
        event_loop: &EventLoop,
        steps: impl FnOnce(&Rc<Self>, &EventLoop, &mut Context) + 'static,
    ) {
        self.state.replace(State::Arrived);
        let (fetch, waiting, realm) = (Rc::clone(self), Rc::clone(self), self.realm.clone());
        let steps = move |event_loop: &EventLoop, context: &mut Context| {
            if fetch.is_over() {
                return Ok(Ending::Aborted);
            }
            steps(&fetch, event_loop, context);
            Ok(Ending::Returned)
        };
        let is_canceled = move || waiting.is_over();
        let work = self.work.get();
        event_loop.queue_a_cancelable_task(self.source, work, QueuePosition::Last, realm, is_canceled, steps);
    }

    /// The error with this message. Its stack is that of the call.
    pub(super) fn network_error(&self, message: &str, context: &mut Context) -> JsValue {
        let message = JsString::from(format!("fetch: {message}"));
        if let Some(error) = self.error.as_object() {
            let property = PropertyDescriptor::builder().value(message).writable(true).configurable(true);
            // The program has never seen the error, so nothing keeps it from getting a message.
            let _ = error.define_property_or_throw(js_string!("message"), property, context);
        }
        self.error.clone()
    }
}
