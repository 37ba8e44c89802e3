//! `mock.fetch`, which Node does not have: a function, or a list of routes, answers the requests of `fetch`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};
use posttask::Url;
use posttask::event_loop::EventLoop;
use posttask::fetch::{Network, NetworkRequest, Responder};
use posttask::internal::event_loop::OwnerId;
use posttask::internal::fetch::{answer_with, is_response, network, received, request_object, reusable, set_network};
use posttask::internal::html::{base_url, describe};
use posttask::internal::webidl::when_settled;

use super::arguments::{integer, option, options, times};
use super::chunks;
use super::function_context::{self, FunctionState, Original};
use super::mock_function::mock_function;
use super::tracker::TrackerObject;
use crate::testing::assert::{invalid_arg_type, invalid_arg_value, plain_object};

/// A function that answers requests.
struct Server {
    /// A mock function.
    function: JsObject,
    latency: Duration,
    is_used: Rc<Cell<bool>>,
    /// How many more requests it answers, if that is limited. The function is called later than it is chosen.
    left: Cell<Option<u64>>,
    /// The test that has mocked the network.
    owner: Option<OwnerId>,
}

/// A network with the servers of tests.
struct Mocks {
    servers: RefCell<Vec<Rc<Server>>>,
    /// What answers if there is no server.
    before: Option<Rc<dyn Network>>,
}

/// The mocks of a context.
#[derive(Trace, Finalize, JsData)]
struct CurrentMocks(#[unsafe_ignore_trace] Rc<Mocks>);

/// `mock.fetch(server, { latency, times })`. Returns the `MockFunctionContext`.
pub(super) fn mock_fetch(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let tracker = TrackerObject::state_of(this)?;
    let function = server(arguments.get_or_undefined(0), context)?;
    let options = options(arguments.get_or_undefined(1), context)?;
    let latency = option(options.as_ref(), "latency", context)?;
    let latency = if latency.is_undefined() { 0 } else { integer(&latency, "options.latency", 0, context)? };
    let times = times(options.as_ref(), context)?;
    let is_used = Rc::new(Cell::new(true));
    let state = Gc::new(FunctionState::new(function.clone(), Original::Network(Rc::clone(&is_used)), times));
    let function = mock_function(&function, &state, context)?;
    tracker.add_function(&state);
    let owner = EventLoop::of(context).and_then(|event_loop| event_loop.owner());
    let server = Server { function, latency: Duration::from_millis(latency), is_used, left: Cell::new(times), owner };
    mocks(context).servers.borrow_mut().push(Rc::new(server));
    function_context::create(&state, context).map(JsValue::from)
}

/// The mocks of the context. They become its network when they are first used.
fn mocks(context: &mut Context) -> Rc<Mocks> {
    if let Some(CurrentMocks(mocks)) = context.get_data() {
        return Rc::clone(mocks);
    }
    let mocks = Rc::new(Mocks { servers: RefCell::default(), before: network(context) });
    context.insert_data(CurrentMocks(Rc::clone(&mocks)));
    set_network(Rc::clone(&mocks) as _, context);
    mocks
}

impl Mocks {
    /// The server that was added last, if possible by the test that sends the request.
    fn server(&self, owner: Option<OwnerId>) -> Option<Rc<Server>> {
        let mut servers = self.servers.borrow_mut();
        servers.retain(|server| server.is_used.get() && server.left.get() != Some(0));
        let own = servers.iter().rfind(|server| server.owner == owner);
        let chosen = own.or(servers.last()).cloned()?;
        chosen.left.set(chosen.left.get().map(|left| left - 1));
        Some(chosen)
    }
}

impl Network for Mocks {
    fn send(&self, request: NetworkRequest, responder: Responder) {
        let Some(event_loop) = responder.event_loop() else { return };
        match (self.server(event_loop.owner()), &self.before) {
            (Some(server), _) => event_loop.queue_a_microtask(move |event_loop, context| {
                server.answer(request, responder, event_loop, context);
            }),
            (None, Some(before)) => before.send(request, responder),
            (None, None) => responder.respond(Err(format!("{}: this program has no network", request.url))),
        }
    }
}

impl Server {
    /// Calls the function with the request, and waits for its response.
    fn answer(
        self: &Rc<Self>,
        request: NetworkRequest,
        responder: Responder,
        event_loop: &EventLoop,
        context: &mut Context,
    ) {
        let (url, method) = (request.url.clone(), request.method.clone());
        let called = event_loop.call_javascript(context, |context| {
            let request = request_object(request, context)?;
            let value = self.function.call(&JsValue::undefined(), &[request.into()], context)?;
            JsPromise::resolve(value, context)
        });
        let server = Rc::clone(self);
        let answered = move |value: JsResult<JsValue>, context: &mut Context| {
            server.respond(value, &method, &url, responder, context);
        };
        match called {
            Ok(promise) => when_settled(&promise, Box::new(answered), context),
            Err(error) => answered(Err(error), context),
        }
    }

    fn respond(&self, value: JsResult<JsValue>, method: &str, url: &Url, responder: Responder, context: &mut Context) {
        let latency = self.latency;
        let value = match value {
            Ok(value) if is_response(&value) => value,
            Ok(value) if chunks::has_chunks(&value, context) => {
                return chunks::answer_in_chunks(&value, latency, responder, url, context);
            }
            Ok(value) => return responder.respond_after(latency, Err(no_response(method, url, &value))),
            Err(error) => {
                let (description, _) = describe(error, context);
                let message = format!("{url}: the mock.fetch function threw {}", description.message);
                return responder.respond_after(latency, Err(message));
            }
        };
        answer_with(&value, latency, responder, url, context);
    }
}

fn no_response(method: &str, url: &Url, value: &JsValue) -> String {
    if value.is_undefined() {
        format!("{method} {url}: mock.fetch has no response for this request")
    } else {
        format!("{url}: the mock.fetch function returned a value of type {}, not a Response", value.type_of())
    }
}

/// A route: a method, if it is not any, a URL, and a `Response` or a function.
#[derive(Clone, Trace, Finalize)]
struct Route {
    #[unsafe_ignore_trace]
    method: Option<String>,
    #[unsafe_ignore_trace]
    url: Url,
    response: JsValue,
}

/// What the function of an object with routes captures.
#[derive(Trace, Finalize)]
struct Routes(Vec<Route>);

impl Route {
    /// Parses `GET https://example.com/path`. The method can be left out.
    fn parse(key: &JsString, response: JsValue, context: &mut Context) -> JsResult<Self> {
        let text = key.to_std_string_lossy();
        let (method, url) = match text.split_once(' ') {
            Some((method, url)) => (Some(normalized_method(method)), url),
            None => (None, text.as_str()),
        };
        let url = posttask::internal::url::parse(url, base_url(context).as_ref()).map_err(|error| {
            let reason = format!("must have keys such as 'GET https://example.com/path': {error}");
            invalid_arg_value("server", &key.clone().into(), &reason, context)
        })?;
        if !response.is_callable() && !is_response(&response) && !chunks::has_chunks(&response, context) {
            let expected = "a Response, a function or an object with chunks";
            return Err(invalid_arg_type(&format!("server['{text}']"), expected, &response, context));
        }
        Ok(Self { method, url: without_fragment(&url), response })
    }

    /// How well the route fits a request: not at all, if it has no query, or exactly.
    fn fits(&self, method: &str, url: &Url) -> u8 {
        let mut url = without_fragment(url);
        if self.method.as_ref().is_some_and(|known| known != method) {
            return 0;
        }
        if self.url == url {
            return 2;
        }
        url.set_query(None);
        u8::from(self.url == url)
    }
}

/// The method as `fetch` sends it.
fn normalized_method(method: &str) -> String {
    let known = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];
    known.into_iter().find(|known| known.eq_ignore_ascii_case(method)).unwrap_or(method).to_owned()
}

