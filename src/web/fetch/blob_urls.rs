//! The URLs of blobs: <https://w3c.github.io/FileAPI/#url>. They contain the origin, which the blobs themselves do not
//! need.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::{Context, JsData, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Trace};
use rustc_hash::FxHashMap;
use url::Url;

use crate::context_data::context_data;
use crate::engine::{random_uuid, without_drawing};
use crate::event_loop::EventLoop;
use crate::web::dom::{DomException, DomExceptionName};
use crate::web::file_api::{Blob, Bytes};
use crate::web::html::serialized_origin;
use crate::web::url::UrlObject;
use crate::web::webidl::{define_static_operation, implementation, require_arguments, usv_string};

/// What a blob URL refers to.
#[derive(Clone, Debug)]
pub(crate) struct BlobUrlEntry {
    pub(crate) bytes: Bytes,
    pub(crate) media_type: String,
}

/// The [blob URL store](https://w3c.github.io/FileAPI/#BlobURLStore) that agents share. Its blobs are kept until their
/// URLs are revoked.
#[derive(Clone, Default, Trace, Finalize, JsData)]
pub(crate) struct BlobUrlStore(#[unsafe_ignore_trace] Rc<RefCell<FxHashMap<String, BlobUrlEntry>>>);

impl BlobUrlStore {
    /// That of a context.
    pub(crate) fn of(context: &mut Context) -> Self {
        context_data(context)
    }
}

/// Tells who wants to know what work uses that the store is used.
fn announce_use(context: &Context) {
    if let Some(observer) = EventLoop::of(context).and_then(|event_loop| event_loop.access_observer()) {
        observer.blob_urls_used();
    }
}

impl BlobUrlEntry {
    /// [Resolves](https://w3c.github.io/FileAPI/#blob-url-resolve) a blob URL. `None` for all others.
    pub(crate) fn of(url: &Url, context: &Context) -> Option<Self> {
        if url.scheme() != "blob" {
            return None;
        }
        announce_use(context);
        context.get_data::<BlobUrlStore>()?.0.borrow().get(&without_fragment(url.clone())).cloned()
    }
}

fn without_fragment(mut url: Url) -> String {
    url.set_fragment(None);
    url.into()
}

/// [`createObjectURL`](https://w3c.github.io/FileAPI/#dfn-createObjectURL).
fn create_object_url(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "URL.createObjectURL")?;
    // Omitted: media sources: there are none.
    let blob = implementation::<Blob>(&arguments[0], &"URL.createObjectURL: object", context)?;
    // The URL only has to differ from others, so no program depends on its random bytes.
    let uuid = without_drawing(context, random_uuid).map_err(|error| {
        let message = format!("URL.createObjectURL: cannot get random bytes: {error}");
        DomException::error(DomExceptionName::Operation, &message, context)
    })?;
    let url = format!("blob:{}/{uuid}", serialized_origin(context).to_std_string_lossy());
    let media_type = blob.media_type().to_std_string_lossy();
    let entry = BlobUrlEntry { bytes: blob.bytes().clone(), media_type };
    BlobUrlStore::of(context).0.borrow_mut().insert(url.clone(), entry);
    Ok(JsString::from(url).into())
}

/// [`revokeObjectURL`](https://w3c.github.io/FileAPI/#dfn-revokeObjectURL).
fn revoke_object_url(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "URL.revokeObjectURL")?;
    announce_use(context);
    let url = usv_string(&arguments[0], &"URL.revokeObjectURL: url", context)?.to_std_string_lossy();
    // A URL with a fragment is not in the store.
    let url = crate::web::url::parse(&url, None).map(String::from);
    if let (Ok(url), Some(BlobUrlStore(store))) = (url, context.get_data()) {
        store.borrow_mut().remove(&url);
    }
    Ok(JsValue::undefined())
}

/// Adds the operations to `URL` in the current realm.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    define_static_operation::<UrlObject>(js_string!("createObjectURL"), 1, create_object_url, context)?;
    define_static_operation::<UrlObject>(js_string!("revokeObjectURL"), 1, revoke_object_url, context)
}
