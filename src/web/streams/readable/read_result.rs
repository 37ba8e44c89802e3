//! What `read()` of the readers resolves its promise with.

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsValue, js_string};

/// Creates a [`ReadableStreamReadResult`](https://streams.spec.whatwg.org/#dictdef-readablestreamreadresult). Its
/// members are in the order of their names, as those of all dictionaries; those of an iterator's result are not.
pub(super) fn read_result(value: JsValue, done: bool, context: &Context) -> JsValue {
    let result = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in [(js_string!("done"), done.into()), (js_string!("value"), value)] {
        let member = PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
        result.insert_property(name, member);
    }
    result.into()
}
