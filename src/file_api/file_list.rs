//! `FileList`: <https://w3c.github.io/FileAPI/#filelist-section>. Only pages can create one, with an input element, so
//! here it is just a shape.

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use crate::webidl::{interface, unsigned_long};

/// An empty list of files.
#[derive(Trace, Finalize)]
pub(crate) struct FileList;

interface! {
    FileList;
    get "length" = |_list| 0_u32;
    operation "item"(1) = item;
}

fn item(_: &Gc<FileList>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    unsigned_long(&arguments[0], &"FileList.item: index", context)?;
    Ok(JsValue::null())
}
