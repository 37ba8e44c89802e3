//! `ReadableStream.from`: <https://streams.spec.whatwg.org/#rs-from>.

use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsSymbol, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::state::{ReadableStream, UnderlyingSource};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::{fulfilled_promise, promise_of, rejected_promise, transform};
use crate::web::webidl::{event_loop, exception_value, type_error};

/// The [iterator record](https://tc39.es/ecma262/#sec-iterator-records) that a stream is made from.
#[derive(Trace, Finalize)]
struct IteratorSource {
    iterator: JsObject,
    next: JsValue,
    /// Whether the values of the iterator are awaited, because it is a synchronous one.
    is_sync: bool,
}

/// Reads a [method](https://tc39.es/ecma262/#sec-getmethod).
fn method(object: &JsObject, key: impl Into<PropertyKey>, context: &mut Context) -> JsResult<Option<JsObject>> {
    let value = object.get(key, context)?;
    if value.is_null_or_undefined() {
        return Ok(None);
    }
    value.as_callable().map(Some).ok_or_else(|| type_error("a method of the iterator is not a function"))
}

/// [ReadableStreamFromIterable](https://streams.spec.whatwg.org/#readable-stream-from-iterable).
///
/// # Errors
///
/// `TypeError` if the value is not iterable. Whatever the methods of the iterable throw.
pub(super) fn from(iterable: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let source = IteratorSource::of(iterable, context)?;
    Ok(ReadableStream::of_source(Box::new(source), 0.0, context)?.object())
}

impl IteratorSource {
    /// [GetIterator](https://tc39.es/ecma262/#sec-getiterator) with the kind `async`.
    fn of(iterable: &JsValue, context: &mut Context) -> JsResult<Self> {
        let not_iterable = || type_error("ReadableStream.from: the value is not iterable");
        if iterable.is_null_or_undefined() {
            return Err(not_iterable());
        }
        let object = iterable.to_object(context)?;
        let (found, is_sync) = match method(&object, JsSymbol::async_iterator(), context)? {
            Some(method) => (method, false),
            None => (method(&object, JsSymbol::iterator(), context)?.ok_or_else(not_iterable)?, true),
        };
        let iterator = found.call(iterable, &[], context)?;
        let iterator =
            iterator.as_object().ok_or_else(|| type_error("ReadableStream.from: the iterator is not an object"))?;
        let next = iterator.get(js_string!("next"), context)?;
        Ok(Self { iterator, next, is_sync })
    }

    /// Calls a method of the iterator. Its result must be an object if the iterator is a synchronous one.
    fn call(&self, method: &JsObject, arguments: &[JsValue], context: &mut Context) -> JsResult<JsPromise> {
        let event_loop = event_loop(context)?;
        let this = self.iterator.clone().into();
        event_loop.call_javascript(context, |context| {
            let result = method.call(&this, arguments, context)?;
            if self.is_sync { self.await_value(&result, context) } else { Ok(promise_of(Ok(result), context)) }
        })
    }

    /// [AsyncFromSyncIteratorContinuation](https://tc39.es/ecma262/#sec-asyncfromsynciteratorcontinuation): a promise
    /// for a result whose value has been awaited.
    fn await_value(&self, result: &JsValue, context: &mut Context) -> JsResult<JsPromise> {
        let result = result.as_object().ok_or_else(|| type_error("the iterator result is not an object"))?;
        let done = result.get(js_string!("done"), context)?.to_boolean();
        let value = result.get(js_string!("value"), context)?;
        let value = promise_of(Ok(value), context);
        let rejected = (!done).then_some(self.iterator.clone());
        Ok(transform(
            &value,
            &(done, rejected),
            Some(|(done, _), value, context| {
                Ok(boa_engine::builtins::iterable::create_iter_result_object(value, *done, context))
            }),
            Some(|(_, iterator), reason, context| {
                if let Some(iterator) = iterator
                    && let Ok(Some(close)) = method(iterator, js_string!("return"), context)
                {
                    // The reason counts, not what closing the iterator throws.
                    let _ = close.call(&iterator.clone().into(), &[], context);
                }
                Err(boa_engine::JsError::from_opaque(reason))
            }),
            context,
        ))
    }
}

impl UnderlyingSource for IteratorSource {
    /// Steps 4 of the algorithm.
    fn pull(&self, stream: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise {
        let result = match self.next.as_callable() {
            Some(next) => self.call(&next, &[], context),
            None => Err(type_error("the method 'next' of the iterator is not a function")),
        };
        let result = match result {
            Ok(result) => result,
            Err(error) => return AlgorithmPromise::of(Err(error), context),
        };
        let pulled = transform(
            &result,
            stream,
            Some(|stream, result, context| {
                let result = result.as_object().ok_or_else(|| type_error("the iterator result is not an object"))?;
                if result.get(js_string!("done"), context)?.to_boolean() {
                    stream.close_source(context);
                } else {
                    let value = result.get(js_string!("value"), context)?;
                    stream.enqueue(value, context)?;
                }
                Ok(JsValue::undefined())
            }),
            None,
            context,
        );
        pulled.into()
    }

    /// Step 5 of the algorithm.
    fn cancel(&self, _: &Gc<ReadableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        let close = match method(&self.iterator, js_string!("return"), context) {
            Ok(Some(close)) => close,
            Ok(None) => return fulfilled_promise(context),
            Err(error) => return rejected_promise(exception_value(error, context), context),
        };
        match self.call(&close, &[reason], context) {
            Ok(result) => transform(
                &result,
                &(),
                Some(|(), result, _| {
                    let is_object = || type_error("the result of the iterator's 'return' method is not an object");
                    result.as_object().ok_or_else(is_object).map(|_| JsValue::undefined())
                }),
                None,
                context,
            ),
            Err(error) => rejected_promise(exception_value(error, context), context),
        }
    }
}
