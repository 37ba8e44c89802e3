//! `URL`: <https://url.spec.whatwg.org/#url-class>.

use std::cell::{Cell, OnceCell, RefCell, RefMut};

use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use url::{Url, quirks};

use super::{UrlSearchParams, url_record};
use crate::engine::coded_errors::with_code;
use crate::event_loop::in_realm;
use crate::for_node::is_for_node;
use crate::web::webidl::{
    IntoJs, Layers, create, interface, new_object, prototype_of_new_target, type_error, usv_string,
};

/// The state of a `URL`.
#[derive(Trace, Finalize)]
pub(crate) struct UrlObject {
    #[unsafe_ignore_trace]
    record: RefCell<Url>,
    /// Created when it is first used.
    search_params: OnceCell<(Gc<UrlSearchParams>, JsObject)>,
    /// Whether `search_params` has changed since the query was set. The query is set when it is needed, so that many
    /// changes in a row do not serialize the list each time.
    query_is_stale: Cell<bool>,
    /// The relevant realm, in which `search_params` is created.
    realm: Realm,
}

interface! {
    UrlObject as "URL";
    constructor(1) = construct;
    static "parse"(1) = parse;
    static "canParse"(1) = can_parse;
    get "href" = |it| it.read(quirks::href), set = |it, value, context| it.set_href(text(value, context)?, context)?;
    get "origin" = |it| JsString::from(url_record::origin(&it.record()));
    get "protocol" = |it| it.read(quirks::protocol),
        set = |it, value, context| it.change(&text(value, context)?, |url, text| _ = quirks::set_protocol(url, text));
    get "username" = |it| it.read(quirks::username),
        set = |it, value, context| it.change(&text(value, context)?, |url, text| _ = quirks::set_username(url, text));
    get "password" = |it| it.read(quirks::password),
        set = |it, value, context| it.change(&text(value, context)?, |url, text| _ = quirks::set_password(url, text));
    get "host" = |it| it.read(quirks::host),
        set = |it, value, context| it.change(&text(value, context)?, url_record::set_host);
    get "hostname" = |it| it.read(quirks::hostname),
        set = |it, value, context| it.change(&text(value, context)?, url_record::set_hostname);
    get "port" = |it| it.read(quirks::port),
        set = |it, value, context| it.change(&text(value, context)?, url_record::set_port);
    get "pathname" = |it| it.read(quirks::pathname),
        set = |it, value, context| it.change(&text(value, context)?, url_record::set_pathname);
    get "search" = |it| it.read(quirks::search),
        set = |it, value, context| set_search(&it, &text(value, context)?, context)?;
    get "searchParams" = |it, context| search_params(&it, context)?.1;
    get "hash" = |it| it.read(quirks::hash),
        set = |it, value, context| it.change(&text(value, context)?, quirks::set_hash);
    operation "toString"() = |it| it.read(quirks::href);
    operation "toJSON"() = |it| it.read(quirks::href);
}

fn text(value: &JsValue, context: &mut Context) -> JsResult<String> {
    usv_string(value, &"URL", context).map(|text| text.to_std_string_lossy())
}

impl UrlObject {
    fn new(record: Url, context: &Context) -> Gc<Self> {
        Gc::new(Self {
            record: RefCell::new(record),
            search_params: OnceCell::new(),
            query_is_stale: Cell::new(false),
            realm: context.realm().clone(),
        })
    }

    fn record(&self) -> RefMut<'_, Url> {
        let mut record = self.record.borrow_mut();
        if self.query_is_stale.take()
            && let Some((params, _)) = self.search_params.get()
        {
            record.set_query(Some(params.serialize().as_str()).filter(|query| !query.is_empty()));
        }
        record
    }

    fn read(&self, part: fn(&Url) -> &str) -> JsString {
        JsString::from(part(&self.record()))
    }

    fn change(&self, text: &str, set: impl FnOnce(&mut Url, &str)) {
        set(&mut self.record(), text);
    }

    pub(super) fn query(&self) -> Option<String> {
        self.record().query().map(str::to_owned)
    }

    /// Sets the query to the serialization of `searchParams` before it is next used.
    pub(super) fn query_changed(&self) {
        self.query_is_stale.set(true);
    }

    fn set_href(&self, text: String, context: &mut Context) -> JsResult<()> {
        let arguments = Arguments { url: text, base: None };
        let url = arguments.parsed().map_err(|error| arguments.error(error, context))?;
        *self.record() = url;
        if let Some((params, _)) = self.search_params.get() {
            params.parse(self.query().as_deref().unwrap_or_default());
        }
        Ok(())
    }
}

