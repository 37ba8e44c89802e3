//! `Response`: <https://fetch.spec.whatwg.org/#response-class>.

use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};
use url::Url;

use super::body::{Body, BodyInit};
use super::body_mixin::{self, HasBody};
use super::header_list::{HeaderList, is_value};
use super::headers::{Guard, Headers, HeadersInit, byte_string, text};
use crate::web::html::base_url;
use crate::web::url::parse;
use crate::web::webidl::{
    Dictionary, Interface, Layers, create, interface, new_object, prototype_of_new_target, range_error, type_error,
    unsigned_short, usv_string,
};

/// The [type](https://fetch.spec.whatwg.org/#concept-response-type) of a response. There are no opaque responses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ResponseType {
    Basic,
    #[default]
    Default,
    Error,
    OpaqueRedirect,
}

impl ResponseType {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Default => "default",
            Self::Error => "error",
            Self::OpaqueRedirect => "opaqueredirect",
        }
    }
}

/// The status and the URL of a response.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    pub(super) kind: ResponseType,
    /// Without a fragment. `None` if the response was not fetched.
    pub(super) url: Option<Url>,
    pub(super) is_redirected: bool,
    pub(super) status: u16,
    pub(super) status_text: String,
}

impl Head {
    /// Whether the response to a request with this method has a body that is not null.
    pub(super) fn has_body(&self, method: &str) -> bool {
        method != "HEAD" && !is_null_body_status(self.status) && self.kind != ResponseType::OpaqueRedirect
    }
}

/// The converted [`ResponseInit`](https://fetch.spec.whatwg.org/#responseinit).
struct Init {
    headers: Option<HeadersInit>,
    status: u16,
    status_text: String,
}

impl Init {
    /// Converts the members in alphabetical order.
    fn convert(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let init = Dictionary::from_value(value, "Response")?;
        Ok(Self {
            headers: init.convert(&js_string!("headers"), context, HeadersInit::convert)?,
            status: init.convert(&js_string!("status"), context, unsigned_short)?.unwrap_or(200),
            status_text: init.convert(&js_string!("statusText"), context, byte_string)?.unwrap_or_default(),
        })
    }
}

/// The state of a `Response`.
#[derive(Trace, Finalize)]
pub(super) struct Response {
    #[unsafe_ignore_trace]
    pub(super) head: Head,
    pub(super) headers: Gc<Headers>,
    headers_object: JsObject,
    body: GcRefCell<Option<Gc<Body>>>,
}

interface! {
    Response;
    constructor(0) = construct;
    static "error"(0) = error;
    static "redirect"(1) = redirect;
    static "json"(1) = json;
    get "type" = |it| JsString::from(it.head.kind.as_str());
    get "url" = |it| it.url();
    get "redirected" = |it| it.head.is_redirected;
    get "status" = |it| it.head.status;
    get "ok" = |it| (200..=299).contains(&it.head.status);
    get "statusText" = |it| text(&it.head.status_text);
    get "headers" = |it| it.headers_object.clone();
    operation "clone"(0) = |response: &Gc<Response>, _: &[JsValue], context: &mut Context| {
        Response::copy(response, context)
    };
    with = body_mixin::members::<Response>;
}

impl HasBody for Response {
    fn body(&self) -> Option<Gc<Body>> {
        self.body.borrow().clone()
    }

    fn media_type(&self) -> Option<String> {
        self.headers.list().media_type()
    }
}

/// Whether responses with this status have no body.
fn is_null_body_status(status: u16) -> bool {
    [101, 103, 204, 205, 304].contains(&status)
}

impl Response {
    fn new(
        head: Head,
        list: HeaderList,
        guard: Guard,
        body: Option<Gc<Body>>,
        context: &mut Context,
    ) -> JsResult<Self> {
        let (headers, headers_object) = Headers::create(list, guard, context)?;
        Ok(Self { head, headers, headers_object, body: GcRefCell::new(body) })
    }

