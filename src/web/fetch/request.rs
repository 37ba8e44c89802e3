//! `Request`: <https://fetch.spec.whatwg.org/#request-class>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};
use url::{ParseError, Url};

use super::blob_urls::BlobUrlEntry;
use super::body::{Body, BodyInit};
use super::body_mixin::{self, HasBody};
use super::header_list::{is_forbidden_method, is_token};
use super::headers::{Guard, Headers, HeadersInit, byte_string};
use super::request_options::{
    ReferrerPolicy, RequestCache, RequestCredentials, RequestDuplex, RequestMode, RequestPriority, RequestRedirect,
};
use crate::web::dom::AbortSignal;
use crate::web::html::base_url;
use crate::web::url::parse;
use crate::web::webidl::{
    Dictionary, Layers, create, dom_string, enumeration, implementation, implements, interface, new_object,
    prototype_of_new_target, type_error, usv_string,
};

/// What a request is made of, except its headers, its body and its signal.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    pub(super) method: String,
    pub(super) url: Url,
    /// What a `blob:` URL refers to. It is found when the URL is parsed, so the URL can be revoked later.
    pub(super) blob: Option<BlobUrlEntry>,
    pub(super) mode: RequestMode,
    credentials: RequestCredentials,
    cache: RequestCache,
    pub(super) redirect: RequestRedirect,
    /// Empty for none, `about:client`, or a URL.
    referrer: String,
    referrer_policy: ReferrerPolicy,
    pub(super) integrity: String,
    pub(super) keepalive: bool,
    pub(super) priority: RequestPriority,
}

impl Parameters {
    /// The defaults of everything else.
    pub(super) fn received(method: String, url: Url, priority: RequestPriority) -> Self {
        Self {
            method,
            url,
            blob: None,
            mode: RequestMode::default(),
            credentials: RequestCredentials::default(),
            cache: RequestCache::default(),
            redirect: RequestRedirect::default(),
            referrer: "about:client".to_owned(),
            referrer_policy: ReferrerPolicy::default(),
            integrity: String::new(),
            keepalive: false,
            priority,
        }
    }
}

/// The state of a `Request`.
#[derive(Trace, Finalize)]
pub(super) struct Request {
    #[unsafe_ignore_trace]
    pub(super) parameters: Parameters,
    pub(super) headers: Gc<Headers>,
    pub(super) headers_object: JsObject,
    pub(super) body: GcRefCell<Option<Gc<Body>>>,
    pub(super) signal: Gc<AbortSignal>,
}

interface! {
    Request;
    constructor(1) = construct;
    get "method" = |it| JsString::from(it.parameters.method.as_str());
    get "url" = |it| JsString::from(it.parameters.url.as_str());
    get "headers" = |it| it.headers_object.clone();
    get "destination" = |_it| js_string!();
    get "referrer" = |it| JsString::from(it.parameters.referrer.as_str());
    get "referrerPolicy" = |it| JsString::from(it.parameters.referrer_policy.as_str());
    get "mode" = |it| JsString::from(it.parameters.mode.as_str());
    get "credentials" = |it| JsString::from(it.parameters.credentials.as_str());
    get "cache" = |it| JsString::from(it.parameters.cache.as_str());
    get "redirect" = |it| JsString::from(it.parameters.redirect.as_str());
    get "integrity" = |it| JsString::from(it.parameters.integrity.as_str());
    get "keepalive" = |it| it.parameters.keepalive;
    get "isReloadNavigation" = |_it| false;
    get "isHistoryNavigation" = |_it| false;
    get "signal" = |it| it.signal.object();
    get "duplex" = |_it| JsString::from(RequestDuplex::Half.as_str());
    operation "clone"(0) = copy;
    with = body_mixin::members::<Request>;
}

impl HasBody for Request {
    fn body(&self) -> Option<Gc<Body>> {
        self.body.borrow().clone()
    }

    fn media_type(&self) -> Option<String> {
        self.headers.list().media_type()
    }
}