/// [Parses](https://url.spec.whatwg.org/#api-url-parser) a URL.
fn parsed(text: &str, base: Option<&str>) -> JsResult<Url> {
    let invalid = |text: &str, error| type_error(format!("Invalid URL '{text}': {error}"));
    let base = base.map(|base| url_record::parse(base, None).map_err(|error| invalid(base, error))).transpose()?;
    url_record::parse(text, base.as_ref()).map_err(|error| invalid(text, error))
}

/// The converted arguments of the constructor, `parse` and `canParse`.
struct Arguments {
    url: String,
    base: Option<String>,
}

impl Arguments {
    fn convert(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        let url = text(arguments.get_or_undefined(0), context)?;
        let base = arguments.get_or_undefined(1);
        let base = if base.is_undefined() { None } else { Some(text(base, context)?) };
        Ok(Self { url, base })
    }

    fn parsed(&self) -> JsResult<Url> {
        parsed(&self.url, self.base.as_deref())
    }

    /// What the constructor throws if it cannot parse them. That of Node has them as properties.
    fn error(self, in_browsers: JsError, context: &mut Context) -> JsError {
        if !is_for_node(context) {
            return in_browsers;
        }
        let error = with_code(type_error("Invalid URL"), Some("ERR_INVALID_URL"), context);
        let Ok(object) = error.into_opaque(context) else { return in_browsers };
        if let Some(object) = object.as_object() {
            let texts = [("input", Some(self.url)), ("base", self.base)];
            for (name, text) in texts.into_iter().filter_map(|(name, text)| Some((name, text?))) {
                // This cannot fail: the object is new.
                let _ = object.create_data_property(JsString::from(name), JsString::from(text), context);
            }
        }
        JsError::from_opaque(object)
    }
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let arguments = Arguments::convert(arguments, context)?;
    let url = arguments.parsed().map_err(|error| arguments.error(error, context))?;
    let prototype = prototype_of_new_target::<UrlObject>(new_target, context)?;
    Ok(new_object(prototype, Layers::root(&UrlObject::new(url, context)), context))
}

/// [`parse`](https://url.spec.whatwg.org/#dom-url-parse).
fn parse(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match Arguments::convert(arguments, context)?.parsed() {
        Ok(url) => create(&UrlObject::new(url, context), context).map(IntoJs::into_js),
        Err(_) => Ok(JsValue::null()),
    }
}

/// [`canParse`](https://url.spec.whatwg.org/#dom-url-canparse).
fn can_parse(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<bool> {
    Ok(Arguments::convert(arguments, context)?.parsed().is_ok())
}

/// The setter of [`search`](https://url.spec.whatwg.org/#dom-url-search).
fn set_search(url: &Gc<UrlObject>, text: &str, context: &mut Context) -> JsResult<()> {
    quirks::set_search(&mut url.record(), text);
    // The list is that of the text, which may contain tabs and newlines that are removed from the query.
    search_params(url, context)?.0.parse(text.strip_prefix('?').unwrap_or(text));
    Ok(())
}

/// The [query object](https://url.spec.whatwg.org/#concept-url-query-object) and its state.
fn search_params(url: &Gc<UrlObject>, context: &mut Context) -> JsResult<(Gc<UrlSearchParams>, JsObject)> {
    if let Some(known) = url.search_params.get() {
        return Ok(known.clone());
    }
    let params = in_realm(&url.realm, context, |context| UrlSearchParams::of_url(url, context))?;
    Ok(url.search_params.get_or_init(|| params).clone())
}