    /// Creates the object of a response that was fetched, in the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn fetched(
        head: Head,
        headers: HeaderList,
        body: Option<Gc<Body>>,
        context: &mut Context,
    ) -> JsResult<JsObject> {
        let response = Self::new(head, headers, Guard::Immutable, body, context)?;
        create(&Gc::new(response), context)
    }

    fn url(&self) -> JsString {
        self.head.url.as_ref().map_or_else(JsString::default, |url| {
            let mut url = url.clone();
            url.set_fragment(None);
            JsString::from(url.as_str())
        })
    }

    /// [`clone`](https://fetch.spec.whatwg.org/#dom-response-clone).
    ///
    /// # Errors
    ///
    /// `TypeError` if the body has been read, or has a reader.
    pub(super) fn copy(&self, context: &mut Context) -> JsResult<JsObject> {
        let body = self.body();
        if body.as_ref().is_some_and(|body| body.is_unusable()) {
            return Err(type_error("Response.clone: the body has already been read, or has a reader"));
        }
        let body = body.map(|body| Body::copy(&body, context)).transpose()?;
        let (list, guard) = (self.headers.list(), self.headers.guard());
        let copy = Self::new(self.head.clone(), list, guard, body, context)?;
        create(&Gc::new(copy), context)
    }

    /// A response without a body, from its options.
    ///
    /// # Errors
    ///
    /// What the constructor throws.
    pub(super) fn of_init(init: &JsValue, context: &mut Context) -> JsResult<Self> {
        let init = Init::convert(init, context)?;
        Self::initialize(init, None, context)
    }

    /// [Initializes](https://fetch.spec.whatwg.org/#initialize-a-response) a response. The body has a media type.
    fn initialize(init: Init, body: Option<(Gc<Body>, Option<String>)>, context: &mut Context) -> JsResult<Self> {
        let Init { headers, status, status_text } = init;
        if !(200..=599).contains(&status) {
            return Err(range_error(format!("Response: the status {status} is not between 200 and 599")));
        }
        if !is_value(&status_text) || status_text.chars().any(|it| it.is_ascii_control() && it != '\t') {
            return Err(type_error("Response: the status text is not valid"));
        }
        let head = Head { status, status_text, ..Head::default() };
        let guard = Guard::Response.of_host(context);
        let response = Self::new(head, HeaderList::default(), guard, None, context)?;
        if let Some(headers) = headers {
            response.headers.fill(&headers)?;
        }
        if let Some((body, media_type)) = body {
            if is_null_body_status(status) {
                return Err(type_error(format!("Response: a response with the status {status} has no body")));
            }
            *response.body.borrow_mut() = Some(body);
            if let Some(media_type) = media_type {
                response.headers.append_media_type(&media_type)?;
            }
        }
        Ok(response)
    }
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let body = BodyInit::nullable(arguments.get_or_undefined(0), &"Response: body", context)?;
    let init = Init::convert(arguments.get_or_undefined(1), context)?;
    let prototype = prototype_of_new_target::<Response>(new_target, context)?;
    let body = body.map(|body| body.extract(context)).transpose()?;
    let response = Response::initialize(init, body, context)?;
    Ok(new_object(prototype, Layers::root(&Gc::new(response)), context))
}

/// [`error`](https://fetch.spec.whatwg.org/#dom-response-error).
fn error(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let head = Head { kind: ResponseType::Error, ..Head::default() };
    let response = Response::new(head, HeaderList::default(), Guard::Immutable, None, context)?;
    create(&Gc::new(response), context)
}

/// [`redirect`](https://fetch.spec.whatwg.org/#dom-response-redirect).
fn redirect(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let url = usv_string(&arguments[0], &"Response.redirect: url", context)?.to_std_string_lossy();
    let status = match arguments.get_or_undefined(1) {
        status if status.is_undefined() => 302,
        status => unsigned_short(status, &"Response.redirect: status", context)?,
    };
    let base = base_url(context);
    let url = parse(&url, base.as_ref());
    let url = url.map_err(|error| type_error(format!("Response.redirect: not a valid URL: {error}")))?;
    if ![301, 302, 303, 307, 308].contains(&status) {
        return Err(range_error(format!("Response.redirect: {status} is not a redirect status")));
    }
    let headers = [("Location".to_owned(), url.to_string())].into_iter().collect();
    let head = Head { status, ..Head::default() };
    let response = Response::new(head, headers, Guard::Immutable, None, context)?;
    create(&Gc::new(response), context)
}

/// [`json`](https://fetch.spec.whatwg.org/#dom-response-json).
fn json(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let init = Init::convert(arguments.get_or_undefined(1), context)?;
    let stringify = context.realm().host_defined().get::<Stringify>().map(|Stringify(function)| function.clone());
    let text = match stringify {
        Some(stringify) => stringify.call(&JsValue::undefined(), &arguments[..1], context)?.as_string(),
        None => None,
    };
    let text = text.ok_or_else(|| type_error("Response.json: JSON cannot express the value"))?;
    let body = Body::new(text.to_std_string_lossy().into_bytes().into());
    let body = (body, Some("application/json".to_owned()));
    let response = Response::initialize(init, Some(body), context)?;
    create(&Gc::new(response), context)
}

/// The `JSON.stringify` of a realm, saved before a program can replace it.
#[derive(Trace, Finalize, JsData)]
struct Stringify(JsFunction);

/// Registers the interface in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    if let Some(stringify) = json.get(js_string!("stringify"), context)?.as_function() {
        context.realm().host_defined_mut().insert(Stringify(stringify));
    }
    Response::register(context)
}
