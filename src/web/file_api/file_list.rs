//! `FileList`: <https://w3c.github.io/FileAPI/#filelist-section>. Only pages can create one, with an input element, so
//! here it is just a shape.

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsSymbol, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use crate::web::webidl::{Interface, interface, interface_prototype, unsigned_long};

/// An empty list of files.
#[derive(Trace, Finalize)]
pub(crate) struct FileList;

interface! {
    FileList;
    get "length" = |_list| 0_u32;
    operation "item"(1) = item;
}

/// Registers the interface, with the [iterator of
/// arrays](https://webidl.spec.whatwg.org/#define-the-iteration-methods), because it has indexed properties.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    FileList::register(context)?;
    let values = context.intrinsics().objects().array_prototype_values();
    let iterator = PropertyDescriptor::builder().value(values).writable(true).enumerable(false).configurable(true);
    interface_prototype::<FileList>(context)?.define_property_or_throw(JsSymbol::iterator(), iterator, context)?;
    Ok(())
}

fn item(_: &Gc<FileList>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    unsigned_long(&arguments[0], &"FileList.item: index", context)?;
    Ok(JsValue::null())
}
