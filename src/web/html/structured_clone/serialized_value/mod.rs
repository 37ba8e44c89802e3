//! A serialized value that can be sent to another thread. It contains nothing of the engine.

mod items;
mod reading;
#[cfg(test)]
mod tests;
mod texts;
mod writing;

use std::fmt;

use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::{Context, JsObject, JsResult, JsValue};

use super::clone_error::clone_error;
use super::record::Serialized;
use items::Items;

/// A value of JavaScript that was [serialized][serialize], with which threads exchange values. It contains nothing of
/// the engine, so it is `Send` and `Sync`, and it can be deserialized in any realm, as often as needed.
///
/// It keeps what `structuredClone` keeps: cycles and shared references, `undefined`, `NaN`, `BigInt`, `Date`, `RegExp`,
/// `Map`, `Set`, errors with their stacks and causes, buffers and their views, `Blob`, `File` and `DOMException`. The
/// bytes of blobs are shared. Ports and streams belong to the thread of their event loop, so transferring one is an
/// error, and so is the memory of a `SharedArrayBuffer`, which only a program and its workers share.
///
/// ```
/// use posttask::Runtime;
/// use posttask::html::SerializedValue;
///
/// let mut sender = Runtime::builder().build()?;
/// let value = sender.run_script("({ ids: new Set([1n, 2n]), at: new Date(0) })")?;
/// let message = sender.try_with_context(|context| SerializedValue::from_js(&value, context))?;
/// let answer = std::thread::spawn(move || {
///     let mut receiver = Runtime::builder().build()?;
///     let value = receiver.try_with_context(|context| message.to_js(context))?;
///     receiver.set_global("message", value)?;
///     let answer = receiver.run_script("`${[...message.ids]} ${message.at.toISOString()}`")?;
///     receiver.try_with_context(|context| SerializedValue::from_js(&answer, context))
/// });
/// let answer = answer.join().expect("no panic")?;
/// let answer = sender.try_with_context(|context| answer.to_js(context))?;
/// assert_eq!(answer.as_string(), Some("1,2 1970-01-01T00:00:00.000Z".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
///
/// [serialize]: https://html.spec.whatwg.org/multipage/structured-data.html#structuredserialize
#[derive(Clone)]
pub struct SerializedValue(Items);

impl SerializedValue {
    /// Serializes a value. Its objects are copied.
    ///
    /// # Errors
    ///
    /// `DataCloneError` if the value, or something in it, cannot be cloned, such as a function. `RangeError` if it is
    /// nested too deeply. Whatever a getter throws.
    pub fn from_js(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        Self::from_js_with_transfer(value, &[], context)
    }

    /// Serializes a value and [transfers][transfer] these objects, which must be `ArrayBuffer`s: they are detached, and
    /// their bytes are moved rather than copied.
    ///
    /// # Errors
    ///
    /// As [`Self::from_js`], and `DataCloneError` if an object cannot be transferred to another thread, such as a
    /// `MessagePort` or a stream. Nothing has been transferred then.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::html::SerializedValue;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let buffer = runtime.run_script("var buffer = new ArrayBuffer(1 << 20); buffer")?;
    /// let transfer = [buffer.as_object().expect("a buffer")];
    /// let message = runtime
    ///     .try_with_context(|context| SerializedValue::from_js_with_transfer(&buffer, &transfer, context))?;
    /// assert!(runtime.run_script("buffer.detached")?.to_boolean());
    /// let moved = runtime.try_with_context(|context| message.into_js(context))?;
    /// runtime.set_global("moved", moved)?;
    /// assert_eq!(runtime.run_script("moved.byteLength")?.as_number(), Some(1_048_576.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    ///
    /// [transfer]: https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializewithtransfer
    pub fn from_js_with_transfer(value: &JsValue, transfer: &[JsObject], context: &mut Context) -> JsResult<Self> {
        let is_buffer = |object: &JsObject| JsArrayBuffer::from_object(object.clone()).is_ok();
        if !transfer.iter().all(is_buffer) {
            let message = "only ArrayBuffers can be transferred to another thread: ports and streams belong to theirs";
            return Err(clone_error(message, context));
        }
        let serialized = Serialized::from_value(value, transfer, context)?;
        writing::write(serialized, context).map(Self)
    }

    /// [Deserializes][deserialize] the value in the current realm. The bytes of buffers are copied.
    ///
    /// # Errors
    ///
    /// `RangeError` if the value is nested more deeply than the stack of this context allows. `TypeError` if it
    /// contains an object whose interface is not registered in this realm.
    ///
    /// [deserialize]: https://html.spec.whatwg.org/multipage/structured-data.html#structureddeserialize
    pub fn to_js(&self, context: &mut Context) -> JsResult<JsValue> {
        self.clone().into_js(context)
    }

    /// Deserializes the value in the current realm. The bytes of buffers are moved.
    ///
    /// # Errors
    ///
    /// Those of [`Self::to_js`].
    pub fn into_js(self, context: &mut Context) -> JsResult<JsValue> {
        Ok(reading::read(self.0, context)?.deserialize(context)?.value)
    }
}

impl fmt::Debug for SerializedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SerializedValue")
            .field("root", &self.0.root)
            .field("objects", &self.0.objects.len())
            .finish_non_exhaustive()
    }
}