/// The URL as a server sees it.
fn without_fragment(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    url
}

/// The function that answers: the argument, or one that looks for a route.
fn server(value: &JsValue, context: &mut Context) -> JsResult<JsObject> {
    if let Some(function) = value.as_callable() {
        return Ok(function);
    }
    let Some(object) = plain_object(value).filter(|object| !object.is_array()) else {
        return Err(invalid_arg_type("server", "of type function or an object with routes", value, context));
    };
    let mut routes = Vec::new();
    for key in object.own_property_keys(context)? {
        if let PropertyKey::Symbol(_) = key {
            continue;
        }
        let response = object.get(key.clone(), context)?;
        let key = JsValue::from(key).to_string(context)?;
        routes.push(Route::parse(&key, response, context)?);
    }
    let find = NativeFunction::from_copy_closure_with_captures(find_route, Routes(routes));
    Ok(FunctionObjectBuilder::new(context.realm(), find).name(js_string!("server")).length(1).build().into())
}

/// Answers a request with the best route. `undefined` if there is none.
fn find_route(_: &JsValue, arguments: &[JsValue], Routes(routes): &Routes, context: &mut Context) -> JsResult<JsValue> {
    let Some((method, url)) = received(arguments.get_or_undefined(0)) else { return Ok(JsValue::undefined()) };
    let best = routes.iter().map(|route| (route.fits(&method, &url), route)).filter(|(fits, _)| *fits > 0);
    let Some((_, route)) = best.max_by_key(|(fits, _)| *fits) else { return Ok(JsValue::undefined()) };
    match route.response.as_callable() {
        Some(function) => function.call(&JsValue::undefined(), arguments, context),
        None => reusable(&route.response, context),
    }
}