/// The converted [`RequestInit`](https://fetch.spec.whatwg.org/#requestinit).
struct Init {
    body: Option<BodyInit>,
    cache: Option<RequestCache>,
    credentials: Option<RequestCredentials>,
    duplex: Option<RequestDuplex>,
    headers: Option<HeadersInit>,
    integrity: Option<JsString>,
    keepalive: Option<bool>,
    method: Option<String>,
    mode: Option<RequestMode>,
    priority: Option<RequestPriority>,
    redirect: Option<RequestRedirect>,
    referrer: Option<JsString>,
    referrer_policy: Option<ReferrerPolicy>,
    /// The signal to follow, if any. `null` means none.
    signal: Option<JsValue>,
    /// Whether `body` or `window` is `null`.
    has_null: bool,
}

impl Init {
    /// Converts the members in alphabetical order.
    fn convert(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let init = Dictionary::from_value(value, "Request")?;
        let body = init.convert(&js_string!("body"), context, BodyInit::nullable)?;
        let cache = init.convert(&js_string!("cache"), context, enumeration)?;
        let credentials = init.convert(&js_string!("credentials"), context, enumeration)?;
        let duplex = init.convert(&js_string!("duplex"), context, enumeration)?;
        let headers = init.convert(&js_string!("headers"), context, HeadersInit::convert)?;
        let integrity = init.convert(&js_string!("integrity"), context, dom_string)?;
        let keepalive = init.get(js_string!("keepalive"), context)?.map(|value| value.to_boolean());
        let method = init.convert(&js_string!("method"), context, byte_string)?;
        let mode = init.convert(&js_string!("mode"), context, enumeration)?;
        let priority = init.convert(&js_string!("priority"), context, enumeration)?;
        let redirect = init.convert(&js_string!("redirect"), context, enumeration)?;
        let referrer = init.convert(&js_string!("referrer"), context, usv_string)?;
        let referrer_policy = init.convert(&js_string!("referrerPolicy"), context, enumeration)?;
        let signal = init.get(js_string!("signal"), context)?;
        if let Some(signal) = signal.as_ref().filter(|signal| !signal.is_null()) {
            implementation::<AbortSignal>(signal, &"Request: signal", context)?;
        }
        let window = init.get(js_string!("window"), context)?;
        if window.as_ref().is_some_and(|window| !window.is_null()) {
            return Err(type_error("Request: window can only be null"));
        }
        let has_null = matches!(body, Some(None)) || window.is_some();
        Ok(Self {
            body: body.flatten(),
            cache,
            credentials,
            duplex,
            headers,
            integrity,
            keepalive,
            method,
            mode,
            priority,
            redirect,
            referrer,
            referrer_policy,
            signal,
            has_null,
        })
    }

    /// Whether there is no member.
    fn is_empty(&self) -> bool {
        let is_there = self.body.is_some()
            || self.cache.is_some()
            || self.credentials.is_some()
            || self.duplex.is_some()
            || self.headers.is_some()
            || self.integrity.is_some()
            || self.keepalive.is_some()
            || self.method.is_some()
            || self.mode.is_some()
            || self.priority.is_some()
            || self.redirect.is_some()
            || self.referrer.is_some()
            || self.referrer_policy.is_some()
            || self.signal.is_some()
            || self.has_null;
        !is_there
    }

    /// Applies the members to the parameters of a new request, or of a copy.
    fn apply(&self, parameters: &mut Parameters, context: &Context) -> JsResult<()> {
        if !self.is_empty() {
            if parameters.mode == RequestMode::Navigate {
                parameters.mode = RequestMode::SameOrigin;
            }
            "about:client".clone_into(&mut parameters.referrer);
            parameters.referrer_policy = ReferrerPolicy::Empty;
        }
        if let Some(referrer) = &self.referrer {
            parameters.referrer = valid_referrer(&referrer.to_std_string_lossy(), context)?;
        }
        let mode = self.mode.unwrap_or(parameters.mode);
        if self.mode == Some(RequestMode::Navigate) {
            return Err(type_error("Request: the mode cannot be 'navigate'"));
        }
        parameters.mode = mode;
        parameters.referrer_policy = self.referrer_policy.unwrap_or(parameters.referrer_policy);
        parameters.credentials = self.credentials.unwrap_or(parameters.credentials);
        parameters.cache = self.cache.unwrap_or(parameters.cache);
        if parameters.cache == RequestCache::OnlyIfCached && mode != RequestMode::SameOrigin {
            return Err(type_error("Request: the cache mode 'only-if-cached' requires the mode 'same-origin'"));
        }
        parameters.redirect = self.redirect.unwrap_or(parameters.redirect);
        if let Some(integrity) = &self.integrity {
            parameters.integrity = integrity.to_std_string_lossy();
        }
        parameters.keepalive = self.keepalive.unwrap_or(parameters.keepalive);
        parameters.priority = self.priority.unwrap_or(parameters.priority);
        if let Some(method) = &self.method {
            parameters.method = valid_method(method)?;
        }
        Ok(())
    }
}

