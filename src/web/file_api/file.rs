//! `File`: <https://w3c.github.io/FileAPI/#file-section>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::Blob;
use super::blob::Options;
use super::blob_parts::parts;
use crate::web::webidl::{
    Dictionary, Layers, interface, interface_prototype, long_long, new_object, prototype_of_new_target, usv_string,
};

/// The state of a `File` beyond that of a `Blob`.
#[derive(Clone, Debug, Trace, Finalize)]
pub(crate) struct File {
    name: JsString,
    /// In milliseconds since 1970.
    last_modified: f64,
}

interface! {
    File: Blob;
    constructor(2) = construct;
    get "name" = |file| file.name.clone();
    get "lastModified" = |file| file.last_modified();
}

impl File {
    /// A file with this name, which was modified now.
    pub(crate) fn new(name: JsString, context: &Context) -> Self {
        Self { name, last_modified: now(context) }
    }

    /// A file with this name, which was modified at this time in milliseconds since 1970.
    pub(crate) fn modified_at(name: JsString, last_modified: f64) -> Self {
        Self { name, last_modified }
    }

    pub(crate) fn last_modified(&self) -> f64 {
        self.last_modified
    }

    pub(crate) fn name(&self) -> &JsString {
        &self.name
    }

    /// The same file with another name.
    pub(crate) fn renamed(&self, name: JsString) -> Self {
        Self { name, last_modified: self.last_modified }
    }

    /// Creates the object of a file in the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(crate) fn into_object(self, blob: Blob, context: &mut Context) -> JsResult<JsObject> {
        let prototype = interface_prototype::<Self>(context)?;
        Ok(new_object(prototype, Layers::root(&Gc::new(blob)).and(&Gc::new(self)), context))
    }
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let bits = parts(&arguments[0], &"File: fileBits", context)?;
    let name = usv_string(&arguments[1], &"File: fileName", context)?;
    let options = Dictionary::from_value(arguments.get_or_undefined(2), "File")?;
    // Members are converted in alphabetical order, those of the inherited dictionary first.
    let (blob_options, ()) = Options::convert(&options, context, |_, _| Ok(()))?;
    let last_modified = options.convert(&js_string!("lastModified"), context, long_long)?;
    let prototype = prototype_of_new_target::<File>(new_target, context)?;
    let last_modified = last_modified.unwrap_or_else(|| now(context));
    let layers = Layers::root(&Gc::new(Blob::of_parts(bits, blob_options, context)?));
    Ok(new_object(prototype, layers.and(&Gc::new(File { name, last_modified })), context))
}

/// The current time, as `Date.now()` returns it.
#[expect(clippy::cast_precision_loss, reason = "times are far below 2^53 milliseconds")]
fn now(context: &Context) -> f64 {
    context.clock().system_time_millis() as f64
}
