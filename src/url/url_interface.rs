//! `URL`: <https://url.spec.whatwg.org/#url-class>.

use std::cell::{OnceCell, RefCell};

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use url::{Url, quirks};

use super::UrlSearchParams;
use crate::webidl::{IntoJs, Layers, create, interface, new_object, prototype_of_new_target, type_error, usv_string};

/// The state of a `URL`.
#[derive(Trace, Finalize)]
pub(crate) struct UrlObject {
    #[unsafe_ignore_trace]
    url: RefCell<Url>,
    /// Created when it is first used.
    search_params: OnceCell<(Gc<UrlSearchParams>, JsObject)>,
}

interface! {
    UrlObject as "URL";
    constructor(1) = construct;
    static "parse"(1) = parse;
    static "canParse"(1) = can_parse;
    get "href" = |it| it.read(quirks::href), set = |it, value, context| it.set_href(&text(value, context)?)?;
    get "origin" = |it| it.owned(quirks::origin);
    get "protocol" = |it| it.read(quirks::protocol),
        set = |it, value, context| it.change(&text(value, context)?, |url, text| _ = quirks::set_protocol(url, text));
    get "username" = |it| it.read(quirks::username),
        set = |it, value, context| it.change(&text(value, context)?, |url, text| _ = quirks::set_username(url, text));
    get "password" = |it| it.read(quirks::password),
        set = |it, value, context| it.change(&text(value, context)?, |url, text| _ = quirks::set_password(url, text));
    get "host" = |it| it.read(quirks::host),
        set = |it, value, context| it.change(&text(value, context)?, |url, text| _ = quirks::set_host(url, text));
    get "hostname" = |it| it.read(quirks::hostname),
        set = |it, value, context| it.change(&text(value, context)?, |url, text| _ = quirks::set_hostname(url, text));
    get "port" = |it| it.read(quirks::port),
        set = |it, value, context| it.change(&text(value, context)?, |url, text| _ = quirks::set_port(url, text));
    get "pathname" = |it| it.read(quirks::pathname),
        set = |it, value, context| it.change(&text(value, context)?, quirks::set_pathname);
    get "search" = |it| it.read(quirks::search), set = |it, value, context| it.set_search(&text(value, context)?);
    get "searchParams" = |it, context| search_params(&it, context)?;
    get "hash" = |it| it.read(quirks::hash),
        set = |it, value, context| it.change(&text(value, context)?, quirks::set_hash);
    operation "toString"() = |it| it.read(quirks::href);
    operation "toJSON"() = |it| it.read(quirks::href);
}

fn text(value: &JsValue, context: &mut Context) -> JsResult<String> {
    usv_string(value, &"URL", context).map(|text| text.to_std_string_lossy())
}

impl UrlObject {
    fn new(url: Url) -> Gc<Self> {
        Gc::new(Self { url: RefCell::new(url), search_params: OnceCell::new() })
    }

    fn read(&self, part: fn(&Url) -> &str) -> JsString {
        JsString::from(part(&self.url.borrow()))
    }

    fn owned(&self, part: fn(&Url) -> String) -> JsString {
        JsString::from(part(&self.url.borrow()))
    }

    fn change(&self, text: &str, set: impl FnOnce(&mut Url, &str)) {
        set(&mut self.url.borrow_mut(), text);
    }

    pub(super) fn query(&self) -> Option<String> {
        self.url.borrow().query().map(str::to_owned)
    }

    pub(super) fn set_query(&self, query: Option<&str>) {
        self.url.borrow_mut().set_query(query);
    }

    fn set_search(&self, text: &str) {
        quirks::set_search(&mut self.url.borrow_mut(), text);
        self.update_search_params();
    }

    fn set_href(&self, text: &str) -> JsResult<()> {
        *self.url.borrow_mut() = parsed(text, None)?;
        self.update_search_params();
        Ok(())
    }

    fn update_search_params(&self) {
        if let Some((params, _)) = self.search_params.get() {
            params.parse(self.query().as_deref().unwrap_or_default());
        }
    }
}

/// [Parses](https://url.spec.whatwg.org/#api-url-parser) a URL.
fn parsed(text: &str, base: Option<&str>) -> JsResult<Url> {
    let invalid = |text: &str, error| type_error(format!("Invalid URL '{text}': {error}"));
    let base = base.map(|base| Url::parse(base).map_err(|error| invalid(base, error))).transpose()?;
    Url::options().base_url(base.as_ref()).parse(text).map_err(|error| invalid(text, error))
}

/// Converts and parses the arguments of the constructor, `parse` and `canParse`. The inner result is that of parsing.
fn parsed_arguments(arguments: &[JsValue], context: &mut Context) -> JsResult<JsResult<Url>> {
    let url = text(arguments.get_or_undefined(0), context)?;
    let base = arguments.get_or_undefined(1);
    let base = if base.is_undefined() { None } else { Some(text(base, context)?) };
    Ok(parsed(&url, base.as_deref()))
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let url = parsed_arguments(arguments, context)??;
    let prototype = prototype_of_new_target::<UrlObject>(new_target, context)?;
    Ok(new_object(prototype, Layers::root(&UrlObject::new(url)), context))
}

/// [`parse`](https://url.spec.whatwg.org/#dom-url-parse).
fn parse(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match parsed_arguments(arguments, context)? {
        Ok(url) => create(&UrlObject::new(url), context).map(IntoJs::into_js),
        Err(_) => Ok(JsValue::null()),
    }
}

/// [`canParse`](https://url.spec.whatwg.org/#dom-url-canparse).
fn can_parse(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<bool> {
    Ok(parsed_arguments(arguments, context)?.is_ok())
}

fn search_params(url: &Gc<UrlObject>, context: &mut Context) -> JsResult<JsObject> {
    if let Some((_, object)) = url.search_params.get() {
        return Ok(object.clone());
    }
    let params = UrlSearchParams::of_url(url, context)?;
    Ok(url.search_params.get_or_init(|| params).1.clone())
}