/// Validates and [normalizes](https://fetch.spec.whatwg.org/#concept-method-normalize) a method.
fn valid_method(method: &str) -> JsResult<String> {
    if !is_token(method) || is_forbidden_method(method) {
        return Err(type_error(format!("Request: '{method}' is not an allowed method")));
    }
    let normal = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];
    let upper = normal.iter().find(|known| known.eq_ignore_ascii_case(method));
    Ok(upper.map_or_else(|| method.to_owned(), |known| (*known).to_owned()))
}

/// Parses a referrer. That of another origin counts as `about:client`.
fn valid_referrer(referrer: &str, context: &Context) -> JsResult<String> {
    if referrer.is_empty() {
        return Ok(String::new());
    }
    let base = base_url(context);
    let parsed = parse(referrer, base.as_ref());
    let parsed = parsed.map_err(|error| type_error(format!("Request: the referrer is not a URL: {error}")))?;
    let is_client = parsed.scheme() == "about" && parsed.path() == "client";
    let is_of_this_origin = base.is_some_and(|base| base.origin() == parsed.origin());
    Ok(if is_client || !is_of_this_origin { "about:client".to_owned() } else { parsed.into() })
}

/// Parses the URL of a new request.
fn new_parameters(text: &str, context: &Context) -> JsResult<Parameters> {
    let base = base_url(context);
    let url = parse(text, base.as_ref());
    let url = url.map_err(|error| {
        type_error(if error == ParseError::RelativeUrlWithoutBase {
            format!("Request: '{text}' is relative, and the program has no base URL")
        } else {
            format!("Request: '{text}' is not a valid URL: {error}")
        })
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(type_error(format!("Request: '{text}' contains credentials")));
    }
    let blob = BlobUrlEntry::of(&url, context);
    Ok(Parameters { blob, ..Parameters::received("GET".to_owned(), url, RequestPriority::default()) })
}

/// The converted arguments of the constructor.
pub(super) struct Arguments {
    input: Input,
    init: Init,
}

/// A converted [`RequestInfo`](https://fetch.spec.whatwg.org/#requestinfo).
enum Input {
    Request(Gc<Request>),
    Url(String),
}

impl Arguments {
    /// Converts the arguments.
    ///
    /// # Errors
    ///
    /// `TypeError` if a value is not of its type. Whatever getters and `toString` throw.
    pub(super) fn convert(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        let input = arguments.get_or_undefined(0);
        let input = match implements::<Request>(input) {
            Some(source) => Input::Request(source),
            None => Input::Url(usv_string(input, &"Request: input", context)?.to_std_string_lossy()),
        };
        Ok(Self { input, init: Init::convert(arguments.get_or_undefined(1), context)? })
    }
}

/// [The constructor](https://fetch.spec.whatwg.org/#dom-request), without the object.
///
/// # Errors
///
/// `TypeError` if the arguments do not describe a request.
pub(super) fn new_request(Arguments { input, init }: Arguments, context: &mut Context) -> JsResult<Gc<Request>> {
    let (mut parameters, source) = match input {
        Input::Request(source) => (source.parameters.clone(), Some(source)),
        Input::Url(url) => (new_parameters(&url, context)?, None),
    };
    init.apply(&mut parameters, context)?;
    let followed = match (&init.signal, &source) {
        (Some(signal), _) => AbortSignal::from_value(signal),
        (None, Some(source)) => Some(source.signal.clone()),
        (None, None) => None,
    };
    let signal = AbortSignal::create_for_a_request(followed.as_slice(), context)?;
    let headers = headers(&parameters, &init, source.as_ref(), context)?;
    let body = body(&parameters, &init, source.as_ref(), &headers.0, context)?;
    Ok(Gc::new(Request {
        parameters,
        headers: headers.0,
        headers_object: headers.1,
        body: GcRefCell::new(body),
        signal,
    }))
}

/// Steps 31 to 33: the headers of the options, or those of the other request.
fn headers(
    parameters: &Parameters,
    init: &Init,
    source: Option<&Gc<Request>>,
    context: &mut Context,
) -> JsResult<(Gc<Headers>, JsObject)> {
    let list = source.map(|source| source.headers.list()).unwrap_or_default();
    let guard = if parameters.mode == RequestMode::NoCors {
        if !["GET", "HEAD", "POST"].contains(&&*parameters.method) {
            return Err(type_error(format!(
                "Request: the method {} is not allowed in the mode 'no-cors'",
                parameters.method
            )));
        }
        Guard::RequestNoCors
    } else {
        Guard::Request
    };
    let (headers, object) = Headers::create(list.clone(), guard.of_host(context), context)?;
    if !init.is_empty() {
        headers.clear();
        match &init.headers {
            Some(init) => headers.fill(init)?,
            None => headers.fill_from(&list)?,
        }
    }
    Ok((headers, object))
}

/// Steps 34 to 41: the body of the options, or that of the other request, which cannot be read any more.
fn body(
    parameters: &Parameters,
    init: &Init,
    source: Option<&Gc<Request>>,
    headers: &Headers,
    context: &mut Context,
) -> JsResult<Option<Gc<Body>>> {
    let of_source = source.and_then(|source| source.body.borrow().clone());
    let has_body = init.body.is_some() || of_source.is_some();
    if has_body && ["GET", "HEAD"].contains(&&*parameters.method) {
        return Err(type_error(format!("Request: a request with the method {} has no body", parameters.method)));
    }
    if let Some(body) = &init.body {
        if matches!(body, BodyInit::Stream(_)) {
            check_streaming(parameters, init)?;
        }
        let (body, media_type) = body.extract(context)?;
        if let Some(media_type) = media_type {
            headers.append_media_type(&media_type)?;
        }
        return Ok(Some(body));
    }
    let Some(body) = of_source else { return Ok(None) };
    if body.is_unusable() {
        return Err(type_error("Request: the body of the other request has already been read, or has a reader"));
    }
    Body::proxy(&body, context).map(Some)
}

/// What a request with a stream must say: steps 4 and 38 of the constructor.
fn check_streaming(parameters: &Parameters, init: &Init) -> JsResult<()> {
    if init.duplex.is_none() {
        return Err(type_error("Request: a stream as the body needs the option duplex: 'half'"));
    }
    if parameters.keepalive {
        return Err(type_error("Request: the body cannot be a stream if keepalive is set"));
    }
    if !matches!(parameters.mode, RequestMode::SameOrigin | RequestMode::Cors) {
        return Err(type_error("Request: the body can only be a stream in the modes 'same-origin' and 'cors'"));
    }
    Ok(())
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let arguments = Arguments::convert(arguments, context)?;
    let prototype = prototype_of_new_target::<Request>(new_target, context)?;
    let request = new_request(arguments, context)?;
    Ok(new_object(prototype, Layers::root(&request), context))
}

/// [`clone`](https://fetch.spec.whatwg.org/#dom-request-clone).
fn copy(request: &Gc<Request>, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let body = request.body.borrow().clone();
    if body.as_ref().is_some_and(|body| body.is_unusable()) {
        return Err(type_error("Request.clone: the body has already been read, or has a reader"));
    }
    let signal = AbortSignal::create_for_a_request(std::slice::from_ref(&request.signal), context)?;
    let (headers, headers_object) = Headers::create(request.headers.list(), request.headers.guard(), context)?;
    let body = body.map(|body| Body::copy(&body, context)).transpose()?;
    let copy =
        Request { parameters: request.parameters.clone(), headers, headers_object, body: GcRefCell::new(body), signal };
    create(&Gc::new(copy), context)
}
